// crease explain: why a region of a certificate is one, for pencil and paper.
#include "base/error.h"
#include "base/memory.h"
#include "proof/cases.h"
#include "tool/commands.h"
#include "tool/job.h"
#include "tool/results.h"

#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <inttypes.h>
#include <stdlib.h>

typedef struct {
    job work;
    const char *certificate;
    proof_cases *cases;
    size_t d;
    fmpq *point;               // that was asked for, or NULL
    fmpq *form, *row;          // d + 1
    fmpq *multiplier, *inside; // d + 1, d
    results r;
} explainer;

// ---- Forms ----

// "x1 - 1/2 x3 + 4", of `count` coefficients and a constant, which may be left out.
static void text_form(explainer *e, const char *before, const fmpq *form, int with_constant)
{
    fmpq_t size;
    fmpq_init(size);
    text_line(&e->r, "%s", before);
    int begun = 0;
    for (size_t i = 0; i < e->d + (size_t)with_constant; i++) {
        if (fmpq_is_zero(form + i))
            continue;
        int minus = fmpq_sgn(form + i) < 0;
        fmpq_abs(size, form + i);
        text_line(&e->r, begun ? (minus ? " - " : " + ") : minus ? "-" : "");
        if (i == e->d || !fmpq_is_one(size))
            text_rational(&e->r, "", size);
        if (i < e->d)
            text_line(&e->r, "%sx%zu", fmpq_is_one(size) ? "" : " ", i + 1);
        begun = 1;
    }
    if (!begun)
        text_line(&e->r, "0");
    fmpq_clear(size);
}

static void take_member(explainer *e, size_t i)
{
    _fmpq_vec_set_fmpz_vec(e->row, cases_member_row(e->cases, i), (slong)e->d + 1);
}

// " = 1 + 1/2 (0) + 3 (4)", and for programs members and their multipliers, those that are not 0.
static void put_sum(explainer *e, size_t number, int with_constant)
{
    const case_cone *cone = cases_cone(e->cases, number);
    results *r = &e->r;
    fmpq *m = e->multiplier;
    int begun = with_constant && !fmpq_is_zero(m);
    text_line(r, " = ");
    if (begun)
        text_rational(r, "", m);
    if (with_constant)
        put_rational(r, "constant", NULL, m);
    results_list(r, "cone");
    for (size_t i = 0; i < cone->size; i++)
        put_count(r, NULL, NULL, cone->member[i]);
    results_end(r);
    put_rationals(r, "multipliers", m + 1, cone->size);
    for (size_t i = 1; i <= cone->size; i++) {
        if (fmpq_is_zero(m + i))
            continue;
        text_line(r, begun ? " + " : "");
        if (!fmpq_is_one(m + i)) {
            text_rational(r, "", m + i);
            text_line(r, " ");
        }
        text_line(r, "(%zu)", cone->member[i - 1]);
        begun = 1;
    }
    text_line(r, begun ? "\n" : "0\n");
}

// ---- Steps ----

// The form or minus it.
static void turn(explainer *e, int side)
{
    for (size_t c = 0; side < 0 && c <= e->d; c++)
        fmpq_neg(e->form + c, e->form + c);
}

static int is_zero(const explainer *e)
{
    int zero = 1;
    for (size_t c = 0; c <= e->d; c++)
        zero &= fmpq_is_zero(e->form + c);
    return zero;
}

static void put_member(explainer *e, size_t i)
{
    results *r = &e->r;
    take_member(e, i);
    text_line(r, "      (%zu)  ", i);
    text_form(e, "", e->row, 1);
    text_line(r, " >= 0\n");
    results_object(r, NULL);
    put_count(r, "number", NULL, i);
    put_rationals(r, "row", e->row, e->d + 1);
    results_end(r);
}

static void put_members(explainer *e, const char *key, size_t first, size_t count)
{
    results_list(&e->r, key);
    for (size_t i = 0; i < count; i++)
        put_member(e, first + i);
    results_end(&e->r);
}

static void put_unit(explainer *e, const case_step *step)
{
    text_line(&e->r, "line %-5zu unit %" PRIu32 " of layer %zu: ", step->line, step->unit,
              step->layer);
    put_count(&e->r, "layer", NULL, step->layer - 1);
    put_count(&e->r, "unit", NULL, step->unit);
}

static void put_breakpoint(explainer *e, const case_step *step)
{
    fmpq_t breakpoint;
    fmpq_init(breakpoint);
    cases_form(e->form, e->cases, step);
    cases_breakpoint(breakpoint, e->cases, step);
    put_count(&e->r, "breakpoint", NULL, step->low);
    put_rational(&e->r, "at", NULL, breakpoint);
    put_rationals(&e->r, "form", e->form, e->d + 1);
    if (!fmpq_is_zero(breakpoint))
        text_rational(&e->r, "z - ", breakpoint);
    else
        text_line(&e->r, "z");
    text_form(e, " = ", e->form, 1);
    fmpq_clear(breakpoint);
}

