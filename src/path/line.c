// One line through a network: its part in a domain is crossed from end to end, and its regions and
// breakpoints are kept.
//
// The regions come in the order of the line, so that neighbours are met one after the other:
// the units that change at a breakpoint are those in which two patterns differ. The order of the
// breakpoints is never decided by comparing numbers: it follows from the sides of the splits.
#include <crease/path.h>

#include "base/error.h"
#include "base/memory.h"
#include "domain/domain.h"
#include "exact/interval.h"
#include "exact/rational.h"
#include "path/sign_changes.h"
#include "tree/region.h"
#include "walk/mode.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t dimension_of(const crease_net *net, const crease_domain *domain)
{
    return domain ? domain->dimension : crease_net_inputs(net);
}

// ---- checks ----

static crease_status line_check_point(const crease_domain *domain, const fmpq *x, const char *where,
                                      crease_error *error)
{
    const size_t d = domain->dimension;
    fmpq *row = _fmpq_vec_init((slong)d + 2), *value = row + d + 1;
    bool inside = true;
    for (size_t k = 0; k < domain_inequalities(domain) && inside; k++) {
        domain_inequality(row, domain, k);
        domain_row_value(value, row, x, d);
        inside = fmpq_sgn(value) >= 0;
    }
    _fmpq_vec_clear(row, (slong)d + 2);
    if (inside)
        return CREASE_OK;
    return error_at(error, where, "expected a point of the domain, %s", domain->text);
}

static crease_status line_check(const crease_net *net, const crease_domain *domain,
                                const fmpq *from, const fmpq *to, crease_error *error)
{
    size_t inputs = crease_net_inputs(net);
    if (domain && domain->inputs != inputs)
        return error_set(error, "expected a domain in R^%zu, the network's inputs, found R^%zu",
                         inputs, domain->inputs);
    if (domain && line_check_point(domain, from, "from", error))
        return CREASE_ERROR;
    if (domain && line_check_point(domain, to, "to", error))
        return CREASE_ERROR;
    for (size_t i = 0; i < dimension_of(net, domain); i++)
        if (!fmpq_equal(from + i, to + i))
            return CREASE_OK;
    return error_at(error, "to", "expected two different points, found the same one twice");
}

// ---- the part of the line in the domain ----

// A point of the inputs: by the parametrization of the domain, if it has one.
static void input_point(fmpq *input, const crease_domain *domain, const fmpq *x, size_t inputs)
{
    size_t d = domain ? domain->dimension : inputs;
    if (!domain || !domain->parametrization)
        rational_copy(input, x, inputs);
    else
        for (size_t i = 0; i < inputs; i++)
            domain_row_value(input + i, domain->parametrization + i * (d + 1), x, d);
}

// The interval slope t + constant >= 0 of every inequality of the domain.
typedef struct {
    fmpq end[2];
    bool known[2];
} parameter_range;

// Shortens the range of parameters to the part of the line inside the domain.
static void line_clip(parameter_range *range, const crease_domain *domain, const fmpq *from,
                      const fmpq *to)
{
    const size_t d = domain->dimension;
    fmpq *row = _fmpq_vec_init((slong)d + 3), *slope = row + d + 1, *at_from = row + d + 2;
    for (size_t k = 0; k < domain_inequalities(domain); k++) {
        domain_inequality(row, domain, k);
        domain_row_value(slope, row, to, d);
        domain_row_value(at_from, row, from, d);
        fmpq_sub(slope, slope, at_from);
        if (fmpq_is_zero(slope))
            continue;                         // it holds, as it does for both points
        const int side = fmpq_sgn(slope) < 0; // an upper end
        fmpq_div(at_from, at_from, slope);
        fmpq_neg(at_from, at_from);
        const int order = fmpq_cmp(at_from, range->end + side);
        if (!range->known[side] || (side ? order < 0 : order > 0))
            fmpq_set(range->end + side, at_from);
        range->known[side] = 1;
    }
    _fmpq_vec_clear(row, (slong)d + 3);
}

// A ray is a polytope of one inequality.
static crease_status interval_domain(crease_domain **part, const parameter_range *range,
                                     crease_error *error)
{
    if (range->known[0] && range->known[1])
        return crease_domain_new_box(part, range->end, range->end + 1, 1, error);
    if (!range->known[0] && !range->known[1]) {
        *part = crease_domain_new_space(1);
        return CREASE_OK;
    }
    bool upper = range->known[1];
    fmpq *row = _fmpq_vec_init(2);
    fmpq_set_si(row, upper ? -1 : 1, 1);
    fmpq_set(row + 1, range->end + upper);
    if (!upper)
        fmpq_neg(row + 1, row + 1);
    crease_status status = crease_domain_new_polytope(part, row, 1, 1, error);
    _fmpq_vec_clear(row, 2);
    return status;
}

