// A segment crossed from one end to the other.
#include "path/sweep.h"

#include "base/memory.h"
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 2 };

// Planes of the sweep are predicates of layers on its path.
static void sweep_fetch_plane(void *from, fmpz *row, const plane_origin *origin)
{
    sweep *s = from;
    walk_maps_form(&s->maps, row, origin->layer, origin->unit, origin->breakpoint);
}

void sweep_init(sweep *s, const crease_net *net, crease_arith arith, int use_dd, run_ticker *ticker,
                sweep_observer observer)
{
    *s = (sweep){.net = net, .use_dd = use_dd, .ticker = ticker, .observer = observer};
    sign_judge_init(&s->judge, arith, 0);
    s->layer = memory_new(net->layers + 1, sizeof *s->layer);
    for (size_t l = 1; l <= net->layers; l++) {
        const net_layer *layer = net->layer + l - 1;
        s->layer[l].sign = memory_new(layer->unit.predicate[layer->units], 1);
        s->layer[l].previous = memory_new(layer->units, sizeof *s->layer->previous);
    }
}

void sweep_clear(sweep *s)
{
    for (size_t l = 1; l <= s->net->layers; l++) {
        free(s->layer[l].sign);
        free(s->layer[l].event);
        free(s->layer[l].previous);
    }
    free(s->layer);
    sign_judge_clear(&s->judge);
}

uint64_t sweep_changes(const sweep *s, size_t l)
{
    const uint32_t *now = s->maps.layer[l].pattern, *before = s->layer[l].previous;
    uint64_t changes = 0;
    for (size_t i = 0; i < s->maps.layer[l].rounded->units && s->has_previous; i++)
        changes += now[i] != before[i];
    return changes;
}

// ---- the predicates of a layer on an interval ----

static int sweep_sign_at(sweep *s, const double *form, const plane_origin *origin, uint32_t point)
{
    int sign = space_try(&s->space, form, point);
    if (sign != SIGN_UNKNOWN)
        return sign;
    fmpz row[COLUMNS] = {0};
    sweep_fetch_plane(s, row, origin);
    sign = sign_exact(&s->judge, row, space_point_row(&s->space, point), COLUMNS);
    for (int c = 0; c < COLUMNS; c++)
        fmpz_clear(row + c);
    return sign;
}

static signed char *sweep_signs_of(const sweep *s, size_t l, size_t unit)
{
    return s->layer[l].sign + s->maps.layer[l].rounded->unit.predicate[unit];
}

static void add_event(sweep *s, size_t l, const double *form, const plane_origin *origin, int rises,
                      uint32_t lo, uint32_t hi)
{
    sweep_layer *layer = s->layer + l;
    uint32_t plane = space_add_plane(&s->space, form, *origin);
    uint32_t point = space_add_common(&s->space, &plane, 1, 0, 0, 0);
    MEMORY_RESERVE(layer->event, layer->capacity, layer->events + 1);
    layer->event[layer->events++] =
        (sweep_event){.point = point, .plane = plane, .unit = origin->unit, .rises = (int8_t)rises};
    if (s->observer.point)
        s->observer.point(s->observer.data, point, origin, lo, hi);
}

// One predicate of one unit, at both ends.
static void sweep_ask(sweep *s, size_t l, uint32_t unit, uint32_t q, uint32_t lo, uint32_t hi)
{
    const walk_layer *map = s->maps.layer + l;
    plane_origin origin = {.layer = (uint32_t)l, .unit = unit, .breakpoint = q};
    double form[2 * COLUMNS] = {0};
    if (s->judge.arith != CREASE_EXACT)
        walk_layer_approx(form, map, unit, q);
    int at_lo = sweep_sign_at(s, form, &origin, lo), at_hi = sweep_sign_at(s, form, &origin, hi);
    sweep_signs_of(s, l, unit)[q] = (signed char)(at_lo ? at_lo : at_hi);
    if (at_lo * at_hi < 0)
        add_event(s, l, form, &origin, at_hi > 0, lo, hi);
}

// The sign of every predicate just right of lo, and where these signs change.
static void survey(sweep *s, size_t l, uint32_t lo, uint32_t hi)
{
    const rounded_layer *net = s->maps.layer[l].rounded;
    s->layer[l].events = 0;
    for (uint32_t unit = 0; unit < net->units; unit++)
        for (uint32_t q = 0; q < unit_predicates(&net->unit, unit); q++)
            sweep_ask(s, l, unit, q, lo, hi);
}

// The order of two events on the segment: where b's form is negative and rises, b is still to
// come.
static int sweep_compare(const void *a, const void *b, void *from)
{
    const sweep_event *first = a, *second = b;
    sweep *s = from;
    if (first->point == second->point)
        return 0;
    int sign = space_sign(&s->space, second->plane, first->point);
    return second->rises ? sign : -sign;
}

