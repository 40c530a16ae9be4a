// The public count: region by region, or by images.
#include "base/error.h"
#include "base/memory.h"
#include "domain/domain.h"
#include "exact/words64.h"
#include "images/count.h"
#include "net/net.h"
#include "walk/mode.h"
#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdlib.h>

const char *crease_images_name(crease_images how)
{
    static const char *const name[] = {"auto", "always", "never"};
    return name[how];
}

void crease_totals_init(crease_totals *totals, const crease_net *net)
{
    *totals = (crease_totals){.layers = crease_net_hidden(net)};
    totals->per_layer = _fmpz_vec_init((slong)totals->layers);
    totals->folding = memory_new(totals->layers, sizeof *totals->folding);
    for (size_t l = 0; l < totals->layers; l++) {
        fmpz_init(totals->folding[l].cells);
        fmpz_init(totals->folding[l].points);
        fmpz_init(totals->folding[l].most_of_one);
    }
    fmpz_init(totals->activation_regions);
    fmpz_init(totals->bounded_regions);
    fmpz_init(totals->splits);
}

void crease_totals_by_neuron(crease_totals *totals, const crease_net *net)
{
    totals->neurons = net_units(net, totals->layers);
    totals->per_neuron = _fmpz_vec_init((slong)totals->neurons);
}

void crease_totals_clear(crease_totals *totals)
{
    fmpz_clear(totals->activation_regions);
    fmpz_clear(totals->bounded_regions);
    fmpz_clear(totals->splits);
    for (size_t l = 0; l < totals->layers; l++) {
        fmpz_clear(totals->folding[l].cells);
        fmpz_clear(totals->folding[l].points);
        fmpz_clear(totals->folding[l].most_of_one);
    }
    free(totals->folding);
    _fmpz_vec_clear(totals->per_layer, (slong)totals->layers);
    if (totals->per_neuron)
        _fmpz_vec_clear(totals->per_neuron, (slong)totals->neurons);
    *totals = (crease_totals){0};
}

static void reset(crease_totals *totals)
{
    fmpz_zero(totals->activation_regions);
    fmpz_zero(totals->bounded_regions);
    fmpz_zero(totals->splits);
    _fmpz_vec_zero(totals->per_layer, (slong)totals->layers);
    if (totals->per_neuron)
        _fmpz_vec_zero(totals->per_neuron, (slong)totals->neurons);
    for (size_t l = 0; l < totals->layers; l++) {
        crease_folding *folding = totals->folding + l;
        fmpz_zero(folding->cells);
        fmpz_zero(folding->points);
        fmpz_zero(folding->most_of_one);
        folding->images = folding->walked = folding->met = false;
    }
    totals->images = totals->images_met = totals->decided_float = totals->decided_exact = 0;
    totals->by_images = 0;
}

void totals_take_counts(crease_totals *totals, const crease_counts *counts)
{
    fmpz_set_u64(totals->activation_regions, counts->activation_regions);
    fmpz_set_u64(totals->bounded_regions, counts->bounded_regions);
    fmpz_set_u64(totals->splits, counts->splits);
    for (size_t l = 0; l < totals->layers; l++)
        fmpz_set_u64(totals->per_layer + l, counts->per_layer[l]);
    for (size_t k = 0; totals->per_neuron && k < totals->neurons; k++)
        fmpz_set_u64(totals->per_neuron + k, counts->per_neuron[k]);
    totals->decided_float = counts->decided_float;
    totals->decided_exact = counts->decided_exact;
    totals->threads = counts->threads;
    totals->complete = counts->complete;
    totals->seconds += counts->seconds;
}

// ---- auto ----

// While a walk goes on, the same count is tried by images for a small share of the time, for more
// if the last try has met repeated images.
typedef struct {
    const crease_net *net;
    const crease_domain *domain;
    const crease_options *options;
    crease_totals totals; // of the latest try
    bool has_repeats, is_better;
} image_trial;

enum {
    REPEATED = 2, // cells of an image, on average, of a network that may be worth longer tries
    // With this many cells it takes less time to count their image than to count them.
    CELLS_PER_IMAGE = 1024
};

