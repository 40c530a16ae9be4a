// Reads the checkpoints of data/trained.
#include "reproduce/digits.h"

#include "base/error.h"
#include "base/memory.h"
#include <flint/fmpq_vec.h>
#include <stdlib.h>

enum { EPOCHS = 7 };
static const int epochs[EPOCHS] = {0, 1, 2, 5, 10, 20, 50};

static crease_status read_nets(digits *d, const experiment *e, crease_error *error)
{
    for (size_t i = 0; i < EPOCHS; i++) {
        char name[64];
        snprintf(name, sizeof name, "digits_64-32-32-32-10_epoch%02d.json", epochs[i]);
        if (experiment_read(&d->net[i], e, name, error))
            return CREASE_ERROR;
        if (crease_net_inputs(d->net[i]) != d->inputs) {
            error_set(error, "expected %zu inputs, as the points have, found %zu", d->inputs,
                      crease_net_inputs(d->net[i]));
            error_locate(error, name, 0, 0, NULL);
            return CREASE_ERROR;
        }
    }
    for (size_t l = 0; l < crease_net_hidden(d->net[0]); l++)
        d->units += crease_net_width(d->net[0], l);
    return CREASE_OK;
}

crease_status digits_read(digits *d, const experiment *e, crease_error *error)
{
    *d = (digits){.epochs = EPOCHS, .epoch = epochs};
    char *path;
    if (asprintf(&path, "%s/digits_points.json", e->how.data) < 0)
        abort(); // memory
    crease_status status = crease_slice_read(&d->point, &d->points, &d->inputs, path, error);
    free(path);
    if (status)
        return status;
    d->net = memory_new(EPOCHS, sizeof *d->net);
    status = read_nets(d, e, error);
    if (status)
        digits_clear(d);
    return status;
}

void digits_clear(digits *d)
{
    for (size_t i = 0; i < d->epochs; i++)
        crease_net_free(d->net[i]);
    free(d->net);
    _fmpq_vec_clear(d->point, (slong)(d->points * d->inputs));
}