// The piece of a unit, given the signs of its predicates. A breakpoint belongs to the lower
// piece; of rows that are equal, the first has won.
static uint32_t piece_of(const sweep *s, size_t l, size_t unit)
{
    const unit_table *table = &s->maps.layer[l].rounded->unit;
    const signed char *sign = sweep_signs_of(s, l, unit);
    size_t rank = unit_rank(table, unit);
    uint32_t piece = 0;
    if (rank == 1) {
        for (size_t q = 0; q + 1 < unit_pieces(table, unit); q++)
            piece += sign[q] > 0;
        return piece;
    }
    for (uint32_t row = 1; row < rank; row++)
        if (sign[maxout_predicate((maxout_rows){piece, row}, rank)] > 0)
            piece = row;
    return piece;
}

// ---- the path ----

static int sweep_enter(sweep *s, size_t l, uint32_t lo, uint32_t hi, int differs);

// One interval of layer l, and all that is below it.
static int sweep_pass(sweep *s, size_t l, uint32_t lo, uint32_t hi, int differs)
{
    const walk_layer *map = s->maps.layer + l;
    differs |= !s->has_previous || sweep_changes(s, l);
    s->observer.piece(s->observer.data, l, lo, hi, differs);
    memcpy(s->layer[l].previous, map->pattern, map->rounded->units * sizeof *map->pattern);
    if (l < s->net->layers)
        return sweep_enter(s, l + 1, lo, hi, differs);
    s->has_previous = 1;
    return 1;
}

// Turns the signs of the events [from, to), all in one point. Returns whether the pattern
// changes there; it is still the old one.
static int sweep_turn(sweep *s, size_t l, size_t from, size_t to)
{
    const walk_layer *map = s->maps.layer + l;
    const sweep_layer *layer = s->layer + l;
    int changes = 0;
    for (size_t e = from; e < to; e++) {
        const sweep_event *event = layer->event + e;
        uint32_t predicate = s->space.origin[event->plane].breakpoint;
        sweep_signs_of(s, l, event->unit)[predicate] = event->rises ? 1 : -1;
    }
    for (size_t e = from; e < to; e++) {
        uint32_t unit = layer->event[e].unit;
        changes |= piece_of(s, l, unit) != map->pattern[unit];
    }
    return changes;
}

static void take_pieces(sweep *s, size_t l)
{
    const walk_layer *map = s->maps.layer + l;
    for (size_t unit = 0; unit < map->rounded->units; unit++)
        map->pattern[unit] = piece_of(s, l, unit);
}

static size_t end_of_group(sweep *s, const sweep_layer *layer, size_t from)
{
    size_t to = from + 1;
    while (to < layer->events && !sweep_compare(layer->event + from, layer->event + to, s))
        to++;
    return to;
}

static int sweep_enter(sweep *s, size_t l, uint32_t lo, uint32_t hi, int differs)
{
    if (run_limits_reached(s->ticker, s->done, 0))
        return 0;
    sweep_layer *layer = s->layer + l;
    space_mark mark = space_here(&s->space);
    if (s->use_dd) {
        walk_maps_sync_tight(&s->maps, l);
    } else {
        walk_maps_sync(&s->maps, l);
        if (s->maps.layer[l].use.grade != MAP_FIRM)
            walk_maps_tighten(&s->maps, l);
    }
    survey(s, l, lo, hi);
    if (layer->events > 1)
        qsort_r(layer->event, layer->events, sizeof *layer->event, sweep_compare, s);
    take_pieces(s, l);
    uint32_t start = lo;
    int goes_on = 1;
    for (size_t e = 0, next; e < layer->events && goes_on; e = next) {
        next = end_of_group(s, layer, e);
        uint32_t point = layer->event[e].point;
        if (!sweep_turn(s, l, e, next))
            continue;
        goes_on = sweep_pass(s, l, start, point, differs);
        take_pieces(s, l);
        start = point;
        differs = 1;
    }
    goes_on = goes_on && sweep_pass(s, l, start, hi, differs);
    space_release(&s->space, mark);
    return goes_on;
}

int sweep_segment(sweep *s, rounded_net *rounded)
{
    walk_maps_init(&s->maps, s->net, rounded, s->judge.arith);
    space_init(&s->space, 1, &s->judge);
    s->space.fetch = sweep_fetch_plane;
    s->space.fetch_from = s;
    for (fmpz end = SWEEP_START; end <= SWEEP_END; end++) {
        fmpz point[COLUMNS] = {end, 1};
        space_add_point(&s->space, point);
    }
    int goes_on = sweep_enter(s, 1, SWEEP_START, SWEEP_END, 0);
    space_clear(&s->space);
    walk_maps_clear(&s->maps);
    return goes_on;
}
