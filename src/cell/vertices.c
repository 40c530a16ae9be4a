// Polytopes of any dimension d: one step of the double description method a split.
//
// A cell is the set of x with (x, 1) in a cone of R^(d+1), given twice: by the
// inequalities of its facets, w >= 0 among them, and as the sum of its generators' cone and
// of a linear space, the lineality. For this space there is a basis, the first `lines`
// generators. To choose among all representatives modulo the lineality, some coordinates
// are free, one for each line; all other generators have zeros there, and line number i
// has a 1 in its own free coordinate and zeros in the others. So every generator is the
// one common point of the facets it lies on and of the planes x_p = 0 of the free
// coordinates, and integers compute it as that, never from other points. Doubles may place it
// between two others (space_add_between).
//
// If the plane cuts the lineality, one line leaves the basis and becomes a ray on either
// side; all other generators are moved along it onto the plane. If it does not, the
// generators on either side of it stay, and between each two adjacent ones of different
// sides arises a new one (Motzkin et al. 1953; Fukuda and Prodon 1996).
#include "cell/kind.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "domain/border.h"
#include "domain/point_number.h"
#include "exact/versions.h"
#include <flint/fmpz_vec.h>
#include <string.h>

// A plane or a point.
static uint32_t add_unit_row(geom_space *space, size_t axis,
                             uint32_t (*add)(geom_space *space, const fmpz *row))
{
    ASSERT(space->columns == space->dimension + 1);
    fmpz *row = _fmpz_vec_init((slong)space->columns);
    fmpz_one(row + axis);
    const uint32_t added = add(space, row);
    _fmpz_vec_clear(row, (slong)space->columns);
    return added;
}

// The facet is the plane at infinity; the lines are the axes, the other generator is the
// origin.
static void vertices_whole(geom_cell *cell, geom_space *space)
{
    size_t d = space->dimension;
    *cell = (geom_cell){.count = d + 1, .lines = d, .facets = 1, .words = 1};
    cell->facet = arena_take(&space->cells, sizeof *cell->facet);
    const bool has_infinity = space->plane_rows.count > 0; // of a space of simplex.c
    *cell->facet =
        (half_space){has_infinity ? SPACE_INFINITY : add_unit_row(space, d, space_add_border), 1};
    cell->on = arena_take(&space->cells, cell->count * sizeof *cell->on);
    cell->generator = arena_take(&space->cells, cell->count * sizeof *cell->generator);
    for (size_t i = 0; i <= d; i++) {
        cell->on[i] = i < d;
        cell->generator[i] =
            (cell_generator){.point = add_unit_row(space, i, space_add_point), .slot = (uint32_t)i};
        if (i < d)
            cell->generator[i].plane = add_unit_row(space, i, space_add_border);
    }
}

// ---- a cell and its halves during a split ----
//
// Nearly all cells are simple, have a word of facets, and are cut between their generators. For
// these, inline functions have a version of their own, in which `simple` is true.

typedef struct {
    geom_space *space;
    const geom_cell *cell;
    const signed char *sign;
    uint32_t plane; // of the cut, the facet that both halves have got
    uint32_t *slots;
    geom_cell *half;     // two: below, above
    uint32_t *member[2]; // the generators of the cell that each half keeps
    size_t members[2];
    uint32_t *list; // scratch: planes of a new generator
    size_t listed;
    uint64_t *common; // scratch: a set of facets
} division;

// Lists the generators that the halves keep. Returns how many lie on the cut.
static size_t list_kept(division *d)
{
    const size_t count = d->cell->count;
    const signed char *sign = d->sign;
    size_t below = 0, above = 0;
    for (int s = 0; s < 2; s++)
        d->member[s] = arena_take(&d->space->cells, count * sizeof **d->member);
    for (size_t i = 0; i < count; i++) {
        d->member[0][below] = d->member[1][above] = (uint32_t)i;
        below += sign[i] <= 0;
        above += sign[i] >= 0;
    }
    d->members[0] = below;
    d->members[1] = above;
    return below + above - count;
}

