// One line through a network, walked from end to end.
//
// The regions come in the order of the line, so that neighbours are met one after the other:
// what changes at a breakpoint is the difference of two patterns. Which breakpoint lies before
// which is never asked of numbers: the walk knows on which side of a split each half lies.
#include "path/line_cross.h"

#include "base/memory.h"
#include "walk/region.h"
#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Whether the map changes at a breakpoint: different residues prove it; equal ones are looked
// at in integers, in a second walk.
enum { SAME, DIFFERENT, SUSPECT };

typedef struct {
    crease_line *line;
    const crease_net *net;
    uint32_t *pattern; // of the region before, laid out as line->first
    size_t entries;    // of an output map
    uint32_t *residue; // of the region before and of this one
    size_t suspects;

    // The second walk.
    fmpz *map[2]; // of the region before and of this one
} crossing;

// ---- the first walk ----

static void keep_pattern(uint32_t *to, const crossing *c, const crease_region *region)
{
    const size_t *start = c->line->start;
    for (size_t l = 0; l < c->line->layers; l++)
        memcpy(to + start[l], crease_region_pattern(region, l),
               (start[l + 1] - start[l]) * sizeof *to);
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
    geom_space *space = &region->w->space;
    size_t k = line->breakpoints - 1;
    uint32_t point = region_point(region, 0);
    if (line->places == CREASE_LINE_COUNTED)
        return;
    // As in exact/point.h: the coordinate, 1, the radius. One rounding of each bound.
    const double *place = space_place(space, point);
    if (line->places == CREASE_LINE_ENCLOSED && region->w->judge.arith != CREASE_EXACT &&
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
        fmpq_swap(line->at + k, t);
    else
        line_enclose(line->low + k, line->high + k, t);
    fmpq_clear(t);
}

static void find_bend(crossing *c, const crease_region *region)
{
    uint32_t *before = c->residue, *now = before + c->entries;
    size_t size = c->entries * sizeof *now;
    region_map_residues(now, region);
    if (c->line->breakpoints) {
        int same = !memcmp(before, now, size);
        c->line->bends[c->line->breakpoints - 1] = same ? SUSPECT : DIFFERENT;
        c->suspects += (size_t)same;
    }
    memcpy(before, now, size);
}

static crease_visit on_region(void *data, const crease_region *region)
{
    crossing *c = data;
    if (crease_region_id(region) == 0) {
        keep_pattern(c->line->first, c, region);
    } else {
        line_add(c->line);
        find_transitions(c, region);
        find_place(c, region);
    }
    if (c->line->linear)
        find_bend(c, region);
    keep_pattern(c->pattern, c, region);
    return CREASE_GO;
}

// ---- the second walk ----

static int is_suspect(const crossing *c, uint64_t k)
{
    return k < c->line->breakpoints && c->line->bends[k] == SUSPECT;
}

// Regions come as they did the first time; only those at a suspect need their maps.
static crease_visit compare_maps(void *data, const crease_region *region)
{
    crossing *c = data;
    uint64_t id = crease_region_id(region);
    int suspect = id > 0 && is_suspect(c, id - 1);
    if (suspect || is_suspect(c, id))
        region_integer_map(c->map[1], region);
    if (suspect) {
        int same = 1;
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
static void settle_suspects(crossing *c, const crease_domain *part, const walk_manner *manner,
                            const crease_options *walk)
{
    const crease_options again = {.arith = walk->arith, .tolerance = walk->tolerance};
    crease_counts counts;
    crease_counts_init(&counts, c->net);
    for (int i = 0; i < 2; i++)
        c->map[i] = _fmpz_vec_init((slong)c->entries);
    crease_visitor visitor = {.data = c, .region = compare_maps};
    walk_near(&counts, c->net, part, manner, &again, &visitor, NULL);
    for (int i = 0; i < 2; i++)
        _fmpz_vec_clear(c->map[i], (slong)c->entries);
    c->line->counts.seconds += counts.seconds;
    crease_counts_clear(&counts);
}

static crease_status cross(crease_line *line, const crease_net *net, const crease_domain *part,
                           rounded_net *base, const crease_options *walk, crease_error *error)
{
    crossing c = {.line = line, .net = net, .entries = 2 * crease_net_outputs(net)};
    c.pattern = memory_new(line->start[line->layers], sizeof *c.pattern);
    c.residue = memory_new(2 * c.entries, sizeof *c.residue);
    line->text = memory_copy_text(crease_domain_text(part));
    walk_manner manner = {.along = 1, .base = base};
    crease_visitor visitor = {.data = &c, .region = on_region};
    crease_status status = walk_near(&line->counts, net, part, &manner, walk, &visitor, error);
    if (status != CREASE_ERROR && c.suspects)
        settle_suspects(&c, part, &manner, walk);
    free(c.pattern);
    free(c.residue);
    return status;
}

// ---- a line ----

crease_status line_make(crease_line **line, const crease_net *net, const crease_domain *domain,
                        const fmpq *from, const fmpq *to, const crease_line_wanted *wanted,
                        rounded_net *base, const crease_options *options, crease_error *error)
{
    crease_domain *part;
    *line = NULL;
    if (line_domain(&part, net, domain, from, to, wanted->whole_line, error))
        return CREASE_ERROR;
    size_t dimension = domain ? crease_domain_dimension(domain) : crease_net_inputs(net);
    *line = line_new(net, from, to, dimension);
    (*line)->places = wanted->places;
    (*line)->linear = wanted->linear;
    crease_status status = cross(*line, net, part, base, options, error);
    crease_domain_free(part);
    if (status == CREASE_ERROR) {
        crease_line_free(*line);
        *line = NULL;
    }
    return status;
}

crease_status crease_line_cross(crease_line **line, const crease_net *net,
                                const crease_domain *domain, const fmpq *from, const fmpq *to,
                                const crease_line_wanted *wanted, const crease_options *options,
                                crease_error *error)
{
    static const crease_line_wanted usual;
    static const crease_options defaults;
    return line_make(line, net, domain, from, to, wanted ? wanted : &usual, NULL,
                     options ? options : &defaults, error);
}