static void put_split(explainer *e, const case_step *step)
{
    results *r = &e->r;
    put_unit(e, step);
    if (cases_is_maxout(e->cases, step)) {
        text_line(r, "a case for each row; here row %" PRIu32 " is the largest\n", step->part);
        put_count(r, "row", NULL, step->part);
    } else {
        put_breakpoint(e, step);
        text_line(r, ", two cases; here it is %s 0\n", step->part ? ">=" : "<=");
        put_text(r, "side", NULL, step->part ? ">=" : "<=");
    }
    put_members(e, "members", step->first_member, step->members);
}

// What follows for the unit.
static void text_fixed(explainer *e, const case_step *step)
{
    if (cases_is_maxout(e->cases, step))
        text_line(&e->r, ": row %" PRIu32 " is never the largest%s\n",
                  step->side > 0 ? step->low : step->high,
                  is_zero(e) ? " alone, and by convention not in force" : "");
    else if (is_zero(e))
        text_line(&e->r, ": by convention piece %" PRIu32 "\n", step->low);
    else
        text_line(&e->r, " %s 0: piece %" PRIu32 "%s\n",
                  step->side > 0 ? ">=" : "<=", step->side > 0 ? step->high : step->low,
                  step->side > 0 && !cases_is_last(e->cases, step) ? " or a higher one" : "");
}

static void put_fixed(explainer *e, const case_step *step)
{
    results *r = &e->r;
    put_unit(e, step);
    if (cases_is_maxout(e->cases, step)) {
        cases_form(e->form, e->cases, step);
        text_line(r, "z%" PRIu32 " - z%" PRIu32, step->side > 0 ? step->high : step->low,
                  step->side > 0 ? step->low : step->high);
        put_count(r, "low", NULL, step->low);
        put_count(r, "high", NULL, step->high);
        put_rationals(r, "form", e->form, e->d + 1);
        turn(e, step->side);
        text_form(e, " = ", e->form, 1);
        text_line(r, is_zero(e) ? "" : " >= 0");
    } else {
        put_breakpoint(e, step);
        turn(e, step->side);
    }
    put_text(r, "side", NULL, step->side > 0 ? ">=" : "<=");
    text_fixed(e, step);
    cases_multipliers(e->multiplier, e->cases, e->form, step->by);
    text_form(e, "           ", e->form, 1);
    put_sum(e, step->by, 1);
}

static void put_bounded(explainer *e, const case_step *step)
{
    const case_cone *cone = cases_cone(e->cases, step->cone);
    results *r = &e->r;
    text_line(r, "line %-5zu bounded: minus the sum of", step->line);
    results_list(r, "sum");
    for (size_t i = 0; i < cone->size; i++) {
        put_count(r, NULL, NULL, cone->member[i]);
        text_line(r, i ? ", (%zu)" : " (%zu)", cone->member[i]);
    }
    results_end(r);
    cases_sum_form(e->form, e->cases, step->cone);
    cases_multipliers(e->multiplier, e->cases, e->form, step->by);
    text_line(r, " is, constants aside,\n");
    text_form(e, "           ", e->form, 0);
    put_sum(e, step->by, 0);
}

static void put_steps(explainer *e)
{
    static const char *const name[] = {
        [STEP_SPLIT] = "split", [STEP_FIXED] = "fixed", [STEP_BOUNDED] = "bounded"};
    static void (*const put[])(explainer *, const case_step *) = {
        [STEP_SPLIT] = put_split, [STEP_FIXED] = put_fixed, [STEP_BOUNDED] = put_bounded};
    results_list(&e->r, "steps");
    for (size_t i = 0; i < cases_steps(e->cases); i++) {
        const case_step *step = cases_step(e->cases, i);
        results_object(&e->r, NULL);
        put_text(&e->r, "step", NULL, name[step->kind]);
        put_count(&e->r, "line", NULL, step->line);
        put[step->kind](e, step);
        results_end(&e->r);
    }
    results_end(&e->r);
}

// ---- The region ----

static void put_pieces(explainer *e)
{
    const crease_net *net = e->work.net;
    size_t hidden = crease_net_hidden(net);
    uint32_t **pieces = memory_new(hidden, sizeof *pieces);
    for (size_t l = 0; l < hidden; l++) {
        pieces[l] = memory_new(crease_net_width(net, l), sizeof **pieces);
        cases_pattern(pieces[l], e->cases, l + 1);
    }
    put_pattern(&e->r, "pattern", "pattern            ", net, (const uint32_t *const *)pieces);
    for (size_t l = 0; l < hidden; l++)
        free(pieces[l]);
    free(pieces);
}

static void text_point(explainer *e, const fmpq *x)
{
    for (size_t i = 0; i < e->d; i++)
        text_rational(&e->r, i ? ", " : "(", x + i);
    text_line(&e->r, ")");
}