// generators: the capacity of each half. Lines must be pushed before all other generators.
static void halves_begin(division *d, const size_t generators[2], size_t lines)
{
    arena *stack = &d->space->cells;
    const geom_cell *cell = d->cell;
    for (int s = 0; s < 2; s++) {
        geom_cell *half = d->half + s;
        *half = (geom_cell){.lines = lines, .facets = cell->facets + 1};
        half->words = bits_words(half->facets);
        half->generator = arena_take(stack, generators[s] * sizeof *half->generator);
        half->on = arena_take(stack, generators[s] * half->words * sizeof *half->on);
        half->facet = arena_take(stack, half->facets * sizeof *half->facet);
        memcpy(half->facet, cell->facet, cell->facets * sizeof *half->facet);
        half->facet[cell->facets] = (half_space){d->plane, s ? 1 : -1};
    }
}

// A generator that lies on these facets of the divided cell and, if on_cut is set, on the cut.
IN_LINE void halves_push(division *d, int side, cell_generator generator, const uint64_t *on,
                         bool on_cut, bool simple)
{
    ASSERT(side >= -1 && side <= SIGN_UNKNOWN);
    geom_cell *half = d->half + side;
    const size_t words = simple ? 1 : d->cell->words, width = simple ? 1 : half->words,
                 last = width - 1;
    const uint64_t cut = (uint64_t)on_cut << d->cell->facets % BITS_WORD;
    uint64_t *set = half->on + half->count * width;
    for (size_t w = 0; w < last; w++)
        set[w] = on[w];
    set[last] = (last < words ? on[last] : 0) | cut;
    half->generator[half->count++] = generator;
}

// Removes a set of facets.
static void drop_facets(geom_cell *cell, const uint64_t *gone)
{
    const size_t old = cell->words, facets = cell->facets;
    cell->facets = 0;
    for (size_t f = 0; f < facets; f++)
        if (!bits_have(gone, f))
            cell->facet[cell->facets++] = cell->facet[f];
    cell->words = bits_words(cell->facets);
    for (size_t i = 0; i < cell->count; i++)
        bits_drop(cell->on + i * cell->words, cell->on + i * old, gone, old);
}

// Whether each generator lies on as many facets as the cone has dimensions, without one.
static bool is_simple(const geom_cell *cell, size_t dimension)
{
    bool simple = !cell->lines;
    for (size_t i = 0; i < cell->count && simple; i++)
        simple = bits_count(cell_facets_at(cell, i), cell->words) == dimension;
    return simple;
}

// Drops inequalities with too few generators to be facets. Modulo its lines, the cone is pointed
// and has dimension d + 1 - lines. A facet has one dimension less, and at least as many generators
// as dimensions.
static void halves_end(division *d)
{
    for (int s = 0; s < 2; s++) {
        geom_cell *half = d->half + s;
        const size_t least = d->space->dimension - half->lines, words = half->words;
        uint64_t *few = arena_take(&d->space->cells, words * sizeof *few), any = 0;
        for (size_t w = 0; w < words; w++) {
            few[w] = ~bits_columns(half->on + half->lines * words + w, words,
                                   half->count - half->lines, least);
            if (w + 1 == words && half->facets % BITS_WORD)
                few[w] &= ((uint64_t)1 << half->facets % BITS_WORD) - 1;
            any |= few[w];
        }
        if (any)
            drop_facets(half, few);
        half->is_simple = is_simple(half, d->space->dimension);
    }
}

// ---- the edges that cross a cut ----
//
// Adjacent generators span a face of dimension 2 of the cone. Modulo its lines, the cone
// is pointed and has dimension d + 1 - lines. So adjacent generators share at least d - lines - 1
// facets. Two generators are adjacent iff no third one lies on all facets that they share (Fukuda
// and Prodon 1996).
//
// A generator is simple if it lies on d - lines facets, so few that they must be independent. All
// but one of these are then the facets of an edge, and any other generator on all of them is
// adjacent: no search for a third is needed.