// Whether a layer that a try has reached has that many cells for each image.
static bool has_folded(const crease_totals *t, uint64_t cells)
{
    for (size_t l = 0; l < t->layers; l++) {
        const crease_folding *folding = t->folding + l;
        if (folding->images && fmpz_cmp_u64(folding->cells, cells * folding->images) >= 0)
            return true;
    }
    return false;
}

static void try_for(image_trial *trial, double share, double elapsed, double worked)
{
    crease_error error;
    const crease_options brief = {
        .arith = trial->options->arith, .threads = 1, .time_limit = share * elapsed};
    reset(&trial->totals);
    const crease_status status =
        images_try(&trial->totals, trial->net, trial->domain, &brief, share * worked, &error);
    trial->has_repeats = has_folded(&trial->totals, REPEATED);
    trial->is_better = status == CREASE_OK ||
                       (status == CREASE_STOPPED && has_folded(&trial->totals, CELLS_PER_IMAGE));
}

static bool try_images(void *data, double elapsed, double worked)
{
    static const double share = 0.004, share_of_repeats = 0.1;
    image_trial *trial = data;
    if (!trial->has_repeats)
        try_for(trial, share, elapsed, worked);
    if (trial->has_repeats && !trial->is_better)
        try_for(trial, share_of_repeats, elapsed, worked);
    return trial->is_better;
}

// The rest of the time goes to images. The numbers of the walk so far are lower bounds too.
static crease_status go_on_by_images(crease_totals *totals, const image_trial *trial,
                                     const crease_counts *walked, crease_error *error)
{
    crease_options rest = *trial->options;
    if (rest.time_limit > 0)
        rest.time_limit = fmax(rest.time_limit - walked->seconds, 1e-6);
    const crease_status status =
        images_count(totals, NULL, trial->net, trial->domain, &rest, error);
    totals->seconds += walked->seconds;
    if (status == CREASE_STOPPED &&
        fmpz_cmp_u64(totals->activation_regions, walked->activation_regions) < 0) {
        reset(totals);
        totals->seconds = 0;
        totals_take_counts(totals, walked);
    }
    return status;
}

static bool may_fold(const crease_net *net, const crease_options *options)
{
    return crease_net_hidden(net) > 1 && options->arith != CREASE_FLOAT && !options->max_regions &&
           !options->folder;
}

crease_status crease_count(crease_totals *totals, const crease_net *net,
                           const crease_domain *domain, crease_images how,
                           const crease_options *options, crease_error *error)
{
    static const crease_options defaults;
    options = options ? options : &defaults;
    reset(totals);
    if (how == CREASE_IMAGES_ALWAYS && totals->layers)
        return images_count(totals, NULL, net, domain, options, error);
    crease_counts counts;
    crease_counts_init(&counts, net);
    if (totals->per_neuron)
        crease_counts_by_neuron(&counts, net);
    image_trial trial = {.net = net, .domain = domain, .options = options};
    crease_totals_init(&trial.totals, net);
    const bool watched = how == CREASE_IMAGES_AUTO && may_fold(net, options);
    const run_watch watch = {watched ? try_images : NULL, &trial};
    crease_status status = walk_watched(&counts, net, domain, options, watch, error);
    if (status == CREASE_STOPPED && trial.is_better)
        status = go_on_by_images(totals, &trial, &counts, error);
    else
        totals_take_counts(totals, &counts);
    crease_totals_clear(&trial.totals);
    crease_counts_clear(&counts);
    return status;
}

crease_status crease_count_linear_by_images(crease_totals *totals, fmpz_t linear_regions,
                                            const crease_net *net, const crease_domain *domain,
                                            const crease_options *options, crease_error *error)
{
    if (domain->dimension != 1)
        return error_set(error,
                         "linear regions are counted by images in one dimension alone, "
                         "where slopes at the ends of images say which cells belong "
                         "together; the domain has %zu",
                         domain->dimension);
    fmpz_one(linear_regions);
    if (!totals->layers)
        return crease_count(totals, net, domain, CREASE_IMAGES_NEVER, options, error);
    reset(totals);
    return images_count(totals, linear_regions, net, domain, options, error);
}
