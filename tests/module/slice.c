// Slices: the parametrization takes the generators of the simplex to the points; dependent points
// are found.
#include "geom/slice.h"
#include "nets.h"
#include "unit.h"

#include <flint/fmpq_mat.h>
#include <flint/fmpq_vec.h>

// x = parametrization (u, 1) at u = 0 and at the unit vectors.
static int takes_generators_to(const crease_domain *domain, const fmpq *points)
{
    size_t d = domain->dimension, n = domain->inputs;
    int good = 1;
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

static int agrees(const fmpq *points, size_t count, size_t n, size_t dependent)
{
    crease_domain *domain = crease_domain_new_space(count - 1);
    crease_error error;
    char where[40];
    crease_status status = crease_domain_set_slice(domain, points, count, n, &error);
    int good = status == (dependent ? CREASE_ERROR : CREASE_OK);
    if (dependent) {
        snprintf(where, sizeof where, "points[%zu]", dependent);
        good &=
            !strcmp(error.where, where) && !domain->parametrization && domain->inputs == count - 1;
        good &= crease_domain_set_slice(domain, points, count, n, NULL) == CREASE_ERROR;
    } else {
        good &= domain->inputs == n && takes_generators_to(domain, points);
        good &= crease_domain_set_slice(domain, points, count, n, NULL) == CREASE_ERROR; // again
    }
    crease_domain_free(domain);
    return good;
}

static void random_slices(void)
{
    enum { SEED = 131 };
    printf("seed %d ", SEED);
    random_state random;
    random_seed(&random, SEED);
    size_t found[6] = {0};
    for (int k = 0; k < 1000; k++) {
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

static void texts(void)
{
    static const char *const texts[] = {"R^1 on a line in R^5", "R^2 on a plane in R^5",
                                        "R^3 on a 3-dimensional slice of R^5"};
    for (size_t d = 1; d <= 3; d++) {
        crease_domain *domain = crease_domain_new_space(d);
        fmpq *points = _fmpq_vec_init((slong)(5 * (d + 1)));
        for (size_t k = 1; k <= d; k++)
            fmpq_one(points + 5 * k + k);
        CU_ASSERT_EQUAL(crease_domain_set_slice(domain, points, d + 1, 5, NULL), CREASE_OK);
        CU_ASSERT_STRING_EQUAL(crease_domain_text(domain), texts[d - 1]);
        crease_domain_free(domain);
        _fmpq_vec_clear(points, (slong)(5 * (d + 1)));
    }
}

static void wrong_count(void)
{
    crease_domain *domain = crease_domain_new_space(2);
    fmpq *points = _fmpq_vec_init(6);
    crease_error error;
    fmpq_one(points + 4);
    CU_ASSERT_EQUAL(crease_domain_set_slice(domain, points, 2, 3, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.message,
                           "expected 3 points, one more than the dimension of the domain, found 2");
    _fmpq_vec_clear(points, 6);
    crease_domain_free(domain);
}

UNIT_MAIN("slice", {"random_slices", random_slices}, {"texts", texts}, {"wrong_count", wrong_count})
