// The state of a command: its network, domain, options, progress, results and memory.
#include "tool/job.h"
#include "base/error.h"
#include "base/fatal.h"
#include "base/memory.h"
#include "base/out_file.h"
#include "base/text.h"
#include "domain/domain.h"
#include "exact/rational.h"
#include "tool/commands.h"
#include "tool/stop.h"

#include <errno.h>
#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- The domain ----

// Files that do not fit each other; only the tool can find that.
static crease_status job_refuse_points(crease_error *error, const char *path, size_t wanted,
                                       size_t actual)
{
    error_set(error,
              "expected points of %zu number%s, as many as the network has inputs, found %zu",
              wanted, wanted == 1 ? "" : "s", actual);
    return error_file(error, strcmp(path, "-") ? path : "<stdin>");
}

// The polytope, box or space that the options name, in as many coordinates as `dimension`.
static crease_status job_make_set(crease_domain **domain, const domain_settings *wanted,
                                  size_t dimension, crease_error *error)
{
    crease_status status = CREASE_OK;
    const char *source = "--box";
    size_t actual = dimension;
    if (wanted->polytope) {
        source = wanted->polytope;
        status = crease_domain_read_ine(domain, source, error);
        if (status == CREASE_OK)
            actual = crease_domain_dimension(*domain);
    } else if (wanted->vnnlib) {
        source = wanted->vnnlib;
        status = crease_domain_read_vnnlib(domain, source, error);
        if (status == CREASE_OK)
            actual = crease_domain_inputs(*domain);
    } else if (wanted->box) {
        status = crease_domain_parse_box(domain, wanted->box, dimension, error);
    } else {
        *domain = crease_domain_new_space(dimension);
    }
    if (status == CREASE_OK && actual != dimension) {
        crease_domain_free(*domain);
        *domain = NULL;
        if (wanted->polytope)
            status = error_set(error, "expected a polytope in R^%zu, %s, found R^%zu", dimension,
                               wanted->slice ? "as the slice is" : "the network's inputs", actual);
        else
            status = error_set(error, "expected %zu input%s, as the network has, found %zu",
                               dimension, dimension == 1 ? "" : "s", actual);
    }
    if (status && !error->file[0])
        error_file(error, strcmp(source, "-") ? source : "<stdin>");
    return status;
}

bool job_is_inline(const char *value, int separator)
{
    crease_error error;
    fmpq_t number;
    fmpq_init(number);
    bool is_point = true;
    for (const char *word = value, *end; is_point && word; word = *end ? end + 1 : NULL) {
        end = word + strcspn(word, ",");
        is_point = !rational_parse(number, word, (size_t)(end - word), &error);
    }
    fmpq_clear(number);
    return is_point || strchr(value, separator);
}

// "0,0;1,0;0,1"
static crease_status job_parse_points(fmpq **points, size_t *count, size_t inputs, const char *text,
                                      crease_error *error)
{
    char *copy = memory_copy_text(text), *rest = NULL;
    crease_status status = CREASE_OK;
    *count = 1;
    for (const char *separator = text; (separator = strchr(separator, ';')); separator++)
        ++*count;
    *points = _fmpq_vec_init((slong)(*count * inputs));
    char *word = strtok_r(copy, ";", &rest);
    for (size_t i = 0; i < *count && status == CREASE_OK; i++, word = strtok_r(NULL, ";", &rest))
        status = crease_point_parse(*points + i * inputs, word ? word : "", inputs, error);
    if (status)
        _fmpq_vec_clear(*points, (slong)(*count * inputs));
    free(copy);
    return status;
}

static crease_status job_read_points(fmpq **points, size_t *count, size_t inputs, const char *path,
                                     crease_error *error)
{
    size_t actual;
    if (job_is_inline(path, ';'))
        return job_parse_points(points, count, inputs, path, error);
    if (crease_points_read(points, count, &actual, path, error))
        return CREASE_ERROR;
    if (actual == inputs)
        return CREASE_OK;
    _fmpq_vec_clear(*points, (slong)(*count * actual));
    *points = NULL;
    return job_refuse_points(error, path, inputs, actual);
}

