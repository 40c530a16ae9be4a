// crease classes: which class the network chooses where.
#include "base/memory.h"
#include "exact/rational.h"
#include "out/records.h"
#include "tool/commands.h"
#include "tool/job.h"
#include "tool/results.h"

#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <stdlib.h>

typedef struct {
    const settings *s;
    job work;
    size_t outputs, count, dimension;
    fmpq *forms;
    crease_classes classes;
    fmpq_t volume; // of the domain, if it is bounded
    const char *measure;
} classifier;

// What is chosen among: the outputs, or 0 and the form that --row names, or the only output.
static crease_status take_forms(classifier *c)
{
    const char *row = c->s->classes.row;
    crease_error error;
    c->outputs = crease_net_outputs(c->work.net);
    const size_t columns = c->outputs + 1;
    const int of_sign = row || c->outputs == 1;
    c->count = of_sign ? 2 : c->outputs;
    c->forms = _fmpq_vec_init((slong)(c->count * columns));
    for (size_t k = 0; k < c->count && !row; k++)
        if (!of_sign || k)
            fmpq_one(c->forms + k * columns + (of_sign ? 0 : k));
    if (row && crease_point_parse(c->forms + columns, row, c->outputs, &error))
        return report_error(&error, "--row");
    return CREASE_OK;
}

// ---- Classes ----

static int has_volumes(const classifier *c)
{
    return !c->s->classes.no_volumes && c->work.counts.complete;
}

static void put_share(const classifier *c, results *r, const fmpq_t volume)
{
    fmpq_t share;
    fmpq_init(share);
    if (fmpq_is_zero(c->volume)) {
        put_unknown(r, "share", NULL);
    } else {
        fmpq_div(share, volume, c->volume);
        put_rational(r, "share", NULL, share);
        text_row(r, "  share", "%.12g", rational_double(share));
    }
    fmpq_clear(share);
}

static void put_class(const classifier *c, results *r, size_t k)
{
    const crease_class *of = c->classes.of + k;
    results_object(r, NULL);
    put_count(r, "class", "class", k);
    put_count(r, "regions", "  decision regions", of->regions);
    put_count(r, "bounded", "  bounded", of->bounded_regions);
    put_count(r, "cells", "  cells", of->cells);
    put_count(r, "tied_cells", of->tied_cells ? "  tied cells" : NULL, of->tied_cells);
    char label[2][24];
    snprintf(label[0], sizeof label[0], "  %s", c->measure);
    snprintf(label[1], sizeof label[1], "  tied %s", c->measure);
    if (has_volumes(c) && of->finite) {
        put_short(r, c->measure, label[0], of->volume);
        put_short(r, "tied", of->tied_cells ? label[1] : NULL, of->tied_volume);
        put_share(c, r, of->volume);
    } else {
        put_unknown(r, c->measure, NULL);
        put_unknown(r, "tied", NULL);
        put_unknown(r, "share", NULL);
        if (has_volumes(c))
            text_row(r, label[0], "infinite");
    }
    results_end(r);
    csv_end(r);
}

static void put_region(const classifier *c, results *r, size_t i)
{
    const crease_decision_region *region = c->classes.region + i;
    results_object(r, NULL);
    put_count(r, "region", "decision region", i);
    put_count(r, "class", "  of class", region->number);
    put_count(r, "cells", "  cells", region->cells);
    put_truth(r, "bounded", "  bounded", region->bounded);
    char label[24];
    snprintf(label, sizeof label, "  %s", c->measure);
    if (has_volumes(c) && region->bounded)
        put_short(r, c->measure, label, region->volume);
    else
        put_unknown(r, c->measure, NULL);
    put_vector(r, "point", "  around", region->point, c->dimension);
    results_end(r);
    csv_end(r);
}

// ---- The boundary ----

static void put_ray(results *r, const char *key, const char *label, const crease_curve *curve,
                    int end)
{
    if (curve->has_ray[end])
        put_vector(r, key, label, curve->ray[end], 2);
}

static void put_curve(const classifier *c, results *r, size_t i)
{
    const crease_curve *curve = c->classes.curve + i;
    results_object(r, NULL);
    put_count(r, "curve", c->dimension == 2 ? "curve" : "boundary point", i);
    put_count(r, c->dimension == 2 ? "left" : "below", NULL, curve->left);
    put_count(r, c->dimension == 2 ? "right" : "above", NULL, curve->right);
    text_row(r, "  between classes", "%zu and %zu", curve->left, curve->right);
    if (c->dimension == 2)
        put_truth(r, "closed", "  closed", curve->closed);
    put_ray(r, "from", "  from", curve, 0);
    results_list(r, "vertices");
    for (size_t v = 0; v < curve->vertices; v++)
        put_vector(r, NULL, v ? "" : "  vertices", curve->vertex + v * c->dimension, c->dimension);
    results_end(r);
    put_ray(r, "to", "  to", curve, 1);
    results_end(r);
}

