// Whether a network can meet a property: the regions that may are enumerated, until a point is
// found in one of them.
#include "base/fatal.h"
#include "function/alternatives.h"

#include "base/error.h"
#include "base/limits.h"
#include "base/memory.h"
#include "domain/border.h"
#include "domain/domain.h"
#include "exact/rational.h"
#include "exact/rows.h"
#include "function/height.h"
#include "lp/nearest_point.h"
#include "lp/query.h"
#include "tree/region.h"
#include "tree/relax.h"
#include "walk/mode.h"
#include "walk/observer.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdlib.h>

void crease_decision_init(crease_decision *verdict, const crease_net *net)
{
    *verdict =
        (crease_decision){.inputs = crease_net_inputs(net), .outputs = crease_net_outputs(net)};
    verdict->input = _fmpq_vec_init((slong)verdict->inputs);
    verdict->output = _fmpq_vec_init((slong)verdict->outputs);
    verdict->rounded = memory_new(verdict->inputs + verdict->outputs, sizeof *verdict->rounded);
}

void crease_decision_clear(crease_decision *verdict)
{
    _fmpq_vec_clear(verdict->input, (slong)verdict->inputs);
    _fmpq_vec_clear(verdict->output, (slong)verdict->outputs);
    free(verdict->rounded);
}

// ---- The search ----

typedef struct {
    const crease_net *net;
    const crease_property *property;
    const crease_options *options;
    crease_decision *verdict;
    crease_counts *counts;
    crease_error *error;
    crease_status status;
    rounded_net base; // in doubles, without a parametrization; made when first needed
    double work;      // of local search: what may still be spent
    // The present alternative.
    const crease_property *formula;
    const unsigned char *is_bound; // by atom: it holds on all of the domain
    const crease_domain *domain;
    net_layer coordinates; // of the domain, to inputs
    rounded_net *rounded;  // on that; NULL in exact arithmetic or at a point
    output_form *form;     // of each atom, in the coordinates of the domain
    arena memory;          // of the forms
} decision_task;

// One thread's search in one part of the tree.
typedef struct {
    const decision_task *task;
    crease_decision verdict; // known: a point that meets the property
    truth *atom_truth, *node_truth;
    formula_height height;
    relaxation relaxed;
    fmpq *map; // of the present region: rows of outputs
    bool has_map;
    rows row; // inequalities of the present region, then of the atoms that are taken
    size_t facets;
    property_choices choices;
    const crease_region *region;
} decider;

static bool meet_taken(void *data);

static void decider_init(decider *d, const decision_task *task)
{
    *d = (decider){.task = task};
    crease_decision_init(&d->verdict, task->net);
    d->atom_truth = memory_new(task->formula->atoms, sizeof *d->atom_truth);
    d->node_truth = memory_new(task->formula->nodes, sizeof *d->node_truth);
    height_init(&d->height, task->formula, task->is_bound, task->form, task->coordinates.inputs);
    d->choices = (property_choices){
        .property = task->formula, .node_truth = d->node_truth, .data = d, .visit = meet_taken};
    property_choices_init(&d->choices);
    if (task->rounded)
        relaxation_init(&d->relaxed, task->rounded);
    rows_init(&d->row, task->coordinates.inputs + 1);
    d->map = _fmpq_vec_init((slong)(d->verdict.outputs * (task->coordinates.inputs + 1)));
}

static void decider_clear(decider *d)
{
    const decision_task *task = d->task;
    free(d->atom_truth);
    free(d->node_truth);
    height_clear(&d->height);
    property_choices_clear(&d->choices);
    if (task->rounded)
        relaxation_clear(&d->relaxed);
    rows_clear(&d->row);
    _fmpq_vec_clear(d->map, (slong)(d->verdict.outputs * (task->coordinates.inputs + 1)));
    crease_decision_clear(&d->verdict);
}

// ---- Points ----

