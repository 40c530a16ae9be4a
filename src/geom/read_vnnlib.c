// The bounds on inputs in a VNN-LIB file.
#include "base/error.h"
#include "base/slurp.h"
#include "base/words.h"
#include "exact/rational.h"
#include "geom/input_box.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    word_scanner scan;
    input_box inputs;
} vnnlib_reader;

enum { MAX_INPUTS = 2147483647 };

static crease_status expect(vnnlib_reader *read, const char *text, crease_error *error)
{
    word w = word_next(&read->scan);
    if (word_is(w, text))
        return CREASE_OK;
    return word_refuse(error, &read->scan, w, NULL, "%s", text);
}

static int is_input(word w)
{
    return w.length > 2 && memcmp(w.text, "X_", 2) == 0;
}

static int is_output(word w)
{
    return w.length > 2 && memcmp(w.text, "Y_", 2) == 0;
}

// Behind an opening parenthesis: to the one that closes it. Sets *input to the first word on
// the way that is an input, if there is one.
static crease_status skip_list(vnnlib_reader *read, word *input, crease_error *error)
{
    for (size_t depth = 1; depth > 0;) {
        word w = word_next(&read->scan);
        if (w.length == 0)
            return word_refuse(error, &read->scan, w, NULL, ")");
        if (is_input(w) && input->length == 0)
            *input = w;
        depth += word_is(w, "(");
        depth -= word_is(w, ")");
    }
    return CREASE_OK;
}

// ---- Terms and bounds. ----

typedef enum { NUMBER, INPUT, SOMETHING_ELSE } term_kind;

typedef struct {
    term_kind kind;
    word text;  // its first word
    word input; // an input that it speaks of, if any
    size_t index;
    fmpq value;
} term;

static crease_status read_value(vnnlib_reader *read, term *of, word w, crease_error *error)
{
    crease_error inner;
    of->kind = NUMBER;
    if (rational_parse(&of->value, w.text, w.length, &inner) == CREASE_OK)
        return CREASE_OK;
    return word_fail(error, &read->scan, w, NULL, "%s", inner.message);
}

static crease_status read_input(vnnlib_reader *read, term *of, word w, crease_error *error)
{
    word digits = {w.text + 2, w.length - 2, w.offset + 2};
    of->kind = INPUT;
    of->input = w;
    if (word_count(&of->index, digits, MAX_INPUTS) && of->index < read->inputs.count)
        return CREASE_OK;
    return word_refuse(error, &read->scan, w, NULL, "an input that has been declared");
}

static int begins_number(word w)
{
    return w.length > 0 && strchr("+-.0123456789", w.text[0]) != NULL;
}

// A number, (- number), an input, or anything else.
static crease_status read_term(vnnlib_reader *read, term *of, crease_error *error)
{
    word w = of->text = word_next(&read->scan);
    of->kind = SOMETHING_ELSE;
    if (is_input(w))
        return read_input(read, of, w, error);
    if (is_output(w))
        return CREASE_OK;
    if (begins_number(w))
        return read_value(read, of, w, error);
    if (!word_is(w, "("))
        return word_refuse(error, &read->scan, w, NULL, "a number, an input or an output");
    word_scanner ahead = read->scan;
    word minus = word_next(&ahead), number = word_next(&ahead);
    if (!word_is(minus, "-") || number.length == 0 || !strchr(".0123456789", number.text[0]) ||
        !word_is(word_next(&ahead), ")"))
        return skip_list(read, &of->input, error);
    read->scan = ahead;
    if (read_value(read, of, number, error) != CREASE_OK)
        return CREASE_ERROR;
    fmpq_neg(&of->value, &of->value);
    return CREASE_OK;
}

static crease_status take_bound(vnnlib_reader *read, const term of[2], int less,
                                crease_error *error)
{
    word input = of[0].input.length ? of[0].input : of[1].input;
    if (input.length == 0)
        return CREASE_OK; // of outputs
    int right = of[1].kind == INPUT;
    if (of[right].kind != INPUT || of[!right].kind != NUMBER)
        return word_refuse(error, &read->scan, input, NULL,
                           "a number as the bound of a single input, such as (<= X_0 0.5)");
    input_box_bound(&read->inputs, of[right].index, less == !right ? UPPER : LOWER,
                    &of[!right].value);
    return CREASE_OK;
}

