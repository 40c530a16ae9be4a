// Rows of integers as words, against FLINT's integers.
#include "exact/word_row.h"

#include "exact/rational.h"
#include "random_integer.h"
#include "unit.h"

#include <flint/fmpz_vec.h>
#include <stdlib.h>

enum { MOST_COLUMNS = 7, MOST_WORDS = 1 << 12 };

static fmpz *random_row(size_t columns, ulong most, random_state *random)
{
    fmpz *row = _fmpz_vec_init((slong)columns);
    const ulong bits = 1 + (ulong)random_below(random, most);
    while (_fmpz_vec_is_zero(row, (slong)columns))
        for (size_t c = 0; c < columns; c++)
            random_special_integer(row + c, bits, 32, random);
    return row;
}

static word_row words_of(mp_limb_t *word, const fmpz *row, size_t columns)
{
    word_row words = {.word = word};
    CU_ASSERT(word_row_size(row, columns) <= MOST_WORDS);
    word_row_set(&words, row, columns);
    return words;
}

// Divides a row by the power of 2 that all entries have in common.
static void drop_twos(fmpz *row, size_t columns)
{
    ulong twos = ULONG_MAX;
    for (size_t c = 0; c < columns; c++)
        if (!fmpz_is_zero(row + c))
            twos = FLINT_MIN(twos, fmpz_val2(row + c));
    for (size_t c = 0; c < columns; c++)
        fmpz_tdiv_q_2exp(row + c, row + c, twos);
}

static bool is_row(const word_row *words, const fmpz *row, size_t columns)
{
    fmpz *back = _fmpz_vec_init((slong)columns);
    size_t bits = 0;
    word_row_get(back, words, columns);
    for (size_t c = 0; c < columns; c++)
        bits = FLINT_MAX(bits, (size_t)fmpz_bits(row + c));
    const bool is = _fmpz_vec_equal(back, row, (slong)columns) && words->bits == bits &&
                    words->words == (bits + FLINT_BITS - 1) / FLINT_BITS;
    _fmpz_vec_clear(back, (slong)columns);
    return is;
}

static void without_twos(void)
{
    static mp_limb_t word[MOST_WORDS], other[MOST_WORDS];
    SEEDS(seed, 4000) {
        random_state random = unit_random(seed);
        const size_t columns = 1 + random_below(&random, MOST_COLUMNS);
        fmpz *row = random_row(columns, 700, &random);
        const ulong twos = (ulong)random_below(&random, 3) * (ulong)random_below(&random, 99);
        for (size_t c = 0; c < columns; c++)
            fmpz_mul_2exp(row + c, row + c, twos);
        const word_row words = words_of(word, row, columns),
                       copy = word_row_copy(other, &words, columns);
        drop_twos(row, columns);
        CU_ASSERT(is_row(&words, row, columns));
        CU_ASSERT(is_row(&copy, row, columns));
        _fmpz_vec_clear(row, (slong)columns);
    }
}

static bool is_value(const word_value *value, const fmpz_t wanted)
{
    fmpz_t found;
    fmpz_init(found);
    if (value->words)
        fmpz_set_ui_array(found, value->word, (slong)value->words);
    fmpz_mul_si(found, found, value->sign);
    const bool is = fmpz_equal(found, wanted) && (!value->words || value->word[value->words - 1]);
    fmpz_clear(found);
    return is && (value->words > 0) == (value->sign != 0);
}

static void values(void)
{
    static mp_limb_t a[MOST_WORDS], b[MOST_WORDS], scratch[MOST_WORDS];
    fmpz_t wanted;
    fmpz_init(wanted);
    SEEDS(seed, 4000) {
        random_state random = unit_random(seed);
        const size_t columns = 1 + random_below(&random, MOST_COLUMNS);
        fmpz *form = random_row(columns, 200, &random), *point = random_row(columns, 700, &random);
        const word_row y = words_of(b, point, columns);
        drop_twos(form, columns);
        drop_twos(point, columns);
        if (columns > 1 && random_below(&random, 4) == 0) { // a value of 0, or nearly
            _fmpz_vec_zero(form + 2, (slong)columns - 2);
            fmpz_set(form, point + 1);
            fmpz_neg(form + 1, point);
        }
        if (!_fmpz_vec_is_zero(form, (slong)columns)) {
            const word_row x = words_of(a, form, columns);
            drop_twos(form, columns);
            CU_ASSERT(word_row_dot_words(&x, &y) <= MOST_WORDS);
            const word_value value = word_row_dot(scratch, &x, &y, columns);
            _fmpz_vec_dot(wanted, form, point, (slong)columns);
            CU_ASSERT(is_value(&value, wanted));
        }
        _fmpz_vec_clear(form, (slong)columns);
        _fmpz_vec_clear(point, (slong)columns);
    }
    fmpz_clear(wanted);
}

