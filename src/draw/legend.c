// The legend of a chart: curves, the key of the colours, notes.
#include "draw/chart.h"

#include <math.h>
#include <string.h>

// Lengths are in units of the size of the text.
#define GAP 0.8        // round everything
#define LINE 1.75      // from one line to the next, at most
#define LEAST_LINE 1.3 // at least
#define SWATCH 2.2
#define NOTE 0.85         // the size of letters of notes
#define SQUARE 6.0        // the side of a picture as key
#define BAR 8.0           // the length of a bar
#define THICK 1.2         // its thickness
#define LEGEND_SHARE 0.45 // of the page's width, at most
enum { MOST_TICKS = 5, MOST_NAMES = 16, FEWER_NAMES = 9 };

static int is_first_of_its_name(const chart *shown, size_t index)
{
    const char *name = shown->curve[index].name;
    if (!shown->curve[index].points && !shown->curve[index].elsewhere)
        return 0;
    for (size_t i = 0; name && i < index; i++)
        if (shown->curve[i].name && !strcmp(shown->curve[i].name, name))
            return 0;
    return name && *name;
}

static size_t count_names(const chart *shown)
{
    size_t count = 0;
    for (size_t i = 0; i < shown->curves; i++)
        count += is_first_of_its_name(shown, i) != 0;
    return count;
}

// Below the curves, in units of the text.
static double key_height(const chart_key *key)
{
    return key->label ? LINE + (key->paint ? SQUARE : BAR) + GAP : 0;
}

static double widest_tick(const chart_key *key, double text)
{
    double widest = 0;
    axis_ticks ticks;
    chart_ticks(&ticks, &key->along, 1, BAR * text, text, MOST_TICKS);
    for (size_t i = 0; i < ticks.count; i++)
        widest = fmax(widest, canvas_text_width(ticks.tick[i].label, text));
    axis_ticks_clear(&ticks);
    return widest;
}

static double key_width(const chart_key *key, double text)
{
    if (!key->label)
        return 0;
    double label = canvas_text_width(key->label, text);
    if (key->paint)
        return fmax(label, fmax(SQUARE * text, canvas_text_width(key->scale, NOTE * text)));
    return fmax(label, (THICK + GAP) * text + widest_tick(key, text));
}

// The height of a line; 0: there is nothing to say, or no room.
static double line_height(const chart *shown, double height, double text)
{
    double lines = (double)count_names(shown) + NOTE * (double)shown->notes;
    double rest = height / text - key_height(&shown->key) -
                  (shown->key.label && shown->key.paint ? NOTE * LINE : 0);
    if (lines <= 0)
        return shown->key.label && rest >= 0 ? LINE : 0;
    double line = fmin(LINE, rest / lines);
    return line < LEAST_LINE ? 0 : line;
}

double legend_width(const chart *shown, double page_width, double height, double text)
{
    double widest = key_width(&shown->key, text);
    for (size_t i = 0; i < shown->curves; i++)
        if (is_first_of_its_name(shown, i))
            widest =
                fmax(widest, (SWATCH + GAP) * text + canvas_text_width(shown->curve[i].name, text));
    for (size_t i = 0; i < shown->notes; i++)
        widest = fmax(widest, canvas_text_width(shown->note[i], NOTE * text));
    double width = 2 * GAP * text + widest;
    int fits = width <= LEGEND_SHARE * page_width && line_height(shown, height, text) > 0;
    return fits && widest > 0 ? width : 0;
}

size_t chart_names(size_t count)
{
    return count <= MOST_NAMES ? count : FEWER_NAMES;
}

size_t chart_named(size_t i, size_t count)
{
    return count <= MOST_NAMES ? i : i * (count - 1) / (FEWER_NAMES - 1);
}

int chart_is_named(size_t i, size_t count)
{
    size_t k = 0;
    while (k < chart_names(count) && chart_named(k, count) != i)
        k++;
    return k < chart_names(count);
}

// ---- the key ----

static void draw_bar(canvas *page, const chart_key *key, double x, double y, double text)
{
    double length = BAR * text, thick = THICK * text;
    canvas_paint paint = {
        .ramp = key->ramp, .steps = key->steps, .from = {x, y + length}, .to = {x, y}};
    canvas_rectangle(page, x, y, thick, length);
    canvas_fill(page, &paint, NULL);
    axis_ticks ticks;
    chart_ticks(&ticks, &key->along, 1, length, text, MOST_TICKS);
    for (size_t i = 0; i < ticks.count; i++) {
        double at = y + (1 - ticks.tick[i].at) * length;
        canvas_move(page, x + thick, at);
        canvas_line(page, x + thick + 0.35 * text, at);
        chart_text(page, ticks.tick[i].label, x + thick + 0.6 * text, at, text, 0);
    }
    canvas_rectangle(page, x, y, thick, length);
    canvas_stroke(page, &(canvas_pen){.ink = chart_ink, .width = 0.06 * text}, NULL);
    axis_ticks_clear(&ticks);
}

// Returns where the next line is.
static double draw_key(canvas *page, const chart_key *key, double x, double y, double text)
{
    if (!key->label)
        return y;
    chart_text(page, key->label, x, y, text, 0);
    y += (LINE - 0.5) * text;
    if (!key->paint) {
        draw_bar(page, key, x, y, text);
        return y + (BAR + GAP + 0.5) * text;
    }
    key->paint(page, key->painted, &(chart_place){x, y, SQUARE * text, SQUARE * text});
    y += (SQUARE + GAP) * text;
    chart_text(page, key->scale, x, y, NOTE * text, 0);
    return y + (NOTE * LINE) * text;
}

// ---- all of it ----

void legend_draw(canvas *page, const chart *shown, double x, double y, double height, double text)
{
    double line = line_height(shown, height, text) * text;
    canvas_group(page, &(canvas_name){.id = "legend"});
    y += line / 2;
    for (size_t i = 0; i < shown->curves; i++) {
        const chart_curve *curve = shown->curve + i;
        if (!is_first_of_its_name(shown, i))
            continue;
        curve_sample(page, curve, x, y, SWATCH * text, fmin(text, line / LEAST_LINE));
        chart_text(page, curve->name, x + (SWATCH + GAP) * text, y, text, 0);
        y += line;
    }
    y = draw_key(page, &shown->key, x, y, text);
    for (size_t i = 0; i < shown->notes; i++) {
        chart_text(page, shown->note[i], x, y, NOTE * text, 0);
        y += NOTE * line;
    }
    canvas_group_end(page);
}
