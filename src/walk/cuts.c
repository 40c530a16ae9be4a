// Which cuts of a layer are still to be inserted into a cell.
#include "walk/cuts.h"

#include "walk/maxout.h"
#include "walk/tree.h"
#include <string.h>

int cuts_are_ties(const walker *w, size_t l)
{
    return w->maps.layer[l].rounded->rank > 1;
}

cut_list cuts_all(walker *w, size_t l)
{
    size_t count = w->inserts[l].count;
    size_t step = cuts_are_ties(w, l) ? w->maps.layer[l].rounded->predicates : 1;
    cut_list list = {arena_take(&w->space.cells, count * sizeof *list.cut), 0};
    for (size_t k = 0; k < count; k += step)
        list.cut[list.count++] = (uint32_t)k;
    return list;
}

// Those of the maxout units of which no row wins on the whole part.
static cut_list ties_left(walker *w, size_t l, const geom_cell *part, cut_list list)
{
    insertion *in = w->inserts + l;
    cut_list left = {arena_take(&w->space.cells, list.count * sizeof *left.cut), 0};
    for (size_t i = 0; i < list.count; i++) {
        uint32_t winner = maxout_winner(w, l, list.cut[i], part);
        if (winner == w->maps.layer[l].rounded->rank)
            left.cut[left.count++] = list.cut[i];
        else
            w->maps.layer[l].pattern[in->cuts[list.cut[i]].unit] = winner;
    }
    return left;
}

cut_list cuts_left(walker *w, size_t l, const geom_cell *part, cut_list list)
{
    if (cuts_are_ties(w, l))
        return ties_left(w, l, part, list);
    insertion *in = w->inserts + l;
    uint32_t *pattern = w->maps.layer[l].pattern;
    cut_list left = {arena_take(&w->space.cells, list.count * sizeof *left.cut), 0};
    signed char *sign = arena_take(&w->space.cells, part->count);
    for (size_t i = 0; i < list.count; i++) {
        cut predicate = in->cuts[list.cut[i]];
        // Below an earlier breakpoint of the same unit: below this one too.
        if (pattern[predicate.unit] < predicate.breakpoint)
            continue;
        sides on = insertion_sides(w, l, list.cut[i], part, sign);
        if (on.below && on.above)
            left.cut[left.count++] = list.cut[i];
        // For one that still cuts this only says: not below.
        pattern[predicate.unit] = predicate.breakpoint + (uint32_t)on.above;
    }
    return left;
}

void cuts_middle_first(const walker *w, size_t l, cut_list list)
{
    const insertion *in = w->inserts + l;
    size_t i = list.count / 2;
    uint32_t middle = list.cut[i];
    while (i > 0 && in->cuts[list.cut[i - 1]].unit == in->cuts[middle].unit)
        middle = list.cut[--i];
    memmove(list.cut + 1, list.cut, i * sizeof *list.cut);
    list.cut[0] = middle;
}