// Reads the point of --around, inline or from a file, which has this point alone.
static crease_status job_read_centre(fmpq *point, const char *text, size_t dimension,
                                     crease_error *error)
{
    fmpq *points;
    size_t count, actual;
    if (job_is_inline(text, ','))
        return crease_point_parse(point, text, dimension, error);
    if (crease_points_read(&points, &count, &actual, text, error))
        return CREASE_ERROR;
    const bool fits = count == 1 && actual == dimension;
    if (fits)
        rational_copy(point, points, dimension);
    _fmpq_vec_clear(points, (slong)(count * actual));
    return fits ? CREASE_OK
                : error_set(error, "expected one point of %zu number%s, found %zu of %zu",
                            dimension, plural(dimension), count, actual);
}

// Replaces a box, or the whole space, by what a ball leaves of it.
static crease_status job_clip_to_ball(crease_domain **domain, const domain_settings *wanted,
                                      crease_error *error)
{
    const size_t dimension = crease_domain_dimension(*domain);
    fmpq *point = _fmpq_vec_init((slong)dimension + 1), *radius = point + dimension;
    crease_domain *ball = NULL;
    crease_status status = job_read_centre(point, wanted->around, dimension, error);
    if (status && !error->file[0])
        error_file(error, "--around");
    if (status == CREASE_OK) {
        status = rational_parse(radius, wanted->radius, strlen(wanted->radius), error);
        if (status == CREASE_OK)
            status = crease_domain_new_ball(&ball, point, radius, dimension,
                                            wanted->box ? *domain : NULL, error);
        if (status)
            error_file(error, "--radius");
    }
    _fmpq_vec_clear(point, (slong)dimension + 1);
    crease_domain_free(*domain);
    *domain = ball;
    return status;
}

// In the coordinates of a slice of some dimension, or of the inputs.
static crease_status job_make_clipped(crease_domain **domain, const domain_settings *wanted,
                                      size_t dimension, crease_error *error)
{
    const crease_status status = job_make_set(domain, wanted, dimension, error);
    return status || !wanted->around ? status : job_clip_to_ball(domain, wanted, error);
}

// point - radius <= x <= point + radius, of an input x along a slice, as two rows.
static void job_ball_rows(fmpq *row, const fmpq *points, size_t count, size_t inputs,
                          const fmpq_t point, const fmpq_t radius)
{
    ASSERT(count > 0);
    for (int side = 0; side < 2; side++, row += count) {
        fmpq *constant = row + count - 1;
        for (size_t k = 1; k < count; k++)
            fmpq_sub(row + k - 1, points + (side ? 0 : k * inputs),
                     points + (side ? k * inputs : 0));
        fmpq_sub(constant, side ? point : points, side ? points : point);
        fmpq_add(constant, constant, radius);
    }
}

// The inequalities of a box lo, hi of a slice's coordinates, or none.
static crease_status job_box_rows(fmpq *row, const char *box, size_t dimension, crease_error *error)
{
    ASSERT(dimension > 0);
    crease_domain *domain;
    if (!box)
        return CREASE_OK;
    if (crease_domain_parse_box(&domain, box, dimension, error))
        return error_file(error, "--box");
    for (size_t i = 0; i < 2 * dimension; i++)
        domain_inequality(row + i * (dimension + 1), domain, i);
    crease_domain_free(domain);
    return CREASE_OK;
}

