// Cells: the plane and boxes, cut by lines that are seldom in general position.
#include "base/memory.h"
#include "bounds.h"
#include "tiling.h"
#include "unit.h"

#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <stdio.h>

static size_t bounded_tiles(tiling *t)
{
    size_t bounded = 0;
    for (size_t k = 0; k < t->count; k++)
        bounded += (size_t)cell_is_bounded(&t->tiles[k].cell, &t->space);
    return bounded;
}

// Inserts up to MOST_LINES lines and checks the cells after each.
static bool arrangement_is_right(random_state *random, const int_domain *of, crease_arith arith)
{
    static tiling t;
    int_line line[MOST_LINES];
    crease_domain *domain = make_domain(of);
    tiling_init(&t, arith, domain);
    bool good = cell_is_sound(&t, &t.tiles[0].cell);
    size_t most = 1 + random_below(random, MOST_LINES);
    for (size_t n = 0; n < most && good; n++) {
        line[n] = next_line(random, line, n, of);
        good &= insert_line(&t, line[n]);
        good &= t.count == expected_cells(line, n + 1, of);
        size_t unbounded = of->is_plane ? expected_unbounded(line, n + 1) : 0;
        good &= bounded_tiles(&t) == t.count - unbounded;
    }
    tiling_clear(&t);
    crease_domain_free(domain);
    return good;
}

static void random_arrangements(bool is_plane)
{
    enum { CASES = 600 };
    for (uint64_t k = 0; k < CASES; k++) {
        random_state random = unit_random(11 + k);
        int_domain of = {.is_plane = is_plane};
        for (int i = 0; i < 2; i++) {
            of.lo[i] = small(&random);
            of.hi[i] = of.lo[i] + (slong)random_between(&random, 1, 4);
        }
        random_state again = random;
        bool good = arrangement_is_right(&random, &of, CREASE_EXACT) &&
                    arrangement_is_right(&again, &of, CREASE_FILTERED);
        CU_ASSERT(good);
    }
}

static void cut_plane(void)
{
    random_arrangements(1);
}

static void cut_boxes(void)
{
    random_arrangements(0);
}

// ---- Cases by hand. ----

// A test for each arithmetic that promises the same answers.
#define IN_BOTH(name)               \
    static void name(void)          \
    {                               \
        name##_in(CREASE_EXACT);    \
        name##_in(CREASE_FILTERED); \
    }

static tiling *new_tiling(crease_arith arith, const char *box)
{
    tiling *t = memory_new(1, sizeof *t);
    crease_domain *domain = NULL;
    if (!box)
        domain = crease_domain_new_space(2);
    else if (crease_domain_parse_box(&domain, box, 2, NULL) != CREASE_OK)
        abort();
    tiling_init(t, arith, domain);
    crease_domain_free(domain);
    return t;
}

static void free_tiling(tiling *t)
{
    tiling_clear(t);
    free(t);
}

static void whole_domains_in(crease_arith arith)
{
    tiling *t = new_tiling(arith, NULL);
    CU_ASSERT(cell_is_everything(&t->tiles[0].cell, &t->space));
    CU_ASSERT_FALSE(cell_is_bounded(&t->tiles[0].cell, &t->space));
    CU_ASSERT(cell_is_sound(t, &t->tiles[0].cell));
    free_tiling(t);

    t = new_tiling(arith, "-1/2,1/3,-5/7,1e-30");
    const geom_cell *box = &t->tiles[0].cell;
    CU_ASSERT_FALSE(cell_is_everything(box, &t->space));
    CU_ASSERT(cell_is_bounded(box, &t->space));
    CU_ASSERT(cell_is_sound(t, box));
    CU_ASSERT_EQUAL(box->count, 4);
    for (uint32_t i = 0; i < 4; i++) {
        CU_ASSERT_EQUAL(box->generator[i].slot, i);
        CU_ASSERT_EQUAL(t->space.origin[box->generator[i].plane].split, NO_SPLIT);
    }
    free_tiling(t);
}

IN_BOTH(whole_domains)

// ---- The box around a cell. ----

