// Commands that write every region to a file: crease regions, adjacency, certify, tree, plot.
#include "base/memory.h"
#include "tool/commands.h"
#include "tool/job.h"
#include "tool/stop.h"

#include <stdlib.h>
#include <string.h>

// Pixels an inch of a PNG.
enum { PLOT_DPI = 144 };

typedef crease_status regions_writer(const char *path, job *work, const settings *s,
                                     crease_error *error);

static crease_status regions_run(job *work, regions_writer *write)
{
    crease_error error;
    const char *path = work->s->output ? work->s->output : "-";
    return job_end(work, write(path, work, work->s, &error), &error);
}

static crease_status regions_write_records(const char *path, job *work, const settings *s,
                                           crease_error *error)
{
    const crease_records records = {.format = (crease_record_format)s->format,
                                    .digits = (unsigned)s->regions.digits,
                                    .fields = s->regions.fields};
    return crease_regions_write(path, &records, &work->counts, work->net, work->domain,
                                &work->options, error);
}

crease_status cmd_regions(job *work)
{
    return regions_run(work, regions_write_records);
}

static crease_status regions_write_adjacency(const char *path, job *work, const settings *s,
                                             crease_error *error)
{
    return crease_adjacency_write(path, (crease_record_format)s->format, &work->counts, work->net,
                                  work->domain, &work->options, error);
}

crease_status cmd_adjacency(job *work)
{
    return regions_run(work, regions_write_adjacency);
}

static crease_status regions_write_certificate(const char *path, job *work, const settings *s,
                                               crease_error *error)
{
    crease_linear_counts linear;
    work->stopped = "no certificate is written";
    if (s->count.images == CREASE_IMAGES_ALWAYS) {
        crease_totals totals;
        crease_totals_init(&totals, work->net);
        const crease_status status = crease_certificate_write_by_images(
            path, &totals, work->net, work->domain, &work->options, error);
        crease_totals_clear(&totals);
        return status;
    }
    return crease_certificate_write(path, &work->counts, s->linear ? &linear : NULL, work->net,
                                    work->domain, &work->options, error);
}

crease_status cmd_certify(job *work)
{
    return regions_run(work, regions_write_certificate);
}

static crease_status regions_write_tree(const char *path, job *work, const settings *s,
                                        crease_error *error)
{
    return crease_tree_write(path, s->regions.cells, &work->counts, work->net, work->domain,
                             &work->options, error);
}

crease_status cmd_tree(job *work)
{
    return regions_run(work, regions_write_tree);
}

// A number without a unit is negative: points, or pixels of a PNG.
static double plot_points(double length, double dpi)
{
    return length >= 0 ? length : -length * (dpi > 0 ? 72 / dpi : 1);
}

// NET.tex has the regions in NET-regions.pdf if they are many; NULL on standard output.
static char *plot_inset(const char *path)
{
    const char *dot = strrchr(path, '.');
    if (strcmp(path, "-") == 0)
        return NULL;
    const int stem = (int)(dot && !strchr(dot, '/') ? (size_t)(dot - path) : strlen(path));
    return memory_format("%.*s-regions.pdf", stem, path);
}

static crease_status regions_write_picture(const char *path, job *work, const settings *s,
                                           crease_error *error)
{
    char *again = arguments_text(s), *inset = plot_inset(path);
    const crease_picture_format format = (crease_picture_format)s->format;
    const double dpi = format != CREASE_PNG ? 0 : s->plot.dpi ? (double)s->plot.dpi : PLOT_DPI;
    crease_picture picture = {
        .format = format,
        .colours = (crease_colours)s->plot.colours,
        .layer = s->plot.layer < SIZE_MAX ? (size_t)s->plot.layer : SIZE_MAX,
        .width = plot_points(s->plot.width, dpi),
        .height = plot_points(s->plot.height, dpi),
        .dpi = dpi,
        .font_size = s->plot.font_size,
        .line_width = s->plot.line_width,
        .font = s->plot.font,
        .class_names = s->plot.class_names,
        .creases = !s->plot.no_creases,
        .labels = s->plot.labels,
        .outlines = s->plot.outlines,
        .after = s->plot.after < SIZE_MAX ? (size_t)s->plot.after : SIZE_MAX,
        .bare = s->plot.bare,
        .title = s->plot.title,
        .label = {s->plot.x_label, s->plot.y_label},
        .name = work->name,
        .command = again,
        .inset = inset,
    };
    const crease_status status = crease_picture_write(path, &picture, &work->counts, work->net,
                                                      work->domain, &work->options, error);
    if (status != CREASE_ERROR && format == CREASE_TEX &&
        work->counts.activation_regions > CREASE_MOST_OF_TEX)
        report_note(inset ? "the regions are in %s, which the figure includes"
                          : "TeX may not have the memory for so many regions: %s writes a file "
                            "that includes them as a PDF",
                    inset ? inset : "-o FILE.tex");
    free(again);
    free(inset);
    return status;
}

// All networks on one page.
static crease_status plot_page(job *work)
{
    const settings *s = work->s;
    crease_page *page;
    crease_error error;
    crease_status worst = CREASE_OK;
    if (crease_page_open(&page, s->output, s->plot.title, (crease_colours)s->plot.colours, &error))
        return report_error(&error, s->output);
    for (size_t i = 0; i < s->operand_count && worst != CREASE_ERROR && !stop_is_final(); i++) {
        job one;
        if (i)
            stop_watch_anew(s);
        if (job_open(&one, s, work->r, s->operands[i], OPENS_NET | OPENS_DOMAIN)) {
            worst = CREASE_ERROR;
            continue;
        }
        crease_status status =
            crease_page_add(page, one.name, &one.counts, one.net, one.domain, &one.options, &error);
        job_end(&one, status, &error);
        job_close(&one);
        worst = status ? status : worst;
    }
    if (worst == CREASE_ERROR)
        crease_page_drop(page);
    else if (crease_page_close(page, &error))
        worst = report_error(&error, s->output);
    return worst;
}

crease_status cmd_plot(job *work)
{
    const settings *s = work->s;
    const int format = s->format;
    if (format < 0)
        return report_usage(
            "--output takes a name that ends in .svg, .pdf, .png, .tex, .tikz or .html, or "
            "any with --format, not \"%s\"",
            s->output);
    if (format == PLOT_PAGE &&
        (s->plot.x_label || s->plot.y_label || s->plot.dpi || s->plot.bare || s->plot.width ||
         s->plot.height || s->plot.no_creases || s->plot.font || s->plot.font_size ||
         s->plot.line_width || s->plot.class_names || s->plot.labels || s->plot.after ||
         s->plot.outlines))
        return report_usage("a page has a size, axes and switches of its own; of the options for "
                            "pictures it takes --colour and --title");
    if (format == PLOT_PAGE && s->plot.colours == CREASE_BY_IMAGE)
        return report_usage("a page has no colours by image; a picture has");
    if (format == PLOT_PAGE)
        return plot_page(work);
    if (s->operand_count > 1)
        return report_usage("a picture shows one network, not %zu; a page, FILE.html, shows many",
                            s->operand_count);
    if (s->plot.dpi && format != CREASE_PNG)
        return report_usage("--dpi is for PNG; other pictures have no pixels");
    if (s->plot.font && format == CREASE_TEX)
        return report_usage("--font is not for TikZ, which has the fonts of the document");
    if (job_open(work, s, work->r, s->operand, OPENS_NET | OPENS_DOMAIN | OPENS_FILE))
        return CREASE_ERROR;
    return regions_run(work, regions_write_picture);
}
