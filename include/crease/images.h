// Counting by images: exponentially many regions in the time of a few.
//
// A cell of the layers before l is mapped to the inputs of layer l. The regions of the later layers
// in it depend only on this image, so one cell of each image is counted, and its numbers are
// multiplied (docs/algorithms.md). Networks that fold, as in the theorems on depth, have few
// images.
#pragma once

#include <crease/walk.h>

CREASE_BEGIN

typedef enum {
    // As CREASE_IMAGES_NEVER; but a long walk that finds many equal images goes on by images.
    CREASE_IMAGES_AUTO,
    CREASE_IMAGES_ALWAYS,
    CREASE_IMAGES_NEVER, // region by region, as crease_walk
} crease_images;

const char *crease_images_name(crease_images how); // "auto", "always", "never"

// The cells on entry to a layer. A cell whose image is a point contains one region.
typedef struct {
    fmpz_t cells, points; // all; those whose image is a point, which are walked no further
    uint64_t images;      // distinct images of the others
    fmpz_t most_of_one;   // the largest number of cells that have one image
    uint64_t walked, met; // images that this layer cut, and cells that it was cut into
} crease_folding;

// The numbers of crease_counts, of any size.
typedef struct {
    fmpz_t activation_regions, bounded_regions, splits;
    fmpz *per_layer; // layers
    size_t layers;
    fmpz *per_neuron; // neurons; NULL unless crease_totals_by_neuron was called
    size_t neurons;
    // By images: how many were walked, and how many cells were looked up among them; and for each
    // layer. Else 0.
    int by_images;
    uint64_t images, images_met;
    crease_folding *folding; // layers
    uint64_t decided_float, decided_exact;
    size_t threads;
    int complete; // 0: stopped. All numbers are then lower bounds
    double seconds;
} crease_totals;

void crease_totals_init(crease_totals *totals, const crease_net *net);
void crease_totals_by_neuron(crease_totals *totals, const crease_net *net);
void crease_totals_clear(crease_totals *totals);

// Counts activation regions. By images it takes time and memory for each distinct image, whatever
// the number of regions; threads share the images of a layer. With a folder (crease_options) and
// CREASE_TASKS_ALL it keeps its state there, and goes on from it. It is refused (CREASE_ERROR) for
// CREASE_FLOAT, max_regions and single steps of tasks, which need every region. Images may have any
// dimension.
crease_status crease_count(crease_totals *totals, const crease_net *net,
                           const crease_domain *domain, crease_images how,
                           const crease_options *options, crease_error *error);

// The same with CREASE_IMAGES_ALWAYS and the linear regions, on domains of one dimension: others
// are refused, and so is a folder. After CREASE_STOPPED these are 1. Cost: also memory for each
// part of each image.
crease_status crease_count_linear_by_images(crease_totals *totals, fmpz_t linear_regions,
                                            const crease_net *net, const crease_domain *domain,
                                            const crease_options *options, crease_error *error);

CREASE_END
