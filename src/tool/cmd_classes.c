// crease classes, which class the network chooses where, and crease margin, how far another is.
#include "base/fatal.h"
#include "base/memory.h"
#include "domain/domain.h"
#include "exact/rational.h"
#include "out/records.h"
#include "tool/commands.h"
#include "tool/job.h"
#include "walk/observer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    job *work;
    size_t count;
    fmpq *forms;
    crease_classes classes;
    const char *measure;
} classes_view;

// The functions whose maximum is the class: the outputs, or 0 and the form of --objective, or 0 and
// the only output.
static crease_status classes_take_forms(classes_view *c)
{
    const char *objective = c->work->s->classes.objective;
    const size_t outputs = c->work->outputs, columns = outputs + 1;
    crease_error error;
    const bool of_sign = objective || outputs == 1;
    c->count = of_sign ? 2 : outputs;
    c->forms = job_vector(c->work, c->count * columns);
    for (size_t k = 0; k < c->count && !objective; k++)
        if (!of_sign || k)
            fmpq_one(c->forms + k * columns + (of_sign ? 0 : k));
    if (objective && numbers_parse(c->forms + columns, objective, outputs, "output", &error))
        return report_error(&error, "--objective");
    return CREASE_OK;
}

// ---- Classes ----

static bool classes_have_volumes(const classes_view *c)
{
    return !c->work->s->classes.no_volumes && c->work->counts.complete &&
           !walk_has_no_vertices(c->work->dimension); // else they would take these
}

static void classes_put_share(const classes_view *c, results *r, const fmpq_t volume)
{
    fmpq_t share;
    char about[RATIONAL_ABOUT_TEXT];
    fmpq_init(share);
    if (fmpq_is_zero(c->classes.whole)) {
        put_unknown(r, "share", NULL);
    } else {
        fmpq_div(share, volume, c->classes.whole);
        put_rational(r, "share", NULL, share);
        text_row(r, "  share", "%s", rational_about(about, share, 12));
    }
    fmpq_clear(share);
}

static void classes_put_class(const classes_view *c, results *r, size_t k)
{
    ASSERT(k < c->classes.count);
    const crease_class *entry = c->classes.entry + k;
    results_object(r, NULL);
    put_count(r, "class", "class", k);
    put_count(r, "regions", "  decision regions", entry->regions);
    put_count(r, "bounded", "  bounded", entry->bounded_regions);
    put_count(r, "cells", "  cells", entry->cells);
    put_count(r, "tied_cells", entry->tied_cells ? "  tied cells" : NULL, entry->tied_cells);
    char label[2][24];
    snprintf(label[0], sizeof label[0], "  %s", c->measure);
    snprintf(label[1], sizeof label[1], "  tied %s", c->measure);
    if (classes_have_volumes(c) && entry->finite) {
        put_short(r, c->measure, label[0], entry->volume);
        put_short(r, "tied", entry->tied_cells ? label[1] : NULL, entry->tied_volume);
        classes_put_share(c, r, entry->volume);
    } else {
        put_unknown(r, c->measure, NULL);
        put_unknown(r, "tied", NULL);
        put_unknown(r, "share", NULL);
        if (classes_have_volumes(c))
            text_row(r, label[0], "infinite");
    }
    results_end(r);
}

static void classes_put_region(const classes_view *c, results *r, size_t i)
{
    ASSERT(i < c->classes.regions);
    const crease_decision_region *region = c->classes.region + i;
    results_object(r, NULL);
    put_count(r, "region", "decision region", i);
    put_count(r, "class", "  of class", region->number);
    put_count(r, "cells", "  cells", region->cells);
    put_bool(r, "bounded", "  bounded", region->bounded);
    char label[24];
    snprintf(label, sizeof label, "  %s", c->measure);
    if (classes_have_volumes(c) && region->bounded)
        put_short(r, c->measure, label, region->volume);
    else
        put_unknown(r, c->measure, NULL);
    put_vector(r, "point", "  around", region->point, c->work->dimension);
    csv_coordinates(r, region->point, c->work->dimension);
    results_end(r);
}

// ---- The boundary ----

