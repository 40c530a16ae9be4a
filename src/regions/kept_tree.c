// The region tree in memory: neurons are inserted one at a time.
//
// The pre-activation of a neuron on a leaf is an affine function, composed in rationals. In the
// plane its signs at the corners of the leaf say whether it splits the leaf. Only then, in other
// dimensions or for the several functions of a maxout unit, the walk of a network of this neuron
// alone, on the leaf as a polytope, finds parts.
#include "base/error.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "domain/domain.h"
#include "exact/rational.h"
#include "net/net.h"

#include <crease/regions.h>
#include <flint/fmpq_vec.h>
#include <stdlib.h>

static void kept_clear_node(crease_node *node)
{
    fmpq_mat_clear(node->line);
    fmpq_mat_clear(node->cell);
    fmpq_mat_clear(node->corners);
    fmpq_mat_clear(node->inputs);
    fmpq_mat_clear(node->outputs);
    free(node->piece);
}

void crease_tree_free(crease_tree *tree)
{
    for (size_t i = 0; tree && i < tree->nodes; i++)
        kept_clear_node(tree->node + i);
    if (tree)
        free(tree->node);
    free(tree);
}

// ---- The parts of a leaf ----

// The parts of a leaf by the piece of a unit there: nodes with a cell and no more.
typedef struct {
    size_t dimension, pieces;
    crease_node *part;
    int *met; // whether there is such a part; if it is the whole leaf, it may have no cell
} leaf_parts;

static void leaf_parts_init(leaf_parts *parts, size_t dimension, size_t pieces)
{
    *parts = (leaf_parts){dimension, pieces, memory_new(pieces, sizeof *parts->part),
                          memory_new(pieces, sizeof *parts->met)};
}

static void leaf_parts_clear(leaf_parts *parts)
{
    for (size_t i = 0; i < parts->pieces; i++)
        kept_clear_node(parts->part + i);
    free(parts->part);
    free(parts->met);
}

// A part of a leaf becomes a node: its facets, in the plane its corners too.
static crease_visit kept_take_part(void *data, const crease_region *region)
{
    leaf_parts *parts = data;
    const size_t d = parts->dimension, piece = *crease_region_pattern(region, 0);
    crease_node *node = parts->part + piece;
    crease_facet owner;
    fmpq_mat_init(node->cell, (slong)crease_region_facets(region), (slong)d + 1);
    for (size_t i = 0; i < crease_region_facets(region); i++)
        crease_region_facet(node->cell->entries + i * (d + 1), &owner, region, i);
    const size_t vertices = d == 2 ? crease_region_vertices(region) : 0;
    const size_t rays = d == 2 ? crease_region_rays(region) : 0;
    fmpq_mat_init(node->corners, (slong)(vertices + rays), (slong)d + 1);
    fmpq *corner = node->corners->entries;
    for (size_t i = 0; i < vertices; i++, corner += d + 1) {
        crease_region_vertex(corner, region, i);
        fmpq_one(corner + d);
    }
    for (size_t i = 0; i < rays; i++, corner += d + 1)
        crease_region_ray(corner, region, i);
    node->bounded = crease_region_is_bounded(region);
    parts->met[piece] = 1;
    return CREASE_GO;
}

