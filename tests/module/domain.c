// Domains: spaces, boxes, polytopes, slices, and whether they are bounded.
#include "domain/domain.h"
#include "nets.h"
#include "text_file.h"
#include "unit.h"

#include <crease/domain.h>
#include <flint/fmpq_mat.h>
#include <flint/fmpq_vec.h>
#include <stdio.h>
#include <string.h>

// ---- Spaces and boxes ----

static void box(void)
{
    fmpq *bounds = _fmpq_vec_init(6);
    for (int i = 0; i < 3; i++) {
        fmpq_set_si(bounds + i, -i - 1, 2); // -1/2, -1, -3/2
        fmpq_set_si(bounds + 3 + i, i, 3);  // 0, 1/3, 2/3
    }
    crease_domain *domain = NULL;
    CU_ASSERT_EQUAL(crease_domain_new_box(&domain, bounds, bounds + 3, 3, NULL), CREASE_OK);
    _fmpq_vec_clear(bounds, 6); // the domain has copies
    CU_ASSERT_EQUAL(crease_domain_dimension(domain), 3);
    CU_ASSERT(domain->is_box && crease_domain_inputs(domain) == 3);
    CU_ASSERT_STRING_EQUAL(crease_domain_text(domain), "[-1/2, 0] x [-1, 1/3] x [-3/2, 2/3]");
    CU_ASSERT(fmpq_equal_si(domain->lo + 1, -1));
    CU_ASSERT(fmpq_is_zero(domain->hi));
    crease_domain_free(domain);
}

