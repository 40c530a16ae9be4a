// Pictures: of lines and planes, whose regions are collected and painted, and pages in general.
#include "out/picture.h"

#include "base/error.h"
#include "out/file.h"
#include "out/graph.h"
#include "out/mosaic.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>

#define LARGEST_SIDE 32767 // Cairo's limit for images

typedef cairo_surface_t *surface_new(cairo_write_func_t, void *, double, double);

// Vector graphics are written while they are drawn, an image (create NULL) at the end.
static const struct {
    surface_new *create;
    mosaic_gaps gaps;
} formats[] = {
    [CREASE_SVG] = {cairo_svg_surface_create_for_stream, MOSAIC_OVERLAP},
    [CREASE_PDF] = {cairo_pdf_surface_create_for_stream, MOSAIC_OVERLAP},
    [CREASE_PNG] = {NULL, MOSAIC_ADD},
};

static cairo_status_t write_bytes(void *stream, const unsigned char *bytes, unsigned size)
{
    return fwrite(bytes, 1, size, stream) == size ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static cairo_surface_t *open_surface(crease_picture_format format, FILE *stream, int width,
                                     int height)
{
    surface_new *create = formats[format].create;
    cairo_surface_t *surface = create
                                   ? create(write_bytes, stream, width, height)
                                   : cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    // The same picture is the same bytes at any time.
    if (format == CREASE_PDF)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE,
                                       "1970-01-01T00:00:00Z");
    return surface;
}

static crease_status check_cairo(cairo_status_t status, const out_file *file, crease_error *error)
{
    if (out_file_check(file, error) != CREASE_OK)
        return CREASE_ERROR;
    if (status == CAIRO_STATUS_SUCCESS)
        return CREASE_OK;
    error_set(error, "cannot draw: %s", cairo_status_to_string(status));
    return error_file(error, file->path);
}

crease_status picture_draw(const out_file *file, crease_picture_format format, int width,
                           int height, picture_painter *paint, const void *data,
                           crease_error *error)
{
    cairo_surface_t *surface = open_surface(format, file->stream, width, height);
    cairo_t *page = cairo_create(surface);
    cairo_set_source_rgb(page, 1, 1, 1);
    if (!formats[format].create)
        cairo_paint(page);
    paint(page, data, width, height);
    cairo_status_t status = cairo_status(page);
    cairo_destroy(page);
    if (status == CAIRO_STATUS_SUCCESS && !formats[format].create)
        status = cairo_surface_write_to_png_stream(surface, write_bytes, file->stream);
    cairo_surface_finish(surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    return check_cairo(status, file, error);
}

// ---- what is drawn: the outputs over a line, or the regions of the plane ----

#define GRAPH_SHAPE 1.6

typedef struct {
    const crease_picture *picture;
    size_t dimension;
    graph curves; // 1
    chart outputs;
    mosaic tiles; // 2
} subject;

static void subject_init(subject *drawn, const crease_picture *picture, const crease_net *net,
                         const crease_domain *domain)
{
    *drawn = (subject){.picture = picture, .dimension = crease_domain_dimension(domain)};
    if (drawn->dimension == 1)
        graph_init(&drawn->curves, net);
    else
        mosaic_init(&drawn->tiles, net, domain, picture->colours);
}

static void subject_clear(subject *drawn)
{
    if (drawn->dimension == 1) {
        graph_chart_clear(&drawn->outputs);
        graph_clear(&drawn->curves);
    } else {
        mosaic_clear(&drawn->tiles);
    }
}

static crease_visitor subject_visitor(subject *drawn)
{
    if (drawn->dimension == 1)
        return (crease_visitor){.data = &drawn->curves, .wants_maps = 1, .region = graph_add};
    return (crease_visitor){.data = &drawn->tiles,
                            .wants_maps = drawn->tiles.colours != CREASE_BY_PATTERN,
                            .region = mosaic_add};
}

// Changes zeros to the size that the view asks for.
static void subject_fit(subject *drawn, int *width, int *height)
{
    view window = {.shape = GRAPH_SHAPE};
    if (drawn->dimension == 1)
        graph_chart(&drawn->outputs, &drawn->curves, drawn->picture->creases);
    else
        mosaic_fit(&drawn->tiles, &window);
    view_page(width, height, &window);
}

static void subject_paint(cairo_t *page, const void *data, int width, int height)
{
    const subject *drawn = data;
    if (drawn->dimension == 1)
        chart_paint(page, &drawn->outputs, width, height);
    else
        mosaic_paint(page, &drawn->tiles, width, height, drawn->picture->creases,
                     formats[drawn->picture->format].gaps);
}

static crease_status check_side(const char *name, int side, crease_error *error)
{
    if (side >= 0 && side <= LARGEST_SIDE)
        return CREASE_OK;
    return error_set(error, "expected a %s between 1 and %d, found %d", name, LARGEST_SIDE, side);
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
    if (check_side("width", picture->width, error) != CREASE_OK)
        return CREASE_ERROR;
    return check_side("height", picture->height, error);
}

// The file is open. The status is the walk's, or CREASE_ERROR.
static crease_status walk_and_draw(const out_file *file, const crease_picture *picture,
                                   crease_counts *counts, const crease_net *net,
                                   const crease_domain *domain, const crease_options *options,
                                   crease_error *error)
{
    subject drawn;
    subject_init(&drawn, picture, net, domain);
    crease_visitor visitor = subject_visitor(&drawn);
    crease_status status = crease_walk(counts, net, domain, options, &visitor, error);
    if (status == CREASE_OK || status == CREASE_STOPPED) {
        int width = picture->width, height = picture->height;
        subject_fit(&drawn, &width, &height);
        if (check_side("width", width, error) != CREASE_OK ||
            check_side("height", height, error) != CREASE_OK ||
            picture_draw(file, picture->format, width, height, subject_paint, &drawn, error))
            status = CREASE_ERROR;
    }
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
    crease_status status = walk_and_draw(&file, picture, counts, net, domain, options, error);
    if (status == CREASE_ERROR)
        out_file_abort(&file);
    else if (out_file_commit(&file, error) != CREASE_OK)
        status = CREASE_ERROR;
    return status;
}
