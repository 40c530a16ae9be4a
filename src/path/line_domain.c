// The part of a line that lies in a domain.
#include "path/line_cross.h"

#include "base/error.h"
#include "exact/rational.h"
#include "geom/domain.h"
#include <flint/fmpq_vec.h>

enum { MAX_TEXT = 60 };

static size_t dimension_of(const crease_net *net, const crease_domain *domain)
{
    return domain ? domain->dimension : crease_net_inputs(net);
}

// ---- checks ----

static crease_status refuse_input(size_t i, const crease_domain *domain, const fmpq *x,
                                  const char *where, crease_error *error)
{
    char *lo = rational_text(domain->lo + i), *hi = rational_text(domain->hi + i);
    char *found = rational_text(x + i);
    error_set(error, "expected coordinate %zu in [%.*s, %.*s], found %.*s", i + 1, MAX_TEXT, lo,
              MAX_TEXT, hi, MAX_TEXT, found);
    error_locate(error, NULL, 0, 0, where);
    flint_free(lo);
    flint_free(hi);
    flint_free(found);
    return CREASE_ERROR;
}

// value = a_1 x_1 + .. + a_d x_d + c, the constant only if wanted.
static void value_at(fmpq_t value, const fmpq *row, const fmpq *x, size_t d, int constant)
{
    _fmpq_vec_dot(value, row, x, (slong)d);
    if (constant)
        fmpq_add(value, value, row + d);
}

static crease_status check_point(const crease_domain *domain, const fmpq *x, const char *where,
                                 crease_error *error)
{
    size_t d = domain->dimension;
    for (size_t i = 0; i < d && domain->is_box; i++)
        if (fmpq_cmp(x + i, domain->lo + i) < 0 || fmpq_cmp(x + i, domain->hi + i) > 0)
            return refuse_input(i, domain, x, where, error);
    if (domain->is_box)
        return CREASE_OK;
    fmpq *row = _fmpq_vec_init((slong)d + 1);
    fmpq_t value;
    fmpq_init(value);
    crease_status status = CREASE_OK;
    for (size_t k = 0; k < domain_inequalities(domain) && status == CREASE_OK; k++) {
        domain_inequality(row, domain, k);
        value_at(value, row, x, d, 1);
        if (fmpq_sgn(value) < 0) {
            status = error_set(error, "expected a point of the domain, %s", domain->text);
            error_locate(error, NULL, 0, 0, where);
        }
    }
    fmpq_clear(value);
    _fmpq_vec_clear(row, (slong)d + 1);
    return status;
}

crease_status line_check(const crease_net *net, const crease_domain *domain, const fmpq *from,
                         const fmpq *to, crease_error *error)
{
    size_t inputs = crease_net_inputs(net);
    if (domain && domain->inputs != inputs)
        return error_set(error, "expected a domain in R^%zu, the network's inputs, found R^%zu",
                         inputs, domain->inputs);
    if (domain && check_point(domain, from, "from", error))
        return CREASE_ERROR;
    if (domain && check_point(domain, to, "to", error))
        return CREASE_ERROR;
    for (size_t i = 0; i < dimension_of(net, domain); i++)
        if (!fmpq_equal(from + i, to + i))
            return CREASE_OK;
    error_set(error, "expected two different points, found the same one twice");
    error_locate(error, NULL, 0, 0, "to");
    return CREASE_ERROR;
}

// ---- the domain ----

// A point of the inputs: by the parametrization of the domain, if it has one.
static void input_point(fmpq *to, const crease_domain *domain, const fmpq *x, size_t inputs)
{
    size_t d = domain ? domain->dimension : inputs;
    for (size_t i = 0; i < inputs; i++)
        if (domain && domain->parametrization)
            value_at(to + i, domain->parametrization + i * (d + 1), x, d, 1);
        else
            fmpq_set(to + i, x + i);
}

// The interval slope t + constant >= 0 of every inequality of the domain.
typedef struct {
    fmpq end[2];
    int known[2];
} interval;

static void clip_by(interval *of, const fmpq_t slope, const fmpq_t constant)
{
    int side = fmpq_sgn(slope) < 0; // an upper end
    if (fmpq_is_zero(slope))
        return; // it holds, as it does for both points
    fmpq_t end;
    fmpq_init(end);
    fmpq_div(end, constant, slope);
    fmpq_neg(end, end);
    int order = of->known[side] ? fmpq_cmp(end, of->end + side) : 0;
    if (!of->known[side] || (side ? order < 0 : order > 0))
        fmpq_set(of->end + side, end);
    of->known[side] = 1;
    fmpq_clear(end);
}

static void clip(interval *of, const crease_domain *domain, const fmpq *from, const fmpq *to)
{
    size_t d = domain->dimension;
    fmpq *row = _fmpq_vec_init((slong)d + 1);
    fmpq_t slope, constant;
    fmpq_init(slope);
    fmpq_init(constant);
    for (size_t k = 0; k < domain_inequalities(domain); k++) {
        domain_inequality(row, domain, k);
        value_at(slope, row, to, d, 0);
        value_at(constant, row, from, d, 0);
        fmpq_sub(slope, slope, constant);
        fmpq_add(constant, constant, row + d);
        clip_by(of, slope, constant);
    }
    fmpq_clear(slope);
    fmpq_clear(constant);
    _fmpq_vec_clear(row, (slong)d + 1);
}

// A ray is a polytope of one inequality.
static crease_status interval_domain(crease_domain **part, const interval *of, crease_error *error)
{
    if (of->known[0] && of->known[1])
        return crease_domain_new_box(part, of->end, of->end + 1, 1, error);
    if (!of->known[0] && !of->known[1]) {
        *part = crease_domain_new_space(1);
        return CREASE_OK;
    }
    int upper = of->known[1];
    fmpq *row = _fmpq_vec_init(2);
    fmpq_set_si(row, upper ? -1 : 1, 1);
    fmpq_set(row + 1, of->end + upper);
    if (!upper)
        fmpq_neg(row + 1, row + 1);
    crease_status status = crease_domain_new_polytope(part, row, 1, 1, error);
    _fmpq_vec_clear(row, 2);
    return status;
}

static crease_status make_part(crease_domain **part, const crease_domain *domain, const fmpq *from,
                               const fmpq *to, int whole_line, crease_error *error)
{
    interval of = {.known = {!whole_line, !whole_line}};
    fmpq_init(of.end);
    fmpq_init(of.end + 1);
    fmpq_one(of.end + 1);
    if (whole_line && domain)
        clip(&of, domain, from, to);
    crease_status status = interval_domain(part, &of, error);
    fmpq_clear(of.end);
    fmpq_clear(of.end + 1);
    return status;
}

crease_status line_domain(crease_domain **part, const crease_net *net, const crease_domain *domain,
                          const fmpq *from, const fmpq *to, int whole_line, crease_error *error)
{
    if (line_check(net, domain, from, to, error) ||
        make_part(part, domain, from, to, whole_line, error))
        return CREASE_ERROR;
    size_t inputs = crease_net_inputs(net);
    fmpq *points = _fmpq_vec_init(2 * (slong)inputs);
    input_point(points, domain, from, inputs);
    input_point(points + inputs, domain, to, inputs);
    crease_status status = crease_domain_set_slice(*part, points, 2, inputs, error);
    _fmpq_vec_clear(points, 2 * (slong)inputs);
    if (status)
        crease_domain_free(*part);
    return status;
}
