// Networks made: crease construct, a construction from the literature, and crease random.
#include "make/catalogue.h"
#include "tool/commands.h"
#include "tool/job.h"

#include <stdlib.h>
#include <string.h>

static crease_status construct_write(const job *work)
{
    crease_error error;
    if (crease_net_save(work->s->output ? work->s->output : "-", work->net, CREASE_NET_JSON,
                        &error))
        return report_error(&error, NULL);
    return CREASE_OK;
}

// ---- The list of constructions ----

static const char *construct_name(const void *none, size_t index)
{
    (void)none;
    return index < construction_count() ? construction_describe(index)->name : NULL;
}

static crease_status construct_unknown(const char *word)
{
    return report_unknown("construction", word, "crease construct --list", construct_name);
}

static bool construct_begins(const char *name, const char *word)
{
    return !strncasecmp(name, word, strlen(word));
}

// Whether a name begins with one of the words, capitals or not; true if there are none.
static bool construct_is_wanted(const char *name, char *const *words, size_t count)
{
    size_t i = 0;
    while (i < count && !construct_begins(name, words[i]))
        i++;
    return i < count || !count;
}

// Reports a word that no name begins with.
static crease_status construct_check(char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t k = 0;
        while (k < construction_count() &&
               !construct_begins(construction_describe(k)->name, words[i]))
            k++;
        if (k == construction_count())
            return construct_unknown(words[i]);
    }
    return CREASE_OK;
}

enum { INDENT = 4, VALUE_INDENT = 14 };

// "    n         coordinates: an integer from 2 to 100"
static void construct_row(results *r, const char *name, const char *text)
{
    if (r->format == RESULTS_TEXT)
        text_wrap(stdout, text, VALUE_INDENT, printf("%*s%s", INDENT, "", name));
}

static void construct_put_optional(results *r, const char *key, const char *text)
{
    if (text)
        put_text(r, key, NULL, text);
}

static void construct_put_parameter(results *r, const parameter_spec *p)
{
    static const char *const kinds[] = {[PARAMETER_INTEGER] = "integer",
                                        [PARAMETER_RATIONAL] = "rational",
                                        [PARAMETER_WORD] = "word"};
    char value[256], text[1024];
    parameter_text(value, sizeof value, p);
    int used = snprintf(text, sizeof text, "%s: %s", p->help, value);
    if (p->otherwise)
        snprintf(text + used, sizeof text - (size_t)used, " (default %s)", p->otherwise);
    construct_row(r, p->name, text);
    results_object(r, NULL);
    put_text(r, "name", NULL, p->name);
    put_text(r, "kind", NULL, kinds[p->kind]);
    put_bool(r, "list", NULL, p->list);
    construct_put_optional(r, "words", p->words);
    construct_put_optional(r, "least", p->lo);
    construct_put_optional(r, "greatest", p->hi);
    construct_put_optional(r, "default", p->otherwise);
    put_text(r, "help", NULL, p->help);
    results_end(r);
}

static void construct_put(results *r, const construction *entry)
{
    text_line(r, "%s", entry->name);
    for (size_t k = 0; k < entry->parameters; k++) {
        const parameter_spec *p = &entry->parameter[k];
        if (p->otherwise)
            text_line(r, " [%s=%s]", p->name, p->otherwise);
        else
            text_line(r, " %s=...", p->name);
    }
    text_line(r, "\n");
    if (r->format == RESULTS_TEXT)
        text_wrap(stdout, entry->text, INDENT, 0);
    results_object(r, NULL);
    put_text(r, "name", NULL, entry->name);
    put_text(r, "text", NULL, entry->text);
    results_list(r, "parameters");
    for (size_t k = 0; k < entry->parameters; k++)
        construct_put_parameter(r, &entry->parameter[k]);
    results_end(r);
    construct_put_optional(r, "regions", entry->count);
    construct_row(r, "regions", entry->count ? entry->count : "not known");
    put_text(r, "source", NULL, entry->source);
    construct_row(r, "source", entry->source);
    results_end(r);
}

static crease_status construct_list(const job *work)
{
    const settings *s = work->s;
    results *r = work->r;
    const char *before = "";
    if (construct_check(s->operands, s->operand_count))
        return CREASE_ERROR;
    results_list(r, "constructions");
    for (size_t i = 0; i < construction_count(); i++) {
        const construction *entry = construction_describe(i);
        if (!construct_is_wanted(entry->name, s->operands, s->operand_count))
            continue;
        text_line(r, "%s", before);
        construct_put(r, entry);
        before = "\n";
    }
    results_end(r);
    return CREASE_OK;
}

// ---- One of them ----

// "PARAMETER=VALUE" of each word after the name.
static crease_status construct_arguments(const settings *s, crease_argument *arguments)
{
    for (size_t i = 1; i < s->operand_count; i++) {
        char *word = s->operands[i], *equals = strchr(word, '=');
        if (!equals || equals == word)
            return report_usage("%s takes PARAMETER=VALUE, not \"%s\"", s->operand, word);
        *equals = '\0';
        arguments[i - 1] = (crease_argument){.name = word, .value = equals + 1};
    }
    return CREASE_OK;
}

crease_status cmd_construct(job *work)
{
    const settings *s = work->s;
    crease_error error;
    if (s->list)
        return construct_list(work);
    if (!construction_find(s->operand))
        return construct_unknown(s->operand);
    crease_argument *arguments = job_memory(work, s->operand_count, sizeof *arguments);
    if (construct_arguments(s, arguments))
        return CREASE_ERROR;
    if (crease_net_construct(&work->net, s->operand, arguments, s->operand_count - 1, &error))
        return report_error(&error, NULL);
    return construct_write(work);
}

// ---- A random one ----

crease_status cmd_random(job *work)
{
    const settings *s = work->s;
    size_t *widths, count;
    crease_error error;
    crease_random how = s->random;
    how.activation = s->activation;
    how.seed = s->seed;
    if (crease_widths_parse(&widths, &count, s->operand, &error))
        return report_field_error(&error, s);
    job_owns(work, widths, free);
    if (crease_net_random(&work->net, widths, count, &how, &error))
        return report_field_error(&error, s);
    return construct_write(work);
}
