/* SPDX-License-Identifier: Apache-2.0 */
/* From QEMU's qemu-options.hx of 2.12 to 11.1 (what an option does, and whether it has HAS_ARG),
 * qapi/qom.json (objects), and the properties that its devices take. */
#include "access.h"

#include "match.h"

static const char file_of_host[] = "opens a file of the host as a disk",
                  code_of_host[] = "loads a file of the host into the guest",
                  writes[] = "writes a file of the host",
                  network[] = "gives the guest a network of the host",
                  monitor[] = "opens QEMU's monitor, which can do all that QEMU may",
                  channel[] = "connects the guest with a file, socket or program of the host",
                  screen[] = "opens a window or port by which the machine can be used",
                  sound[] = "records or plays sound on the host, or in a file",
                  process[] = "changes which user, directory or files QEMU runs with",
                  device_of_host[] = "hands a device of the host to the guest",
                  directory_of_host[] = "serves a directory of the host to the guest",
                  snapshot[] = "starts from a saved state, which replaces the guest",
                  keys[] = "reads keys or certificates from the host",
                  other_process[] = "connects QEMU with another process of the host",
                  packets[] = "copies the guest's packets elsewhere";

#define ARG SETTING_ARGUMENT
#define OBJ SETTING_OBJECT
#define DEV SETTING_DEVICE

