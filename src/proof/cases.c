// A certificate followed from part to part, to one of its regions.
#include "proof/cases.h"

#include "base/error.h"
#include "base/limits.h"
#include "base/memory.h"
#include "geom/domain.h"
#include "proof/claim.h"
#include "proof/lines.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <stdlib.h>
#include <string.h>

// Of a unit of a layer that is not through.
typedef struct {
    uint32_t piece, left; // the lowest piece that is not crossed out, and how many are not
} unit_state;

// A unit before some of its pieces were crossed out: those of maxout by one, `row`.
typedef struct {
    size_t layer;
    uint32_t unit, row; // row NO_ROW: of another unit
    unit_state was;
} crossing;

typedef struct {
    size_t line, layer;
    uint32_t unit, next; // next: the part to come
    size_t members, cones, crossings, steps, regions;
    int bounded, contains;
} split;

enum { NO_ROW = UINT32_MAX };

struct proof_cases {
    const crease_net *net;
    proof_lines lines;
    proof_claim claim;
    rounded_net rounded;
    walk_maps maps;
    run_limits limits;
    run_ticker ticker;
    int has_maps;
    size_t hidden, layer; // the layers before this one are on one piece
    proof_part part;
    size_t dimension;
    unit_state **unit;   // by layer, from 1 on
    unsigned char **out; // by layer and number of piece: rows of maxout that are crossed out
    crossing *crossing;
    size_t crossings, crossing_capacity;
    split *path;
    size_t splits, path_capacity;
    case_step *step;
    size_t steps, step_capacity;
    size_t regions; // that are through
    int begun;      // the line of the present part has a word
    int bounded, contains, found;
    const fmpz *x;           // the point that is looked for, (u, w), or NULL
    size_t number;           // else the region
    size_t *member;          // scratch: of a cone
    fmpz *form;              // scratch
    unsigned char *positive; // scratch: by member
    size_t positive_capacity;
};

// ---- opening ----

static const unit_table *units_of(const proof_cases *c, size_t l)
{
    return &c->maps.layer[l].rounded->unit;
}

static void add_border(proof_cases *c, const fmpq *row, fmpz *integers)
{
    fmpz_t scale;
    fmpz_init(scale);
    _fmpq_vec_get_fmpz_vec_fmpz(integers, scale, row, (slong)c->part.columns);
    part_add_member(&c->part, integers, (case_member){0});
    fmpz_clear(scale);
}

static void set_up(proof_cases *c)
{
    c->dimension = crease_domain_dimension(c->claim.domain);
    size_t columns = c->dimension + 1;
    part_init(&c->part, columns);
    rounded_net_init(&c->rounded, c->net, c->claim.domain->parametrization, c->dimension);
    walk_maps_init(&c->maps, c->net, &c->rounded, CREASE_EXACT);
    c->has_maps = 1;
    c->unit = memory_new(c->hidden + 1, sizeof *c->unit);
    c->out = memory_new(c->hidden + 1, sizeof *c->out);
    for (size_t l = 1; l <= c->hidden; l++) {
        c->unit[l] = memory_new(units_of(c, l)->units, sizeof **c->unit);
        c->out[l] = memory_new(units_of(c, l)->piece[units_of(c, l)->units], 1);
    }
    c->member = memory_new(columns, sizeof *c->member);
    c->form = _fmpz_vec_init((slong)columns);
    for (size_t i = 0; i < c->claim.borders; i++)
        add_border(c, c->claim.border + i * columns, c->form);
    part_add_cone(&c->part, NULL, 0); // the whole space
}

crease_status cases_open(proof_cases **cases, const crease_net *net, const char *path,
                         const crease_options *options, crease_error *error)
{
    proof_cases *c = *cases = memory_new(1, sizeof *c);
    c->net = net;
    c->hidden = crease_net_hidden(net);
    run_limits_init(&c->limits, options);
    c->ticker = (run_ticker){.limits = &c->limits};
    if (lines_open(&c->lines, path, error) != CREASE_OK ||
        claim_read(&c->claim, &c->lines, net) != CREASE_OK)
        return CREASE_ERROR;
    set_up(c);
    return CREASE_OK;
}

