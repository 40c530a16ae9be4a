// Bounds on inputs, met in any order, and the box that they make.
#include "geom/input_box.h"

#include "base/error.h"
#include "base/memory.h"
#include "exact/rational.h"
#include "geom/slice.h"
#include <flint/fmpq_vec.h>
#include <stdio.h>
#include <stdlib.h>

void input_box_clear(input_box *box)
{
    for (size_t i = 0; i < box->count; i++) {
        fmpq_clear(box->input[i].bound + LOWER);
        fmpq_clear(box->input[i].bound + UPPER);
    }
    free(box->input);
    *box = (input_box){0};
}

void input_box_add(input_box *box, size_t offset)
{
    MEMORY_RESERVE(box->input, box->capacity, box->count + 1);
    bounded_input *input = box->input + box->count++;
    *input = (bounded_input){.offset = offset};
    fmpq_init(input->bound + LOWER);
    fmpq_init(input->bound + UPPER);
}

void input_box_bound(input_box *box, size_t input, int side, const fmpq_t value)
{
    bounded_input *of = box->input + input;
    int order = of->known[side] ? fmpq_cmp(value, of->bound + side) : 0;
    if (!of->known[side] || (side == LOWER ? order > 0 : order < 0))
        fmpq_set(of->bound + side, value);
    of->known[side] = 1;
}

// ---- Checks. ----

static crease_status refuse(const input_box *box, size_t input, document_text document,
                            crease_error *error)
{
    char where[32];
    snprintf(where, sizeof where, "X_%zu", input);
    error_locate(error, NULL, 0, 0, where);
    if (error)
        document_locate(error, document, box->input[input].offset);
    return CREASE_ERROR;
}

static void say_crossed(const bounded_input *of, crease_error *error)
{
    char *lower = rational_text(of->bound + LOWER), *upper = rational_text(of->bound + UPPER);
    error_set(error, "expected a lower bound that is at most the upper one, found %.60s and %.60s",
              lower, upper);
    flint_free(lower);
    flint_free(upper);
}

static int is_fixed(const bounded_input *of)
{
    return fmpq_equal(of->bound + LOWER, of->bound + UPPER);
}

// Counts the inputs that are not fixed.
static crease_status check(size_t *free_inputs, const input_box *box, document_text document,
                           crease_error *error)
{
    *free_inputs = 0;
    for (size_t i = 0; i < box->count; i++) {
        const bounded_input *of = box->input + i;
        if (!of->known[LOWER] || !of->known[UPPER])
            error_set(error, "expected %s bound, found none",
                      of->known[LOWER] ? "an upper" : "a lower");
        else if (fmpq_cmp(of->bound + LOWER, of->bound + UPPER) > 0)
            say_crossed(of, error);
        else {
            *free_inputs += !is_fixed(of);
            continue;
        }
        return refuse(box, i, document, error);
    }
    if (!box->count)
        return error_set(error, "expected declarations of inputs, found none");
    if (!*free_inputs)
        return error_set(error, "expected an input with bounds that differ, found none");
    return CREASE_OK;
}

// ---- The domain. ----

// Row i is the next coordinate, or the value of a fixed input.
static void set_parametrization(crease_domain *domain, const input_box *box)
{
    size_t columns = domain->dimension + 1, k = 0;
    fmpq *parametrization = _fmpq_vec_init((slong)(box->count * columns));
    for (size_t i = 0; i < box->count; i++)
        if (is_fixed(box->input + i))
            fmpq_set(parametrization + i * columns + columns - 1, box->input[i].bound);
        else
            fmpq_one(parametrization + i * columns + k++);
    domain_set_parametrization(domain, parametrization, box->count);
}

crease_status input_box_domain(crease_domain **domain, const input_box *box, document_text document,
                               crease_error *error)
{
    size_t dimension, k = 0;
    if (check(&dimension, box, document, error) != CREASE_OK)
        return CREASE_ERROR;
    fmpq *lo = _fmpq_vec_init((slong)dimension), *hi = _fmpq_vec_init((slong)dimension);
    for (size_t i = 0; i < box->count; i++)
        if (!is_fixed(box->input + i)) {
            fmpq_set(lo + k, box->input[i].bound + LOWER);
            fmpq_set(hi + k++, box->input[i].bound + UPPER);
        }
    crease_status status = crease_domain_new_box(domain, lo, hi, dimension, error);
    if (status == CREASE_OK && dimension < box->count)
        set_parametrization(*domain, box);
    _fmpq_vec_clear(lo, (slong)dimension);
    _fmpq_vec_clear(hi, (slong)dimension);
    return status;
}
