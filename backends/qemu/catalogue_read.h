/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A catalogue from a JSON file, as the command `probe` writes it. The file may come from anywhere:
 * it may hold anything, in any order.
 */
#ifndef MODAVD_CATALOGUE_READ_H
#define MODAVD_CATALOGUE_READ_H

#include "catalogue.h"
#include "diag.h"

/* A file of all properties of all devices takes under 3 MiB. */
enum { CATALOGUE_MAX = 16 * 1024 * 1024, CATALOGUE_FORMAT = 1 };

/* The catalogue in source number SOURCE, of at most CATALOGUE_MAX bytes, on ARENA: it does not
 * point into the source. NULL after findings (MP0407). */
const struct catalogue *catalogue_read(struct arena *arena, struct diags *diags, uint32_t source);

#endif