void cases_free(proof_cases *c)
{
    if (!c)
        return;
    if (c->has_maps) {
        for (size_t l = 1; l <= c->hidden; l++) {
            free(c->unit[l]);
            free(c->out[l]);
        }
        free(c->unit);
        free(c->out);
        free(c->member);
        _fmpz_vec_clear(c->form, (slong)c->part.columns);
        part_clear(&c->part);
        walk_maps_clear(&c->maps);
        rounded_net_clear(&c->rounded);
    }
    free(c->crossing);
    free(c->path);
    free(c->step);
    free(c->positive);
    claim_clear(&c->claim);
    lines_close(&c->lines);
    run_limits_clear(&c->limits);
    free(c);
}

// ---- what is known of units ----

static void note(proof_cases *c, size_t l, uint32_t unit, uint32_t row)
{
    MEMORY_RESERVE(c->crossing, c->crossing_capacity, c->crossings + 1);
    c->crossing[c->crossings++] = (crossing){l, unit, row, c->unit[l][unit]};
}

static void cross_out_row(proof_cases *c, size_t l, uint32_t unit, uint32_t row)
{
    unit_state *u = c->unit[l] + unit;
    unsigned char *out = c->out[l] + units_of(c, l)->piece[unit];
    note(c, l, unit, row);
    out[row] = 1;
    u->left--;
    while (u->left && out[u->piece])
        u->piece++;
}

// side 1: the lowest piece that is left; -1: all others.
static void cross_out(proof_cases *c, size_t l, uint32_t unit, int side)
{
    unit_state *u = c->unit[l] + unit;
    note(c, l, unit, NO_ROW);
    u->piece += side > 0;
    u->left = side > 0 ? u->left - 1 : 1;
}

static void take_back(proof_cases *c, const split *s)
{
    c->layer = s->layer;
    c->part.members = s->members;
    c->part.cones = s->cones;
    c->steps = s->steps;
    c->bounded = s->bounded;
    c->contains = s->contains;
    while (c->crossings > s->crossings) {
        const crossing *last = c->crossing + --c->crossings;
        c->unit[last->layer][last->unit] = last->was;
        if (last->row != NO_ROW)
            c->out[last->layer][units_of(c, last->layer)->piece[last->unit] + last->row] = 0;
    }
}

// ---- creases ----

static void set_form(proof_cases *c, fmpz *form, size_t l, uint32_t unit, uint32_t low,
                     uint32_t high)
{
    size_t rank = unit_rank(units_of(c, l), unit);
    maxout_rows tie = {low, high};
    walk_maps_form(&c->maps, form, l, unit, rank > 1 ? maxout_predicate(tie, rank) : low);
}

static void push_step(proof_cases *c, case_step step)
{
    MEMORY_RESERVE(c->step, c->step_capacity, c->steps + 1);
    c->step[c->steps] = step;
    c->step[c->steps++].line = c->lines.number;
}

// By the cones in hand from number `first` on, the latest first.
static int side_of_crease(proof_cases *c, size_t l, uint32_t unit, uint32_t low, uint32_t high,
                          size_t first)
{
    set_form(c, c->form, l, unit, low, high);
    for (size_t i = c->part.cones; i-- > first;) {
        int side = part_side(&c->part, c->form, c->part.cone + i, 0);
        if (side) {
            push_step(c, (case_step){STEP_FIXED, .layer = l, .unit = unit, .low = low, .high = high,
                                     .side = side, .by = i});
            return side;
        }
    }
    return 0;
}

static void settle_rows(proof_cases *c, size_t l, uint32_t unit, size_t first)
{
    const unsigned char *out = c->out[l] + units_of(c, l)->piece[unit];
    uint32_t rank = (uint32_t)unit_rank(units_of(c, l), unit);
    for (uint32_t low = c->unit[l][unit].piece; low < rank; low++)
        for (uint32_t high = low + 1; !out[low] && high < rank; high++) {
            int side = out[high] ? 0 : side_of_crease(c, l, unit, low, high, first);
            if (side)
                cross_out_row(c, l, unit, side < 0 ? high : low);
        }
}

