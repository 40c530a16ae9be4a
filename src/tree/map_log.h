// The changes below a layer since its map was made: one log for the maps in doubles, in pairs of
// doubles and in integers, which are three sinks for the same changes.
//
// From one sibling of the tree to the next, the rows of a map differ only by the inputs whose piece
// has changed, so only those are added:
//   Z_j += weight[j][i] ((slope' - slope) Z_i + (offset' - offset)),
// where a maxout unit i goes from one of its rows to another:
//   Z_j += weight[j][i] (slope' Z_r' - slope Z_r).
//
//     const map_step step = map_log_step(&log, pattern, version_before);
//     if (step == MAP_UPDATE)
//         ... add the changes of log.listed[0 .. count - 1], from log.pattern to pattern ...
//     else if (step)
//         ... rebuild ...
//     if (step)
//         map_log_accept(&log, pattern, version_before);
#pragma once

#include "base/arena.h"
#include "base/fatal.h"
#include "exact/kernels.h"
#include <stdbool.h>
#include <string.h>

// Rows stay; the listed changes are added; too many changes were added, so the rows are rebuilt;
// the rows of the layer before have changed, so they are too.
typedef enum { MAP_UNCHANGED, MAP_UPDATE, MAP_REBUILD, MAP_MOVED } map_step;

typedef struct {
    uint32_t *pattern;                // of the layer before, when the map was made; padded
    uint64_t version_before, version; // of the layer before, then, and of this map's own rows
    size_t inputs, count;             // count: the inputs that have changed
    size_t changes, most_changes;     // added since the map was last rebuilt
    uint32_t *listed;                 // the inputs that have changed; afterwards scratch
    bool by_sets;                     // at most KERNEL_SET inputs, as a bit set instead
    uint64_t changed_set, on;         // on: the inputs of piece 1 when the map was made
} map_log;

// listed: room for `inputs` numbers, or NULL: made.
static inline void map_log_init(map_log *log, arena *memory, size_t inputs, size_t most_changes,
                                uint32_t *listed)
{
    *log = (map_log){.inputs = inputs, .most_changes = most_changes};
    log->pattern = arena_new(memory, kernel_stride(inputs), sizeof *log->pattern);
    log->listed = listed ? listed : arena_new(memory, inputs, sizeof *log->listed);
}

// Compares the layer before, whose own map is up to date, with what the map was made from.
static inline map_step map_log_step(map_log *log, const uint32_t *pattern, uint64_t version_before)
{
    log->count = 0;
    if (log->version_before != version_before) {
        log->changes = 0;
        return MAP_MOVED;
    }
    log->count = log->by_sets
                     ? kernel_set_other(&log->changed_set, log->pattern, pattern, log->inputs)
                     : kernel_list_other(log->listed, log->pattern, pattern, log->inputs);
    if (log->count == 0)
        return MAP_UNCHANGED;
    const bool is_full = log->changes + log->count > log->most_changes;
    log->changes = is_full ? 0 : log->changes + log->count;
    return is_full ? MAP_REBUILD : MAP_UPDATE;
}

// The map now follows from this.
static inline void map_log_accept(map_log *log, const uint32_t *pattern, uint64_t version_before)
{
    ASSERT(log->pattern && log->changes <= log->most_changes);
    memcpy(log->pattern, pattern, log->inputs * sizeof *log->pattern);
    log->version_before = version_before;
}

// Nothing depends on earlier patterns any more.
static inline void map_log_forget(map_log *log)
{
    log->version_before = 0;
    if (log->pattern)
        memset(log->pattern, 0, log->inputs * sizeof *log->pattern);
}
