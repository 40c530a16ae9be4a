// Reads properties in VNN-LIB, version 1.
//
// A term is a number, X_i, Y_j, (+ t ..), (- t), (- t t ..) or (* t ..) with at most one factor
// that is not a number; a formula is (<= t t), (>= t t), (and f ..) or (or f ..). A term is a list
// of multiples of variables, and a sum is the concatenation of its operands.
#include "base/error.h"
#include "base/fatal.h"
#include "base/memory.h"
#include "base/read_file.h"
#include "base/words.h"
#include "exact/rational.h"
#include "function/alternatives.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NAMES = 2147483647 };
enum { MOST_DEPTH = 1000 };    // of formulas
enum { MOST_TERM_DEPTH = 64 }; // of terms: each product visits all that it multiplies
#define THE_CONSTANT SIZE_MAX

typedef struct {
    word_scanner scan;
    crease_property *property;
    // Terms of the current inequality. Until all variables are declared, input i is 2 i and output
    // j is 2 j + 1.
    property_term *term;
    size_t terms, capacity, ready;
} property_reader;

// ---- Words ----

// X_..
static bool vnnlib_is_input(word w)
{
    return w.length > 2 && memcmp(w.text, "X_", 2) == 0;
}

// Y_..
static bool vnnlib_is_output(word w)
{
    return w.length > 2 && memcmp(w.text, "Y_", 2) == 0;
}

// The number in such a name, which must be less than count, the number of declared ones.
static crease_status vnnlib_index(size_t *index, const word_scanner *scan, word name, size_t count)
{
    const word digits = {name.text + 2, name.length - 2, name.offset + 2};
    const bool is_spelled = digits.length == 1 || digits.text[0] != '0'; // X_00 is not X_0
    if (is_spelled && word_count(index, digits, MOST_NAMES) && *index < count)
        return CREASE_OK;
    return word_refuse(scan, name, "an %s that has been declared",
                       vnnlib_is_input(name) ? "input" : "output");
}

static bool vnnlib_begins_number(word w)
{
    return w.length > 0 && strchr("+-.0123456789", w.text[0]) != NULL;
}

// The next word must be this text.
static crease_status vnnlib_expect(word_scanner *scan, const char *text)
{
    word w = word_next(scan);
    if (word_is(w, text))
        return CREASE_OK;
    return word_refuse(scan, w, "%s", text);
}

// ---- Terms ----

static void add_term(property_reader *read, size_t variable, const fmpq_t coefficient)
{
    MEMORY_RESERVE(read->term, read->capacity, read->terms + 1);
    if (read->terms == read->ready)
        fmpq_init(read->term[read->ready++].coefficient);
    property_term *term = read->term + read->terms++;
    term->variable = variable;
    fmpq_set(term->coefficient, coefficient);
}

static void negate(property_reader *read, size_t first)
{
    ASSERT(first <= read->terms);
    for (size_t i = first; i < read->terms; i++)
        fmpq_neg(read->term[i].coefficient, read->term[i].coefficient);
}

static bool is_number(const property_reader *read, size_t first, size_t end)
{
    ASSERT(first <= end && end <= read->terms);
    for (size_t i = first; i < end; i++)
        if (read->term[i].variable != THE_CONSTANT)
            return false;
    return true;
}

// Adds up terms that are constants.
static void take_number(fmpq_t number, property_reader *read, size_t first, size_t end)
{
    fmpq_zero(number);
    for (size_t i = first; i < end; i++)
        fmpq_add(number, number, read->term[i].coefficient);
}

// Multiplies the terms from `middle` on with those from `first` to `middle`. Returns 0 if both have
// variables.
static bool multiply(property_reader *read, size_t first, size_t middle)
{
    ASSERT(first <= middle && middle <= read->terms);
    const size_t end = read->terms;
    const bool left = is_number(read, first, middle), right = is_number(read, middle, end);
    fmpq_t number;
    fmpq_init(number);
    if (right) {
        take_number(number, read, middle, end);
        read->terms = middle;
    } else if (left) {
        take_number(number, read, first, middle);
        for (size_t i = middle; i < end; i++) {
            read->term[first + i - middle].variable = read->term[i].variable;
            fmpq_swap(read->term[first + i - middle].coefficient, read->term[i].coefficient);
        }
        read->terms = first + end - middle;
    }
    for (size_t i = first; i < read->terms && (left || right); i++)
        fmpq_mul(read->term[i].coefficient, read->term[i].coefficient, number);
    fmpq_clear(number);
    return left || right;
}