typedef struct {
    geom_space *space;
    const geom_cell *cell;
    size_t shared;         // facets of an edge, at least
    const uint32_t *above; // the generators above the cut
    size_t count, words;   // of these; of a set of them
    uint64_t *members;     // of each facet: those that lie on it
    uint64_t *row;         // scratch: of some facets, a word of them
    uint64_t *common;      // scratch: a set of facets
    size_t pairs;
} search;

// Whether two generators that share enough facets are adjacent, the first of which is not simple.
static bool are_adjacent(search *s, size_t i, size_t j)
{
    const geom_cell *cell = s->cell;
    if (bits_count(cell_facets_at(cell, j), cell->words) == s->shared + 1)
        return true;
    bits_common(s->common, cell_facets_at(cell, i), cell_facets_at(cell, j), cell->words);
    if (run_poll(cell->count))
        return false;
    for (size_t k = cell->lines; k < cell->count; k++)
        if (k != i && k != j && bits_within(s->common, cell_facets_at(cell, k), cell->words))
            return false;
    return true;
}

IN_LINE void find_members(search *s, bool simple)
{
    const geom_cell *cell = s->cell;
    const size_t words = simple ? 1 : cell->words;
    memset(s->members, 0, cell->facets * s->words * sizeof *s->members);
    for (size_t k = 0; k < s->count; k++) {
        const uint64_t *on = cell->on + s->above[k] * words, one = (uint64_t)1 << k % BITS_WORD;
        uint64_t *member = s->members + k / BITS_WORD;
        BITS_EACH(f, on, words)
            member[f * s->words] |= one;
    }
}

// Of one word of generators above, those that lie on each facet of a set. Returns how many facets
// these are.
static size_t list_members(search *s, const uint64_t *facets, size_t word)
{
    size_t listed = 0;
    BITS_EACH(f, facets, s->cell->words)
        s->row[listed++] = s->members[f * s->words + word];
    return listed;
}

// Those that lie on all facets of a simple generator but one at most.
IN_LINE uint64_t find_close(const search *s, uint64_t facets, size_t word)
{
    const uint64_t *members = s->members + word;
    uint64_t all = ~(uint64_t)0, close = all;
    for (uint64_t rest = facets; rest; rest &= rest - 1) {
        const uint64_t row = members[bits_lowest(rest) * s->words];
        close = all | (close & row);
        all &= row;
    }
    return close;
}

IN_LINE void find_pairs_of(search *s, uint32_t i, bool simple)
{
    if (run_poll((s->count + 1) * s->cell->words))
        return;
    const size_t words = simple ? 1 : s->cell->words;
    const uint64_t *on = s->cell->on + i * words;
    const bool i_is_simple = simple || (words == 1 && bits_count(on, 1) == s->shared + 1);
    MEMORY_RESERVE(s->space->pairs, s->space->pairs_capacity, 2 * (s->pairs + s->count));
    uint32_t *pair = s->space->pairs + 2 * s->pairs;
    for (size_t w = 0; w < s->words; w++) {
        uint64_t close;
        if (i_is_simple) {
            close = find_close(s, *on, w);
        } else {
            const size_t listed = list_members(s, on, w);
            close = listed < s->shared ? 0 : bits_columns(s->row, 1, listed, s->shared);
        }
        if (w + 1 == s->words && s->count % BITS_WORD)
            close &= ((uint64_t)1 << s->count % BITS_WORD) - 1;
        for (; close; close &= close - 1) {
            const uint32_t j = s->above[w * BITS_WORD + bits_lowest(close)];
            if (!i_is_simple && !are_adjacent(s, i, j))
                continue;
            *pair++ = i;
            *pair++ = j;
        }
    }
    s->pairs = (size_t)(pair - s->space->pairs) / 2;
}

