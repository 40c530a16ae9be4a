// From the words of a command line to settings: values, and what goes with what.
#include "base/fatal.h"
#include "base/memory.h"
#include "tool/commands.h"
#include "tool/report.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// ---- Values. Each reader takes the whole text or nothing of it. ----

const char *arguments_natural(uint64_t *count, const char *text)
{
    errno = 0;
    char *end = (char *)text;
    if (*text >= '0' && *text <= '9')
        *count = strtoull(text, &end, 10);
    return errno ? text : end;
}

// strtod would also take spaces, signs, "inf" and hexadecimal. Returns what follows, or NULL.
static const char *value_number(double *number, const char *text)
{
    char *end;
    const size_t length = strspn(text, "0123456789.eE+-");
    double value = strtod(text, &end);
    if (!length || strchr("+-", *text) || end > text + length || !isfinite(value) || value <= 0)
        return NULL;
    *number = value;
    return end;
}

// A printed length in points, or a bare number with its sign changed.
static bool value_length(double *length, const char *text)
{
    static const struct {
        const char *name;
        double points;
    } units[] = {{"", -1}, {"pt", 1}, {"in", 72}, {"cm", 72 / 2.54}, {"mm", 72 / 25.4}};
    double value;
    const char *end = value_number(&value, text);
    for (size_t i = 0; end && i < sizeof units / sizeof *units; i++)
        if (!strcmp(end, units[i].name)) {
            *length = value * units[i].points;
            return true;
        }
    return false;
}

// A decimal number and a unit: K, KiB, .. are powers of 1024, KB, .. of 1000.
static bool value_bytes(size_t *bytes, const char *text)
{
    static const char units[] = "KMGT";
    double value, base = 1024;
    if (!strcmp(text, "none")) {
        *bytes = SIZE_MAX;
        return true;
    }
    const char *end = value_number(&value, text);
    const char *unit = end && *end ? strchr(units, *end == 'k' ? 'K' : *end) : NULL;
    if (unit)
        end++;
    if (unit && !strcmp(end, "B"))
        base = 1000;
    else if (!end || (*end && strcmp(end, "B") != 0 && !(unit && !strcmp(end, "iB"))))
        return false;
    value *= unit ? pow(base, (double)(unit - units + 1)) : 1;
    if (!(value >= 1 && value < 0x1p62))
        return false;
    *bytes = value < (double)SIZE_MAX ? (size_t)value : SIZE_MAX;
    return true;
}

// These return what the option takes, if the value is not that; NULL if all is well. The text is
// valid until the next call.

// "filtered, exact or float"
static void value_list(char *text, size_t size, const option_choice *choices)
{
    size_t used = 0;
    for (const option_choice *c = choices; c->name; c++) {
        const char *before = c == choices ? "" : c[1].name ? ", " : " or ";
        used += (size_t)snprintf(text + used, size - used, "%s%s", before, c->name);
        ASSERT(used < size);
    }
}

static const char *value_choice(int *field, const option *o, const char *value)
{
    ASSERT(o->kind == OPTION_CHOICE && o->choices);
    static char text[128];
    const option_choice *choice = choice_find(o->choices, value);
    if (choice) {
        *field = choice->value;
        return NULL;
    }
    value_list(text, sizeof text, o->choices);
    return text;
}

// Integers from 0 or 1 on, up to the most of the option, if it has one.
static const char *value_integer(uint64_t *field, const option *o, const char *value)
{
    ASSERT(o->kind == OPTION_COUNT || o->kind == OPTION_SIZE || o->kind == OPTION_NATURAL);
    static char text[64];
    const int least = o->kind == OPTION_NATURAL ? 0 : 1;
    uint64_t number = 0;
    const char *end = arguments_natural(&number, value);
    if (end > value && !*end && number >= (uint64_t)least && (!o->most || number <= o->most)) {
        *field = number;
        return NULL;
    }
    if (!o->most)
        snprintf(text, sizeof text, "an integer from %d to 2^64 - 1, digits only", least);
    else
        snprintf(text, sizeof text, "an integer from %d to %" PRIu64 ", digits only", least,
                 o->most);
    return text;
}

// A size that the machine has not is the largest it has.
static const char *value_size(size_t *field, const option *o, const char *value)
{
    uint64_t number = 0;
    const char *takes = value_integer(&number, o, value);
    if (!takes)
        *field = number < SIZE_MAX ? (size_t)number : SIZE_MAX;
    return takes;
}

