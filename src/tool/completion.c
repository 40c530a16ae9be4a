// The words that may end a command line, from the tables of commands and options.
#include "tool/completion.h"

#include "base/memory.h"
#include "make/catalogue.h"
#include "tool/commands.h"
#include "tool/help_text.h"

#include <stdlib.h>
#include <string.h>

// The line up to the cursor.
typedef struct {
    char *copy;
    char **word; // the last one is to be completed, and may be empty
    size_t count, capacity;
    const char *typed; // the last one
} completion_line;

static void completion_split(completion_line *line, const char *text)
{
    char *rest = NULL;
    line->copy = memory_copy_text(text);
    for (char *word = strtok_r(line->copy, " \t", &rest); word;
         word = strtok_r(NULL, " \t", &rest)) {
        MEMORY_RESERVE(line->word, line->capacity, line->count + 2);
        line->word[line->count++] = word;
    }
    const char *last = *text ? text + strlen(text) - 1 : " ";
    MEMORY_RESERVE(line->word, line->capacity, line->count + 1);
    if (*last == ' ' || *last == '\t')
        line->word[line->count++] = line->copy + strlen(line->copy);
    line->typed = line->word[line->count - 1];
}

// ---- Offers: a line each, with a tab before what it does ----

// As much of a text as fits beside a word: its first clause.
static size_t completion_clause(const char *text)
{
    enum { LONG = 60 };
    size_t end = strcspn(text, ".:;,(");
    while (end > LONG)
        for (end--; end > 0 && text[end] != ' ' && text[end] != '\n';)
            end--;
    return end;
}

// Offers before + word + after if what is typed begins so.
static void completion_offer(FILE *out, const char *typed, const char *before, const char *word,
                             const char *after, const char *text)
{
    char *whole = memory_format("%s%s%s", before, word, after);
    const size_t clause = text ? completion_clause(text) : 0;
    if (!strncmp(whole, typed, strlen(typed))) {
        fputs(whole, out);
        for (size_t i = 0; i < clause; i++) {
            fputs(i ? "" : "\t", out);
            putc(text[i] == '\n' ? ' ' : text[i], out);
        }
        putc('\n', out);
    }
    free(whole);
}

static void completion_offer_names(FILE *out, const char *typed, const char *before,
                                   name_list *names)
{
    const char *name;
    for (size_t i = 0; (name = names(NULL, i)); i++)
        completion_offer(out, typed, before, name, "", NULL);
}

static void completion_offer_commands(FILE *out, const char *typed)
{
    for (const command *c = commands; c < commands + commands_count; c++)
        completion_offer(out, typed, "", c->name, "", c->purpose);
}

static void completion_offer_options(FILE *out, const char *typed, unsigned bit)
{
    size_t size;
    for (const option *o = options; o < options + options_count; o++)
        if (o->commands & bit)
            completion_offer(out, typed, "--", o->name, o->argument ? "=" : "",
                             help_of_option(&size, o));
}

// The value of an option; before stands in the same word.
static void completion_offer_values(FILE *out, const char *typed, const char *before,
                                    const option *o)
{
    if (o->names)
        completion_offer_names(out, typed, before, o->names);
    for (const option_choice *c = o->choices; c && c->name; c++)
        completion_offer(out, typed, before, c->name, "", NULL);
    if (!strcmp(o->argument, "DIR"))
        fputs("<directories>\n", out);
    else if (o->kind == OPTION_FILE || !strcmp(o->argument, "FILE"))
        fputs("<files>\n", out);
}

// ---- What is asked for ----

// The operand, or what follows it: of a construction its parameters.
static void completion_offer_operands(FILE *out, const completion_line *line, const command *c)
{
    if (!c->names) {
        fputs(c->operand && !strcmp(c->operand, "NET") ? "<files>\n" : "", out);
        return;
    }
    for (size_t i = 2; c->bit == in_construct && i + 1 < line->count; i++) {
        const construction *made = construction_find(line->word[i]);
        for (size_t k = 0; made && k < made->parameters; k++)
            completion_offer(out, line->typed, "", made->parameter[k].name, "=",
                             made->parameter[k].help);
        if (made)
            return;
    }
    completion_offer_names(out, line->typed, "", c->names);
}

// The option whose value is to be completed, or NULL; before: what of the word stands before it.
static const option *completion_option(char **before, const completion_line *line, unsigned bit)
{
    const char *word = line->typed;
    size_t length = strcspn(word, "=");
    *before = memory_format("%.*s", word[length] ? (int)length + 1 : 0, word);
    if (!strncmp(word, "--", 2) && word[length])
        return option_find(word + 2, length - 2, bit);
    word = line->word[line->count - 2];
    const option *o = NULL;
    if (!strncmp(word, "--", 2) && !strchr(word, '='))
        o = option_find(word + 2, strlen(word + 2), bit);
    else if (word[0] == '-' && word[1] && !word[2])
        o = option_find_letter(word[1], bit);
    return o && o->argument ? o : NULL;
}

static void completion_offer_words(FILE *out, const completion_line *line, const command *c)
{
    char *before;
    const option *o = completion_option(&before, line, c->bit);
    if (o && o->argument)
        completion_offer_values(out, line->typed, before, o);
    else if (*line->typed == '-')
        completion_offer_options(out, *before ? "-" : line->typed, *before ? 0 : c->bit);
    else if (c == &no_command)
        completion_offer_commands(out, line->typed);
    else
        completion_offer_operands(out, line, c);
    free(before);
}

void completion_offer_all(FILE *out, const char *text)
{
    completion_line line = {.copy = NULL};
    completion_split(&line, text);
    const command *c = line.count == 2 ? &no_command : NULL;
    for (size_t i = 0; line.count > 2 && i < commands_count && !c; i++)
        if (!strcmp(commands[i].name, line.word[1]))
            c = &commands[i];
    if (c)
        completion_offer_words(out, &line, c);
    free(line.word);
    free(line.copy);
}