// Crosses out the pieces of a unit that cones from number `first` on show to be in force nowhere.
static void settle(proof_cases *c, size_t l, uint32_t unit, size_t first)
{
    const unit_state *u = c->unit[l] + unit;
    if (unit_rank(units_of(c, l), unit) > 1) {
        settle_rows(c, l, unit, first);
        return;
    }
    for (int side = 1; side && u->left > 1; first = 0) {
        side = side_of_crease(c, l, unit, u->piece, u->piece + 1, first);
        if (side)
            cross_out(c, l, unit, side);
    }
}

// ---- parts ----

static void enter_layer(proof_cases *c, size_t l)
{
    const unit_table *units = units_of(c, l);
    for (size_t j = 0; l > 1 && j < units_of(c, l - 1)->units; j++)
        c->maps.layer[l - 1].pattern[j] = c->unit[l - 1][j].piece;
    walk_maps_sync(&c->maps, l);
    for (size_t j = 0; j < units->units; j++)
        c->unit[l][j] = (unit_state){.left = (uint32_t)unit_pieces(units, j)};
    memset(c->out[l], 0, units->piece[units->units]);
    c->layer = l;
}

// The first unit of the layer with several pieces left. All before number `from` are known; this
// one is asked anew, as it has been split; cones before number `first` were tried on the others.
static uint32_t open_unit(proof_cases *c, uint32_t from, size_t first)
{
    uint32_t units = (uint32_t)units_of(c, c->layer)->units, open = units;
    size_t cones = c->part.cones;
    for (uint32_t j = from; j < units && (first < cones || open == units); j++) {
        const unit_state *u = c->unit[c->layer] + j;
        if (u->left > 1 && (first < cones || j == from))
            settle(c, c->layer, j, j == from ? 0 : first);
        if (u->left > 1 && open == units)
            open = j;
    }
    return open;
}

// Goes on through the layers until there is a unit whose piece is not known, and returns 1.
static int find_open(proof_cases *c, uint32_t *open)
{
    const split *s = c->splits ? c->path + c->splits - 1 : NULL;
    if (c->layer && (*open = open_unit(c, s->unit, s->cones)) < units_of(c, c->layer)->units)
        return 1;
    while (c->layer < c->hidden) {
        enter_layer(c, c->layer + 1);
        if ((*open = open_unit(c, 0, 0)) < units_of(c, c->layer)->units)
            return 1;
    }
    return 0;
}

static void push_split(proof_cases *c, uint32_t unit)
{
    MEMORY_RESERVE(c->path, c->path_capacity, c->splits + 1);
    c->path[c->splits++] = (split){.line = c->lines.number,
                                   .layer = c->layer,
                                   .unit = unit,
                                   .members = c->part.members,
                                   .cones = c->part.cones,
                                   .crossings = c->crossings,
                                   .steps = c->steps,
                                   .regions = c->regions,
                                   .bounded = c->bounded,
                                   .contains = c->contains};
}

static void add_member(proof_cases *c, case_member from)
{
    set_form(c, c->form, from.layer, from.unit, from.low, from.high);
    part_add_member(&c->part, c->form, from);
    if (c->x && c->contains)
        c->contains = part_sign(&c->part, part_member(&c->part, c->part.members - 1), c->x) >= 0;
}

