// A picture of the regions of a plane: with axes and a legend, or bare.
#ifndef DRAW_PLANE_H
#define DRAW_PLANE_H

#include "draw/chart.h"

typedef struct {
    const crease_picture *picture;
    mosaic tiles;
    tint tints;
    chart shown;
} plane_picture;

void plane_init(plane_picture *drawn, const crease_picture *picture, const crease_net *net,
                const crease_domain *domain);
void plane_clear(plane_picture *drawn);

// Once all regions are in the mosaic: chooses the view, and changes zeros to the size of the page.
void plane_fit(plane_picture *drawn, int *width, int *height);
void plane_paint(const canvas *page, const plane_picture *drawn, int width, int height);

#endif
