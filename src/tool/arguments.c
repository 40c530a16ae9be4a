// From the words of a command line to settings.
#include "tool/arguments.h"
#include "tool/nearest.h"
#include "tool/report.h"

#include <string.h>

// Every group there is.
static const unsigned ANY_GROUP = ~0u;

static unsigned groups_of(const cli_command *command)
{
    return command->groups | GROUP_COMMON;
}

// "--name=value" or "-xvalue" taken apart. name has no dashes and length characters;
// value is NULL if the word has none.
typedef struct {
    const char *text;
    const char *name;
    size_t length;
    const char *value;
    int is_short;
} word;

static word word_split(const char *text)
{
    word w = {.text = text, .is_short = text[1] != '-'};
    w.name = text + (w.is_short ? 1 : 2);
    w.length = strcspn(w.name, "=");
    if (!w.is_short && w.name[w.length])
        w.value = w.name + w.length + 1;
    if (w.is_short && w.name[1])
        w.value = w.name + 1;
    return w;
}

// "-output=x" is a long option short of a dash, not "-o" with the value "utput=x".
static const cli_option *look_up(const word *w, unsigned groups)
{
    if (!w->is_short)
        return option_find(w->name, w->length, groups);
    if (w->value && option_find(w->name, w->length, ANY_GROUP))
        return NULL;
    return option_find_letter(w->name[0], groups);
}

// The first command that takes the option, or NULL.
static const cli_command *taken_by(const word *w)
{
    for (size_t i = 0; i < cli_command_count; i++)
        if (look_up(w, groups_of(cli_commands[i])))
            return cli_commands[i];
    return NULL;
}

static crease_status report_unknown(const word *w, const cli_command *command)
{
    int length = (int)(w->name - w->text) + (int)w->length;
    const cli_command *other = taken_by(w);
    if (other)
        return report_usage("%s does not take the option '%.*s'; 'crease %s' does", command->name,
                            length, w->text, other->name);
    nearest search;
    nearest_start(&search, w->name, w->length);
    for (size_t i = 0; i < cli_option_count; i++)
        if (cli_options[i].group & groups_of(command)) {
            nearest_offer(&search, cli_options[i].name);
            if (cli_options[i].alias)
                nearest_offer(&search, cli_options[i].alias);
        }
    if (search.best && w->length > 1)
        return report_usage("unknown option '%.*s'; did you mean '--%s'?", length, w->text,
                            search.best);
    const char *help = command == &cli_no_command ? "" : command->name;
    return report_usage("unknown option '%.*s'; see 'crease help%s%s'", length, w->text,
                        *help ? " " : "", help);
}

// Reads the option at words[0]; *used is the number of words it took.
static crease_status read_option(cli_settings *settings, const cli_command *command, int count,
                                 char **words, int *used)
{
    word w = word_split(words[0]);
    *used = 1;
    const cli_option *option = look_up(&w, groups_of(command));
    if (!option)
        return report_unknown(&w, command);
    if (!option->argument && w.value)
        return report_usage("--%s: expected no value, found \"%s\"", option->name, w.value);
    if (option->argument && !w.value) {
        if (count < 2)
            return report_usage("--%s: expected %s, found nothing", option->name, option->argument);
        w.value = words[1];
        *used = 2;
    }
    return option_set(settings, option, w.value);
}

// words[index] is what follows the operand. Words read before are not needed any more: the
// front of the list holds those that are kept.
static crease_status read_operand(cli_settings *settings, const cli_command *command, char **words,
                                  int index)
{
    char *text = words[index];
    if (!command->operand)
        return report_usage("unexpected argument '%s'", text);
    if (settings->operand && command->more) {
        settings->more = words;
        words[settings->more_count++] = text;
        return CREASE_OK;
    }
    if (settings->operand)
        return report_usage("%s: expected one %s, found \"%s\" after \"%s\"", command->name,
                            command->operand, text, settings->operand);
    if (!*text)
        return report_usage("%s: expected %s, found an empty name", command->name,
                            command->operand);
    settings->operand = text;
    return CREASE_OK;
}

crease_status arguments_read(cli_settings *settings, const cli_command *command, int count,
                             char **words)
{
    int options_ended = 0;
    for (int i = 0, used = 1; i < count; i += used, used = 1) {
        const char *text = words[i];
        crease_status status = CREASE_OK;
        if (options_ended || text[0] != '-' || !text[1])
            status = read_operand(settings, command, words, i);
        else if (!strcmp(text, "--"))
            options_ended = 1;
        else
            status = read_option(settings, command, count - i, words + i, &used);
        if (status || settings->help || settings->version)
            return status;
    }
    if (command->operand_needed && !settings->operand)
        return report_usage("%s: expected %s, found nothing; usage: crease %s %s [options]",
                            command->name, command->operand, command->name, command->operand);
    return CREASE_OK;
}
