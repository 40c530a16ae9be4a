// Lines through random networks against rational arithmetic alone.
//
// Each region that crease_line_cross reports is tested at its midpoint: an exact forward pass gives
// the pattern there and, on that pattern, every pre-activation as a t + c. The inequalities that
// hold the pattern in place must leave exactly the interval between the breakpoints. If all
// intervals are right and adjacent from end to end, none is missing. Changes of sign are those of a
// trajectory. Counts are those of crease_walk and crease_count_linear, and for one input those of
// the slow reference.
#include "../module/exact_double.h"
#include "../module/nets.h"
#include "../module/unit.h"
#include "../ref/line_pass.h"
#include "../ref/random_nets.h"
#include "../ref/ref.h"

#include <math.h>

// ---- one line ----

typedef struct {
    const crease_net *net;
    const fmpq *from, *to;
    const crease_line *line;
    int whole;
    size_t units;
    uint32_t *pattern, *found; // as the line has it, as the pass finds it
    line_row output;           // of the region before
} trial;

static void midpoint(fmpq_t t, const trial *c, size_t k)
{
    size_t last = c->line->breakpoints;
    fmpq_t end;
    fmpq_init(end);
    if (k > 0)
        fmpq_set(t, c->line->t + k - 1);
    else if (!c->whole)
        fmpq_zero(t);
    else if (last)
        fmpq_sub_si(t, c->line->t + 0, 2);
    else
        fmpq_zero(t);
    if (k < last)
        fmpq_set(end, c->line->t + k);
    else if (!c->whole)
        fmpq_one(end);
    else
        fmpq_add_si(end, t, 2);
    fmpq_add(t, t, end);
    fmpq_div_2exp(t, t, 1);
    fmpq_clear(end);
}

// Whether the interval of the pattern ends exactly at the breakpoints.
static bool ends_agree(const trial *c, const line_interval *on, size_t k)
{
    size_t last = c->line->breakpoints;
    bool good = !on->empty;
    if (k > 0)
        good &= on->has_low && fmpq_equal(on->low, c->line->t + k - 1);
    else if (c->whole)
        good &= !on->has_low;
    else
        good &= !on->has_low || fmpq_sgn(on->low) <= 0;
    if (k < last)
        good &= on->has_high && fmpq_equal(on->high, c->line->t + k);
    else if (c->whole)
        good &= !on->has_high;
    else
        good &= !on->has_high || fmpq_cmp_si(on->high, 1) >= 0;
    return good;
}

static bool same_row(const line_row *a, const line_row *b)
{
    bool same = true;
    for (size_t i = 0; i < 2 * a->count; i++)
        same &= fmpq_equal(a->entry + i, b->entry + i);
    return same;
}

// bound >= t for sign 1, <= for -1.
static bool bound_holds(double bound, const fmpq *t, int sign)
{
    if (bound == sign * HUGE_VAL)
        return true;
    fmpq_t end;
    fmpq_init(end);
    exact_double(end, bound);
    int order = fmpq_cmp(end, t);
    fmpq_clear(end);
    return order * sign >= 0;
}

static bool cross_breakpoint(trial *c, size_t k)
{
    const crease_transition *list;
    size_t count = crease_line_transitions(&list, c->line, k), at = 0, layer = 0;
    bool good = count > 0;
    for (size_t i = 0; i < count; i++) {
        for (; layer < list[i].layer; layer++)
            at += crease_net_width(c->net, layer);
        good &= c->pattern[at + list[i].unit] == list[i].before;
        good &= list[i].before != list[i].after;
        c->pattern[at + list[i].unit] = list[i].after;
    }
    double end[2];
    crease_line_enclosure(end, end + 1, c->line, k);
    for (int i = 0; i < 2; i++)
        good &= bound_holds(end[i], c->line->t + k, i ? 1 : -1);
    return good;
}

static bool region_holds(trial *c, size_t k)
{
    line_interval on = {.empty = false};
    fmpq_t t;
    fmpq_init(on.low);
    fmpq_init(on.high);
    fmpq_init(t);
    midpoint(t, c, k);
    line_row output = line_pass(c->found, &on, c->net, c->from, c->to, t);
    bool good = !memcmp(c->found, c->pattern, c->units * sizeof *c->found) && ends_agree(c, &on, k);
    if (k > 0) {
        good &= c->line->bends[k - 1] == !same_row(&output, &c->output);
        line_row_clear(&c->output);
    }
    c->output = output;
    fmpq_clear(on.low);
    fmpq_clear(on.high);
    fmpq_clear(t);
    return good;
}

static int line_holds(trial *c)
{
    int good = c->line->counts.complete;
    size_t at = 0, regions = c->line->counts.activation_regions;
    good &= regions == c->line->breakpoints + 1;
    for (size_t l = 0; l < crease_net_hidden(c->net); l++) {
        size_t width = crease_net_width(c->net, l);
        memcpy(c->pattern + at, crease_line_pattern(c->line, l), width * sizeof *c->pattern);
        at += width;
    }
    for (size_t k = 0; k < regions && good; k++) {
        good &= region_holds(c, k);
        if (k + 1 < regions)
            good &= cross_breakpoint(c, k);
    }
    line_row_clear(&c->output);
    return good;
}

// ---- counts ----