// The segment, or the line within the domain, as a domain of one dimension: the parameter, with the
// two points as its slice. Both points must be inside.
static crease_status line_domain(crease_domain **part, const crease_net *net,
                                 const crease_domain *domain, const fmpq *from, const fmpq *to,
                                 bool whole_line, crease_error *error)
{
    const size_t inputs = crease_net_inputs(net);
    parameter_range range = {.known = {!whole_line, !whole_line}};
    if (line_check(net, domain, from, to, error))
        return CREASE_ERROR;
    fmpq_init(range.end);
    fmpq_init(range.end + 1);
    fmpq_one(range.end + 1);
    if (whole_line && domain)
        line_clip(&range, domain, from, to);
    crease_status status = interval_domain(part, &range, error);
    fmpq_clear(range.end);
    fmpq_clear(range.end + 1);
    if (status)
        return CREASE_ERROR;
    fmpq *points = _fmpq_vec_init(2 * (slong)inputs);
    input_point(points, domain, from, inputs);
    input_point(points + inputs, domain, to, inputs);
    status = crease_domain_set_slice(*part, points, 2, inputs, error);
    _fmpq_vec_clear(points, 2 * (slong)inputs);
    if (status)
        crease_domain_free(*part);
    return status;
}

// ---- what is kept ----

static crease_line *line_new(const crease_net *net, const fmpq *from, const fmpq *to,
                             size_t dimension)
{
    crease_line *line = memory_new(1, sizeof *line);
    line->dimension = dimension;
    line->from = _fmpq_vec_init((slong)dimension);
    line->to = _fmpq_vec_init((slong)dimension);
    rational_copy(line->from, from, dimension);
    rational_copy(line->to, to, dimension);
    line->layers = crease_net_hidden(net);
    line->start = memory_new(line->layers + 1, sizeof *line->start);
    for (size_t l = 0; l < line->layers; l++)
        line->start[l + 1] = line->start[l] + crease_net_width(net, l);
    line->first = memory_new(line->start[line->layers], sizeof *line->first);
    line->turns = memory_new(line->start[line->layers], sizeof *line->turns);
    line->sign_transitions = memory_new(line->layers, sizeof *line->sign_transitions);
    line->list = memory_new(1, sizeof *line->list);
    crease_counts_init(&line->counts, net);
    return line;
}

void crease_line_free(crease_line *line)
{
    if (!line)
        return;
    _fmpq_vec_clear(line->from, (slong)line->dimension);
    _fmpq_vec_clear(line->to, (slong)line->dimension);
    if (line->t)
        _fmpq_vec_clear(line->t, (slong)line->capacity);
    free(line->text);
    crease_counts_clear(&line->counts);
    free(line->start);
    free(line->first);
    free(line->turns);
    free(line->sign_transitions);
    free(line->low);
    free(line->high);
    free(line->list);
    free(line->transition);
    free(line->bends);
    free(line);
}

// ---- making one ----

static void line_grow(crease_line *line)
{
    size_t old = line->capacity, capacity = old ? 2 * old : 16;
    if (line->places == CREASE_LINE_EXACT) {
        line->t = memory_resize(line->t, capacity, sizeof *line->t);
        for (size_t k = old; k < capacity; k++)
            fmpq_init(line->t + k);
    }
    line->low = memory_resize(line->low, capacity, sizeof *line->low);
    line->high = memory_resize(line->high, capacity, sizeof *line->high);
    line->bends = memory_resize(line->bends, capacity, sizeof *line->bends);
    line->list = memory_resize(line->list, capacity + 1, sizeof *line->list);
    line->capacity = capacity;
}

// The last breakpoint from now on; its numbers are zero, and it has no transitions.
static void line_add(crease_line *line)
{
    if (line->breakpoints == line->capacity)
        line_grow(line);
    size_t k = line->breakpoints++;
    line->low[k] = line->high[k] = 0;
    line->bends[k] = 0;
    line->list[k] = line->list[k + 1] = line->transitions;
}

// A transition of the last breakpoint.
static void line_turn(crease_line *line, crease_transition transition)
{
    MEMORY_RESERVE(line->transition, line->transition_capacity, line->transitions + 1);
    line->transition[line->transitions++] = transition;
    line->list[line->breakpoints] = line->transitions;
    line->turns[line->start[transition.layer] + transition.unit]++;
}

// ---- crossing ----

