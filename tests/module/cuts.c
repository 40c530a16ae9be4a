// Which cuts of a layer are left for the parts of a cell.
#include "position.h"
#include "unit.h"
#include "walk/insertion.h"

typedef struct {
    test_position t;
    geom_cell cell; // surveyed
} surveyed;

static void surveyed_init(surveyed *s, crease_net *net)
{
    test_position_init(&s->t, CREASE_FILTERED, net, domain_of("-2,2"));
    walk_position *pos = &s->t.pos;
    walk_maps_sync(&pos->maps, 1);
    cell_copy(&s->cell, &pos->space, &pos->whole);
    insertion_survey(pos, 1, &s->cell);
}

static uint32_t piece(const surveyed *s, size_t unit)
{
    return s->t.pos.maps.layer[1].pattern[unit];
}

// Halves of a cell by cut k; as the walk does, the unit gets its piece.
static void halve(surveyed *s, geom_cell *half, const geom_cell *cell, uint32_t k)
{
    walk_position *pos = &s->t.pos;
    insertion *in = pos->inserts + 1;
    signed char *sign = arena_take(&pos->space.cells, cell->count);
    sides on = insertion_sides(pos, 1, k, cell, sign);
    CU_ASSERT(on.below && on.above);
    plane_origin origin = {k, 0, in->kept[k].unit, in->kept[k].breakpoint};
    uint32_t slots = in->slots, plane = space_add_plane(&pos->space, insertion_form(in, k), origin);
    cell_split(half, half + 1, &pos->space, cell, sign, plane, &in->slots);
    insertion_reserve(in, slots);
}

static hyperplane_list left(surveyed *s, const geom_cell *part, hyperplane_list list, uint32_t unit,
                            uint32_t own_piece)
{
    s->t.pos.maps.layer[1].pattern[unit] = own_piece;
    return hyperplanes_left(&s->t.pos, 1, part, list);
}

static void expect_list(hyperplane_list list, const uint32_t *cuts, size_t count)
{
    CU_ASSERT_EQUAL(list.count, count);
    for (size_t i = 0; i < count && i < list.count; i++)
        CU_ASSERT_EQUAL(list.number[i], cuts[i]);
}

// Units x, y, x + y - 3, x - 5: the last one does not cut.
static void relu(void)
{
    surveyed s;
    geom_cell half[2], quarter[2];
    surveyed_init(&s, net_of(RELU("[[1, 0], [0, 1], [1, 1], [1, 0]]", "[0, 0, -3, -5]")));
    CU_ASSERT_FALSE(insertion_is_maxout(&s.t.pos, 1));
    hyperplane_list all = hyperplanes_all(&s.t.pos, 1), rest = {all.number + 1, all.count - 1};
    expect_list(all, (uint32_t[]){0, 1, 2}, 3);
    CU_ASSERT_EQUAL(piece(&s, 3), 0);
    halve(&s, half, &s.cell, 0);
    expect_list(left(&s, half, rest, 0, 0), (uint32_t[]){1}, 1);
    CU_ASSERT_EQUAL(piece(&s, 2), 0);
    hyperplane_list both = left(&s, half + 1, rest, 0, 1);
    expect_list(both, (uint32_t[]){1, 2}, 2);
    halve(&s, quarter, half + 1, 1);
    hyperplane_list last = {both.number + 1, 1};
    expect_list(left(&s, quarter, last, 1, 0), NULL, 0);
    expect_list(left(&s, quarter + 1, last, 1, 1), (uint32_t[]){2}, 1);
    test_position_clear(&s.t);
}

