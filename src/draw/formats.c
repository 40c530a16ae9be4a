// What Cairo does not write: descriptions and resolutions of its files, and TikZ.
#include "draw/formats.h"

#include <cairo-pdf.h>
#include <crease/crease.h>
#include <ctype.h>
#include <math.h>
#include <string.h>
#include <zlib.h>

// A PNG file begins with a signature and the chunk IHDR: its length, name, 13 bytes and check.
enum { PNG_HEADER = 8 + 4 + 4 + 13 + 4 };
#define INCHES_A_METRE (1 / 0.0254)

// ---- PDF ----

void describe_pdf(cairo_surface_t *surface, const picture_about *about)
{
    const struct {
        cairo_pdf_metadata_t kind;
        const char *text;
    } all[] = {
        {CAIRO_PDF_METADATA_CREATE_DATE, "1970-01-01T00:00:00Z"}, // the same bytes at any time
        {CAIRO_PDF_METADATA_TITLE, about->title},
        {CAIRO_PDF_METADATA_SUBJECT, about->text},
        {CAIRO_PDF_METADATA_CREATOR, "crease " CREASE_VERSION},
    };
    // Its metadata are plain text; later versions may compress them.
    cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_4);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].text)
            cairo_pdf_surface_set_metadata(surface, all[i].kind, all[i].text);
}

// ---- SVG ----

static void put_element(FILE *stream, const char *name, const char *text)
{
    if (!text)
        return;
    fprintf(stream, "<%s>", name);
    for (const char *c = text; *c; c++)
        if (*c == '&')
            fputs("&amp;", stream);
        else if (*c == '<')
            fputs("&lt;", stream);
        else
            putc(*c, stream);
    fprintf(stream, "</%s>\n", name);
}

// Two digits after the point, from the first that is not 0, are finer than a page shows; Cairo
// writes six.
static void put_short_numbers(FILE *stream, const char *text, size_t size)
{
    int is_fraction = 0, digits = 0;
    for (size_t i = 0; i < size; i++) {
        const int is_digit = text[i] >= '0' && text[i] <= '9';
        if (!is_digit) {
            is_fraction = text[i] == '.';
            digits = 0;
        } else if (is_fraction && (digits || text[i] != '0')) {
            digits++;
        }
        if (digits <= 2)
            putc_unlocked(text[i], stream);
    }
}

void describe_svg(FILE *stream, const char *bytes, size_t size, const picture_about *about)
{
    const char *tag = memmem(bytes, size, "<svg", 4);
    const char *end = tag ? memchr(tag, '\n', size - (size_t)(tag - bytes)) : NULL;
    size_t before = end ? (size_t)(end - bytes) + 1 : size;
    fwrite(bytes, 1, before, stream);
    put_element(stream, "title", about->title);
    put_element(stream, "desc", about->text);
    put_short_numbers(stream, bytes + before, size - before);
}

// ---- PNG: Portable Network Graphics Specification, 3rd edition, 11.3 ----

static void png_set_word(unsigned char *to, uint32_t word)
{
    for (int i = 0; i < 4; i++)
        to[i] = (unsigned char)(word >> (24 - 8 * i));
}

void describe_png(FILE *stream, const char *bytes, size_t size, double dpi)
{
    const size_t before = size < PNG_HEADER ? size : PNG_HEADER;
    const uint32_t per_metre = (uint32_t)lround(dpi * INCHES_A_METRE);
    unsigned char chunk[4 + 4 + 9 + 4] = "\0\0\0\11pHYs"; // length, name, data, check
    png_set_word(chunk + 8, per_metre);
    png_set_word(chunk + 12, per_metre);
    chunk[16] = 1; // the unit is the metre
    png_set_word(chunk + 17, (uint32_t)crc32(0, chunk + 4, 4 + 9));
    fwrite(bytes, 1, before, stream);
    if (dpi > 0)
        fwrite(chunk, 1, sizeof chunk, stream);
    fwrite(bytes + before, 1, size - before, stream);
}

// ---- TikZ ----

