// A network cut by the inequalities of a property: each of its regions satisfies the property, or
// none of its points does.
#include "base/memory.h"
#include "function/property.h"
#include "net/net.h"
#include <stdlib.h>
#include <string.h>

// A relu unit for minus the left side of each inequality of outputs, and then the outputs.
static void add_cuts(net_layer *layer, const crease_property *property)
{
    const size_t outputs = property->outputs, atoms = property->atoms;
    uint32_t *kind = memory_new(atoms + outputs, sizeof *kind);
    activation act[2];
    activation_parse(act, "relu", NULL);
    activation_parse(act + 1, "linear", NULL);
    for (size_t o = 0; o < outputs; o++)
        kind[atoms + o] = 1;
    net_layer_init_mixed(layer, outputs, atoms + outputs, act, 2, kind);
    for (size_t a = 0; a < atoms; a++) {
        const property_atom *atom = property->atom + a;
        const property_term *term = property->term + atom->first;
        if (atom->count && term->variable < property->inputs)
            continue;
        fmpq_neg(layer->bias + a, atom->constant);
        for (size_t t = 0; t < atom->count; t++)
            fmpq_neg(layer->weight + a * outputs + term[t].variable - property->inputs,
                     term[t].coefficient);
    }
    for (size_t o = 0; o < outputs; o++)
        fmpq_one(layer->weight + (atoms + o) * outputs + o);
    free(kind);
}

crease_status crease_property_network(crease_net **cut, const crease_net *net,
                                      const crease_property *property, crease_error *error)
{
    const size_t outputs = property->outputs, units = property->atoms + outputs;
    activation linear;
    if (property_fits(property, net, error) || property_has_box(property, error))
        return CREASE_ERROR;
    crease_net *result = net_new(net->inputs, net->layers + 2);
    for (size_t l = 0; l < net->layers; l++)
        net_layer_copy(result->layer + l, net->layer + l);
    net_layer *layer = result->layer + net->layers;
    add_cuts(layer, property);
    activation_parse(&linear, "linear", NULL);
    net_layer_init(layer + 1, units, outputs, linear);
    for (size_t o = 0; o < outputs; o++)
        fmpq_one(layer[1].weight + o * units + property->atoms + o);
    net_finish(result);
    memcpy(result->sha256, net->sha256, sizeof net->sha256);
    *cut = result;
    return CREASE_OK;
}

int crease_property_is_met_on(const crease_property *property, const uint32_t *piece)
{
    truth *atom_truth = memory_new(property->atoms, sizeof *atom_truth);
    truth *node_truth = memory_new(property->nodes, sizeof *node_truth);
    for (size_t a = 0; a < property->atoms; a++)
        atom_truth[a] = piece[a] ? TRUTH_NEVER : TRUTH_ALWAYS;
    const truth outcome = property_judge(node_truth, property, atom_truth);
    free(atom_truth);
    free(node_truth);
    return outcome == TRUTH_ALWAYS;
}