static crease_status property_number(property_reader *read, word w)
{
    crease_error inner;
    fmpq_t value;
    fmpq_init(value);
    crease_status status = rational_parse(value, w.text, w.length, &inner);
    if (status == CREASE_OK)
        add_term(read, THE_CONSTANT, value);
    fmpq_clear(value);
    return status ? word_fail(&read->scan, w, "%s", inner.message) : CREASE_OK;
}

static crease_status read_variable(property_reader *read, word w)
{
    const bool is_input = vnnlib_is_input(w);
    size_t index;
    fmpq_t one;
    if (vnnlib_index(&index, &read->scan, w,
                     is_input ? read->property->inputs : read->property->outputs))
        return CREASE_ERROR;
    fmpq_init(one);
    fmpq_one(one);
    add_term(read, 2 * index + !is_input, one);
    fmpq_clear(one);
    return CREASE_OK;
}

static crease_status property_term_read(property_reader *read, word *w, int depth);

// Reads an operation after "("; *last becomes the ")".
static crease_status read_operation(property_reader *read, word *last, int depth)
{
    const word head = word_next(&read->scan);
    const size_t first = read->terms;
    size_t operands = 0;
    if (!word_is(head, "+") && !word_is(head, "-") && !word_is(head, "*"))
        return word_refuse(&read->scan, head, "one of +, - and *");
    if (depth == MOST_TERM_DEPTH)
        return word_fail(&read->scan, head, "sums are nested deeper than %d", MOST_TERM_DEPTH);
    for (;; operands++) {
        const size_t operand = read->terms;
        *last = word_next(&read->scan);
        if (word_is(*last, ")"))
            break;
        if (property_term_read(read, last, depth + 1))
            return CREASE_ERROR;
        if (word_is(head, "*") && operands && !multiply(read, first, operand))
            return word_fail(&read->scan, *last,
                             "a product of two terms with variables is not linear");
        if (word_is(head, "-") && operands)
            negate(read, operand);
    }
    if (!operands)
        return word_refuse(&read->scan, *last, "a term");
    if (word_is(head, "-") && operands == 1)
        negate(read, first);
    return CREASE_OK;
}

// Reads a term that begins with *w, which becomes its last word.
static crease_status property_term_read(property_reader *read, word *w, int depth)
{
    if (vnnlib_is_input(*w) || vnnlib_is_output(*w))
        return read_variable(read, *w);
    if (word_is(*w, "("))
        return read_operation(read, w, depth);
    if (vnnlib_begins_number(*w))
        return property_number(read, *w);
    return word_refuse(&read->scan, *w, "a number, an input or an output");
}

// ---- Inequalities ----

static int by_variable(const void *a, const void *b)
{
    const size_t x = ((const property_term *)a)->variable, y = ((const property_term *)b)->variable;
    return (x > y) - (x < y);
}

static void keep_term(crease_property *property, size_t variable, const fmpq_t coefficient)
{
    ASSERT(!fmpq_is_zero(coefficient) && variable != THE_CONSTANT);
    MEMORY_RESERVE(property->term, property->term_capacity, property->terms + 1);
    property_term *term = property->term + property->terms++;
    term->variable = variable;
    fmpq_init(term->coefficient);
    fmpq_set(term->coefficient, coefficient);
}

// Makes a new atom of all terms, added up by variable: their sum >= 0.
static size_t new_atom(property_reader *read)
{
    crease_property *property = read->property;
    MEMORY_RESERVE(property->atom, property->atom_capacity, property->atoms + 1);
    property_atom *atom = property->atom + property->atoms;
    atom->first = property->terms;
    fmpq_init(atom->constant);
    qsort(read->term, read->terms, sizeof *read->term, by_variable);
    fmpq_t sum;
    fmpq_init(sum);
    for (size_t i = 0; i < read->terms;) {
        const size_t variable = read->term[i].variable;
        fmpq_zero(sum);
        for (; i < read->terms && read->term[i].variable == variable; i++)
            fmpq_add(sum, sum, read->term[i].coefficient);
        if (variable == THE_CONSTANT)
            fmpq_set(atom->constant, sum);
        else if (!fmpq_is_zero(sum))
            keep_term(property, variable, sum);
    }
    fmpq_clear(sum);
    atom->count = property->terms - atom->first;
    return property->atoms++;
}