static void round_numbers(double *rounded, fmpq *x, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        rounded[i] = rational_double(x + i);
        if (isfinite(rounded[i]))
            rational_set_double(x + i, rounded[i]);
    }
}

// Takes the nearest doubles of an input and its outputs, if they meet the property as doubles do.
static bool offer_rounded(decider *d, const fmpq *x)
{
    const crease_decision *verdict = &d->verdict;
    fmpq *input = _fmpq_vec_init((slong)verdict->inputs);
    fmpq *output = _fmpq_vec_init((slong)verdict->outputs);
    rational_copy(input, x, verdict->inputs);
    round_numbers(verdict->rounded, input, verdict->inputs);
    crease_net_evaluate(output, d->task->net, input);
    round_numbers(verdict->rounded + verdict->inputs, output, verdict->outputs);
    d->verdict.rounded_meets = property_is_met(d->task->property, input, output, 1);
    _fmpq_vec_clear(input, (slong)verdict->inputs);
    _fmpq_vec_clear(output, (slong)verdict->outputs);
    return d->verdict.rounded_meets;
}

// Takes an input if it meets the property: everything else leads to this.
static bool offer(decider *d, const fmpq *x)
{
    crease_decision *verdict = &d->verdict;
    crease_net_evaluate(verdict->output, d->task->net, x);
    if (run_is_cancelled() || !property_is_met(d->task->property, x, verdict->output, 0))
        return false;
    rational_copy(verdict->input, x, verdict->inputs);
    verdict->known = verdict->satisfiable = 1;
    offer_rounded(d, x);
    return true;
}

// The same for the input at these coordinates of the domain.
static bool offer_at(decider *d, const fmpq *point, bool (*take)(decider *d, const fmpq *x))
{
    const net_layer *coordinates = &d->task->coordinates;
    fmpq *x = _fmpq_vec_init((slong)coordinates->units);
    net_layer_evaluate(x, coordinates, point);
    const bool is_met = take(d, x);
    _fmpq_vec_clear(x, (slong)coordinates->units);
    return is_met;
}

// The coordinates are homogeneous.
static bool offer_coordinates(decider *d, const fmpz *u, bool (*take)(decider *d, const fmpq *x))
{
    const size_t k = d->task->coordinates.inputs;
    fmpq *point = _fmpq_vec_init((slong)k);
    for (size_t c = 0; c < k; c++)
        fmpq_set_fmpz_frac(point + c, u + c, u + k);
    const bool is_met = offer_at(d, point, take);
    _fmpq_vec_clear(point, (slong)k);
    return is_met;
}

// ---- Cells that cannot meet the property ----

// The truth of the formula on the relaxed cell, or on the box if cell is NULL. Upper bounds of its
// atoms are left in d->height.
static truth judge_relaxed(decider *d, geom_space *space, const geom_cell *cell)
{
    const decision_task *task = d->task;
    for (size_t a = 0; a < task->formula->atoms; a++) {
        double range[2] = {0, HUGE_VAL};
        if (!task->is_bound[a])
            relaxation_bounds(range, &d->relaxed, task->form + a);
        d->atom_truth[a] = range[0] >= 0 ? TRUTH_ALWAYS : range[1] < 0 ? TRUTH_NEVER : TRUTH_OPEN;
        if (d->atom_truth[a] == TRUTH_OPEN && cell)
            d->atom_truth[a] = truth_on_cell(space, cell, d->relaxed.form, NULL);
        d->height.atom_height[a] = range[1];
    }
    return property_judge(d->node_truth, task->formula, d->atom_truth);
}

