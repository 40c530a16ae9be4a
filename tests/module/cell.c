// Domains as cells, and the functions of cells, in every dimension.
#include "base/limits.h"
#include "cutting.h"
#include "nets.h"

#include <math.h>

// ---- domains ----

typedef struct {
    cutting c;
    geom_cell cell;
    int interior;
} made;

static void made_init(made *m, const crease_domain *domain, crease_arith arith)
{
    *m = (made){.c = {.dimension = crease_domain_dimension(domain)}};
    geom_space *space = &m->c.pos.space;
    sign_judge_init(&m->c.pos.judge, arith, 0);
    space_init(space, m->c.dimension, &m->c.pos.judge);
    m->interior = cell_from_domain(&m->cell, space, domain);
    m->c.slots = (uint32_t)m->cell.count;
    for (size_t i = 0; i < m->cell.count && m->interior; i++)
        CU_ASSERT_EQUAL(m->cell.generator[i].slot, i);
}

static crease_domain *box_of(const char *text, size_t d)
{
    crease_domain *domain = NULL;
    if (crease_domain_parse_box(&domain, text, d, NULL) != CREASE_OK)
        abort();
    return domain;
}

static crease_domain *polytope_of(const int *entries, size_t count, size_t d)
{
    crease_domain *domain = NULL;
    size_t numbers = count * (d + 1);
    fmpq *row = _fmpq_vec_init((slong)numbers);
    for (size_t i = 0; i < numbers; i++)
        fmpq_set_si(row + i, entries[i], 2);
    if (crease_domain_new_polytope(&domain, row, count, d, NULL) != CREASE_OK)
        abort();
    _fmpq_vec_clear(row, (slong)numbers);
    return domain;
}

static void spaces(void)
{
    for (size_t d = 1; d <= 5; d++)
        for (int general = 0; general < 2; general++) {
            crease_domain *space = crease_domain_new_space(d);
            space->general = general;
            made m;
            made_init(&m, space, CREASE_EXACT);
            CU_ASSERT(m.interior && !cell_is_bounded(&m.cell, &m.c.pos.space));
            CU_ASSERT_EQUAL(cell_is_everything(&m.cell, &m.c.pos.space), d < 3 && !general);
            CU_ASSERT_EQUAL(m.cell.lines, d < 3 && !general ? 0 : d);
            CU_ASSERT(cell_size(&m.cell, &m.c.pos.space) == 0);
            cutting_clear(&m.c);
            crease_domain_free(space);
        }
}

static void expect_generators(made *m, const char *wanted)
{
    char *word[MOST_WORDS], *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    for (size_t i = 0; i < m->cell.count; i++)
        word[i] = generator_words(&m->c, &m->cell, i);
    tell(stream, "", word, m->cell.count);
    fclose(stream);
    expect_words(text, wanted);
}

static void boxes(void)
{
    static const char *const generators[] = {"", "-1/3 2 ", "-1/3,-1/3 -1/3,2 2,-1/3 2,2 "};
    for (size_t d = 1; d <= 4; d++)
        for (int general = 0; general < 2; general++) {
            crease_domain *box = box_of("-1/3,2", d);
            box->general = general;
            made m;
            made_init(&m, box, CREASE_FILTERED);
            geom_space *space = &m.c.pos.space;
            CU_ASSERT(m.interior && cell_is_bounded(&m.cell, space) &&
                      !cell_is_everything(&m.cell, space));
            CU_ASSERT_EQUAL(m.cell.count, (size_t)1 << d);
            if (d < 3)
                expect_generators(&m, generators[d]);
            double size = d < 3 && !general ? pow(7.0 / 3, (double)d) : 0;
            CU_ASSERT(fabs(cell_size(&m.cell, space) - size) < 1e-9);
            m.c.pos.judge.arith = CREASE_EXACT;
            CU_ASSERT(cell_size(&m.cell, space) == 0);
            cutting_clear(&m.c);
            crease_domain_free(box);
        }
}

