// Subtrees of about the same size that make up the whole tree: the largest is split until there
// are enough. Nothing is counted on the way.
#include "walk/split.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include <stdlib.h>
#include <string.h>

// A cell and its next split, in a list in the order of the tree.
typedef struct split_cell {
    walk_path path;
    crease_split next;
    size_t cuts;      // hyperplanes of the layer of the next split that cut the cell
    uint32_t *winner; // of the next split, or NULL
    struct split_cell *after;
} split_cell;

static split_cell *cell_at(walk_position *pos, const walk_path *parent, const walk_choice *choice)
{
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    split_cell *cell = memory_new(1, sizeof *cell);
    if (choice) {
        walk_path_copy(&cell->path, parent->choice, parent->count);
        walk_path_push(&cell->path, *choice);
    }
    if (!walk_path_next(&cell->next, &cell->cuts, pos, &cell->path))
        cell->cuts = 0;
    if (cell->cuts && cell->next.winner) {
        cell->winner = memory_new(cell->next.parts, sizeof *cell->winner);
        memcpy(cell->winner, cell->next.winner, cell->next.parts * sizeof *cell->winner);
        cell->next.winner = cell->winner;
    }
    return cell;
}

static void cell_drop(split_cell *cell)
{
    walk_path_clear(&cell->path);
    free(cell->winner);
    free(cell);
}

// Cells of earlier layers count as larger, and then cells that more hyperplanes cut.
static split_cell **largest_cell(split_cell **first)
{
    split_cell **largest = NULL;
    for (split_cell **link = first; *link; link = &(*link)->after) {
        const split_cell *a = *link, *b = largest ? *largest : NULL;
        if (a->cuts && (!b || a->next.layer < b->next.layer ||
                        (a->next.layer == b->next.layer && a->cuts > b->cuts)))
            largest = link;
    }
    return largest;
}

// Puts the parts in the place of the cell.
static void divide_cell(split_cell **link, walk_position *pos)
{
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    split_cell *cell = *link, *after = cell->after;
    for (size_t i = 0; i < cell->next.parts; i++) {
        const walk_choice choice = walk_choice_of(&cell->next, i);
        *link = cell_at(pos, &cell->path, &choice);
        link = &(*link)->after;
    }
    *link = after;
    cell_drop(cell);
}

// Each split is opened by the first subtree that lies in it, and closed by the last.
static void bracket_paths(walk_paths *paths)
{
    for (size_t i = 0; i < paths->count; i++) {
        walk_path *path = paths->path + i;
        path->opens = path->count - (i ? walk_path_shared(path - 1, path) + 1 : 0);
        path->closes =
            path->count - (i + 1 < paths->count ? walk_path_shared(path, path + 1) + 1 : 0);
    }
}

bool walk_split(walk_paths *paths, walk_position *pos, size_t count)
{
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    split_cell *first = cell_at(pos, NULL, NULL), **largest;
    for (size_t cells = 1; cells < count && !run_poll_now() && (largest = largest_cell(&first));) {
        cells += (*largest)->next.parts - 1;
        divide_cell(largest, pos);
    }
    for (split_cell *cell = first, *after; cell; cell = after) {
        after = cell->after;
        walk_paths_add(paths, &cell->path);
        cell_drop(cell);
    }
    bracket_paths(paths);
    walk_position_restart(pos);
    return !run_is_cancelled();
}