static void csv_vertex(const classifier *c, results *r, size_t i, const char *kind, const fmpq *x)
{
    const crease_curve *curve = c->classes.curve + i;
    put_count(r, NULL, NULL, i);
    put_count(r, NULL, NULL, curve->left);
    put_count(r, NULL, NULL, curve->right);
    put_text(r, NULL, NULL, kind);
    put_rationals(r, NULL, x, c->dimension);
    csv_end(r);
}

// A curve is its rows one after the other; a closed one has its first vertex at the end again.
static void csv_curves(const classifier *c, results *r)
{
    for (size_t i = 0; i < c->classes.curves; i++) {
        const crease_curve *curve = c->classes.curve + i;
        if (curve->has_ray[0])
            csv_vertex(c, r, i, "ray", curve->ray[0]);
        for (size_t v = 0; v < curve->vertices; v++)
            csv_vertex(c, r, i, "vertex", curve->vertex + v * c->dimension);
        if (curve->closed)
            csv_vertex(c, r, i, "vertex", curve->vertex);
        if (curve->has_ray[1])
            csv_vertex(c, r, i, "ray", curve->ray[1]);
    }
}

static void put_boundary(const classifier *c, results *r)
{
    const crease_classes *of = &c->classes;
    char label[32];
    snprintf(label, sizeof label, "boundary %s", measure_name(c->dimension - 1));
    results_object(r, "boundary");
    put_text(r, "measure", NULL, measure_name(c->dimension - 1));
    if (of->boundary_is_infinite)
        text_row(r, label, "infinite");
    if (fmpq_cmp(of->boundary.lo, of->boundary.hi) > 0)
        put_unknown(r, "size", NULL);
    else
        put_enclosure(r, "size", label, &of->boundary);
    put_truth(r, "infinite", NULL, of->boundary_is_infinite);
    if (c->dimension <= 2)
        put_count(r, "pieces", c->dimension == 2 ? "boundary curves" : NULL, of->curves);
    if (c->s->classes.boundary) {
        results_list(r, "curves");
        for (size_t i = 0; i < of->curves; i++)
            put_curve(c, r, i);
        results_end(r);
    }
    results_end(r);
}

// ---- All of it ----

// The names of coordinates, each after a comma.
static void name_coordinates(char *header, size_t size, const char *begin, size_t dimension)
{
    size_t used = (size_t)snprintf(header, size, "%s", begin);
    for (size_t i = 0; i < dimension && used < size; i++)
        used += (size_t)snprintf(header + used, size - used, ",x%zu", i + 1);
}

static void put_csv(const classifier *c, results *r)
{
    const size_t size = 128 + 24 * c->dimension;
    char *header = memory_new(size, 1), begin[64];
    if (c->s->classes.boundary) {
        name_coordinates(header, size,
                         c->dimension == 1 ? "curve,below,above,kind" : "curve,left,right,kind",
                         c->dimension);
        csv_header(r, header, "\n");
        csv_curves(c, r);
    } else if (c->s->classes.regions) {
        snprintf(begin, sizeof begin, "region,class,cells,bounded,%s", c->measure);
        name_coordinates(header, size, begin, c->dimension);
        csv_header(r, header, "\n");
        for (size_t i = 0; i < c->classes.regions; i++)
            put_region(c, r, i);
    } else {
        snprintf(header, size, "class,regions,bounded,cells,tied_cells,%s,tied,share", c->measure);
        csv_header(r, header, "\n");
        for (size_t k = 0; k < c->count; k++)
            put_class(c, r, k);
    }
    free(header);
}

static void put_all(const classifier *c, results *r)
{
    const work_summary summary = job_summary(&c->work);
    put_work(r, &summary);
    results_list(r, "classes");
    for (size_t k = 0; k < c->count; k++)
        put_class(c, r, k);
    results_end(r);
    if (c->s->classes.regions) {
        results_list(r, "decision_regions");
        for (size_t i = 0; i < c->classes.regions; i++)
            put_region(c, r, i);
        results_end(r);
    }
    if (c->work.counts.complete)
        put_boundary(c, r);
    put_work_end(r, &summary);
}

static crease_status find_classes(classifier *c, results *r)
{
    job *work = &c->work;
    crease_error error;
    const int bounded = crease_domain_is_bounded(work->domain);
    const unsigned what = (c->s->classes.no_volumes ? 0 : CREASE_CLASS_VOLUMES) |
                          (c->dimension <= 2 || bounded ? CREASE_CLASS_BOUNDARY : 0);
    crease_classes_init(&c->classes, work->domain, c->count);
    const crease_status status =
        crease_classes_find(&c->classes, &work->counts, work->net, work->domain, c->forms, c->count,
                            what, (unsigned)c->s->classes.digits, &work->options, &error);
    if (job_end(work, status, &error) != CREASE_ERROR) {
        const crease_counts *counts = &work->counts;
        const uint64_t regions = counts->layers ? counts->per_layer[counts->layers - 1] : 1;
        work->counts.activation_regions = regions; // not cells
        for (size_t k = 0; k < c->count && bounded; k++)
            fmpq_add(c->volume, c->volume, c->classes.of[k].volume);
        if (r->format == RESULTS_CSV)
            put_csv(c, r);
        else
            put_all(c, r);
    }
    crease_classes_clear(&c->classes);
    return status;
}