// The columns, followed by x1, x2, ... To be freed.
static char *classes_columns(const char *columns, size_t dimension)
{
    char *text;
    size_t size;
    FILE *stream = memory_stream(&text, &size);
    fputs(columns, stream);
    for (size_t i = 0; i < dimension; i++)
        fprintf(stream, ",x%zu", i + 1);
    fclose(stream);
    return text;
}

static void classes_put_segment(const classes_view *c, results *r, size_t i)
{
    const crease_segment *segment = c->classes.segment + i;
    const bool planar = c->work->dimension == 2;
    results_object(r, NULL);
    put_count(r, "segment", planar ? "segment" : "boundary point", i);
    put_count(r, planar ? "left" : "below", NULL, segment->left);
    put_count(r, planar ? "right" : "above", NULL, segment->right);
    text_row(r, "  between classes", "%zu and %zu", segment->left, segment->right);
    for (int k = 0; k < (planar ? 2 : 1); k++)
        put_vector(r,
                   segment->is_ray[k] ? "direction"
                   : k                ? "to"
                   : planar           ? "from"
                                      : "at",
                   segment->is_ray[k] ? "  along"
                   : k                ? "  to"
                   : planar           ? "  from"
                                      : "  at",
                   segment->end[k], c->work->dimension);
    results_end(r);
}

static void classes_csv_segments(const classes_view *c, results *r)
{
    const size_t dimension = c->work->dimension;
    char *columns = classes_columns(
        dimension == 1 ? "segment,below,above,kind" : "segment,left,right,kind", dimension);
    results_table(r, "segments", columns);
    for (size_t i = 0; i < dimension * c->classes.segments; i++) {
        const crease_segment *segment = c->classes.segment + i / dimension;
        const size_t end = i % dimension;
        results_object(r, NULL);
        csv_count(r, "segment", i / dimension);
        csv_count(r, dimension == 1 ? "below" : "left", segment->left);
        csv_count(r, dimension == 1 ? "above" : "right", segment->right);
        put_text(r, "kind", NULL, segment->is_ray[end] ? "direction" : "point");
        csv_coordinates(r, segment->end[end], dimension);
        results_end(r);
    }
    results_end(r);
    free(columns);
}

static void classes_put_boundary(const classes_view *c, results *r)
{
    const crease_classes *classes = &c->classes;
    char label[32];
    snprintf(label, sizeof label, "boundary %s", measure_name(c->work->dimension - 1));
    results_object(r, "boundary");
    put_text(r, "measure", NULL, measure_name(c->work->dimension - 1));
    if (classes->boundary_is_infinite)
        text_row(r, label, "infinite");
    if (fmpq_cmp(classes->boundary.lo, classes->boundary.hi) > 0)
        put_unknown(r, "size", NULL);
    else
        put_enclosure(r, "size", label, &classes->boundary);
    put_bool(r, "infinite", NULL, classes->boundary_is_infinite);
    if (c->work->dimension <= 2)
        put_count(r, "pieces", c->work->dimension == 2 ? "boundary segments" : NULL,
                  classes->segments);
    if (c->work->s->classes.boundary) {
        results_list(r, "segments");
        for (size_t i = 0; i < classes->segments; i++)
            classes_put_segment(c, r, i);
        results_end(r);
    }
    results_end(r);
}

// ---- All of it ----

static void classes_put_classes(const classes_view *c, results *r)
{
    char columns[128];
    snprintf(columns, sizeof columns, "class,regions,bounded,cells,tied_cells,%s,tied,share",
             c->measure);
    results_table(r, "classes", columns);
    for (size_t k = 0; k < c->count; k++)
        classes_put_class(c, r, k);
    results_end(r);
}

static void classes_put_regions(const classes_view *c, results *r)
{
    char begin[64];
    snprintf(begin, sizeof begin, "region,class,cells,bounded,%s", c->measure);
    char *columns = classes_columns(begin, c->work->dimension);
    results_table(r, "decision_regions", columns);
    for (size_t i = 0; i < c->classes.regions; i++)
        classes_put_region(c, r, i);
    results_end(r);
    free(columns);
}