// A box without interior names the coordinate and both numbers.
static void empty_box(void)
{
    static const struct {
        slong lo[2], hi[2];
        const char *message;
    } cases[] = {
        {{0, 0}, {0, 1}, "LO must be less than HI, but coordinate 1 has 0 and 0"},
        {{1, 0}, {-1, 1}, "LO must be less than HI, but coordinate 1 has 1 and -1"},
        {{0, 7}, {1, 5}, "LO must be less than HI, but coordinate 2 has 7 and 5"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        fmpq *lo = _fmpq_vec_init(2), *hi = _fmpq_vec_init(2);
        for (int i = 0; i < 2; i++) {
            fmpq_set_si(lo + i, cases[k].lo[i], 1);
            fmpq_set_si(hi + i, cases[k].hi[i], 1);
        }
        crease_domain *domain = NULL;
        crease_error error;
        CU_ASSERT_EQUAL(crease_domain_new_box(&domain, lo, hi, 2, &error), CREASE_ERROR);
        CU_ASSERT_STRING_EQUAL(error.message, cases[k].message);
        CU_ASSERT_EQUAL(crease_domain_new_box(&domain, lo, hi, 2, NULL), CREASE_ERROR);
        _fmpq_vec_clear(lo, 2);
        _fmpq_vec_clear(hi, 2);
    }
}

static void spelled(void)
{
    static const struct {
        size_t dimension;
        const char *spelled, *text;
    } cases[] = {
        {1, "0,1", "[0, 1]"},
        {2, "-1,1", "[-1, 1] x [-1, 1]"},
        {3, "0,1/3", "[0, 1/3] x [0, 1/3] x [0, 1/3]"},
        {2, "0,1,-2,3", "[0, 1] x [-2, 3]"},
        {2, "-2/4,1e-1,0x1.8p0,2.50", "[-1/2, 1/10] x [3/2, 5/2]"},
        {2, "+1,2", "[1, 2] x [1, 2]"},
        {3, "0,1,2,3,4,5", "[0, 1] x [2, 3] x [4, 5]"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        crease_domain *domain = NULL;
        crease_error error;
        CU_ASSERT_EQUAL_FATAL(
            crease_domain_parse_box(&domain, cases[k].spelled, cases[k].dimension, &error),
            CREASE_OK);
        CU_ASSERT_STRING_EQUAL(crease_domain_text(domain), cases[k].text);
        CU_ASSERT_EQUAL(crease_domain_dimension(domain), cases[k].dimension);
        CU_ASSERT(domain->is_box);
        crease_domain_free(domain);
    }
}

// Wrong spellings: the count, the place of a wrong number, an empty box.
static void misspelled(void)
{
    static const struct {
        size_t dimension;
        const char *spelled, *where, *message; // message: its beginning
    } cases[] = {
        {2, "1", "", "expected LO,HI or 4 numbers (LO,HI for each of 2 coordinates), found 1"},
        {0, "-1,1", "", "expected LO,HI or 0 numbers"},
        {2, "0,1,2", "", "expected LO,HI or 4 numbers (LO,HI for each of 2 coordinates), found 3"},
        {2, "0,1,0,1,0,1", "", "expected LO,HI or 4 numbers"},
        {3, "0,1,0,1", "", "expected LO,HI or 6 numbers"},
        {2, "0,1,0,1,", "", "expected LO,HI or 4 numbers"},
        {2, "", "", "expected LO,HI or 4 numbers"},
        {2, ",", "number 1", ""},
        {2, "0,", "number 2", ""},
        {2, "0,x", "number 2", ""},
        {2, "0,1,2,1/0", "number 4", ""},
        {2, "0, 1", "number 2", ""},
        {2, "0,inf", "number 2", ""},
        {2, "nan,1", "number 1", ""},
        {2, "1,0", "", "LO must be less than HI, but coordinate 1 has 1 and 0"},
        {2, "0,1,1/3,2/6", "", "LO must be less than HI, but coordinate 2 has 1/3 and 1/3"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        crease_domain *domain = NULL;
        crease_error error;
        CU_ASSERT_EQUAL(
            crease_domain_parse_box(&domain, cases[k].spelled, cases[k].dimension, &error),
            CREASE_ERROR);
        CU_ASSERT_STRING_EQUAL(error.where, cases[k].where);
        CU_ASSERT_EQUAL(strncmp(error.message, cases[k].message, strlen(cases[k].message)), 0);
        CU_ASSERT(strlen(error.message) > 10);
        CU_ASSERT_EQUAL(
            crease_domain_parse_box(&domain, cases[k].spelled, cases[k].dimension, NULL),
            CREASE_ERROR);
    }
}

// ---- Polytopes ----

static fmpq *rows_of(const slong *numbers, size_t count)
{
    fmpq *rows = _fmpq_vec_init((slong)count);
    for (size_t i = 0; i < count; i++)
        fmpq_set_si(rows + i, numbers[i], 2);
    return rows;
}

static void classifying(void)
{
    static const struct {
        slong row[3];
        half_space_kind kind;
    } cases[] = {
        {{1, 0, 0}, HOLDS_SOMEWHERE}, {{0, -1, 5}, HOLDS_SOMEWHERE}, {{0, 0, 1}, HOLDS_ALWAYS},
        {{0, 0, 0}, HOLDS_ALWAYS},    {{0, 0, -1}, HOLDS_NEVER},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fmpq *row = rows_of(cases[i].row, 3);
        CU_ASSERT_EQUAL(half_space_classify(row, 2), cases[i].kind);
        _fmpq_vec_clear(row, 3);
    }
}

// Rows without content are dropped, the others are kept in order.
static void making(void)
{
    static const slong numbers[] = {1, 0, 0, 0, 0, 3, 0, 1, -7, 0, 0, 0, -1, -1, 9};
    fmpq *rows = rows_of(numbers, 15);
    crease_domain *domain;
    CU_ASSERT_EQUAL_FATAL(crease_domain_new_polytope(&domain, rows, 5, 2, NULL), CREASE_OK);
    CU_ASSERT_EQUAL(domain->inequalities, 3);
    static const size_t kept[] = {0, 2, 4};
    for (size_t i = 0; i < 9; i++)
        CU_ASSERT(fmpq_equal(domain->inequality + i, rows + 3 * kept[i / 3] + i % 3));
    CU_ASSERT_STRING_EQUAL(crease_domain_text(domain), "polytope of 3 inequalities in R^2");
    CU_ASSERT(crease_domain_dimension(domain) == 2 && crease_domain_inputs(domain) == 2);
    CU_ASSERT(!domain->is_box && !domain->parametrization);
    crease_domain_free(domain);
    CU_ASSERT_EQUAL_FATAL(crease_domain_new_polytope(&domain, rows, 1, 2, NULL), CREASE_OK);
    CU_ASSERT_STRING_EQUAL(crease_domain_text(domain), "polytope of 1 inequality in R^2");
    crease_domain_free(domain);
    CU_ASSERT_EQUAL_FATAL(crease_domain_new_polytope(&domain, rows, 0, 2, NULL), CREASE_OK);
    CU_ASSERT_EQUAL(domain->inequalities, 0);
    crease_domain_free(domain);
    _fmpq_vec_clear(rows, 15);
}

static void never(void)
{
    static const slong numbers[] = {1, 0, 0, 0, 0, -3};
    fmpq *rows = rows_of(numbers, 6);
    crease_domain *domain;
    crease_error error;
    char text[300];
    CU_ASSERT_EQUAL(crease_domain_new_polytope(&domain, rows, 2, 2, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(crease_error_text(text, sizeof text, &error),
                           "row 2: no point satisfies this inequality, which says that -3/2 >= 0");
    CU_ASSERT_EQUAL(crease_domain_new_polytope(&domain, rows, 2, 2, NULL), CREASE_ERROR);
    _fmpq_vec_clear(rows, 6);
}

// ---- Slices ----

// x = parametrization (u, 1) at u = 0 and at the unit vectors.
static bool takes_vertices_to(const crease_domain *domain, const fmpq *points)
{
    size_t d = domain->dimension, n = domain->inputs;
    bool good = true;
    fmpq_t x;
    fmpq_init(x);
    for (size_t k = 0; k <= d; k++)
        for (size_t i = 0; i < n; i++) {
            const fmpq *row = domain->parametrization + i * (d + 1);
            fmpq_set(x, row + d);
            if (k)
                fmpq_add(x, x, row + k - 1);
            good &= fmpq_equal(x, points + k * n + i);
        }
    fmpq_clear(x);
    return good;
}

// Another route: the first k whose differences to point 0 have a singular Gram matrix; 0 if none.
static size_t first_dependent(const fmpq *points, size_t count, size_t n)
{
    size_t found = 0;
    for (size_t k = 1; k < count && !found; k++) {
        fmpq_mat_t rows, columns, gram;
        fmpq_t determinant;
        fmpq_init(determinant);
        fmpq_mat_init(rows, (slong)k, (slong)n);
        fmpq_mat_init(columns, (slong)n, (slong)k);
        fmpq_mat_init(gram, (slong)k, (slong)k);
        for (size_t j = 0; j < k; j++)
            for (size_t i = 0; i < n; i++)
                fmpq_sub(fmpq_mat_entry(rows, (slong)j, (slong)i), points + (j + 1) * n + i,
                         points + i);
        fmpq_mat_transpose(columns, rows);
        fmpq_mat_mul(gram, rows, columns);
        fmpq_mat_det(determinant, gram);
        if (fmpq_is_zero(determinant))
            found = k;
        fmpq_mat_clear(rows);
        fmpq_mat_clear(columns);
        fmpq_mat_clear(gram);
        fmpq_clear(determinant);
    }
    return found;
}

// Often a point is a combination of the two before, or nearly so.
static void random_points(fmpq *points, random_state *random, size_t count, size_t n)
{
    for (size_t k = 0; k < count; k++) {
        uint64_t kind = random_below(random, 6);
        for (size_t i = 0; i < n; i++) {
            fmpq *x = points + k * n + i;
            random_rational(x, random, 3);
            if (kind < 2 && k > 1) { // 2 p_(k-1) - p_(k-2)
                fmpq_add(x, x - n, x - n);
                fmpq_sub(x, x, x - 2 * n);
            }
        }
        if (kind == 1) {
            fmpq_t little;
            fmpq_init(little);
            fmpq_set_si(little, 1, 1);
            fmpq_div_2exp(little, little, 300);
            fmpq_add(points + k * n, points + k * n, little);
            fmpq_clear(little);
        }
    }
}

static bool agrees(const fmpq *points, size_t count, size_t n, size_t dependent)
{
    crease_domain *domain = crease_domain_new_space(count - 1);
    crease_error error;
    char where[40];
    crease_status status = crease_domain_set_slice(domain, points, count, n, &error);
    bool good = status == (dependent ? CREASE_ERROR : CREASE_OK);
    if (dependent) {
        snprintf(where, sizeof where, "points[%zu]", dependent);
        good &=
            !strcmp(error.where, where) && !domain->parametrization && domain->inputs == count - 1;
        good &= crease_domain_set_slice(domain, points, count, n, NULL) == CREASE_ERROR;
    } else {
        good &= domain->inputs == n && takes_vertices_to(domain, points);
        good &= crease_domain_set_slice(domain, points, count, n, NULL) == CREASE_ERROR; // again
    }
    crease_domain_free(domain);
    return good;
}

static void random_slices(void)
{
    random_state random = unit_random(131);
    size_t found[6] = {0};
    CASES(k, 1000) {
        size_t n = 1 + random_below(&random, 6), count = 2 + random_below(&random, 4);
        fmpq *points = _fmpq_vec_init((slong)(count * n));
        random_points(points, &random, count, n);
        size_t dependent = first_dependent(points, count, n);
        found[dependent]++;
        CU_ASSERT(agrees(points, count, n, dependent));
        _fmpq_vec_clear(points, (slong)(count * n));
    }
    for (size_t k = 0; k < 5; k++)
        CU_ASSERT(found[k] > 10); // every answer has been tried
}

// ---- Bounded ----

// An .ine file of rows b a1 .. ad.
static void check(size_t columns, const char *rows, int bounded)
{
    char text[400];
    crease_domain *domain;
    snprintf(text, sizeof text, "begin\n***** %zu rational\n%s\nend\n", columns, rows);
    CU_ASSERT_EQUAL_FATAL(
        FROM_TEXT(text, strlen(text), crease_domain_read_ine(&domain, path, NULL)), CREASE_OK);
    CU_ASSERT_EQUAL(crease_domain_is_bounded(domain), bounded);
    domain->general = true;
    CU_ASSERT_EQUAL(crease_domain_is_bounded(domain), bounded);
    crease_domain_free(domain);
}

static void polytopes(void)
{
    check(2, "0 1  1 -1", 1);
    check(2, "0 1", 0);
    check(2, "0 -1  7 -1", 0);
    check(3, "0 1 0  0 0 1  1 -1 -1/2", 1);
    check(3, "0 1 0  0 0 1  1 -1 0", 0);           // a strip
    check(3, "0 1 0  1 -1 0", 0);                  // with a line
    check(3, "0 1 0  0 0 1  1e500 -1e-500 -1", 1); // just so
    check(4, "0 1 0 0  0 0 1 0  0 0 0 1  1 -1 -1 -1", 1);
    check(4, "0 1 0 0  0 0 1 0  0 0 0 1  1 -1 -1 0", 0);
    check(4, "0 1 0 0  0 0 1 0  0 0 0 1", 0);
}

// Flat or contradictory: nothing is there to go on for ever.
static void without_interior(void)
{
    check(2, "0 1  0 -1", 1);
    check(3, "-1 1 0  0 -1 0", 1);
    check(4, "0 1 0 0  0 -1 0 0", 1);
}

static void others(void)
{
    crease_domain *box;
    for (size_t dimension = 1; dimension < 5; dimension++) {
        crease_domain *space = crease_domain_new_space(dimension);
        CU_ASSERT(!crease_domain_is_bounded(space));
        crease_domain_free(space);
        CU_ASSERT_EQUAL_FATAL(crease_domain_parse_box(&box, "-1,1", dimension, NULL), CREASE_OK);
        CU_ASSERT(crease_domain_is_bounded(box));
        crease_domain_free(box);
    }
}

UNIT_MAIN("domain", {"box", box}, {"empty_box", empty_box}, {"spelled", spelled},
          {"misspelled", misspelled}, {"classifying", classifying}, {"making", making},
          {"never", never}, {"random_slices", random_slices}, {"polytopes", polytopes},
          {"without interior", without_interior}, {"others", others})