// ---- Margins of points ----

typedef struct {
    const classifier *of;
    results *r;
    size_t done;
    uint64_t beyond; // points of which there is only a lower bound
} margin_list;

static crease_visit put_margin(void *data, size_t index, const crease_margin *margin)
{
    static const char *const states[] = {"known", "none", "beyond"};
    margin_list *list = data;
    results *r = list->r;
    const crease_nearest *nearest = &margin->nearest;
    const int known = nearest->state == CREASE_NEAREST_KNOWN;
    results_object(r, NULL);
    put_count(r, "point", "point", index);
    put_count(r, "class", "  class", margin->chosen);
    put_text(r, "state", NULL, states[nearest->state]);
    if (known)
        put_count(r, "rival", "  next to class", margin->rival);
    else
        put_unknown(r, "rival", NULL);
    if (nearest->state == CREASE_NEAREST_NONE) {
        put_unknown(r, "squared", NULL);
        put_unknown(r, "distance", NULL);
        text_row(r, "  margin", "infinite");
    } else {
        const double distance = crease_nearest_distance(nearest);
        put_rational(r, "squared", NULL, nearest->squared);
        put_double(r, "distance", NULL, distance);
        text_row(r, "  margin", known ? "%.17g" : "at least %.17g", distance);
        text_short(r, "  squared           ", nearest->squared);
        text_line(r, "\n");
    }
    if (known && r->format != RESULTS_CSV)
        put_vector(r, "nearest", "  at", nearest->point, margin->inputs);
    put_count(r, "regions", "  regions searched", margin->cells);
    results_end(r);
    csv_end(r);
    list->beyond += nearest->state == CREASE_NEAREST_BEYOND;
    list->done = index + 1;
    return ferror(stdout) ? CREASE_STOP : CREASE_GO;
}

static crease_status find_margins(classifier *c, results *r, const fmpq *points, size_t count)
{
    crease_error error;
    margin_list list = {c, r, 0, 0};
    c->work.progress.noun = "points";
    csv_header(r, "point,class,state,rival,squared,distance,regions", "\n");
    if (r->format != RESULTS_CSV) {
        put_network(r, c->s->operand, c->work.net);
        put_arithmetic(r, c->work.options.arith);
    }
    results_list(r, "points");
    crease_status status = crease_margins(c->work.net, points, count, c->forms, c->count,
                                          &c->work.options, put_margin, &list, &error);
    results_end(r);
    report_progress_clear(&c->work.progress);
    if (status == CREASE_ERROR)
        return report_error(&error, c->s->operand);
    if (status == CREASE_OK && list.beyond)
        status = CREASE_STOPPED;
    if (r->format == RESULTS_JSON)
        put_truth(r, "complete", NULL, status == CREASE_OK);
    if (status == CREASE_STOPPED && list.done == count)
        report_note("stopped by --max-regions; for %" PRIu64
                    " of the points there is only a lower bound",
                    list.beyond);
    else if (status == CREASE_STOPPED)
        report_note("%s after %zu of %zu points; the result is partial",
                    job_stopped_by(&c->work, 0), list.done, count);
    return status;
}

static crease_status look_at_points(classifier *c, results *r)
{
    const point_settings *at = &c->s->at;
    const size_t inputs = crease_net_inputs(c->work.net);
    crease_error error;
    size_t count = 1;
    fmpq *points = NULL;
    crease_status status = CREASE_OK;
    if (at->points) {
        if (job_points(&points, &count, inputs, at->points, &error))
            return report_error(&error, NULL);
    } else {
        points = _fmpq_vec_init((slong)inputs);
        if (crease_point_parse(points, at->point, inputs, &error))
            status = report_error(&error, "--point");
    }
    if (status == CREASE_OK)
        status = find_margins(c, r, points, count);
    _fmpq_vec_clear(points, (slong)(count * inputs));
    return status;
}

crease_status cmd_classes(const settings *s)
{
    classifier c = {.s = s};
    results r;
    if (job_open(&c.work, s->operand, &s->domain, &s->run, s->at.points != NULL))
        return CREASE_ERROR;
    c.dimension = crease_domain_dimension(c.work.domain);
    c.measure = measure_name(c.dimension);
    fmpq_init(c.volume);
    results_open(&r, s);
    crease_status status = take_forms(&c);
    if (status == CREASE_OK)
        status = s->at.point || s->at.points ? look_at_points(&c, &r) : find_classes(&c, &r);
    if (status == CREASE_ERROR)
        results_drop(&r);
    else
        results_close(&r);
    fmpq_clear(c.volume);
    _fmpq_vec_clear(c.forms, (slong)(c.count * (c.outputs + 1)));
    job_close(&c.work);
    return status;
}
