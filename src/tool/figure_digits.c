// Reads checkpoints and points by the ends of their names.
#include "tool/figure_digits.h"

#include "base/error.h"
#include "base/memory.h"
#include <flint/fmpq_vec.h>
#include <glob.h>
#include <stdlib.h>

enum { EPOCHS = 7 };
static const int epochs[EPOCHS] = {0, 1, 2, 5, 10, 20, 50};

// The one file in the folder of data whose name ends so; the caller frees *path.
static crease_status find_file(char **path, const experiment *e, const char *end,
                               crease_error *error)
{
    char *pattern;
    glob_t found;
    if (asprintf(&pattern, "%s/*%s", e->how.data, end) < 0)
        abort(); // memory
    int failed = glob(pattern, 0, NULL, &found);
    size_t count = failed ? 0 : found.gl_pathc;
    if (count == 1)
        *path = memory_copy_text(found.gl_pathv[0]);
    else
        error_set(error, "expected one file *%s, found %zu; --data names the folder", end, count);
    if (!failed)
        globfree(&found);
    if (count != 1)
        error_locate(error, e->how.data, 0, 0, NULL);
    free(pattern);
    return count == 1 ? CREASE_OK : CREASE_ERROR;
}

static crease_status read_net(digits *d, size_t i, const experiment *e, crease_error *error)
{
    char end[32], *path;
    snprintf(end, sizeof end, "_epoch%02d.json", epochs[i]);
    if (find_file(&path, e, end, error))
        return CREASE_ERROR;
    crease_status status = crease_net_read(&d->net[i], path, error);
    if (status == CREASE_OK && crease_net_inputs(d->net[i]) != d->inputs) {
        status = error_set(error, "expected %zu inputs, as the points have, found %zu", d->inputs,
                           crease_net_inputs(d->net[i]));
        error_locate(error, path, 0, 0, NULL);
    }
    free(path);
    return status;
}

crease_status digits_read(digits *d, const experiment *e, crease_error *error)
{
    char *path;
    *d = (digits){.epochs = EPOCHS, .epoch = epochs};
    if (find_file(&path, e, "_points.json", error))
        return CREASE_ERROR;
    crease_status status = crease_slice_read(&d->point, &d->points, &d->inputs, path, error);
    free(path);
    if (status)
        return status;
    d->net = memory_new(EPOCHS, sizeof *d->net);
    for (size_t i = 0; i < EPOCHS && status == CREASE_OK; i++)
        status = read_net(d, i, e, error);
    for (size_t l = 0; status == CREASE_OK && l < crease_net_hidden(d->net[0]); l++)
        d->units += crease_net_width(d->net[0], l);
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