static const char *value_read(void *field, const option *o, const char *value)
{
    const char *end;
    switch (o->kind) {
    case OPTION_FLAG:
        *(bool *)field = true;
        return NULL;
    case OPTION_VALUE:
        *(int *)field = o->value ? o->value : 1;
        return NULL;
    case OPTION_TEXT:
    case OPTION_FILE:
        *(const char **)field = value;
        return NULL;
    case OPTION_CHOICE:
        return value_choice(field, o, value);
    case OPTION_COUNT:
    case OPTION_NATURAL:
        return value_integer(field, o, value);
    case OPTION_SIZE:
        return value_size(field, o, value);
    case OPTION_NUMBER:
        end = value_number(field, value);
        return end && !*end ? NULL : "a positive decimal number";
    case OPTION_SECONDS:
        end = value_number(field, value);
        return end && !*end ? NULL : "a positive decimal number of seconds";
    case OPTION_BYTES:
        return value_bytes(field, value) ? NULL : "a size like 500M, 2G or 1.5GiB, or none";
    case OPTION_LENGTH:
        return value_length(field, value) ? NULL : "a length like 3.3in, 8.4cm, 84mm, 240pt or 800";
    }
    return NULL;
}

static bool takes_value(const option *o)
{
    return o->kind != OPTION_FLAG && o->kind != OPTION_VALUE;
}

// value is NULL where there is none.
static crease_status option_set(settings *s, const option *o, const char *value)
{
    if (!takes_value(o) && value)
        return report_usage("--%s takes no value, not \"%s\"", o->name, value);
    if (takes_value(o) && !(value && *value)) {
        const option_help h = help_of_option(o);
        return report_usage("--%s needs a value: %.*s", o->name, (int)h.value_size, h.value);
    }
    const char *takes = value_read((char *)s + o->place, o, value);
    if (takes)
        return report_usage("--%s takes %s, not \"%s\"", o->name, takes, value);
    s->given[o - options] = value ? value : "";
    return CREASE_OK;
}

// ---- What goes with what ----

enum { LONGEST_NAME = 64 };

// Takes the next of the names in a list; 0 after the last.
static bool rule_next(char name[LONGEST_NAME], const char **list)
{
    int length = 0;
    if (!*list || sscanf(*list, "%63s%n", name, &length) != 1)
        return false;
    *list += length;
    return true;
}

bool operand_is_widths(const char *operand)
{
    return *operand >= '0' && *operand <= '9' && !operand[strspn(operand, "0123456789-")];
}

// Whether the operand or option was given, with the value that the name asks for, if any.
static bool rule_is_given(const settings *s, const char *name)
{
    if (*name >= 'A' && *name <= 'Z')
        return s->operand && (s->command->bit != in_bounds ||
                              operand_is_widths(s->operand) == !strcmp(name, "WIDTHS"));
    const size_t length = strcspn(name, "=");
    const option *o = option_find(name, length, s->command->bit);
    const char *given = o ? s->given[o - options] : NULL;
    return given && (!name[length] || !strcmp(given, name + length + 1));
}

// The first of the names that is given, but for the one called other; NULL: none.
static const char *rule_find_given(const settings *s, char name[LONGEST_NAME], const char *list,
                                   const char *other)
{
    while (rule_next(name, &list))
        if (rule_is_given(s, name) && !(other && !strcmp(name, other)))
            return name;
    return NULL;
}

static const char *rule_dashes(const char *name)
{
    return *name >= 'A' && *name <= 'Z' ? "" : "--";
}

// "--point, --points or WIDTHS"
static void rule_spell(char *text, size_t size, const char *list)
{
    char name[LONGEST_NAME];
    size_t used = 0;
    for (bool first = true; rule_next(name, &list); first = false) {
        const char *before = first ? "" : strchr(list, ' ') ? ", " : " or ";
        used +=
            (size_t)snprintf(text + used, size - used, "%s%s%s", before, rule_dashes(name), name);
        ASSERT(used < size);
    }
}

