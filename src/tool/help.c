// Help, made from the tables of commands and options: on a terminal, and as a manual page.
#include "tool/commands.h"
#include "tool/completion.h"
#include "tool/job.h"

#include <string.h>

#define NET_FORMATS "in JSON, ONNX or NNet, perhaps packed by gzip"
#define NET_SENTENCE "\nNET is a file " NET_FORMATS "; - is standard input.\n"

enum { COMMAND_INDENT = 14, OPTION_INDENT = 24 };

// ---- A terminal ----

// "crease count NET [options]"
static void print_usage(FILE *stream, const command *c)
{
    fprintf(stream, "Usage: crease %s", c->name);
    if (c->operand)
        fprintf(stream, c->operand_needed ? " %s" : " [%s]", c->operand);
    if (c->more)
        fprintf(stream, " [%s...]", c->more);
    fprintf(stream, " [options]\n");
}

static void print_option(FILE *stream, const option *o)
{
    char names[128];
    int used = 0;
    if (o->letter)
        used = snprintf(names, sizeof names, "-%c%s%s, ", o->letter, o->argument ? " " : "",
                        o->argument ? o->argument : "");
    used += snprintf(names + used, sizeof names - (size_t)used, "--%s", o->name);
    if (o->argument)
        used += snprintf(names + used, sizeof names - (size_t)used,
                         o->kind == OPTION_MANNER ? "[=%s]" : "=%s", o->argument);
    if (o->alias)
        snprintf(names + used, sizeof names - (size_t)used, ", --%s=...", o->alias);
    int column = fprintf(stream, "  %s", names);
    if (column >= OPTION_INDENT) {
        fputc('\n', stream);
        column = 0;
    }
    text_wrap(stream, o->text, OPTION_INDENT, column);
}

static void print_options(FILE *stream, unsigned bit)
{
    fprintf(stream, "\nOptions:\n");
    for (const option *o = options; o < options + options_count; o++)
        if (o->commands & bit)
            print_option(stream, o);
}

static void print_command(FILE *stream, const command *c)
{
    fprintf(stream, "crease %s: %s\n", c->name, c->purpose);
    print_usage(stream, c);
    fputc('\n', stream);
    text_wrap(stream, c->text, 0, 0);
    if (c->operand_needed && !strcmp(c->operand, "NET"))
        fprintf(stream, NET_SENTENCE);
    print_options(stream, c->bit);
    fprintf(stream, "\nExamples:\n");
    for (size_t i = 0; i < EXAMPLES_MOST && c->examples[i].line; i++)
        fprintf(stream, "  %s\n      %s\n", c->examples[i].line, c->examples[i].says);
}

static void print_overview(FILE *stream)
{
    fprintf(stream, "crease: the exact regions of piecewise-linear networks\n"
                    "Usage: crease COMMAND [NET] [options]\n\nCommands:\n");
    for (const command *c = commands; c < commands + commands_count; c++)
        text_wrap(stream, c->purpose, COMMAND_INDENT, fprintf(stream, "  %s", c->name));
    fprintf(stream, NET_SENTENCE "'crease help COMMAND' tells more.\n");
    print_options(stream, no_command.bit);
    fprintf(stream, "\nExit status:\n");
    for (size_t i = 0; i < exits_count; i++)
        text_wrap(stream, exits[i].text, 5, fprintf(stream, "  %d", (int)exits[i].status));
}

// ---- The manual page: the roff of man(7) ----

// Text in roff: a backslash and a hyphen that a reader may copy are spelled out, and
// a line must not begin with a control character. An empty line starts a paragraph.
static void roff_text(FILE *out, const char *text)
{
    int line_start = 1;
    for (const char *c = text; *c; c++) {
        if (*c == '\n' && c[1] == '\n') {
            fputs("\n.PP\n", out);
            c++;
            line_start = 1;
            continue;
        }
        if (line_start && (*c == '.' || *c == '\''))
            fputs("\\&", out);
        line_start = 0;
        if (*c == '\\')
            fputs("\\e", out);
        else if (*c == '-')
            fputs("\\-", out);
        else
            fputc(*c, out);
    }
}

static void roff_line(FILE *out, const char *text)
{
    roff_text(out, text);
    fputc('\n', out);
}

// Text in a font: B or I.
static void roff_font(FILE *out, char font, const char *text)
{
    fprintf(out, "\\f%c", font);
    roff_text(out, text);
    fputs("\\fR", out);
}

static void roff_long_name(FILE *out, const char *name)
{
    fputs("\\fB\\-\\-", out);
    roff_text(out, name);
    fputs("\\fR", out);
}

static void roff_argument(FILE *out, const option *o)
{
    if (!o->argument)
        return;
    const int may_be_left_out = o->kind == OPTION_MANNER;
    fputs(may_be_left_out ? "[=" : "=", out);
    roff_font(out, may_be_left_out ? 'B' : 'I', o->argument);
    fputs(may_be_left_out ? "]" : "", out);
}

static void roff_option(FILE *out, const option *o)
{
    fputs(".TP\n", out);
    if (o->letter) {
        fprintf(out, "\\fB\\-%c\\fR%s", o->letter, o->argument ? " " : "");
        if (o->argument)
            roff_font(out, 'I', o->argument);
        fputs(", ", out);
    }
    roff_long_name(out, o->name);
    roff_argument(out, o);
    if (o->alias) {
        fputs(", ", out);
        roff_long_name(out, o->alias);
        roff_argument(out, o);
    }
    fputc('\n', out);
    roff_line(out, o->text);
}

