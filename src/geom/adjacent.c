// Adjacent generators: those that span a face of dimension 2 of the cone (celln.c), which is,
// modulo its lines, pointed and of dimension d + 1 - lines. (If the cell is flat it is one less,
// but all generators share one facet more.) So they share d - lines - 1 facets at least, and are
// adjacent iff no third lies on all the facets that they share (Fukuda and Prodon 1996).
//
// A generator is simple if it lies on d - lines facets, so few that they must be independent. Any
// but one of these are then the facets of an edge, and whatever else lies on all of them is
// adjacent: no third has to be looked for. Where both are simple a table tells: an edge crosses the
// cut if its set of facets occurs on both sides. Most do not, so that sets of bits sort out first:
// the table has the edges from one side that those from the other seem to have.
#include "geom/adjacent.h"

#include "base/limits.h"
#include "base/memory.h"
#include "base/random.h"
#include "exact/versions.h"
#include <stdlib.h>
#include <string.h>

// The generators on one side of the cut, in their order.
typedef struct {
    uint32_t *all, *other; // other: those that are not in the table
    size_t count, others;
} cut_side;

typedef struct {
    geom_space *space;
    const geom_cell *cell;
    size_t shared;         // facets of an edge, at least
    unsigned char *simple; // of each generator
    uint64_t *common;      // scratch: a set of facets
    uint32_t *close;       // scratch: generators that share enough facets with one
    cut_side from, to;     // the fewer are entered, and looked for from the others
    int upward;            // `from` is below
    size_t pairs;
} search;

// A set of hashes, by the first bits of each: bits are more than hashes, and most others are seen
// not to be in it.
typedef struct {
    uint64_t *bits;
    int shift; // beyond those first bits
} hash_set;

// An edge of a simple generator: it lies on all facets of the generator but one.
typedef struct {
    uint32_t hash;
    uint32_t end, left; // the generator, and the facet
    uint32_t next;      // 1 + the number of an edge in the same bucket; 0: none
} simple_edge;

typedef struct {
    uint32_t *hash; // of each facet; that of a set is the sum
    simple_edge *edge;
    size_t buckets;  // a power of two
    uint32_t *first; // 1 + the number of an edge, in each bucket; 0: none
    hash_set set;
} edge_table;

// As it is found: from the one generator to the other.
static void add_pair(search *s, uint32_t i, uint32_t j)
{
    geom_space *space = s->space;
    MEMORY_RESERVE(space->pairs, space->pairs_capacity, 2 * s->pairs + 2);
    space->pairs[2 * s->pairs] = i;
    space->pairs[2 * s->pairs + 1] = j;
    s->pairs++;
}

// ---- edges, by their sets of facets ----

// For each facet f that a generator lies on.
#define FOR_FACETS(f, cell, generator)                                 \
    for (size_t word = 0; word < (cell)->words; word++)                \
        for (uint64_t rest = cell_facets_at(cell, generator)[word], f; \
             rest && (f = word * BITS_WORD + bits_lowest(rest), 1); rest &= rest - 1)

static uint32_t hash_of(const edge_table *table, const geom_cell *cell, size_t i)
{
    uint32_t sum = 0;
    FOR_FACETS(f, cell, i)
    sum += table->hash[f];
    return sum;
}

// So many bits for each of `count` hashes, or up to twice as many.
static hash_set set_begin(arena *stack, size_t count)
{
    enum { SPARSE = 8, HASH = 32 };
    int bits = 1;
    while (bits < HASH && (size_t)1 << bits < SPARSE * count)
        bits++;
    size_t words = bits_words((size_t)1 << bits);
    hash_set set = {arena_take(stack, words * sizeof *set.bits), HASH - bits};
    memset(set.bits, 0, words * sizeof *set.bits);
    return set;
}

static void hash_facets(edge_table *table, const search *s)
{
    random_state random;
    table->hash = arena_take(&s->space->cells, s->cell->facets * sizeof *table->hash);
    random_seed(&random, 1);
    for (size_t f = 0; f < s->cell->facets; f++)
        table->hash[f] = (uint32_t)random_bits(&random);
}

