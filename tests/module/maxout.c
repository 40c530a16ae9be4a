// The parts of a cell in which the rows of a maxout unit attain the maximum.
#include "tree/maxout.h"
#include "position.h"
#include "unit.h"

enum { MOST = 8 };

typedef struct {
    test_position t;
    geom_cell cell; // surveyed
    size_t rank;
} surveyed;

// The first layer meets the domain.
static void surveyed_init(surveyed *s, crease_arith arith, crease_net *net, const char *box)
{
    test_position_init(&s->t, arith, net, domain_of(box));
    walk_position *pos = &s->t.pos;
    s->rank = unit_rows(&pos->maps.layer[1].rounded->unit, 0);
    walk_maps_sync(&pos->maps, 1);
    cell_view(&s->cell, &pos->space, &pos->whole);
    insertion_survey(pos, 1, &s->cell);
}

static void surveyed_clear(surveyed *s)
{
    test_position_clear(&s->t);
}

// The row that attains the maximum on all of a part of the cell, or `rank` if there is none.
static uint32_t winner_of(surveyed *s, const geom_cell *part)
{
    signed char *sign = arena_take(&s->t.pos.space.cells, part->count);
    for (uint32_t i = 0, j; i < s->rank; i++) {
        for (j = 0; j < s->rank; j++)
            if (j != i && insertion_beats(&s->t.pos, 1, 0, part, i, j, sign) != EVERYWHERE)
                break;
        if (j == s->rank)
            return i;
    }
    return (uint32_t)s->rank;
}

// The part where a row attains the maximum; 0 if there is none.
static bool find_part(geom_cell *part, surveyed *s, uint32_t row)
{
    part_list parts = maxout_parts(&s->t.pos, 0, (plane_origin){100, 0, 0, 0}, &s->cell, false);
    for (size_t i = 0; i < parts.count; i++)
        if (parts.winner[i] == row) {
            *part = parts.cell[i];
            return true;
        }
    return false;
}

static const walk_layer *first(const surveyed *s)
{
    return s->t.pos.maps.layer + 1;
}

#define MAXOUT3(weights, bias) net_of(LAYER("maxout:3", weights, bias))

// ---- the survey ----

static void survey(crease_arith arith)
{
    surveyed s;
    // On the box unit 0 is settled, of unit 1 all three predicates are kept.
    surveyed_init(
        &s, arith,
        MAXOUT3("[[1, 0], [0, 1], [0, 0], [1, 0], [0, 1], [0, 0]]", "[0, 3, 0, 0, 0, -5]"), "-1,1");
    const insertion *in = s.t.pos.inserts + 1;
    CU_ASSERT_EQUAL(first(&s)->pattern[0], 1);
    CU_ASSERT_EQUAL(in->count, 3);
    for (uint32_t q = 0; q < 3; q++)
        CU_ASSERT(in->kept[q].unit == 1 && in->kept[q].breakpoint == q);
    CU_ASSERT_EQUAL(winner_of(&s, &s.cell), 3);
    surveyed_clear(&s);

    // Of equal rows the first attains the maximum. On its border a row is as large as the others.
    surveyed_init(
        &s, arith,
        MAXOUT3("[[0, 0], [1, 0], [1, 0], [1, 1], [1, 1], [1, 1], [0, 0], [-1, 0], [0, 0]]",
                "[0, 0, 0, 0, 0, 0, 0, 0, 0]"),
        "0,1");
    CU_ASSERT(first(&s)->pattern[0] == 1 && first(&s)->pattern[1] == 0 &&
              first(&s)->pattern[2] == 0);
    CU_ASSERT_EQUAL(s.t.pos.inserts[1].count, 0);
    surveyed_clear(&s);

    // Constants, on the whole plane.
    surveyed_init(&s, arith, MAXOUT3("[[0, 0], [0, 0], [0, 0]]", "[1, 3, 2]"), NULL);
    CU_ASSERT(first(&s)->pattern[0] == 1 && s.t.pos.inserts[1].count == 0);
    surveyed_clear(&s);
}

// ---- parts ----

// Twice the signed area by generators that are finite.
static void add_area(fmpq_t twice, walk_position *pos, const geom_cell *cell)
{
    fmpq *at = _fmpq_vec_init(5);
    for (size_t i = 0; i < cell->count; i++) {
        for (size_t k = 0; k < 2; k++) {
            uint32_t point = cell->generator[(i + k) % cell->count].point;
            const fmpz *row = space_point_row(&pos->space, point);
            fmpq_set_fmpz_frac(at + 2 * k, row, row + 2);
            fmpq_set_fmpz_frac(at + 2 * k + 1, row + 1, row + 2);
        }
        fmpq_addmul(twice, at, at + 3);
        fmpq_submul(twice, at + 1, at + 2);
    }
    _fmpq_vec_clear(at, 5);
}

// At every generator of part i no row is larger than row i.
static bool wins_at_generators(surveyed *s, const geom_cell *part, size_t row)
{
    const net_layer *layer = s->t.net->layer;
    fmpq *z = _fmpq_vec_init((slong)layer->rows), *x = _fmpq_vec_init(2);
    bool good = true;
    for (size_t i = 0; i < part->count; i++) {
        const fmpz *at = space_point_row(&s->t.pos.space, part->generator[i].point);
        fmpq_set_fmpz_frac(x, at, at + 2);
        fmpq_set_fmpz_frac(x + 1, at + 1, at + 2);
        net_pre_activation(z, layer, x);
        for (size_t j = 0; j < s->rank; j++)
            good &= fmpq_cmp(z + j, z + row) <= 0;
    }
    _fmpq_vec_clear(z, (slong)layer->rows);
    _fmpq_vec_clear(x, 2);
    return good;
}