static walk_advice advise(void *data, walk_position *pos, size_t l, const geom_cell *cell,
                          const unsigned char *open, double *promise)
{
    ASSERT(l < pos->maps.layers);
    decider *d = data;
    if (relaxation_rests(&d->relaxed))
        return WALK_ENTER;
    const bool known =
        relaxation_enter(&d->relaxed, l, &pos->maps.layer[l].view, open, &pos->space, cell);
    const bool left_out = known && judge_relaxed(d, &pos->space, cell) == TRUTH_NEVER;
    if (known)
        *promise = height_of_atoms(&d->height);
    d->verdict.pruned += (uint64_t)left_out;
    relaxation_note(&d->relaxed, left_out);
    return left_out ? WALK_LEAVE_OUT : WALK_ENTER;
}

// ---- A region ----

static void take_map(decider *d)
{
    const size_t columns = d->task->coordinates.inputs + 1;
    if (d->has_map)
        return;
    for (size_t o = 0; o < d->verdict.outputs; o++)
        crease_region_map(d->map + o * columns, d->region, o);
    d->has_map = true;
}

// The inequality of an atom on the region.
static void decider_row(fmpz *row, decider *d, size_t index)
{
    ASSERT(index < d->task->formula->atoms);
    const size_t columns = d->task->coordinates.inputs + 1, inputs = d->task->property->inputs;
    const property_atom *atom = d->task->formula->atom + index;
    fmpq *sum = _fmpq_vec_init((slong)columns);
    fmpz_t denominator;
    fmpz_init(denominator);
    take_map(d);
    property_input_part(sum, d->task->formula, atom, &d->task->coordinates);
    for (size_t t = atom->first; t < atom->first + atom->count; t++) {
        const property_term *term = d->task->property->term + t;
        for (size_t c = 0; c < columns && term->variable >= inputs; c++)
            fmpq_addmul(sum + c, d->map + (term->variable - inputs) * columns + c,
                        term->coefficient);
    }
    _fmpq_vec_get_fmpz_vec_fmpz(row, denominator, sum, (slong)columns);
    fmpz_clear(denominator);
    _fmpq_vec_clear(sum, (slong)columns);
}

static truth truth_in_integers(decider *d, size_t atom)
{
    ASSERT(atom < d->task->formula->atoms);
    const geom_cell *cell = d->region->cell;
    geom_space *space = region_space(d->region);
    if (cell->lines)
        return TRUTH_OPEN;
    fmpz *row = _fmpz_vec_init((slong)space->columns);
    decider_row(row, d, atom);
    const truth known = truth_on_cell(space, cell, NULL, row);
    _fmpz_vec_clear(row, (slong)space->columns);
    return known;
}

// The truth of the formula on the region: by doubles, and if these leave it open by integers.
static truth judge_region(decider *d)
{
    const decision_task *task = d->task;
    walk_maps *maps = &d->region->pos->maps;
    const size_t last = maps->layers - 1;
    for (size_t a = 0; a < task->formula->atoms; a++)
        d->atom_truth[a] = task->is_bound[a] ? TRUTH_ALWAYS : TRUTH_OPEN;
    if (task->rounded) {
        if (last > crease_net_hidden(task->net))
            walk_maps_sync(maps, last);
        if (maps->layer[last].view.grade != MAP_FIRM)
            walk_maps_tighten(maps, last);
        relaxation_enter_last(&d->relaxed, &maps->layer[last].view);
    }
    for (size_t a = 0; a < task->formula->atoms && task->rounded; a++) {
        if (task->is_bound[a])
            continue;
        relaxation_form(d->relaxed.form, &d->relaxed, task->form + a);
        d->atom_truth[a] =
            truth_on_cell(region_space(d->region), d->region->cell, d->relaxed.form, NULL);
    }
    truth known = property_judge(d->node_truth, task->formula, d->atom_truth);
    for (size_t a = 0; a < task->formula->atoms && known == TRUTH_OPEN; a++)
        if (d->atom_truth[a] == TRUTH_OPEN)
            d->atom_truth[a] = truth_in_integers(d, a);
    return property_judge(d->node_truth, task->formula, d->atom_truth);
}