// Every generator is where the box says, up to the rounding of the box itself.
static bool box_holds(tiling *t, const geom_cell *cell, const box_approx *box)
{
    bool good = true;
    fmpq *x = _fmpq_vec_init(2);
    for (size_t i = 0; i < cell->count; i++) {
        finite_point(x, generator_at(t, cell, i));
        for (int c = 0; c < 2; c++) {
            good &= is_within(x + c, box->center[c], (box->half[c] + box->radius) * FILTER_ENLARGE);
            good &= is_within(x + c, 0, box->reach[c] * FILTER_ENLARGE);
        }
    }
    _fmpq_vec_clear(x, 2);
    return good;
}

static void boxes(void)
{
    random_state random = unit_random(13);
    static const char *const bounds[] = {NULL,           "-3/2,5/2,-3/2,7/2",
                                         "1e300,2e300",  "1,1000000000000000000000000000001e-30",
                                         "-1e400,1e400", "0,1e-320"};
    size_t tight = 0, cells = 0;
    CASES(k, 60) {
        const int_domain of = {.is_plane = 1};
        tiling *t = new_tiling(CREASE_FILTERED, bounds[k % 6]);
        int_line line[MOST_LINES];
        for (size_t n = 0; n < 5; n++) {
            line[n] = next_line(&random, line, n, &of);
            insert_line(t, line[n]);
        }
        for (size_t i = 0; i < t->count; i++) {
            double room[BOX_DOUBLES(2)];
            box_approx box = box_approx_in(room, 2);
            const geom_cell *cell = &t->tiles[i].cell;
            int found = cell_box(&box, cell, &t->space);
            CU_ASSERT_EQUAL(found, cell_is_bounded(cell, &t->space));
            if (!found)
                continue;
            CU_ASSERT(box_holds(t, cell, &box));
            cells++;
            tight += box.radius < 1e-9;
        }
        free_tiling(t);
    }
    CU_ASSERT(cells > 200 && tight > cells / 2);
}

// If a generator overflowed, the box has no bound.
static void boxes_without_bound(void)
{
    static const point_approx odd[] = {{NAN, NAN, 1, NAN},
                                       {NAN, NAN, 1, INFINITY},
                                       {INFINITY, 0, 1, INFINITY},
                                       {0.5, 0.5, 1, NAN}};
    for (size_t k = 0; k < sizeof odd / sizeof *odd; k++)
        for (size_t generator = 0; generator < 4; generator++) {
            tiling *t = new_tiling(CREASE_FILTERED, "0,1");
            const geom_cell *cell = &t->tiles[0].cell;
            *space_point_approx(&t->space, cell->generator[generator].point) = odd[k];
            double room[BOX_DOUBLES(2)];
            box_approx box = box_approx_in(room, 2);
            CU_ASSERT(cell_box(&box, cell, &t->space));
            CU_ASSERT_FALSE(box.radius < INFINITY);
            CU_ASSERT_FALSE(box.reach[0] < INFINITY || box.reach[1] < INFINITY);
            free_tiling(t);
        }
}

// In doubles: the same number of cells as long as nothing is close to a tie.
static void float_cells(void)
{
    random_state random = unit_random(12);
    CASES(k, 100) {
        const int_domain of = {.is_plane = k % 2, .lo = {-3, -3}, .hi = {5, 7}};
        tiling *t = new_tiling(CREASE_FLOAT, of.is_plane ? NULL : "-3/2,5/2,-3/2,7/2");
        int_line line[MOST_LINES];
        for (size_t n = 0; n < MOST_LINES; n++) {
            line[n].a = (slong)random_between(&random, -900, 900);
            line[n].b = (slong)random_between(&random, -900, 900);
            line[n].c = (slong)random_between(&random, -900, 900);
            insert_line(t, line[n]);
        }
        CU_ASSERT_EQUAL(t->count, expected_cells(line, MOST_LINES, &of));
        free_tiling(t);
    }
}

UNIT_MAIN("cell_polygon", {"whole_domains", whole_domains}, {"cut_plane", cut_plane},
          {"cut_boxes", cut_boxes}, {"boxes", boxes}, {"boxes_without_bound", boxes_without_bound},
          {"float_cells", float_cells})
