// Adjacent generators: those that span a face of dimension 2 of the cone (celln.c), which is,
// modulo its lines, pointed and of dimension d + 1 - lines. (If the cell is flat it is one less,
// but all generators share one facet more.) So they share d - lines - 1 facets at least, and are
// adjacent iff no third lies on all the facets that they share (Fukuda and Prodon 1996).
//
// A generator is simple if it lies on d - lines facets, so few that they must be independent. Any
// but one of these are then the facets of an edge, and whatever else lies on all of them is
// adjacent: no third has to be looked for. Where both are simple a table tells, by what is left of
// their sets of facets without one.
#include "geom/adjacent.h"

#include "base/limits.h"
#include "base/memory.h"
#include "base/random.h"
#include "exact/versions.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    geom_space *space;
    const geom_cell *cell;
    size_t shared;          // facets of an edge, at least
    unsigned char *simple;  // of each generator
    uint64_t *common;       // scratch: a set of facets
    uint32_t *close;        // scratch: generators that share enough facets with one
    uint32_t *high, *other; // generators above the cut; those that are not in the table
    size_t highs, others;
    size_t pairs;
} search;

// ---- the table of edges ----

typedef struct {
    uint64_t *hash;         // of each facet; that of a set is the sum
    size_t buckets;         // a power of two
    uint32_t *first, *next; // 1 + the number of an edge, in a bucket and after an edge; 0: none
    uint32_t *end, *left;   // of an edge: the generator, and the facet of it that is left out
    uint32_t edges;
} edge_table;

static uint64_t hash_of(const edge_table *table, const search *s, size_t i)
{
    uint64_t sum = 0;
    for (size_t f = 0; f < s->cell->facets; f++)
        if (cell_lies_on(s->cell, i, f))
            sum += table->hash[f];
    return sum;
}

static uint32_t *bucket_of(const edge_table *table, uint64_t hash)
{
    return table->first + (hash & (table->buckets - 1));
}

static void enter_edges(edge_table *table, const search *s, uint32_t i)
{
    uint64_t all = hash_of(table, s, i);
    for (uint32_t f = 0; f < s->cell->facets; f++)
        if (cell_lies_on(s->cell, i, f)) {
            uint32_t *bucket = bucket_of(table, all - table->hash[f]), e = table->edges++;
            table->end[e] = i;
            table->left[e] = f;
            table->next[e] = *bucket;
            *bucket = e + 1;
        }
}

// Of all simple generators above the cut.
static void table_begin(edge_table *table, search *s)
{
    arena *stack = &s->space->cells;
    size_t edges = (s->highs - s->others) * (s->shared + 1);
    random_state random;
    *table = (edge_table){.buckets = 1};
    while (table->buckets < edges)
        table->buckets *= 2;
    table->hash = arena_take(stack, s->cell->facets * sizeof *table->hash);
    table->first = arena_take(stack, table->buckets * sizeof *table->first);
    table->next = arena_take(stack, edges * sizeof *table->next);
    table->end = arena_take(stack, edges * sizeof *table->end);
    table->left = arena_take(stack, edges * sizeof *table->left);
    memset(table->first, 0, table->buckets * sizeof *table->first);
    random_seed(&random, 1);
    for (size_t f = 0; f < s->cell->facets; f++)
        table->hash[f] = random_bits(&random);
    for (size_t j = 0; j < s->highs && !run_gives_up(s->cell->facets); j++)
        if (s->simple[s->high[j]])
            enter_edges(table, s, s->high[j]);
}

// ---- pairs ----

static int share_enough(search *s, size_t i, size_t j)
{
    const geom_cell *cell = s->cell;
    bits_common(s->common, cell_facets_at(cell, i), cell_facets_at(cell, j), cell->words);
    return bits_at_least(s->common, s->shared, cell->words);
}