// The triangle x, y >= 0, x + y <= 1, or the simplex; and things that are flat or empty.
static void polytopes(void)
{
    static const int simplex[] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -2, -2, -2, 3};
    static const int triangle[] = {1, 0, 0, 0, 1, 0, -1, -1, 1};
    static const int flat[] = {1, 1, -1, 1, 0, 0, -2, -2, 2};
    static const int empty[] = {1, 0, -1, -1, 0, 0};
    static const int strip[] = {1, 1, 0, -1, -1, 3};
    const struct {
        const int *row;
        size_t rows, d;
        int interior;
        const char *generators;
    } cases[] = {{simplex, 4, 3, 1, "0,0,0 0,0,3/2 0,3/2,0 3/2,0,0 "},
                 {triangle, 3, 2, 1, "0,0 0,1 1,0 "},
                 {flat, 3, 2, 0, NULL},
                 {empty, 2, 2, 0, NULL},
                 {strip, 2, 2, 1, NULL}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (int exact = 0; exact < 2; exact++) {
            crease_domain *domain = polytope_of(cases[k].row, cases[k].rows, cases[k].d);
            made m;
            made_init(&m, domain, exact ? CREASE_EXACT : CREASE_FILTERED);
            CU_ASSERT_EQUAL(m.interior, cases[k].interior);
            if (cases[k].generators)
                expect_generators(&m, cases[k].generators);
            if (m.interior)
                CU_ASSERT_EQUAL(cell_is_bounded(&m.cell, &m.c.pos.space),
                                cases[k].generators != NULL);
            cutting_clear(&m.c);
            crease_domain_free(domain);
        }
}

// ---- clipping, copying ----

static void clips(void)
{
    cutting c;
    cutting_init(&c, 3, CREASE_FILTERED);
    geom_cell cube = cutting_cube(&c), cell;
    const char *whole = "V 0,0,0 0,0,1 0,1,0 0,1,1 1,0,0 1,0,1 1,1,0 1,1,1 "
                        "F -1,0,0,1 0,-1,0,1 0,0,-1,1 0,0,1,0 0,1,0,0 1,0,0,0 ";
    expect_cell(&c, &cube, whole);
    cell_view(&cell, &c.pos.space, &cube);
    for (size_t i = 0; i < cell.count; i++)
        CU_ASSERT(cell.generator[i].slot == i &&
                  cell.generator[i].point == cube.generator[i].point);
    // A cut beside the cell, along a facet or touching an edge leaves all of it or nothing.
    CU_ASSERT(cell_clip(&cell, &c.pos.space, cutting_plane(&c, (int[]){1, 1, 1, 1}, 0)));
    CU_ASSERT(cell_clip(&cell, &c.pos.space, cutting_plane(&c, (int[]){0, 0, 2, 0}, 0)));
    CU_ASSERT(cell_clip(&cell, &c.pos.space, cutting_plane(&c, (int[]){-1, -1, 0, 2}, 0)));
    expect_cell(&c, &cell, whole);
    CU_ASSERT(cell_clip(&cell, &c.pos.space, cutting_plane(&c, (int[]){1, 1, 1, -2}, 0)));
    expect_cell(&c, &cell, "V 0,1,1 1,0,1 1,1,0 1,1,1 F -1,0,0,1 0,-1,0,1 0,0,-1,1 1,1,1,-2 ");
    expect_cell(&c, &cube, whole);
    CU_ASSERT_FALSE(cell_clip(&cell, &c.pos.space, cutting_plane(&c, (int[]){-1, -1, -1, 2}, 0)));
    CU_ASSERT_FALSE(cell_clip(&cell, &c.pos.space, cutting_plane(&c, (int[]){0, 0, 1, -1}, 0)));
    CU_ASSERT_FALSE(cell_clip(&cell, &c.pos.space, cutting_plane(&c, (int[]){-1, 0, 0, -1}, 0)));
    cutting_clear(&c);
}

// ---- limits ----

// Once the flag is set, a split across a line and one between generators leave the cell as it is.
static void limits_are_heard(void)
{
    volatile sig_atomic_t flag = 0;
    const crease_options options = {.interrupt = &flag};
    for (size_t d = 2; d <= 4; d++)
        for (int pointed = 0; pointed < 2; pointed++) {
            flag = 0;
            run_limits limits;
            run_limits_init(&limits, &options);
            cutting c;
            cutting_init(&c, d, CREASE_FILTERED);
            geom_cell cell = pointed ? cutting_cube(&c) : c.whole, half[2];
            const int row[] = {4, 3, 2, 1, -1};
            run_here.work = SIZE_MAX / 2; // it is time to look
            CU_ASSERT(cutting_halve(&c, half, &cell, row + 4 - d));
            CU_ASSERT(!run_is_cancelled() && half[0].generator != cell.generator);
            flag = 1;
            run_here.work = SIZE_MAX / 2;
            CU_ASSERT(cutting_halve(&c, half, &cell, row + 4 - d));
            CU_ASSERT(run_is_cancelled() && half[0].count == cell.count &&
                      half[1].generator == cell.generator);
            cutting_clear(&c);
            run_limits_end(&limits, CREASE_OK, NULL);
        }
}

// ---- the box of the approximations ----

