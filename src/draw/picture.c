// Pictures of planes, whose regions are collected and painted.
#include "base/error.h"
#include "base/out_file.h"
#include "draw/plane.h"

#define LARGEST_SIDE 32767 // Cairo's limit for images

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
    if (dimension == 1)
        return error_set(error, "a picture shows two dimensions, found 1: crease line lists the "
                                "breakpoints, net.plot() in Python draws the outputs");
    if (dimension != 2)
        return error_set(error,
                         "expected a domain of dimension 2 to draw, found %zu: name three points "
                         "of a slice",
                         dimension);
    return check_page(picture, picture->width, picture->height, error);
}

static crease_status paint_page(const out_file *file, plane_picture *drawn, crease_error *error)
{
    const crease_picture *picture = drawn->picture;
    int width = picture->width, height = picture->height;
    picture_about about = {0};
    if (!picture->bare)
        about = (picture_about){picture->title ? picture->title : picture->name,
                                crease_net_sha256(drawn->tiles.net), picture->command};
    plane_fit(drawn, &width, &height);
    if (check_page(picture, width, height, error))
        return CREASE_ERROR;
    canvas page;
    canvas_open(&page, picture->format, width, height, picture->dpi, &about);
    plane_paint(&page, drawn, width, height);
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
    plane_picture drawn;
    plane_init(&drawn, picture, net, domain);
    const crease_visitor visitor = {.data = &drawn.tiles,
                                    .wants_maps = mosaic_wants_maps(picture->colours),
                                    .region = mosaic_add};
    crease_status status = crease_walk(counts, net, domain, options, &visitor, error);
    if (status != CREASE_ERROR && paint_page(file, &drawn, error))
        status = CREASE_ERROR;
    plane_clear(&drawn);
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
