// Writes SVG 1.1. Places are rounded to hundredths of a point and told from one to the next, so
// that a region takes some 130 bytes and rounding does not add up.
#include "draw/svg.h"

#include "base/memory.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define UNIT 100
#define FARTHEST 1e7
#define FONTS "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"

// ---- text and numbers ----

static void put_escaped(FILE *stream, const char *text)
{
    char *tamed = memory_copy_text(text);
    text_tame(tamed, '?');
    for (const char *c = tamed; *c; c++)
        switch (*c) {
        case '&':
            fputs("&amp;", stream);
            break;
        case '<':
            fputs("&lt;", stream);
            break;
        case '>':
            fputs("&gt;", stream);
            break;
        case '"':
            fputs("&quot;", stream);
            break;
        default:
            putc(*c, stream);
        }
    free(tamed);
}

static long rounded(double x)
{
    return isnan(x) ? 0 : lround(fmin(fmax(x, -FARTHEST), FARTHEST) * UNIT);
}

// In points, with no more digits than it takes: "-.5".
static void put_number(FILE *stream, long hundredths)
{
    long whole = labs(hundredths) / UNIT, part = labs(hundredths) % UNIT;
    if (hundredths < 0)
        putc('-', stream);
    if (whole || !part)
        fprintf(stream, "%ld", whole);
    if (part % 10)
        fprintf(stream, ".%02ld", part);
    else if (part)
        fprintf(stream, ".%ld", part / 10);
}

static void put_attribute(FILE *stream, const char *name, double x)
{
    fprintf(stream, " %s=\"", name);
    put_number(stream, rounded(x));
    putc('"', stream);
}

static int eight_bits(double part)
{
    return (int)lround(255 * fmin(fmax(part, 0), 1));
}

static void put_colour(FILE *stream, const char *name, colour c)
{
    fprintf(stream, " %s=\"#%02x%02x%02x\"", name, eight_bits(c.red), eight_bits(c.green),
            eight_bits(c.blue));
}

static void put_opacity(FILE *stream, const char *name, double transparency)
{
    if (transparency > 0)
        put_attribute(stream, name, 1 - transparency);
}

static void put_names(FILE *stream, const canvas_name *name)
{
    if (name && name->id)
        fprintf(stream, " id=\"%s\"", name->id);
    if (name && name->class)
        fprintf(stream, " class=\"%s\"", name->class);
}

static void put_titled(FILE *stream, const char *element, const char *text)
{
    fprintf(stream, "<%s>", element);
    put_escaped(stream, text);
    fprintf(stream, "</%s>", element);
}

// ---- the document ----

static void begin_path(svg_page *page)
{
    page->path = memory_stream(&page->text, &page->size);
    page->letter = 0;
    page->at[0] = page->at[1] = 0;
}

void svg_open(svg_page *page, FILE *stream, int width, int height, const canvas_about *about)
{
    *page = (svg_page){.stream = stream};
    fprintf(stream,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" "
            "xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"%dpt\" height=\"%dpt\" "
            "viewBox=\"0 0 %d %d\" font-family=\"%s\">\n",
            width, height, width, height, FONTS);
    if (about && about->title) {
        put_titled(stream, "title", about->title);
        putc('\n', stream);
    }
    if (about && (about->command || about->network)) {
        char *text = memory_format("%s%s%s%s", about->command ? about->command : "",
                                   about->command && about->network ? "; " : "",
                                   about->network ? "network SHA-256 " : "",
                                   about->network ? about->network : "");
        put_titled(stream, "desc", text);
        putc('\n', stream);
        free(text);
    }
    begin_path(page);
}

void svg_close(svg_page *page)
{
    fputs("</svg>\n", page->stream);
    fclose(page->path);
    free(page->text);
}

void svg_group(svg_page *page, const canvas_name *name, const char *attributes)
{
    fputs("<g", page->stream);
    put_names(page->stream, name);
    fprintf(page->stream, "%s>\n", attributes);
    if (name && name->title) {
        put_titled(page->stream, "title", name->title);
        putc('\n', page->stream);
    }
}

void svg_group_end(svg_page *page)
{
    fputs("</g>\n", page->stream);
}

void svg_clip(svg_page *page, double x, double y, double width, double height)
{
    size_t id = page->ids++;
    fprintf(page->stream, "<clipPath id=\"clip-%zu\"><rect", id);
    put_attribute(page->stream, "x", x);
    put_attribute(page->stream, "y", y);
    put_attribute(page->stream, "width", fmax(width, 0));
    put_attribute(page->stream, "height", fmax(height, 0));
    fprintf(page->stream, "/></clipPath>\n<g clip-path=\"url(#clip-%zu)\">\n", id);
}

// ---- paths ----

// A command with a pair of numbers: "l3-.5".
static void put_step(svg_page *page, int letter, long x, long y)
{
    if (letter != page->letter)
        putc(letter, page->path);
    else if (x >= 0)
        putc(' ', page->path);
    put_number(page->path, x);
    if (y >= 0)
        putc(' ', page->path);
    put_number(page->path, y);
    page->letter = letter;
}

void svg_move(svg_page *page, double x, double y)
{
    long to[] = {rounded(x), rounded(y)};
    int first = ftell(page->path) == 0;
    put_step(page, first ? 'M' : 'm', to[0] - page->at[0], to[1] - page->at[1]);
    page->letter = first ? 'L' : 'l'; // what follows a move are lines
    memcpy(page->at, to, sizeof to);
    memcpy(page->begin, to, sizeof to);
}