// The part of a slice near a point of the inputs: a polytope in the slice's coordinates, of which a
// box is one.
static crease_status job_ball_on_slice(crease_domain **domain, const domain_settings *wanted,
                                       const fmpq *points, size_t count, size_t inputs,
                                       crease_error *error)
{
    const size_t sides = wanted->box ? 2 * (count - 1) : 0, rows = 2 * inputs + sides;
    fmpq *row = _fmpq_vec_init((slong)(rows * count));
    fmpq *point = _fmpq_vec_init((slong)inputs + 1), *radius = point + inputs;
    crease_status status = job_read_centre(point, wanted->around, inputs, error);
    if (status && !error->file[0])
        error_file(error, "--around");
    if (status == CREASE_OK &&
        rational_parse(radius, wanted->radius, strlen(wanted->radius), error))
        status = error_file(error, "--radius");
    if (status == CREASE_OK && fmpq_sgn(radius) <= 0) {
        error_set(error, "the radius must be positive");
        status = error_file(error, "--radius");
    }
    for (size_t i = 0; i < inputs && status == CREASE_OK; i++)
        job_ball_rows(row + 2 * i * count, points + i, count, inputs, point + i, radius);
    if (status == CREASE_OK)
        status = job_box_rows(row + 2 * inputs * count, wanted->box, count - 1, error);
    if (status == CREASE_OK && crease_domain_new_polytope(domain, row, rows, count - 1, error)) {
        error_set(error, "the ball around the point does not reach the slice");
        status = error_file(error, "--around");
    }
    _fmpq_vec_clear(row, (slong)(rows * count));
    _fmpq_vec_clear(point, (slong)inputs + 1);
    return status;
}

// The domain that the options name, on a slice if they name one.
static crease_status job_domain(crease_domain **domain, const domain_settings *wanted,
                                size_t inputs, crease_error *error)
{
    if (!wanted->slice)
        return job_make_clipped(domain, wanted, inputs, error);
    fmpq *points;
    size_t count;
    const char *name = job_is_inline(wanted->slice, ';') ? "--slice"
                       : strcmp(wanted->slice, "-")      ? wanted->slice
                                                         : "<stdin>";
    if (job_read_points(&points, &count, inputs, wanted->slice, error))
        return error->file[0] ? CREASE_ERROR : error_file(error, name);
    crease_status status = CREASE_OK;
    if (count < 2) {
        error_set(error, "expected at least two points, found 1");
        status = error_file(error, name);
    }
    if (status == CREASE_OK)
        status = wanted->around ? job_ball_on_slice(domain, wanted, points, count, inputs, error)
                                : job_make_set(domain, wanted, count - 1, error);
    if (status == CREASE_OK) {
        status = crease_domain_set_slice(*domain, points, count, inputs, error);
        if (status) {
            crease_domain_free(*domain);
            *domain = NULL;
            error_file(error, name);
        }
    }
    _fmpq_vec_clear(points, (slong)(count * inputs));
    return status;
}

// ---- The job ----

void job_look_at_clock(job *work)
{
    work->options.time_limit = stop_time_left(work->s->options.time_limit);
}

// Whether the command writes to standard output while it works, so that progress on the same
// terminal would only disturb.
static bool job_streams(const settings *s, unsigned opens)
{
    return opens & OPENS_STREAM || (opens & OPENS_FILE && (!s->output || !strcmp(s->output, "-")));
}

static void job_start(job *work, const settings *s, results *r, const char *name, unsigned opens)
{
    *work =
        (job){.s = s,
              .r = r,
              .name = name,
              .options = s->options,
              .stopped = s->options.folder ? "the same command goes on" : "the result is partial"};
    work->options.interrupt = stop_flag();
    job_look_at_clock(work);
    work->progress.terminal = isatty(STDERR_FILENO);
    bool undisturbed = work->progress.terminal && !(job_streams(s, opens) && isatty(STDOUT_FILENO));
    if (s->progress || (undisturbed && !s->quiet)) {
        work->options.progress = report_progress_show;
        work->options.progress_data = &work->progress;
    }
}

// Options for a format that the network does not have are refused.
static crease_status job_check_reading(const job *work)
{
    static const char *const prefixes[][2] = {{"onnx-", "ONNX"}, {"nnet-", "NNet"}};
    const char *format = crease_net_format(work->net);
    for (size_t i = 0; i < options_count; i++)
        for (size_t k = 0; work->s->given[i] && k < 2; k++)
            if (!strncmp(options[i].name, prefixes[k][0], 5) && strcmp(format, prefixes[k][1]) != 0)
                return report_usage("%s: --%s is for %s files, and this is %s",
                                    source_name(work->name), options[i].name, prefixes[k][1],
                                    format);
    return CREASE_OK;
}

