// Whether a network can meet a property: a walk of the regions that may, and a point in one of
// them.
#include "function/alternatives.h"
#include "function/forms.h"

#include "base/error.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "exact/rational.h"
#include "exact/rows.h"
#include "geom/domain.h"
#include "geom/project.h"
#include "tree/region.h"
#include "tree/zonotope.h"
#include "walk/manner.h"
#include "walk/observer.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <stdlib.h>
#include <string.h>

void crease_decision_init(crease_decision *verdict, const crease_net *net)
{
    *verdict =
        (crease_decision){.inputs = crease_net_inputs(net), .outputs = crease_net_outputs(net)};
    verdict->input = _fmpq_vec_init((slong)verdict->inputs);
    verdict->output = _fmpq_vec_init((slong)verdict->outputs);
}

void crease_decision_clear(crease_decision *verdict)
{
    _fmpq_vec_clear(verdict->input, (slong)verdict->inputs);
    _fmpq_vec_clear(verdict->output, (slong)verdict->outputs);
}

// ---- The search ----

typedef struct {
    crease_decision *verdict;
    const crease_net *net;
    const crease_property *property;
    const crease_domain *domain; // of the present alternative
    net_layer coordinates;       // of the domain, to inputs
    rounded_net *rounded;        // on that, for a walk; else NULL
    alternatives all;
    // The inequalities of inputs and outputs, in doubles and in the coordinates of the domain.
    double *factor, *input, *constant;
} question;

// Who looks for an answer, in a stretch of the walk.
typedef struct {
    const question *of;
    int known;            // a point that meets the property
    fmpq *input, *output; // it, and what the network makes of it
    uint64_t regions, pruned;
    truth *of_atom, *of_node;
    zonotope outlook;
    fmpq *map; // outputs rows of the present region
    rows row;  // inequalities of the present region, then of the atoms that are taken
    size_t facets;
    property_choice taken; // the inequalities that are tried on it
} decider;

static void decider_init(decider *d, const question *of)
{
    const crease_property *property = of->property;
    *d = (decider){.of = of};
    d->input = _fmpq_vec_init((slong)property->inputs);
    d->output = _fmpq_vec_init((slong)property->outputs);
    d->of_atom = memory_new(property->atoms, sizeof *d->of_atom);
    d->of_node = memory_new(property->nodes, sizeof *d->of_node);
    property_choice_init(&d->taken, property);
    if (!of->rounded)
        return;
    zonotope_init(&d->outlook, of->rounded);
    rows_init(&d->row, of->domain->dimension + 1);
    d->map = _fmpq_vec_init((slong)(property->outputs * (of->domain->dimension + 1)));
}

static void decider_clear(decider *d)
{
    const crease_property *property = d->of->property;
    const crease_domain *domain = d->of->domain;
    _fmpq_vec_clear(d->input, (slong)property->inputs);
    _fmpq_vec_clear(d->output, (slong)property->outputs);
    free(d->of_atom);
    free(d->of_node);
    property_choice_clear(&d->taken);
    if (!d->of->rounded)
        return;
    zonotope_clear(&d->outlook);
    _fmpq_vec_clear(d->map, (slong)(property->outputs * (domain->dimension + 1)));
    rows_clear(&d->row);
}

// Takes an input, if it meets the property: this is what everything else leads to.
static int offer(decider *d, const fmpq *x)
{
    const question *of = d->of;
    crease_net_evaluate(d->output, of->net, x);
    if (!property_is_met(of->property, x, d->output))
        return 0;
    for (size_t i = 0; i < of->property->inputs; i++)
        fmpq_set(d->input + i, x + i);
    d->known = 1;
    return 1;
}

