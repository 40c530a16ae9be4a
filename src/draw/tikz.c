// Pictures in TikZ: what a pen has drawn and texts become commands of pgf, in the document's fonts.
#include "draw/tikz.h"

#include "base/fatal.h"
#include <ctype.h>
#include <math.h>
#include <string.h>

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

static void tikz_use_path(tikz *t, pen *drawn, const char *use)
{
    for (const pen_mark *mark = drawn->mark; mark < drawn->mark + drawn->marks; mark++)
        if (mark->step == PEN_CLOSE)
            fputs("\\z", t->stream);
        else
            fprintf(t->stream, "\\%c(%.2f,%.2f)", mark->step == PEN_LINE ? 'l' : 'm',
                    (double)mark->x / PEN_UNIT, (double)mark->y / PEN_UNIT);
    pen_clear(drawn);
    fprintf(t->stream, "\\pgfusepath{%s}\n", use);
}

void tikz_path(tikz *t, pen *drawn, colour ink, double width)
{
    if (!drawn->marks)
        return;
    tikz_use(t, ink);
    if (width != 0)
        fprintf(t->stream, "\\w{%.3f}", fabs(width));
    tikz_use_path(t, drawn, width == 0 ? "fill" : width > 0 ? "fill,stroke" : "stroke");
}

void tikz_clip(tikz *t, pen *drawn)
{
    fputs(drawn ? "\\begin{pgfscope}" : "\\end{pgfscope}\n", t->stream);
    if (drawn)
        tikz_use_path(t, drawn, "clip");
    t->ink.red = -1;
}

void tikz_include(tikz *t, const char *name, double x, double y)
{
    fprintf(t->stream,
            "\\pgftext[left,bottom,at={\\pgfqpoint{%.2fbp}{%.2fbp}}]"
            "{\\includegraphics{\\detokenize{%s}}}\n",
            x, -y, name);
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

void tikz_text(tikz *t, const picture_text *text)
{
    ASSERT(text->anchor >= 0 && text->anchor <= 1);
    static const char *const anchors[] = {"base west", "base", "base east"};
    const double drop = 0.35 * text->size; // from the middle of digits to the base line
    tikz_use(t, (colour){0.1, 0.1, 0.1});
    fprintf(t->stream, "\\node[c,anchor=%s,rotate=%d,font=\\fontsize{%.2f}{%.2f}\\selectfont] ",
            anchors[(int)(2 * text->anchor)], text->upright ? 90 : 0, text->size, 1.2 * text->size);
    fprintf(t->stream, "at (%.2f,%.2f) {", text->x + (text->upright ? drop : 0),
            text->y + (text->upright ? 0 : drop));
    if (strchr(text->text, '$'))
        fputs(text->text, t->stream);
    else
        tikz_put_text(t->stream, text->text);
    fputs("};\n", t->stream);
}
