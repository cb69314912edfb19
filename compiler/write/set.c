/* SPDX-License-Identifier: Apache-2.0 */
#include "set.h"

#include "apply.h"
#include "look.h"
#include "report.h"

static enum os_status lock_set(const struct set *set, struct os_lock **out) {
    return set->os->lock(set->os->context, set->arena, set->directory, out);
}

static void unlock_set(const struct set *set, struct os_lock *lock) {
    set->os->unlock(set->os->context, lock);
}

/* A set that is as wanted needs no lock. One that is not may be about to become so in another
 * process: it is looked at again when that one is done. */
bool set_compare(const struct set *set, const struct artifacts *wanted, struct changes *out) {
    struct look look = look_at(set, wanted);
    struct os_lock *lock = NULL;
    if (!look_is_clean(&look)) {
        enum os_status status = lock_set(set, &lock);
        *out = look_changes(&look);
        if (status == OS_BUSY) {
            report_lock(set, status);
            return false;
        }
        if (status == OS_OK) { /* else a directory that may be read but not locked */
            look = look_at(set, wanted);
            unlock_set(set, lock);
        }
    }
    *out = look_changes(&look);
    return report_look(set, &look);
}

bool set_write(const struct set *set, const struct artifacts *wanted, struct changes *out) {
    struct look look = look_at(set, wanted);
    *out = look_changes(&look);
    if (look_is_clean(&look))
        return true;
    if (look.blocked != OS_OK)
        return report_look(set, &look);
    struct os_lock *lock;
    enum os_status status = lock_set(set, &lock);
    if (status != OS_OK) {
        report_lock(set, status);
        return false;
    }
    look = look_at(set, wanted);
    *out = look_changes(&look);
    bool good = report_look(set, &look) && (!look.any || look_apply(set, wanted, &look));
    unlock_set(set, lock);
    return good;
}

bool set_clean(const struct set *set, struct changes *out) {
    return set_write(set, &(struct artifacts){0}, out);
}