static crease_status read_side(property_reader *read)
{
    word w = word_next(&read->scan);
    return property_term_read(read, &w, 0);
}

// Reads an inequality after "<=" or ">=".
static crease_status read_inequality(property_reader *read, bool less, size_t *atom)
{
    read->terms = 0;
    if (read_side(read))
        return CREASE_ERROR;
    if (less)
        negate(read, 0);
    const size_t right = read->terms;
    if (read_side(read) || vnnlib_expect(&read->scan, ")"))
        return CREASE_ERROR;
    if (!less)
        negate(read, right);
    *atom = new_atom(read);
    return CREASE_OK;
}

// ---- Formulas ----

static size_t new_node(property_reader *read, property_kind kind, size_t parent)
{
    ASSERT(parent <= read->property->nodes);
    crease_property *property = read->property;
    MEMORY_RESERVE(property->node, property->node_capacity, property->nodes + 1);
    const size_t n = property->nodes++;
    property->node[n] = (property_node){.kind = kind, .parent = parent, .end = n + 1};
    return n;
}

static crease_status property_formula_read(property_reader *read, word open, size_t parent,
                                           int depth);

// Reads the parts after "and" or "or".
static crease_status read_parts(property_reader *read, word head, size_t parent, int depth)
{
    if (depth == MOST_DEPTH)
        return word_fail(&read->scan, head, "formulas are nested deeper than %d", MOST_DEPTH);
    const size_t n = new_node(read, word_is(head, "and") ? PROPERTY_AND : PROPERTY_OR, parent);
    word w;
    while (w = word_next(&read->scan), !word_is(w, ")"))
        if (property_formula_read(read, w, n, depth + 1))
            return CREASE_ERROR;
    if (read->property->nodes == n + 1)
        return word_refuse(&read->scan, w, "a formula");
    read->property->node[n].end = read->property->nodes;
    return CREASE_OK;
}

// Reads a formula; its first word should be "(".
static crease_status property_formula_read(property_reader *read, word open, size_t parent,
                                           int depth)
{
    if (!word_is(open, "("))
        return word_refuse(&read->scan, open, "(");
    const word head = word_next(&read->scan);
    size_t atom;
    if (word_is(head, "and") || word_is(head, "or"))
        return read_parts(read, head, parent, depth);
    if (!word_is(head, "<=") && !word_is(head, ">="))
        return word_refuse(&read->scan, head, "one of <=, >=, and, or");
    if (read_inequality(read, word_is(head, "<="), &atom))
        return CREASE_ERROR;
    const size_t n = new_node(read, PROPERTY_ATOM, parent);
    read->property->node[n].atom = atom;
    return CREASE_OK;
}

// ---- Commands ----

// Reads on behind "assert".
static crease_status read_assertion(property_reader *read)
{
    if (property_formula_read(read, word_next(&read->scan), 0, 1))
        return CREASE_ERROR;
    return vnnlib_expect(&read->scan, ")");
}

// Reads on behind "declare-const". Inputs and outputs are declared in the order of their numbers.
static crease_status read_declaration(property_reader *read)
{
    const word name = word_next(&read->scan);
    const bool is_input = vnnlib_is_input(name);
    size_t *count = is_input ? &read->property->inputs : &read->property->outputs;
    char next[32];
    if (!is_input && !vnnlib_is_output(name))
        return word_refuse(&read->scan, name, "an input X_i or an output Y_i");
    snprintf(next, sizeof next, "%c_%zu", is_input ? 'X' : 'Y', *count);
    if (!word_is(name, next))
        return word_refuse(&read->scan, name, "%s, the next %s", next,
                           is_input ? "input" : "output");
    ++*count;
    if (vnnlib_expect(&read->scan, "Real"))
        return CREASE_ERROR;
    return vnnlib_expect(&read->scan, ")");
}