// The same with the input at coordinates u of the domain, homogeneous; NULL: the origin.
static int offer_coordinates(decider *d, const fmpz *u)
{
    const net_layer *coordinates = &d->of->coordinates;
    const size_t n = coordinates->units, k = coordinates->inputs;
    fmpq *at = _fmpq_vec_init((slong)k), *x = _fmpq_vec_init((slong)n);
    for (size_t c = 0; c < k && u; c++)
        fmpq_set_fmpz_frac(at + c, u + c, u + k);
    net_layer_evaluate(x, coordinates, at);
    const int met = offer(d, x);
    _fmpq_vec_clear(at, (slong)k);
    _fmpq_vec_clear(x, (slong)n);
    return met;
}

// ---- Inequalities on the domain ----

// The part of an atom that depends on inputs, in coordinates: dimension + 1 numbers.
static void input_part(fmpq *row, const question *q, size_t atom)
{
    const net_layer *coordinates = &q->coordinates;
    const property_atom *of = q->property->atom + atom;
    fmpq *constant = row + coordinates->inputs;
    for (size_t c = 0; c < coordinates->inputs; c++)
        fmpq_zero(row + c);
    fmpq_set(constant, of->constant);
    for (size_t t = of->first; t < of->first + of->count; t++) {
        const property_term *term = q->property->term + t;
        if (term->variable >= q->property->inputs)
            continue;
        const sparsity_row entries = sparsity_row_of(&coordinates->at, term->variable);
        for (size_t i = 0; i < entries.count; i++)
            fmpq_addmul(row + row_column(&entries, i), coordinates->weight + entries.first + i,
                        term->coefficient);
        fmpq_addmul(constant, coordinates->bias + term->variable, term->coefficient);
    }
}

static void set_forms(question *d)
{
    const crease_property *property = d->property;
    const size_t k = d->domain->dimension, outputs = property->outputs;
    fmpq *row = _fmpq_vec_init((slong)k + 1);
    memset(d->factor, 0, property->atoms * outputs * sizeof *d->factor);
    free(d->input);
    d->input = memory_new(property->atoms * k, sizeof *d->input);
    for (size_t a = 0; a < property->atoms; a++) {
        const property_atom *of = property->atom + a;
        input_part(row, d, a);
        for (size_t c = 0; c < k; c++)
            d->input[a * k + c] = rational_double(row + c);
        d->constant[a] = rational_double(row + k);
        for (size_t t = of->first; t < of->first + of->count; t++)
            if (property->term[t].variable >= property->inputs)
                d->factor[a * outputs + property->term[t].variable - property->inputs] =
                    rational_double(property->term[t].coefficient);
    }
    _fmpq_vec_clear(row, (slong)k + 1);
}

// ---- What doubles say of a cell ----

static truth judge_atom(decider *d, size_t atom)
{
    const question *of = d->of;
    const zonotope_form form = {of->factor + atom * of->property->outputs,
                                of->input + atom * of->domain->dimension, of->constant[atom]};
    double range[2];
    zonotope_range(range, &d->outlook, &form);
    return range[0] >= 0 ? TRUTH_ALWAYS : range[1] < 0 ? TRUTH_NEVER : TRUTH_OPEN;
}

// The truth of the property on a cell of layer l, as far as it is known; sets of_atom and of_node.
static truth look_ahead(decider *d, walk_position *pos, size_t l, const geom_cell *cell)
{
    const question *of = d->of;
    const int known = crease_net_hidden(of->net) && zonotope_rise(&d->outlook, pos, l, cell);
    for (size_t a = 0; a < of->property->atoms; a++)
        d->of_atom[a] = of->all.is_bound[a] ? TRUTH_ALWAYS : known ? judge_atom(d, a) : TRUTH_OPEN;
    return property_judge(d->of_node, of->property, d->of_atom, of->all.choice.chosen);
}

// A vertex of the cell, or another point of it that is kept; NULL, the origin, of a cell that has
// none, the whole space.
static const fmpz *point_of(walk_position *pos, const geom_cell *cell, size_t k)
{
    for (size_t i = 0; i < cell->count; i++) {
        const fmpz *row = space_point_row(&pos->space, cell->generator[i].point);
        if (!fmpz_is_zero(row + k))
            return row;
    }
    return NULL;
}