static inline __attribute__((always_inline)) size_t
list_in_words(uint32_t *found, const geom_cell *cell, const uint64_t *set,
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

// Lists in `found` those of the generators that share at least so many facets with a set of them.
VERSIONS
static size_t list_sharing(uint32_t *found, const geom_cell *cell, const uint64_t *set,
                           const uint32_t *generator, size_t count, size_t least)
{
    return cell->words == 1 ? list_in_words(found, cell, set, generator, count, least, 1)
                            : list_in_words(found, cell, set, generator, count, least, cell->words);
}

// Of two that share enough.
static int are_adjacent(search *s, size_t i, size_t j)
{
    const geom_cell *cell = s->cell;
    if (s->simple[i] || s->simple[j])
        return 1;
    bits_common(s->common, cell_facets_at(cell, i), cell_facets_at(cell, j), cell->words);
    if (run_gives_up(cell->count))
        return 0;
    for (size_t k = cell->lines; k < cell->count; k++)
        if (k != i && k != j && bits_within(s->common, cell_facets_at(cell, k), cell->words))
            return 0;
    return 1;
}

static void add_pair(search *s, uint32_t low, uint32_t high)
{
    geom_space *space = s->space;
    MEMORY_RESERVE(space->pairs, space->pairs_capacity, 2 * s->pairs + 2);
    space->pairs[2 * s->pairs] = low;
    space->pairs[2 * s->pairs + 1] = high;
    s->pairs++;
}

static void look_up(search *s, const edge_table *table, uint32_t i)
{
    uint64_t all = hash_of(table, s, i);
    for (size_t f = 0; f < s->cell->facets; f++)
        if (cell_lies_on(s->cell, i, f))
            for (uint32_t e = *bucket_of(table, all - table->hash[f]); e; e = table->next[e - 1]) {
                uint32_t j = table->end[e - 1];
                if (!cell_lies_on(s->cell, j, f) && !cell_lies_on(s->cell, i, table->left[e - 1]) &&
                    share_enough(s, i, j))
                    add_pair(s, i, j);
            }
}

static int by_number(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b; // pairs
    return (x[1] > y[1]) - (x[1] < y[1]);
}

static void find_pairs_of(search *s, const edge_table *table, uint32_t i)
{
    size_t before = s->pairs, count = s->simple[i] ? s->others : s->highs;
    const uint32_t *high = s->simple[i] ? s->other : s->high;
    if (run_gives_up(count * s->cell->words))
        return;
    size_t close =
        list_sharing(s->close, s->cell, cell_facets_at(s->cell, i), high, count, s->shared);
    for (size_t k = 0; k < close; k++)
        if (are_adjacent(s, i, s->close[k]))
            add_pair(s, i, s->close[k]);
    if (!s->simple[i] || !table->edges || run_gives_up(s->cell->facets))
        return;
    look_up(s, table, i);
    qsort(s->space->pairs + 2 * before, s->pairs - before, 2 * sizeof(uint32_t), by_number);
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

// Lists the generators above the cut. Few of them are compared sooner than entered in a table.
static void list_highs(search *s, const signed char *sign)
{
    const geom_cell *cell = s->cell;
    find_simple(s->simple, cell, s->shared + 1);
    for (uint32_t i = (uint32_t)cell->lines; i < cell->count; i++)
        if (sign[i] > 0)
            s->high[s->highs++] = i;
    for (size_t j = 0; j < s->highs; j++)
        if (!s->simple[s->high[j]] || s->highs < 8 * cell->facets)
            s->other[s->others++] = s->high[j];
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
                .high = arena_take(stack, cell->count * sizeof *s.high),
                .other = arena_take(stack, cell->count * sizeof *s.other)};
    edge_table table = {0};
    list_highs(&s, sign);
    if (s.others < s.highs)
        table_begin(&table, &s);
    for (uint32_t i = (uint32_t)cell->lines; i < cell->count && !run_has_given_up(); i++)
        if (sign[i] < 0)
            find_pairs_of(&s, &table, i);
    arena_release(stack, mark);
    return s.pairs;
}
