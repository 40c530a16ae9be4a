// Networks made: crease build, a construction from the literature, and crease random.
#include "base/memory.h"
#include "make/catalogue.h"
#include "tool/commands.h"
#include "tool/job.h"
#include "tool/names.h"
#include "tool/results.h"

#include <stdlib.h>
#include <string.h>

static crease_status write_net(const settings *s, crease_net *net)
{
    crease_error error;
    crease_status status =
        crease_write_net(s->output ? s->output : "-", net, CREASE_NET_JSON, &error);
    if (status)
        report_error(&error, NULL);
    crease_net_free(net);
    return status;
}

// ---- The list of constructions ----

enum { INDENT = 4, VALUE_INDENT = 14 };

// "    n         coordinates: an integer from 2 to 100"
static void list_row(results *r, const char *name, const char *text)
{
    if (r->format == RESULTS_TEXT)
        text_wrap(stdout, text, VALUE_INDENT, printf("%*s%s", INDENT, "", name));
}

static void put_optional(results *r, const char *key, const char *text)
{
    if (text)
        put_text(r, key, NULL, text);
}

static void put_parameter(results *r, const parameter_spec *p)
{
    static const char *const kinds[] = {[PARAMETER_INTEGER] = "integer",
                                        [PARAMETER_RATIONAL] = "rational",
                                        [PARAMETER_WORD] = "word"};
    char value[256], text[1024];
    parameter_text(value, sizeof value, p);
    int used = snprintf(text, sizeof text, "%s: %s", p->help, value);
    if (p->otherwise)
        snprintf(text + used, sizeof text - (size_t)used, " (default %s)", p->otherwise);
    list_row(r, p->name, text);
    results_object(r, NULL);
    put_text(r, "name", NULL, p->name);
    put_text(r, "kind", NULL, kinds[p->kind]);
    put_truth(r, "list", NULL, p->list);
    put_optional(r, "words", p->words);
    put_optional(r, "least", p->lo);
    put_optional(r, "greatest", p->hi);
    put_optional(r, "default", p->otherwise);
    put_text(r, "help", NULL, p->help);
    results_end(r);
}

static void put_construction(results *r, const construction *made)
{
    text_line(r, "%s", made->name);
    for (size_t k = 0; k < made->parameters; k++) {
        const parameter_spec *p = &made->parameter[k];
        if (p->otherwise)
            text_line(r, " [%s=%s]", p->name, p->otherwise);
        else
            text_line(r, " %s=...", p->name);
    }
    text_line(r, "\n");
    if (r->format == RESULTS_TEXT)
        text_wrap(stdout, made->text, INDENT, 0);
    results_object(r, NULL);
    put_text(r, "name", NULL, made->name);
    put_text(r, "text", NULL, made->text);
    results_list(r, "parameters");
    for (size_t k = 0; k < made->parameters; k++)
        put_parameter(r, &made->parameter[k]);
    results_end(r);
    put_optional(r, "regions", made->count);
    list_row(r, "regions", made->count ? made->count : "not known");
    put_text(r, "source", NULL, made->source);
    list_row(r, "source", made->source);
    results_end(r);
}

static crease_status list(const settings *s)
{
    results r;
    const char *before = "";
    if (names_check("construction", s->operands, s->operand_count, "crease build --list",
                    names_of_constructions))
        return CREASE_ERROR;
    results_open(&r, s);
    results_list(&r, "constructions");
    for (size_t i = 0; i < construction_count(); i++) {
        const construction *made = construction_describe(i);
        if (!names_wanted(made->name, s->operands, s->operand_count))
            continue;
        text_line(&r, "%s", before);
        put_construction(&r, made);
        before = "\n";
    }
    results_end(&r);
    results_close(&r);
    return CREASE_OK;
}

// ---- One of them ----

crease_status cmd_build(const settings *s)
{
    if (s->list)
        return list(s);
    if (!construction_find(s->operand))
        return report_unknown("construction", s->operand, "crease build --list",
                              names_of_constructions);
    const size_t count = s->operand_count - 1;
    crease_argument *arguments = memory_new(count + 1, sizeof *arguments);
    crease_status status = CREASE_OK;
    for (size_t i = 0; i < count && status == CREASE_OK; i++) {
        char *word = s->operands[i + 1], *equals = strchr(word, '=');
        if (!equals || equals == word) {
            status = report_usage("%s takes PARAMETER=VALUE, not \"%s\"", s->operand, word);
            continue;
        }
        *equals = '\0';
        arguments[i] = (crease_argument){.name = word, .value = equals + 1};
    }
    crease_net *net;
    crease_error error;
    if (status == CREASE_OK) {
        status = crease_build(&net, s->operand, arguments, count, &error);
        if (status)
            report_error(&error, NULL);
    }
    free(arguments);
    return status ? status : write_net(s, net);
}

// ---- A random one ----

crease_status cmd_random(const settings *s)
{
    crease_net *net;
    size_t *widths, count;
    crease_error error;
    crease_random how = s->random;
    how.activation = s->activation;
    how.seed = s->seed;
    crease_status status = crease_widths_parse(&widths, &count, s->operand, &error);
    if (status == CREASE_OK) {
        status = crease_net_random(&net, widths, count, &how, &error);
        free(widths);
    }
    return status ? report_field_error(&error, s) : write_net(s, net);
}
