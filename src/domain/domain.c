// Input domains: the whole space, a box, a polytope; slices.
#include "domain/domain.h"

#include "base/error.h"
#include "base/fatal.h"
#include "base/memory.h"
#include "base/sha256.h"
#include "base/text.h"
#include "exact/rational.h"
#include <flint/fmpq_mat.h>
#include <flint/fmpq_vec.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The whole space; the caller may then restrict it.
static crease_domain *domain_new(size_t dimension)
{
    crease_domain *domain = memory_new(1, sizeof *domain);
    domain->inputs = domain->dimension = dimension;
    return domain;
}

crease_domain *crease_domain_new_space(size_t dimension)
{
    crease_domain *domain = domain_new(dimension);
    domain->text = memory_format("R^%zu", dimension);
    return domain;
}

// "[-2, 3] x [-2, 2]", "[0, 1]^784"
static char *box_text(const fmpq *lo, const fmpq *hi, size_t dimension)
{
    enum { MOST_IN_FULL = 4 };
    char *text = NULL;
    size_t size = 0, equal = 1;
    FILE *stream = memory_stream(&text, &size);
    while (equal < dimension && fmpq_equal(lo + equal, lo) && fmpq_equal(hi + equal, hi))
        equal++;
    const bool is_power = dimension > MOST_IN_FULL && equal == dimension;
    for (size_t i = 0; i < (is_power ? 1 : dimension); i++) {
        fputs(i ? " x [" : "[", stream);
        fmpq_fprint(stream, lo + i);
        fputs(", ", stream);
        fmpq_fprint(stream, hi + i);
        putc(']', stream);
    }
    if (is_power)
        fprintf(stream, "^%zu", dimension);
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
        error_set(error, "LO must be less than HI, but coordinate %zu has %.60s and %.60s", i + 1,
                  low, high);
        flint_free(low);
        flint_free(high);
        return CREASE_ERROR;
    }
    *domain = domain_new(dimension);
    (*domain)->is_box = true;
    (*domain)->lo = _fmpq_vec_init((slong)dimension);
    (*domain)->hi = _fmpq_vec_init((slong)dimension);
    rational_copy((*domain)->lo, lo, dimension);
    rational_copy((*domain)->hi, hi, dimension);
    (*domain)->text = box_text(lo, hi, dimension);
    return CREASE_OK;
}

crease_status crease_domain_new_ball(crease_domain **domain, const fmpq *point, const fmpq_t radius,
                                     size_t dimension, const crease_domain *box,
                                     crease_error *error)
{
    fmpq *lo = _fmpq_vec_init((slong)(2 * dimension)), *hi = lo + dimension;
    size_t apart = SIZE_MAX;
    for (size_t i = 0; i < dimension; i++) {
        fmpq_sub(lo + i, point + i, radius);
        fmpq_add(hi + i, point + i, radius);
        if (box && fmpq_cmp(lo + i, box->lo + i) < 0)
            fmpq_set(lo + i, box->lo + i);
        if (box && fmpq_cmp(hi + i, box->hi + i) > 0)
            fmpq_set(hi + i, box->hi + i);
        if (apart == SIZE_MAX && fmpq_cmp(lo + i, hi + i) >= 0)
            apart = i;
    }
    const crease_status status =
        apart == SIZE_MAX ? crease_domain_new_box(domain, lo, hi, dimension, error)
        : box             ? error_set(error,
                                      "the ball around the point does not reach into the box: "
                                                  "coordinate %zu is too far from it",
                                      apart + 1)
                          : error_set(error, "the radius must be positive");
    _fmpq_vec_clear(lo, (slong)(2 * dimension));
    return status;
}

// ---- Points and boxes as text ----

static size_t count_numbers(const char *text)
{
    size_t numbers = 1;
    for (; *text; text++)
        numbers += *text == ',';
    return numbers;
}

// Reads the numbers of a list, as many as it has.
static crease_status parse_numbers(fmpq *number, const char *text, crease_error *error)
{
    for (size_t i = 0;; i++) {
        size_t length = strcspn(text, ",");
        if (rational_parse(number + i, text, length, error) != CREASE_OK)
            return error_where(error, "number %zu", i + 1);
        if (!text[length])
            return CREASE_OK;
        text += length + 1;
    }
}

crease_status numbers_parse(fmpq *x, const char *text, size_t count, const char *owner,
                            crease_error *error)
{
    size_t numbers = count_numbers(text);
    if (numbers != count)
        return error_set(error, "expected %zu number%s, one for each %s, found %zu", count,
                         plural(count), owner, numbers);
    return parse_numbers(x, text, error);
}