static walk_advice advise(void *data, walk_position *pos, size_t l, const geom_cell *cell)
{
    decider *d = data;
    const truth of_cell = look_ahead(d, pos, l, cell);
    if (of_cell == TRUTH_NEVER)
        d->pruned++;
    if (of_cell == TRUTH_ALWAYS &&
        offer_coordinates(d, point_of(pos, cell, d->of->domain->dimension)))
        return WALK_STOP;
    return of_cell == TRUTH_NEVER ? WALK_LEAVE_OUT : WALK_ENTER;
}

// ---- A region ----

static void take_region(decider *d, const crease_region *region)
{
    const size_t columns = d->of->domain->dimension + 1;
    fmpq *inequality = _fmpq_vec_init((slong)columns);
    crease_facet facet;
    walk_maps_need_output(&region->pos->maps);
    for (size_t o = 0; o < d->of->property->outputs; o++)
        crease_region_map(d->map + o * columns, region, o);
    d->facets = crease_region_facets(region);
    d->row.count = 0;
    for (size_t f = 0; f < d->facets; f++) {
        fmpz *row = rows_at(&d->row, rows_push(&d->row));
        crease_region_facet(inequality, &facet, region, f);
        for (size_t c = 0; c < columns; c++)
            fmpz_set(row + c, fmpq_numref(inequality + c));
    }
    _fmpq_vec_clear(inequality, (slong)columns);
}

// The inequality of an atom on the region.
static void decider_row(fmpz *to, const decider *d, size_t atom)
{
    const size_t columns = d->of->domain->dimension + 1;
    const property_atom *of = d->of->property->atom + atom;
    fmpq *row = _fmpq_vec_init((slong)columns);
    fmpz_t denominator;
    fmpz_init(denominator);
    input_part(row, d->of, atom);
    for (size_t t = of->first; t < of->first + of->count; t++) {
        const property_term *term = d->of->property->term + t;
        if (term->variable < d->of->property->inputs)
            continue;
        const fmpq *output = d->map + (term->variable - d->of->property->inputs) * columns;
        for (size_t c = 0; c < columns; c++)
            fmpq_addmul(row + c, output + c, term->coefficient);
    }
    _fmpq_vec_get_fmpz_vec_fmpz(to, denominator, row, (slong)columns);
    fmpz_clear(denominator);
    _fmpq_vec_clear(row, (slong)columns);
}

// Whether a point of the region meets all atoms that are taken: the one nearest to its first
// vertex.
static int meet_taken(decider *d, const crease_region *region)
{
    const size_t k = d->of->domain->dimension;
    const fmpz *vertex = region_vertex_row(region, 0);
    fmpz *from = _fmpz_vec_init((slong)k + 1), *nearest = _fmpz_vec_init((slong)k + 1);
    fmpz_one(from + k);
    if (vertex)
        _fmpz_vec_set(from, vertex, (slong)k + 1);
    d->row.count = d->facets;
    for (size_t i = 0; i < d->taken.atoms; i++)
        decider_row(rows_at(&d->row, rows_push(&d->row)), d, d->taken.atom[i]);
    project_rows rows_of = {d->row.entry, d->row.count, k + 1};
    const int met = project(nearest, from, k, project_onto_rows(&rows_of)) && !run_gives_up(1) &&
                    offer_coordinates(d, nearest);
    _fmpz_vec_clear(from, (slong)k + 1);
    _fmpz_vec_clear(nearest, (slong)k + 1);
    return met;
}

// Tries all sets of inequalities that make the formula true on the region.
static int meet_in_region(decider *d, const crease_region *region)
{
    property_choose(&d->taken, d->of_node);
    do
        if (meet_taken(d, region))
            return 1;
    while (!run_has_given_up() && property_choose_next(&d->taken, d->of_node));
    return 0;
}