// Begins the next part of the latest split; returns 0 if there is none.
static int begin_part(proof_cases *c)
{
    split *s = c->path + c->splits - 1;
    take_back(c, s);
    size_t l = s->layer;
    const unsigned char *out = c->out[l] + units_of(c, l)->piece[s->unit];
    uint32_t rank = (uint32_t)unit_rank(units_of(c, l), s->unit), parts = rank > 1 ? rank : 2;
    uint32_t kept = s->next, piece = c->unit[l][s->unit].piece;
    while (rank > 1 && kept < parts && out[kept])
        kept++;
    if (kept == parts)
        return 0;
    s->next = kept + 1;
    size_t first = c->part.members;
    if (rank == 1) {
        add_member(c, (case_member){l, s->unit, piece, piece + 1, !kept});
        cross_out(c, l, s->unit, kept ? 1 : -1);
    }
    for (uint32_t p = 0; rank > 1 && p < parts; p++)
        if (p != kept && !out[p]) {
            uint32_t low = p < kept ? p : kept, high = p < kept ? kept : p;
            add_member(c, (case_member){l, s->unit, low, high, p > kept});
            cross_out_row(c, l, s->unit, p);
        }
    push_step(c,
              (case_step){STEP_SPLIT, .layer = l, .unit = s->unit, .low = piece, .high = piece + 1,
                          .part = kept, .first_member = first, .members = c->part.members - first});
    c->step[c->steps - 1].line = s->line;
    return 1;
}

// ---- lines ----

// Whether the next word of the line begins with one of these characters; the space before it is
// read then.
static int has_word(proof_cases *c, const char *begins)
{
    const char *word = c->lines.next + c->begun;
    if ((c->begun && *c->lines.next != ' ') || !*word || !strchr(begins, *word))
        return 0;
    c->lines.next = word;
    c->begun = 1;
    return 1;
}

static crease_status read_cone(proof_cases *c)
{
    size_t size = 0, member;
    do {
        if (lines_natural(&member, &c->lines) != CREASE_OK)
            return CREASE_ERROR;
        if (member >= c->part.members)
            return lines_refuse(&c->lines, "there is no member %zu", member);
        if (size == c->dimension)
            return lines_refuse(&c->lines, "a cone has more than %zu members", size);
        c->member[size++] = c->part.members - 1 - member; // so many are newer
    } while (lines_has(&c->lines, "."));
    for (size_t i = 0, j = size - 1; i < j; i++, j--) { // the newest come first
        member = c->member[i];
        c->member[i] = c->member[j];
        c->member[j] = member;
    }
    if (!part_add_cone(&c->part, c->member, size))
        return lines_refuse(&c->lines, "the members of a cone are not independent");
    return CREASE_OK;
}

// minus the sum of the members of a cone
static void minus_sum(fmpz *form, const proof_cases *c, const case_cone *cone)
{
    _fmpz_vec_zero(form, (slong)c->part.columns);
    for (size_t i = 0; i < cone->size; i++)
        _fmpz_vec_sub(form, form, part_member(&c->part, cone->member[i]), (slong)c->part.columns);
}

static crease_status show_bounded(proof_cases *c)
{
    size_t last = c->part.cones - 1;
    minus_sum(c->form, c, c->part.cone + last);
    c->bounded = 0;
    for (size_t i = 0; !c->bounded && c->part.cone[last].size == c->dimension && i <= last; i++)
        if (part_side(&c->part, c->form, c->part.cone + i, 1) > 0) {
            push_step(c, (case_step){STEP_BOUNDED, .cone = last, .by = i});
            c->bounded = 1;
        }
    if (!c->bounded)
        return lines_refuse(&c->lines, "this part is not shown to be bounded");
    return CREASE_OK;
}

static crease_status read_cones(proof_cases *c)
{
    crease_status status = CREASE_OK;
    while (status == CREASE_OK && has_word(c, "b0123456789")) {
        int bounds = lines_has(&c->lines, "b");
        status = read_cone(c);
        if (status == CREASE_OK && bounds)
            status = show_bounded(c);
    }
    return status;
}

static crease_status read_part(proof_cases *c)
{
    uint32_t open;
    c->begun = 0;
    if (lines_next(&c->lines) != CREASE_OK || read_cones(c) != CREASE_OK)
        return CREASE_ERROR;
    if (has_word(c, "-")) {
        if (lines_expect(&c->lines, "-") != CREASE_OK)
            return CREASE_ERROR;
        return lines_expect_end(&c->lines);
    }
    if (find_open(c, &open)) {
        push_split(c, open);
        return lines_expect_end(&c->lines);
    }
    c->found = c->x ? c->contains : c->regions == c->number;
    c->regions += !c->found;
    return CREASE_OK;
}

