// The ticks of an axis: round numbers, exact, and how they are written.
#include "out/axis.h"

#include "base/memory.h"
#include "exact/rational.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Powers of ten of the leading digit between which numbers are written without exponent.
enum { LEAST_PLAIN = -4, GREATEST_PLAIN = 6 };

// times * 10^power
typedef struct {
    ulong times;
    slong power;
} step;

static void step_value(fmpq_t value, step s)
{
    fmpz_t ten;
    fmpz_init_set_ui(ten, 10);
    fmpq_set_ui(value, s.times, 1);
    fmpz_pow_ui(ten, ten, (ulong)labs(s.power));
    if (s.power >= 0)
        fmpq_mul_fmpz(value, value, ten);
    else
        fmpq_div_fmpz(value, value, ten);
    fmpz_clear(ten);
}

// The multiples of the step in [lo, hi] are first * step to last * step.
static void find_multiples(fmpz_t first, fmpz_t last, const fmpq_t lo, const fmpq_t hi, step s)
{
    fmpq_t value, ratio;
    fmpq_init(value);
    fmpq_init(ratio);
    step_value(value, s);
    fmpq_div(ratio, lo, value);
    fmpz_cdiv_q(first, fmpq_numref(ratio), fmpq_denref(ratio));
    fmpq_div(ratio, hi, value);
    fmpz_fdiv_q(last, fmpq_numref(ratio), fmpq_denref(ratio));
    fmpq_clear(value);
    fmpq_clear(ratio);
}

static step next_step(step s)
{
    if (s.times == 1)
        return (step){2, s.power};
    if (s.times == 2)
        return (step){5, s.power};
    return (step){1, s.power + 1};
}

// A step that is certainly too short for `most` ticks, though not by far.
static step first_step(const fmpq_t lo, const fmpq_t hi, size_t most)
{
    fmpq_t extent;
    fmpq_init(extent);
    fmpq_sub(extent, hi, lo);
    // 10^power < extent, and 10^(power + 3) > extent.
    slong power = (slong)fmpz_sizeinbase(fmpq_numref(extent), 10) -
                  (slong)fmpz_sizeinbase(fmpq_denref(extent), 10) - 1;
    fmpq_clear(extent);
    for (size_t ticks = 1; ticks <= most; ticks *= 10)
        power--;
    return (step){1, power};
}

// ---- labels ----

// digits (no sign) times 10^power as a decimal.
static void print_plain(FILE *stream, const char *digits, slong power)
{
    slong count = (slong)strlen(digits), whole = count + power;
    for (slong i = whole < 1 ? whole - 1 : 0; i < count || i < whole; i++) {
        if (i == whole)
            putc('.', stream);
        putc(i >= 0 && i < count ? digits[i] : '0', stream);
    }
}

static void print_scientific(FILE *stream, const char *digits, slong power)
{
    size_t count = strlen(digits), kept = count;
    while (kept > 1 && digits[kept - 1] == '0')
        kept--;
    fputc(digits[0], stream);
    if (kept > 1)
        fprintf(stream, ".%.*s", (int)kept - 1, digits + 1);
    fprintf(stream, "e%ld", (long)(power + (slong)count - 1));
}

static char *label_of(const fmpz_t multiple, slong power)
{
    if (fmpz_is_zero(multiple))
        return memory_copy_text("0");
    char *text = NULL, *digits = fmpz_get_str(NULL, 10, multiple);
    const char *first = digits + (digits[0] == '-');
    slong leading = power + (slong)strlen(first) - 1;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    if (!stream)
        abort();
    if (digits[0] == '-')
        putc('-', stream);
    if (leading >= LEAST_PLAIN && leading <= GREATEST_PLAIN)
        print_plain(stream, first, power);
    else
        print_scientific(stream, first, power);
    fclose(stream);
    flint_free(digits);
    return text;
}

// ---- ticks ----

static void add_tick(axis_ticks *ticks, const fmpz_t multiple, step s, const fmpq_t lo,
                     const fmpq_t hi)
{
    fmpq_t value, extent;
    fmpz_t times;
    fmpq_init(value);
    fmpq_init(extent);
    fmpz_init(times);
    step_value(value, s);
    fmpq_mul_fmpz(value, value, multiple);
    fmpq_sub(value, value, lo);
    fmpq_sub(extent, hi, lo);
    fmpq_div(value, value, extent);
    fmpz_mul_ui(times, multiple, s.times);
    ticks->tick[ticks->count++] = (axis_tick){rational_double(value), label_of(times, s.power)};
    fmpq_clear(value);
    fmpq_clear(extent);
    fmpz_clear(times);
}

void axis_init(axis_ticks *ticks, const fmpq_t lo, const fmpq_t hi, size_t most)
{
    *ticks = (axis_ticks){0};
    fmpz_t first, last, count;
    fmpz_init(first);
    fmpz_init(last);
    fmpz_init(count);
    step s = first_step(lo, hi, most);
    for (;; s = next_step(s)) {
        find_multiples(first, last, lo, hi, s);
        fmpz_sub(count, last, first);
        if (fmpz_cmp_si(count, (slong)most) < 0)
            break;
    }
    ticks->tick = memory_new(most, sizeof *ticks->tick);
    for (; fmpz_cmp(first, last) <= 0; fmpz_add_ui(first, first, 1))
        add_tick(ticks, first, s, lo, hi);
    fmpz_clear(first);
    fmpz_clear(last);
    fmpz_clear(count);
}

void axis_clear(axis_ticks *ticks)
{
    for (size_t i = 0; i < ticks->count; i++)
        free(ticks->tick[i].label);
    free(ticks->tick);
}
