/* SPDX-License-Identifier: Apache-2.0 */
#include "accelerator.h"

#include <errno.h>
#include <unistd.h>

/* Asks for the permission only: to open the device would load the module that serves it. */
struct os_accelerator machine_accelerator(void *context) {
    (void)context;
    if (access("/dev/kvm", R_OK | W_OK) == 0)
        return (struct os_accelerator){"kvm", "/dev/kvm"};
    bool missing = errno == ENOENT || errno == ENOTDIR;
    return (struct os_accelerator){"tcg", missing ? "no /dev/kvm" : "no access to /dev/kvm"};
}