// Behind "<=" or ">=".
static crease_status read_bound(vnnlib_reader *read, int less, crease_error *error)
{
    term of[2] = {0};
    crease_status status = CREASE_OK;
    for (int i = 0; i < 2; i++)
        fmpq_init(&of[i].value);
    for (int i = 0; i < 2 && status == CREASE_OK; i++)
        status = read_term(read, of + i, error);
    if (status == CREASE_OK)
        status = expect(read, ")", error);
    if (status == CREASE_OK)
        status = take_bound(read, of, less, error);
    for (int i = 0; i < 2; i++)
        fmpq_clear(&of[i].value);
    return status;
}

// ---- Commands. ----

// Behind "assert": bounds, possibly in one or several "and"; what speaks of no input is
// skipped. Nothing recurses.
static crease_status read_assertion(vnnlib_reader *read, crease_error *error)
{
    size_t open = 0;
    do {
        word w = word_next(&read->scan);
        if (open > 0 && word_is(w, ")")) {
            open--;
            continue;
        }
        if (!word_is(w, "("))
            return word_refuse(error, &read->scan, w, NULL, "(");
        word head = word_next(&read->scan), input = {0};
        crease_status status = CREASE_OK;
        if (word_is(head, "and"))
            open++;
        else if (word_is(head, "<=") || word_is(head, ">="))
            status = read_bound(read, word_is(head, "<="), error);
        else if (word_is(head, "(") || word_is(head, ")"))
            status = word_refuse(error, &read->scan, head, NULL, "one of <=, >=, and");
        else if (skip_list(read, &input, error) != CREASE_OK)
            status = CREASE_ERROR;
        else if (input.length)
            status = word_refuse(error, &read->scan, head, NULL,
                                 "inputs to be bounded by <=, >= and \"and\" only");
        if (status != CREASE_OK)
            return status;
    } while (open > 0);
    return expect(read, ")", error);
}

// Behind "declare-const": X_0, X_1, ... one after the other; outputs anywhere between.
static crease_status read_declaration(vnnlib_reader *read, crease_error *error)
{
    word name = word_next(&read->scan);
    if (is_input(name)) {
        char next[32];
        snprintf(next, sizeof next, "X_%zu", read->inputs.count);
        if (!word_is(name, next))
            return word_refuse(error, &read->scan, name, NULL, "%s, the next input", next);
        input_box_add(&read->inputs, name.offset);
    } else if (!is_output(name)) {
        return word_refuse(error, &read->scan, name, NULL, "an input X_i or an output Y_i");
    }
    if (expect(read, "Real", error) != CREASE_OK)
        return CREASE_ERROR;
    return expect(read, ")", error);
}

static crease_status read_commands(vnnlib_reader *read, crease_error *error)
{
    for (;;) {
        word w = word_next(&read->scan), nothing = {0};
        if (w.length == 0)
            return CREASE_OK;
        if (!word_is(w, "("))
            return word_refuse(error, &read->scan, w, NULL, "(");
        word head = word_next(&read->scan);
        crease_status status;
        if (word_is(head, "declare-const"))
            status = read_declaration(read, error);
        else if (word_is(head, "assert"))
            status = read_assertion(read, error);
        else if (word_is(head, "set-logic") || word_is(head, "set-info"))
            status = skip_list(read, &nothing, error);
        else
            status = word_refuse(error, &read->scan, head, NULL, "declare-const or assert");
        if (status != CREASE_OK)
            return status;
    }
}

crease_status crease_domain_parse_vnnlib(crease_domain **domain, const char *text, size_t size,
                                         const char *name, crease_error *error)
{
    vnnlib_reader read = {
        .scan = {.document = {text, size}, .marks = "()", .comment = ';'},
    };
    crease_status status = read_commands(&read, error);
    if (status == CREASE_OK)
        status = input_box_domain(domain, &read.inputs, read.scan.document, error);
    input_box_clear(&read.inputs);
    if (status != CREASE_OK)
        error_locate(error, name, 0, 0, NULL);
    return status;
}

crease_status crease_domain_read_vnnlib(crease_domain **domain, const char *path,
                                        crease_error *error)
{
    char *text;
    size_t size;
    crease_status status = slurp_file(&text, &size, path, error);
    if (status != CREASE_OK)
        return status;
    status = crease_domain_parse_vnnlib(domain, text, size, slurp_name(path), error);
    free(text);
    return status;
}
