// The region tree in memory: neurons are inserted one at a time.
//
// The pre-activation of a neuron on a leaf is an affine function, composed in rationals. In the
// plane its signs at the corners of the leaf say whether it splits the leaf. Only then, or in other
// dimensions, the walk of a network of this function alone, on the leaf as a polytope, finds parts.
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

// Where a function is not above 0, and where it is: nodes with a cell and no more.
typedef struct {
    size_t dimension;
    crease_node side[2];
    int met[2];
} leaf_parts;

static crease_visit kept_take_part(void *data, const crease_region *region)
{
    leaf_parts *parts = data;
    const size_t d = parts->dimension, side = *crease_region_pattern(region, 0);
    crease_node *node = parts->side + side;
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
    parts->met[side] = 1;
    return CREASE_GO;
}

// form: d + 1 entries.
static crease_status kept_find_parts(leaf_parts *parts, const fmpq_mat_t cell, const fmpq *form,
                                     const crease_options *options, crease_error *error)
{
    const size_t d = parts->dimension;
    crease_options alone = {.threads = 1};
    if (options) {
        alone.arith = options->arith;
        alone.tolerance = options->tolerance;
    }
    crease_domain *leaf;
    if (crease_domain_new_polytope(&leaf, cell->entries, (size_t)fmpq_mat_nrows(cell), d, error))
        return CREASE_ERROR;
    activation relu;
    activation_parse(&relu, "relu", error);
    crease_net *net = net_new(d, 1);
    net_layer_init(net->layer, d, 1, relu);
    rational_copy(net->layer->weight, form, d);
    fmpq_set(net->layer->bias, form + d);
    const crease_visitor visitor = {.data = parts, .region = kept_take_part};
    crease_counts counts;
    crease_counts_init(&counts, net);
    const crease_status status = crease_walk(&counts, net, leaf, &alone, &visitor, error);
    crease_counts_clear(&counts);
    crease_net_free(net);
    crease_domain_free(leaf);
    return status;
}

// Whether a function is above 0 on a leaf that is known by its corners, and whether it is not, and
// so whether it splits the leaf: a leaf is the hull of its vertices and directions. A function that
// is 0 on all of it is not above 0.
static int kept_corners_decide(leaf_parts *parts, const fmpq_mat_t corners, const fmpq *form)
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
        return 0;
    parts->met[above] = 1;
    return 1;
}

crease_status crease_tree_new(crease_tree **tree, const crease_domain *domain, crease_error *error)
{
    const size_t columns = domain->dimension + 1, count = domain_inequalities(domain);
    leaf_parts parts = {.dimension = domain->dimension};
    crease_node *root = parts.side;
    fmpq_mat_t bounds;
    fmpq_mat_init(bounds, (slong)count + 1, (slong)columns); // and one more row, of zeros
    for (size_t i = 0; i < count; i++)
        domain_inequality(bounds->entries + i * columns, domain, i);
    const fmpq *zero = bounds->entries + count * columns;
    crease_status status = kept_find_parts(&parts, bounds, zero, NULL, error);
    fmpq_mat_clear(bounds);
    if (status)
        return status;
    fmpq_mat_init(root->outputs, (slong)domain->inputs, (slong)columns);
    fmpq_mat_one(root->outputs);
    if (domain->parametrization)
        rational_copy(root->outputs->entries, domain->parametrization, domain->inputs * columns);
    *tree = memory_new(1, sizeof **tree);
    **tree = (crease_tree){.dimension = domain->dimension, .nodes = 1, .leaves = 1};
    (*tree)->node = memory_new(1, sizeof *root);
    *(*tree)->node = *root;
    return CREASE_OK;
}

// ---- Insertion ----

// Puts the parts of a leaf below it.
static void kept_split(crease_tree *tree, size_t leaf, const leaf_parts *parts)
{
    tree->node = memory_resize(tree->node, tree->nodes + 2, sizeof *tree->node);
    crease_node *node = tree->node + leaf;
    node->below = tree->nodes;
    for (size_t side = 0; side < 2; side++) {
        crease_node *part = tree->node + tree->nodes++;
        *part = parts->side[side];
        part->parent = leaf;
        fmpq_mat_init_set(part->inputs, node->inputs);
        fmpq_mat_init_set(part->outputs, node->outputs);
        part->units = node->units;
        part->piece = memory_resize(NULL, node->units, sizeof *part->piece);
        for (size_t i = 0; i < node->units; i++)
            part->piece[i] = node->piece[i];
    }
    tree->leaves++;
}

