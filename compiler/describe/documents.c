/* SPDX-License-Identifier: Apache-2.0 */
#include "documents.h"

#include "profile_keys.h"

const struct document documents[] = {
    {"profile", "NAME.yaml", "a performance profile, version 1 of the language",
     "A profile says for which targets it is, and what it sets there: arguments of QEMU, a table "
     "of ACPI, and what the booted guest must show.",
     &profile_type, false, true},
    {"instance", "instance.yaml", "a machine that is no AVD",
     "It stands in the machine's directory and says what profiles need to know of it.",
     &machine_type, false, false},
    {"settings", "modavd.yaml", "what holds for an instance, or for all below a directory",
     "It stands in the directory of an instance, or in the directory of all instances. The command "
     "line wins over the instance's, and that one over the one for all.",
     &settings_type, true, false},
};
const size_t document_count = sizeof documents / sizeof *documents;

str document_name(const void *context, size_t i) {
    (void)context;
    return str_from(documents[i].name);
}

const struct document *document_find(str name) {
    for (size_t i = 0; i < document_count; i++)
        if (str_equal(name, str_from(documents[i].name)))
            return &documents[i];
    return NULL;
}