crease_status crease_point_parse(fmpq *x, const char *text, size_t dimension, crease_error *error)
{
    return numbers_parse(x, text, dimension, "coordinate", error);
}

crease_status crease_domain_parse_box(crease_domain **domain, const char *text, size_t dimension,
                                      crease_error *error)
{
    size_t numbers = count_numbers(text), ends = 2 * dimension;
    if (!dimension || (numbers != 2 && numbers != ends))
        return error_set(
            error, "expected LO,HI or %zu numbers (LO,HI for each of %zu coordinates), found %zu",
            ends, dimension, numbers);
    // The ends in the order of the text, then all lower and all upper ones.
    fmpq *end = _fmpq_vec_init((slong)ends), *lo = _fmpq_vec_init((slong)ends),
         *hi = lo + dimension;
    crease_status status = parse_numbers(end, text, error);
    for (size_t i = 0; i < dimension; i++) {
        fmpq_set(lo + i, end + 2 * i % numbers);
        fmpq_set(hi + i, end + (2 * i + 1) % numbers);
    }
    if (status == CREASE_OK)
        status = crease_domain_new_box(domain, lo, hi, dimension, error);
    _fmpq_vec_clear(end, (slong)ends);
    _fmpq_vec_clear(lo, (slong)ends);
    return status;
}

// ---- Polytopes ----

half_space_kind half_space_classify(const fmpq *row, size_t dimension)
{
    for (size_t k = 0; k < dimension; k++)
        if (!fmpq_is_zero(row + k))
            return HOLDS_SOMEWHERE;
    return fmpq_sgn(row + dimension) >= 0 ? HOLDS_ALWAYS : HOLDS_NEVER;
}

static crease_status refuse_row(const fmpq_t constant, size_t row, crease_error *error)
{
    char *text = rational_text(constant);
    error_set(error, "no point satisfies this inequality, which says that %.60s >= 0", text);
    flint_free(text);
    return error_where(error, "row %zu", row + 1);
}

crease_status crease_domain_new_polytope(crease_domain **domain, const fmpq *inequalities,
                                         size_t rows, size_t dimension, crease_error *error)
{
    size_t columns = dimension + 1, count = 0;
    for (size_t i = 0; i < rows; i++) {
        half_space_kind kind = half_space_classify(inequalities + i * columns, dimension);
        if (kind == HOLDS_NEVER)
            return refuse_row(inequalities + i * columns + dimension, i, error);
        count += kind == HOLDS_SOMEWHERE;
    }
    *domain = domain_new(dimension);
    (*domain)->inequalities = count;
    (*domain)->inequality = _fmpq_vec_init((slong)(count * columns));
    fmpq *kept = (*domain)->inequality;
    for (size_t i = 0; i < rows; i++) {
        const fmpq *row = inequalities + i * columns;
        if (half_space_classify(row, dimension) == HOLDS_ALWAYS)
            continue;
        rational_copy(kept, row, columns);
        kept += columns;
    }
    (*domain)->text = memory_format("polytope of %zu inequalit%s in R^%zu", count,
                                    count == 1 ? "y" : "ies", dimension);
    return CREASE_OK;
}

// ---- Slices ----

void domain_set_parametrization(crease_domain *domain, fmpq *parametrization, size_t inputs)
{
    ASSERT(!domain->parametrization);
    const size_t d = domain->dimension;
    char *text = domain->text;
    domain->parametrization = parametrization;
    domain->inputs = inputs;
    domain->text =
        d <= 2 ? memory_format("%s on a %s in R^%zu", text, d == 1 ? "line" : "plane", inputs)
               : memory_format("%s on a %zu-dimensional slice of R^%zu", text, d, inputs);
    free(text);
}

// The first point that depends on those before it, or 0. The differences to point 0 are the columns
// of a matrix. In its reduced echelon form, a column without a pivot is a combination of earlier
// columns.
static size_t first_dependent(const fmpq *points, size_t count, size_t inputs)
{
    fmpq_mat_t differences;
    fmpq_mat_init(differences, (slong)inputs, (slong)count - 1);
    for (size_t k = 1; k < count; k++)
        for (size_t i = 0; i < inputs; i++)
            fmpq_sub(fmpq_mat_entry(differences, (slong)i, (slong)k - 1), points + k * inputs + i,
                     points + i);
    size_t rank = (size_t)fmpq_mat_rref(differences, differences);
    size_t k = 1;
    while (k <= rank && !fmpq_is_zero(fmpq_mat_entry(differences, (slong)k - 1, (slong)k - 1)))
        k++;
    fmpq_mat_clear(differences);
    return k < count ? k : 0;
}