// Changes of sign are those of the trajectory from from to to, or from far enough away.
static bool signs_agree(const trial *c)
{
    size_t n = c->net->inputs;
    fmpq *ends = _fmpq_vec_init(2 * (slong)n);
    const crease_path path = {ends, 2, 0};
    crease_trajectory found;
    fmpq_t step;
    fmpq_init(step);
    for (size_t i = 0; i < n; i++) {
        fmpq_sub(step, c->to + i, c->from + i);
        if (c->whole)
            fmpq_mul_2exp(step, step, 4000);
        else
            fmpq_zero(step);
        fmpq_sub(ends + i, c->from + i, step);
        fmpq_add(ends + n + i, c->to + i, step);
    }
    crease_trajectory_init(&found, c->net);
    bool good = crease_trajectory_measure(&found, c->net, &path, "1/2", NULL, NULL) == CREASE_OK;
    for (size_t l = 0; l < crease_net_hidden(c->net); l++)
        good &= c->line->sign_transitions[l] == found.sign_transitions[l + 1];
    crease_trajectory_clear(&found);
    fmpq_clear(step);
    _fmpq_vec_clear(ends, 2 * (slong)n);
    return good;
}

static bool counts_agree(const trial *c)
{
    crease_domain *domain;
    crease_error error;
    size_t n = c->net->inputs;
    fmpq *points = _fmpq_vec_init(2 * (slong)n);
    for (size_t i = 0; i < n; i++) {
        fmpq_set(points + i, c->from + i);
        fmpq_set(points + n + i, c->to + i);
    }
    if (c->whole)
        domain = crease_domain_new_space(1);
    else
        crease_domain_parse_box(&domain, "0,1", 1, &error);
    crease_domain_set_slice(domain, points, 2, n, &error);
    crease_counts counts;
    crease_linear_counts linear;
    crease_counts_init(&counts, c->net);
    const crease_counts *found = &c->line->counts;
    bool good = crease_count_linear(&counts, &linear, c->net, domain, NULL, &error) == CREASE_OK;
    good &= counts.activation_regions == c->line->counts.activation_regions;
    good &= counts.bounded_regions == found->bounded_regions;
    good &= linear.linear_regions == crease_line_linear_regions(c->line);
    for (size_t l = 0; l < counts.layers; l++)
        good &= counts.per_layer[l] == found->per_layer[l];
    crease_counts_clear(&counts);
    crease_domain_free(domain);
    _fmpq_vec_clear(points, 2 * (slong)n);
    return good;
}

static bool reference_agrees(const trial *c)
{
    ref_result result;
    fmpq *from = _fmpq_vec_init(2);
    bool forwards = fmpq_cmp(c->from, c->to) < 0;
    fmpq_set(from, forwards ? c->from : c->to);
    fmpq_set(from + 1, forwards ? c->to : c->from);
    ref_count(&result, c->net, c->whole ? NULL : from, c->whole ? NULL : from + 1);
    bool good = result.activation_regions == c->line->counts.activation_regions &&
                result.linear_regions == crease_line_linear_regions(c->line);
    ref_result_clear(&result);
    _fmpq_vec_clear(from, 2);
    return good;
}

// ---- cases ----

static void random_point(fmpq *x, random_state *random, size_t n, uint64_t kind)
{
    for (size_t i = 0; i < n; i++) {
        random_rational(x + i, random, 3);
        if (kind == 1)
            fmpq_mul_2exp(x + i, x + i, 70);
        if (kind == 2)
            fmpq_div_2exp(x + i, x + i, 70);
    }
}

static bool are_equal(const fmpq *x, const fmpq *y, size_t n)
{
    bool equal = true;
    for (size_t i = 0; i < n; i++)
        equal &= fmpq_equal(x + i, y + i);
    return equal;
}

static bool check_line(trial *c, crease_arith arith)
{
    crease_line *line;
    crease_error error;
    const crease_line_wanted wanted = {.whole_line = c->whole, .linear = 1};
    const crease_options options = {.arith = arith};
    if (crease_line_cross(&line, c->net, NULL, c->from, c->to, &wanted, &options, &error) !=
        CREASE_OK) {
        fprintf(stderr, "%s\n", error.message);
        return false;
    }
    c->line = line;
    bool good = line_holds(c) && counts_agree(c) && signs_agree(c);
    if (c->net->inputs == 1)
        good &= reference_agrees(c);
    crease_line_free(line);
    return good;
}

static bool check_case(uint64_t seed)
{
    random_state random;
    random_case of;
    random_seed(&random, seed);
    size_t dimension = 1 + random_below(&random, 3);
    unsigned kinds = (unsigned)random_below(&random, 8);
    random_case_init_with(&of, seed, dimension, kinds);
    trial c = {.net = of.net};
    for (size_t l = 0; l < crease_net_hidden(of.net); l++)
        c.units += crease_net_width(of.net, l);
    c.pattern = memory_new(c.units, sizeof *c.pattern);
    c.found = memory_new(c.units, sizeof *c.found);
    fmpq *points = _fmpq_vec_init(2 * (slong)dimension);
    uint64_t kind = random_below(&random, 6);
    do {
        random_point(points, &random, dimension, kind);
        random_point(points + dimension, &random, dimension, kind);
        c.from = points;
        c.to = points + dimension;
    } while (are_equal(c.from, c.to, dimension));
    bool good = true;
    for (c.whole = 0; c.whole < 2; c.whole++)
        for (int arith = CREASE_FILTERED; arith <= CREASE_EXACT; arith++)
            good &= check_line(&c, (crease_arith)arith);
    free(c.pattern);
    free(c.found);
    _fmpq_vec_clear(points, 2 * (slong)dimension);
    random_case_clear(&of);
    return good;
}

static void lines_are_those_of_forward_passes(void)
{
    SEEDS(seed, 400)
        CU_ASSERT(check_case(seed));
}

UNIT_MAIN("lines", {"are those of forward passes", lines_are_those_of_forward_passes})
