// The state of a count by images in a file, from which it goes on.
#pragma once

#include "images/image_set.h"
#include <crease/images.h>
#include <stdbool.h>

// The sums over the images before the next one.
typedef struct {
    size_t layer, image; // the next image is this one on entry to this layer
    image_set now, next; // images on entry to this layer, and to the one after it so far
    crease_totals *totals;
    double seconds; // that earlier runs took
} image_state;

// The file is FOLDER/images of the options' folder, which is made if there is none. Its key is a
// hash of network, domain, arithmetic and question; files of others are refused.
crease_status image_state_save(image_state *state, const crease_net *net,
                               const crease_domain *domain, const crease_options *options,
                               crease_error *error);
// Reads the file into a state at the beginning. *is_there: whether there is a file.
crease_status image_state_load(bool *is_there, image_state *state, const crease_net *net,
                               const crease_domain *domain, const crease_options *options,
                               crease_error *error);