static void take_facets(decider *d)
{
    const size_t columns = d->task->coordinates.inputs + 1;
    fmpq *inequality = _fmpq_vec_init((slong)columns);
    crease_facet facet;
    d->facets = crease_region_facets(d->region);
    d->row.count = 0;
    for (size_t f = 0; f < d->facets; f++) {
        fmpz *row = rows_at(&d->row, rows_push(&d->row));
        crease_region_facet(inequality, &facet, d->region, f);
        for (size_t c = 0; c < columns; c++)
            fmpz_set(row + c, fmpq_numref(inequality + c));
    }
    _fmpq_vec_clear(inequality, (slong)columns);
}

// The point that satisfies all rows and is nearest to a given one.
static bool nearest_of_rows(fmpz *nearest, const fmpz *from, fmpz *row, size_t count, size_t k)
{
    nearest_point_rows rows_of = {row, count, k + 1};
    return nearest_point(nearest, from, k, nearest_point_of_rows(&rows_of)) && !run_poll(1);
}

// Looks for a point whose doubles meet the property: one at least 2^-bits away, in the maximum
// norm, from where any row vanishes.
static void move_inside(decider *d, const fmpz *from)
{
    enum { LEAST_BITS = 10, MOST_BITS = 50, STEP = 10 };
    const size_t k = d->task->coordinates.inputs, columns = k + 1, count = d->row.count;
    fmpz *inside = _fmpz_vec_init((slong)columns);
    fmpz *row = _fmpz_vec_init((slong)(count * columns));
    int bits = LEAST_BITS, is_met = 0;
    for (; bits <= MOST_BITS && !is_met && !run_is_cancelled(); bits += STEP) {
        for (size_t i = 0; i < count; i++) {
            fmpz *shifted = row + i * columns;
            _fmpz_vec_scalar_mul_2exp(shifted, rows_at(&d->row, i), (slong)columns, (ulong)bits);
            for (size_t c = 0; c < k; c++)
                if (fmpz_sgn(rows_at(&d->row, i) + c) < 0)
                    fmpz_add(shifted + k, shifted + k, rows_at(&d->row, i) + c);
                else
                    fmpz_sub(shifted + k, shifted + k, rows_at(&d->row, i) + c);
        }
        is_met = nearest_of_rows(inside, from, row, count, k) &&
                 offer_coordinates(d, inside, offer_rounded);
    }
    _fmpz_vec_clear(inside, (slong)columns);
    _fmpz_vec_clear(row, (slong)(count * columns));
}

// Appends the rows of the inequalities that are taken and do not hold on all of the region.
static void push_taken(decider *d)
{
    for (size_t i = 0; i < d->choices.count; i++) {
        const size_t node = d->choices.taken[i];
        if (d->node_truth[node] == TRUTH_OPEN)
            decider_row(rows_at(&d->row, rows_push(&d->row)), d, d->task->formula->node[node].atom);
    }
}

// Whether a point of the part of a cell where a row is 0, which is greater nowhere, meets the
// property; unknown unless all other rows hold on the part.
static truth meet_touching(decider *d, const geom_cell *part, size_t row)
{
    ASSERT(row < d->row.count);
    const size_t k = d->task->coordinates.inputs;
    truth outcome = TRUTH_OPEN;
    program_optimum most;
    program_optimum_init(&most, k);
    if (cell_maximise(&most, part, region_space(d->region), rows_at(&d->row, row), 1) !=
            CELL_ANSWERED ||
        (!most.unbounded && fmpq_sgn(most.value) < 0))
        outcome = TRUTH_NEVER;
    else if (row + 1 == d->row.count)
        outcome = offer_coordinates(d, most.point, offer) ? TRUTH_ALWAYS : TRUTH_NEVER;
    program_optimum_clear(&most, k);
    return outcome;
}