// Fills space->pairs with all pairs of adjacent generators, the first with a negative and the
// second with a positive sign, in ascending order. Returns their number; on cancellation, some may
// be missing. Cost: a bit for each facet of a generator and each generator above, and, in a cell
// that is not simple, a comparison with each generator if two share enough facets.
IN_LINE size_t adjacent_pairs(const division *d, bool simple)
{
    geom_space *space = d->space;
    const geom_cell *cell = d->cell;
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    arena *stack = &space->cells;
    arena_mark mark = arena_here(stack);
    search s = {.space = space,
                .cell = cell,
                .shared = space->dimension - cell->lines - 1,
                .above = d->member[1],
                .count = d->members[1],
                .common = d->common};
    if (!simple) {
        uint32_t *above = arena_take(stack, cell->count * sizeof *above);
        s.row = arena_take(stack, cell->facets * sizeof *s.row);
        s.count = 0;
        for (size_t k = 0; k < d->members[1]; k++)
            if (d->sign[d->member[1][k]])
                above[s.count++] = d->member[1][k];
        s.above = above;
    }
    s.words = bits_words(s.count);
    s.members = arena_take(stack, cell->facets * s.words * sizeof *s.members);
    find_members(&s, simple);
    for (size_t k = 0; k < d->members[0] && !run_is_cancelled(); k++)
        if (simple || d->sign[d->member[0][k]])
            find_pairs_of(&s, d->member[0][k], simple);
    arena_release(stack, mark);
    return s.pairs;
}

// ---- the split ----

static bool is_infinite(const division *d, size_t generator)
{
    return d->space->point[d->cell->generator[generator].point].infinite;
}

// Lists the cut, the planes of the facets in a set, and those of the lines' free coordinates,
// without generators `first` and `second`. Infinity is left out: the new point has a flag for it.
static void list_planes(division *d, const uint64_t *facets, size_t first, size_t second)
{
    const geom_cell *cell = d->cell;
    d->list[0] = d->plane;
    d->listed = 1 + cell_list_planes(d->list + 1, cell, facets);
    for (size_t i = 0; i < cell->lines; i++)
        if (i != first && i != second)
            d->list[d->listed++] = cell->generator[i].plane;
}

static cell_generator new_generator(division *d, int infinite, uint32_t witness, int side)
{
    ASSERT(side >= -1 && side <= SIGN_UNKNOWN);
    uint32_t point = space_add_common(d->space, d->list, d->listed, infinite, witness, side);
    return (cell_generator){.point = point, .slot = (*d->slots)++};
}

// A facet other than infinity in the set `on` but not in `off` (if `on` is NULL, any not in `off`):
// the direction is positive there. Guessed signs (--arith=float) may leave none; then any direction
// will do.
static half_space find_witness(const division *d, const uint64_t *on, const uint64_t *off)
{
    const geom_cell *cell = d->cell;
    for (size_t f = 0; f < cell->facets; f++)
        if ((!on || bits_have(on, f)) && !bits_have(off, f) &&
            cell->facet[f].plane != SPACE_INFINITY)
            return cell->facet[f];
    return (half_space){.plane = d->plane, .side = 1};
}

// ---- across a line ----

// Generator i, moved along the line onto the plane.
static cell_generator move_onto_plane(division *d, size_t i, size_t along)
{
    const geom_cell *cell = d->cell;
    if (d->sign[i] == 0)
        return cell->generator[i];
    const uint64_t *on = cell_facets_at(cell, i);
    list_planes(d, on, along, i); // a line keeps its own coordinate
    half_space witness = {0, 0};
    if (i < cell->lines)
        witness = (half_space){cell->generator[i].plane, 1};
    else if (is_infinite(d, i))
        witness = find_witness(d, NULL, on);
    cell_generator generator = new_generator(d, is_infinite(d, i), witness.plane, witness.side);
    generator.plane = cell->generator[i].plane;
    return generator;
}

// Steps to solve for a generator.
static size_t steps_of_solution(const division *d)
{
    size_t dimension = d->space->dimension;
    return dimension * dimension * dimension;
}

// On cancellation the halves are unfinished.
static void split_lineality(division *d, size_t along)
{
    const geom_cell *cell = d->cell;
    halves_begin(d, (size_t[]){cell->count, cell->count}, cell->lines - 1);
    for (size_t i = 0; i < cell->count; i++) {
        if (i == along)
            continue;
        if (run_poll(steps_of_solution(d)))
            return;
        cell_generator generator = move_onto_plane(d, i, along);
        for (int s = 0; s < 2; s++)
            halves_push(d, s, generator, cell_facets_at(cell, i), 1, false);
    }
    for (int s = 0; s < 2; s++) {
        list_planes(d, cell_facets_at(cell, along), along, along);
        d->list[0] = d->list[--d->listed]; // the line does not lie on the cut
        cell_generator ray = new_generator(d, 1, d->plane, s ? 1 : -1);
        halves_push(d, s, ray, cell_facets_at(cell, along), 0, false);
    }
    halves_end(d);
}

