/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "names.h"
#include "path.h"
#include "visible.h"

/* The limit of 'name' in a profile. */
enum { NAME_MOST = 40 };

/* Each line that begins with "#:" is a key that can be used as it stands, without those two. */
static const char text_before[] =
    "# What the profile is for, where its figures come from, and what to mind.\n"
    "#\n"
    "# 'modavd-profile check FILE' reports every mistake at once; 'modavd-profile doc language' "
    "tells of every key.\n"
    "# The lines with '#:' are examples: take the two characters away to use one.\n"
    "modavd-profile: 1\n"
    "name: ";
static const char text_behind[] =
    "\n"
    "summary: One line, which 'modavd-profile list' shows\n"
    "#:caution: What to mind where it is on; build tells it\n"
    "#:default: on                   # on: wherever it applies; without it: only where it is asked "
    "for\n"
    "#:off-switch: MODAVD_OFF        # the environment variable that turns it off, with the value "
    "off\n"
    "\n"
    "when:                           # all must hold; each that does not is a reason that "
    "'explain' tells\n"
    "  emulator: [android, qemu]     # one word or a list\n"
    "#:  host: [windows, linux, macos]\n"
    "#:  accel: [whpx, aehd, kvm, hvf, tcg]\n"
    "#:  arch: [x86, x86_64]\n"
    "#:  qemu: \">= 2.12\"\n"
    "#:  guest-kernel: \">= 5.8\"       # not known before boot: built, and the guest is asked\n"
    "#:  cpus: \">= 2\"\n"
    "\n"
    "params:                         # what an instance may set; used as ${queues}\n"
    "  queues: {type: number, default: 1, min: 1, max: 1024, summary: the number of queues of a "
    "disk}\n"
    "\n"
    "qemu:                           # becomes modavd.args\n"
    "  globals:                      # properties of types of devices\n"
    "    virtio-blk-pci: {num-queues: \"${queues}\"}\n"
    "#:  arguments: [-overcommit, mem-lock=on]\n"
    "\n"
    "#:acpi:                         # becomes modavd-cst.aml\n"
    "#:  cst: [{state: C1, enter: hlt, latency: 100us}]\n"
    "\n"
    "guest:                          # becomes modavd-postboot.sh\n"
    "  checks:                       # proves: skipped where that part is not built\n"
    "    - {block.vda.queues: \"${queues}\", proves: qemu}\n";

static bool check_name(struct session *session, str name) {
    if (name_is_plain(name, NAME_MOST) && !name_is_device(name))
        return true;
    diag(&session->diags, MP_BAD_NAME, (struct span){0},
         "a profile cannot be called '%.*s': small letters, digits and '-', at most %d, and no "
         "device "
         "of Windows",
         STR_ARG(str_visible(&session->arena, str_shorten(&session->arena, name))), NAME_MOST);
    return false;
}

/* Never over a file of somebody's. */
static void write_new(struct session *session, str path, str text) {
    const struct os *os = session->os;
    str shown = str_visible(&session->arena, path);
    enum os_status status = OS_EXISTS;
    if (os->kind(os->context, path) == OS_KIND_NONE)
        status = os->write_file(os->context, path, text, false);
    if (status == OS_OK)
        buf_format(&session->out, "%.*s: created\n", STR_ARG(shown));
    else
        report_unwritten(session, path, status);
}

void command_new(struct session *session) {
    const struct words *operands = &session->options.operands;
    if (operands->count != 1) {
        usage_error(session, "new takes the name of a profile");
        return;
    }
    str name = operands->items[0], path = session->options.output;
    if (!check_name(session, name))
        return;
    if (!path.at)
        path = str_format(&session->arena, "%.*s.yaml", STR_ARG(name));
    write_new(session, path,
              str_format(&session->arena, "%s%.*s%s", text_before, STR_ARG(name), text_behind));
}
