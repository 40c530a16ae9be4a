// Reads the bounds on inputs of a VNN-LIB file.
#include "base/error.h"
#include "base/memory.h"
#include "base/read_file.h"
#include "exact/rational.h"
#include "geom/domain.h"
#include "geom/vnnlib.h"
#include <flint/fmpq_vec.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    fmpq bound[2];
    int known[2];
    size_t offset; // of its declaration
} bounded_input;
enum { LOWER, UPPER };

typedef struct {
    word_scanner scan;
    bounded_input *input;
    size_t count, capacity;
} vnnlib_reader;

static void add_input(vnnlib_reader *read, size_t offset)
{
    MEMORY_RESERVE(read->input, read->capacity, read->count + 1);
    bounded_input *input = read->input + read->count++;
    *input = (bounded_input){.offset = offset};
    fmpq_init(input->bound + LOWER);
    fmpq_init(input->bound + UPPER);
}

// The tightest of several bounds on one side counts.
static void add_bound(bounded_input *of, int side, const fmpq_t value)
{
    int order = of->known[side] ? fmpq_cmp(value, of->bound + side) : 0;
    if (!of->known[side] || (side == LOWER ? order > 0 : order < 0))
        fmpq_set(of->bound + side, value);
    of->known[side] = 1;
}

// ---- Terms and bounds. ----

typedef enum { NUMBER, INPUT, SOMETHING_ELSE } term_kind;

typedef struct {
    term_kind kind;
    word text;  // its first word
    word input; // an input in it, if any
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
    of->kind = INPUT;
    of->input = w;
    return vnnlib_index(&of->index, &read->scan, w, read->count, error);
}

// Reads a number, (- number), an input, or skips anything else.
static crease_status read_term(vnnlib_reader *read, term *of, crease_error *error)
{
    word w = of->text = word_next(&read->scan);
    of->kind = SOMETHING_ELSE;
    if (vnnlib_is_input(w))
        return read_input(read, of, w, error);
    if (vnnlib_is_output(w))
        return CREASE_OK;
    if (vnnlib_begins_number(w))
        return read_value(read, of, w, error);
    if (!word_is(w, "("))
        return word_refuse(error, &read->scan, w, NULL, "a number, an input or an output");
    word_scanner ahead = read->scan;
    word minus = word_next(&ahead), number = word_next(&ahead);
    if (!word_is(minus, "-") || number.length == 0 || !strchr(".0123456789", number.text[0]) ||
        !word_is(word_next(&ahead), ")"))
        return vnnlib_skip(&read->scan, &of->input, error);
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
        return CREASE_OK; // no input
    int right = of[1].kind == INPUT;
    if (of[right].kind != INPUT || of[!right].kind != NUMBER)
        return word_refuse(error, &read->scan, input, NULL,
                           "a number as the bound of a single input, such as (<= X_0 0.5)");
    add_bound(read->input + of[right].index, less == !right ? UPPER : LOWER, &of[!right].value);
    return CREASE_OK;
}

// After "<=" or ">=".
static crease_status read_bound(vnnlib_reader *read, int less, crease_error *error)
{
    term of[2] = {0};
    crease_status status = CREASE_OK;
    for (int i = 0; i < 2; i++)
        fmpq_init(&of[i].value);
    for (int i = 0; i < 2 && status == CREASE_OK; i++)
        status = read_term(read, of + i, error);
    if (status == CREASE_OK)
        status = vnnlib_expect(&read->scan, ")", error);
    if (status == CREASE_OK)
        status = take_bound(read, of, less, error);
    for (int i = 0; i < 2; i++)
        fmpq_clear(&of[i].value);
    return status;
}

// ---- Commands. ----

// Reads an assertion: bounds, perhaps in one or several "and". Formulas without inputs are skipped.
// Nothing recurses.
static crease_status read_assertion(void *data, crease_error *error)
{
    vnnlib_reader *read = data;
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
        else if (vnnlib_skip(&read->scan, &input, error) != CREASE_OK)
            status = CREASE_ERROR;
        else if (input.length)
            status = word_refuse(error, &read->scan, head, NULL, "<=, >= or \"and\" around inputs");
        if (status != CREASE_OK)
            return status;
    } while (open > 0);
    return vnnlib_expect(&read->scan, ")", error);
}

