// Sums of fractions whose denominators are products of integers that many of them share.
#include "exact/factored.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "exact/common_divisor.h"
#include <flint/fmpz_vec.h>
#include <stdlib.h>

void factored_init(factored *x)
{
    *x = (factored){0};
    fmpz_init(x->numerator);
}

void factored_clear(factored *x)
{
    fmpz_clear(x->numerator);
    _fmpz_vec_clear(x->factor, (slong)x->factors);
}

static int compare(const void *a, const void *b)
{
    return fmpz_cmp(a, b);
}

void factored_set(factored *x, const fmpz_t numerator, const fmpz *factor, size_t factors)
{
    factored_clear(x);
    factored_init(x);
    fmpz_set(x->numerator, numerator);
    if (fmpz_is_zero(numerator))
        return;
    x->factor = _fmpz_vec_init((slong)factors);
    for (size_t i = 0; i < factors; i++) {
        ASSERT(fmpz_sgn(factor + i) > 0);
        if (!fmpz_is_one(factor + i))
            fmpz_set(x->factor + x->factors++, factor + i);
    }
    qsort(x->factor, x->factors, sizeof *x->factor, compare);
}

// The factors of both, each as often as either has it; borrowed, as what each of them lacks.
typedef struct {
    fmpz *all, *lacks[2];
    size_t count, lacking[2];
} united;

static void unite(united *u, const factored *const *x)
{
    size_t i[2] = {0, 0};
    while (i[0] < x[0]->factors || i[1] < x[1]->factors) {
        const int order = i[0] == x[0]->factors ? 1
                          : i[1] == x[1]->factors
                              ? -1
                              : fmpz_cmp(x[0]->factor + i[0], x[1]->factor + i[1]);
        const size_t from = order > 0, other = 1 - from;
        const fmpz factor = x[from]->factor[i[from]++];
        u->all[u->count++] = factor;
        if (order)
            u->lacks[other][u->lacking[other]++] = factor;
        else
            i[other]++;
    }
}

// Adds b, which becomes 0.
static void add(factored *a, factored *b)
{
    if (fmpz_is_zero(a->numerator)) {
        const factored swapped = *a;
        *a = *b, *b = swapped;
    }
    if (fmpz_is_zero(b->numerator)) {
        factored_clear(b); // terms that cancel leave factors
        factored_init(b);
        return;
    }
    const size_t most = a->factors + b->factors;
    fmpz *room = memory_new(3 * most, sizeof *room), product;
    united u = {.all = room, .lacks = {room + most, room + 2 * most}};
    unite(&u, (const factored *const[2]){a, b});
    fmpz_init(&product);
    _fmpz_vec_prod(&product, u.lacks[0], (slong)u.lacking[0]);
    fmpz_mul(a->numerator, a->numerator, &product);
    _fmpz_vec_prod(&product, u.lacks[1], (slong)u.lacking[1]);
    fmpz_addmul(a->numerator, b->numerator, &product);
    fmpz_clear(&product);
    fmpz *all = _fmpz_vec_init((slong)u.count);
    _fmpz_vec_set(all, u.all, (slong)u.count);
    _fmpz_vec_clear(a->factor, (slong)a->factors);
    a->factor = all, a->factors = u.count;
    factored_clear(b);
    factored_init(b);
    free(room);
}

void factored_sum(factored *const *term, size_t count, bool may_stop)
{
    if (count < 2)
        return;
    factored_sum(term, count / 2, may_stop);
    factored_sum(term + count / 2, count - count / 2, may_stop);
    enum { PER_LIMB = 64 }; // of a product of long numbers
    const factored *a = term[0], *b = term[count / 2];
    if (!may_stop || !run_poll(PER_LIMB * (fmpz_size(a->numerator) + fmpz_size(b->numerator))))
        add(term[0], term[count / 2]);
}

// ---- lowest terms ----

// products: of all factors, then those of the first half and of the second half. Returns how many
// these are, 2 factors - 1.
static size_t set_products(fmpz *product, const fmpz *factor, size_t factors)
{
    if (factors == 1) {
        fmpz_set(product, factor);
        return 1;
    }
    const size_t half = factors / 2, before = 1 + set_products(product + 1, factor, half);
    const size_t all = before + set_products(product + before, factor + half, factors - half);
    fmpz_mul(product, product + 1, product + before);
    return all;
}

// Multiplies `divisor` by the common divisors of x and each factor. Returns as set_products.
static size_t multiply_common(fmpz_t divisor, const fmpz_t x, const fmpz *product, size_t factors)
{
    size_t all = 1;
    fmpz_t rest;
    fmpz_init(rest);
    fmpz_mod(rest, x, product);
    if (factors > 1) {
        all += multiply_common(divisor, rest, product + all, factors / 2);
        all += multiply_common(divisor, rest, product + all, factors - factors / 2);
    } else {
        common_divisor(rest, rest, product);
        fmpz_mul(divisor, divisor, rest);
    }
    fmpz_clear(rest);
    return all;
}

// Let a prime divide the numerator n times and the factors f_i times. Then it divides the product
// of their common divisors sum of min(n, f_i) times, and the common divisor of the numerator and
// this product min(n, sum of f_i) times: as often as that of the numerator and the denominator.
void factored_get(fmpq_t value, const factored *x)
{
    const slong products = x->factors ? 2 * (slong)x->factors - 1 : 1;
    fmpz *product = _fmpz_vec_init(products), common;
    fmpz_init_set_ui(&common, 1);
    fmpz_one(product);
    if (x->factors) {
        set_products(product, x->factor, x->factors);
        multiply_common(&common, x->numerator, product, x->factors);
        common_divisor(&common, &common, x->numerator);
    }
    fmpz_divexact(fmpq_numref(value), x->numerator, &common);
    fmpz_divexact(fmpq_denref(value), product, &common);
    fmpz_clear(&common);
    _fmpz_vec_clear(product, products);
}