// ---- between generators ----

IN_LINE void push_between(division *d, size_t i, size_t j, bool simple)
{
    const geom_cell *cell = d->cell;
    uint64_t *common = d->common;
    bits_common(common, cell_facets_at(cell, i), cell_facets_at(cell, j), simple ? 1 : cell->words);
    half_space witness = {0, 0};
    if (is_infinite(d, i) && is_infinite(d, j))
        witness = find_witness(d, cell_facets_at(cell, i), cell_facets_at(cell, j));
    list_planes(d, common, SIZE_MAX, SIZE_MAX);
    const uint32_t ends[2] = {cell->generator[i].point, cell->generator[j].point};
    uint32_t point = space_add_between(d->space, d->list, d->listed, witness.plane, witness.side,
                                       ends, point_number_on_edge(d->space, ends));
    cell_generator generator = {.point = point, .slot = (*d->slots)++};
    for (int s = 0; s < 2; s++)
        halves_push(d, s, generator, common, 1, simple);
}

// Each half gets the generators on its side or on the plane, and one between each two neighbours on
// different sides. On cancellation some may be missing.
IN_LINE void split_generators(division *d, bool simple)
{
    const geom_cell *cell = d->cell;
    const size_t pairs = adjacent_pairs(d, simple);
    halves_begin(d, (size_t[]){d->members[0] + pairs, d->members[1] + pairs}, cell->lines);
    for (int s = 0; s < 2; s++) {
        d->half[s].is_simple = simple;
        for (size_t k = 0; k < d->members[s]; k++) {
            const size_t i = d->member[s][k];
            halves_push(d, s, cell->generator[i], cell_facets_at(cell, i),
                        !simple && d->sign[i] == 0, simple);
        }
    }
    for (size_t k = 0; k < pairs && !run_poll(steps_of_solution(d)); k++)
        push_between(d, d->space->pairs[2 * k], d->space->pairs[2 * k + 1], simple);
}

static void split_simple(division *d)
{
    split_generators(d, true);
}

static void split_general(division *d)
{
    split_generators(d, false);
    if (!run_is_cancelled())
        halves_end(d);
}

static void vertices_split(geom_cell half[2], geom_space *space, const geom_cell *cell,
                           const signed char *sign, uint32_t plane, uint32_t *slots)
{
    ASSERT(plane < space->plane_rows.count);
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    size_t most = cell->facets + cell->lines + 1;
    division d = {.space = space,
                  .cell = cell,
                  .sign = sign,
                  .plane = plane,
                  .slots = slots,
                  .half = half,
                  .list = arena_take(&space->cells, most * sizeof *d.list),
                  .common = arena_take(&space->cells, cell->words * sizeof *d.common)};
    size_t along = 0;
    while (along < cell->lines && sign[along] == 0)
        along++;
    if (along < cell->lines)
        split_lineality(&d, along);
    else if (list_kept(&d) == 0 && cell->is_simple && cell->facets < BITS_WORD)
        split_simple(&d);
    else
        split_general(&d);
    if (run_is_cancelled())
        half[0] = half[1] = *cell; // cells at least
}

// A volume would need a division into simplices.
const cell_kind vertices_kind = {
    .whole = vertices_whole,
    .split = vertices_split,
    .clip = generators_clip,
    .copy = generators_copy,
    .is_bounded = generators_are_bounded,
    .box = generators_box,
    .sides = generators_sides,
    .holds = generators_hold,
    .facets = vertices_facets,
    .facets_meeting = vertices_facets_meeting,
    .facet_borders = vertices_facet_borders,
    .facet_box = vertices_facet_box,
    .lies_beside = generators_lie_beside,
};