static void add_to_set(hash_set *set, const edge_table *table, const search *s, uint32_t j)
{
    uint32_t all = hash_of(table, s->cell, j);
    FOR_FACETS(f, s->cell, j)
    bits_add(set->bits, (uint32_t)(all - table->hash[f]) >> set->shift);
}

// Notes the edges of a generator that are in a set, or seem to be, where pairs will be.
static void note_edges(search *s, const edge_table *table, const hash_set *set, uint32_t i)
{
    uint32_t all = hash_of(table, s->cell, i);
    FOR_FACETS(f, s->cell, i)
    if (bits_have(set->bits, (uint32_t)(all - table->hash[f]) >> set->shift))
        add_pair(s, i, (uint32_t)f);
}

static uint32_t *bucket_of(const edge_table *table, uint32_t hash)
{
    return table->first + (hash & (table->buckets - 1));
}

static void enter_edges(edge_table *table, const search *s, const uint32_t *noted, size_t edges)
{
    arena *stack = &s->space->cells;
    for (table->buckets = 1; table->buckets < edges;)
        table->buckets *= 2;
    table->first = arena_take(stack, table->buckets * sizeof *table->first);
    memset(table->first, 0, table->buckets * sizeof *table->first);
    table->set = set_begin(stack, edges);
    table->edge = arena_take(stack, edges * sizeof *table->edge);
    for (uint32_t e = 0; e < edges; e++) {
        uint32_t end = noted[2 * e], left = noted[2 * e + 1];
        uint32_t hash = hash_of(table, s->cell, end) - table->hash[left];
        uint32_t *bucket = bucket_of(table, hash);
        table->edge[e] = (simple_edge){hash, end, left, *bucket};
        *bucket = e + 1;
        bits_add(table->set.bits, hash >> table->set.shift);
    }
}

// Of the edges from one side, those that seem to be edges from the other: all that cross the cut,
// and a few more.
static void table_begin(edge_table *table, search *s)
{
    size_t pairs = s->pairs;
    hash_set to = set_begin(&s->space->cells, (s->to.count - s->to.others) * (s->shared + 1));
    hash_facets(table, s);
    for (size_t j = 0; j < s->to.count && !run_gives_up(s->cell->facets); j++)
        if (s->simple[s->to.all[j]])
            add_to_set(&to, table, s, s->to.all[j]);
    for (size_t i = 0; i < s->from.count && !run_gives_up(s->cell->facets); i++)
        if (s->simple[s->from.all[i]])
            note_edges(s, table, &to, s->from.all[i]);
    enter_edges(table, s, s->space->pairs + 2 * pairs, s->pairs - pairs);
    s->pairs = pairs;
}

// ---- pairs ----

