// Help, made from the tables of commands and options and from help.txt.
#include "base/fatal.h"
#include "base/memory.h"
#include "tool/commands.h"
#include "tool/job.h"
#include "tool/report.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define NET_SENTENCE                                                                    \
    "\nNET is a file in JSON, ONNX or NNet, optionally gzipped; - is standard input.\n" \
    "Layers, units, pieces and outputs are numbered from 0 everywhere.\n"

static const char *names_of_commands(const void *none, size_t index)
{
    (void)none;
    return index < commands_count ? commands[index].name : NULL;
}

// Words that other programs, and earlier versions, have for commands.
static const struct {
    const char *word, *name;
} other_names[] = {
    {"area", "regions"},       {"build", "construct"},     {"canonical", "crease-canonical"},
    {"cells", "regions"},      {"check", "crease-check"},  {"docs", "help"},
    {"draw", "plot"},          {"enumerate", "regions"},   {"evaluate", "eval"},
    {"export", "convert"},     {"gradient", "lipschitz"},  {"list", "regions"},
    {"man", "help"},           {"neighbors", "adjacency"}, {"neighbours", "adjacency"},
    {"page", "plot"},          {"picture", "plot"},        {"polytopes", "regions"},
    {"prove", "crease-prove"}, {"robustness", "margin"},   {"show", "plot"},
    {"stable", "simplify"},    {"version", "--version"},   {"vertices", "regions"},
    {"view", "plot"},          {"volume", "regions"},
};

// Whether it is a question of crease theory, whose operands begin with "QUESTION|QUESTION|.. NET".
static bool is_question(const char *name)
{
    const command *theory = commands;
    while (strcmp(theory->name, "theory"))
        theory++;
    const size_t size = strlen(name);
    for (const char *question = theory->operand; *question; question++) {
        const size_t length = strcspn(question, "| ");
        if (length == size && !strncmp(question, name, length))
            return true;
        question += length;
        if (*question != '|')
            break;
    }
    return false;
}

const command *command_find(const char *name)
{
    for (const command *c = commands; c < commands + commands_count; c++)
        if (!strcmp(c->name, name))
            return c;
    for (size_t i = 0; i < sizeof other_names / sizeof *other_names; i++)
        if (!strcmp(other_names[i].word, name)) {
            report_usage("unknown command '%s'; did you mean '%s'?", name, other_names[i].name);
            return NULL;
        }
    if (is_question(name))
        report_usage("unknown command '%s'; did you mean 'theory %s'?", name, name);
    else if (strpbrk(name, "./"))
        report_usage("unknown command '%s'; a file follows a command: crease count %s", name, name);
    else
        report_unknown("command", name, "crease help", names_of_commands);
    return NULL;
}

enum { COMMAND_INDENT = 14, OPTION_INDENT = 24, MOST_SHARING = 5 };

// ---- Sections of help.txt ----

// From `section` up to the next one, without empty lines at the end.
static size_t section_size(const char *section)
{
    const char *end = strstr(section, "\n= ");
    size_t size = end ? (size_t)(end - section) : strlen(section);
    while (size && section[size - 1] == '\n')
        size--;
    return size;
}

// The lines after "= name".
static const char *help_section(size_t *size, const char *name)
{
    char *title = memory_format("= %s\n", name);
    const char *section = strstr(help_text, title) + strlen(title);
    free(title);
    *size = section_size(section);
    return section;
}

// Whether a title, of which `rest` follows the name, is that of the option; then sets the value.
static bool title_is_of(option_help *h, const option *o, const char *rest, const char *end)
{
    static const char colon[] = " : ";
    const char *variant = memmem(rest, (size_t)(end - rest), colon, strlen(colon));
    const char *after = variant ? variant + strlen(colon) : end;
    const size_t length = o->variant ? strlen(o->variant) : 0;
    if ((o->variant != NULL) != (variant != NULL) || (size_t)(end - after) != length ||
        (length && memcmp(after, o->variant, length) != 0))
        return false;
    h->value = rest + (*rest == ' ' && rest != variant);
    h->value_size = (size_t)((variant ? variant : end) - h->value);
    return true;
}

option_help help_of_option(const option *o)
{
    static const char mark[] = "\n= --";
    const size_t length = strlen(o->name);
    option_help h = {0};
    for (const char *title = strstr(help_text, mark); title; title = strstr(title + 1, mark)) {
        const char *name = title + strlen(mark), *rest = name + length, *end = strchr(name, '\n');
        if (strncmp(name, o->name, length) != 0 || !(*rest == ' ' || rest == end) ||
            !title_is_of(&h, o, rest, end))
            continue;
        h.text = end + 1;
        h.text_size = section_size(h.text);
        return h;
    }
    FATAL("an option without help");
}

// All of a section; of a command its description, up to the first example.
static void help_print_text(FILE *out, const char *name)
{
    size_t size;
    const char *text = help_section(&size, name);
    const char *example = memmem(text, size, "\n\n$ ", 4);
    fprintf(out, "%.*s\n", (int)(example ? (size_t)(example - text) : size), text);
}

// "$ COMMAND", and what it does in the lines below, which begin with two spaces.
static void help_print_examples(FILE *out, const char *name, int most)
{
    size_t size;
    const char *text = help_section(&size, name), *end = text + size;
    const char *line = memmem(text, size, "\n\n$ ", 4);
    for (line = line ? line + 2 : end; line < end; line += strcspn(line, "\n") + 1) {
        const int length = (int)strcspn(line, "\n"), is_command = *line == '$';
        if (is_command && !most--)
            return;
        fprintf(out, is_command ? "  %.*s\n" : "    %.*s\n", length - 2 * is_command,
                line + 2 * is_command);
    }
}

