// Units that are the largest of several rows.
#include "walk/maxout.h"

#include "walk/tree.h"
#include <string.h>

// Whether row i beats row j (or is as large, if it comes first) on all of the cell, on some
// of it with interior, or on none.
typedef enum { NOWHERE, PARTLY, EVERYWHERE } extent;

static size_t predicate_of(const walker *w, size_t l, size_t i, size_t j)
{
    maxout_rows pair = {i < j ? i : j, i < j ? j : i};
    return maxout_predicate(pair, w->maps.layer[l].rounded->rank);
}

static extent beats(walker *w, size_t l, size_t first, const geom_cell *cell, size_t i, size_t j,
                    signed char *sign)
{
    sides on = insertion_sides(w, l, first + predicate_of(w, l, i, j), cell, sign);
    if (on.below && on.above)
        return PARTLY;
    return (i < j ? !on.above : on.above) ? EVERYWHERE : NOWHERE;
}

uint32_t maxout_winner(walker *w, size_t l, size_t first, const geom_cell *cell)
{
    uint32_t rank = (uint32_t)w->maps.layer[l].rounded->rank, best = 0;
    signed char *sign = arena_take(&w->space.cells, cell->count);
    // Only a row that is nowhere beaten can win.
    for (uint32_t j = 1; j < rank; j++)
        if (beats(w, l, first, cell, best, j, sign) != EVERYWHERE)
            best = j;
    for (uint32_t j = 0; j < rank; j++)
        if (j != best && beats(w, l, first, cell, best, j, sign) != EVERYWHERE)
            return rank;
    return best;
}

void maxout_survey(walker *w, size_t l, const geom_cell *cell)
{
    walk_layer *layer = w->maps.layer + l;
    insertion *in = w->inserts + l;
    uint32_t predicates = (uint32_t)layer->rounded->predicates;
    signed char *sign = arena_take(&w->space.cells, cell->count);
    for (uint32_t unit = 0; unit < layer->rounded->units; unit++) {
        size_t first = in->count;
        for (uint32_t q = 0; q < predicates; q++, in->count++)
            insertion_ask(w, l, cell, (cut){unit, q}, sign);
        uint32_t winner = maxout_winner(w, l, first, cell);
        layer->pattern[unit] = winner % (uint32_t)layer->rounded->rank;
        if (winner < layer->rounded->rank)
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

// ---- parts ----

// What the tie of a row with the winner has done to the part so far.
typedef enum { NOTHING, CUT, IDLE } deed;

// Whether the tie of row k lies on that of row j, and z_k falls more steeply towards the
// part; both rows are beaten there. Rows of a unit have one scale.
static int is_steeper(walker *w, const maxout_ties *ties, uint32_t winner, uint32_t j, uint32_t k)
{
    size_t columns = w->maps.columns, c = 0;
    const fmpz *a = insertion_row(w, ties->l, ties->first + predicate_of(w, ties->l, winner, j));
    const fmpz *b = insertion_row(w, ties->l, ties->first + predicate_of(w, ties->l, winner, k));
    while (fmpz_is_zero(a + c)) // it is a plane
        c++;
    if (fmpz_cmpabs(b + c, a + c) <= 0)
        return 0;
    fmpz_t left, right;
    fmpz_init(left);
    fmpz_init(right);
    int same = 1;
    for (size_t i = 0; i < columns && same; i++) {
        fmpz_mul(left, a + i, b + c);
        fmpz_mul(right, b + i, a + c);
        same = fmpz_equal(left, right);
    }
    fmpz_clear(left);
    fmpz_clear(right);
    return same;
}

// A row that is beaten on the whole part may be the one that wins beyond the cut of another.
static int spoil(walker *w, const maxout_ties *ties, const geom_cell *part, uint32_t winner,
                 uint32_t k, const signed char *sign, signed char *done)
{
    size_t zeros = 0;
    for (size_t i = 0; i < part->count; i++)
        zeros += sign[i] == 0;
    if (zeros < w->space.dimension) // generators on no facet
        return 0;
    for (uint32_t j = 0; j < k; j++)
        if (done[j] == CUT && is_steeper(w, ties, winner, j, k)) {
            done[j] = IDLE;
            return 1;
        }
    return 0;
}

static void keep_half(geom_cell *part, walker *w, const maxout_ties *ties, uint32_t winner,
                      uint32_t j, const signed char *sign)
{
    insertion *in = w->inserts + ties->l;
    geom_cell half[2]; // the earlier row is larger, the later
    uint32_t slots = in->slots;
    uint32_t plane = tie_plane(w, ties, predicate_of(w, ties->l, winner, j));
    cell_split(half, half + 1, &w->space, part, sign, plane, &in->slots);
    insertion_reserve(in, slots);
    *part = half[winner > j];
}

typedef enum { EMPTY, MADE, AGAIN } outcome;

static outcome clip(geom_cell *part, walker *w, const maxout_ties *ties, uint32_t winner,
                    signed char *done)
{
    for (uint32_t j = 0; j < w->maps.layer[ties->l].rounded->rank; j++) {
        if (j == winner || done[j] == IDLE)
            continue;
        signed char *sign = arena_take(&w->space.cells, part->count);
        memset(sign, 1, part->count); // signs away from the focus are not asked for
        extent wins = beats(w, ties->l, ties->first, part, winner, j, sign);
        done[j] = wins == PARTLY ? CUT : NOTHING;
        if (wins == NOWHERE)
            return EMPTY;
        if (wins == PARTLY)
            keep_half(part, w, ties, winner, j, sign);
        else if (spoil(w, ties, part, winner, j, sign, done))
            return AGAIN;
    }
    return MADE;
}

int maxout_part(geom_cell *part, walker *w, const maxout_ties *ties, const geom_cell *cell,
                uint32_t winner)
{
    size_t rank = w->maps.layer[ties->l].rounded->rank;
    signed char *done = arena_take(&w->space.cells, rank);
    memset(done, NOTHING, rank);
    outcome result;
    do {
        *part = *cell;
        result = clip(part, w, ties, winner, done);
    } while (result == AGAIN);
    return result == MADE;
}