// Whether the map changes at a breakpoint: different keys prove it; where they are equal maps are
// looked at in integers, in a second walk.
enum { SAME, DIFFERENT, SUSPECT };

typedef struct {
    crease_line *line;
    const crease_net *net;
    uint32_t *pattern; // of the region before, laid out as line->first
    size_t entries;    // of an output map
    uint64_t key;      // of the map of the region before
    size_t suspects;
    sign_changes signs;

    // The second walk.
    fmpz *map[2]; // of the region before and of this one
} crossing;

// ---- the first walk ----

static void line_keep_pattern(uint32_t *pattern, const crossing *c, const crease_region *region)
{
    const size_t *start = c->line->start;
    for (size_t l = 0; l < c->line->layers; l++)
        memcpy(pattern + start[l], crease_region_pattern(region, l),
               (start[l + 1] - start[l]) * sizeof *pattern);
}

static void find_signs(crossing *c, const crease_region *region)
{
    walk_position *pos = region->pos;
    const size_t *start = c->line->start;
    const uint32_t ends[2] = {region_point(region, 0), region_point(region, 1)};
    for (size_t l = 0; l < c->line->layers; l++) {
        size_t size = (start[l + 1] - start[l]) * sizeof *c->pattern;
        if (!sign_changes_in_pattern(&c->signs, l + 1) ||
            memcmp(c->pattern + start[l], crease_region_pattern(region, l), size) != 0)
            sign_changes_interval(&c->signs, &pos->maps, &pos->space, l + 1, ends);
    }
}

static void find_transitions(crossing *c, const crease_region *region)
{
    const size_t *start = c->line->start;
    for (size_t l = 0; l < c->line->layers; l++) {
        const uint32_t *before = c->pattern + start[l], *now = crease_region_pattern(region, l);
        size_t width = start[l + 1] - start[l];
        if (!memcmp(before, now, width * sizeof *now))
            continue;
        for (size_t i = 0; i < width; i++)
            if (before[i] != now[i])
                line_turn(c->line, (crease_transition){l, i, before[i], now[i]});
    }
}

// The generator at which the region begins.
static void find_place(crossing *c, const crease_region *region)
{
    crease_line *line = c->line;
    geom_space *space = region_space(region);
    size_t k = line->breakpoints - 1;
    uint32_t point = region_point(region, 0);
    if (line->places == CREASE_LINE_COUNTED)
        return;
    // As in exact/point.h: the coordinate, 1, the radius. One rounding of each bound.
    const double *place = space_place(space, point);
    if (line->places == CREASE_LINE_ENCLOSED && region->pos->judge.arith != CREASE_EXACT &&
        isfinite(place[2])) {
        line->low[k] = nextafter(place[0] - place[2], -HUGE_VAL);
        line->high[k] = nextafter(place[0] + place[2], HUGE_VAL);
        return;
    }
    const fmpz *row = space_point_row(space, point);
    fmpq_t t;
    fmpq_init(t);
    fmpq_set_fmpz_frac(t, row, row + 1);
    if (line->places == CREASE_LINE_EXACT)
        fmpq_swap(line->t + k, t);
    else
        interval_doubles(line->low + k, line->high + k, t);
    fmpq_clear(t);
}

static void find_bend(crossing *c, const crease_region *region)
{
    const uint64_t before = c->key;
    c->key = region_map_key(region);
    if (c->line->breakpoints) {
        bool same = c->key == before;
        c->line->bends[c->line->breakpoints - 1] = same ? SUSPECT : DIFFERENT;
        c->suspects += (size_t)same;
    }
}

static crease_visit line_on_region(void *data, const crease_region *region)
{
    crossing *c = data;
    if (crease_region_id(region) == 0) {
        line_keep_pattern(c->line->first, c, region);
    } else {
        line_add(c->line);
        find_transitions(c, region);
        find_place(c, region);
    }
    if (c->line->linear)
        find_bend(c, region);
    find_signs(c, region);
    line_keep_pattern(c->pattern, c, region);
    return CREASE_GO;
}

// ---- the second walk ----

static bool is_suspect(const crossing *c, uint64_t k)
{
    return k < c->line->breakpoints && c->line->bends[k] == SUSPECT;
}

// Regions come as they did the first time; only those at a suspect need their maps.
static crease_visit compare_maps(void *data, const crease_region *region)
{
    crossing *c = data;
    uint64_t id = crease_region_id(region);
    bool suspect = id > 0 && is_suspect(c, id - 1);
    if (suspect || is_suspect(c, id))
        region_integer_map(c->map[1], region);
    if (suspect) {
        bool same = true;
        for (size_t i = 0; i < c->entries && same; i++)
            same = fmpz_equal(c->map[0] + i, c->map[1] + i);
        c->line->bends[id - 1] = same ? SAME : DIFFERENT;
        c->suspects--;
    }
    fmpz *swap = c->map[0];
    c->map[0] = c->map[1];
    c->map[1] = swap;
    return c->suspects ? CREASE_GO : CREASE_STOP;
}

