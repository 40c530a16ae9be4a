// An axis: its ends, and ticks at round numbers. All is rational, so that tiny, distant and huge
// intervals are drawn as well as any other.
#include <mpfr.h> // FLINT 3 declares conversions only after this

#include "draw/axis.h"

#include "base/memory.h"
#include "exact/rational.h"

#include <math.h>
#include <stdlib.h>

// Numbers below 10^PLAIN are written without exponent.
enum { PLAIN = 7 };

void axis_init(axis *along)
{
    fmpq_init(along->end);
    fmpq_init(along->end + 1);
}

void axis_clear(axis *along)
{
    fmpq_clear(along->end);
    fmpq_clear(along->end + 1);
}

double axis_place(const axis *along, const fmpq_t x)
{
    fmpq_t value, extent;
    fmpq_init(value);
    fmpq_init(extent);
    fmpq_sub(value, x, along->end);
    fmpq_sub(extent, along->end + 1, along->end);
    fmpq_div(value, value, extent);
    double place = rational_double(value);
    fmpq_clear(value);
    fmpq_clear(extent);
    return place;
}

// ---- steps: times * 10^power ----

typedef struct {
    ulong times;
    slong power;
} axis_step;

static void step_value(fmpq_t value, axis_step s)
{
    static const fmpq ten = {10, 1};
    fmpq_pow_si(value, &ten, s.power);
    fmpq_mul_si(value, value, (slong)s.times);
}

static axis_step next_step(axis_step s)
{
    if (s.times == 1)
        return (axis_step){2, s.power};
    if (s.times == 2)
        return (axis_step){5, s.power};
    return (axis_step){1, s.power + 1};
}

// A step that is certainly too short for `most` ticks, though not by far.
static axis_step first_step(const axis *along, size_t most)
{
    fmpq_t extent;
    fmpq_init(extent);
    fmpq_sub(extent, along->end + 1, along->end);
    // 10^power < extent, and 10^(power + 3) > extent.
    slong power = (slong)fmpz_sizeinbase(fmpq_numref(extent), 10) -
                  (slong)fmpz_sizeinbase(fmpq_denref(extent), 10) - 1;
    fmpq_clear(extent);
    for (size_t ticks = 1; ticks <= most; ticks *= 10)
        power--;
    return (axis_step){1, power};
}

// The multiples of the step in [lo, hi] are first * step to last * step; returns how many, or
// more than `most`.
static size_t find_multiples(fmpz_t first, fmpz_t last, const axis *along, axis_step s, size_t most)
{
    fmpq_t value, ratio;
    fmpq_init(value);
    fmpq_init(ratio);
    step_value(value, s);
    fmpq_div(ratio, along->end, value);
    fmpz_cdiv_q(first, fmpq_numref(ratio), fmpq_denref(ratio));
    fmpq_div(ratio, along->end + 1, value);
    fmpz_fdiv_q(last, fmpq_numref(ratio), fmpq_denref(ratio));
    fmpz_sub(fmpq_numref(ratio), last, first);
    slong count = fmpz_cmp_si(fmpq_numref(ratio), (slong)most) > 0
                      ? (slong)most
                      : fmpz_get_si(fmpq_numref(ratio));
    fmpq_clear(value);
    fmpq_clear(ratio);
    return (size_t)(count + 1);
}

// ---- ticks ----

// A number of so many digits, exactly.
static char *label_of(const fmpq_t value, size_t digits)
{
    char *text;
    mpfr_t x;
    mpfr_init2(x, (mpfr_prec_t)(4 * digits + 64));
    fmpq_get_mpfr(x, value, MPFR_RNDN);
    mpfr_asprintf(&text, "%.*Rg", (int)(digits < PLAIN ? PLAIN : digits), x);
    char *label = memory_copy_text(text);
    mpfr_free_str(text);
    mpfr_clear(x);
    return label;
}

void axis_ticks_init(axis_ticks *ticks, const axis *along, size_t most)
{
    fmpz_t multiple, last, times;
    fmpq_t value;
    fmpz_init(multiple);
    fmpz_init(last);
    fmpz_init(times);
    fmpq_init(value);
    axis_step s = first_step(along, most);
    while (find_multiples(multiple, last, along, s, most) > most)
        s = next_step(s);
    *ticks = (axis_ticks){.tick = memory_new(most, sizeof *ticks->tick)};
    for (; fmpz_cmp(multiple, last) <= 0; fmpz_add_ui(multiple, multiple, 1)) {
        step_value(value, s);
        fmpq_mul_fmpz(value, value, multiple);
        fmpz_mul_ui(times, multiple, s.times);
        ticks->tick[ticks->count++] =
            (axis_tick){axis_place(along, value), label_of(value, fmpz_sizeinbase(times, 10))};
    }
    fmpz_clear(multiple);
    fmpz_clear(last);
    fmpz_clear(times);
    fmpq_clear(value);
}

static int labels_touch(const axis_ticks *ticks, int upright, double room, double text)
{
    for (size_t i = 1; i < ticks->count; i++) {
        const axis_tick *tick = ticks->tick + i;
        double both =
            canvas_text_width(tick->label, text) + canvas_text_width(tick[-1].label, text);
        double least = upright ? 1.4 * text : both / 2 + text;
        if ((tick->at - tick[-1].at) * room < least)
            return 1;
    }
    return 0;
}

void axis_ticks_fit(axis_ticks *ticks, const axis *along, int upright, double room, double text,
                    size_t most)
{
    axis_ticks_init(ticks, along, most);
    for (; most > 1 && labels_touch(ticks, upright, room, text); most--) {
        axis_ticks_clear(ticks);
        axis_ticks_init(ticks, along, most - 1);
    }
}

double axis_widest_label(const axis_ticks *ticks, double text)
{
    double widest = 0;
    for (size_t i = 0; i < ticks->count; i++)
        widest = fmax(widest, canvas_text_width(ticks->tick[i].label, text));
    return widest;
}

void axis_ticks_clear(axis_ticks *ticks)
{
    for (size_t i = 0; i < ticks->count; i++)
        free(ticks->tick[i].label);
    free(ticks->tick);
}