// The neuron with the pre-activation z, one row, is on this piece on a leaf.
static void kept_set_piece(crease_node *leaf, const activation *act, size_t piece,
                           const fmpq_mat_t z)
{
    ASSERT(act->rank >= 1 && act->pieces >= 1);
    const slong rows = fmpq_mat_nrows(leaf->outputs), columns = fmpq_mat_ncols(z);
    fmpq_mat_t more;
    fmpq_mat_init(more, rows + 1, columns);
    for (slong i = 0; i < rows * columns; i++)
        fmpq_swap(more->entries + i, leaf->outputs->entries + i);
    fmpq *output = more->entries + rows * columns;
    for (slong i = 0; i < columns; i++)
        fmpq_mul(output + i, act->slope + piece, z->entries + i);
    fmpq_add(output + columns - 1, output + columns - 1, act->offset + piece);
    fmpq_mat_swap(more, leaf->outputs);
    fmpq_mat_clear(more);
    leaf->piece = memory_resize(leaf->piece, leaf->units + 1, sizeof *leaf->piece);
    leaf->piece[leaf->units++] = (uint32_t)piece;
}

// Breakpoint after breakpoint: `leaf` becomes the part above the last one.
static crease_status kept_insert(crease_tree *tree, size_t leaf, size_t l, size_t unit,
                                 const activation *act, const fmpq_mat_t z,
                                 const crease_options *options, crease_error *error)
{
    ASSERT(act->rank >= 1 && act->pieces >= 1);
    const size_t d = tree->dimension;
    crease_status status = CREASE_OK;
    size_t piece = 0;
    for (int above = 1; above && piece < activation_breakpoints(act) && !status; piece += above) {
        leaf_parts parts = {.dimension = d};
        fmpq_mat_t line;
        fmpq_mat_init_set(line, z);
        fmpq_sub(line->entries + d, line->entries + d, act->breakpoint + piece);
        if (!kept_corners_decide(&parts, tree->node[leaf].corners, line->entries))
            status = kept_find_parts(&parts, tree->node[leaf].cell, line->entries, options, error);
        above = parts.met[1];
        const int both = parts.met[0] && parts.met[1];
        if (both && options && tree->leaves == options->max_regions)
            status = CREASE_STOPPED;
        if (!status && both) {
            kept_split(tree, leaf, &parts);
            crease_node *node = tree->node + leaf;
            node->layer = l;
            node->unit = unit;
            node->breakpoint = piece;
            fmpq_mat_swap(node->line, line);
            kept_set_piece(tree->node + node->below, act, piece, z);
            leaf = node->below + 1;
        } else {
            kept_clear_node(parts.side);
            kept_clear_node(parts.side + 1);
        }
        fmpq_mat_clear(line);
    }
    kept_set_piece(tree->node + leaf, act, piece, z);
    return status;
}

crease_status crease_tree_insert(crease_tree *tree, const crease_net *net, size_t l, size_t unit,
                                 const crease_options *options, crease_error *error)
{
    ASSERT(net->inputs > 0);
    const size_t end = tree->nodes;
    const int begins = unit == 0 && l == tree->layers;
    if (l >= net->layers || unit >= net->layer[l].units ||
        (!begins && (l + 1 != tree->layers || unit != tree->units)))
        return error_set(error, "unit %zu of layer %zu is not the next one of the tree", unit, l);
    const net_layer *layer = net->layer + l;
    const activation *act = net_layer_act(layer, unit);
    const crease_node *any = tree->node + end - 1; // a leaf
    const slong sees = fmpq_mat_nrows(begins ? any->outputs : any->inputs);
    if (act->rank > 1)
        return error_set(
            error,
            "a tree with cells takes no maxout, and layer %zu has %s; without cells it "
            "does",
            l + 1, act->name);
    if (layer->inputs != (size_t)sees)
        return error_set(error, "expected a unit with %ld inputs, found one with %zu", sees,
                         layer->inputs);
    fmpq_mat_t weights, z;
    fmpq_mat_init(weights, 1, sees);
    fmpq_mat_init(z, 1, (slong)tree->dimension + 1);
    for (size_t i = 0; i < layer->inputs; i++)
        net_layer_weight(weights->entries + i, layer, layer->unit.row[unit], i);
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
            fmpq_mat_init(leaf->outputs, 0, z->c);
        }
        fmpq_mat_mul(z, weights, leaf->inputs);
        fmpq_add(z->entries + tree->dimension, z->entries + tree->dimension,
                 layer->bias + layer->unit.row[unit]);
        status = kept_insert(tree, i, l, unit, act, z, options, error);
        if (!status && run_limits_passed(&limits))
            status = CREASE_STOPPED;
    }
    run_limits_clear(&limits);
    fmpq_mat_clear(weights);
    fmpq_mat_clear(z);
    tree->layers = l + 1;
    tree->units = unit + 1;
    return status;
}