// By relu of one form, or by maxout of several: d + 1 entries each.
static crease_status kept_find_parts(leaf_parts *parts, const fmpq_mat_t cell,
                                     const fmpq_mat_t forms, const crease_options *options,
                                     crease_error *error)
{
    const size_t d = parts->dimension, rows = (size_t)fmpq_mat_nrows(forms);
    crease_options alone = {.threads = 1};
    if (options) {
        alone.arith = options->arith;
        alone.tolerance = options->tolerance;
    }
    crease_domain *leaf;
    if (crease_domain_new_polytope(&leaf, cell->entries, (size_t)fmpq_mat_nrows(cell), d, error))
        return CREASE_ERROR;
    char *name = memory_format(rows > 1 ? "maxout:%zu" : "relu", rows);
    activation act;
    activation_parse(&act, name, error);
    free(name);
    crease_net *net = net_new(d, 1);
    net_layer_init(net->layer, d, 1, act);
    for (size_t i = 0; i < rows; i++) {
        rational_copy(net->layer->weight + i * d, fmpq_mat_entry(forms, (slong)i, 0), d);
        fmpq_set(net->layer->bias + i, fmpq_mat_entry(forms, (slong)i, (slong)d));
    }
    const crease_visitor visitor = {.data = parts, .region = kept_take_part};
    crease_counts counts;
    crease_counts_init(&counts, net);
    const crease_status status = crease_walk(&counts, net, leaf, &alone, &visitor, error);
    crease_counts_clear(&counts);
    crease_net_free(net);
    crease_domain_free(leaf);
    return status;
}

// A leaf is the hull of its vertices and directions. Notes on which side of a function it lies, if
// these show that it lies on one. A function that is 0 on all of it is not above 0.
static bool kept_corners_decide(leaf_parts *parts, const fmpq_mat_t corners, const fmpq *form)
{
    fmpq_t value;
    int above = 0, below = 0;
    fmpq_init(value);
    for (slong i = 0; i < fmpq_mat_nrows(corners) && !(above && below); i++) {
        _fmpq_vec_dot(value, fmpq_mat_entry(corners, i, 0), form, fmpq_mat_ncols(corners));
        above |= fmpq_sgn(value) > 0;
        below |= fmpq_sgn(value) < 0;
    }
    fmpq_clear(value);
    if (!fmpq_mat_nrows(corners) || (above && below))
        return false;
    parts->met[above] = 1;
    return true;
}

crease_status crease_tree_new(crease_tree **tree, const crease_domain *domain, crease_error *error)
{
    const size_t columns = domain->dimension + 1, count = domain_inequalities(domain);
    leaf_parts parts;
    leaf_parts_init(&parts, domain->dimension, 2);
    fmpq_mat_t bounds, zero;
    fmpq_mat_init(bounds, (slong)count, (slong)columns);
    fmpq_mat_init(zero, 1, (slong)columns);
    for (size_t i = 0; i < count; i++)
        domain_inequality(bounds->entries + i * columns, domain, i);
    const crease_status status = kept_find_parts(&parts, bounds, zero, NULL, error);
    fmpq_mat_clear(bounds);
    fmpq_mat_clear(zero);
    if (!status) {
        *tree = memory_new(1, sizeof **tree);
        **tree = (crease_tree){.dimension = domain->dimension, .nodes = 1, .leaves = 1};
        crease_node *root = (*tree)->node = memory_new(1, sizeof *root);
        *root = parts.part[0];
        parts.part[0] = (crease_node){0};
        fmpq_mat_init(root->outputs, (slong)domain->inputs, (slong)columns);
        fmpq_mat_one(root->outputs);
        if (domain->parametrization)
            rational_copy(root->outputs->entries, domain->parametrization,
                          domain->inputs * columns);
    }
    leaf_parts_clear(&parts);
    return status;
}

// ---- Insertion ----

// A neuron that is inserted.
typedef struct {
    size_t layer, unit;
    const activation *act;
    fmpq_mat_t weights, z; // one row, or those of maxout; z: their pre-activations on a leaf
    const crease_options *options;
} new_unit;

static void new_unit_init(new_unit *new, const crease_net *net, size_t l, size_t unit, size_t d)
{
    const net_layer *layer = net->layer + l;
    const activation *act = net_layer_act(layer, unit);
    *new = (new_unit){.layer = l, .unit = unit, .act = act};
    fmpq_mat_init(new->weights, (slong)act->rank, (slong)layer->inputs);
    fmpq_mat_init(new->z, (slong)act->rank, (slong)d + 1);
    for (size_t r = 0; r < act->rank; r++)
        for (size_t i = 0; i < layer->inputs; i++)
            net_layer_weight(fmpq_mat_entry(new->weights, (slong)r, (slong)i), layer,
                             layer->unit.row[unit] + r, i);
}

