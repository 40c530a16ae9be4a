// The parameters of a construction, read and checked against their table.
#include "make/parameters.h"

#include "base/error.h"
#include "base/fatal.h"
#include "base/memory.h"
#include "base/text.h"
#include "exact/rational.h"
#include <flint/fmpq_vec.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *parameter_text(char *text, size_t size, const parameter_spec *parameter)
{
    static const char *const nouns[2][2] = {{"an integer", "a number"}, {"integers", "numbers"}};
    const char *noun = nouns[parameter->list != 0][parameter->kind == PARAMETER_RATIONAL];
    const char *commas = parameter->list ? ", with commas between them" : "";
    if (parameter->kind == PARAMETER_WORD)
        snprintf(text, size, "one of %s", parameter->words);
    else if (parameter->lo && parameter->hi)
        snprintf(text, size, "%s from %s to %s%s", noun, parameter->lo, parameter->hi, commas);
    else if (parameter->lo)
        snprintf(text, size, "%s >= %s%s", noun, parameter->lo, commas);
    else if (parameter->hi)
        snprintf(text, size, "%s <= %s%s", noun, parameter->hi, commas);
    else
        snprintf(text, size, "%s%s", noun, commas);
    return text;
}

static crease_status parameter_refuse(const parameter_spec *spec, const char *text,
                                      crease_error *error)
{
    char expected[256], excerpt[EXCERPT_SIZE];
    parameter_text(expected, sizeof expected, spec);
    if (!text)
        return error_at(error, spec->name, "expected %s, found nothing", expected);
    return error_at(error, spec->name, "expected %s, found \"%s\"", expected,
                    excerpt_of(excerpt, text));
}

// -1, 0, 1: x against a bound of the table.
static int parameter_compare(const fmpq_t x, const char *bound)
{
    fmpq_t limit;
    fmpq_init(limit);
    if (rational_parse(limit, bound, strlen(bound), NULL))
        FATAL("the table of parameters has the bound %s", bound);
    int order = fmpq_cmp(x, limit);
    fmpq_clear(limit);
    return order;
}

// The word number index of those with commas between them, its length; NULL after the last.
static const char *find_word(size_t *length, const char *words, slong index)
{
    for (; index > 0 && *words; index--) {
        words += strcspn(words, ",");
        words += *words == ',';
    }
    *length = strcspn(words, ",");
    return *length ? words : NULL;
}

// The value of a word is its index.
static bool read_word(fmpq_t x, const char *words, const char *text, size_t length)
{
    const char *word;
    size_t expected;
    for (slong i = 0; (word = find_word(&expected, words, i)); i++)
        if (expected == length && !memcmp(word, text, length)) {
            fmpq_set_si(x, i, 1);
            return true;
        }
    return false;
}

static bool parameter_read_number(fmpq_t x, const parameter_spec *spec, const char *text,
                                  size_t length)
{
    if (spec->kind == PARAMETER_WORD)
        return read_word(x, spec->words, text, length);
    if (spec->kind == PARAMETER_INTEGER && strspn(text, "+-0123456789") < length)
        return false;
    return rational_parse(x, text, length, NULL) == CREASE_OK &&
           (!spec->lo || parameter_compare(x, spec->lo) >= 0) &&
           (!spec->hi || parameter_compare(x, spec->hi) <= 0);
}

// The numbers of text, one unless the parameter is a list.
static crease_status parameter_read_value(parameter_value *value, const parameter_spec *spec,
                                          const char *text, crease_error *error)
{
    if (!text)
        return parameter_refuse(spec, NULL, error);
    size_t count = 1;
    for (const char *c = text; spec->list && *c; c++)
        count += *c == ',';
    fmpq *number = _fmpq_vec_init((slong)count);
    const char *next = text;
    for (size_t i = 0; i < count; i++) {
        size_t length = spec->list ? strcspn(next, ",") : strlen(next);
        if (!parameter_read_number(number + i, spec, next, length)) {
            _fmpq_vec_clear(number, (slong)count);
            return parameter_refuse(spec, text, error);
        }
        next += length + 1;
    }
    *value = (parameter_value){.number = number, .count = count};
    return CREASE_OK;
}

