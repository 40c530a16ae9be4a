// Piecewise-linear activations: values, pieces, predicates and names.
#include "net/activation.h"

#include "base/error.h"
#include "base/fatal.h"
#include "base/memory.h"
#include "base/text.h"
#include "exact/rational.h"
#include <flint/fmpq_vec.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t activation_breakpoints(const activation *act)
{
    return act->rank == 1 ? act->pieces - 1 : 0;
}

size_t activation_predicates(const activation *act)
{
    return act->rank == 1 ? act->pieces - 1 : act->rank * (act->rank - 1) / 2;
}

void activation_init(activation *act, size_t pieces, size_t rank)
{
    *act = (activation){.pieces = pieces, .rank = rank};
    act->breakpoint = _fmpq_vec_init((slong)activation_breakpoints(act));
    act->slope = _fmpq_vec_init((slong)pieces);
    act->offset = _fmpq_vec_init((slong)pieces);
}

void activation_init_copy(activation *act, const activation *from)
{
    activation_init(act, from->pieces, from->rank);
    act->name = memory_copy_text(from->name);
    rational_copy(act->breakpoint, from->breakpoint, activation_breakpoints(from));
    rational_copy(act->slope, from->slope, from->pieces);
    rational_copy(act->offset, from->offset, from->pieces);
}

void activation_clear(activation *act)
{
    free(act->name);
    _fmpq_vec_clear(act->breakpoint, (slong)activation_breakpoints(act));
    _fmpq_vec_clear(act->slope, (slong)act->pieces);
    _fmpq_vec_clear(act->offset, (slong)act->pieces);
    *act = (activation){0};
}

size_t activation_piece(const activation *act, const fmpq *z)
{
    size_t piece = 0;
    if (act->rank == 1) {
        while (piece + 1 < act->pieces && fmpq_cmp(z, act->breakpoint + piece) > 0)
            piece++;
        return piece;
    }
    for (size_t row = 1; row < act->rank; row++)
        if (fmpq_cmp(z + row, z + piece) > 0)
            piece = row;
    return piece;
}

void activation_apply(fmpq_t y, const activation *act, const fmpq *z)
{
    size_t piece = activation_piece(act, z);
    fmpq_mul(y, act->slope + piece, z + (act->rank > 1 ? piece : 0));
    fmpq_add(y, y, act->offset + piece);
}

maxout_rows maxout_pair(size_t predicate, size_t rank)
{
    maxout_rows pair = {0, 1};
    while (predicate >= rank - 1 - pair.earlier)
        predicate -= rank - 1 - pair.earlier++;
    pair.later = pair.earlier + 1 + predicate;
    return pair;
}

// Rows 0 .. earlier-1 are the first of rank-1, rank-2, .. pairs.
size_t maxout_predicate(maxout_rows pair, size_t rank)
{
    return pair.earlier * (2 * rank - pair.earlier - 1) / 2 + pair.later - pair.earlier - 1;
}

// ---- Names: a table, and a reader for each kind that has parameters ----

static crease_status read_maxout(activation *act, const char *text, crease_error *error)
{
    size_t rank = 0, digits = strspn(text, "0123456789");
    for (size_t i = 0; i < digits && rank <= ACTIVATION_MAX_RANK; i++)
        rank = 10 * rank + (size_t)(text[i] - '0');
    if (text[digits] || rank < 2 || rank > ACTIVATION_MAX_RANK) {
        char excerpt[EXCERPT_SIZE];
        return error_set(error, "K of maxout: expected an integer from 2 to %d, found \"%s\"",
                         ACTIVATION_MAX_RANK, excerpt_of(excerpt, text));
    }
    activation_init(act, rank, rank);
    for (size_t p = 0; p < rank; p++)
        fmpq_one(act->slope + p);
    act->name = memory_format("maxout:%zu", rank);
    return CREASE_OK;
}

// ---- pwl:B1,..,Bk;S0,..,Sk;V ----

