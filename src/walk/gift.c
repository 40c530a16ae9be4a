// Subtrees that one rank gives another.
#include "walk/gift.h"

#include "base/memory.h"
#include "tree/parcel.h"
#include <stdlib.h>
#include <string.h>

char *gift_text(size_t *size, size_t *parcels, const walk_record *record, kept_task *const *given,
                size_t count)
{
    const walk_path **path = memory_new(count, sizeof *path);
    *parcels = 0;
    for (size_t i = 0; i < count; i++) {
        path[i] = walk_task_path(given[i]->task);
        *parcels += walk_parcel_write(NULL, given[i]->task);
    }
    size_t length;
    char *paths = walk_record_text(&length, record, path, count);
    char *text = memory_take(*parcels + length), *to = text;
    for (size_t i = 0; i < count; i++)
        to += walk_parcel_write(to, given[i]->task);
    memcpy(to, paths, length);
    *size = *parcels + length;
    free(paths);
    free(path);
    return text;
}

walk_task *gift_task(int *good, const walk_path *path, const char **parcels, size_t *size)
{
    walk_task *task = walk_task_at(path->choice, path->count);
    const size_t taken = walk_parcel_read(task, *parcels, *size);
    *good = taken > 0;
    *parcels += taken;
    *size -= taken;
    return task;
}