crease_status cases_find(proof_cases *c, size_t number, const fmpq *x)
{
    crease_status status = CREASE_OK;
    fmpz *point = _fmpz_vec_init((slong)c->part.columns);
    c->number = number;
    c->contains = 1;
    if (x) {
        _fmpq_vec_get_fmpz_vec_fmpz(point, point + c->dimension, x, (slong)c->dimension);
        c->x = point;
    }
    for (size_t i = 0; x && i < c->part.members; i++)
        c->contains &= part_sign(&c->part, part_member(&c->part, i), point) >= 0;
    int more = c->contains;
    if (more)
        status = read_part(c);
    while (more && status == CREASE_OK && !c->found && c->splits) {
        if (run_limits_reached(&c->ticker, c->regions, 0))
            status = CREASE_STOPPED;
        else if (begin_part(c))
            status = read_part(c);
        else if (c->regions == c->path[--c->splits].regions)
            status = lines_refuse(&c->lines, "a part that was split has no region");
    }
    c->x = NULL;
    _fmpz_vec_clear(point, (slong)c->part.columns);
    return status == CREASE_OK && !c->found ? CREASE_NEGATIVE : status;
}

// ---- the region that was found ----

const crease_domain *cases_domain(const proof_cases *c)
{
    return c->claim.domain;
}

size_t cases_region(const proof_cases *c)
{
    return c->regions;
}

size_t cases_line(const proof_cases *c)
{
    return c->lines.number;
}

size_t cases_steps(const proof_cases *c)
{
    return c->steps;
}

const case_step *cases_step(const proof_cases *c, size_t i)
{
    return c->step + i;
}

size_t cases_members(const proof_cases *c)
{
    return c->part.members;
}

const case_member *cases_member(const proof_cases *c, size_t i)
{
    return c->part.from + i;
}

const fmpz *cases_member_row(const proof_cases *c, size_t i)
{
    return part_member(&c->part, i);
}

const case_cone *cases_cone(const proof_cases *c, size_t i)
{
    return c->part.cone + i;
}

void cases_pattern(uint32_t *piece, const proof_cases *c, size_t l)
{
    for (size_t j = 0; j < units_of(c, l)->units; j++)
        piece[j] = c->unit[l][j].piece;
}

int cases_is_maxout(const proof_cases *c, const case_step *step)
{
    return unit_rank(units_of(c, step->layer), step->unit) > 1;
}

int cases_is_last(const proof_cases *c, const case_step *step)
{
    return step->high + 1 == unit_pieces(units_of(c, step->layer), step->unit);
}

void cases_breakpoint(fmpq_t breakpoint, const proof_cases *c, const case_step *step)
{
    const scaled_layer *layer = c->maps.layer[step->layer].scaled;
    fmpq_set_fmpz(breakpoint, layer->breakpoint + layer->unit.piece[step->unit] + step->low);
    fmpq_div(breakpoint, breakpoint, layer->tau + step->unit);
}

void cases_form(fmpq *form, proof_cases *c, const case_step *step)
{
    set_form(c, c->form, step->layer, step->unit, step->low, step->high);
    const fmpq *tau = c->maps.layer[step->layer].scaled->tau + step->unit;
    for (size_t i = 0; i < c->part.columns; i++) {
        fmpq_set_fmpz(form + i, c->form + i);
        fmpq_div(form + i, form + i, tau);
    }
}

void cases_sum_form(fmpq *form, const proof_cases *c, size_t cone)
{
    fmpz *sum = _fmpz_vec_init((slong)c->part.columns);
    minus_sum(sum, c, c->part.cone + cone);
    for (size_t i = 0; i < c->part.columns; i++)
        fmpq_set_fmpz(form + i, sum + i);
    _fmpz_vec_clear(sum, (slong)c->part.columns);
}

// to = form . generator / weight
static void value_at(fmpq_t to, const fmpq *form, const fmpz *generator, size_t columns,
                     const fmpz_t weight)
{
    fmpq_t term;
    fmpq_init(term);
    fmpq_zero(to);
    for (size_t i = 0; i < columns; i++) {
        fmpq_mul_fmpz(term, form + i, generator + i);
        fmpq_add(to, to, term);
    }
    fmpq_div_fmpz(to, to, weight);
    fmpq_clear(term);
}

