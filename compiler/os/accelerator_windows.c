/* SPDX-License-Identifier: Apache-2.0 */
/*
 * In the Android emulator's order (external/qemu, CpuAccelerator.cpp, GetCurrentCpuAccelerator):
 * WHPX where Hyper-V runs, else its own driver, else HAXM. The emulator opens the drivers' devices;
 * that the services run is enough to know, and needs no rights.
 */
#include "accelerator.h"
#include "os_windows.h"

#include <string.h>

/* WinHvPlatformDefs.h, WHV_CAPABILITY_CODE; mingw has no such header. */
enum { CAPABILITY_HYPERVISOR_PRESENT = 0 };
typedef HRESULT(WINAPI *capability_function)(int code, void *buffer, UINT32 size, UINT32 *written);

static bool hypervisor_is_present(HMODULE library) {
    FARPROC address = GetProcAddress(library, "WHvGetCapability");
    capability_function ask;
    BOOL present = FALSE;
    UINT32 written = 0;
    if (!address)
        return false;
    memcpy(&ask, &address, sizeof ask); /* a cast between function types is a warning */
    return SUCCEEDED(ask(CAPABILITY_HYPERVISOR_PRESENT, &present, sizeof present, &written)) &&
           present;
}

/* The library is there where the feature Windows Hypervisor Platform is switched on. */
static bool has_whpx(void) {
    HMODULE library = LoadLibraryExW(L"WinHvPlatform.dll", NULL, LOAD_LIBRARY_SEARCH_SYSTEM32);
    bool present = library && hypervisor_is_present(library);
    if (library)
        FreeLibrary(library);
    return present;
}

static bool service_runs(const wchar_t *name) {
    SERVICE_STATUS status = {0};
    SC_HANDLE manager = OpenSCManagerW(NULL, NULL, SC_MANAGER_CONNECT);
    SC_HANDLE service = manager ? OpenServiceW(manager, name, SERVICE_QUERY_STATUS) : NULL;
    bool runs =
        service && QueryServiceStatus(service, &status) && status.dwCurrentState == SERVICE_RUNNING;
    if (service)
        CloseServiceHandle(service);
    if (manager)
        CloseServiceHandle(manager);
    return runs;
}

/* gvm is what the driver's service was called before 2.0. */
static const struct {
    const wchar_t *service;
    struct os_accelerator found;
} drivers[] = {
    {L"aehd", {"aehd", "the service aehd"}},
    {L"gvm", {"aehd", "the service gvm"}},
    {L"intelhaxm", {"haxm", "the service intelhaxm"}},
};

struct os_accelerator machine_accelerator(void *context) {
    (void)context;
    if (has_whpx())
        return (struct os_accelerator){"whpx", "WinHvPlatform.dll"};
    for (size_t i = 0; i < sizeof drivers / sizeof *drivers; i++)
        if (service_runs(drivers[i].service))
            return drivers[i].found;
    return (struct os_accelerator){"tcg", "no WHPX, no AEHD, no HAXM"};
}