static void roff_synopsis(FILE *out)
{
    fputs(".SH SYNOPSIS\n", out);
    for (const command *c = commands; c < commands + commands_count; c++) {
        fprintf(out, "%s\\fBcrease %s\\fR ", c > commands ? ".br\n" : "", c->name);
        if (!c->operand_needed)
            fputc('[', out);
        roff_font(out, 'I', c->operand);
        if (!c->operand_needed)
            fputc(']', out);
        if (c->more) {
            fputs(" [", out);
            roff_font(out, 'I', c->more);
            fputs("...]", out);
        }
        fputs(" [\\fIoptions\\fR]\n", out);
    }
}

// Options that only one command takes stand with it; the others have a section.
static int is_shared(const option *o)
{
    return (o->commands & (o->commands - 1)) != 0;
}

// Its own options, and the names of those that it shares with others.
static void roff_command(FILE *out, const command *c)
{
    const char *before = ".PP\nAlso takes ";
    fprintf(out, ".SS %s\n", c->name);
    roff_line(out, c->text);
    for (const option *o = options; o < options + options_count; o++)
        if (o->commands == c->bit)
            roff_option(out, o);
    for (const option *o = options; o < options + options_count; o++)
        if (is_shared(o) && (o->commands & c->bit) && o->commands != (unsigned)in_any) {
            fputs(before, out);
            roff_long_name(out, o->name);
            before = ",\n";
        }
    if (*before == ',')
        fputs(".\n", out);
}

static void roff_examples(FILE *out)
{
    fputs(".SH EXAMPLES\n", out);
    for (const command *c = commands; c < commands + commands_count; c++)
        for (size_t k = 0; k < EXAMPLES_MOST && c->examples[k].line; k++) {
            fputs(".TP\n", out);
            roff_font(out, 'B', c->examples[k].line);
            fputc('\n', out);
            roff_line(out, c->examples[k].says);
        }
}

static void roff_exits(FILE *out)
{
    fputs(".SH EXIT STATUS\n", out);
    for (size_t i = 0; i < exits_count; i++) {
        fprintf(out, ".TP\n%d\n", (int)exits[i].status);
        roff_line(out, exits[i].text);
    }
}

static void roff_files(FILE *out)
{
    fputs(".SH FILES\n"
          "\\fIPREFIX\\fR is the directory below which crease is installed, such as\n"
          "\\fI/usr/local\\fR.\n"
          ".TP\n"
          "\\fIPREFIX\\fB/share/crease/trained\\fR\n"
          "Trained networks and the points that they were trained with.\n"
          ".TP\n"
          "\\fIPREFIX\\fB/share/crease\\fR\n"
          "Those, and small networks with their counts: of papers (\\fBpapers\\fR,\n"
          "\\fBcounterexamples\\fR), arrangements (\\fBarrangements\\fR), and such as doubles\n"
          "miscount (\\fBties\\fR).\n"
          ".TP\n"
          "\\fIPREFIX\\fB/include/crease/crease.h\\fR\n"
          "The library, which pkg\\-config knows as \\fBcrease\\fR.\n"
          ".SH SEE ALSO\n"
          ".BR crease\\-check (1),\n"
          ".BR crease\\-formats (5)\n",
          out);
}

static void manual_print(FILE *stream)
{
    // Words such as activations are not to be broken, and too long to fill lines with.
    fputs(".nr HY 0\n", stream);
    fprintf(stream, ".TH CREASE 1 \"\" \"crease %s\" \"User Commands\"\n", CREASE_VERSION);
    fputs(".ad l\n", stream);
    fputs(".SH NAME\ncrease \\- the exact regions of piecewise-linear networks\n", stream);
    roff_synopsis(stream);
    fputs(".SH DESCRIPTION\n"
          "A rectifier network folds its input space along creases: inside every cell between\n"
          "them it is one affine map.\n"
          ".B crease\n"
          "enumerates those cells exactly, counts them under named definitions, and draws them.\n"
          ".PP\n"
          "\\fINET\\fR is a network file " NET_FORMATS "; \\- is standard input. Results are\n"
          "written to standard output, talk to standard error. Options stand before or after\n"
          "\\fINET\\fR; \\-\\- ends them, and of a repeated option the last one wins.\n",
          stream);
    fputs(".SH COMMANDS\n", stream);
    for (const command *c = commands; c < commands + commands_count; c++)
        roff_command(stream, c);
    fputs(".SH OPTIONS\n", stream);
    for (const option *o = options; o < options + options_count; o++)
        if (is_shared(o))
            roff_option(stream, o);
    roff_examples(stream);
    roff_exits(stream);
    roff_files(stream);
}

// ---- The command ----

void help_print(FILE *stream, const command *c)
{
    if (c)
        print_command(stream, c);
    else
        print_overview(stream);
}

crease_status cmd_help(job *work)
{
    const settings *s = work->s;
    const command *c = s->operand ? command_find(s->operand) : NULL;
    if (s->operand && !c)
        return CREASE_ERROR;
    if (s->man)
        manual_print(stdout);
    else if (s->completion)
        completion_print(stdout, (completion_shell)s->completion);
    else if (s->words)
        completion_offer_all(stdout, s->words);
    else
        help_print(stdout, c);
    return CREASE_OK;
}
