// Paths: polylines, and polygons inscribed in ellipses.
#include <crease/path.h>

#include "base/error.h"
#include "base/limits.h"
#include "base/random.h"
#include <flint/fmpq_vec.h>
#include <stdio.h>

static void path_init(crease_path *path, size_t count, size_t inputs)
{
    *path = (crease_path){.count = count, .inputs = inputs};
    path->vertex = _fmpq_vec_init((slong)(count * inputs));
}

void crease_path_clear(crease_path *path)
{
    _fmpq_vec_clear(path->vertex, (slong)(path->count * path->inputs));
    path->vertex = NULL;
}

static int are_equal(const fmpq *a, const fmpq *b, size_t inputs)
{
    size_t i = 0;
    while (i < inputs && fmpq_equal(a + i, b + i))
        i++;
    return i == inputs;
}

crease_status crease_path_polyline(crease_path *path, const fmpq *points, size_t count,
                                   size_t inputs, crease_error *error)
{
    if (count < 2)
        return error_set(error, "expected at least 2 points, found %zu", count);
    for (size_t i = 1; i < count; i++)
        if (are_equal(points + (i - 1) * inputs, points + i * inputs, inputs)) {
            error_set(error, "expected another point than the one before, found the same");
            return error_where(error, "points[%zu]", i);
        }
    path_init(path, count, inputs);
    for (size_t i = 0; i < count * inputs; i++)
        fmpq_set(path->vertex + i, points + i);
    return CREASE_OK;
}

// As many operations on doubles take about as long as one on rationals.
enum { RATIONAL = 256 };

// ---- ellipses ----

// Whether all determinants of two columns of the rows p, q vanish: it is enough to look at those
// with the first column that is not zero.
static int are_dependent(const fmpq *p, const fmpq *q, size_t inputs)
{
    size_t lead = 0;
    while (lead < inputs && fmpq_is_zero(p + lead) && fmpq_is_zero(q + lead))
        lead++;
    fmpq_t left, right;
    fmpq_init(left);
    fmpq_init(right);
    int dependent = 1;
    for (size_t i = lead + 1; i < inputs && dependent; i++) {
        fmpq_mul(left, p + lead, q + i);
        fmpq_mul(right, q + lead, p + i);
        dependent = fmpq_equal(left, right);
    }
    fmpq_clear(left);
    fmpq_clear(right);
    return dependent;
}

static crease_status check_ellipse(const fmpq *p, const fmpq *q, size_t inputs, size_t count,
                                   crease_error *error)
{
    if (count < 3)
        return error_set(error, "expected at least 3 vertices, found %zu", count);
    if (are_dependent(p, q, inputs))
        return error_set(error, "expected two linearly independent vectors, found %s",
                         are_equal(p, q, inputs) ? "the same twice" : "dependent ones");
    return CREASE_OK;
}

// x = p cos + q sin at u = step / steps, turned by (cos, sin) -> (-sin, cos) `quarter` times.
static void ellipse_point(fmpq *x, const fmpq *p, const fmpq *q, size_t inputs, size_t quarter,
                          size_t step, size_t steps)
{
    fmpq_t u, square, cosine, sine, scale;
    fmpq *all[] = {u, square, cosine, sine, scale};
    for (size_t i = 0; i < 5; i++)
        fmpq_init(all[i]);
    fmpq_set_ui(u, step, steps);
    fmpq_mul(square, u, u);
    fmpq_add_si(scale, square, 1);
    fmpq_sub_si(cosine, square, 1);
    fmpq_neg(cosine, cosine);
    fmpq_div(cosine, cosine, scale);
    fmpq_add(sine, u, u);
    fmpq_div(sine, sine, scale);
    for (size_t turn = 0; turn < quarter; turn++) {
        fmpq_swap(cosine, sine);
        fmpq_neg(cosine, cosine);
    }
    for (size_t i = 0; i < inputs; i++) {
        fmpq_mul(x + i, p + i, cosine);
        fmpq_addmul(x + i, q + i, sine);
    }
    for (size_t i = 0; i < 5; i++)
        fmpq_clear(all[i]);
}

crease_status crease_path_circle(crease_path *path, const fmpq *p, const fmpq *q, size_t inputs,
                                 size_t count, crease_error *error)
{
    if (check_ellipse(p, q, inputs, count, error))
        return CREASE_ERROR;
    path_init(path, count, inputs);
    path->closed = 1;
    for (size_t i = 0; i < count && !run_poll(RATIONAL * inputs); i++) {
        const size_t quarter = 4 * i / count;
        ellipse_point(path->vertex + i * inputs, p, q, inputs, quarter, 4 * i - quarter * count,
                      count);
    }
    return CREASE_OK;
}

// A network may have been drawn from the same seed.
static const uint64_t own_numbers = 0x7472616a6563746f;

void crease_points_random(fmpq *points, size_t count, size_t inputs, uint64_t seed)
{
    enum { WORDS = 4, FIELDS = 3, BITS = 21 }; // of a word
    const slong most = ((slong)1 << BITS) - 1, mean = WORDS * FIELDS * most / 2;
    random_state random;
    random_seed(&random, seed ^ own_numbers);
    for (size_t i = 0; i < count * inputs; i++) {
        if (i >= 2 * inputs && run_poll(RATIONAL))
            return;
        slong sum = -mean;
        for (int word = 0; word < WORDS; word++) {
            uint64_t bits = random_bits(&random);
            for (int field = 0; field < FIELDS; field++)
                sum += (slong)(bits >> (field * BITS)) & most;
        }
        fmpq_set_si(points + i, sum, (ulong)1 << BITS);
    }
}