enum { BREAKPOINTS, SLOPES, VALUE, LISTS };

// Messages call the numbers B1, B2, .. or S0, S1, .., and V.
static crease_status refuse_number(int list, size_t i, const char *message, crease_error *error)
{
    if (list == VALUE)
        return error_set(error, "V of pwl: %s", message);
    return error_set(error, "%c%zu of pwl: %s", "BS"[list], i + (list == BREAKPOINTS), message);
}

// Reads numbers between commas, in front of the end of the text or a semicolon.
static crease_status read_pwl_list(fmpq *number, size_t count, int which, const char *text,
                                   crease_error *error)
{
    for (size_t i = 0; i < count; i++) {
        const size_t length = strcspn(text, which == VALUE ? ";" : ",;");
        crease_error inner;
        if (rational_parse(number + i, text, length, &inner))
            return refuse_number(which, i, inner.message, error);
        text += length + 1;
    }
    return CREASE_OK;
}

static crease_status check_order(const activation *act, crease_error *error)
{
    for (size_t i = 1; i < act->pieces - 1; i++) {
        const fmpq *low = act->breakpoint + i - 1, *high = low + 1;
        if (fmpq_cmp(low, high) < 0)
            continue;
        char message[sizeof error->message], *text[2], shown[2][EXCERPT_SIZE];
        for (size_t k = 0; k < 2; k++) {
            text[k] = rational_text(low + k);
            excerpt_of(shown[k], text[k]);
            flint_free(text[k]);
        }
        snprintf(message, sizeof message, "expected more than B%zu, which is %s, found %s", i,
                 shown[0], shown[1]);
        return refuse_number(BREAKPOINTS, i, message, error);
    }
    return CREASE_OK;
}

// The offset of the piece that contains 0 is the value there; neighbouring pieces meet at their
// breakpoint.
static void set_offsets(activation *act, const fmpq_t value)
{
    fmpq_t turn;
    fmpq_init(turn);
    size_t middle = activation_piece(act, turn);
    fmpq_set(act->offset + middle, value);
    for (size_t p = middle; p + 1 < act->pieces; p++) {
        fmpq_sub(turn, act->slope + p, act->slope + p + 1);
        fmpq_mul(turn, turn, act->breakpoint + p);
        fmpq_add(act->offset + p + 1, act->offset + p, turn);
    }
    for (size_t p = middle; p > 0; p--) {
        fmpq_sub(turn, act->slope + p, act->slope + p - 1);
        fmpq_mul(turn, turn, act->breakpoint + p - 1);
        fmpq_add(act->offset + p - 1, act->offset + p, turn);
    }
    fmpq_clear(turn);
}

static void put_numbers(FILE *text, const char *before, const fmpq *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        fputs(i ? "," : before, text);
        fmpq_fprint(text, numbers + i);
    }
}

static void name_pwl(activation *act, const fmpq_t value)
{
    size_t size;
    FILE *name = memory_stream(&act->name, &size);
    put_numbers(name, "pwl:", act->breakpoint, act->pieces - 1);
    put_numbers(name, ";", act->slope, act->pieces);
    put_numbers(name, ";", value, !fmpq_is_zero(value));
    fclose(name);
}

