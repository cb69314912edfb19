/* SPDX-License-Identifier: Apache-2.0 */
/* The one function of WinHvPlatform.dll that is asked, as Microsoft documents it: code 0 gives
 * whether a hypervisor is present. */
#include <windows.h>

__declspec(dllexport) HRESULT WINAPI
    WHvGetCapability(int code, void *buffer, UINT32 size, UINT32 *written);

HRESULT WINAPI WHvGetCapability(int code, void *buffer, UINT32 size, UINT32 *written) {
    if (code != 0 || size < sizeof(BOOL))
        return E_INVALIDARG;
    *(BOOL *)buffer = PRESENT;
    *written = sizeof(BOOL);
    return S_OK;
}