static void classes_put(const classes_view *c)
{
    results *r = c->work->r;
    const int boundary = c->work->s->classes.boundary, regions = c->work->s->classes.regions;
    if (r->format == RESULTS_CSV && boundary) {
        classes_csv_segments(c, r);
        return;
    }
    job_put_begin(c->work);
    if (r->format != RESULTS_CSV || !regions)
        classes_put_classes(c, r);
    if (regions)
        classes_put_regions(c, r);
    if (c->work->counts.complete && r->format != RESULTS_CSV)
        classes_put_boundary(c, r);
    job_put_end(c->work);
}

// Whether two numbers between which a result lies have the same text, and none between them is so
// short that it would be printed whole.
static bool classes_agree(const fmpq_t low, const fmpq_t high, unsigned digits)
{
    char about[2][RATIONAL_ABOUT_TEXT];
    return !strcmp(rational_about(about[0], low, digits), rational_about(about[1], high, digits));
}

// Whether the rounded volume and share of a class, which are positive, tell what is printed of the
// exact ones. All fractions between two numbers are as long as the simplest one or longer.
static bool classes_is_decided(const classes_view *c, const crease_class *class)
{
    fmpq_t low, high, simple;
    fmpq_init(low);
    fmpq_init(high);
    fmpq_init(simple);
    fmpq_sub(low, class->volume, class->error);
    fmpq_add(high, class->volume, class->error);
    bool is_decided = fmpq_sgn(low) > 0 && classes_agree(low, high, 17);
    if (is_decided) {
        fmpq_simplest_between(simple, low, high);
        is_decided = rational_is_long(simple);
        fmpq_div(low, low, c->classes.whole);
        fmpq_div(high, high, c->classes.whole);
        is_decided &= classes_agree(low, high, 12);
    }
    fmpq_clear(low);
    fmpq_clear(high);
    fmpq_clear(simple);
    return is_decided;
}

static bool classes_are_decided(const classes_view *c)
{
    bool are_decided = true;
    for (size_t k = 0; k < c->count && are_decided; k++)
        are_decided =
            fmpq_is_zero(c->classes.entry[k].error) || classes_is_decided(c, c->classes.entry + k);
    return are_decided;
}

static crease_status classes_compute(classes_view *c, unsigned what, unsigned digits,
                                     crease_error *error)
{
    job *work = c->work;
    crease_classes_init(&c->classes, work->domain, c->count);
    return crease_classes_find(&c->classes, &work->counts, work->net, work->domain, c->forms,
                               c->count, what, digits, &work->options, error);
}

static crease_status classes_find(classes_view *c)
{
    job *work = c->work;
    crease_error error;
    const bool bounded = crease_domain_is_bounded(work->domain);
    const bool measured = !walk_has_no_vertices(work->dimension);
    const unsigned what =
        (work->s->classes.no_volumes || !measured ? 0 : CREASE_CLASS_VOLUMES) |
        (work->dimension <= 2 || (bounded && measured) ? CREASE_CLASS_BOUNDARY : 0) |
        (work->s->classes.regions ? CREASE_CLASS_POINTS : 0);
    unsigned digits;
    if (work->s->classes.boundary && work->dimension > 2)
        return report_usage("--boundary lists points and segments, in one and two dimensions; the "
                            "domain has %zu%s",
                            work->dimension,
                            work->dimension == 3 ? "; see crease theory mesh" : "");
    if (job_digits(work, &digits))
        return CREASE_ERROR;
    const bool rounds = work->r->format == RESULTS_TEXT; // which shows few digits
    crease_status status =
        classes_compute(c, what | (rounds ? CREASE_CLASS_ROUNDED : 0), digits, &error);
    if (status == CREASE_OK && !classes_are_decided(c)) {
        crease_classes_clear(&c->classes);
        status = classes_compute(c, what, digits, &error);
    }
    if (job_end(work, status, &error) != CREASE_ERROR) {
        const crease_counts *counts = &work->counts;
        const uint64_t regions = counts->layers ? counts->per_layer[counts->layers - 1] : 1;
        work->counts.activation_regions = regions; // not cells
        if (!bounded)
            fmpq_zero(c->classes.whole);
        classes_put(c);
    }
    crease_classes_clear(&c->classes);
    return status;
}

// ---- Margins of points ----