// Clips a cell without vertices. Returns 0, and may leave it, if the row is positive nowhere on it.
static bool holds_inside(geom_cell *part, geom_space *space, const fmpz *row)
{
    if (_fmpz_vec_is_zero(row, (slong)space->dimension))
        return fmpz_sgn(row + space->dimension) >= 0;
    return cell_clip(part, space, space_add_border(space, row));
}

// Whether a point of a cell without vertices meets all inequalities that are taken: one inside the
// part where they hold.
static truth meet_inside(decider *d)
{
    const size_t k = d->task->coordinates.inputs;
    geom_space *space = region_space(d->region);
    geom_cell part = *region_canonical(d->region);
    const space_mark mark = space_here(space);
    fmpq *point = _fmpq_vec_init((slong)k);
    truth outcome = TRUTH_OPEN;
    d->row.count = 0;
    push_taken(d);
    size_t row = 0;
    while (row < d->row.count && holds_inside(&part, space, rows_at(&d->row, row)))
        row++;
    if (row < d->row.count) {
        outcome = meet_touching(d, &part, row);
    } else {
        cell_interior(point, &part, space);
        outcome = offer_at(d, point, offer) ? TRUTH_ALWAYS : TRUTH_NEVER;
    }
    _fmpq_vec_clear(point, (slong)k);
    space_release(space, mark);
    return outcome;
}

// The same for any cell: the point nearest to its first vertex, or to the origin.
static bool meet_nearest(decider *d)
{
    const size_t k = d->task->coordinates.inputs;
    const fmpz *vertex = d->region->cell->count ? region_vertex_row(d->region, 0) : NULL;
    fmpz *from = _fmpz_vec_init((slong)k + 1), *nearest = _fmpz_vec_init((slong)k + 1);
    fmpz_one(from + k);
    if (vertex)
        _fmpz_vec_set(from, vertex, (slong)k + 1);
    if (!d->facets)
        take_facets(d);
    d->row.count = d->facets;
    push_taken(d);
    const bool is_met = nearest_of_rows(nearest, from, d->row.entry, d->row.count, k) &&
                        offer_coordinates(d, nearest, offer);
    if (is_met && !d->verdict.rounded_meets)
        move_inside(d, nearest);
    _fmpz_vec_clear(from, (slong)k + 1);
    _fmpz_vec_clear(nearest, (slong)k + 1);
    return is_met;
}

static bool meet_taken(void *data)
{
    decider *d = data;
    const truth outcome = d->region->cell->count ? TRUTH_OPEN : meet_inside(d);
    return outcome == TRUTH_ALWAYS || (outcome == TRUTH_OPEN && meet_nearest(d)) ||
           run_is_cancelled();
}

static crease_visit decider_region(void *data, const crease_region *region)
{
    decider *d = data;
    d->verdict.regions++;
    d->region = region;
    d->has_map = false;
    if (judge_region(d) == TRUTH_NEVER || run_is_cancelled())
        return CREASE_GO;
    d->facets = 0;
    property_choose(&d->choices);
    return d->verdict.known ? CREASE_STOP : CREASE_GO;
}

// ---- Local search and bounds of the box, before anything else ----

static bool confirm(void *data, const double *u)
{
    decider *d = data;
    const size_t k = d->task->coordinates.inputs;
    fmpq *point = _fmpq_vec_init((slong)k);
    for (size_t c = 0; c < k; c++)
        rational_set_double(point + c, u[c]);
    const bool is_met = offer_at(d, point, offer);
    _fmpq_vec_clear(point, (slong)k);
    return is_met;
}

static double search_height(void *data, const double *u, const double *y)
{
    return height_value(&((decider *)data)->height, u, y);
}

static void search_slope(void *data, double *by_u, double *by_y)
{
    height_slope(&((decider *)data)->height, by_u, by_y);
}