static const struct access rows[] = {
    /* ---- options that reach the host by some of their values only ---- */
    {ARG, "boot", "splash", NULL, "shows a file of the host to the guest"},
    {ARG, "icount", "rrfile", NULL, writes},
    {ARG, "trace", "file", NULL, writes},
    {ARG, "trace", "events", NULL, "reads a file of the host"},
    {ARG, "smbios", "file", NULL, code_of_host},
    {ARG, "smbios", "path", NULL, code_of_host},
    {ARG, "fw_cfg", "file", NULL, code_of_host},
    {ARG, "machine", "kernel", NULL, code_of_host},
    {ARG, "machine", "initrd", NULL, code_of_host},
    {ARG, "machine", "shim", NULL, code_of_host},
    {ARG, "machine", "dtb", NULL, code_of_host},
    {ARG, "machine", "firmware", NULL, code_of_host},
    {ARG, "machine", "dumpdtb", NULL, writes},
    {ARG, "display", NULL, "none", NULL},
    {ARG, "vnc", NULL, "none", NULL},
    {ARG, "net", NULL, "none", NULL},
    {ARG, "nic", NULL, "none", NULL},
    {ARG, "audio", NULL, "none", NULL},
    {ARG, "serial", NULL, "none", NULL},
    {ARG, "serial", NULL, "null", NULL},
    {ARG, "parallel", NULL, "none", NULL},
    {ARG, "parallel", NULL, "null", NULL},
    {ARG, "monitor", NULL, "none", NULL},
    {ARG, "qmp", NULL, "none", NULL},
    {ARG, "usbdevice", NULL, "tablet", NULL},
    {ARG, "usbdevice", NULL, "mouse", NULL},
    {ARG, "usbdevice", NULL, "keyboard", NULL},

    /* ---- files ---- */
    {ARG, "fda", NULL, NULL, file_of_host},
    {ARG, "fdb", NULL, NULL, file_of_host},
    {ARG, "hda", NULL, NULL, file_of_host},
    {ARG, "hdb", NULL, NULL, file_of_host},
    {ARG, "hdc", NULL, NULL, file_of_host},
    {ARG, "hdd", NULL, NULL, file_of_host},
    {ARG, "cdrom", NULL, NULL, file_of_host},
    {ARG, "drive", NULL, NULL, file_of_host},
    {ARG, "blockdev", NULL, NULL, file_of_host},
    {ARG, "mtdblock", NULL, NULL, file_of_host},
    {ARG, "sd", NULL, NULL, file_of_host},
    {ARG, "pflash", NULL, NULL, file_of_host},
    {ARG, "iscsi", NULL, NULL, "connects to a disk in the network"},
    {ARG, "kernel", NULL, NULL, code_of_host},
    {ARG, "initrd", NULL, NULL, code_of_host},
    {ARG, "shim", NULL, NULL, code_of_host},
    {ARG, "dtb", NULL, NULL, code_of_host},
    {ARG, "bios", NULL, NULL, code_of_host},
    {ARG, "option-rom", NULL, NULL, code_of_host},
    {ARG, "acpitable", NULL, NULL, code_of_host},
    {ARG, "L", NULL, NULL, "takes firmware from a directory of the host"},
    {ARG, "k", NULL, NULL, "reads a file of the host"},
    {ARG, "readconfig", NULL, NULL, "takes more settings from a file of the host"},
    {ARG, "writeconfig", NULL, NULL, writes},
    {ARG, "D", NULL, NULL, writes},
    {ARG, "pidfile", NULL, NULL, writes},
    {ARG, "dump-vmstate", NULL, NULL, writes},
    {ARG, "perfmap", NULL, NULL, writes},
    {ARG, "jitdump", NULL, NULL, writes},
    {ARG, "qtest-log", NULL, NULL, writes},
    {ARG, "mem-path", NULL, NULL, "keeps the guest's memory in a file of the host"},
    {ARG, "virtfs", NULL, NULL, directory_of_host},
    {ARG, "loadvm", NULL, NULL, snapshot},
    {ARG, "incoming", NULL, NULL, snapshot},
    {ARG, "plugin", NULL, NULL, "loads a program of the host into QEMU"},

    /* ---- network, monitor, channels, screens, sound ---- */
    {ARG, "net", NULL, NULL, network},
    {ARG, "netdev", NULL, NULL, network},
    {ARG, "nic", NULL, NULL, network},
    {ARG, "redir", NULL, NULL, network},
    {ARG, "tftp", NULL, NULL, directory_of_host},
    {ARG, "smb", NULL, NULL, directory_of_host},
    {ARG, "bootp", NULL, NULL, network},
    {ARG, "bt", NULL, NULL, device_of_host},
    {ARG, "monitor", NULL, NULL, monitor},
    {ARG, "qmp", NULL, NULL, monitor},
    {ARG, "qmp-pretty", NULL, NULL, monitor},
    {ARG, "mon", NULL, NULL, monitor},
    {ARG, "nographic", NULL, NULL, monitor},
    {ARG, "gdb", NULL, NULL, "opens a port for a debugger of the guest"},
    {ARG, "s", NULL, NULL, "opens a port for a debugger of the guest"},
    {ARG, "qtest", NULL, NULL, "opens a port that drives the machine"},
    {ARG, "chardev", NULL, NULL, channel},
    {ARG, "serial", NULL, NULL, channel},
    {ARG, "parallel", NULL, NULL, channel},
    {ARG, "debugcon", NULL, NULL, channel},
    {ARG, "virtioconsole", NULL, NULL, channel},
    {ARG, "display", NULL, NULL, screen},
    {ARG, "sdl", NULL, NULL, screen},
    {ARG, "curses", NULL, NULL, screen},
    {ARG, "vnc", NULL, NULL, screen},
    {ARG, "spice", NULL, NULL, screen},
    {ARG, "audio", NULL, NULL, sound},
    {ARG, "audiodev", NULL, NULL, sound},
    {ARG, "soundhw", NULL, NULL, sound},

    /* ---- devices and processes ---- */
    {ARG, "usbdevice", NULL, NULL, device_of_host},
    {ARG, "tpmdev", NULL, NULL, device_of_host},
    {ARG, "add-fd", NULL, NULL, process},
    {ARG, "chroot", NULL, NULL, process},
    {ARG, "runas", NULL, NULL, process},
    {ARG, "run-with", NULL, NULL, process},
    {ARG, "daemonize", NULL, NULL, "takes QEMU out of the sight of its manager"},
    {ARG, "sandbox", NULL, NULL, "changes what the kernel lets QEMU do"},
    {ARG, "xen-attach", NULL, NULL, other_process},
    {ARG, "xen-create", NULL, NULL, other_process},
    {ARG, "xen-domid", NULL, NULL, other_process},
    {ARG, "xen-domid-restrict", NULL, NULL, other_process},
    {ARG, "set", NULL, NULL, "sets any property of any other option"},

    /* ---- options that do not reach it ---- */
    {ARG, "M", NULL, NULL, NULL},
    {ARG, "S", NULL, NULL, NULL},
    {ARG, "accel", NULL, NULL, NULL},
    {ARG, "action", NULL, NULL, NULL},
    {ARG, "alt-grab", NULL, NULL, NULL},
    {ARG, "append", NULL, NULL, NULL},
    {ARG, "async-teardown", NULL, NULL, NULL},
    {ARG, "audio-help", NULL, NULL, NULL},
    {ARG, "balloon", NULL, NULL, NULL},
    {ARG, "boot", NULL, NULL, NULL},
    {ARG, "clock", NULL, NULL, NULL},
    {ARG, "compat", NULL, NULL, NULL},
    {ARG, "cpu", NULL, NULL, NULL},
    {ARG, "ctrl-grab", NULL, NULL, NULL},
    {ARG, "d", NULL, NULL, NULL},
    {ARG, "device", NULL, NULL, NULL}, /* by its properties */
    {ARG, "dfilter", NULL, NULL, NULL},
    {ARG, "echr", NULL, NULL, NULL},
    {ARG, "enable-*", NULL, NULL, NULL},
    {ARG, "fsdev", NULL, NULL, NULL}, /* by its properties */
    {ARG, "full-screen", NULL, NULL, NULL},
    {ARG, "fw_cfg", NULL, NULL, NULL},
    {ARG, "global", NULL, NULL, NULL}, /* by its property */
    {ARG, "h", NULL, NULL, NULL},
    {ARG, "help", NULL, NULL, NULL},
    {ARG, "icount", NULL, NULL, NULL},
    {ARG, "localtime", NULL, NULL, NULL},
    {ARG, "m", NULL, NULL, NULL},
    {ARG, "machine", NULL, NULL, NULL},
    {ARG, "mem-prealloc", NULL, NULL, NULL},
    {ARG, "msg", NULL, NULL, NULL},
    {ARG, "name", NULL, NULL, NULL},
    {ARG, "no-*", NULL, NULL, NULL},
    {ARG, "nodefaults", NULL, NULL, NULL},
    {ARG, "nodefconfig", NULL, NULL, NULL},
    {ARG, "numa", NULL, NULL, NULL},
    {ARG, "object", NULL, NULL, NULL}, /* by its type */
    {ARG, "only-migratable", NULL, NULL, NULL},
    {ARG, "overcommit", NULL, NULL, NULL},
    {ARG, "portrait", NULL, NULL, NULL},
    {ARG, "preconfig", NULL, NULL, NULL},
    {ARG, "realtime", NULL, NULL, NULL},
    {ARG, "rotate", NULL, NULL, NULL},
    {ARG, "rtc", NULL, NULL, NULL},
    {ARG, "rtc-td-hack", NULL, NULL, NULL},
    {ARG, "seed", NULL, NULL, NULL},
    {ARG, "show-cursor", NULL, NULL, NULL},
    {ARG, "singlestep", NULL, NULL, NULL},
    {ARG, "smbios", NULL, NULL, NULL},
    {ARG, "smp", NULL, NULL, NULL},
    {ARG, "snapshot", NULL, NULL, NULL},
    {ARG, "startdate", NULL, NULL, NULL},
    {ARG, "tb-size", NULL, NULL, NULL},
    {ARG, "trace", NULL, NULL, NULL},
    {ARG, "usb", NULL, NULL, NULL},
    {ARG, "uuid", NULL, NULL, NULL},
    {ARG, "version", NULL, NULL, NULL},
    {ARG, "vga", NULL, NULL, NULL},
    {ARG, "virtfs_synth", NULL, NULL, NULL}, /* made files, for tests */
    {ARG, "watchdog", NULL, NULL, NULL},
    {ARG, "watchdog-action", NULL, NULL, NULL},
    {ARG, "win2k-hack", NULL, NULL, NULL},

    /* ---- objects ---- */
    {OBJ, "memory-backend-file", NULL, NULL, "keeps the guest's memory in a file of the host"},
    {OBJ, "rng-random", "filename", NULL, "reads a file or device of the host"},
    {OBJ, "rng-egd", NULL, NULL, other_process},
    {OBJ, "secret", "file", NULL, keys},
    {OBJ, "secret_keyring", NULL, NULL, keys},
    {OBJ, "tls-creds-*", NULL, NULL, keys},
    {OBJ, "authz-list-file", NULL, NULL, "reads a file of the host"},
    {OBJ, "pr-manager-helper", NULL, NULL, other_process},
    {OBJ, "dbus-*", NULL, NULL, other_process},
    {OBJ, "x-remote-object", NULL, NULL, other_process},
    {OBJ, "cryptodev-vhost-user", NULL, NULL, other_process},
    {OBJ, "input-*", NULL, NULL, device_of_host},
    {OBJ, "can-host-socketcan", NULL, NULL, network},
    {OBJ, "iommufd", NULL, NULL, device_of_host},
    {OBJ, "sev-*", NULL, NULL, device_of_host},
    {OBJ, "tdx-guest", NULL, NULL, device_of_host},
    {OBJ, "filter-dump", NULL, NULL, packets},
    {OBJ, "filter-mirror", NULL, NULL, packets},
    {OBJ, "filter-redirector", NULL, NULL, packets},
    {OBJ, "colo-compare", NULL, NULL, packets},
    {OBJ, "monitor-*", NULL, NULL, monitor},
    {OBJ, "qtest", NULL, NULL, "opens a port that drives the machine"},
    {OBJ, "acpi-generic-*", NULL, NULL, NULL},
    {OBJ, "authz-list", NULL, NULL, NULL},
    {OBJ, "authz-simple", NULL, NULL, NULL},
    {OBJ, "can-bus", NULL, NULL, NULL},
    {OBJ, "cryptodev-backend", NULL, NULL, NULL},
    {OBJ, "cryptodev-backend-builtin", NULL, NULL, NULL},
    {OBJ, "filter-buffer", NULL, NULL, NULL},
    {OBJ, "filter-replay", NULL, NULL, NULL},
    {OBJ, "filter-rewriter", NULL, NULL, NULL},
    {OBJ, "iothread", NULL, NULL, NULL},
    {OBJ, "main-loop", NULL, NULL, NULL},
    {OBJ, "memory-backend-memfd", NULL, NULL, NULL}, /* has no name on the host */
    {OBJ, "memory-backend-ram", NULL, NULL, NULL},
    {OBJ, "memory-backend-shm", NULL, NULL, NULL}, /* unlinked as soon as it is made */
    {OBJ, "rng-builtin", NULL, NULL, NULL},
    {OBJ, "rng-random", NULL, NULL, NULL}, /* /dev/urandom */
    {OBJ, "secret", NULL, NULL, NULL},
    {OBJ, "thread-context", NULL, NULL, NULL},
    {OBJ, "throttle-group", NULL, NULL, NULL},
    {OBJ, "tls-cipher-suites", NULL, NULL, NULL},

    /* ---- devices, by -device and by -global; those without a row do not reach it ---- */
    {DEV, NULL, "romfile", "", NULL},
    {DEV, NULL, "romfile", NULL, code_of_host},
    {DEV, NULL, "evdev", NULL, device_of_host},
    {DEV, NULL, "sysfsdev", NULL, device_of_host},
    {DEV, NULL, "hidraw", NULL, device_of_host},
    {DEV, NULL, "vhostdev", NULL, device_of_host},
    {DEV, NULL, "vhostfd", NULL, process},
    {DEV, NULL, "ebpf-rss-fds", NULL, process},
    {DEV, NULL, "rootdir", NULL, directory_of_host},
    {DEV, "loader", "file", NULL, code_of_host},
    {DEV, "guest-loader", "kernel", NULL, code_of_host},
    {DEV, "guest-loader", "initrd", NULL, code_of_host},
    {DEV, "u2f-emulated", "dir", NULL, keys},
    {DEV, "vfio-*", NULL, NULL, device_of_host},
    {DEV, "usb-host", NULL, NULL, device_of_host},
    {DEV, "u2f-passthru", NULL, NULL, device_of_host},
    {DEV, "ccid-card-emulated", NULL, NULL, keys},
    {DEV, "vhost-vsock-*", NULL, NULL, network},
    {DEV, "vhost-scsi*", NULL, NULL, device_of_host},
    {DEV, "x-pci-proxy-dev", NULL, NULL, other_process},

    /* ---- fsdevs ---- */
    {SETTING_FSDEV, NULL, "path", NULL, directory_of_host},
    {SETTING_FSDEV, NULL, "socket", NULL, other_process},
    {SETTING_FSDEV, NULL, "sock_fd", NULL, process},
};