// As far as the first walk came, without limits.
static void settle_suspects(crossing *c, const crease_domain *part, const crease_options *walk)
{
    crease_options again = {0};
    if (walk)
        again = (crease_options){.arith = walk->arith, .tolerance = walk->tolerance};
    crease_counts counts;
    crease_counts_init(&counts, c->net);
    for (int i = 0; i < 2; i++)
        c->map[i] = _fmpz_vec_init((slong)c->entries);
    crease_visitor visitor = {.data = c, .region = compare_maps};
    const walk_mode mode = {.line_order = true, .visitor = &visitor};
    walk_in_mode(&counts, c->net, part, &mode, &again, NULL);
    for (int i = 0; i < 2; i++)
        _fmpz_vec_clear(c->map[i], (slong)c->entries);
    c->line->counts.seconds += counts.seconds;
    crease_counts_clear(&counts);
}

static crease_status line_cross(crease_line *line, const crease_net *net, const crease_domain *part,
                                const crease_options *walk, crease_error *error)
{
    crossing c = {.line = line, .net = net, .entries = 2 * crease_net_outputs(net)};
    c.pattern = memory_new(line->start[line->layers], sizeof *c.pattern);
    line->text = memory_copy_text(crease_domain_text(part));
    sign_changes_init(&c.signs, net);
    const crease_visitor visitor = {.data = &c, .region = line_on_region};
    const walk_mode mode = {.line_order = true, .visitor = &visitor};
    crease_status status = walk_in_mode(&line->counts, net, part, &mode, walk, error);
    if (status != CREASE_ERROR && c.suspects)
        settle_suspects(&c, part, walk);
    for (size_t l = 0; l < line->layers; l++)
        line->sign_transitions[l] = c.signs.layer[l + 1].changes;
    sign_changes_clear(&c.signs);
    free(c.pattern);
    return status;
}

// ---- a line ----

crease_status crease_line_cross(crease_line **line, const crease_net *net,
                                const crease_domain *domain, const fmpq *from, const fmpq *to,
                                const crease_line_wanted *wanted, const crease_options *options,
                                crease_error *error)
{
    static const crease_line_wanted defaults;
    crease_domain *part;
    wanted = wanted ? wanted : &defaults;
    *line = NULL;
    if (line_domain(&part, net, domain, from, to, wanted->whole_line, error))
        return CREASE_ERROR;
    *line = line_new(net, from, to, dimension_of(net, domain));
    (*line)->places = wanted->places;
    (*line)->linear = wanted->linear;
    crease_status status = line_cross(*line, net, part, options, error);
    crease_domain_free(part);
    if (status == CREASE_ERROR) {
        crease_line_free(*line);
        *line = NULL;
    }
    return status;
}

// ---- what it is made of ----

const uint32_t *crease_line_pattern(const crease_line *line, size_t layer)
{
    return line->first + line->start[layer];
}

size_t crease_line_transitions(const crease_transition **list, const crease_line *line, size_t k)
{
    *list = line->transition + line->list[k];
    return line->list[k + 1] - line->list[k];
}

uint64_t crease_line_layer_transitions(const crease_line *line, size_t layer)
{
    uint64_t sum = 0;
    for (size_t i = line->start[layer]; i < line->start[layer + 1]; i++)
        sum += line->turns[i];
    return sum;
}

uint64_t crease_line_neuron_transitions(const crease_line *line, size_t layer, size_t unit)
{
    return line->turns[line->start[layer] + unit];
}

uint64_t crease_line_linear_regions(const crease_line *line)
{
    uint64_t regions = line->counts.activation_regions > 0;
    for (size_t k = 0; k < line->breakpoints; k++)
        regions += line->bends[k] != 0;
    return regions;
}

void crease_line_point(fmpq *x, const crease_line *line, size_t k)
{
    for (size_t i = 0; i < line->dimension; i++) {
        fmpq_sub(x + i, line->to + i, line->from + i);
        fmpq_mul(x + i, x + i, line->t + k);
        fmpq_add(x + i, x + i, line->from + i);
    }
}

void crease_line_enclosure(double *low, double *high, const crease_line *line, size_t k)
{
    if (line->places == CREASE_LINE_EXACT) {
        interval_doubles(low, high, line->t + k);
        return;
    }
    *low = line->low[k];
    *high = line->high[k];
}
