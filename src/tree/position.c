// The position of the walk.
#include "tree/position.h"

#include "base/fatal.h"
#include "tree/vertex_name.h"
#include <stdlib.h>

static void insertion_init(insertion *in, arena *memory, const walk_layer *layer)
{
    const rounded_layer *net = layer->rounded;
    *in = (insertion){.predicates = net->unit.predicate[net->units]};
    in->kept = arena_new(memory, in->predicates, sizeof *in->kept);
    in->number = arena_new(memory, in->predicates, sizeof *in->number);
    in->form = arena_new(memory, in->predicates * 2 * layer->columns, sizeof *in->form);
    in->tight = arena_new(memory, in->predicates, sizeof *in->tight);
    rows_init(&in->rows, layer->columns);
    for (size_t k = 0; k < in->predicates; k++)
        rows_push(&in->rows);
    in->memo_row = (in->predicates + MEMO_WORD - 1) / MEMO_WORD * MEMO_WORD;
    in->least = arena_new(memory, 2 * net->stride, sizeof *in->least);
    in->greatest = in->least + net->stride;
    in->low = arena_new(memory, net->stride * net->breakpoints, sizeof *in->low);
    in->high = arena_new(memory, net->stride * net->breakpoints, sizeof *in->high);
    in->row_above = arena_new(memory, net->stride, sizeof *in->row_above);
    in->row_open = arena_new(memory, net->stride, sizeof *in->row_open);
    in->open = arena_new(memory, net->stride, sizeof *in->open);
    in->values = (map_values){.above = net->in_order ? layer->pattern : in->row_above,
                              .open = net->in_order ? in->open : in->row_open,
                              .greatest = in->greatest,
                              .shift = net->breakpoint,
                              .stride = net->stride,
                              .units = net->breakpoints ? net->rows_with_breakpoint[0] : 0};
    in->box = arena_new(memory, BOX_DOUBLES(layer->columns), sizeof *in->box);
}

static void insertion_clear(insertion *in)
{
    rows_clear(&in->rows);
    free(in->memo);
}

// Hyperplanes of the walk are forms of layers on its path.
static void fetch_plane(void *maps, fmpz *row, const plane_origin *origin)
{
    walk_maps_form(maps, row, origin->layer + 1, origin->unit, origin->breakpoint);
}

static bool fetch_tight_plane(void *of_maps, double *form, const plane_origin *origin)
{
    walk_maps *maps = of_maps;
    const size_t l = origin->layer + 1;
    if (maps->arith != CREASE_FILTERED || maps->layer[l].view.grade == MAP_FIRM)
        return false;
    walk_maps_tight_form(maps, form, l, origin->unit, origin->breakpoint);
    return true;
}

static bool fetch_ball_plane(void *of_maps, ball *row, const plane_origin *origin)
{
    walk_maps *maps = of_maps;
    if (origin->layer >= maps->last_of_pairs || maps->arith != CREASE_FILTERED)
        return false;
    walk_maps_form_balls(maps, row, origin->layer + 1, origin->unit, origin->breakpoint);
    return true;
}

static uint64_t entry_of_layer(void *of_maps, uint32_t layer)
{
    const walk_maps *maps = of_maps;
    return maps->layer[layer + 1].entry;
}

void walk_position_init(walk_position *pos, rounded_net *rounded, const crease_domain *domain,
                        bool by_dictionary, crease_arith arith, double tolerance)
{
    ASSERT(pos && rounded && domain);
    *pos = (walk_position){0};
    walk_maps_init(&pos->maps, rounded, arith);
    pos->maps.always_afresh = arith == CREASE_FLOAT && !domain->is_box;
    pos->inserts = arena_new(&pos->maps.memory, pos->maps.layers, sizeof *pos->inserts);
    size_t predicates = 0;
    for (size_t l = 0; l < pos->maps.layers; l++) {
        insertion_init(pos->inserts + l, &pos->maps.memory, pos->maps.layer + l);
        pos->inserts[l].first_predicate = predicates;
        predicates += pos->inserts[l].predicates;
    }
    sign_judge_init(&pos->judge, arith, tolerance);
    space_init(&pos->space, domain->dimension, &pos->judge);
    pos->space.fetch = fetch_plane;
    pos->space.fetch_tight = fetch_tight_plane;
    pos->space.fetch_balls = fetch_ball_plane;
    pos->space.fetch_from = &pos->maps;
    pos->space.signs = predicates;
    pos->space.name_vertex = walk_vertex_name;
    pos->space.entry = entry_of_layer;
    pos->space.name_size = walk_vertex_name_size(&pos->maps, 0);
    pos->space.grain = domain->dimension == 2 ? rounded->grain + 1 : NULL;
    pos->has_interior = (by_dictionary ? cell_without_vertices
                                       : cell_from_domain)(&pos->whole, &pos->space, domain);
    pos->judge.decided_float = pos->judge.decided_exact = 0; // every walker makes the domain
    pos->judge.has_ties = false;
    pos->border = space_here(&pos->space);
}

void walk_position_clear(walk_position *pos)
{
    for (size_t l = 0; l < pos->maps.layers; l++)
        insertion_clear(pos->inserts + l);
    if (pos->fingerprint)
        walk_fingerprint_free(pos->fingerprint);
    walk_maps_clear(&pos->maps);
    space_clear(&pos->space);
    sign_judge_clear(&pos->judge);
}

int insertion_tried(const walk_position *pos, size_t l, size_t row, size_t b)
{
    ASSERT(l < pos->maps.layers);
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    const rounded_layer *net = pos->maps.layer[l].rounded;
    const insertion *in = pos->inserts + l;
    const size_t index = b * net->stride + row;
    if (!in->corners)
        return sign_of_range(in->low[index], in->high[index]);
    return sign_of_corners(&pos->judge, in->least[row], in->greatest[row], in->width,
                           net->breakpoint[index], net->outermost[b]);
}

void walk_position_restart(walk_position *pos)
{
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    space_release(&pos->space, pos->border);
    walk_maps_forget(&pos->maps);
}

walk_fingerprint *walk_position_fingerprint(walk_position *pos)
{
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    if (!pos->fingerprint)
        pos->fingerprint = walk_fingerprint_new(&pos->maps);
    return pos->fingerprint;
}