/* Options without a value (0 instead of HAS_ARG). */
static const char *const flags[] = {
    "S",
    "alt-grab",
    "async-teardown",
    "audio-help",
    "ctrl-grab",
    "curses",
    "daemonize",
    "enable-fips",
    "enable-hax",
    "enable-kvm",
    "enable-sync-profile",
    "full-screen",
    "h",
    "help",
    "jitdump",
    "localtime",
    "mem-prealloc",
    "no-*",
    "nodefaults",
    "nodefconfig",
    "nographic",
    "only-migratable",
    "perfmap",
    "portrait",
    "preconfig",
    "rtc-td-hack",
    "s",
    "sdl",
    "show-cursor",
    "singlestep",
    "snapshot",
    "usb",
    "version",
    "virtfs_synth",
    "win2k-hack",
    "xen-attach",
    "xen-create",
    "xen-domid-restrict",
};

static bool is_about_same(const struct access *row, const struct setting *setting) {
    return row->kind == setting->kind && match_text(row->type, setting->type) &&
           !row->property == (setting->property.len == 0) &&
           match_text(row->property, setting->property);
}

static bool is_closed(enum setting_kind kind) {
    return kind == SETTING_ARGUMENT || kind == SETTING_OBJECT;
}

const char *access_why(const struct setting *setting) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (is_about_same(&rows[i], setting) && match_text(rows[i].value, setting->value))
            return rows[i].why;
    return setting->property.len == 0 && is_closed(setting->kind)
               ? "does what this program does not know"
               : NULL;
}

bool access_knows(enum setting_kind kind, str name) {
    const struct setting setting = {kind, name, {0}, {0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (is_about_same(&rows[i], &setting) && !rows[i].value)
            return true;
    return false;
}

bool option_takes_word(str option) {
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (match_text(flags[i], option))
            return false;
    return true;
}
