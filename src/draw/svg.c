// Pictures in SVG: what a pen has drawn and texts become elements.
#include "draw/svg.h"

#include "base/fatal.h"
#include "base/text.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

static void put_escaped(FILE *stream, const char *text)
{
    for (const char *c = text; *c; c++)
        if (*c == '&')
            fputs("&amp;", stream);
        else if (*c == '<')
            fputs("&lt;", stream);
        else if (*c == '"')
            fputs("&quot;", stream);
        else
            putc(*c, stream);
}

static void put_element(FILE *stream, const char *name, const char *text)
{
    if (!text)
        return;
    fprintf(stream, "<%s>", name);
    put_escaped(stream, text);
    fprintf(stream, "</%s>\n", name);
}

void svg_put_about(FILE *stream, const picture_about *about)
{
    put_element(stream, "title", about->title);
    put_element(stream, "desc", about->text);
}

void svg_open(FILE *stream, double width, double height, const picture_about *about)
{
    fprintf(stream,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%gpt\" height=\"%gpt\" "
            "viewBox=\"0 0 %g %g\" version=\"1.1\">\n",
            width, height, width, height);
    svg_put_about(stream, about);
    fprintf(stream,
            "<rect width=\"%g\" height=\"%g\" fill=\"#ffffff\"/>\n"
            "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n",
            width, height);
}

// A hundredth of a point is finer than a page shows.
static char *put_length(char *text, int64_t length)
{
    const uint64_t size = ((uint64_t)llabs(length) * 100 + PEN_UNIT / 2) / PEN_UNIT;
    const uint64_t rest = size % 100;
    if (length < 0 && size)
        *text++ = '-';
    text = text_put_number(text, size / 100);
    if (rest) {
        *text++ = '.';
        *text++ = (char)('0' + rest / 10);
    }
    if (rest % 10)
        *text++ = (char)('0' + rest % 10);
    return text;
}

// Points after the first of a line need no letter.
static void put_path(FILE *stream, pen *drawn)
{
    fputs(" d=\"", stream);
    for (const pen_mark *mark = drawn->mark; mark < drawn->mark + drawn->marks; mark++) {
        char text[2 * (TEXT_NUMBER + 4) + 2], *end = text;
        *end++ = "M Z"[mark->step];
        if (mark->step != PEN_CLOSE) {
            end = put_length(end, mark->x);
            *end++ = ' ';
            end = put_length(end, mark->y);
        }
        fwrite(text, 1, (size_t)(end - text), stream);
    }
    putc('"', stream);
    pen_clear(drawn);
}

static void put_ink(FILE *stream, const char *use, colour ink)
{
    fprintf(stream, " %s=\"#%02lx%02lx%02lx\"", use, lround(255 * ink.red), lround(255 * ink.green),
            lround(255 * ink.blue));
}

void svg_path(FILE *stream, pen *drawn, colour ink, double width)
{
    if (!drawn->marks)
        return;
    fputs("<path", stream);
    if (width >= 0)
        put_ink(stream, "fill", ink);
    if (width != 0) {
        put_ink(stream, "stroke", ink);
        fprintf(stream, " stroke-width=\"%.3g\"", fabs(width));
    }
    put_path(stream, drawn);
    fputs("/>\n", stream);
}

void svg_clip(FILE *stream, pen *drawn)
{
    if (!drawn) {
        fputs("</g>\n", stream);
        return;
    }
    fputs("<clipPath id=\"panel\"><path", stream);
    put_path(stream, drawn);
    fputs("/></clipPath>\n<g clip-path=\"url(#panel)\">\n", stream);
}

void svg_text(FILE *stream, const picture_text *text)
{
    ASSERT(text->anchor >= 0 && text->anchor <= 1);
    static const char *const anchors[] = {"start", "middle", "end"};
    const double drop = 0.35 * text->size; // from the middle of digits to the base line
    fprintf(stream, "<text x=\"%.2f\" y=\"%.2f\" font-size=\"%.2f\" text-anchor=\"%s\"",
            text->x + (text->upright ? drop : 0), text->y + (text->upright ? 0 : drop), text->size,
            anchors[(int)(2 * text->anchor)]);
    if (text->upright)
        fprintf(stream, " transform=\"rotate(-90 %.2f %.2f)\"", text->x + drop, text->y);
    putc('>', stream);
    put_escaped(stream, text->text);
    fputs("</text>\n", stream);
}

void svg_close(FILE *stream, const char *font, const char *texts, size_t size)
{
    fputs("</g>\n", stream);
    if (size) {
        fputs("<g fill=\"#1a1a1a\" font-family=\"", stream); // canvas_black
        put_escaped(stream, font);
        fputs(", sans-serif\">\n", stream);
        fwrite(texts, 1, size, stream);
        fputs("</g>\n", stream);
    }
    fputs("</svg>\n", stream);
}