void cases_multipliers(fmpq *multiplier, const proof_cases *c, const fmpq *form, size_t number)
{
    const case_cone *cone = c->part.cone + number;
    size_t columns = c->part.columns;
    fmpz_t rise;
    fmpz_init(rise);
    value_at(multiplier, form, cone->generator, columns, cone->generator + c->dimension);
    for (size_t i = 1; i <= cone->size; i++) {
        const fmpz *edge = cone->generator + i * columns;
        _fmpz_vec_dot(rise, part_member(&c->part, cone->member[i - 1]), edge, (slong)columns);
        value_at(multiplier + i, form, edge, columns, rise);
    }
    fmpz_clear(rise);
}

// ---- a point inside, and a direction ----

static crease_status read_point(fmpq *x, proof_cases *c)
{
    if (lines_expect(&c->lines, ": ") != CREASE_OK)
        return CREASE_ERROR;
    return lines_rationals(x, &c->lines, c->dimension);
}

// The mean of the apexes in hand that lie in the region, and all edges; 0 if there is no apex.
static int add_generators(fmpq *x, proof_cases *c)
{
    size_t columns = c->part.columns, apexes = 0;
    fmpq_t share;
    fmpq_init(share);
    fmpq *apex = _fmpq_vec_init((slong)c->dimension);
    for (size_t i = 0; i < c->part.cones; i++)
        for (size_t g = 0; g < (c->bounded ? 1 : columns); g++) {
            const fmpz *row = c->part.cone[i].generator + g * columns;
            if (!part_contains(c->positive, &c->part, c->part.cone + i, g))
                continue;
            apexes += g == 0;
            for (size_t k = 0; k < c->dimension; k++) {
                fmpq_set_fmpz(share, row + k);
                if (g == 0)
                    fmpq_div_fmpz(share, share, row + c->dimension);
                fmpq_add(g ? x + k : apex + k, g ? x + k : apex + k, share);
            }
        }
    for (size_t k = 0; apexes && k < c->dimension; k++) {
        fmpq_set_si(share, 1, (ulong)apexes);
        fmpq_addmul(x + k, apex + k, share);
    }
    fmpq_clear(share);
    _fmpq_vec_clear(apex, (slong)c->dimension);
    return apexes > 0;
}

crease_status cases_inside(fmpq *x, proof_cases *c)
{
    MEMORY_RESERVE(c->positive, c->positive_capacity, c->part.members + 1);
    for (size_t k = 0; k < c->dimension; k++)
        fmpq_zero(x + k);
    int written = has_word(c, ":");
    if (written && read_point(x, c) != CREASE_OK)
        return CREASE_ERROR;
    int good = written || add_generators(x, c);
    fmpz *point = _fmpz_vec_init((slong)c->part.columns);
    _fmpq_vec_get_fmpz_vec_fmpz(point, point + c->dimension, x, (slong)c->dimension);
    for (size_t i = 0; good && i < c->part.members; i++)
        good = part_sign(&c->part, part_member(&c->part, i), point) > 0;
    _fmpz_vec_clear(point, (slong)c->part.columns);
    if (!good)
        return lines_refuse(&c->lines, "no point inside of region %zu is shown", c->regions);
    return CREASE_OK;
}

crease_status cases_direction(const fmpz **direction, proof_cases *c)
{
    MEMORY_RESERVE(c->positive, c->positive_capacity, c->part.members + 1);
    *direction = NULL;
    for (size_t i = 0; !c->bounded && !*direction && i < c->part.cones; i++)
        for (size_t g = 1; !*direction && g < c->part.columns; g++)
            if (part_contains(c->positive, &c->part, c->part.cone + i, g))
                *direction = c->part.cone[i].generator + g * c->part.columns;
    if (!c->bounded && !*direction)
        return lines_refuse(&c->lines, "region %zu is not shown to be bounded, or not to be",
                            c->regions);
    return CREASE_OK;
}