static crease_status rule_check(const settings *s, const option_rule *rule)
{
    char given[LONGEST_NAME], other[LONGEST_NAME], all[256];
    const char *separator = rule->why ? ": " : "", *why = rule->why ? rule->why : "";
    if (rule->given && !rule_find_given(s, given, rule->given, NULL))
        return CREASE_OK;
    if (rule->kind == RULE_NEEDS) {
        if (rule_find_given(s, other, rule->others, NULL))
            return CREASE_OK;
        rule_spell(all, sizeof all, rule->others);
        return report_usage("%s%s needs %s%s%s", rule->given ? rule_dashes(given) : "",
                            rule->given ? given : s->command->name, all, separator, why);
    }
    if (!rule->given && !rule_find_given(s, given, rule->others, NULL))
        return CREASE_OK;
    if (!rule_find_given(s, other, rule->others, given))
        return CREASE_OK;
    return report_usage("%s%s cannot be combined with %s%s%s%s", rule_dashes(given), given,
                        rule_dashes(other), other, separator, why);
}

// ---- Files that are read: standard input only once, and none is written over ----

static bool takes_networks(const command *c)
{
    return c->operand && !strncmp(c->operand, "NET", 3);
}

// The files that are read, one by one, with the operand or option that names them; NULL after the
// last. *index is 0 at first.
static const char *inputs_next(const char **name, const settings *s, size_t *index)
{
    const size_t operands = takes_networks(s->command) ? s->operand_count : 0;
    while (*index < operands + options_count) {
        const size_t i = (*index)++;
        if (i < operands) {
            *name = s->command->operand;
            return s->operands[i];
        }
        const option *o = options + (i - operands);
        if (o->kind == OPTION_FILE && s->given[i - operands]) {
            *name = o->name;
            return s->given[i - operands];
        }
    }
    return NULL;
}

static bool is_same_file(const char *a, const char *b)
{
    struct stat of_a, of_b;
    return a && b && !stat(a, &of_a) && !stat(b, &of_b) && S_ISREG(of_a.st_mode) &&
           of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
}

// Results go to one file, or to standard output, and a certificate beside them to another.
static crease_status outputs_check(const settings *s, const char *certificate)
{
    const char *output = s->output ? s->output : "-";
    if (!certificate || (strcmp(certificate, output) != 0 && !is_same_file(certificate, output)))
        return CREASE_OK;
    return report_usage("--certificate: %s has the results",
                        s->output ? s->output : "standard output");
}

static crease_status inputs_check(const settings *s)
{
    const option *o = option_find("certificate", strlen("certificate"), s->command->bit);
    const char *before = NULL, *name, *path, *certificate = o ? s->given[o - options] : NULL;
    for (size_t index = 0; (path = inputs_next(&name, s, &index));) {
        for (int k = 0; k < 2; k++)
            if (is_same_file(path, k ? certificate : s->output))
                return report_usage("--%s: %s is read, and would be written over",
                                    k ? "certificate" : "output", k ? certificate : s->output);
        if (strcmp(path, "-") != 0)
            continue;
        if (before && !strcmp(before, name))
            return report_usage("only one %s can be read from standard input", before);
        if (before)
            return report_usage("%s%s and --%s cannot both be read from standard input",
                                rule_dashes(before), before, name);
        before = name;
    }
    return outputs_check(s, certificate);
}

// ---- Formats ----

crease_status format_settle(settings *s)
{
    const option *o = option_find("format", strlen("format"), s->command->bit);
    const option_choice *formats = option_formats(s->command->bit);
    const bool chooses = o && o->choices == formats; // the format of the file
    const char *dot = s->output ? strrchr(s->output, '.') : NULL;
    char extension[16] = ""; // in small letters
    for (size_t i = 0; dot && dot[i + 1] && i + 1 < sizeof extension; i++)
        extension[i] = (char)tolower((unsigned char)dot[i + 1]);
    const option_choice *named = formats ? choice_find(formats, extension) : NULL;
    const char *chosen = chooses && s->format >= 0 ? choice_name(formats, s->format) : NULL;
    if (formats && !named && option_is_format(extension)) {
        char text[128];
        value_list(text, sizeof text, formats);
        return report_usage("%s does not write %s files such as %s, but %s", s->command->name,
                            extension, s->output, text);
    }
    if (named && chosen && named->value != s->format)
        return report_usage("--format=%s contradicts --output=%s", chosen, s->output);
    if (chooses && s->format < 0 && (named || s->command->bit != in_plot))
        s->format = named ? named->value : formats->value;
    return CREASE_OK;
}

