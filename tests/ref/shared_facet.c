// The common part of two regions on a hyperplane that bounds both.
#include "shared_facet.h"

#include "lasserre.h"
#include <flint/fmpq_vec.h>

bool rows_are_opposite(const fmpq *a, const fmpq *b, size_t columns)
{
    fmpq_t sum;
    bool opposite = true;
    fmpq_init(sum);
    for (size_t c = 0; c < columns && opposite; c++) {
        fmpq_add(sum, a + c, b + c);
        opposite = fmpq_is_zero(sum);
    }
    fmpq_clear(sum);
    return opposite;
}

// row, on the hyperplane, as an inequality of the coordinates other than k.
static void substitute(fmpq *to, const fmpq *row, const fmpq *plane, size_t d, size_t k)
{
    fmpq_t factor;
    fmpq_init(factor);
    fmpq_div(factor, row + k, plane + k);
    for (size_t c = 0; c <= d; c++) {
        if (c == k)
            continue;
        fmpq_set(to, row + c);
        fmpq_submul(to, factor, plane + c);
        to++;
    }
    fmpq_clear(factor);
}

fmpq *shared_facet(size_t *axis, size_t *count, const portrait_region *a, const portrait_region *b,
                   const fmpq *plane, size_t d)
{
    const portrait_region *const both[] = {a, b};
    *axis = *count = 0;
    while (fmpq_is_zero(plane + *axis))
        ++*axis;
    fmpq *rows = _fmpq_vec_init((slong)((a->facets.count + b->facets.count) * d));
    for (int s = 0; s < 2; s++)
        for (size_t f = 0; f < both[s]->facets.count; f++)
            substitute(rows + (*count)++ * d, number_row(&both[s]->facets, f), plane, d, *axis);
    return rows;
}

static void add_root(mpfr_t sum, const fmpq_t square)
{
    mpq_t exact;
    mpfr_t term;
    mpq_init(exact);
    mpfr_init2(term, SHARED_FACET_BITS);
    fmpq_get_mpq(exact, square);
    mpfr_set_q(term, exact, MPFR_RNDN);
    mpfr_sqrt(term, term, MPFR_RNDN);
    mpfr_add(sum, sum, term, MPFR_RNDN);
    mpfr_clear(term);
    mpq_clear(exact);
}

// |normal| / |normal_k| times the volume of the shadow along axis k.
static void measure_on(mpfr_t sum, const portrait_region *a, const portrait_region *b,
                       const fmpq *plane, size_t d)
{
    size_t k, count;
    fmpq *rows = shared_facet(&k, &count, a, b, plane, d);
    fmpq_t volume, square;
    fmpq_init(volume);
    fmpq_init(square);
    if (d == 1)
        fmpq_one(volume); // two regions that have one end in common share a point
    else
        lasserre_volume(volume, rows, count, d - 1);
    number_row_dot(square, plane, plane, d);
    fmpq_div(volume, volume, plane + k);
    fmpq_mul(volume, volume, volume);
    fmpq_mul(square, square, volume);
    add_root(sum, square);
    fmpq_clear(volume);
    fmpq_clear(square);
    _fmpq_vec_clear(rows, (slong)(count * d));
}

void shared_facets_measure(mpfr_t sum, const portrait_region *a, const portrait_region *b, size_t d)
{
    for (size_t f = 0; f < a->facets.count; f++)
        for (size_t g = 0; g < b->facets.count; g++) {
            const fmpq *plane = number_row(&a->facets, f);
            if (rows_are_opposite(plane, number_row(&b->facets, g), d + 1))
                measure_on(sum, a, b, plane, d);
        }
}

bool enclosure_holds(const crease_enclosure *e, const mpfr_t value, unsigned digits)
{
    mpfr_t end, bound;
    mpq_t exact;
    fmpq_t width;
    fmpz_t scale;
    mpfr_init2(end, SHARED_FACET_BITS);
    mpfr_init2(bound, SHARED_FACET_BITS);
    mpq_init(exact);
    fmpq_init(width);
    fmpz_init_set_ui(scale, 10);
    fmpz_pow_ui(scale, scale, digits);
    mpfr_mul_2si(bound, value, 40 - SHARED_FACET_BITS, MPFR_RNDU);
    fmpq_get_mpq(exact, e->lo);
    mpfr_add(end, value, bound, MPFR_RNDU);
    bool good = mpfr_cmp_q(end, exact) >= 0;
    fmpq_get_mpq(exact, e->hi);
    mpfr_sub(end, value, bound, MPFR_RNDD);
    good &= mpfr_cmp_q(end, exact) <= 0;
    fmpq_sub(width, e->hi, e->lo);
    fmpq_mul_fmpz(width, width, scale);
    good &= fmpq_cmp(width, e->lo) <= 0;
    mpfr_clear(end);
    mpfr_clear(bound);
    mpq_clear(exact);
    fmpq_clear(width);
    fmpz_clear(scale);
    return good;
}
