// The manual page: the tables of commands and options in the roff of man(7).
#include "tool/help.h"

// Text in roff: a backslash and a hyphen that a reader may copy are spelled out, and
// a line must not begin with a control character. An empty line starts a paragraph.
static void put_text(FILE *out, const char *text)
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

static void put_line(FILE *out, const char *text)
{
    put_text(out, text);
    fputc('\n', out);
}

// Text in a font: B or I.
static void put_font(FILE *out, char font, const char *text)
{
    fprintf(out, "\\f%c", font);
    put_text(out, text);
    fputs("\\fR", out);
}

static void put_long_name(FILE *out, const char *name, const char *argument)
{
    fputs("\\fB\\-\\-", out);
    put_text(out, name);
    fputs(argument ? "\\fR=" : "\\fR", out);
    if (argument)
        put_font(out, 'I', argument);
}

static void put_option(FILE *out, const cli_option *option)
{
    fputs(".TP\n", out);
    if (option->letter) {
        fprintf(out, "\\fB\\-%c\\fR%s", option->letter, option->argument ? " " : "");
        if (option->argument)
            put_font(out, 'I', option->argument);
        fputs(", ", out);
    }
    put_long_name(out, option->name, option->argument);
    if (option->alias) {
        fputs(", ", out);
        put_long_name(out, option->alias, option->argument);
    }
    fputc('\n', out);
    put_line(out, option->text);
}

static void put_synopsis(FILE *out)
{
    fputs(".SH SYNOPSIS\n", out);
    for (size_t i = 0; i < cli_command_count; i++) {
        const cli_command *command = cli_commands[i];
        fprintf(out, "%s\\fBcrease %s\\fR ", i ? ".br\n" : "", command->name);
        if (!command->operand_needed)
            fputc('[', out);
        put_font(out, 'I', command->operand);
        if (!command->operand_needed)
            fputc(']', out);
        if (command->more) {
            fputs(" [", out);
            put_font(out, 'I', command->more);
            fputs("...]", out);
        }
        fputs(" [\\fIoptions\\fR]\n", out);
    }
}

// Options that only one command takes stand with it; the others have a section.
static unsigned shared_groups(void)
{
    unsigned seen = 0, shared = GROUP_COMMON;
    for (size_t i = 0; i < cli_command_count; i++) {
        shared |= seen & cli_commands[i]->groups;
        seen |= cli_commands[i]->groups;
    }
    return shared;
}

static void put_options(FILE *out, unsigned groups)
{
    for (size_t i = 0; i < cli_option_count; i++)
        if (cli_options[i].group & groups)
            put_option(out, &cli_options[i]);
}

// Names the options that the command shares with others.
static void put_shared(FILE *out, unsigned groups)
{
    const char *before = ".PP\nAlso takes ";
    for (size_t i = 0; i < cli_option_count; i++)
        if (cli_options[i].group & groups) {
            fputs(before, out);
            put_long_name(out, cli_options[i].name, NULL);
            before = ",\n";
        }
    if (groups)
        fputs(".\n", out);
}

static void put_commands(FILE *out)
{
    unsigned shared = shared_groups();
    fputs(".SH COMMANDS\n", out);
    for (size_t i = 0; i < cli_command_count; i++) {
        const cli_command *command = cli_commands[i];
        fprintf(out, ".SS %s\n", command->name);
        put_line(out, command->text);
        put_options(out, command->groups & ~shared);
        put_shared(out, command->groups & shared);
    }
}

static void put_examples(FILE *out)
{
    fputs(".SH EXAMPLES\n", out);
    for (size_t i = 0; i < cli_command_count; i++)
        for (size_t k = 0; k < CLI_EXAMPLES && cli_commands[i]->examples[k].line; k++) {
            fputs(".TP\n", out);
            put_font(out, 'B', cli_commands[i]->examples[k].line);
            fputc('\n', out);
            put_line(out, cli_commands[i]->examples[k].says);
        }
}

static void put_exits(FILE *out)
{
    fputs(".SH EXIT STATUS\n", out);
    for (size_t i = 0; i < cli_exit_count; i++) {
        fprintf(out, ".TP\n%d\n", (int)cli_exits[i].status);
        put_line(out, cli_exits[i].text);
    }
}

void manual_print(FILE *stream)
{
    fprintf(stream, ".TH CREASE 1 \"\" \"crease %s\" \"User Commands\"\n", CREASE_VERSION);
    fputs(".SH NAME\ncrease \\- the exact regions of piecewise-linear networks\n", stream);
    put_synopsis(stream);
    fputs(".SH DESCRIPTION\n"
          "A rectifier network folds its input space along creases: inside every cell between\n"
          "them it is one affine map.\n"
          ".B crease\n"
          "enumerates those cells exactly, counts them under named definitions, and draws them.\n"
          ".PP\n"
          "\\fINET\\fR is a network file in JSON; \\- is standard input. Results are written to\n"
          "standard output, talk to standard error. Options stand before or after\n"
          "\\fINET\\fR; \\-\\- ends them, and of a repeated option the last one wins.\n",
          stream);
    put_commands(stream);
    fputs(".SH OPTIONS\n", stream);
    put_options(stream, shared_groups());
    put_examples(stream);
    put_exits(stream);
}