static crease_status job_read(job *work, unsigned opens)
{
    crease_error error;
    const settings *s = work->s;
    const char *path = s->network ? s->network : work->name;
    if (crease_net_read(&work->net, path, &s->reading, &error))
        return report_error(&error, path);
    if (!s->network && job_check_reading(work))
        return CREASE_ERROR;
    work->inputs = crease_net_inputs(work->net);
    work->outputs = crease_net_outputs(work->net);
    if (opens & OPENS_DOMAIN) {
        if (job_domain(&work->domain, &s->domain, work->inputs, &error))
            return report_error(&error, work->name);
        work->dimension = crease_domain_dimension(work->domain);
    }
    crease_counts_init(&work->counts, work->net);
    job_look_at_clock(work);
    return CREASE_OK;
}

crease_status job_open(job *work, const settings *s, results *r, const char *net, unsigned opens)
{
    job_start(work, s, r, net, opens);
    const crease_status status = opens & OPENS_NET ? job_read(work, opens) : CREASE_OK;
    if (status)
        job_close(work);
    return status;
}

static bool job_is_full(const job *work, uint64_t regions)
{
    const crease_options *o = &work->options;
    return o->max_regions && regions >= o->max_regions && !*o->interrupt;
}

const char *job_stopped_by(const job *work, uint64_t regions)
{
    return job_is_full(work, regions) ? "stopped by --max-regions" : stop_reason();
}

// From MANY_INPUTS on regions are seldom listed to the end, from SOME on not always:
// docs/limits.md.
enum { SOME_INPUTS = 6, MANY_INPUTS = 21 };

static const char *job_advice(const job *work, uint64_t regions)
{
    const domain_settings *domain = &work->s->domain;
    const size_t inputs = work->domain ? crease_domain_dimension(work->domain) : 0;
    if (domain->slice || domain->around || work->s->options.folder)
        return "";
    if (inputs >= MANY_INPUTS)
        return "; with so many inputs, name a slice or a small ball: --slice, --around";
    if (inputs >= SOME_INPUTS && !job_is_full(work, regions))
        return "; a slice, a small ball or a smaller box has fewer: --slice, --around, --box";
    return "";
}

crease_status job_end(job *work, crease_status status, crease_error *error)
{
    const uint64_t regions = work->counts.activation_regions;
    const bool several = work->s->of_several;
    report_progress_clear(&work->progress);
    if (status == CREASE_ERROR)
        report_error(error, work->name);
    if (status == CREASE_STOPPED)
        report_note("%s%s%s after %" PRIu64 " regions; %s%s",
                    several ? source_name(work->name) : "", several ? ": " : "",
                    job_stopped_by(work, regions), regions, work->stopped,
                    job_advice(work, regions));
    return status;
}

void job_report_points(const job *work, crease_status status, size_t done, size_t count,
                       uint64_t at_least)
{
    ASSERT(done <= count);
    const crease_options *o = &work->options;
    const char *why = !o->max_regions || *o->interrupt ? stop_reason()
                      : o->time_limit > 0              ? "stopped by --max-regions or --time-limit"
                                                       : "stopped by --max-regions";
    if (status == CREASE_STOPPED && done == count)
        report_note("%s; for %" PRIu64 " of the points there is only a lower bound", why, at_least);
    else if (status == CREASE_STOPPED)
        report_note("%s after %zu of %zu points; the result is partial", job_stopped_by(work, 0),
                    done, count);
}

void job_put_begin(const job *work)
{
    results *r = work->r;
    put_network(r, work->name, work->net);
    put_count(r, "dimension", NULL, work->dimension);
    put_text(r, "domain", "domain", crease_domain_text(work->domain));
    put_arithmetic(r, work->options.arith);
    put_bool(r, "complete", NULL, work->counts.complete);
}

