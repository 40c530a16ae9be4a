// The parts into which a layer cuts an image, found by a walk of the image.
#pragma once

#include "images/image_set.h"
#include "images/part.h"
#include "walk/mode.h"
#include <crease/images.h>
#include <stdbool.h>

// Shared by the walks of all images of a layer, in all threads.
typedef struct {
    const crease_net *stage;
    rounded_net *rounded;     // the stage in doubles; NULL: made for each walk
    crease_options options;   // of each walk
    const net_layer *entered; // by the parts; NULL: these are regions of the whole network
    bool only_counts;         // no part is kept
    bool by_neuron;
    run_limits *limits;
    double work_end; // by the clock of this thread; 0: none
} parts_layer;

// The image is that of the source, where the layer is entered; its map is the one of the stage.
typedef struct {
    image_part source;
    image image;      // empty if no layer is entered
    bool is_faithful; // what is bounded in the image comes from something bounded
} parts_one;

typedef struct {
    const parts_layer *layer;
    parts_one *part;
    size_t count, capacity;
    crease_counts counts;
    crease_status status; // of the walk; unless it is CREASE_OK, some parts may be missing
    crease_error error;
} image_parts;

// Walks the domain.
void image_parts_find(image_parts *parts, const parts_layer *layer, const crease_domain *domain);
// The same for an image on entry to the layer.
void image_parts_find_in(image_parts *parts, const parts_layer *layer, const image *from);
void image_parts_clear(image_parts *parts);