void svg_line(svg_page *page, double x, double y)
{
    long to[] = {rounded(x), rounded(y)};
    if (to[0] != page->at[0] || to[1] != page->at[1])
        put_step(page, 'l', to[0] - page->at[0], to[1] - page->at[1]);
    memcpy(page->at, to, sizeof to);
}

void svg_close_path(svg_page *page)
{
    putc('z', page->path);
    page->letter = 'z';
    memcpy(page->at, page->begin, sizeof page->at);
}

void svg_circle(svg_page *page, double x, double y, double radius)
{
    svg_move(page, x - radius, y);
    for (int half = 1; half >= -1; half -= 2) {
        long r = rounded(radius);
        putc('a', page->path);
        put_number(page->path, r);
        putc(' ', page->path);
        put_number(page->path, r);
        fputs(" 0 0 1 ", page->path);
        put_number(page->path, 2 * half * r);
        fputs(" 0", page->path);
    }
    page->letter = 'a';
    svg_close_path(page);
}

// Ends the path, as what `attributes` are to be added to.
static void begin_shape(svg_page *page, const canvas_name *name)
{
    fclose(page->path);
    fputs("<path", page->stream);
    put_names(page->stream, name);
    fprintf(page->stream, " d=\"%s\"", page->text);
    free(page->text);
    begin_path(page);
}

static void end_shape(svg_page *page, const canvas_name *name)
{
    if (name && name->title) {
        putc('>', page->stream);
        put_titled(page->stream, "title", name->title);
        fputs("</path>\n", page->stream);
    } else {
        fputs("/>\n", page->stream);
    }
}

// The colours of a ramp stand in the file once, for all shapes that follow one another with it.
static void put_stops(svg_page *page, const canvas_paint *paint)
{
    FILE *stream = page->stream;
    page->ramp = paint->ramp;
    page->ramp_id = page->ids++;
    fprintf(stream, "<linearGradient id=\"ramp-%zu\" gradientUnits=\"userSpaceOnUse\">",
            page->ramp_id);
    for (size_t i = 0; i < paint->steps; i++) {
        fprintf(stream, "<stop offset=\"%.4f\"", (double)i / (double)(paint->steps - 1));
        put_colour(stream, "stop-color", paint->ramp[i]);
        fputs("/>", stream);
    }
    fputs("</linearGradient>\n", stream);
}

static size_t put_ramp(svg_page *page, const canvas_paint *paint)
{
    static const char *const name[] = {"x1", "y1", "x2", "y2"};
    const double end[] = {paint->from[0], paint->from[1], paint->to[0], paint->to[1]};
    if (page->ramp != paint->ramp)
        put_stops(page, paint);
    size_t id = page->ids++;
    fprintf(page->stream,
            "<linearGradient id=\"ramp-%zu\" gradientUnits=\"userSpaceOnUse\" "
            "xlink:href=\"#ramp-%zu\"",
            id, page->ramp_id);
    for (int i = 0; i < 4; i++)
        put_attribute(page->stream, name[i], end[i]);
    fputs("/>\n", page->stream);
    return id;
}

void svg_fill(svg_page *page, const canvas_paint *paint, const canvas_name *name)
{
    FILE *stream = page->stream;
    size_t ramp = paint->steps ? put_ramp(page, paint) : 0;
    begin_shape(page, name);
    if (paint->steps) {
        fprintf(stream, " fill=\"url(#ramp-%zu)\"", ramp);
        if (paint->border > 0)
            fprintf(stream, " stroke=\"url(#ramp-%zu)\"", ramp);
    } else {
        put_colour(stream, "fill", paint->ink);
        if (paint->border > 0)
            put_colour(stream, "stroke", paint->ink);
    }
    if (paint->border > 0)
        put_attribute(stream, "stroke-width", paint->border);
    put_opacity(stream, "fill-opacity", paint->transparency);
    end_shape(page, name);
}

void svg_stroke(svg_page *page, const canvas_pen *pen, const canvas_name *name)
{
    FILE *stream = page->stream;
    begin_shape(page, name);
    fputs(" fill=\"none\"", stream);
    put_colour(stream, "stroke", pen->ink);
    put_attribute(stream, "stroke-width", fmax(pen->width, 0.01));
    put_opacity(stream, "stroke-opacity", pen->transparency);
    fprintf(stream, " stroke-linejoin=\"round\"%s", pen->round ? " stroke-linecap=\"round\"" : "");
    for (size_t i = 0; i < pen->dashes; i++) {
        fputs(i ? " " : " stroke-dasharray=\"", stream);
        put_number(stream, rounded(pen->dash[i]));
    }
    fputs(pen->dashes ? "\"" : "", stream);
    end_shape(page, name);
}

// ---- text ----

void svg_text(svg_page *page, const char *text, double x, double y, double size, double anchor,
              int upright, colour ink)
{
    FILE *stream = page->stream;
    fputs("<text", stream);
    if (upright) {
        fputs(" transform=\"translate(", stream);
        put_number(stream, rounded(x));
        putc(' ', stream);
        put_number(stream, rounded(y));
        fputs(") rotate(-90)\"", stream);
    } else {
        put_attribute(stream, "x", x);
        put_attribute(stream, "y", y);
    }
    put_attribute(stream, "font-size", size);
    put_colour(stream, "fill", ink);
    if (anchor > 0)
        fprintf(stream, " text-anchor=\"%s\"", anchor < 1 ? "middle" : "end");
    putc('>', stream);
    put_escaped(stream, text);
    fputs("</text>\n", stream);
}
