// The regions of a walk, kept: pattern and a point inside.
#ifndef SURVEY_H
#define SURVEY_H

#include <crease/walk.h>

typedef struct {
    const crease_net *net;
    size_t dimension;
    size_t units; // in all hidden layers
    size_t regions, pattern_capacity, bounded_capacity, point_capacity;
    uint32_t *pattern; // units for each region
    int *bounded;
    fmpq **point; // dimension numbers each
} survey;

// net must outlive the survey.
void survey_init(survey *s, const crease_net *net, const crease_domain *domain);
void survey_clear(survey *s);

#endif