static void try_points(decider *d, const rounded_net *net, const fmpq *lo, const fmpq *hi,
                       double work)
{
    const size_t k = d->task->coordinates.inputs;
    double *low = memory_new(3 * k, sizeof *low), *high = low + k;
    const climb_task search = {.net = net,
                               .low = low,
                               .high = high,
                               .value = search_height,
                               .slope = search_slope,
                               .reached = confirm,
                               .data = d};
    if (climb_box(low, high, lo, hi, k))
        climb_search(high + k, &search, work);
    free(low);
}

// Whether bounds on the whole box show that no point of it meets the property.
static bool box_is_refuted(decider *d, const fmpq *lo, const fmpq *hi)
{
    const rounded_net *rounded = d->task->rounded;
    const rounded_layer *first = rounded->layer;
    const size_t columns = rounded->dimension + 1;
    double *entry = memory_new(columns * first->stride, sizeof *entry);
    double *bound = memory_new(columns, sizeof *bound);
    const map_view root = {.net = first, .entry = entry, .bound = bound};
    map_put_first(entry, first->weight, first->bias, first);
    if (rounded->parametrization) // the identity is not rounded
        map_bound_first(bound, entry, first, columns, FILTER_UNIT);
    box_approx *box = &d->relaxed.box;
    for (size_t c = 0; c + 1 < columns; c++) {
        const double low = nextafter(rational_double(lo + c), -HUGE_VAL);
        const double high = nextafter(rational_double(hi + c), HUGE_VAL);
        box->center[c] = 0.5 * low + 0.5 * high;
        box->reach[c] = fmax(fabs(low), fabs(high));
        box->half[c] = fmax(high - box->center[c], box->center[c] - low) * FILTER_ENLARGE;
    }
    const bool never = relaxation_enter(&d->relaxed, 0, &root, NULL, NULL, NULL) &&
                       judge_relaxed(d, NULL, NULL) == TRUTH_NEVER;
    d->verdict.pruned += (uint64_t)never;
    free(entry);
    free(bound);
    return never;
}

// ---- All threads ----

static void *decider_open(void *data)
{
    decider *d = memory_new(1, sizeof *d);
    decider_init(d, data);
    return d;
}

static void decider_close(void *data, void *buffer)
{
    (void)data;
    decider_clear(buffer);
    free(buffer);
}

static size_t decider_size(const void *buffer)
{
    return sizeof(decider) + ((const decider *)buffer)->relaxed.bytes;
}

// The first point in the order of the enumeration is the answer.
static crease_visit take_answer(void *data, void *buffer, uint64_t first, uint64_t regions)
{
    const decision_task *task = data;
    crease_decision *own = &((decider *)buffer)->verdict, *verdict = task->verdict;
    (void)first, (void)regions;
    const uint64_t counts[2] = {verdict->regions + own->regions, verdict->pruned + own->pruned};
    if (own->known) {
        const crease_decision old = *verdict;
        *verdict = *own;
        *own = old;
    }
    verdict->regions = counts[0];
    verdict->pruned = counts[1];
    own->regions = own->pruned = 0;
    return verdict->known ? CREASE_STOP : CREASE_GO;
}

// Decides region by region. CREASE_OK also if the first answer ended the walk.
static crease_status enumerate_regions(decision_task *task)
{
    crease_counts part;
    crease_counts_init(&part, task->net);
    const walk_observer observer = {.data = task,
                                    .any_cells = true,
                                    .visitor = {.region = decider_region},
                                    .open = decider_open,
                                    .close = decider_close,
                                    .size = decider_size,
                                    .deliver = take_answer,
                                    .advise = task->rounded ? advise : NULL};
    const walk_mode mode = {.base = &task->base, .observer = &observer};
    const crease_status status =
        walk_in_mode(&part, task->net, task->domain, &mode, task->options, task->error);
    walk_counts_add(task->counts, &part);
    crease_counts_clear(&part);
    return task->verdict->known ? CREASE_OK : status;
}

// ---- One alternative after the other ----

