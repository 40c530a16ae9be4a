// A network while it is read: exact numbers that remember their places.
#include "net/draft.h"

#include "base/error.h"
#include "base/memory.h"
#include "net/net.h"
#include <stdio.h>
#include <stdlib.h>

void draft_clear(draft *plan)
{
    for (size_t l = 0; l < plan->layers; l++) {
        literals_clear(&plan->layer[l].weight);
        literals_clear(&plan->layer[l].bias);
        if (plan->layer[l].act.pieces)
            activation_clear(&plan->layer[l].act);
    }
    free(plan->layer);
    free(plan->about);
    *plan = (draft){0};
}

draft_layer *draft_add_layer(draft *plan)
{
    MEMORY_RESERVE(plan->layer, plan->capacity, plan->layers + 1);
    draft_layer *layer = plan->layer + plan->layers++;
    *layer = (draft_layer){0};
    return layer;
}

static crease_status check_widths(const draft *plan, document_text document, crease_error *error)
{
    size_t width = plan->inputs;
    for (size_t l = 0; l < plan->layers; l++) {
        const draft_layer *layer = plan->layer + l;
        if (layer->columns != width) {
            char where[64], below[64] = "input";
            snprintf(where, sizeof where, "layers[%zu].weights[0]", l);
            if (l > 0)
                snprintf(below, sizeof below, "unit of layers[%zu]", l - 1);
            error_set(error, "expected %zu number%s, one for each %s, found %zu", width,
                      json_plural(width), below, layer->columns);
            document_locate(error, document, layer->first_row);
            error_locate(error, NULL, 0, 0, where);
            return CREASE_ERROR;
        }
        width = layer->rows / layer->act.rank;
    }
    return CREASE_OK;
}

static crease_status move_layer(net_layer *to, draft *plan, size_t l, document_text document,
                                crease_error *error)
{
    draft_layer *layer = plan->layer + l;
    net_layer_init(to, layer->columns, layer->rows / layer->act.rank, layer->act);
    layer->act = (activation){0};
    char where[96];
    size_t failed = 0;
    crease_status status =
        literals_move(to->weight, &layer->weight, plan->rounding, document, &failed, error);
    snprintf(where, sizeof where, "layers[%zu].weights[%zu][%zu]", l, failed / layer->columns,
             failed % layer->columns);
    if (status == CREASE_OK) {
        status = literals_move(to->bias, &layer->bias, plan->rounding, document, &failed, error);
        snprintf(where, sizeof where, "layers[%zu].bias[%zu]", l, failed);
    }
    if (status != CREASE_OK)
        error_locate(error, NULL, 0, 0, where);
    return status;
}

crease_status draft_finish(crease_net **net, draft *plan, document_text document,
                           crease_error *error)
{
    crease_status status = check_widths(plan, document, error);
    if (status != CREASE_OK)
        return status;
    crease_net *made = net_new(plan->inputs, plan->layers);
    for (size_t l = 0; l < plan->layers && status == CREASE_OK; l++)
        status = move_layer(made->layer + l, plan, l, document, error);
    if (status != CREASE_OK) {
        crease_net_free(made);
        return status;
    }
    if (plan->about) {
        free(made->about);
        made->about = plan->about;
        plan->about = NULL;
    }
    net_finish(made);
    *net = made;
    return CREASE_OK;
}