static crease_visit decider_region(void *data, const crease_region *region)
{
    decider *d = data;
    d->regions++;
    if (look_ahead(d, region->pos, crease_net_hidden(d->of->net), region->cell) == TRUTH_NEVER)
        return CREASE_GO;
    take_region(d, region);
    return meet_in_region(d, region) ? CREASE_STOP : CREASE_GO;
}

// ---- A few points, before anything else ----

enum { SAMPLES = 32 };

// The middle of a box, and points at random.
static int try_points(decider *d, const fmpq *none)
{
    (void)none;
    const crease_domain *domain = d->of->domain;
    const size_t k = domain->dimension;
    random_state random;
    random_seed(&random, 0);
    fmpz *u = _fmpz_vec_init((slong)k + 1);
    fmpq *at = _fmpq_vec_init((slong)k);
    fmpq_t share;
    fmpq_init(share);
    int met = 0;
    for (size_t s = 0; s < SAMPLES && !met && domain->is_box && !run_gives_up(1 << 16); s++) {
        for (size_t c = 0; c < k; c++) {
            fmpq_set_ui(share, s ? random_bits(&random) >> 56 : 128, 256);
            fmpq_sub(at + c, domain->hi + c, domain->lo + c);
            fmpq_mul(at + c, at + c, share);
            fmpq_add(at + c, at + c, domain->lo + c);
        }
        _fmpq_vec_get_fmpz_vec_fmpz(u, u + k, at, (slong)k);
        met = offer_coordinates(d, u);
    }
    fmpq_clear(share);
    _fmpq_vec_clear(at, (slong)k);
    _fmpz_vec_clear(u, (slong)k + 1);
    return met;
}

// ---- One alternative after the other ----

static void add_counts(crease_counts *sum, const crease_counts *part)
{
    sum->activation_regions += part->activation_regions;
    sum->bounded_regions += part->bounded_regions;
    sum->splits += part->splits;
    for (size_t l = 0; l < sum->layers; l++)
        sum->per_layer[l] += part->per_layer[l];
    sum->decided_float += part->decided_float;
    sum->decided_exact += part->decided_exact;
    sum->threads = part->threads;
}

// ---- A walk by all threads ----

static void *decider_open(void *data)
{
    decider *d = memory_new(1, sizeof *d);
    decider_init(d, data);
    return d;
}

static void decider_close(void *data, void *portion)
{
    (void)data;
    decider_clear(portion);
    free(portion);
}

static size_t decider_size(const void *portion)
{
    const decider *d = portion;
    return sizeof *d + zonotope_bytes(&d->outlook);
}

// The first point in the order of the walk is the answer.
static crease_visit take_answer(void *data, void *portion, uint64_t first, uint64_t regions)
{
    const question *of = data;
    decider *d = portion;
    crease_decision *verdict = of->verdict;
    (void)first, (void)regions;
    verdict->regions += d->regions;
    verdict->pruned += d->pruned;
    d->regions = d->pruned = 0;
    if (!d->known)
        return CREASE_GO;
    verdict->known = verdict->satisfiable = 1;
    for (size_t i = 0; i < verdict->inputs; i++)
        fmpq_swap(verdict->input + i, d->input + i);
    for (size_t i = 0; i < verdict->outputs; i++)
        fmpq_swap(verdict->output + i, d->output + i);
    return CREASE_STOP;
}

// Tries something without a walk.
static int try_alone(question *q, int (*try)(decider *d, const fmpq *x), const fmpq *x)
{
    decider d;
    decider_init(&d, q);
    const int met = try(&d, x);
    take_answer(q, &d, 0, 0);
    decider_clear(&d);
    return met;
}