static crease_status arguments_check(settings *s)
{
    crease_status status = CREASE_OK;
    for (size_t i = 0; i < option_rules_count && status == CREASE_OK; i++)
        if (option_rules[i].commands & s->command->bit)
            status = rule_check(s, &option_rules[i]);
    if (status == CREASE_OK)
        status = inputs_check(s);
    return status ? status : format_settle(s);
}

// ---- Words ----

// "--name=value" or "-xvalue" taken apart. name has no dashes and length characters;
// value is NULL if the word has none.
typedef struct {
    const char *text;
    const char *name;
    size_t length;
    const char *value;
    bool is_short;
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
static const option *word_option(const word *w, unsigned bits)
{
    if (!w->is_short)
        return option_find(w->name, w->length, bits);
    if (w->value && option_find(w->name, w->length, in_any))
        return NULL;
    return option_find_letter(w->name[0], bits);
}

// Every second name is an alias. A name that the command does not take, or that an option has not,
// is empty.
static const char *word_near_name(const void *data, size_t index)
{
    const command *c = data;
    if (index >= 2 * options_count)
        return NULL;
    const option *o = &options[index / 2];
    const char *name = index % 2 ? o->alias : o->name;
    return name && o->commands & c->bit ? name : "";
}

// The formats of the command if the word is the name of one, as in --svg; or NULL.
static const option_choice *word_formats(const word *w, const command *c)
{
    char name[16];
    const option *o = option_find("format", strlen("format"), c->bit);
    if (!o || w->length >= sizeof name)
        return NULL;
    memcpy(name, w->name, w->length);
    name[w->length] = '\0';
    return option_is_format(name) ? o->choices : NULL;
}

// Words that other programs have for options, perhaps with a value.
static const struct {
    const char *word, *name;
} other_words[] = {
    {"ball", "around"},       {"bounds", "box"},   {"center", "around"},   {"centre", "around"},
    {"decimals", "digits"},   {"domain", "box"},   {"epsilon", "radius"},  {"exact", "arith=exact"},
    {"float", "arith=float"}, {"jobs", "threads"}, {"plane", "slice"},     {"precision", "digits"},
    {"range", "box"},         {"size", "width"},   {"workers", "threads"},
};

// The option of the command that the word means; or NULL.
static const char *word_meant(const word *w, const command *c)
{
    for (size_t i = 0; i < sizeof other_words / sizeof *other_words; i++) {
        const char *other = other_words[i].word, *name = other_words[i].name;
        if (strlen(other) == w->length && !memcmp(other, w->name, w->length) &&
            option_find(name, strcspn(name, "="), c->bit))
            return name;
    }
    return NULL;
}

static crease_status word_refuse(const word *w, const command *c)
{
    int length = (int)(w->name - w->text) + (int)w->length;
    const char *meant = w->is_short ? NULL : word_meant(w, c);
    if (meant)
        return report_usage("unknown option '%.*s'; did you mean '--%s'?", length, w->text, meant);
    const option_choice *formats = word_formats(w, c);
    if (formats) {
        char text[128];
        value_list(text, sizeof text, formats);
        return report_usage("unknown option '%.*s'; --format takes %s", length, w->text, text);
    }
    for (const command *other = commands; other < commands + commands_count; other++) {
        const option *o = word_option(w, other->bit);
        if (o && option_find(o->name, strlen(o->name), c->bit)) // by an alias it has elsewhere
            return report_usage("unknown option '%.*s'; did you mean '--%s'?", length, w->text,
                                o->name);
        if (o && o->elsewhere)
            return report_usage("%s does not take the option '%.*s': %s", c->name, length, w->text,
                                o->elsewhere);
        if (o)
            return report_usage("%s does not take the option '%.*s'; 'crease %s' does", c->name,
                                length, w->text, other->name);
    }
    const char *name = nearest_name(w->name, w->length, word_near_name, c);
    if (name && w->length > 1)
        return report_usage("unknown option '%.*s'; did you mean '--%s'?", length, w->text, name);
    bool alone = c == &no_command;
    return report_usage("unknown option '%.*s'; see 'crease help%s%s'", length, w->text,
                        alone ? "" : " ", alone ? "" : c->name);
}

// Reads the option at words[0]; *used is the number of words it took.
static crease_status arguments_read_option(settings *s, int count, char **words, int *used)
{
    ASSERT(count > 0);
    word w = word_split(words[0]);
    *used = 1;
    const option *o = word_option(&w, s->command->bit);
    if (!o)
        return word_refuse(&w, s->command);
    if (takes_value(o) && !w.value && count > 1) {
        w.value = words[1];
        *used = 2;
    }
    const crease_status status = option_set(s, o, w.value);
    if (s->help && w.is_short)
        s->help = HELP_IN_BRIEF;
    return status;
}

// What one more word than a command takes may have been meant for.
static const char *operand_hint(const command *c)
{
    return c->bit == in_verify   ? "; --vnnlib=FILE names the property; "
                                   "crease-check verifies certificates"
           : c->bit == in_random ? "; widths are one word, such as 2-32-32-1"
                                 : "";
}

// words[index] is an operand. Operands are moved to the front of the list.
static crease_status arguments_read_operand(settings *s, char **words, int index)
{
    const command *c = s->command;
    char *text = words[index];
    if (!c->operand)
        return report_usage("unexpected argument '%s'", text);
    if (s->operand && !c->more)
        return report_usage("%s takes one %s, not \"%s\" and \"%s\"%s", c->name, c->operand,
                            s->operand, text, operand_hint(c));
    if (!*text && !s->operand)
        return report_usage("%s needs %s, not an empty name", c->name, c->operand);
    words[s->operand_count++] = text;
    s->operands = words;
    s->operand = words[0];
    return CREASE_OK;
}

crease_status arguments_read(settings *s, const command *c, int count, char **words)
{
    *s = (settings){.command = c, .format = -1};
    bool options_ended = false;
    for (int i = 0, used = 1; i < count; i += used, used = 1) {
        const char *text = words[i];
        crease_status status = CREASE_OK;
        if (options_ended || text[0] != '-' || !text[1])
            status = arguments_read_operand(s, words, i);
        else if (!strcmp(text, "--"))
            options_ended = true;
        else
            status = arguments_read_option(s, count - i, words + i, &used);
        if (status || s->help || s->version)
            return status;
    }
    if (c->operand_needed && !s->operand)
        return report_usage("%s needs %s; usage: crease %s %s [options]", c->name, c->operand,
                            c->name, c->operand);
    s->of_several = takes_networks(c) && c->more && s->operand_count > 1 && c->bit != in_equal;
    return arguments_check(s);
}

// ---- The command once more ----

// Without quotes if a shell takes it for one word.
static void arguments_put_word(FILE *stream, const char *text)
{
    static const char plain[] =
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-+=.,:/%@";
    if (*text && !text[strspn(text, plain)]) {
        fputs(text, stream);
        return;
    }
    putc('\'', stream);
    for (; *text; text++)
        fputs(*text == '\'' ? "'\\''" : (const char[]){*text, 0}, stream);
    putc('\'', stream);
}

// Whether an option does not change the result.
static bool arguments_leave_out(const option *o)
{
    static const char *const names[] = {
        "output", "threads",   "progress", "time-limit", "memory-limit", "quiet", "checkpoint",
        "tasks",  "task-time", "json",     "csv",        "expect",       "format"};
    bool left = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        left |= !strcmp(o->name, names[i]);
    return left;
}

static void arguments_put_options(FILE *stream, const settings *s)
{
    for (const option *o = options; o < options + options_count; o++) {
        const char *given = s->given[o - options];
        if (!given || arguments_leave_out(o))
            continue;
        fprintf(stream, " --%s%s", o->name, *given ? "=" : "");
        if (*given)
            arguments_put_word(stream, given);
    }
}

char *arguments_text(const settings *s)
{
    char *text;
    size_t size;
    FILE *stream = memory_stream(&text, &size);
    fprintf(stream, "crease %s", s->command->name);
    for (size_t i = 0; i < s->operand_count; i++) {
        const bool is_like_option = s->operands[i][0] == '-' && s->operands[i][1];
        fputs(is_like_option ? " ./" : " ", stream); // only a file begins so, after --
        arguments_put_word(stream, s->operands[i]);
    }
    arguments_put_options(stream, s);
    fclose(stream);
    return text;
}

char *arguments_question(const settings *s)
{
    char *text;
    size_t size;
    FILE *stream = memory_stream(&text, &size);
    const option *format = option_find("format", strlen("format"), s->command->bit);
    fputs(s->command->name, stream);
    arguments_put_options(stream, s);
    if (format && !option_find("json", strlen("json"), s->command->bit))
        fprintf(stream, " --format=%s", choice_name(format->choices, s->format));
    fclose(stream);
    return text;
}
