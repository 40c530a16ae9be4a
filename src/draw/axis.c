// An axis of a chart. Linear ones are exact at any size: what is tiny, far away or huge is drawn as
// well as anything else.
#include "draw/axis.h"

#include "base/memory.h"
#include "exact/rational.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Powers of ten of the leading digit between which numbers are written without exponent.
enum { LEAST_PLAIN = -4, GREATEST_PLAIN = 6 };

void axis_init(axis *along)
{
    *along = (axis){.label = NULL};
    fmpq_init(&along->lo);
    fmpq_init(&along->hi);
}

void axis_clear(axis *along)
{
    fmpq_clear(&along->lo);
    fmpq_clear(&along->hi);
}

double axis_log10(const fmpq_t x)
{
    const double value = rational_double(x);
    if (isnormal(value))
        return log10(value);
    slong over, under;
    double quotient = fmpz_get_d_2exp(&over, fmpq_numref(x));
    quotient /= fmpz_get_d_2exp(&under, fmpq_denref(x));
    return log10(quotient) + (double)(over - under) * log10(2);
}

double axis_place(const axis *along, const fmpq_t x)
{
    double place;
    fmpq_t value, extent;
    fmpq_init(value);
    fmpq_init(extent);
    if (along->logarithmic) {
        fmpq_div(value, x, &along->lo);
        fmpq_div(extent, &along->hi, &along->lo);
        place = axis_log10(value) / axis_log10(extent);
    } else {
        fmpq_sub(value, x, &along->lo);
        fmpq_sub(extent, &along->hi, &along->lo);
        fmpq_div(value, value, extent);
        place = rational_double(value);
    }
    fmpq_clear(value);
    fmpq_clear(extent);
    return place;
}

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
static step first_step(const axis *along, size_t most)
{
    fmpq_t extent;
    fmpq_init(extent);
    fmpq_sub(extent, &along->hi, &along->lo);
    // 10^power < extent, and 10^(power + 3) > extent.
    slong power = (slong)fmpz_sizeinbase(fmpq_numref(extent), 10) -
                  (slong)fmpz_sizeinbase(fmpq_denref(extent), 10) - 1;
    fmpq_clear(extent);
    for (size_t ticks = 1; ticks <= most; ticks *= 10)
        power--;
    return (step){1, along->whole && power < 0 ? 0 : power};
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
    FILE *stream = memory_stream(&text, &size);
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

static void add_tick(axis_ticks *ticks, const axis *along, const fmpq_t value, char *label)
{
    ticks->tick[ticks->count++] = (axis_tick){axis_place(along, value), label};
}

// multiple * step
static void add_multiple(axis_ticks *ticks, const axis *along, const fmpz_t multiple, step s)
{
    fmpq_t value;
    fmpz_t times;
    fmpq_init(value);
    fmpz_init(times);
    step_value(value, s);
    fmpq_mul_fmpz(value, value, multiple);
    fmpz_mul_ui(times, multiple, s.times);
    add_tick(ticks, along, value, label_of(times, s.power));
    fmpq_clear(value);
    fmpz_clear(times);
}

static void add_multiples(axis_ticks *ticks, const axis *along, size_t most)
{
    fmpz_t first, last, count;
    fmpz_init(first);
    fmpz_init(last);
    fmpz_init(count);
    step s = first_step(along, most);
    for (;; s = next_step(s)) {
        find_multiples(first, last, &along->lo, &along->hi, s);
        fmpz_sub(count, last, first);
        if (fmpz_cmp_si(count, (slong)most) < 0)
            break;
    }
    for (; fmpz_cmp(first, last) <= 0; fmpz_add_ui(first, first, 1))
        add_multiple(ticks, along, first, s);
    fmpz_clear(first);
    fmpz_clear(last);
    fmpz_clear(count);
}

// The numbers times * 10^power in [lo, hi] with times 1, 2 or 5 if `all`, else 1, and power a
// multiple of `every`. Returns how many; adds them to ticks unless that is NULL.
static size_t add_powers(axis_ticks *ticks, const axis *along, slong every, int all)
{
    fmpz_t one;
    fmpq_t value;
    fmpz_init_set_ui(one, 1);
    fmpq_init(value);
    slong power = (slong)floor(axis_log10(&along->lo));
    size_t count = 0;
    step s = {1, power - (power % every + every) % every};
    for (;; s = all ? next_step(s) : (step){1, s.power + every}) {
        step_value(value, s);
        if (fmpq_cmp(value, &along->hi) > 0)
            break;
        if (fmpq_cmp(value, &along->lo) < 0)
            continue;
        count++;
        if (ticks)
            add_multiple(ticks, along, one, s);
    }
    fmpz_clear(one);
    fmpq_clear(value);
    return count;
}

static void add_logarithmic(axis_ticks *ticks, const axis *along, size_t most)
{
    size_t count = add_powers(NULL, along, 1, 1);
    if (count >= 3 && count <= most) {
        add_powers(ticks, along, 1, 1);
    } else if (add_powers(NULL, along, 1, 0) < 2) {
        add_multiples(ticks, along, most);
    } else {
        static const slong every[] = {1, 2, 5, 10, 20, 50, 100, 200, 500};
        size_t i = 0;
        while (i + 1 < sizeof every / sizeof *every && add_powers(NULL, along, every[i], 0) > most)
            i++;
        add_powers(ticks, along, every[i], 0);
    }
}

static void add_values(axis_ticks *ticks, const axis *along)
{
    char text[32];
    fmpq_t value;
    fmpq_init(value);
    for (size_t i = 0; i < along->values; i++) {
        snprintf(text, sizeof text, "%.9g", along->value[i]);
        rational_parse(value, text, strlen(text), NULL);
        add_tick(ticks, along, value, memory_copy_text(text));
    }
    fmpq_clear(value);
}

void axis_ticks_init(axis_ticks *ticks, const axis *along, size_t most)
{
    *ticks = (axis_ticks){.tick = memory_new(most, sizeof *ticks->tick)};
    if (along->value && along->values <= most)
        add_values(ticks, along);
    else if (along->logarithmic)
        add_logarithmic(ticks, along, most);
    else
        add_multiples(ticks, along, most);
}

void axis_ticks_clear(axis_ticks *ticks)
{
    for (size_t i = 0; i < ticks->count; i++)
        free(ticks->tick[i].label);
    free(ticks->tick);
}