static crease_status read_pwl(activation *act, const char *text, crease_error *error)
{
    const char *list[LISTS] = {text};
    size_t commas[LISTS] = {0}, parts = 1;
    for (const char *mark = text; *mark; mark++) {
        if (*mark == ',' && parts <= VALUE)
            commas[parts - 1]++;
        if (*mark == ';' && parts++ < LISTS)
            list[parts - 1] = mark + 1;
    }
    if (parts < VALUE || parts > LISTS) {
        char excerpt[EXCERPT_SIZE];
        return error_set(error,
                         "pwl: expected B1,..,Bk;S0,..,Sk or B1,..,Bk;S0,..,Sk;V, found \"%s\"",
                         excerpt_of(excerpt, text));
    }
    if (commas[SLOPES] != commas[BREAKPOINTS] + 1)
        return error_set(error, "pwl: expected %zu slopes, one more than breakpoints, found %zu",
                         commas[BREAKPOINTS] + 2, commas[SLOPES] + 1);
    fmpq_t value;
    fmpq_init(value);
    activation_init(act, commas[SLOPES] + 1, 1);
    fmpq *number[] = {act->breakpoint, act->slope, value};
    crease_status status = CREASE_OK;
    for (size_t k = 0; k < parts && status == CREASE_OK; k++)
        status = read_pwl_list(number[k], commas[k] + 1, (int)k, list[k], error);
    if (status == CREASE_OK)
        status = check_order(act, error);
    if (status == CREASE_OK) {
        set_offsets(act, value);
        name_pwl(act, value);
    } else {
        activation_clear(act);
    }
    fmpq_clear(value);
    return status;
}

// Any slope: with 1 the function is linear, but the piece is still part of the pattern.
static crease_status read_leaky(activation *act, const char *text, crease_error *error)
{
    crease_error inner;
    fmpq_t slope;
    fmpq_init(slope);
    const crease_status status = rational_parse(slope, text, strlen(text), &inner);
    if (status == CREASE_OK) {
        char *number = rational_text(slope), *pieces = memory_format("0;%s,1", number);
        read_pwl(act, pieces, NULL);
        free(act->name);
        act->name = memory_format("leaky:%s", number);
        free(pieces);
        flint_free(number);
    } else {
        error_set(error, "SLOPE of leaky: %s", inner.message);
    }
    fmpq_clear(slope);
    return status;
}

// ---- All kinds ----

// An activation with a parameter is written "name:parameter", and `read` reads the parameter. The
// others have fixed pieces, as in pwl; "" is one piece of slope 1.
static const struct {
    const char *name, *parameter; // its name in messages; NULL without one
    crease_status (*read)(activation *act, const char *text, crease_error *error);
    const char *pieces;
} kinds[] = {
    {"relu", NULL, NULL, "0;0,1"},      {"leaky", "SLOPE", read_leaky, NULL},
    {"abs", NULL, NULL, "0;-1,1"},      {"hardtanh", NULL, NULL, "-1,1;0,1,0"},
    {"linear", NULL, NULL, ""},         {"pwl", "B1,..,Bk;S0,..,Sk;V", read_pwl, NULL},
    {"maxout", "K", read_maxout, NULL},
};
#define KINDS (sizeof kinds / sizeof *kinds)

static void fill_fixed(activation *act, size_t kind)
{
    if (*kinds[kind].pieces) {
        read_pwl(act, kinds[kind].pieces, NULL);
        free(act->name);
    } else {
        activation_init(act, 1, 1);
        fmpq_one(act->slope);
    }
    act->name = memory_copy_text(kinds[kind].name);
}

static crease_status refuse_name(const char *name, crease_error *error)
{
    char known[256] = "", excerpt[EXCERPT_SIZE];
    size_t used = 0;
    for (size_t k = 0; k < KINDS; k++) {
        const char *parameter = kinds[k].parameter;
        used += (size_t)snprintf(known + used, sizeof known - used, "%s%s%s%s", k ? ", " : "",
                                 kinds[k].name, parameter ? ":" : "", parameter ? parameter : "");
    }
    return error_set(error, "expected one of %s, found \"%s\"", known, excerpt_of(excerpt, name));
}

crease_status activation_parse(activation *act, const char *name, crease_error *error)
{
    const char *colon = strchr(name, ':');
    size_t length = colon ? (size_t)(colon - name) : strlen(name);
    for (size_t kind = 0; kind < KINDS; kind++) {
        if (strlen(kinds[kind].name) != length || memcmp(kinds[kind].name, name, length) != 0 ||
            !kinds[kind].parameter != !colon)
            continue;
        if (colon)
            return kinds[kind].read(act, colon + 1, error);
        fill_fixed(act, kind);
        return CREASE_OK;
    }
    return refuse_name(name, error);
}
