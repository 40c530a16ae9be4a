// crease locate: the regions that touch a point.
#include "base/json_writer.h"
#include "tool/commands.h"
#include "tool/job.h"
#include "tool/text.h"

#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    const cli_settings *settings;
    job work;
    size_t dimension;
    fmpq *point, *row; // dimension, dimension + 1
    json out;          // with --json
} finder;

// ---- one region ----

static void print_pattern(const finder *f, const crease_region *region)
{
    printf("region %" PRIu64 "\n  pattern ", crease_region_id(region));
    for (size_t l = 0; l < crease_net_hidden(f->work.net); l++) {
        const uint32_t *piece = crease_region_pattern(region, l);
        putchar(' ');
        for (size_t unit = 0; unit < crease_net_width(f->work.net, l); unit++)
            printf(piece[unit] < 10 ? "%" PRIu32 : "(%" PRIu32 ")", piece[unit]);
    }
    putchar('\n');
}

static void print_map(const finder *f, const crease_region *region)
{
    for (size_t i = 0; i < crease_net_outputs(f->work.net); i++) {
        crease_region_map(f->row, region, i);
        printf(i ? "          " : "  map     ");
        for (size_t c = 0; c <= f->dimension; c++) {
            char *text = fmpq_get_str(NULL, 10, f->row + c);
            printf(" %s", text);
            flint_free(text);
        }
        putchar('\n');
    }
}

static void json_rationals(json *out, const char *name, const fmpq *x, size_t count)
{
    json_array_open(out, name);
    for (size_t i = 0; i < count; i++) {
        char *text = fmpq_get_str(NULL, 10, x + i);
        json_text(out, NULL, text);
        flint_free(text);
    }
    json_array_close(out);
}

static void json_region(finder *f, const crease_region *region)
{
    json *out = &f->out;
    json_object_open(out, NULL);
    json_array_open(out, "pattern");
    for (size_t l = 0; l < crease_net_hidden(f->work.net); l++) {
        const uint32_t *piece = crease_region_pattern(region, l);
        json_array_open(out, NULL);
        for (size_t unit = 0; unit < crease_net_width(f->work.net, l); unit++)
            json_count(out, NULL, piece[unit]);
        json_array_close(out);
    }
    json_array_close(out);
    json_array_open(out, "map");
    for (size_t i = 0; i < crease_net_outputs(f->work.net); i++) {
        crease_region_map(f->row, region, i);
        json_rationals(out, NULL, f->row, f->dimension + 1);
    }
    json_array_close(out);
    json_object_close(out);
}

static crease_visit show(void *data, const crease_region *region)
{
    finder *f = data;
    if (f->settings->json) {
        json_region(f, region);
    } else {
        print_pattern(f, region);
        print_map(f, region);
    }
    return CREASE_GO;
}

// ---- all of it ----

static void begin(finder *f)
{
    if (!f->settings->json)
        return;
    json_open(&f->out);
    json_text(&f->out, "network_sha256", crease_net_sha256(f->work.net));
    json_count(&f->out, "inputs", crease_net_inputs(f->work.net));
    json_count(&f->out, "dimension", f->dimension);
    json_text(&f->out, "domain", crease_domain_text(f->work.domain));
    json_rationals(&f->out, "point", f->point, f->dimension);
    json_array_open(&f->out, "regions");
}

static void end(finder *f)
{
    const crease_counts *counts = &f->work.counts;
    if (!f->settings->json)
        return;
    json_array_close(&f->out);
    json_count(&f->out, "activation_regions", counts->activation_regions);
    json_text(&f->out, "arithmetic", f->settings->arith->name);
    json_truth(&f->out, "certified", f->work.options.arith != CREASE_FLOAT);
    json_truth(&f->out, "complete", counts->complete);
    json_print(&f->out, stdout);
}

static crease_status find(finder *f)
{
    job *work = &f->work;
    crease_error error;
    crease_status status = crease_point_parse(f->point, f->settings->point, f->dimension, &error);
    if (status) {
        snprintf(error.file, sizeof error.file, "--point");
        return report_error(&error);
    }
    crease_visitor visitor = {.data = f, .wants_maps = 1, .region = show};
    begin(f);
    status = crease_locate(&work->counts, work->net, work->domain, f->point, &work->options,
                           &visitor, &error);
    if (status == CREASE_ERROR)
        snprintf(error.file, sizeof error.file, "--point");
    status = job_end(work, status, &error);
    if (status != CREASE_ERROR)
        end(f);
    else if (f->settings->json)
        json_drop(&f->out);
    return status;
}

crease_status cmd_locate(const cli_settings *settings)
{
    finder f = {.settings = settings};
    if (!settings->point)
        return report_usage("locate: expected --point=X1,X2,..., found none");
    if (job_open(&f.work, settings, 1))
        return CREASE_ERROR;
    f.dimension = crease_domain_dimension(f.work.domain);
    f.point = _fmpq_vec_init((slong)f.dimension);
    f.row = _fmpq_vec_init((slong)f.dimension + 1);
    crease_status status = find(&f);
    _fmpq_vec_clear(f.point, (slong)f.dimension);
    _fmpq_vec_clear(f.row, (slong)f.dimension + 1);
    job_close(&f.work);
    return status;
}
