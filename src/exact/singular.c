// The greatest singular value of a rational matrix.
//
// By Descartes' rule of signs a polynomial all of whose roots are real has as many positive roots
// as its coefficients change their sign. The roots of p(x + t) are those of p minus x. So one shift
// decides whether a root lies above x, and bisection encloses the greatest one.
#include "exact/singular.h"

#include "base/fatal.h"
#include "base/limits.h"
#include <flint/fmpq_mat.h>
#include <flint/fmpz_mat.h>
#include <flint/nmod_mat.h>
#include <flint/nmod_poly.h>
#include <flint/ulong_extras.h>

void singular_square_init(singular_square *s)
{
    fmpz_poly_init(s->polynomial);
    fmpz_init_set_ui(s->scale, 1);
}

void singular_square_clear(singular_square *s)
{
    fmpz_poly_clear(s->polynomial);
    fmpz_clear(s->scale);
}

// Exceeds twice each coefficient of the characteristic polynomial of A A', n x n with trace t:
// those are the elementary symmetric functions of its eigenvalues, which are not negative, so their
// sum is at most (1 + t/n)^n.
static void bound_coefficients(fmpz_t bound, const fmpz_mat_t gram)
{
    const slong n = fmpz_mat_nrows(gram);
    fmpz_mat_trace(bound, gram);
    fmpz_cdiv_q_ui(bound, bound, (ulong)FLINT_MAX(n, 1));
    fmpz_add_ui(bound, bound, 1);
    fmpz_pow_ui(bound, bound, (ulong)n);
    fmpz_mul_2exp(bound, bound, 1);
    fmpz_add_ui(bound, bound, 1);
}

// The characteristic polynomial modulo one prime after the other, as FLINT finds it too, but a run
// can end between two of them.
static void characteristic(fmpz_poly_t p, const fmpz_mat_t gram)
{
    const slong n = fmpz_mat_nrows(gram);
    fmpz_t bound, modulus;
    fmpz_init(bound);
    fmpz_init_set_ui(modulus, 1);
    bound_coefficients(bound, gram);
    fmpz_poly_zero(p);
    for (mp_limb_t prime = (mp_limb_t)1 << (FLINT_BITS - 2);
         fmpz_cmp(modulus, bound) < 0 && !run_poll((size_t)(n * n * n));) {
        prime = n_nextprime(prime, 1);
        nmod_mat_t a;
        nmod_poly_t residue;
        nmod_mat_init(a, n, n, prime);
        nmod_poly_init(residue, prime);
        fmpz_mat_get_nmod_mat(a, gram);
        nmod_mat_charpoly(residue, a);
        fmpz_poly_CRT_ui(p, p, modulus, residue, 1);
        fmpz_mul_ui(modulus, modulus, prime);
        nmod_mat_clear(a);
        nmod_poly_clear(residue);
    }
    fmpz_clear(bound);
    fmpz_clear(modulus);
}

void singular_square_set(singular_square *s, const fmpq *entries, size_t rows, size_t columns,
                         size_t stride)
{
    ASSERT(columns > 0);
    const bool by_rows = rows <= columns;
    const size_t size = by_rows ? rows : columns, other = by_rows ? columns : rows;
    const size_t next = by_rows ? stride : 1, step = by_rows ? 1 : stride;
    fmpq_mat_t a;
    fmpz_mat_t whole, turned, gram;
    fmpq_mat_init(a, (slong)size, (slong)other);
    fmpz_mat_init(whole, (slong)size, (slong)other);
    fmpz_mat_init(turned, (slong)other, (slong)size);
    fmpz_mat_init(gram, (slong)size, (slong)size);
    for (size_t i = 0; i < size; i++)
        for (size_t j = 0; j < other; j++)
            fmpq_set(fmpq_mat_entry(a, (slong)i, (slong)j), entries + i * next + j * step);
    fmpq_mat_get_fmpz_mat_matwise(whole, s->scale, a);
    fmpz_mul(s->scale, s->scale, s->scale);
    fmpz_mat_transpose(turned, whole);
    fmpz_mat_mul(gram, whole, turned);
    // FLINT needs no primes for small matrices.
    (size <= 3 ? fmpz_mat_charpoly : characteristic)(s->polynomial, gram);
    fmpq_mat_clear(a);
    fmpz_mat_clear(whole);
    fmpz_mat_clear(turned);
    fmpz_mat_clear(gram);
}

static bool changes_sign(const fmpz_poly_t p)
{
    int last = 0;
    for (slong i = 0; i < fmpz_poly_length(p); i++) {
        const int sign = fmpz_sgn(fmpz_poly_get_coeff_ptr(p, i));
        if (sign && last && sign != last)
            return true;
        last = sign ? sign : last;
    }
    return false;
}