// Skips from behind an opening parenthesis to behind the closing one.
static crease_status skip_command(word_scanner *scan)
{
    for (size_t depth = 1; depth > 0;) {
        word w = word_next(scan);
        if (w.length == 0)
            return word_refuse(scan, w, ")");
        depth += word_is(w, "(");
        depth -= word_is(w, ")");
    }
    return CREASE_OK;
}

// Commands that change nothing here.
static bool is_skipped(word head)
{
    static const char *const names[] = {"set-logic", "set-info",  "set-option", "check-sat",
                                        "get-model", "get-value", "echo",       "exit"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (word_is(head, names[i]))
            return true;
    return false;
}

static crease_status refuse_command(word_scanner *scan, word head)
{
    char version[EXCERPT_SIZE] = "2.0";
    if (word_is(head, "vnnlib-version")) {
        const word w = word_next(scan);
        excerpt_text(version, w.text, w.length);
    } else if (!word_is(head, "declare-network")) {
        return word_refuse(scan, head, "declare-const or assert");
    }
    return word_fail(scan, head,
                     "this is VNN-LIB %s: expected version 1, as in (declare-const X_0 Real)",
                     version);
}

// The commands of a VNN-LIB file up to its end.
static crease_status read_commands(property_reader *read)
{
    word_scanner *scan = &read->scan;
    crease_status status = CREASE_OK;
    while (status == CREASE_OK) {
        const word w = word_next(scan);
        if (w.length == 0)
            return CREASE_OK;
        if (!word_is(w, "("))
            return word_refuse(scan, w, "(");
        const word head = word_next(scan);
        if (word_is(head, "declare-const"))
            status = read_declaration(read);
        else if (word_is(head, "assert"))
            status = read_assertion(read);
        else if (is_skipped(head))
            status = skip_command(scan);
        else
            status = refuse_command(scan, head);
    }
    return status;
}

// ---- All of it ----

static void number_variables(crease_property *property)
{
    for (size_t i = 0; i < property->terms; i++) {
        const size_t variable = property->term[i].variable;
        property->term[i].variable = variable / 2 + (variable % 2 ? property->inputs : 0);
    }
}

static crease_status parse_formula(void *target, document_text document, crease_error *error)
{
    property_reader *read = memory_new(1, sizeof *read);
    crease_property *property = memory_new(1, sizeof *property);
    read->scan = (word_scanner){
        .document = document, .marks = "()", .quotes = "\"|", .comment = ";", .error = error};
    read->property = property;
    new_node(read, PROPERTY_AND, 0); // of all assertions
    crease_status status = read_commands(read);
    property->node[0].end = property->nodes;
    number_variables(property);
    if (status == CREASE_OK && !property->inputs)
        status = error_set(error, "no inputs X_i are declared");
    if (status == CREASE_OK)
        *(crease_property **)target = property;
    else
        crease_property_free(property);
    for (size_t i = 0; i < read->ready; i++)
        fmpq_clear(read->term[i].coefficient);
    free(read->term);
    free(read);
    return status;
}

static crease_status parse_property(void *target, document_text document, crease_error *error)
{
    crease_property **property = target;
    if (parse_formula(property, document, error))
        return CREASE_ERROR;
    sha256_of((*property)->sha256, document.text, document.size);
    if ((*property)->outputs)
        return CREASE_OK;
    crease_property_free(*property);
    return error_set(error, "no outputs Y_j are declared");
}

static crease_status parse_box(void *domain, document_text document, crease_error *error)
{
    crease_property *property;
    if (parse_formula(&property, document, error))
        return CREASE_ERROR;
    const crease_status status = property_box(domain, property, error);
    crease_property_free(property);
    return status;
}

crease_status crease_domain_parse_vnnlib(crease_domain **domain, const char *text, size_t size,
                                         const char *name, crease_error *error)
{
    return read_text(domain, (document_text){text, size}, name, parse_box, error);
}

crease_status crease_domain_read_vnnlib(crease_domain **domain, const char *path,
                                        crease_error *error)
{
    return read_file(domain, path, parse_box, error);
}

crease_status crease_property_parse(crease_property **property, const char *text, size_t size,
                                    const char *name, crease_error *error)
{
    return read_text(property, (document_text){text, size}, name, parse_property, error);
}

crease_status crease_property_read(crease_property **property, const char *path,
                                   crease_error *error)
{
    return read_file(property, path, parse_property, error);
}