static void new_unit_clear(new_unit *new)
{
    fmpq_mat_clear(new->weights);
    fmpq_mat_clear(new->z);
}

static void new_unit_compose(new_unit *new, const crease_net *net, const crease_node *leaf)
{
    const net_layer *layer = net->layer + new->layer;
    fmpq_mat_mul(new->z, new->weights, leaf->inputs);
    for (slong r = 0; r < fmpq_mat_nrows(new->z); r++) {
        fmpq *constant = fmpq_mat_entry(new->z, r, fmpq_mat_ncols(new->z) - 1);
        fmpq_add(constant, constant, layer->bias + layer->unit.row[new->unit] + r);
    }
}

// Puts the parts of a leaf below it.
static void kept_split(crease_tree *tree, size_t leaf, leaf_parts *parts, size_t met)
{
    tree->node = memory_resize(tree->node, tree->nodes + met, sizeof *tree->node);
    crease_node *node = tree->node + leaf;
    node->below = tree->nodes;
    node->parts = met;
    for (size_t piece = 0; piece < parts->pieces; piece++) {
        if (!parts->met[piece])
            continue;
        crease_node *part = tree->node + tree->nodes++;
        *part = parts->part[piece];
        parts->part[piece] = (crease_node){0};
        part->parent = leaf;
        fmpq_mat_init_set(part->inputs, node->inputs);
        fmpq_mat_init_set(part->outputs, node->outputs);
        part->units = node->units;
        part->piece = memory_resize(NULL, node->units, sizeof *part->piece);
        for (size_t i = 0; i < node->units; i++)
            part->piece[i] = node->piece[i];
    }
    tree->leaves += met - 1;
}

// The neuron is on this piece on a leaf.
static void kept_set_piece(crease_node *leaf, const new_unit *new, size_t piece)
{
    const activation *act = new->act;
    ASSERT(act->rank >= 1 && act->pieces >= 1);
    const slong rows = fmpq_mat_nrows(leaf->outputs), columns = fmpq_mat_ncols(new->z);
    fmpq_mat_t more;
    fmpq_mat_init(more, rows + 1, columns);
    for (slong i = 0; i < rows * columns; i++)
        fmpq_swap(more->entries + i, leaf->outputs->entries + i);
    fmpq *output = more->entries + rows * columns;
    if (act->rank > 1) {
        rational_copy(output, fmpq_mat_entry(new->z, (slong)piece, 0), (size_t)columns);
    } else {
        for (slong i = 0; i < columns; i++)
            fmpq_mul(output + i, act->slope + piece, new->z->entries + i);
        fmpq_add(output + columns - 1, output + columns - 1, act->offset + piece);
    }
    fmpq_mat_swap(more, leaf->outputs);
    fmpq_mat_clear(more);
    leaf->piece = memory_resize(leaf->piece, leaf->units + 1, sizeof *leaf->piece);
    leaf->piece[leaf->units++] = (uint32_t)piece;
}

// Splits a leaf if the neuron does, at one breakpoint or into the parts of a maxout unit.
static crease_status kept_divide(crease_tree *tree, size_t leaf, leaf_parts *parts,
                                 const new_unit *new, size_t breakpoint, crease_error *error)
{
    const crease_options *options = new->options;
    const size_t most = options ? options->max_regions : 0, d = tree->dimension;
    const bool is_maxout = new->act->rank > 1;
    crease_status status = CREASE_OK;
    fmpq_mat_t line;
    fmpq_mat_init_set(line, new->z);
    if (!is_maxout)
        fmpq_sub(line->entries + d, line->entries + d, new->act->breakpoint + breakpoint);
    if (is_maxout || !kept_corners_decide(parts, tree->node[leaf].corners, line->entries))
        status = kept_find_parts(parts, tree->node[leaf].cell, line, options, error);
    size_t met = 0;
    for (size_t piece = 0; piece < parts->pieces; piece++)
        met += parts->met[piece] != 0;
    if (!status && met > 1 && most && tree->leaves + met - 1 > most) {
        run_limits_stop(run_here.limits, RUN_STOPPED_BY_REGIONS);
        status = CREASE_STOPPED;
    }
    if (!status && met > 1) {
        kept_split(tree, leaf, parts, met);
        crease_node *node = tree->node + leaf;
        node->layer = new->layer;
        node->unit = new->unit;
        node->breakpoint = breakpoint;
        fmpq_mat_swap(node->line, line);
    }
    fmpq_mat_clear(line);
    return status;
}

