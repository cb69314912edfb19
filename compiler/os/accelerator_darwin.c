/* SPDX-License-Identifier: Apache-2.0 */
#include "accelerator.h"

#include <sys/sysctl.h>

/* What Apple's documentation of Hypervisor.framework says to ask before it is used. */
struct os_accelerator machine_accelerator(void *context) {
    int supported = 0;
    size_t size = sizeof supported;
    (void)context;
    if (sysctlbyname("kern.hv_support", &supported, &size, NULL, 0) == 0 && supported)
        return (struct os_accelerator){"hvf", "sysctl kern.hv_support"};
    return (struct os_accelerator){"tcg", "sysctl kern.hv_support"};
}