typedef struct {
    results *r;
    crease_norm norm;
    size_t done;
    uint64_t at_least; // points of which there is only a lower bound
} margin_list;

// The margin is at most the distance of a counterexample, which is rounded up.
static void classes_put_upper(results *r, const crease_margin *margin)
{
    const crease_nearest *other = &margin->counterexample;
    double bound = crease_nearest_distance(&margin->nearest);
    if (other->state == CREASE_NEAREST_KNOWN) {
        bound = nextafter(crease_nearest_distance(other), HUGE_VAL);
        text_row(r, "  margin", "at most %.17g", bound);
    } else if (margin->nearest.state != CREASE_NEAREST_KNOWN) {
        put_unknown(r, "upper_bound", NULL);
        return;
    }
    put_double(r, "upper_bound", NULL, bound);
    if (other->state == CREASE_NEAREST_KNOWN && r->format != RESULTS_CSV) {
        put_count(r, "counterexample_class", "  where class", other->breakpoint);
        put_vector(r, "counterexample", "  is chosen at", other->point, margin->inputs);
    }
}

static crease_visit classes_put_margin(void *data, size_t index, const crease_margin *margin)
{
    static const char *const states[] = {"exact", "none", "lower_bound"};
    margin_list *list = data;
    results *r = list->r;
    const crease_nearest *nearest = &margin->nearest;
    const bool known = nearest->state == CREASE_NEAREST_KNOWN;
    results_object(r, NULL);
    put_count(r, "point", "point", index);
    put_count(r, "class", "  class", margin->chosen);
    put_text(r, "state", NULL, states[nearest->state]);
    if (known)
        put_count(r, "rival", "  next to class", margin->rival);
    else
        put_unknown(r, "rival", NULL);
    if (nearest->state == CREASE_NEAREST_NONE) {
        put_unknown(r, distance_key(list->norm), NULL);
        put_unknown(r, "distance", NULL);
        text_row(r, "  margin", "infinite");
    } else {
        text_row(r, "  margin", known ? "%.17g" : "at least %.17g",
                 crease_nearest_distance(nearest));
        put_distance(r, nearest, list->norm);
    }
    classes_put_upper(r, margin);
    if (known)
        put_vector(r, "nearest", "  at", nearest->point, margin->inputs);
    put_count(r, "regions", "  regions searched", margin->cells);
    results_end(r);
    list->at_least += nearest->state == CREASE_NEAREST_AT_LEAST;
    list->done = index + 1;
    return ferror(stdout) ? CREASE_STOP : CREASE_GO;
}

static crease_status classes_find_margins(classes_view *c)
{
    job *work = c->work;
    crease_error error;
    const crease_norm norm = (crease_norm)work->s->norm;
    margin_list list = {work->r, norm, 0, 0};
    char columns[64];
    fmpq *points;
    size_t count;
    if (job_point_or_points(work, &points, &count, work->inputs))
        return CREASE_ERROR;
    work->progress.noun = "points";
    put_network(work->r, work->name, work->net);
    put_arithmetic(work->r, work->options.arith);
    put_norm(work->r, norm);
    snprintf(columns, sizeof columns, "point,class,state,rival,%s,distance,upper_bound,regions",
             distance_key(norm));
    results_table(work->r, "points", columns);
    crease_status status = crease_margins(work->net, points, count, c->forms, c->count, norm,
                                          &work->options, classes_put_margin, &list, &error);
    results_end(work->r);
    report_progress_clear(&work->progress);
    if (status == CREASE_ERROR)
        return report_error(&error, work->name);
    if (status == CREASE_OK && list.at_least)
        status = CREASE_STOPPED;
    put_bool(work->r, "complete", NULL, status == CREASE_OK);
    job_report_points(work, status, list.done, count, list.at_least);
    return status;
}

crease_status cmd_classes(job *work)
{
    classes_view c = {.work = work, .measure = measure_name(work->dimension)};
    if (classes_take_forms(&c))
        return CREASE_ERROR;
    return classes_find(&c);
}

crease_status cmd_margin(job *work)
{
    classes_view c = {.work = work};
    return classes_take_forms(&c) ? CREASE_ERROR : classes_find_margins(&c);
}
