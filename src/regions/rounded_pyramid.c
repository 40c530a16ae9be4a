// Pyramids over faces of a cell at which its class ends: volumes rounded to units of 2^-shift.
#include <mpfr.h> // before FLINT 3, which declares what has to do with it only then

#include "regions/rounded_pyramid.h"

#include "base/fatal.h"

void rounded_pyramid_init(rounded_pyramid *r, class_pyramid *exact, class_kept *kept)
{
    const mpfr_prec_t precision = exact->ends->ties->precision;
    ASSERT(exact->ends->frame->is_box);
    *r = (rounded_pyramid){.exact = exact, .kept = kept};
    mpfr_init2(r->weight, precision);
    mpfr_init2(r->factor, precision);
    fmpz_init(r->units);
    fmpz_init(r->error);
}

void rounded_pyramid_clear(rounded_pyramid *r)
{
    mpfr_clear(r->weight);
    mpfr_clear(r->factor);
    fmpz_clear(r->units);
    fmpz_clear(r->error);
}

// weight = W of the face that the side has on facet f. Returns the bits that are right.
static slong find_weight(rounded_pyramid *r, size_t f, class_kept_facet *kept)
{
    class_pyramid *p = r->exact;
    const class_ends *ends = p->ends;
    const bool is_whole = p->side.axes == class_frame_axes(ends->frame);
    const uint64_t *root = class_pyramid_root(p, f);
    return root ? class_kept_weigh(r->weight, is_whole ? kept : NULL, ends->ties, ends->region, f,
                                   root)
                : 0;
}

// factor = what a pyramid over a face on facet f has to W of the face: the form at the apex times
// the coefficients of the upper sides' rows, and the factor of the side. r->units is scratch.
static void find_factor(rounded_pyramid *r, size_t f)
{
    class_pyramid *p = r->exact;
    const class_ends *ends = p->ends;
    class_pyramid_sign(p, f); // again: rows may have been made primitive
    fmpz_pow_ui(r->units, ends->frame->apex + ends->frame->dimension,
                class_pyramid_dimension(p) - 1);
    fmpz_mul(r->units, r->units, p->height);
    fmpz_mul(r->units, r->units, p->side.factor);
    for (size_t c = 0; c < ends->frame->dimension; c++)
        if (!bits_have(&p->side.axes, c))
            fmpz_mul(r->units, r->units, space_plane_row(ends->space, ends->upper[c]) + c);
    fmpz_abs(r->units, r->units);
    fmpz_get_mpfr(r->factor, r->units, MPFR_RNDN);
}

// units = a number that is at least 0, which it changes, rounded down.
static void set_units(rounded_pyramid *r, mpfr_t number)
{
    mpz_t units;
    mpz_init(units);
    mpfr_mul_2ui(number, number, r->exact->ends->frame->shift, MPFR_RNDN);
    mpfr_get_z(units, number, MPFR_RNDD);
    fmpz_set_mpz(r->units, units);
    mpz_clear(units);
}

// From rounded weights. Returns 0 if the face is not simple.
static bool find_by_weight(rounded_pyramid *r, size_t f, class_kept_facet *kept)
{
    enum { LOST = 1 }; // by two roundings
    const slong bits = find_weight(r, f, kept) - LOST;
    if (bits <= 0)
        return false;
    find_factor(r, f);
    mpfr_mul(r->weight, r->weight, r->factor, MPFR_RNDN);
    set_units(r, r->weight);
    fmpz_fdiv_q_2exp(r->error, r->units, (ulong)bits);
    fmpz_add_ui(r->error, r->error, 2);
    return true;
}

// From the exact volume.
static void find_by_division(rounded_pyramid *r, const uint64_t *face, size_t f)
{
    class_pyramid *p = r->exact;
    class_points *points = p->points;
    if (!points->entries) {
        class_points_load(points, p->ends->region, p->ends->frame, p->ends->active);
        class_points_multiply(points);
    }
    class_pyramid_find(p, face, f);
    fmpz_mul(r->units, p->volume, p->side.factor);
    fmpz_mul_2exp(r->units, r->units, p->ends->frame->shift);
    if (!fmpz_is_zero(points->product)) // as in a cancelled run
        fmpz_fdiv_q(r->units, r->units, points->product);
    fmpz_one(r->error);
}

void rounded_pyramid_find(rounded_pyramid *r, const uint64_t *face, size_t f)
{
    class_kept_facet *kept = class_kept_find(r->kept, r->exact->ends->region, f);
    const size_t side = (size_t)r->exact->side.axes;
    if (kept && bits_have(&kept->known, side)) {
        fmpz_set(r->units, kept->units + side);
        fmpz_set(r->error, kept->error + side);
        return;
    }
    if (!find_by_weight(r, f, kept))
        find_by_division(r, face, f);
    if (kept) {
        fmpz_set(kept->units + side, r->units);
        fmpz_set(kept->error + side, r->error);
        bits_add(&kept->known, side);
    }
}