// Whether a root of p lies above x = u/v: whether v^n p((u + t) / v) has a positive root t.
static bool root_above(const fmpz_poly_t p, const fmpq_t x)
{
    const slong degree = fmpz_poly_degree(p);
    const size_t words = 1 + (size_t)FLINT_ABS(fmpz_poly_max_bits(p)) / FLINT_BITS;
    run_poll((size_t)fmpz_poly_length(p) * (size_t)fmpz_poly_length(p) * words);
    fmpz_poly_t shifted;
    fmpz_t power;
    fmpz_poly_init(shifted);
    fmpz_init_set_ui(power, 1);
    fmpz_poly_set(shifted, p);
    for (slong i = degree - 1; i >= 0; i--) {
        fmpz_mul(power, power, fmpq_denref(x));
        fmpz *c = fmpz_poly_get_coeff_ptr(shifted, i);
        fmpz_mul(c, c, power);
    }
    fmpz_poly_taylor_shift(shifted, shifted, fmpq_numref(x));
    const bool above = changes_sign(shifted);
    fmpz_poly_clear(shifted);
    fmpz_clear(power);
    return above;
}

bool singular_square_exceeds(const singular_square *s, const fmpq_t x)
{
    fmpq_t scaled;
    fmpq_init(scaled);
    fmpq_mul_fmpz(scaled, x, s->scale);
    const bool exceeds = root_above(s->polynomial, scaled);
    fmpq_clear(scaled);
    return exceeds;
}

// The least e with value <= 2^e, for a value above 0.
static slong exponent_of(const singular_square *s)
{
    fmpq_t power;
    fmpq_init(power);
    fmpq_set_si(power, 1, 1);
    slong e = 0;
    while (!run_is_cancelled() && singular_square_exceeds(s, power)) {
        fmpq_mul_2exp(power, power, 1);
        e++;
    }
    while (!run_is_cancelled()) {
        fmpq_div_2exp(power, power, 1);
        if (singular_square_exceeds(s, power))
            break;
        e--;
    }
    fmpq_clear(power);
    return e;
}

// value = a 2^shift
static void set_dyadic(fmpq_t value, const fmpz_t a, slong shift)
{
    fmpq_set_fmpz(value, a);
    if (shift >= 0)
        fmpq_mul_2exp(value, value, (flint_bitcnt_t)shift);
    else
        fmpq_div_2exp(value, value, (flint_bitcnt_t)-shift);
}

// Whether x itself is a root.
static bool is_value(const singular_square *s, const fmpq_t x)
{
    fmpq_t scaled, value;
    fmpq_init(scaled);
    fmpq_init(value);
    fmpq_mul_fmpz(scaled, x, s->scale);
    fmpz_poly_evaluate_fmpq(value, s->polynomial, scaled);
    const int zero = fmpq_is_zero(value);
    fmpq_clear(scaled);
    fmpq_clear(value);
    return zero;
}

// The root of a polynomial of degree one.
static void only_root(fmpq_t value, const singular_square *s)
{
    fmpz_t root;
    fmpz_init(root);
    fmpz_poly_get_coeff_fmpz(root, s->polynomial, 0);
    fmpz_neg(root, root);
    fmpq_set_fmpz_frac(value, root, s->scale);
    fmpz_clear(root);
}

// low 2^shift < value <= high 2^shift, high = low + 1, both of bits + 1 bits.
static void bisect(fmpz_t low, fmpz_t high, const singular_square *s, slong shift, unsigned bits)
{
    fmpz_t middle;
    fmpq_t point;
    fmpz_init(middle);
    fmpq_init(point);
    fmpz_one_2exp(low, bits);
    fmpz_one_2exp(high, bits + 1);
    for (unsigned i = 0; i < bits && !run_is_cancelled(); i++) {
        fmpz_add(middle, low, high);
        fmpz_fdiv_q_2exp(middle, middle, 1);
        set_dyadic(point, middle, shift);
        fmpz_set(singular_square_exceeds(s, point) ? low : high, middle);
    }
    fmpz_clear(middle);
    fmpq_clear(point);
}

void singular_square_enclose(crease_enclosure *value, const singular_square *s, unsigned bits)
{
    fmpq_t below, above;
    fmpz_t low, high;
    fmpq_init(below);
    fmpq_init(above);
    fmpz_init(low);
    fmpz_init(high);
    if (fmpz_poly_degree(s->polynomial) == 1) {
        only_root(below, s);
        fmpq_set(above, below);
    } else if (singular_square_exceeds(s, below)) {
        const slong shift = exponent_of(s) - 1 - (slong)bits;
        bisect(low, high, s, shift, bits);
        set_dyadic(below, low, shift);
        set_dyadic(above, high, shift);
        if (is_value(s, above))
            fmpq_set(below, above);
    }
    fmpq_set(value->lo, below);
    fmpq_set(value->hi, above);
    fmpq_clear(below);
    fmpq_clear(above);
    fmpz_clear(low);
    fmpz_clear(high);
}