// Returns whether the answer is known without the regions. x: the only point, if domain is NULL.
static bool try_without_regions(decision_task *task, const fmpq *x, const rounded_net *net)
{
    const crease_domain *domain = task->domain;
    const fmpq *lo = domain ? domain->lo : x, *hi = domain ? domain->hi : x;
    const bool is_box = !domain || domain->is_box;
    decider d;
    decider_init(&d, task);
    const bool refuted = task->rounded && is_box && box_is_refuted(&d, lo, hi);
    if (domain && is_box && !refuted) {
        task->work /= 2; // most for the first alternatives
        try_points(&d, net, lo, hi, task->work);
    } else if (!domain && !refuted) {
        offer(&d, x);
    }
    const bool answered = refuted || d.verdict.known || !domain;
    take_answer(task, &d, 0, 0);
    decider_clear(&d);
    return answered;
}

// Decides one domain, or all inputs: by points and bounds first, then by regions. x: a point that
// may be an answer, or NULL.
static crease_status search_domain(decision_task *task, const fmpq *x)
{
    const crease_domain *domain = task->domain;
    const size_t inputs = task->property->inputs, dimension = domain ? domain->dimension : inputs;
    const fmpq *parametrization = domain ? domain->parametrization : NULL;
    rounded_net own;
    if (!task->base.net)
        rounded_net_init(&task->base, task->net, NULL, inputs);
    rounded_net *rounded = &task->base;
    if (parametrization) {
        rounded_net_init_on(&own, &task->base, parametrization, dimension);
        rounded = &own;
    }
    task->rounded = task->options && task->options->arith == CREASE_EXACT ? NULL : rounded;
    net_layer_init_affine(&task->coordinates, parametrization, dimension, inputs);
    arena_init(&task->memory);
    task->form = property_forms(&task->memory, task->formula, &task->coordinates);
    const bool answered = try_without_regions(task, x, rounded);
    const crease_status status = run_is_cancelled() ? CREASE_STOPPED
                                 : answered         ? CREASE_OK
                                                    : enumerate_regions(task);
    arena_clear(&task->memory);
    net_layer_clear(&task->coordinates);
    if (parametrization)
        rounded_net_clear(&own);
    return status;
}

static bool visit_alternative(void *data, property_alternative *alternative)
{
    decision_task *task = data;
    crease_domain *domain;
    fmpq *x = _fmpq_vec_init((slong)task->property->inputs);
    alternative_domain(&domain, x, alternative);
    task->formula = &alternative->formula;
    task->is_bound = alternative->is_bound;
    task->domain = domain;
    task->status = run_poll_now() ? CREASE_STOPPED : search_domain(task, x);
    crease_domain_free(domain);
    _fmpq_vec_clear(x, (slong)task->property->inputs);
    return task->verdict->known || task->status != CREASE_OK;
}

crease_status crease_property_decide(crease_decision *verdict, crease_counts *counts,
                                     const crease_net *net, const crease_property *property,
                                     const crease_options *options, crease_error *error)
{
    static const double WORK = 1e8; // about a tenth of a second
    decision_task task = {.net = net,
                          .property = property,
                          .options = options,
                          .verdict = verdict,
                          .counts = counts,
                          .error = error,
                          .work = WORK};
    verdict->known = verdict->satisfiable = 0;
    verdict->regions = verdict->pruned = 0;
    walk_counts_reset(counts);
    if (options && options->arith == CREASE_FLOAT)
        return error_set(error, "a property is decided exactly: arithmetic \"float\" does not");
    if (property_fits(property, net, error))
        return CREASE_ERROR;
    run_limits limits; // of all alternatives
    run_limits_init(&limits, options);
    alternatives_visit(property, visit_alternative, &task);
    if (task.base.net)
        rounded_net_clear(&task.base);
    verdict->known |= task.status == CREASE_OK;
    counts->complete = task.status == CREASE_OK;
    counts->seconds = run_limits_seconds(&limits);
    return run_limits_end(&limits, task.status, error);
}
