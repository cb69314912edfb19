/* SPDX-License-Identifier: Apache-2.0 */
/* A service that runs until it is stopped: what stands in for a hypervisor's driver under wine. */
#include <windows.h>

static HANDLE stopped;
static SERVICE_STATUS_HANDLE handle;

static void report(DWORD state) {
    SERVICE_STATUS status = {.dwServiceType = SERVICE_WIN32_OWN_PROCESS,
                             .dwCurrentState = state,
                             .dwControlsAccepted = SERVICE_ACCEPT_STOP};
    SetServiceStatus(handle, &status);
}

static void WINAPI on_control(DWORD control) {
    if (control == SERVICE_CONTROL_STOP)
        SetEvent(stopped);
}

static void WINAPI run(DWORD argc, wchar_t **argv) {
    (void)argc;
    handle = RegisterServiceCtrlHandlerW(argv[0], on_control);
    report(SERVICE_RUNNING);
    WaitForSingleObject(stopped, INFINITE);
    report(SERVICE_STOPPED);
}

int main(void) {
    wchar_t name[] = L"";
    const SERVICE_TABLE_ENTRYW table[] = {{name, run}, {NULL, NULL}};
    stopped = CreateEventW(NULL, TRUE, FALSE, NULL);
    return !StartServiceCtrlDispatcherW(table);
}