static size_t parameter_find(const parameter_spec *table, size_t count, const char *name)
{
    size_t i = 0;
    while (i < count && strcmp(table[i].name, name) != 0)
        i++;
    return i;
}

static crease_status refuse_unknown(const parameters *read, const char *name, crease_error *error)
{
    char known[256] = "", excerpt[EXCERPT_SIZE];
    size_t used = 0;
    for (size_t i = 0; i < read->count && used < sizeof known; i++)
        used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "",
                                 read->spec[i].name);
    error_set(error, "expected one of the parameters %s, found \"%s\"", known,
              excerpt_of(excerpt, name));
    return CREASE_ERROR;
}

// The value that each parameter is given, text[i] for parameter i.
static crease_status assign(const char **text, const parameters *read,
                            const crease_argument *arguments, size_t given, crease_error *error)
{
    for (size_t k = 0; k < given; k++) {
        size_t i = parameter_find(read->spec, read->count, arguments[k].name);
        if (i == read->count)
            return refuse_unknown(read, arguments[k].name, error);
        if (text[i]) {
            char first[EXCERPT_SIZE], second[EXCERPT_SIZE];
            return error_at(error, read->spec[i].name,
                            "expected one value, found \"%s\" and \"%s\"",
                            excerpt_of(first, text[i]), excerpt_of(second, arguments[k].value));
        }
        text[i] = arguments[k].value;
    }
    return CREASE_OK;
}

crease_status parameters_read(parameters *read, const parameter_spec *table, size_t count,
                              const crease_argument *arguments, size_t given, crease_error *error)
{
    *read = (parameters){.spec = table, .count = count};
    read->value = memory_new(count, sizeof *read->value);
    const char **text = memory_new(count, sizeof *text);
    crease_status status = assign(text, read, arguments, given, error);
    for (size_t i = 0; i < count && status == CREASE_OK; i++)
        status = parameter_read_value(&read->value[i], &table[i],
                                      text[i] ? text[i] : table[i].otherwise, error);
    free(text);
    if (status)
        parameters_clear(read);
    return status;
}

void parameters_clear(parameters *read)
{
    for (size_t i = 0; i < read->count; i++)
        if (read->value[i].number)
            _fmpq_vec_clear(read->value[i].number, (slong)read->value[i].count);
    free(read->value);
}

const parameter_value *parameters_get(const parameters *read, const char *name)
{
    size_t i = parameter_find(read->spec, read->count, name);
    if (i == read->count)
        FATAL("the table of parameters has no %s", name);
    return &read->value[i];
}

slong parameters_integer(const parameters *read, const char *name)
{
    return parameters_item(read, name, 0);
}

slong parameters_item(const parameters *read, const char *name, size_t index)
{
    const fmpq *number = parameters_get(read, name)->number + index;
    if (!fmpz_fits_si(fmpq_numref(number)) || !fmpz_is_one(fmpq_denref(number)))
        FATAL("the parameter %s is no small integer", name);
    return fmpz_get_si(fmpq_numref(number));
}

static void print_value(FILE *stream, const parameter_spec *spec, const fmpq_t value)
{
    if (spec->kind == PARAMETER_WORD) {
        size_t length;
        const char *word = find_word(&length, spec->words, fmpz_get_si(fmpq_numref(value)));
        fprintf(stream, "%.*s", (int)length, word);
        return;
    }
    fmpq_fprint(stream, value);
}

void parameters_print(FILE *stream, const parameters *read)
{
    for (size_t i = 0; i < read->count; i++) {
        fprintf(stream, " %s=", read->spec[i].name);
        for (size_t k = 0; k < read->value[i].count; k++) {
            fputs(k ? "," : "", stream);
            print_value(stream, &read->spec[i], read->value[i].number + k);
        }
    }
}