static crease_status kept_insert_maxout(crease_tree *tree, size_t leaf, const new_unit *new,
                                        crease_error *error)
{
    leaf_parts parts;
    leaf_parts_init(&parts, tree->dimension, new->act->rank);
    const crease_status status = kept_divide(tree, leaf, &parts, new, 0, error);
    const size_t below = tree->node[leaf].below;
    size_t part = below ? below : leaf;
    for (size_t row = 0; row < parts.pieces && !status; row++)
        if (parts.met[row])
            kept_set_piece(tree->node + part++, new, row);
    leaf_parts_clear(&parts);
    return status;
}

// Breakpoint after breakpoint: `leaf` becomes the part above the last one.
static crease_status kept_insert(crease_tree *tree, size_t leaf, const new_unit *new,
                                 crease_error *error)
{
    crease_status status = CREASE_OK;
    size_t piece = 0;
    for (int above = 1; above && piece < activation_breakpoints(new->act) && !status;
         piece += above) {
        leaf_parts parts;
        leaf_parts_init(&parts, tree->dimension, 2);
        status = kept_divide(tree, leaf, &parts, new, piece, error);
        above = parts.met[1];
        const size_t below = tree->node[leaf].below;
        if (below) {
            kept_set_piece(tree->node + below, new, piece);
            leaf = below + 1;
        }
        leaf_parts_clear(&parts);
    }
    kept_set_piece(tree->node + leaf, new, piece);
    return status;
}

crease_status crease_tree_insert(crease_tree *tree, const crease_net *net, size_t l, size_t unit,
                                 const crease_options *options, crease_error *error)
{
    ASSERT(net->inputs > 0);
    const size_t end = tree->nodes;
    const bool begins = unit == 0 && l == tree->layers;
    if (l >= net->layers || unit >= net->layer[l].units ||
        (!begins && (l + 1 != tree->layers || unit != tree->units)))
        return error_set(error, "unit %zu of layer %zu is not the next one of the tree", unit, l);
    const crease_node *any = tree->node + end - 1; // a leaf
    const slong sees = fmpq_mat_nrows(begins ? any->outputs : any->inputs);
    if (net->layer[l].inputs != (size_t)sees)
        return error_set(error, "expected a unit with %ld inputs, found one with %zu", sees,
                         net->layer[l].inputs);
    new_unit new;
    new_unit_init(&new, net, l, unit, tree->dimension);
    new.options = options;
    run_limits limits;
    run_limits_init(&limits, options);
    crease_status status = CREASE_OK;
    for (size_t i = 0; i < end && !status; i++) {
        crease_node *leaf = tree->node + i;
        if (leaf->below)
            continue;
        if (begins) {
            fmpq_mat_swap(leaf->inputs, leaf->outputs);
            fmpq_mat_clear(leaf->outputs);
            fmpq_mat_init(leaf->outputs, 0, (slong)tree->dimension + 1);
        }
        new_unit_compose(&new, net, leaf);
        status = (new.act->rank > 1 ? kept_insert_maxout : kept_insert)(tree, i, &new, error);
        if (!status && run_limits_passed(&limits))
            status = CREASE_STOPPED;
    }
    new_unit_clear(&new);
    tree->layers = l + 1;
    tree->units = unit + 1;
    limits.now.regions = tree->leaves;
    return run_limits_end(&limits, status, error);
}