static int share_enough(search *s, size_t i, size_t j)
{
    const geom_cell *cell = s->cell;
    bits_common(s->common, cell_facets_at(cell, i), cell_facets_at(cell, j), cell->words);
    return bits_at_least(s->common, s->shared, cell->words);
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

// Pairs of simple generators, from that of the other side.
static void look_up(search *s, const edge_table *table, uint32_t j)
{
    const geom_cell *cell = s->cell;
    uint32_t all = hash_of(table, cell, j);
    FOR_FACETS(f, cell, j)
    {
        uint32_t hash = all - table->hash[f];
        if (!bits_have(table->set.bits, hash >> table->set.shift))
            continue;
        for (uint32_t e = *bucket_of(table, hash); e; e = table->edge[e - 1].next) {
            const simple_edge *edge = table->edge + e - 1;
            if (edge->hash == hash && !cell_lies_on(cell, edge->end, f) &&
                !cell_lies_on(cell, j, edge->left) && share_enough(s, edge->end, j))
                add_pair(s, edge->end, j);
        }
    }
}

static void look_up_all(search *s)
{
    edge_table table = {0};
    table_begin(&table, s);
    for (size_t j = 0; j < s->to.count && !run_gives_up(s->cell->facets); j++)
        if (s->simple[s->to.all[j]])
            look_up(s, &table, s->to.all[j]);
}

static void find_pairs_of(search *s, uint32_t i)
{
    size_t count = s->simple[i] ? s->to.others : s->to.count;
    const uint32_t *to = s->simple[i] ? s->to.other : s->to.all;
    if (run_gives_up((count + 1) * s->cell->words))
        return;
    size_t close =
        count ? list_sharing(s->close, s->cell, cell_facets_at(s->cell, i), to, count, s->shared)
              : 0;
    for (size_t k = 0; k < close; k++)
        if (are_adjacent(s, i, s->close[k]))
            add_pair(s, i, s->close[k]);
}

// Puts pairs in ascending order of one of their ends, and leaves the order of others. The rest of
// `place` is scratch.
static void sort_pairs(uint32_t *sorted, const uint32_t *pair, size_t pairs, size_t end,
                       size_t *place, size_t count)
{
    memset(place, 0, (count + 1) * sizeof *place);
    for (size_t k = 0; k < pairs; k++)
        place[pair[2 * k + end] + 1]++;
    for (size_t i = 0; i < count; i++)
        place[i + 1] += place[i];
    for (size_t k = 0; k < pairs; k++)
        memcpy(sorted + 2 * place[pair[2 * k + end]]++, pair + 2 * k, 2 * sizeof *pair);
}

// From the one below to the one above, in ascending order of the one, then of the other.
static void order_pairs(search *s)
{
    arena *stack = &s->space->cells;
    uint32_t *pair = s->space->pairs, *sorted = arena_take(stack, 2 * s->pairs * sizeof *sorted);
    size_t count = s->cell->count, *place = arena_take(stack, (count + 1) * sizeof *place);
    sort_pairs(sorted, pair, s->pairs, (size_t)s->upward, place, count);
    sort_pairs(pair, sorted, s->pairs, (size_t)!s->upward, place, count);
    for (size_t k = 0; !s->upward && k < s->pairs; k++) {
        uint32_t above = pair[2 * k];
        pair[2 * k] = pair[2 * k + 1];
        pair[2 * k + 1] = above;
    }
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

// Lists the generators on both sides. Few of them are compared sooner than entered in a table.
static void list_sides(search *s, const signed char *sign)
{
    const geom_cell *cell = s->cell;
    arena *stack = &s->space->cells;
    cut_side side[2];
    for (int above = 0; above < 2; above++) {
        side[above] = (cut_side){.all = arena_take(stack, cell->count * sizeof(uint32_t))};
        for (uint32_t i = (uint32_t)cell->lines; i < cell->count; i++)
            if (sign[i] * (above ? 1 : -1) > 0)
                side[above].all[side[above].count++] = i;
    }
    s->upward = side[1].count < 8 * cell->facets || side[1].count <= side[0].count;
    s->from = side[!s->upward];
    s->to = side[s->upward];
    s->to.other = arena_take(stack, s->to.count * sizeof(uint32_t));
    for (size_t j = 0; j < s->to.count; j++)
        if (!s->simple[s->to.all[j]] || s->to.count < 8 * cell->facets)
            s->to.other[s->to.others++] = s->to.all[j];
}

size_t cell_adjacent_pairs(geom_space *space, const geom_cell *cell, const signed char *sign)
{
    arena *stack = &space->cells;
    arena_mark mark = arena_here(stack);
    search s = {.space = space,
                .cell = cell,
                .shared = space->dimension - cell->lines - 1,
                .simple = arena_take(stack, cell->count),
                .common = arena_take(stack, cell->words * sizeof *s.common)};
    find_simple(s.simple, cell, s.shared + 1);
    list_sides(&s, sign);
    s.close = arena_take(stack, s.to.count * sizeof *s.close);
    for (size_t k = 0; k < s.from.count && !run_has_given_up(); k++)
        find_pairs_of(&s, s.from.all[k]);
    int by_edges = s.to.others < s.to.count;
    if (by_edges)
        look_up_all(&s);
    if (by_edges || !s.upward)
        order_pairs(&s);
    arena_release(stack, mark);
    return s.pairs;
}