static crease_status refuse_dependent(size_t k, crease_error *error)
{
    error_set(error, "this point %s: those of a slice must be affinely independent",
              k == 1 ? "is equal to points[0]" : "lies in the affine hull of the points before it");
    return error_where(error, "points[%zu]", k);
}

crease_status crease_domain_set_slice(crease_domain *domain, const fmpq *points, size_t count,
                                      size_t inputs, crease_error *error)
{
    size_t d = domain->dimension;
    if (domain->parametrization)
        return error_set(error, "the domain has a slice already: %s", domain->text);
    if (count != d + 1)
        return error_set(error,
                         "expected %zu points, one more than the dimension of the domain, "
                         "found %zu",
                         d + 1, count);
    size_t dependent = first_dependent(points, count, inputs);
    if (dependent)
        return refuse_dependent(dependent, error);
    fmpq *parametrization = _fmpq_vec_init((slong)(inputs * count));
    for (size_t i = 0; i < inputs; i++) {
        for (size_t k = 0; k < d; k++)
            fmpq_sub(parametrization + i * count + k, points + (k + 1) * inputs + i, points + i);
        fmpq_set(parametrization + i * count + d, points + i);
    }
    domain_set_parametrization(domain, parametrization, inputs);
    return CREASE_OK;
}

// ---- Queries ----

size_t domain_inequalities(const crease_domain *domain)
{
    return domain->is_box ? 2 * domain->dimension : domain->inequalities;
}

void domain_inequality(fmpq *row, const crease_domain *domain, size_t i)
{
    ASSERT(i < domain_inequalities(domain));
    size_t d = domain->dimension, axis = i / 2;
    if (!domain->is_box) {
        rational_copy(row, domain->inequality + i * (d + 1), d + 1);
        return;
    }
    for (size_t c = 0; c < d; c++)
        fmpq_set_si(row + c, c == axis ? (i % 2 ? -1 : 1) : 0, 1);
    if (i % 2)
        fmpq_set(row + d, domain->hi + axis);
    else
        fmpq_neg(row + d, domain->lo + axis);
}

void domain_row_value(fmpq_t value, const fmpq *row, const fmpq *x, size_t dimension)
{
    _fmpq_vec_dot(value, row, x, (slong)dimension);
    fmpq_add(value, value, row + dimension);
}

size_t domain_intervals(const crease_domain *domain)
{
    enum { BELOW = 1, ABOVE = 2, WITH_OTHERS = 4 };
    size_t d = domain->dimension, intervals = 0;
    if (domain->is_box)
        return d;
    unsigned char *bounded = memory_new(d, 1);
    for (size_t i = 0; i < domain->inequalities; i++) {
        const fmpq *row = domain->inequality + i * (d + 1);
        size_t used = 0;
        for (size_t c = 0; c < d; c++)
            used += !fmpq_is_zero(row + c);
        for (size_t c = 0; c < d; c++)
            if (!fmpq_is_zero(row + c))
                bounded[c] |= used > 1 ? WITH_OTHERS : fmpq_sgn(row + c) > 0 ? BELOW : ABOVE;
    }
    for (size_t c = 0; c < d; c++)
        intervals += bounded[c] == (BELOW | ABOVE);
    free(bounded);
    return intervals;
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
    free(domain->file);
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

// ---- Identity: SHA-256 of a canonical text ----

static void put_rows(FILE *stream, const char *name, const fmpq *row, size_t rows, size_t columns)
{
    for (size_t i = 0; i < rows; i++) {
        fprintf(stream, "%s ", name);
        rational_print_row(stream, row + i * columns, columns);
        putc('\n', stream);
    }
}

void domain_sha256(char text[SHA256_TEXT], const crease_domain *domain)
{
    char *document = NULL;
    size_t size = 0, columns = domain->dimension + 1, count = domain_inequalities(domain);
    FILE *stream = memory_stream(&document, &size);
    fprintf(stream, "crease-domain 1\n%s %zu\n", domain->general ? "general" : "set",
            domain->dimension);
    if (domain->is_box)
        fputs("box\n", stream); // a polytope with the same inequalities begins with other vertices
    fmpq *row = _fmpq_vec_init((slong)columns);
    for (size_t i = 0; i < count; i++) {
        domain_inequality(row, domain, i);
        put_rows(stream, "row", row, 1, columns);
    }
    _fmpq_vec_clear(row, (slong)columns);
    if (domain->parametrization)
        put_rows(stream, "input", domain->parametrization, domain->inputs, columns);
    fclose(stream);
    sha256_of(text, document, size);
    free(document);
}
