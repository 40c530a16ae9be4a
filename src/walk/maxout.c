// Units that are the largest of several rows.
#include "walk/maxout.h"

#include "walk/tree.h"

// Whether row i beats row j (or is as large, if it comes first) on all of the cell, on some
// of it with interior, or on none.
typedef enum { NOWHERE, PARTLY, EVERYWHERE } extent;

static size_t question_of(const walker *w, size_t l, size_t i, size_t j)
{
    maxout_rows pair = {i < j ? i : j, i < j ? j : i};
    return maxout_question(pair, w->maps.layer[l].rounded->fan);
}

static extent beats(walker *w, size_t l, size_t first, const geom_cell *cell, size_t i, size_t j,
                    signed char *sign)
{
    sides on = insertion_sides(w, l, first + question_of(w, l, i, j), cell, sign);
    if (on.below && on.above)
        return PARTLY;
    return (i < j ? !on.above : on.above) ? EVERYWHERE : NOWHERE;
}

uint32_t maxout_winner(walker *w, size_t l, size_t first, const geom_cell *cell)
{
    uint32_t fan = (uint32_t)w->maps.layer[l].rounded->fan, best = 0;
    signed char *sign = arena_take(&w->space.cells, cell->count);
    // Only a row that is nowhere beaten can win.
    for (uint32_t j = 1; j < fan; j++)
        if (beats(w, l, first, cell, best, j, sign) != EVERYWHERE)
            best = j;
    for (uint32_t j = 0; j < fan; j++)
        if (j != best && beats(w, l, first, cell, best, j, sign) != EVERYWHERE)
            return fan;
    return best;
}

void maxout_survey(walker *w, size_t l, const geom_cell *cell)
{
    walk_layer *layer = w->maps.layer + l;
    insertion *in = w->inserts + l;
    uint32_t questions = (uint32_t)layer->rounded->questions;
    signed char *sign = arena_take(&w->space.cells, cell->count);
    for (uint32_t unit = 0; unit < layer->rounded->units; unit++) {
        size_t first = in->count;
        for (uint32_t q = 0; q < questions; q++, in->count++)
            insertion_ask(w, l, cell, (cut){unit, q}, sign);
        uint32_t winner = maxout_winner(w, l, first, cell);
        layer->pattern[unit] = winner % (uint32_t)layer->rounded->fan;
        if (winner < layer->rounded->fan)
            in->count = first;
    }
}

static uint32_t tie_plane(walker *w, const maxout_ties *ties, size_t q)
{
    if (ties->plane[q] == NO_PLANE) {
        plane_origin origin = ties->origin;
        origin.split += q;
        origin.breakpoint = (uint32_t)q;
        const double *form = insertion_form(w->inserts + ties->l, ties->first + q);
        ties->plane[q] = space_add_plane(&w->space, form, origin);
    }
    return ties->plane[q];
}

int maxout_part(geom_cell *part, walker *w, const maxout_ties *ties, const geom_cell *cell,
                uint32_t winner)
{
    insertion *in = w->inserts + ties->l;
    *part = *cell;
    for (uint32_t j = 0; j < w->maps.layer[ties->l].rounded->fan; j++) {
        if (j == winner)
            continue;
        signed char *sign = arena_take(&w->space.cells, part->count);
        extent wins = beats(w, ties->l, ties->first, part, winner, j, sign);
        if (wins == NOWHERE)
            return 0;
        if (wins == EVERYWHERE)
            continue;
        geom_cell half[2]; // the earlier row is larger, the later
        uint32_t slots = in->slots;
        uint32_t plane = tie_plane(w, ties, question_of(w, ties->l, winner, j));
        cell_split(half, half + 1, &w->space, part, sign, plane, &in->slots);
        insertion_reserve(in, slots);
        *part = half[winner > j];
    }
    return 1;
}
