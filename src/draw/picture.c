// Pictures of lines and planes, whose regions are collected and painted.
#include "base/error.h"
#include "base/out_file.h"
#include "draw/graph.h"
#include "draw/plane.h"

#define LARGEST_SIDE 32767 // Cairo's limit for images

// ---- what is drawn: the outputs over a line, or the regions of the plane ----

typedef struct {
    size_t dimension;
    graph curves;          // 1
    plane_picture regions; // 2
} subject;

static void subject_init(subject *drawn, const crease_picture *picture, const crease_net *net,
                         const crease_domain *domain)
{
    *drawn = (subject){.dimension = crease_domain_dimension(domain)};
    if (drawn->dimension == 1)
        graph_init(&drawn->curves, picture, net, domain);
    else
        plane_init(&drawn->regions, picture, net, domain);
}

static void subject_clear(subject *drawn)
{
    if (drawn->dimension == 1)
        graph_clear(&drawn->curves);
    else
        plane_clear(&drawn->regions);
}

static crease_status subject_walk(subject *drawn, crease_counts *counts, const crease_net *net,
                                  const crease_domain *domain, const crease_options *options,
                                  crease_error *error)
{
    static const crease_options defaults;
    if (drawn->dimension == 1)
        return graph_cross(&drawn->curves, counts, options ? options : &defaults, error);
    mosaic *tiles = &drawn->regions.tiles;
    const crease_visitor visitor = {
        .data = tiles, .wants_maps = mosaic_wants_maps(tiles->colours), .region = mosaic_add};
    return crease_walk(counts, net, domain, options, &visitor, error);
}

// ---- the page ----

static crease_status check_page(const crease_picture *picture, int width, int height,
                                crease_error *error)
{
    const double scale = picture->format == CREASE_PNG && picture->dpi > 0 ? picture->dpi / 72 : 1;
    const char *const name[] = {"width", "height"};
    const int side[] = {width, height};
    for (int i = 0; i < 2; i++)
        if (side[i] < 0 || side[i] > LARGEST_SIDE)
            return error_set(error, "expected a %s between 1 and %d, found %d", name[i],
                             LARGEST_SIDE, side[i]);
    if (scale * (width > height ? width : height) > LARGEST_SIDE)
        return error_set(error, "expected at most %d pixels a side, found %.0f", LARGEST_SIDE,
                         scale * (width > height ? width : height));
    return CREASE_OK;
}

static crease_status check_picture(const crease_picture *picture, const crease_domain *domain,
                                   crease_error *error)
{
    size_t dimension = crease_domain_dimension(domain);
    if (dimension > 2)
        return error_set(error,
                         "expected a domain of dimension 1 or 2 to draw, found %zu: name two or "
                         "three points of a slice",
                         dimension);
    return check_page(picture, picture->width, picture->height, error);
}

static crease_status paint_subject(const out_file *file, subject *drawn,
                                   const crease_picture *picture, const crease_net *net,
                                   crease_error *error)
{
    int width = picture->width, height = picture->height;
    picture_about about = {0};
    if (!picture->bare)
        about = (picture_about){picture->title ? picture->title : picture->name,
                                crease_net_sha256(net), picture->command};
    if (drawn->dimension == 1)
        graph_fit(&drawn->curves, &width, &height);
    else
        plane_fit(&drawn->regions, &width, &height);
    if (check_page(picture, width, height, error))
        return CREASE_ERROR;
    canvas page;
    canvas_open(&page, picture->format, width, height, picture->dpi, &about);
    if (drawn->dimension == 1)
        chart_paint(&page, &drawn->curves.shown, width, height);
    else
        plane_paint(&page, &drawn->regions, width, height);
    const char *trouble = canvas_close(&page, file->stream);
    if (out_file_check(file, error) != CREASE_OK)
        return CREASE_ERROR;
    if (!trouble)
        return CREASE_OK;
    error_set(error, "cannot draw: %s", trouble);
    return error_file(error, file->path);
}

// The status is the walk's, or CREASE_ERROR.
static crease_status walk_and_paint(const out_file *file, const crease_picture *picture,
                                    crease_counts *counts, const crease_net *net,
                                    const crease_domain *domain, const crease_options *options,
                                    crease_error *error)
{
    subject drawn;
    subject_init(&drawn, picture, net, domain);
    crease_status status = subject_walk(&drawn, counts, net, domain, options, error);
    if (status != CREASE_ERROR && paint_subject(file, &drawn, picture, net, error))
        status = CREASE_ERROR;
    subject_clear(&drawn);
    return status;
}

crease_status crease_write_picture(const char *path, const crease_picture *picture,
                                   crease_counts *counts, const crease_net *net,
                                   const crease_domain *domain, const crease_options *options,
                                   crease_error *error)
{
    if (check_picture(picture, domain, error) != CREASE_OK)
        return CREASE_ERROR;
    out_file file;
    if (out_file_open(&file, path, error) != CREASE_OK)
        return CREASE_ERROR;
    crease_status status = walk_and_paint(&file, picture, counts, net, domain, options, error);
    if (status == CREASE_ERROR)
        out_file_abort(&file);
    else if (out_file_commit(&file, error) != CREASE_OK)
        status = CREASE_ERROR;
    return status;
}
