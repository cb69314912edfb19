#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# In the guest: small synchronous writes between two marks that a trace of QEMU shows.

printf '[' >/dev/ttyS1
write_fsync /dev/vda 4096 400
printf ']' >/dev/ttyS1