// ---- Commands and options ----

// "count NET [options]"
static void help_print_usage(FILE *out, const command *c)
{
    fputs(c->name, out);
    if (c->operand)
        fprintf(out, c->operand_needed ? " %s" : " [%s]", c->operand);
    if (c->more)
        fprintf(out, c->bit == in_equal ? " %s" : " [%s...]", c->more);
    fputs(" [options]\n", out);
}

// In brief: the first sentence.
static void help_print_option(FILE *out, const option *o, bool in_brief)
{
    char *names;
    size_t size;
    const option_help h = help_of_option(o);
    const int value_size = (int)h.value_size;
    FILE *stream = memory_stream(&names, &size);
    if (o->letter)
        fprintf(stream, "-%c%s%.*s, ", o->letter, value_size ? " " : "", value_size, h.value);
    fprintf(stream, "--%s%s%.*s", o->name, value_size ? "=" : "", value_size, h.value);
    if (o->alias)
        fprintf(stream, ", --%s=...", o->alias);
    fclose(stream);
    const int column = fprintf(out, "  %s", names);
    const char *text = h.text, *end = text + h.text_size;
    const char *sentence = memmem(text, h.text_size, ". ", 2);
    const char *line = memmem(text, h.text_size, ".\n", 2);
    if (in_brief && (sentence || line))
        end = 1 + (sentence && (!line || sentence < line) ? sentence : line);
    if (column < OPTION_INDENT)
        fprintf(out, "%*s", OPTION_INDENT - column, "");
    else
        fprintf(out, "\n%*s", OPTION_INDENT, "");
    for (; text < end; text++)
        if (*text == '\n')
            fprintf(out, "\n%*s", OPTION_INDENT, "");
        else
            fputc(*text, out);
    fputc('\n', out);
    free(names);
}

static void help_print_exits(FILE *out)
{
    for (size_t i = 0; i < exits_count; i++)
        text_wrap(out, exits[i].text, 5, fprintf(out, "  %d", (int)exits[i].status));
}

// Few commands take them.
static bool help_is_own(const option *o)
{
    return o->commands != (unsigned)in_any && __builtin_popcount(o->commands) <= MOST_SHARING;
}

static void help_print_options(FILE *out, unsigned bit, bool own, bool in_brief)
{
    for (const option *o = options; o < options + options_count; o++)
        if ((o->commands & bit) && help_is_own(o) == own)
            help_print_option(out, o, in_brief);
}

// The names of the other options.
static void help_print_others(FILE *out, unsigned bit)
{
    char *names;
    size_t size;
    FILE *stream = memory_stream(&names, &size);
    for (const option *o = options; o < options + options_count; o++)
        if ((o->commands & bit) && !help_is_own(o))
            fprintf(stream, " --%s", o->name);
    fclose(stream);
    text_wrap(out, names + 1, OPTION_INDENT, fprintf(out, "  also"));
    free(names);
}

static void help_print_command(FILE *out, const command *c, bool in_brief)
{
    fprintf(out, "crease %s: %s\nUsage: crease ", c->name, c->purpose);
    help_print_usage(out, c);
    if (!in_brief) {
        fputc('\n', out);
        help_print_text(out, c->name);
        if (c->operand_needed && !strcmp(c->operand, "NET"))
            fputs(NET_SENTENCE, out);
    }
    if (c->run)
        fputs("\nOptions:\n", out);
    help_print_options(out, c->bit, 1, in_brief);
    if (in_brief)
        help_print_others(out, c->bit);
    else
        help_print_options(out, c->bit, 0, 0);
    fputs("\nExamples:\n", out);
    help_print_examples(out, c->name, in_brief ? 2 : INT_MAX);
    if (!c->run)
        fprintf(out, "\nNeeds the Python module. 'crease %s --help' lists the options.\n", c->name);
    if (in_brief)
        fprintf(out, "\n'crease help %s' explains all options.\n", c->name);
}

static void help_print_overview(FILE *out, bool in_brief)
{
    fputs("crease: count and analyse the regions of piecewise-linear networks, exactly\n"
          "Usage: crease COMMAND [NET] [options]\n",
          out);
    for (const command *c = commands; c < commands + commands_count && c->bit != in_help; c++) {
        if (c->group)
            fprintf(out, "\n%s:\n", c->group);
        text_wrap(out, c->purpose, COMMAND_INDENT, fprintf(out, "  %s", c->name));
    }
    if (!in_brief) {
        fputs(NET_SENTENCE "\nOptions:\n", out);
        help_print_options(out, no_command.bit, 0, 0);
        fputs("\nExit status:\n", out);
        help_print_exits(out);
        fputs("\nExamples:\n", out);
        help_print_examples(out, "help", INT_MAX);
    }
    fputs("\n'crease COMMAND -h' shows the options of a command, 'crease help COMMAND' explains "
          "them.\n",
          out);
}

void help_print(FILE *stream, const command *c, bool in_brief)
{
    if (c)
        help_print_command(stream, c, in_brief);
    else
        help_print_overview(stream, in_brief);
}

// ---- The command ----

crease_status cmd_help(job *work)
{
    const settings *s = work->s;
    const command *c = s->operand ? command_find(s->operand) : NULL;
    if (s->operand && !c)
        return CREASE_ERROR;
    help_print(stdout, c, 0);
    return CREASE_OK;
}
