/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The forms of single values and of names that mappings are free to choose: what the checks of each
 * take, as patterns for editors. The test of the schema holds both against each other.
 */
#ifndef MODAVD_FORMS_H
#define MODAVD_FORMS_H

#include "quantity.h"

struct form {
    const char *wanted;  /* "a duration such as 100us" */
    const char *pattern; /* of the whole text (ECMA-262 with u); NULL: any text */
    /* What YAML reads as a number or a boolean is a text here as well; an editor that types values
     * needs to know which of them fit. */
    bool number, fraction, negative, boolean;
    bool limited; /* a number is LEAST to MOST, else any that is not below zero */
    uint32_t least, most;
};

extern const struct form form_text, form_line, form_argument, form_language, form_profile_name,
    form_variable, form_parameter, form_range, form_version, form_qemu_name, form_id, form_state,
    form_uint32, form_file, form_tag, form_path, form_option, form_instance, form_cpus, form_cores,
    form_ram;

/* By enum dimension: a number of it, or an expression. */
extern const struct form dimension_forms[];

#endif