// Inputs are X_0, X_1, .. in this order; outputs may stand anywhere between.
static crease_status declare(void *data, word name, crease_error *error)
{
    vnnlib_reader *read = data;
    if (vnnlib_is_output(name))
        return CREASE_OK;
    if (vnnlib_next_name(&read->scan, name, 'X', read->count, error) != CREASE_OK)
        return CREASE_ERROR;
    add_input(read, name.offset);
    return CREASE_OK;
}

// ---- The domain: inputs with equal bounds are fixed, the others are coordinates ----

static int is_fixed(const bounded_input *of)
{
    return fmpq_equal(of->bound + LOWER, of->bound + UPPER);
}

static crease_status check_bounds(const vnnlib_reader *read, size_t i, crease_error *error)
{
    const bounded_input *of = read->input + i;
    if (!of->known[LOWER] || !of->known[UPPER]) {
        error_set(error, "this input has no %s bound", of->known[LOWER] ? "upper" : "lower");
    } else if (fmpq_cmp(of->bound + LOWER, of->bound + UPPER) > 0) {
        char *lower = rational_text(of->bound + LOWER), *upper = rational_text(of->bound + UPPER);
        error_set(error, "the lower bound of this input, %.60s, is above the upper one, %.60s",
                  lower, upper);
        flint_free(lower);
        flint_free(upper);
    } else {
        return CREASE_OK;
    }
    document_locate(error, read->scan.document, of->offset);
    return error_where(error, "X_%zu", i);
}

static crease_status make_domain(crease_domain **domain, const vnnlib_reader *read,
                                 crease_error *error)
{
    size_t inputs = read->count, dimension = 0;
    for (size_t i = 0; i < inputs; i++) {
        if (check_bounds(read, i, error) != CREASE_OK)
            return CREASE_ERROR;
        dimension += !is_fixed(read->input + i);
    }
    if (!dimension)
        return error_set(error, inputs ? "every input has a lower bound equal to its upper one"
                                       : "no inputs X_i are declared");
    size_t columns = dimension + 1, k = 0;
    fmpq *lo = _fmpq_vec_init((slong)dimension), *hi = _fmpq_vec_init((slong)dimension);
    fmpq *rows = _fmpq_vec_init((slong)(inputs * columns)); // of the parametrization
    for (size_t i = 0; i < inputs; i++) {
        const fmpq *bound = read->input[i].bound;
        if (is_fixed(read->input + i)) {
            fmpq_set(rows + i * columns + dimension, bound);
            continue;
        }
        fmpq_one(rows + i * columns + k);
        fmpq_set(lo + k, bound + LOWER);
        fmpq_set(hi + k++, bound + UPPER);
    }
    crease_status status = crease_domain_new_box(domain, lo, hi, dimension, error);
    if (status == CREASE_OK && dimension < inputs)
        domain_set_parametrization(*domain, rows, inputs);
    else
        _fmpq_vec_clear(rows, (slong)(inputs * columns));
    _fmpq_vec_clear(lo, (slong)dimension);
    _fmpq_vec_clear(hi, (slong)dimension);
    return status;
}

static crease_status parse_vnnlib(void *domain, document_text document, crease_error *error)
{
    vnnlib_reader read = {.scan = VNNLIB_SCANNER(document)};
    const vnnlib_callbacks callbacks = {&read, declare, read_assertion};
    crease_status status = vnnlib_commands(&read.scan, &callbacks, error);
    if (status == CREASE_OK)
        status = make_domain(domain, &read, error);
    for (size_t i = 0; i < read.count; i++) {
        fmpq_clear(read.input[i].bound + LOWER);
        fmpq_clear(read.input[i].bound + UPPER);
    }
    free(read.input);
    return status;
}

crease_status crease_domain_parse_vnnlib(crease_domain **domain, const char *text, size_t size,
                                         const char *name, crease_error *error)
{
    return read_text(domain, (document_text){text, size}, name, parse_vnnlib, error);
}

crease_status crease_domain_read_vnnlib(crease_domain **domain, const char *path,
                                        crease_error *error)
{
    return read_file(domain, path, parse_vnnlib, error);
}
