// Adjacent generators span a face of dimension 2 of the cone (celln.c). Modulo its lines, the cone
// is pointed and has dimension d + 1 - lines. So adjacent generators share at least d - lines - 1
// facets. Two generators are adjacent iff no third one lies on all facets that they share (Fukuda
// and Prodon 1996).
//
// A generator is simple if it lies on d - lines facets, so few that they must be independent. All
// but one of these are then the facets of an edge, and any other generator on all of them is
// adjacent: no search for a third is needed.
#include "geom/adjacent.h"

#include "base/limits.h"
#include "base/memory.h"
#include "exact/versions.h"

typedef struct {
    geom_space *space;
    const geom_cell *cell;
    size_t shared;         // facets of an edge, at least
    unsigned char *simple; // of each generator
    uint64_t *common;      // scratch: a set of facets
    uint32_t *close;       // scratch: generators that share enough facets with one
    uint32_t *above;       // the generators above the cut
    size_t count;          // of these
    size_t pairs;
} search;

static void add_pair(search *s, uint32_t i, uint32_t j)
{
    geom_space *space = s->space;
    MEMORY_RESERVE(space->pairs, space->pairs_capacity, 2 * s->pairs + 2);
    space->pairs[2 * s->pairs] = i;
    space->pairs[2 * s->pairs + 1] = j;
    s->pairs++;
}

IN_LINE size_t list_in_words(uint32_t *found, const geom_cell *cell, const uint64_t *set,
                             const uint32_t *generator, size_t count, size_t least, size_t words)
{
    size_t list = 0;
    for (size_t j = 0; j < count; j++) {
        const uint64_t *on = cell->on + generator[j] * words;
        size_t shared = 0;
        for (size_t w = 0; w < words; w++)
            shared += (size_t)__builtin_popcountll(set[w] & on[w]);
        found[list] = generator[j];
        list += shared >= least;
    }
    return list;
}

// Lists in `found` the generators that lie on at least `least` facets of the set.
VERSIONS
static size_t list_sharing(uint32_t *found, const geom_cell *cell, const uint64_t *set,
                           const uint32_t *generator, size_t count, size_t least)
{
    return cell->words == 1 ? list_in_words(found, cell, set, generator, count, least, 1)
                            : list_in_words(found, cell, set, generator, count, least, cell->words);
}

// Whether two generators that share enough facets are adjacent.
static int are_adjacent(search *s, size_t i, size_t j)
{
    const geom_cell *cell = s->cell;
    if (s->simple[i] || s->simple[j])
        return 1;
    bits_common(s->common, cell_facets_at(cell, i), cell_facets_at(cell, j), cell->words);
    if (run_poll(cell->count))
        return 0;
    for (size_t k = cell->lines; k < cell->count; k++)
        if (k != i && k != j && bits_within(s->common, cell_facets_at(cell, k), cell->words))
            return 0;
    return 1;
}

static void find_pairs_of(search *s, uint32_t i)
{
    if (run_poll((s->count + 1) * s->cell->words))
        return;
    const uint64_t *on = cell_facets_at(s->cell, i);
    const size_t close = list_sharing(s->close, s->cell, on, s->above, s->count, s->shared);
    for (size_t k = 0; k < close; k++)
        if (are_adjacent(s, i, s->close[k]))
            add_pair(s, i, s->close[k]);
}

// Notes which generators are simple.
VERSIONS
static void find_simple(unsigned char *simple, const geom_cell *cell, size_t rank)
{
    for (size_t i = cell->lines; i < cell->count; i++) {
        size_t on = 0;
        for (size_t w = 0; w < cell->words; w++)
            on += (size_t)__builtin_popcountll(cell_facets_at(cell, i)[w]);
        simple[i] = on == rank;
    }
}

size_t cell_adjacent_pairs(geom_space *space, const geom_cell *cell, const signed char *sign)
{
    arena *stack = &space->cells;
    arena_mark mark = arena_here(stack);
    search s = {.space = space,
                .cell = cell,
                .shared = space->dimension - cell->lines - 1,
                .simple = arena_take(stack, cell->count),
                .common = arena_take(stack, cell->words * sizeof *s.common),
                .close = arena_take(stack, cell->count * sizeof *s.close),
                .above = arena_take(stack, cell->count * sizeof *s.above)};
    find_simple(s.simple, cell, s.shared + 1);
    for (uint32_t i = (uint32_t)cell->lines; i < cell->count; i++)
        if (sign[i] > 0)
            s.above[s.count++] = i;
    for (uint32_t i = (uint32_t)cell->lines; i < cell->count && !run_is_cancelled(); i++)
        if (sign[i] < 0)
            find_pairs_of(&s, i);
    arena_release(stack, mark);
    return s.pairs;
}