static crease_status walk_domain(question *q, crease_counts *counts, const crease_options *options,
                                 crease_error *error)
{
    crease_counts part;
    crease_counts_init(&part, q->net);
    set_forms(q);
    const walk_observer observer = {.data = q,
                                    .visitor = {.region = decider_region},
                                    .open = decider_open,
                                    .close = decider_close,
                                    .size = decider_size,
                                    .deliver = take_answer,
                                    .advise = advise};
    const walk_manner manner = {.base = q->rounded, .observer = &observer};
    crease_status status = walk_in_manner(&part, q->net, q->domain, &manner, options, NULL, error);
    add_counts(counts, &part);
    crease_counts_clear(&part);
    return q->verdict->known ? CREASE_OK : status;
}

static crease_status search_domain(question *q, crease_counts *counts,
                                   const crease_options *options, crease_error *error)
{
    const crease_domain *domain = q->domain;
    rounded_net rounded;
    crease_status status = CREASE_OK;
    net_layer_init_affine(&q->coordinates, domain->parametrization, domain->dimension,
                          domain->inputs);
    if (!try_alone(q, try_points, NULL)) {
        rounded_net_init(&rounded, q->net, domain->parametrization, domain->dimension);
        q->rounded = &rounded;
        status = walk_domain(q, counts, options, error);
        q->rounded = NULL;
        rounded_net_clear(&rounded);
    }
    net_layer_clear(&q->coordinates);
    return status;
}

static crease_status try_alternative(question *q, crease_counts *counts,
                                     const crease_options *options, crease_error *error)
{
    crease_domain *domain;
    int is_point;
    crease_status status = CREASE_OK;
    fmpq *x = _fmpq_vec_init((slong)q->property->inputs);
    alternatives_domain(&domain, &is_point, x, &q->all);
    if (is_point) {
        try_alone(q, offer, x);
    } else if (domain) {
        q->domain = domain;
        status = search_domain(q, counts, options, error);
        q->domain = NULL;
    }
    crease_domain_free(domain);
    _fmpq_vec_clear(x, (slong)q->property->inputs);
    return status;
}

static crease_status property_check(const crease_net *net, const crease_property *property,
                                    const crease_options *options, crease_error *error)
{
    const size_t inputs = crease_net_inputs(net), outputs = crease_net_outputs(net);
    if (options && options->arith == CREASE_FLOAT)
        return error_set(error, "a property is decided exactly: arithmetic \"float\" does not");
    if (property->inputs == inputs && property->outputs == outputs)
        return CREASE_OK;
    return error_set(error,
                     "the network has %zu input%s and %zu output%s, and the property declares %zu "
                     "and %zu",
                     inputs, plural(inputs), outputs, plural(outputs), property->inputs,
                     property->outputs);
}

static void question_init(question *q)
{
    const crease_property *property = q->property;
    q->factor = memory_new(property->atoms * property->outputs, sizeof *q->factor);
    q->constant = memory_new(property->atoms, sizeof *q->constant);
}

static void question_clear(question *q)
{
    alternatives_clear(&q->all);
    free(q->factor);
    free(q->input);
    free(q->constant);
}

crease_status crease_property_decide(crease_decision *verdict, crease_counts *counts,
                                     const crease_net *net, const crease_property *property,
                                     const crease_options *options, crease_error *error)
{
    question q = {.verdict = verdict, .net = net, .property = property};
    verdict->known = verdict->satisfiable = 0;
    verdict->regions = verdict->pruned = 0;
    walk_counts_reset(counts);
    if (property_check(net, property, options, error))
        return CREASE_ERROR;
    run_limits limits; // of all walks
    run_limits_init(&limits, options);
    question_init(&q);
    crease_status status = alternatives_init(&q.all, property, error);
    while (status == CREASE_OK && !verdict->known && alternatives_next(&q.all))
        status = run_look() ? CREASE_STOPPED : try_alternative(&q, counts, options, error);
    if (status == CREASE_OK)
        verdict->known = 1;
    counts->complete = status == CREASE_OK;
    counts->seconds = run_limits_seconds(&limits);
    question_clear(&q);
    run_limits_clear(&limits);
    return status;
}
