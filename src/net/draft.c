// A network while it is read: exact numbers that remember their places.
#include "net/draft.h"

#include "base/error.h"
#include "base/excerpt.h"
#include "base/memory.h"
#include "net/net.h"
#include <stdio.h>
#include <stdlib.h>

const char *const draft_roundings[] = {
    [RATIONAL_DECIMAL] = "decimal",
    [RATIONAL_BINARY64] = "binary64",
    [RATIONAL_BINARY32] = "binary32",
};

static void clear_list(draft_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        fmpq_clear(&list->number[i].value);
    free(list->number);
}

void draft_clear(draft *plan)
{
    for (size_t l = 0; l < plan->layers; l++) {
        clear_list(&plan->layer[l].weight);
        clear_list(&plan->layer[l].bias);
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

void draft_add_number(draft_list *list, fmpq_t value, size_t offset)
{
    MEMORY_RESERVE(list->number, list->capacity, list->count + 1);
    draft_number *number = list->number + list->count++;
    fmpq_init(&number->value);
    fmpq_swap(&number->value, value);
    number->offset = offset;
}

static crease_status check_widths(const draft *plan, json_text document, crease_error *error)
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
                      width == 1 ? "" : "s", below, layer->columns);
            json_locate(error, document, layer->first_row);
            error_locate(error, NULL, 0, 0, where);
            return CREASE_ERROR;
        }
        width = layer->rows / layer->act.fan;
    }
    return CREASE_OK;
}

// Rounds a list and moves it into the network. *failed is the number at fault.
static crease_status move_numbers(fmpq *to, draft_list *list, rational_rounding rounding,
                                  json_text document, size_t *failed, crease_error *error)
{
    for (size_t i = 0; i < list->count; i++) {
        draft_number *number = list->number + i;
        if (rational_round(&number->value, rounding, NULL) != CREASE_OK) {
            char found[EXCERPT_SIZE];
            excerpt_text(found, document.text + number->offset,
                         json_token_length(document, number->offset));
            error_set(error, "expected a number in the range of %s, found %s",
                      draft_roundings[rounding], found);
            json_locate(error, document, number->offset);
            *failed = i;
            return CREASE_ERROR;
        }
        fmpq_swap(to + i, &number->value);
    }
    return CREASE_OK;
}

static crease_status move_layer(net_layer *to, draft *plan, size_t l, json_text document,
                                crease_error *error)
{
    draft_layer *layer = plan->layer + l;
    net_layer_init(to, layer->columns, layer->rows / layer->act.fan, layer->act);
    layer->act = (activation){0};
    char where[96];
    size_t failed = 0;
    crease_status status =
        move_numbers(to->weight, &layer->weight, plan->rounding, document, &failed, error);
    snprintf(where, sizeof where, "layers[%zu].weights[%zu][%zu]", l, failed / layer->columns,
             failed % layer->columns);
    if (status == CREASE_OK) {
        status = move_numbers(to->bias, &layer->bias, plan->rounding, document, &failed, error);
        snprintf(where, sizeof where, "layers[%zu].bias[%zu]", l, failed);
    }
    if (status != CREASE_OK)
        error_locate(error, NULL, 0, 0, where);
    return status;
}

crease_status draft_finish(crease_net **net, draft *plan, json_text document, crease_error *error)
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
