// The data of one network on a page: its exact layers, and the regions of a line or a plane.
#ifndef DRAW_PAGE_DATA_H
#define DRAW_PAGE_DATA_H

#include "exact/row_table.h"
#include "regions/neighbours.h"

// Bytes that become an array of numbers in the page, little-endian.
typedef struct {
    uint8_t *byte;
    size_t size, capacity;
} page_array;

// The page of src/draw/page as the build puts it together, but for its data.
extern const char page_before_data[], page_after_data[];

// Collected during a walk. Coordinates are doubles relative to a rational origin, the lowest corner
// of a box or else the first vertex, so that small domains far from zero lose nothing. The page
// itself computes all exact numbers, from the layers, patterns and creases.
//
// Memory: some 200 bytes a region, and its neighbours and exact vertices.
typedef struct {
    const crease_net *net;
    const crease_domain *domain;
    size_t dimension, outputs;
    unsigned bits;        // of a unit in a pattern: 0, 1, 2, 4, 8, 16 or 32
    size_t words;         // of a pattern
    size_t *first_crease; // of a layer's predicates among those of all layers
    fmpq *origin;         // dimension
    row_table points, directions, maps;
    page_array point, direction, map; // doubles, in the order of the tables
    page_array start, corner, edge, pattern, map_of;
    uint64_t regions;
    neighbour_collection neighbours;
    fmpz *integers; // scratch
    fmpq *row;      // scratch
    uint64_t *word; // scratch
} page_data;

void page_data_init(page_data *data, const crease_net *net, const crease_domain *domain);
void page_data_clear(page_data *data);
// Collects all regions of a walk.
crease_visitor page_data_visitor(page_data *data);
// One JSON object, docs/formats.md.
void page_data_write(FILE *stream, page_data *data, const char *name, const crease_counts *counts,
                     const crease_options *options);

#endif