// What the members are at a point.
static void put_values(explainer *e, const char *key, const fmpq *x)
{
    fmpq_t value;
    fmpq_init(value);
    results_list(&e->r, key);
    for (size_t i = 0; i < cases_members(e->cases); i++) {
        take_member(e, i);
        fmpq_set(value, e->row + e->d);
        for (size_t c = 0; c < e->d; c++)
            fmpq_addmul(value, e->row + c, x + c);
        put_rational(&e->r, NULL, NULL, value);
        text_line(&e->r, "%s(%zu) ", i ? ", " : "; there ", i);
        text_rational(&e->r, "is ", value);
    }
    results_end(&e->r);
    text_line(&e->r, "\n");
    fmpq_clear(value);
}

static void put_direction(explainer *e, const fmpz *direction)
{
    put_truth(&e->r, "bounded", NULL, !direction);
    if (!direction)
        return;
    _fmpq_vec_set_fmpz_vec(e->row, direction, (slong)e->d);
    put_rationals(&e->r, "direction", e->row, e->d);
    text_line(&e->r, "not bounded: along ");
    text_point(e, e->row);
    text_line(&e->r, " no inequality falls\n");
}

static void put_inside(explainer *e, const fmpz *direction)
{
    put_rationals(&e->r, "inside", e->inside, e->d);
    text_line(&e->r, "inside: ");
    text_point(e, e->inside);
    put_values(e, "values", e->inside);
    if (e->point) {
        text_line(&e->r, "the point ");
        text_point(e, e->point);
        put_values(e, "point_values", e->point);
    }
    put_direction(e, direction);
}

static void put_region(explainer *e, const fmpz *direction)
{
    results *r = &e->r;
    put_network(r, e->work.name, e->work.net);
    put_text(r, "certificate", "certificate", source_name(e->certificate));
    put_count(r, "inputs", NULL, crease_net_inputs(e->work.net));
    put_count(r, "dimension", NULL, e->d);
    put_text(r, "domain", "domain", crease_domain_text(cases_domain(e->cases)));
    put_count(r, "region", "region", cases_region(e->cases));
    put_count(r, "line", "line", cases_line(e->cases));
    if (e->point)
        put_rationals(r, "point", e->point, e->d);
    put_pieces(e);
    text_line(r, "\n");
    size_t borders = 0;
    while (borders < cases_members(e->cases) && !cases_member(e->cases, borders)->layer)
        borders++;
    if (borders)
        text_line(r, "the domain:\n");
    put_members(e, "of_the_domain", 0, borders);
    put_steps(e);
    text_line(r, "\n");
    put_inside(e, direction);
}

// ---- The command ----

static crease_status report_none(explainer *e, const settings *s)
{
    size_t regions = cases_region(e->cases);
    if (s->at.point)
        return report_usage("--point: no region of the certificate contains this point");
    return report_usage("--region: the certificate has %zu region%s, numbered from 0", regions,
                        regions == 1 ? "" : "s");
}

static crease_status parse_point(explainer *e, const settings *s)
{
    crease_error error;
    if (!s->at.point)
        return CREASE_OK;
    e->point = _fmpq_vec_init((slong)e->d);
    if (crease_point_parse(e->point, s->at.point, e->d, &error) != CREASE_OK)
        return report_error(&error, "--point");
    return CREASE_OK;
}

static crease_status explain(explainer *e, const settings *s, crease_error *error)
{
    e->d = crease_domain_dimension(cases_domain(e->cases));
    e->form = _fmpq_vec_init((slong)(4 * (e->d + 1)));
    e->row = e->form + e->d + 1;
    e->multiplier = e->row + e->d + 1;
    e->inside = e->multiplier + e->d + 1;
    if (parse_point(e, s) != CREASE_OK)
        return CREASE_ERROR;
    crease_status status = cases_find(e->cases, s->explain.region, e->point);
    if (status == CREASE_NEGATIVE)
        return report_none(e, s);
    e->work.stopped = "the region was not reached";
    const fmpz *direction;
    if (status == CREASE_OK)
        status = cases_inside(e->inside, e->cases);
    if (status == CREASE_OK)
        status = cases_direction(&direction, e->cases);
    job_end(&e->work, status, error);
    if (status == CREASE_OK) {
        results_open(&e->r, s);
        put_region(e, direction);
        results_close(&e->r);
    }
    return status;
}

crease_status cmd_explain(const settings *s)
{
    explainer e = {.certificate = s->operands[1]};
    crease_error error = {0};
    if (job_open(&e.work, s->operand, NULL, &s->run, 0))
        return CREASE_ERROR;
    crease_status status = cases_open(&e.cases, e.work.net, e.certificate, &e.work.options, &error);
    status = status == CREASE_OK ? explain(&e, s, &error) : job_end(&e.work, status, &error);
    if (e.form)
        _fmpq_vec_clear(e.form, (slong)(4 * (e.d + 1)));
    if (e.point)
        _fmpq_vec_clear(e.point, (slong)e.d);
    cases_free(e.cases);
    job_close(&e.work);
    return status;
}
