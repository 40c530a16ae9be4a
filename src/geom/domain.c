// The inputs that are looked at: the whole space, a box.
#include "geom/domain.h"

#include "base/error.h"
#include "base/memory.h"
#include "exact/rational.h"
#include <flint/fmpq_vec.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

crease_domain *domain_new(size_t dimension)
{
    crease_domain *domain = memory_new(1, sizeof *domain);
    domain->inputs = domain->dimension = dimension;
    return domain;
}

void domain_set_text(crease_domain *domain, const char *format, ...)
{
    char *text;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        abort();
    va_end(arguments);
    free(domain->text);
    domain->text = text;
}

crease_domain *crease_domain_new_space(size_t dimension)
{
    crease_domain *domain = domain_new(dimension);
    domain_set_text(domain, "R^%zu", dimension);
    return domain;
}

// "[-2, 3] x [-2, 2]"
static char *box_text(const fmpq *lo, const fmpq *hi, size_t dimension)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    if (!stream)
        abort();
    for (size_t i = 0; i < dimension; i++) {
        char *low = rational_text(lo + i), *high = rational_text(hi + i);
        fprintf(stream, "%s[%s, %s]", i ? " x " : "", low, high);
        flint_free(low);
        flint_free(high);
    }
    fclose(stream);
    return text;
}

crease_status crease_domain_new_box(crease_domain **domain, const fmpq *lo, const fmpq *hi,
                                    size_t dimension, crease_error *error)
{
    for (size_t i = 0; i < dimension; i++) {
        if (fmpq_cmp(lo + i, hi + i) < 0)
            continue;
        char *low = rational_text(lo + i), *high = rational_text(hi + i);
        error_set(error, "expected LO < HI for coordinate %zu, found %.60s and %.60s", i + 1, low,
                  high);
        flint_free(low);
        flint_free(high);
        return CREASE_ERROR;
    }
    *domain = domain_new(dimension);
    (*domain)->is_box = 1;
    (*domain)->lo = _fmpq_vec_init((slong)dimension);
    (*domain)->hi = _fmpq_vec_init((slong)dimension);
    for (size_t i = 0; i < dimension; i++) {
        fmpq_set((*domain)->lo + i, lo + i);
        fmpq_set((*domain)->hi + i, hi + i);
    }
    (*domain)->text = box_text(lo, hi, dimension);
    return CREASE_OK;
}

static size_t count_numbers(const char *text)
{
    size_t numbers = 1;
    for (; *text; text++)
        numbers += *text == ',';
    return numbers;
}

// Reads the numbers of a list alternately into even and odd.
static crease_status parse_numbers(fmpq *even, fmpq *odd, const char *text, crease_error *error)
{
    for (size_t i = 0;; i++) {
        size_t length = strcspn(text, ",");
        if (rational_parse((i % 2 ? odd : even) + i / 2, text, length, error) != CREASE_OK) {
            char where[40];
            snprintf(where, sizeof where, "number %zu", i + 1);
            error_locate(error, NULL, 0, 0, where);
            return CREASE_ERROR;
        }
        if (!text[length])
            return CREASE_OK;
        text += length + 1;
    }
}

crease_status crease_point_parse(fmpq *x, const char *text, size_t dimension, crease_error *error)
{
    size_t numbers = count_numbers(text), half = (dimension + 1) / 2;
    if (numbers != dimension)
        return error_set(error, "expected %zu numbers, one for each coordinate, found %zu",
                         dimension, numbers);
    fmpq *even = _fmpq_vec_init((slong)half), *odd = _fmpq_vec_init((slong)half);
    crease_status status = parse_numbers(even, odd, text, error);
    for (size_t i = 0; i < dimension; i++)
        fmpq_set(x + i, (i % 2 ? odd : even) + i / 2);
    _fmpq_vec_clear(even, (slong)half);
    _fmpq_vec_clear(odd, (slong)half);
    return status;
}

crease_status crease_domain_parse_box(crease_domain **domain, const char *text, size_t dimension,
                                      crease_error *error)
{
    size_t numbers = count_numbers(text);
    if (numbers != 2 && numbers != 2 * dimension)
        return error_set(
            error, "expected LO,HI or %zu numbers (LO,HI for each of %zu coordinates), found %zu",
            2 * dimension, dimension, numbers);
    fmpq *lo = _fmpq_vec_init((slong)dimension), *hi = _fmpq_vec_init((slong)dimension);
    crease_status status = parse_numbers(lo, hi, text, error);
    for (size_t i = numbers / 2; i < dimension; i++) {
        fmpq_set(lo + i, lo);
        fmpq_set(hi + i, hi);
    }
    if (status == CREASE_OK)
        status = crease_domain_new_box(domain, lo, hi, dimension, error);
    _fmpq_vec_clear(lo, (slong)dimension);
    _fmpq_vec_clear(hi, (slong)dimension);
    return status;
}

size_t domain_inequalities(const crease_domain *domain)
{
    return domain->is_box ? 2 * domain->dimension : domain->inequalities;
}

void domain_inequality(fmpq *row, const crease_domain *domain, size_t i)
{
    size_t d = domain->dimension, axis = i / 2;
    for (size_t c = 0; c <= d && !domain->is_box; c++)
        fmpq_set(row + c, domain->inequality + i * (d + 1) + c);
    for (size_t c = 0; c < d && domain->is_box; c++)
        fmpq_set_si(row + c, c == axis ? (i % 2 ? -1 : 1) : 0, 1);
    if (domain->is_box && i % 2)
        fmpq_set(row + d, domain->hi + axis);
    else if (domain->is_box)
        fmpq_neg(row + d, domain->lo + axis);
}

void crease_domain_free(crease_domain *domain)
{
    if (!domain)
        return;
    if (domain->is_box) {
        _fmpq_vec_clear(domain->lo, (slong)domain->dimension);
        _fmpq_vec_clear(domain->hi, (slong)domain->dimension);
    }
    size_t columns = domain->dimension + 1;
    if (domain->inequality)
        _fmpq_vec_clear(domain->inequality, (slong)(domain->inequalities * columns));
    if (domain->parametrization)
        _fmpq_vec_clear(domain->parametrization, (slong)(domain->inputs * columns));
    free(domain->text);
    free(domain);
}

size_t crease_domain_dimension(const crease_domain *domain)
{
    return domain->dimension;
}

size_t crease_domain_inputs(const crease_domain *domain)
{
    return domain->inputs;
}

const char *crease_domain_text(const crease_domain *domain)
{
    return domain->text;
}