// Breakpoints -1 and 1 of x, of y, and of x again.
static void hardtanh(void)
{
    surveyed s;
    geom_cell half[2], third[2];
    surveyed_init(&s, net_of(LAYER("hardtanh", "[[1, 0], [0, 1], [1, 0]]", "[0, 0, 0]")));
    hyperplane_list all = hyperplanes_all(&s.t.pos, 1), rest = {all.number + 1, all.count - 1};
    expect_list(all, (uint32_t[]){0, 1, 2, 3, 4, 5}, 6);
    halve(&s, half, &s.cell, 0);
    // x <= -1: below both breakpoints of both units.
    expect_list(left(&s, half, rest, 0, 0), (uint32_t[]){2, 3}, 2);
    CU_ASSERT(piece(&s, 0) == 0 && piece(&s, 2) == 0);
    hyperplane_list above = left(&s, half + 1, rest, 0, 1);
    expect_list(above, (uint32_t[]){1, 2, 3, 5}, 4);
    CU_ASSERT_EQUAL(piece(&s, 2), 2); // the second one still cuts
    halve(&s, third, half + 1, 1);
    hyperplane_list last = {above.number + 1, above.count - 1};
    expect_list(left(&s, third, last, 0, 1), (uint32_t[]){2, 3}, 2);
    CU_ASSERT_EQUAL(piece(&s, 2), 1);
    expect_list(left(&s, third + 1, last, 0, 2), (uint32_t[]){2, 3}, 2);
    CU_ASSERT_EQUAL(piece(&s, 2), 2);
    test_position_clear(&s.t);
}

// The first cut of the unit that is in the middle comes first, the others stay in order.
static void middle(void)
{
    surveyed s;
    surveyed_init(&s, net_of(LAYER("hardtanh", "[[1, 0], [0, 1], [1, 1]]", "[0, 0, 0]")));
    hyperplane_list all = hyperplanes_all(&s.t.pos, 1);
    hyperplanes_middle_first(&s.t.pos, 1, all);
    expect_list(all, (uint32_t[]){2, 0, 1, 3, 4, 5}, 6);
    hyperplane_list one = {all.number, 1}, three = {all.number + 3, 3}; // 3 4 5
    hyperplanes_middle_first(&s.t.pos, 1, one);
    hyperplanes_middle_first(&s.t.pos, 1, three);
    expect_list(all, (uint32_t[]){2, 0, 1, 4, 3, 5}, 6);
    test_position_clear(&s.t);
}

// Units max(x, 0, -9), max(x, y, -9): one entry for all predicates of each.
static void maxout(void)
{
    surveyed s;
    geom_cell half[2];
    surveyed_init(&s,
                  net_of(LAYER("maxout:3",
                               "[[1, 0], [0, 0], [0, 0], [1, 0], [0, 1], [0, 0], [0, 0], [0, 0], "
                               "[1, 1]]",
                               "[0, 0, -9, 0, 0, -9, 0, 1, 9]")));
    CU_ASSERT(insertion_is_maxout(&s.t.pos, 1));
    CU_ASSERT_EQUAL(piece(&s, 2), 2);
    hyperplane_list all = hyperplanes_all(&s.t.pos, 1);
    expect_list(all, (uint32_t[]){0, 3}, 2);
    // Where x > y no row of the first unit wins everywhere, the first one of the second.
    halve(&s, half, &s.cell, 3); // y - x
    expect_list(left(&s, half, all, 1, 0), (uint32_t[]){0}, 1);
    CU_ASSERT_EQUAL(piece(&s, 1), 0);
    expect_list(left(&s, half + 1, all, 1, 0), (uint32_t[]){0}, 1);
    CU_ASSERT_EQUAL(piece(&s, 1), 1);
    halve(&s, half, &s.cell, 0); // -x
    expect_list(left(&s, half, all, 0, 2), (uint32_t[]){3}, 1);
    CU_ASSERT_EQUAL(piece(&s, 0), 0);
    expect_list(left(&s, half + 1, all, 0, 2), (uint32_t[]){3}, 1);
    CU_ASSERT_EQUAL(piece(&s, 0), 1);
    test_position_clear(&s.t);
}

UNIT_MAIN("cuts", {"relu", relu}, {"hardtanh", hardtanh}, {"middle", middle}, {"maxout", maxout})