// It holds every generator, whatever the rounding: center -+ (half + radius).
static bool box_holds(cutting *c, const geom_cell *cell, const box_approx *box)
{
    bool good = true;
    fmpq *x = _fmpq_vec_init(2);
    for (size_t i = 0; i < cell->count; i++) {
        const fmpz *row = space_point_row(&c->pos.space, cell->generator[i].point);
        for (size_t k = 0; k < c->dimension; k++) {
            double bound = nextafter(box->half[k] + box->radius, INFINITY);
            fmpq_set_fmpz_frac(x, row + k, row + c->dimension);
            double off = fmpq_get_d(x) - box->center[k];
            good &= fabs(off) <= bound * (1 + 0x1p-50) &&
                    fabs(fmpq_get_d(x)) <= box->reach[k] * (1 + 0x1p-50);
        }
    }
    _fmpq_vec_clear(x, 2);
    return good;
}

static void ranges(void)
{
    double memory[BOX_DOUBLES(5)];
    for (size_t d = 1; d <= 4; d++) {
        cutting c;
        cutting_init(&c, d, CREASE_FILTERED);
        box_approx box = box_approx_in(memory, d);
        CU_ASSERT_FALSE(cell_box(&box, &c.whole, &c.pos.space));
        int inequality[5 * 5] = {0};
        for (size_t i = 0; i <= d && d > 1; i++) { // x_i >= 1/3, sum x_i <= 7
            for (size_t k = 0; k < d; k++)
                inequality[i * (d + 1) + k] = i == d ? -1 : 3 * (i == k);
            inequality[i * (d + 1) + d] = i == d ? 7 : -1;
        }
        geom_cell cell = d > 1 ? cutting_cell(&c, inequality, d + 1)
                               : cutting_cell(&c, (int[]){3, -1, -1, 7}, 2);
        CU_ASSERT(cell_box(&box, &cell, &c.pos.space));
        CU_ASSERT(box_holds(&c, &cell, &box));
        for (size_t k = 0; k < d; k++)
            CU_ASSERT(fabs(box.center[k] - box.half[k] - 1.0 / 3) < 1e-9);
        geom_cell wedge = cutting_cell(&c, inequality, d > 1 ? d : 0);
        CU_ASSERT_FALSE(cell_box(&box, &wedge, &c.pos.space));
        cutting_clear(&c);
    }
}

// ---- one dimension ----

// "(LOWER UPPER) side side", infinite ends as -oo and oo.
static char *ends_words(cutting *c, const geom_cell *cell)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    for (size_t i = 0; i < cell->count; i++) {
        char *end = generator_words(c, cell, i);
        int infinite = c->pos.space.point[cell->generator[i].point].infinite;
        fprintf(stream, "%s%s:%d", i ? " " : "", infinite ? (*end == '-' ? "-oo" : "oo") : end,
                (int)cell->generator[i].side);
        free(end);
    }
    fclose(stream);
    return text;
}

static void expect_ends(cutting *c, const geom_cell *cell, const char *wanted)
{
    expect_words(ends_words(c, cell), wanted);
    CU_ASSERT(cell->count == 2 && cell->lines == 0 && cell->facets == 0);
}

static void cuts(void)
{
    for (int exact = 0; exact < 2; exact++) {
        cutting c;
        geom_cell one[2], two[2], three[2];
        cutting_init(&c, 1, exact ? CREASE_EXACT : CREASE_FILTERED);
        expect_ends(&c, &c.whole, "-oo:1 oo:1");
        CU_ASSERT(cutting_halve(&c, one, &c.whole, (int[]){2, -1}));
        expect_ends(&c, one, "-oo:1 1/2:-1");
        expect_ends(&c, one + 1, "1/2:1 oo:1");
        // Falling forms: below is to the right.
        CU_ASSERT(cutting_halve(&c, two, one + 1, (int[]){-3, 5}));
        expect_ends(&c, two, "5/3:-1 oo:1");
        expect_ends(&c, two + 1, "1/2:1 5/3:1");
        CU_ASSERT(cutting_halve(&c, three, two + 1, (int[]){-1, 1}));
        expect_ends(&c, three, "1:-1 5/3:1");
        expect_ends(&c, three + 1, "1/2:1 1:1");
        CU_ASSERT(cell_is_bounded(three, &c.pos.space));
        CU_ASSERT_FALSE(cell_is_bounded(two, &c.pos.space));
        CU_ASSERT(cell_is_everything(&c.whole, &c.pos.space));
        CU_ASSERT_FALSE(cell_is_everything(one, &c.pos.space));
        CU_ASSERT_EQUAL(c.slots, 5); // a new one for each cut
        cutting_clear(&c);
    }
}

UNIT_MAIN("cell", {"spaces", spaces}, {"boxes", boxes}, {"polytopes", polytopes}, {"clips", clips},
          {"limits are heard", limits_are_heard}, {"ranges", ranges}, {"cuts", cuts})
