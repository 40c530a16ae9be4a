// The list of constructions, for people and for programs.
#include "tool/constructions.h"
#include "base/json_writer.h"
#include "tool/text.h"

#include <crease/make.h>

enum { INDENT = 4, VALUE_INDENT = 14 };

// "    n         coordinates: an integer from 2 to 100"
static void print_row(FILE *stream, const char *name, const char *text)
{
    int column = fprintf(stream, "%*s%s", INDENT, "", name);
    text_wrap(stream, text, VALUE_INDENT, column);
}

static void print_parameter(FILE *stream, const crease_parameter *parameter)
{
    char value[256], text[1024];
    crease_parameter_text(value, sizeof value, parameter);
    if (parameter->otherwise)
        snprintf(text, sizeof text, "%s: %s (default %s)", parameter->help, value,
                 parameter->otherwise);
    else
        snprintf(text, sizeof text, "%s: %s", parameter->help, value);
    print_row(stream, parameter->name, text);
}

static void print_construction(FILE *stream, const crease_construction *made)
{
    fputs(made->name, stream);
    for (size_t k = 0; k < made->parameters; k++) {
        const crease_parameter *parameter = &made->parameter[k];
        if (parameter->otherwise)
            fprintf(stream, " [%s=%s]", parameter->name, parameter->otherwise);
        else
            fprintf(stream, " %s=...", parameter->name);
    }
    fputc('\n', stream);
    text_wrap(stream, made->text, INDENT, 0);
    for (size_t k = 0; k < made->parameters; k++)
        print_parameter(stream, &made->parameter[k]);
    print_row(stream, "regions", made->count ? made->count : "not known");
    print_row(stream, "source", made->source);
}

void constructions_print(FILE *stream)
{
    for (size_t i = 0; i < crease_build_count(); i++) {
        if (i)
            fputc('\n', stream);
        print_construction(stream, crease_build_describe(i));
    }
}

static void put_optional(json *out, const char *name, const char *text)
{
    if (text)
        json_text(out, name, text);
}

static void put_parameter(json *out, const crease_parameter *parameter)
{
    json_object_open(out, NULL);
    json_text(out, "name", parameter->name);
    static const char *const kinds[] = {
        [CREASE_INTEGER] = "integer", [CREASE_RATIONAL] = "rational", [CREASE_WORD] = "word"};
    json_text(out, "kind", kinds[parameter->kind]);
    json_truth(out, "list", parameter->list);
    put_optional(out, "words", parameter->words);
    put_optional(out, "least", parameter->lo);
    put_optional(out, "greatest", parameter->hi);
    put_optional(out, "default", parameter->otherwise);
    json_text(out, "help", parameter->help);
    json_object_close(out);
}

void constructions_print_json(FILE *stream)
{
    json out;
    json_open(&out);
    json_array_open(&out, "constructions");
    for (size_t i = 0; i < crease_build_count(); i++) {
        const crease_construction *made = crease_build_describe(i);
        json_object_open(&out, NULL);
        json_text(&out, "name", made->name);
        json_text(&out, "text", made->text);
        json_array_open(&out, "parameters");
        for (size_t k = 0; k < made->parameters; k++)
            put_parameter(&out, &made->parameter[k]);
        json_array_close(&out);
        put_optional(&out, "regions", made->count);
        json_text(&out, "source", made->source);
        json_object_close(&out);
    }
    json_array_close(&out);
    json_print(&out, stream);
}