static void put_end(const job *work, const char *key, const char *label)
{
    results *r = work->r;
    put_count(r, key, label, work->counts.activation_regions);
    put_seconds(r, "seconds", "seconds", work->counts.seconds);
    if (!work->counts.complete)
        text_remark(r, "complete", "no, this is of the regions met before the walk stopped");
}

void job_put_end(const job *work)
{
    put_end(work, "activation_regions", "activation regions");
}

void job_put_end_examined(const job *work)
{
    put_end(work, "regions", "regions examined");
}

void job_close(job *work)
{
    while (work->owned_count) {
        const job_owned *last = work->owned + --work->owned_count;
        if (last->free)
            last->free(last->data);
        else
            _fmpq_vec_clear(last->data, (slong)last->entries);
    }
    free(work->owned);
    crease_counts_clear(&work->counts);
    crease_domain_free(work->domain);
    crease_net_free(work->net);
    work->owned = NULL;
    work->domain = NULL;
    work->net = NULL;
}

// ---- Memory ----

static void *job_remember(job *work, job_owned owned)
{
    MEMORY_RESERVE(work->owned, work->owned_capacity, work->owned_count + 1);
    work->owned[work->owned_count++] = owned;
    return owned.data;
}

fmpq *job_vector(job *work, size_t entries)
{
    return job_remember(work, (job_owned){_fmpq_vec_init((slong)entries), entries, NULL});
}

void *job_memory(job *work, size_t count, size_t size)
{
    return job_remember(work, (job_owned){memory_new(count, size), 0, free});
}

void job_owns(job *work, void *data, void (*free_data)(void *data))
{
    job_remember(work, (job_owned){data, 0, free_data});
}

// ---- Points ----

crease_status job_point(job *work, fmpq **point, size_t dimension)
{
    crease_error error;
    *point = job_vector(work, dimension);
    if (crease_point_parse(*point, work->s->position.point, dimension, &error))
        return report_error(&error, "--point");
    return CREASE_OK;
}

crease_status job_point_or_points(job *work, fmpq **points, size_t *count, size_t dimension)
{
    crease_error error;
    *count = 1;
    if (!work->s->position.points)
        return job_point(work, points, dimension);
    if (job_read_points(points, count, dimension, work->s->position.points, &error))
        return report_error(&error, "--points");
    job_remember(work, (job_owned){*points, *count * dimension, NULL});
    return CREASE_OK;
}

crease_status job_digits(const job *work, unsigned *digits)
{
    enum { MOST_DIGITS = 10000 };
    const char *text = work->s->rel_error;
    crease_error error;
    fmpq_t wanted;
    fmpz_t inverse;
    *digits = 0;
    if (!text)
        return CREASE_OK;
    fmpq_init(wanted);
    fmpz_init(inverse);
    crease_status status = rational_parse(wanted, text, strlen(text), &error);
    if (status == CREASE_OK && fmpq_sgn(wanted) > 0 && fmpq_cmp_si(wanted, 1) < 0) {
        fmpz_cdiv_q(inverse, fmpq_denref(wanted), fmpq_numref(wanted));
        *digits = (unsigned)fmpz_clog_ui(inverse, 10);
    }
    if (status == CREASE_OK && (!*digits || *digits > MOST_DIGITS))
        status =
            error_set(&error, "expected a number from 1e-%d to 1, found \"%s\"", MOST_DIGITS, text);
    fmpz_clear(inverse);
    fmpq_clear(wanted);
    work->r->digits = *digits + 1; // numbers rounded both ways differ by 10^-digits of them at most
    return status ? report_error(&error, "--rel-error") : CREASE_OK;
}

crease_status job_ends(job *work, fmpq **points, size_t dimension)
{
    const char *const text[] = {work->s->position.start, work->s->position.end};
    const char *const name[] = {"--from", "--to"};
    crease_error error;
    *points = job_vector(work, 2 * dimension);
    for (size_t i = 0; i < 2; i++)
        if (crease_point_parse(*points + i * dimension, text[i], dimension, &error))
            return report_error(&error, name[i]);
    return CREASE_OK;
}

