/* SPDX-License-Identifier: Apache-2.0 */
#include "knobs.h"

#define VIRTIO_PCI(type)                                       \
    {type, "ioeventfd", KNOB_BOOLEAN, 0, 0, false},            \
        {type, "event_idx", KNOB_BOOLEAN, 0, 0, false},        \
        {type, "indirect_desc", KNOB_BOOLEAN, 0, 0, false},    \
        {type, "packed", KNOB_BOOLEAN, 0, 0, false},           \
        {type, "iommu_platform", KNOB_BOOLEAN, 0, 0, false}, { \
        type, "vectors", KNOB_NUMBER, 0, UINT32_MAX, false     \
    }

static const struct knob knobs[] = {
    VIRTIO_PCI("virtio-blk-pci"),
    /* 0 is fatal and 1025 aborts QEMU; 65535 stands for "as many as CPUs" */
    {"virtio-blk-pci", "num-queues", KNOB_NUMBER, 1, 1024, false},
    {"virtio-blk-pci", "queue-size", KNOB_NUMBER, 4, 1024, false},
    {"virtio-blk-pci", "seg-max-adjust", KNOB_BOOLEAN, 0, 0, false},
    {"virtio-blk-pci", "write-cache", KNOB_TEXT, 0, 0, false},
    VIRTIO_PCI("virtio-scsi-pci"),
    {"virtio-scsi-pci", "num_queues", KNOB_NUMBER, 1, 1024, false},
    {"virtio-scsi-pci", "virtqueue_size", KNOB_NUMBER, 4, 1024, false},
    VIRTIO_PCI("virtio-net-pci"),
    {"virtio-net-pci", "mq", KNOB_BOOLEAN, 0, 0, false},
    {"virtio-net-pci", "rx_queue_size", KNOB_NUMBER, 256, 1024, false},
    {"virtio-net-pci", "tx_queue_size", KNOB_NUMBER, 256, 1024, false},
    VIRTIO_PCI("virtio-9p-pci"),
    VIRTIO_PCI("virtio-pci"),
    {"iothread", "poll-max-ns", KNOB_DURATION, 0, INT64_MAX, true},
    {"iothread", "poll-grow", KNOB_NUMBER, 0, INT64_MAX, true},
    {"iothread", "poll-shrink", KNOB_NUMBER, 0, INT64_MAX, true},
    {"iothread", "poll-weight", KNOB_NUMBER, 0, 63, true},
    {"iothread", "aio-max-batch", KNOB_NUMBER, 0, INT64_MAX, true},
    {"memory-backend-memfd", "size", KNOB_SIZE, 0, 0, true},
    {"memory-backend-memfd", "share", KNOB_BOOLEAN, 0, 0, true},
    {"memory-backend-file", "size", KNOB_SIZE, 0, 0, true},
    {"memory-backend-file", "share", KNOB_BOOLEAN, 0, 0, true},
    {"memory-backend-ram", "size", KNOB_SIZE, 0, 0, true},
    {"memory-backend-ram", "share", KNOB_BOOLEAN, 0, 0, true},
};

const struct knob *knob_find(str type, str property) {
    for (size_t i = 0; i < sizeof knobs / sizeof *knobs; i++)
        if ((type.len == 0 || str_equal(type, str_from(knobs[i].type))) &&
            str_equal(property, str_from(knobs[i].property)))
            return &knobs[i];
    return NULL;
}

/* QEMU's softmmu/qdev-monitor.c, qdev_alias_table, on PCI machines. */
static const struct {
    const char *alias, *type;
} aliases[] = {
    {"virtio-blk", "virtio-blk-pci"},
    {"virtio-net", "virtio-net-pci"},
    {"virtio-scsi", "virtio-scsi-pci"},
    {"virtio-9p", "virtio-9p-pci"},
    {"virtio-balloon", "virtio-balloon-pci"},
    {"virtio-serial", "virtio-serial-pci"},
    {"virtio-rng", "virtio-rng-pci"},
    {"virtio-gpu", "virtio-gpu-pci"},
    {"virtio-input-host", "virtio-input-host-pci"},
};

const char *knob_alias(str type) {
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
        if (str_equal(type, str_from(aliases[i].alias)))
            return aliases[i].type;
    return NULL;
}

/* A property that is not in the table: its name tells a duration, its value a boolean. */
static enum knob_kind guess_kind(const struct property *property) {
    bool value;
    if (str_ends(property->key.s, STR("-ns")))
        return KNOB_DURATION;
    return word_boolean(property->value.s, &value) ? KNOB_BOOLEAN : KNOB_TEXT;
}

static bool boolean_value(const struct property *property, struct diags *diags, str *out) {
    bool value;
    if (!word_boolean(property->value.s, &value)) {
        diag(diags, MP_BAD_WORD, property->value.at, "'%.*s' cannot be '%.*s': it is %.*s",
             STR_ARG(property->key.s), STR_ARG(str_shorten(diags->arena, property->value.s)),
             STR_ARG(word_list(diags->arena, boolean_words)));
        return false;
    }
    *out = value ? STR("on") : STR("off");
    return true;
}

static bool out_of_range(const struct property *property, const struct knob *knob,
                         struct diags *diags) {
    diag(diags, MP_OUT_OF_RANGE, property->value.at, "'%.*s' cannot be '%.*s': it is %llu to %llu",
         STR_ARG(property->key.s), STR_ARG(str_shorten(diags->arena, property->value.s)),
         (unsigned long long)knob->min, (unsigned long long)knob->max);
    return false;
}

/* Unlike expr_quantity, a duration or size may be given without unit: as QEMU counts it. */
static bool number_value(struct arena *arena, const struct property *property, enum knob_kind kind,
                         const struct knob *knob, const struct scope *scope, struct diags *diags,
                         str *out) {
    static const enum dimension dimensions[] = {[KNOB_NUMBER] = DIMENSION_NUMBER,
                                                [KNOB_DURATION] = DIMENSION_DURATION,
                                                [KNOB_SIZE] = DIMENSION_SIZE};
    struct quantity quantity;
    bool limited = knob && knob->max > 0;
    enum quantity_fault fault = quantity_parse(property->value.s, &quantity);
    if (fault == QUANTITY_OVERFLOW && limited)
        return out_of_range(property, knob, diags);
    if ((fault != QUANTITY_OK || quantity.dimension != DIMENSION_NUMBER) &&
        !expr_quantity(property->key.s, &property->value, dimensions[kind], scope, diags,
                       &quantity))
        return false;
    if (limited && !scope_is_open(scope) &&
        (quantity.value < knob->min || quantity.value > knob->max))
        return out_of_range(property, knob, diags);
    *out = str_format(arena, "%llu", (unsigned long long)quantity.value);
    return true;
}

bool knob_value(struct arena *arena, str type, const struct property *property,
                const struct scope *scope, struct diags *diags, str *out) {
    const struct knob *knob = knob_find(type, property->key.s);
    enum knob_kind kind = knob ? knob->kind : guess_kind(property);
    if (kind == KNOB_BOOLEAN)
        return boolean_value(property, diags, out);
    if (kind == KNOB_TEXT)
        return expr_expand(arena, &property->value, scope, diags, out);
    return number_value(arena, property, kind, knob, scope, diags, out);
}