static word_value value_of(mp_limb_t *word, const fmpz_t x)
{
    const size_t words = (size_t)fmpz_size(x);
    fmpz_t size;
    fmpz_init(size);
    fmpz_abs(size, x);
    fmpz_get_ui_array(word, (slong)words, size);
    fmpz_clear(size);
    return (word_value){word, words, fmpz_sgn(x)};
}

// For any rows u and v of integers and g = divisor: ends g u and v + multiple u for which the sum
// is divisible by g.
static void between(void)
{
    static mp_limb_t a[MOST_WORDS], b[MOST_WORDS], c[MOST_WORDS], d[MOST_WORDS], e[MOST_WORDS],
        scratch[MOST_WORDS];
    fmpz_t at_first, at_second, divisor;
    fmpz_init(at_first);
    fmpz_init(at_second);
    fmpz_init(divisor);
    SEEDS(seed, 8000) {
        random_state random = unit_random(seed);
        const size_t columns = 2 + random_below(&random, MOST_COLUMNS - 1);
        const ulong most = random_below(&random, 2) ? 90 : 600;
        fmpz *first = random_row(columns, most, &random),
             *second = random_row(columns, 600, &random), *sum = _fmpz_vec_init((slong)columns);
        random_special_integer(at_second, 300, 64, &random);
        random_special_integer(divisor, most, 64, &random);
        random_special_integer(at_first, 300, 64, &random);
        if (fmpz_is_zero(divisor))
            fmpz_one(divisor);
        if (fmpz_is_zero(at_first))
            fmpz_one(at_first);
        if (fmpz_is_zero(at_second))
            fmpz_set_si(at_second, -1);
        fmpz_mul(at_first, at_first, divisor); // and so the second product is divisible
        if (random_below(&random, 2))
            _fmpz_vec_scalar_mul_fmpz(first, first, (slong)columns, divisor);
        else
            fmpz_mul(at_second, at_second, divisor);
        const word_row x = words_of(a, first, columns), y = words_of(b, second, columns);
        drop_twos(first, columns);
        drop_twos(second, columns);
        const word_edge edge = {{&x, &y},
                                {value_of(c, at_first), value_of(d, at_second)},
                                value_of(e, divisor),
                                columns};
        CU_ASSERT(word_row_between_words(&edge) <= MOST_WORDS);
        for (size_t k = 0; k < columns; k++) {
            fmpz_mul(sum + k, first + k, at_second);
            if (fmpz_sgn(at_second) < 0)
                fmpz_neg(sum + k, sum + k);
            (fmpz_sgn(at_first) < 0 ? fmpz_submul : fmpz_addmul)(sum + k, second + k, at_first);
        }
        if (!_fmpz_vec_is_zero(sum, (slong)columns)) {
            // The twos of a divisor may have been taken out of the ends.
            fmpz_abs(divisor, divisor);
            fmpz_tdiv_q_2exp(divisor, divisor, fmpz_val2(divisor));
            word_row row;
            CU_ASSERT(word_row_between(&row, scratch, &edge));
            _fmpz_vec_scalar_divexact_fmpz(sum, sum, (slong)columns, divisor);
            drop_twos(sum, columns);
            CU_ASSERT(is_row(&row, sum, columns));
        }
        _fmpz_vec_clear(first, (slong)columns);
        _fmpz_vec_clear(second, (slong)columns);
        _fmpz_vec_clear(sum, (slong)columns);
    }
    fmpz_clear(at_first);
    fmpz_clear(at_second);
    fmpz_clear(divisor);
}

