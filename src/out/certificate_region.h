// The lines of a certificate that are about regions.
#ifndef OUT_CERTIFICATE_REGION_H
#define OUT_CERTIFICATE_REGION_H

#include <crease/walk.h>
#include <stdio.h>

typedef struct {
    size_t layers; // that take part in the pattern
    size_t *width;
    // Constraints are numbered: the creases of each layer from first[layer] on, questions[layer]
    // for each unit; then the inequalities of the domain; then infinity.
    size_t *first, *questions;
    size_t border, infinity;
    // The region before.
    uint32_t *pattern;
    size_t units;
    int begun;
    // Of the present one's facets, and infinity.
    size_t *constraint, constraints;
    // The line.
    char *text;
    size_t length, capacity;
} region_lines;

// inequalities: how many there are to the domain.
void region_lines_init(region_lines *lines, const crease_net *net, size_t inequalities);
void region_lines_clear(region_lines *lines);
// Regions come in the order of the walk.
void region_lines_write(FILE *stream, region_lines *lines, const crease_region *region);

#endif
