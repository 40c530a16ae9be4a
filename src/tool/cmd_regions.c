// What writes every region to a file: crease regions, certify, tree and plot.
#include "tool/commands.h"
#include "tool/job.h"
#include "tool/stop.h"

#include <stdlib.h>
#include <string.h>

// Of a graph, if the user sets no limit: what Graphviz can still lay out in minutes.
enum { MOST_DRAWN = 10000 };

typedef crease_status writer(const char *path, job *work, const settings *s, crease_error *error);

static crease_status run(const settings *s, writer *write)
{
    const char *path = s->output ? s->output : "-";
    job work;
    if (job_open(&work, s->operand, &s->domain, &s->run, !strcmp(path, "-")))
        return CREASE_ERROR;
    crease_error error;
    crease_status status = write(path, &work, s, &error);
    job_end(&work, status, &error);
    job_close(&work);
    return status;
}

static crease_status write_records(const char *path, job *work, const settings *s,
                                   crease_error *error)
{
    const crease_records records = {.format = (crease_record_format)s->format,
                                    .digits = (unsigned)s->regions.digits,
                                    .fields = s->regions.fields};
    return crease_write_chosen_records(path, &records, &work->counts, work->net, work->domain,
                                       &work->options, error);
}

static crease_status write_neighbours(const char *path, job *work, const settings *s,
                                      crease_error *error)
{
    return crease_write_neighbours(path, (crease_record_format)s->format, &work->counts, work->net,
                                   work->domain, &work->options, error);
}

crease_status cmd_regions(const settings *s)
{
    return run(s, s->neighbours ? write_neighbours : write_records);
}

static crease_status write_certificate(const char *path, job *work, const settings *s,
                                       crease_error *error)
{
    crease_linear_counts linear;
    work->stopped = "there is no certificate";
    return crease_write_certificate(path, &work->counts, s->linear ? &linear : NULL, work->net,
                                    work->domain, &work->options, error);
}

crease_status cmd_certify(const settings *s)
{
    return run(s, write_certificate);
}

static crease_status write_tree(const char *path, job *work, const settings *s, crease_error *error)
{
    if (s->format == CREASE_TREE_DOT && !work->options.max_regions)
        work->options.max_regions = MOST_DRAWN;
    crease_tree *tree;
    crease_status status = crease_tree_new(&tree, work->net, work->domain, &work->options, error);
    if (status == CREASE_ERROR)
        return status;
    work->counts.activation_regions = crease_tree_counts(tree)->activation_regions;
    if (crease_write_tree(path, (crease_tree_format)s->format, tree, error))
        status = CREASE_ERROR;
    crease_tree_free(tree);
    return status;
}

crease_status cmd_tree(const settings *s)
{
    return run(s, write_tree);
}

static crease_status write_picture(const char *path, job *work, const settings *s,
                                   crease_error *error)
{
    crease_data data = {0};
    char *again = arguments_text(s);
    crease_picture picture = {
        .format = (crease_picture_format)format_of_output(s),
        .colours = (crease_colours)s->plot.colours,
        .width = s->plot.size[0],
        .height = s->plot.size[1],
        .dpi = (double)s->plot.dpi,
        .creases = !s->plot.no_creases,
        .bare = s->plot.bare,
        .title = s->plot.title,
        .label = {s->plot.x_label, s->plot.y_label},
        .data = s->at.points ? &data : NULL,
        .name = work->name,
        .command = again,
    };
    crease_status status = s->at.points ? crease_data_read(&data, s->at.points, error) : CREASE_OK;
    if (status == CREASE_OK)
        status = crease_write_picture(path, &picture, &work->counts, work->net, work->domain,
                                      &work->options, error);
    crease_data_clear(&data);
    free(again);
    return status;
}

// All networks on one page.
static crease_status add_to_page(crease_page *page, const settings *s, const char *net)
{
    job work;
    crease_error error;
    if (job_open(&work, net, &s->domain, &s->run, 0))
        return CREASE_ERROR;
    crease_status status =
        crease_page_add(page, net, &work.counts, work.net, work.domain, &work.options, &error);
    job_end(&work, status, &error);
    job_close(&work);
    return status;
}

static crease_status write_page(const settings *s)
{
    crease_page *page;
    crease_error error;
    crease_status worst = CREASE_OK;
    if (crease_page_open(&page, s->output, (crease_colours)s->plot.colours, &error))
        return report_error(&error, s->output);
    for (size_t i = 0; i < s->operand_count && worst != CREASE_ERROR && !stop_is_final(); i++) {
        if (i)
            stop_watch_anew(&s->run);
        crease_status status = add_to_page(page, s, s->operands[i]);
        worst = status ? status : worst;
    }
    if (worst == CREASE_ERROR)
        crease_page_drop(page);
    else if (crease_page_close(page, &error))
        worst = report_error(&error, s->output);
    return worst;
}

crease_status cmd_plot(const settings *s)
{
    int format = format_of_output(s);
    if (format < 0)
        return report_usage("--output takes a name that ends in .svg, .pdf, .png or .html, or any "
                            "with --format, not \"%s\"",
                            s->output);
    if (format == PLOT_PAGE &&
        (s->at.points || s->plot.title || s->plot.x_label || s->plot.y_label || s->plot.dpi ||
         s->plot.bare || s->plot.size[0] || s->plot.size[1] || s->plot.no_creases))
        return report_usage("a page has a size, axes and switches of its own; of the options for "
                            "pictures it takes --colour");
    if (format == PLOT_PAGE)
        return write_page(s);
    if (s->operand_count > 1)
        return report_usage("a picture shows one network, not %zu; a page, FILE.html, shows many",
                            s->operand_count);
    if (s->plot.dpi && format != CREASE_PNG)
        return report_usage("--dpi is for PNG; SVG and PDF have no pixels");
    return run(s, write_picture);
}
