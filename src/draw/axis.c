// An axis: its ends, and ticks at round numbers.
#include "draw/axis.h"

#include "base/fatal.h"
#include "draw/canvas.h"

#include <math.h>
#include <stdio.h>

#define FINEST 1e-9
#define SHORTEST 1e-290
// Part of a step, so that rounding loses no tick at an end. Quotients are below 10^11.
#define TOLERANCE 1e-4
// Numbers below 10^PLAIN are written without exponent.
enum { PLAIN = 7 };

// Correctly rounded if 10^|power| is a double, so that its shortest decimals are the exact value.
static double times_power(double x, int power)
{
    return power < 0 ? x / pow(10, -power) : x * pow(10, power);
}

axis_ticks axis_ticks_of(axis along, size_t most)
{
    ASSERT(most > 0);
    static const double factor[] = {1, 2, 5};
    const double lo = along.end[0], hi = along.end[1], extent = hi - lo;
    const double farthest = fmax(fabs(lo), fabs(hi));
    axis_ticks ticks = {.count = 0};
    if (!isfinite(extent) || !(extent > FINEST * farthest) || extent < SHORTEST)
        return ticks;
    int power = (int)floor(log10(extent / (double)most)), k = 0;
    double first, last;
    for (;; k++) {
        const double step = times_power(factor[k % 3], power + k / 3);
        first = ceil(lo / step - TOLERANCE);
        last = floor(hi / step + TOLERANCE);
        if (last - first < (double)most)
            break;
    }
    power += k / 3;
    const int digits = (int)log10(times_power(farthest, -power)) + 1;
    for (double i = first; i <= last; i++) {
        const double value = times_power(i * factor[k % 3], power);
        axis_tick *tick = ticks.tick + ticks.count++;
        tick->position = fmin(fmax((value - lo) / extent, 0), 1);
        snprintf(tick->label, sizeof tick->label, "%.*g", digits < PLAIN ? PLAIN : digits,
                 i == 0 ? 0 : value); // not -0
    }
    return ticks;
}

static bool labels_touch(const axis_ticks *ticks, int upright, double room, double text)
{
    for (size_t i = 1; i < ticks->count; i++) {
        const axis_tick *tick = ticks->tick + i;
        double both =
            canvas_text_width(tick->label, text) + canvas_text_width(tick[-1].label, text);
        double least = upright ? 1.4 * text : both / 2 + text;
        if ((tick->position - tick[-1].position) * room < least)
            return true;
    }
    return false;
}

axis_ticks axis_ticks_fit(axis along, int upright, double room, double text, size_t most)
{
    ASSERT(most > 0);
    axis_ticks ticks = axis_ticks_of(along, most);
    while (most > 1 && labels_touch(&ticks, upright, room, text))
        ticks = axis_ticks_of(along, --most);
    return ticks;
}

double axis_widest_label(const axis_ticks *ticks, double text)
{
    double widest = 0;
    for (size_t i = 0; i < ticks->count; i++)
        widest = fmax(widest, canvas_text_width(ticks->tick[i].label, text));
    return widest;
}