void tikz_open(tikz *t, FILE *stream, double width, double height, const picture_about *about)
{
    *t = (tikz){.stream = stream, .ink = {-1, -1, -1}};
    if (about->title)
        fprintf(stream, "%% %s\n", about->title);
    if (about->text)
        fprintf(stream, "%% %s\n", about->text);
    // \documentclass has this meaning inside the body of a document only.
    fprintf(stream,
            "%% \\input this file in a document with \\usepackage{tikz}, or compile it alone.\n"
            "\\expandafter\\ifx\\csname @notprerr\\endcsname\\documentclass\\else\n"
            "\\documentclass{article}\n"
            "\\usepackage[paperwidth=%.2fbp,paperheight=%.2fbp,margin=0bp]{geometry}\n"
            "\\usepackage{tikz}\\pagestyle{empty}\\parindent=0pt\n"
            "\\begin{document}\\def\\creaseend{\\end{document}}\n"
            "\\fi\n"
            "\\begin{tikzpicture}[x=1bp,y=-1bp,line join=round,line cap=round,inner sep=0pt,"
            "outer sep=0pt]\n" // basic commands of pgf take a third of the time of \\draw
            "\\def\\m(#1,#2){\\pgfpathmoveto{\\pgfqpoint{#1bp}{-#2bp}}}\n"
            "\\def\\l(#1,#2){\\pgfpathlineto{\\pgfqpoint{#1bp}{-#2bp}}}\n"
            "\\def\\w#1{\\pgfsetlinewidth{#1bp}}\\def\\z{\\pgfpathclose}\n"
            "\\useasboundingbox (0,0) rectangle (%.2f,%.2f);\n",
            width, height, width, height);
}

void tikz_close(tikz *t)
{
    fputs("\\end{tikzpicture}\n\\csname creaseend\\endcsname\n", t->stream);
}

static void tikz_use(tikz *t, colour ink)
{
    if (ink.red == t->ink.red && ink.green == t->ink.green && ink.blue == t->ink.blue)
        return;
    t->ink = ink;
    fprintf(t->stream, "\\definecolor{c}{rgb}{%.3f,%.3f,%.3f}\\pgfsetcolor{c}\n", ink.red,
            ink.green, ink.blue);
}

static void tikz_use_path(tikz *t, cairo_t *from, const char *use)
{
    cairo_path_t *path = cairo_copy_path_flat(from);
    for (int i = 0; i < path->num_data; i += path->data[i].header.length) {
        const cairo_path_data_t *part = path->data + i;
        const int is_line = part->header.type == CAIRO_PATH_LINE_TO;
        // after a close, Cairo moves to where the path began
        if (part->header.type == CAIRO_PATH_CLOSE_PATH)
            fputs("\\z", t->stream);
        else if (is_line || i + part->header.length < path->num_data)
            fprintf(t->stream, "\\%c(%.2f,%.2f)", is_line ? 'l' : 'm', part[1].point.x,
                    part[1].point.y);
    }
    cairo_path_destroy(path);
    cairo_new_path(from);
    fprintf(t->stream, "\\pgfusepath{%s}\n", use);
}

void tikz_path(tikz *t, cairo_t *path, colour ink, double width)
{
    if (!cairo_has_current_point(path))
        return;
    tikz_use(t, ink);
    if (width != 0)
        fprintf(t->stream, "\\w{%.3f}", fabs(width));
    tikz_use_path(t, path, width == 0 ? "fill" : width > 0 ? "fill,stroke" : "stroke");
}

void tikz_clip(tikz *t, cairo_t *path)
{
    fputs(path ? "\\begin{pgfscope}" : "\\end{pgfscope}\n", t->stream);
    if (path)
        tikz_use_path(t, path, "clip");
    t->ink.red = -1;
}

static void tikz_put_text(FILE *stream, const char *text)
{
    static const char plain[] = "#$%&_{}", other[] = "~^\\";
    static const char *const names[] = {"textasciitilde", "textasciicircum", "textbackslash"};
    if (*text == '-' && isdigit((unsigned char)text[1])) {
        fputs("$-$", stream);
        text++;
    }
    for (; *text; text++) {
        const char *special = strchr(other, *text);
        if (special)
            fprintf(stream, "\\%s{}", names[special - other]);
        else
            fprintf(stream, strchr(plain, *text) ? "\\%c" : "%c", *text);
    }
}

void tikz_text(tikz *t, const char *text, double x, double y, double size, double anchor,
               int upright)
{
    static const char *const anchors[] = {"base west", "base", "base east"};
    const double drop = 0.35 * size; // from the middle of digits to the base line
    tikz_use(t, (colour){0.1, 0.1, 0.1});
    fprintf(t->stream, "\\node[c,anchor=%s,rotate=%d,font=\\fontsize{%.2f}{%.2f}\\selectfont] ",
            anchors[(int)(2 * anchor)], upright ? 90 : 0, size, 1.2 * size);
    fprintf(t->stream, "at (%.2f,%.2f) {", x + (upright ? drop : 0), y + (upright ? 0 : drop));
    if (strchr(text, '$'))
        fputs(text, t->stream);
    else
        tikz_put_text(t->stream, text);
    fputs("};\n", t->stream);
}