// The parts of a unit of random rows fill the box, and each has its row.
static void random_parts(crease_arith arith)
{
    enum { CASES = 400 };
    for (uint64_t k = 0; k < CASES; k++) {
        random_state random = unit_random(77 + k);
        crease_net *net = net_new(2, 1);
        net_layer_init(net->layer, 2, 1, random_maxout(&random));
        random_layer(net->layer, &random, k % 2 ? 2 : 1000);
        net_finish(net);
        surveyed s;
        surveyed_init(&s, arith, net, "-1,1");
        fmpq_t twice;
        fmpq_init(twice);
        size_t parts = 0;
        uint32_t winner = first(&s)->pattern[0];
        for (uint32_t i = 0; i < s.rank && s.t.pos.inserts[1].count; i++) {
            geom_cell part;
            if (!find_part(&part, &s, i))
                continue;
            parts++;
            add_area(twice, &s.t.pos, &part);
            CU_ASSERT(wins_at_generators(&s, &part, i));
            CU_ASSERT_EQUAL(winner_of(&s, &part), i);
        }
        bool divided = s.t.pos.inserts[1].count > 0;
        CU_ASSERT(divided ? parts >= 2 && fmpq_cmp_si(twice, 8) == 0
                          : wins_at_generators(&s, &s.cell, winner));
        fmpq_clear(twice);
        surveyed_clear(&s);
    }
}

// A row that is nowhere the largest has no part, though its ties cut the cell.
static void parts(crease_arith arith)
{
    surveyed s;
    geom_cell part;
    surveyed_init(&s, arith, MAXOUT3("[[1, 0], [-1, 0], [0, 0]]", "[0, 0, -1]"), "-2,2");
    CU_ASSERT_EQUAL(s.t.pos.inserts[1].count, 3);
    CU_ASSERT(find_part(&part, &s, 0) && part.count == 4);
    CU_ASSERT(find_part(&part, &s, 1) && part.count == 4);
    CU_ASSERT_FALSE(find_part(&part, &s, 2));
    surveyed_clear(&s);
    random_parts(arith);
}

// ---- names of borders ----

// The number of the tie on whose plane part `row` has an edge; MOST * MOST if on none or several.
static size_t tie_of(surveyed *s, uint32_t row)
{
    geom_cell part;
    size_t tie = MOST * MOST, ties = 0;
    if (!find_part(&part, s, row))
        return tie;
    for (size_t i = 0; i < part.count; i++) {
        const plane_origin *origin = s->t.pos.space.origin + part.generator[i].plane;
        if (origin->split == NO_SPLIT)
            continue;
        CU_ASSERT_EQUAL(origin->split, 100 + origin->breakpoint);
        ties += origin->breakpoint != tie;
        tie = origin->breakpoint;
    }
    return ties == 1 ? tie : MOST * MOST;
}

static void expect_ties(crease_arith arith, const char *name, const char *weights, size_t a,
                        size_t b, size_t tie)
{
    char *text = NULL;
    surveyed s;
    if (asprintf(&text, "{\"weights\": %s, \"bias\": [0, 0, 0, 0], \"activation\": \"%s\"}",
                 weights, name) < 0)
        abort();
    surveyed_init(&s, arith, net_of(text), "-1,1");
    for (uint32_t row = 0; row < 4; row++)
        CU_ASSERT_EQUAL(tie_of(&s, row), row == a || row == b ? tie : MOST * MOST);
    surveyed_clear(&s);
    free(text);
}

// All ties lie on x = 0; both sides name the tie of the two rows that attain the maximum.
static void names(crease_arith arith)
{
    expect_ties(arith, "maxout:4", "[[0, 0], [1, 0], [2, 0], [1, 0]]", 0, 2, 1);
    expect_ties(arith, "maxout:4", "[[1, 0], [-3, 0], [2, 0], [0, 0]]", 1, 2, 3);
    expect_ties(arith, "maxout:4", "[[1, 0], [3, 0], [3, 0], [-1, 0]]", 1, 3, 4);
    expect_ties(arith, "maxout:4", "[[5, 0], [-1, 0], [5, 0], [-1, 0]]", 0, 1, 0);
    expect_ties(arith, "maxout:4", "[[0, 0], [1, 0], [2, 0], [3, 0]]", 0, 3, 2);
}

static void exact_survey(void)
{
    survey(CREASE_EXACT);
}

static void filtered_survey(void)
{
    survey(CREASE_FILTERED);
}

static void exact_parts(void)
{
    parts(CREASE_EXACT);
}

static void filtered_parts(void)
{
    parts(CREASE_FILTERED);
}

static void exact_names(void)
{
    names(CREASE_EXACT);
}

static void filtered_names(void)
{
    names(CREASE_FILTERED);
}

UNIT_MAIN("maxout", {"exact survey", exact_survey}, {"filtered survey", filtered_survey},
          {"exact parts", exact_parts}, {"filtered parts", filtered_parts},
          {"exact names", exact_names}, {"filtered names", filtered_names})