// Remainders are noticed, also where all entries but one are divisible, or where the ends have an
// entry that is another one's multiple.
static void remainders(void)
{
    static mp_limb_t a[MOST_WORDS], b[MOST_WORDS], c[MOST_WORDS], d[MOST_WORDS], e[MOST_WORDS],
        scratch[MOST_WORDS];
    size_t found = 0;
    fmpz_t at_first, at_second, divisor;
    fmpz_init(at_first);
    fmpz_init(at_second);
    fmpz_init(divisor);
    SEEDS(seed, 4000) {
        random_state random = unit_random(seed);
        const size_t columns = 2 + random_below(&random, MOST_COLUMNS - 1);
        fmpz *first = random_row(columns, 300, &random),
             *second = random_row(columns, 300, &random);
        const uint64_t most = random_below(&random, 2) ? 16 : UINT64_C(1) << 62;
        fmpz_set_ui(divisor, (ulong)random_below(&random, most) | 1);
        fmpz_set_ui(at_first, 1 + (ulong)random_below(&random, most));
        fmpz_set_si(at_second, -1 - (slong)random_below(&random, most));
        if (random_below(&random, 2)) {
            const size_t entry = random_below(&random, columns);
            _fmpz_vec_scalar_mul_fmpz(first, first, (slong)columns, divisor);
            _fmpz_vec_scalar_mul_fmpz(second, second, (slong)columns, divisor);
            fmpz_add_ui(first + entry, first + entry, 1);
        }
        fmpz_set(first, first + columns - 1);
        fmpz_set(second, second + columns - 1);
        for (size_t k = 0; k < 2; k++) // no row is 0
            if (_fmpz_vec_is_zero(k ? second : first, (slong)columns))
                fmpz_one(k ? second : first);
        const word_row x = words_of(a, first, columns), y = words_of(b, second, columns);
        const word_edge edge = {{&x, &y},
                                {value_of(c, at_first), value_of(d, at_second)},
                                value_of(e, divisor),
                                columns};
        bool divides = true, is_zero = true;
        drop_twos(first, columns);
        drop_twos(second, columns);
        for (size_t k = 0; k < columns; k++) {
            fmpz_mul(first + k, first + k, at_second);
            fmpz_submul(first + k, second + k, at_first);
            divides &= fmpz_divisible(first + k, divisor);
            is_zero &= fmpz_is_zero(first + k);
        }
        word_row row;
        if (!is_zero)
            CU_ASSERT_EQUAL(word_row_between(&row, scratch, &edge), divides);
        found += !divides;
        _fmpz_vec_clear(first, (slong)columns);
        _fmpz_vec_clear(second, (slong)columns);
    }
    CU_ASSERT(2 * found > cases_count(4000));
    fmpz_clear(at_first);
    fmpz_clear(at_second);
    fmpz_clear(divisor);
}

// A quotient close to the middle of two doubles, or far from all.
static void random_quotient(fmpz *row, random_state *random)
{
    random_special_integer(row + 1, 1 + random_below(random, 400), 64, random);
    fmpz_abs(row + 1, row + 1);
    if (fmpz_is_zero(row + 1))
        fmpz_one(row + 1);
    if (random_below(random, 2)) {
        random_special_integer(row, 1 + random_below(random, 400), 64, random);
        return;
    }
    fmpz_set_ui(row, (ulong)random_below(random, UINT64_C(1) << 26));
    fmpz_mul_2exp(row, row, 28); // 54 bits, the last one set
    fmpz_add_ui(row, row, 1);
    fmpz_setbit(row, 53);
    fmpz_mul(row, row, row + 1);
    fmpz_add_si(row, row, (slong)random_below(random, 3) - 1);
    fmpz_mul_2exp(row + random_below(random, 2), row, (ulong)random_below(random, 2) * 900);
    if (fmpz_is_zero(row + 1))
        fmpz_one(row + 1);
}

static void doubles(void)
{
    static mp_limb_t word[MOST_WORDS];
    size_t decided = 0, cases = 0;
    fmpz *row = _fmpz_vec_init(2);
    SEEDS(seed, 20000) {
        random_state random = unit_random(seed);
        random_quotient(row, &random);
        const word_row words = words_of(word, row, 2);
        double x;
        cases++;
        if (!word_row_nearest(&x, &words, 1))
            continue;
        const fmpq exact = {row[0], row[1]}; // borrowed
        const double wanted = rational_double_of_any(&exact);
        CU_ASSERT(memcmp(&x, &wanted, sizeof x) == 0);
        decided++;
    }
    CU_ASSERT(decided > cases / 4 || FLINT_BITS < 64);
    _fmpz_vec_clear(row, 2);
}

UNIT_MAIN("word_row", {"without_twos", without_twos}, {"values", values}, {"between", between},
          {"remainders", remainders}, {"doubles", doubles})