// ---- Running a command ----

// The graver of two exit statuses.
static crease_status job_worse_status(crease_status a, crease_status b)
{
    static const int grave[] = {
        [CREASE_OK] = 0, [CREASE_STOPPED] = 1, [CREASE_NEGATIVE] = 2, [CREASE_ERROR] = 3};
    return grave[a] > grave[b] ? a : b;
}

static crease_status job_run_one(const settings *s, results *r, const char *net)
{
    job work;
    if (job_open(&work, s, r, net, s->command->opens))
        return CREASE_ERROR;
    results_next(r);
    const crease_status status = s->command->run(&work);
    if (status == CREASE_ERROR)
        results_drop(r);
    else
        results_close(r);
    job_close(&work);
    return status;
}

static crease_status job_run_all(const settings *s)
{
    results r;
    results_begin(&r, s);
    if (!(s->command->opens & OPENS_EACH) || !s->operand)
        return job_run_one(s, &r, s->operand ? s->operand : s->command->name);
    crease_status status = CREASE_OK;
    for (size_t i = 0; i < s->operand_count && !stop_is_final(); i++) {
        if (i)
            stop_watch_anew(s);
        status = job_worse_status(status, job_run_one(s, &r, s->operands[i]));
        // The next may take long.
        if (i + 1 < s->operand_count && fflush(stdout))
            return report_usage("standard output: %s", strerror(errno));
    }
    return status;
}

// Whether -o names the file of the results.
static bool job_prints_to_file(const settings *s)
{
    const option *format = option_find("format", strlen("format"), s->command->bit);
    return s->output && option_find("json", strlen("json"), s->command->bit) &&
           format->choices == option_formats(s->command->bit);
}

crease_status job_run(const settings *s)
{
    out_file file;
    crease_error error;
    if (!job_prints_to_file(s))
        return job_run_all(s);
    if (out_file_open(&file, s->output, &error))
        return report_error(&error, NULL);
    const int before = dup(STDOUT_FILENO);
    dup2(fileno(file.stream), STDOUT_FILENO);
    crease_status status = job_run_all(s);
    if ((fflush(stdout) || ferror(stdout)) && status != CREASE_ERROR)
        status = report_usage("%s: cannot write: %s", s->output, strerror(errno));
    clearerr(stdout);
    dup2(before, STDOUT_FILENO);
    close(before);
    if (status == CREASE_ERROR)
        out_file_abort(&file);
    else if (out_file_commit(&file, &error))
        status = report_error(&error, NULL);
    return status;
}

crease_status report_field_error(crease_error *error, const settings *s)
{
    char *where = error->where;
    for (char *c = where; *c; c++)
        if (*c == '_')
            *c = '-';
    const option *o = option_find(where, strlen(where), s->command->bit);
    where[0] = '\0';
    snprintf(error->file, sizeof error->file, "%s%s", o ? "--" : "",
             o ? o->name : s->command->name);
    return report_error(error, NULL);
}

// ---- Distances ----

const char *distance_key(crease_norm norm)
{
    return norm == CREASE_NORM_2 ? "squared" : "rational";
}

void put_norm(results *r, crease_norm norm)
{
    put_text(r, "norm", norm == CREASE_NORM_2 ? NULL : "norm", crease_norm_name(norm));
}

void put_distance(results *r, const crease_nearest *nearest, crease_norm norm)
{
    fmpq_t distance;
    fmpq_init(distance);
    crease_nearest_rational(distance, nearest);
    if (norm == CREASE_NORM_2) {
        put_short(r, "squared", "  squared", nearest->squared);
    } else {
        enum { SHORT_BITS = 96 };
        const bool is_short =
            fmpz_bits(fmpq_numref(distance)) + fmpz_bits(fmpq_denref(distance)) <= SHORT_BITS;
        put_rational(r, "rational", is_short ? "  exactly" : NULL, distance);
    }
    put_double(r, "distance", NULL, crease_nearest_distance(nearest));
    fmpq_clear(distance);
}
