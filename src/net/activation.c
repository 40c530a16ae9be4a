// Piecewise-linear activations of one variable.
#include "net/activation.h"

#include "base/error.h"
#include "base/excerpt.h"
#include "base/memory.h"
#include "exact/rational.h"
#include <flint/fmpq_vec.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PIECES 3

// An activation with a parameter is written "name:value"; the value is the slope
// of its lowest piece. It may be any rational: with slope 1 the function is
// linear, but the piece is still part of the pattern, as the file asks for it.
static const struct {
    const char *name;
    const char *parameter; // what messages call it; NULL if there is none
    size_t pieces;
    int breakpoint[MAX_PIECES - 1];
    int slope[MAX_PIECES];
    int offset[MAX_PIECES];
} kinds[] = {
    {"relu", NULL, 2, {0}, {0, 1}, {0, 0}}, {"leaky", "SLOPE", 2, {0}, {0, 1}, {0, 0}},
    {"abs", NULL, 2, {0}, {-1, 1}, {0, 0}}, {"hardtanh", NULL, 3, {-1, 1}, {0, 1, 0}, {-1, 0, 1}},
    {"linear", NULL, 1, {0}, {1}, {0}},
};
#define KINDS (sizeof kinds / sizeof *kinds)

static fmpq *copy_row(const int *row, size_t count)
{
    fmpq *copy = _fmpq_vec_init((slong)count);
    for (size_t i = 0; i < count; i++)
        fmpq_set_si(copy + i, row[i], 1);
    return copy;
}

static void fill(activation *act, size_t kind, const fmpq_t parameter)
{
    size_t pieces = kinds[kind].pieces;
    act->pieces = pieces;
    act->breakpoint = copy_row(kinds[kind].breakpoint, pieces - 1);
    act->slope = copy_row(kinds[kind].slope, pieces);
    act->offset = copy_row(kinds[kind].offset, pieces);
    if (!kinds[kind].parameter) {
        act->name = memory_copy_text(kinds[kind].name);
        return;
    }
    fmpq_set(act->slope, parameter);
    char *value = rational_text(parameter);
    size_t size = strlen(kinds[kind].name) + 1 + strlen(value) + 1;
    act->name = memory_new(size, 1);
    snprintf(act->name, size, "%s:%s", kinds[kind].name, value);
    flint_free(value);
}

static crease_status refuse(const char *name, crease_error *error)
{
    char known[256] = "", found[EXCERPT_SIZE];
    size_t used = 0;
    for (size_t k = 0; k < KINDS; k++) {
        const char *parameter = kinds[k].parameter;
        used += (size_t)snprintf(known + used, sizeof known - used, "%s%s%s%s", k ? ", " : "",
                                 kinds[k].name, parameter ? ":" : "", parameter ? parameter : "");
    }
    return error_set(error, "expected one of %s, found \"%s\"", known,
                     excerpt_text(found, name, strlen(name)));
}

crease_status activation_parse(activation *act, const char *name, crease_error *error)
{
    const char *colon = strchr(name, ':');
    size_t length = colon ? (size_t)(colon - name) : strlen(name);
    size_t kind = 0;
    while (kind < KINDS &&
           (strlen(kinds[kind].name) != length || memcmp(kinds[kind].name, name, length) != 0 ||
            !kinds[kind].parameter != !colon))
        kind++;
    if (kind == KINDS)
        return refuse(name, error);
    crease_status status = CREASE_OK;
    fmpq_t parameter;
    fmpq_init(parameter);
    if (colon) {
        crease_error inner;
        status = rational_parse(parameter, colon + 1, strlen(colon + 1), &inner);
        if (status != CREASE_OK)
            error_set(error, "%s of %s: %s", kinds[kind].parameter, kinds[kind].name,
                      inner.message);
    }
    if (status == CREASE_OK)
        fill(act, kind, parameter);
    fmpq_clear(parameter);
    return status;
}

void activation_clear(activation *act)
{
    free(act->name);
    _fmpq_vec_clear(act->breakpoint, (slong)act->pieces - 1);
    _fmpq_vec_clear(act->slope, (slong)act->pieces);
    _fmpq_vec_clear(act->offset, (slong)act->pieces);
    *act = (activation){0};
}

size_t activation_piece(const activation *act, const fmpq_t z)
{
    size_t piece = 0;
    while (piece + 1 < act->pieces && fmpq_cmp(z, act->breakpoint + piece) > 0)
        piece++;
    return piece;
}

void activation_apply(fmpq_t y, const activation *act, const fmpq_t z)
{
    size_t piece = activation_piece(act, z);
    fmpq_mul(y, act->slope + piece, z);
    fmpq_add(y, y, act->offset + piece);
}
