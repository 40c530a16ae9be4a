// crease reproduce: figures of the papers.
#include "base/json_writer.h"
#include "tool/commands.h"
#include "tool/figures.h"
#include "tool/job.h"
#include "tool/nearest.h"
#include "tool/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void list_text(void)
{
    for (size_t i = 0; i < crease_figure_count(); i++) {
        const crease_figure *f = crease_figure_describe(i);
        printf("%s%s: %s\n", i ? "\n" : "", f->name, f->title);
        text_row(stdout, "  source", "%s", f->source);
        text_row(stdout, "  exact", "%s", f->exact);
        text_row(stdout, "  sampled", "%s", f->sampled);
        text_row(stdout, "  sizes", "%s", f->sizes);
    }
}

static void list_json(void)
{
    json out;
    json_open(&out);
    json_array_open(&out, "figures");
    for (size_t i = 0; i < crease_figure_count(); i++) {
        const crease_figure *f = crease_figure_describe(i);
        json_object_open(&out, NULL);
        json_text(&out, "name", f->name);
        json_text(&out, "title", f->title);
        json_text(&out, "source", f->source);
        json_text(&out, "exact", f->exact);
        json_text(&out, "sampled", f->sampled);
        json_text(&out, "sizes", f->sizes);
        json_object_close(&out);
    }
    json_array_close(&out);
    json_print(&out, stdout);
}

static crease_status list(const cli_settings *settings)
{
    if (settings->operand)
        return report_usage("reproduce: expected no FIGURE with --list, found \"%s\"",
                            settings->operand);
    if (settings->json)
        list_json();
    else
        list_text();
    return CREASE_OK;
}

typedef struct {
    report_progress progress; // callbacks are given this
    const char *name;
} present;

static void show_progress(void *data, const crease_progress *now)
{
    const present *figure = data;
    report_line(data, "%s: %" PRIu64 " of %" PRIu64 " done, %.1f s", figure->name, now->done,
                now->total, now->seconds);
}

static void show_file(void *data, const char *path)
{
    report_progress_clear(data);
    printf("%s\n", path);
    fflush(stdout);
}

static crease_status report_unknown(const char *word)
{
    nearest search;
    nearest_start(&search, word, strlen(word));
    for (size_t i = 0; i < crease_figure_count(); i++)
        nearest_offer(&search, crease_figure_describe(i)->name);
    if (search.best)
        return report_usage("unknown figure '%s'; did you mean '%s'?", word, search.best);
    return report_usage("unknown figure '%s'; 'crease reproduce --list' lists them", word);
}

static crease_status make(present *figure, const char *name, const crease_reproduce *how,
                          const crease_options *options)
{
    crease_error error;
    figure->name = name;
    crease_status status = crease_figure_make(name, how, options, &error);
    report_progress_clear(&figure->progress);
    if (status == CREASE_ERROR)
        report_error(&error);
    if (status == CREASE_STOPPED)
        report_note("interrupted; nothing of %s was written that is not named above", name);
    return status;
}

static int is_all(const cli_settings *settings)
{
    return !settings->more_count && !strcmp(settings->operand, "all");
}

static size_t names(const cli_settings *settings)
{
    return is_all(settings) ? crease_figure_count() : 1 + settings->more_count;
}

static const char *name_of(const cli_settings *settings, size_t index)
{
    if (is_all(settings))
        return crease_figure_describe(index)->name;
    return index ? settings->more[index - 1] : settings->operand;
}

// Before anything is made.
static crease_status check_names(const cli_settings *settings)
{
    for (size_t i = 0; i < names(settings); i++)
        if (!crease_figure_find(name_of(settings, i)))
            return report_unknown(name_of(settings, i));
    return CREASE_OK;
}

crease_status cmd_reproduce(const cli_settings *settings)
{
    if (settings->list)
        return list(settings);
    if (settings->json)
        return report_usage("--json: expected --list with it, found none");
    if (!settings->operand)
        return report_usage("reproduce: expected FIGURE or all, found nothing; 'crease reproduce "
                            "--list' lists the figures");
    if (check_names(settings))
        return CREASE_ERROR;
    present figure;
    crease_options options = job_options(settings, 0, &figure.progress, show_progress);
    crease_reproduce how = {.quick = settings->quick,
                            .no_pictures = settings->no_pictures,
                            .directory = settings->output,
                            .data = settings->data,
                            .seed = settings->seed,
                            .wrote = show_file,
                            .wrote_data = &figure.progress};
    crease_status status = CREASE_OK;
    for (size_t i = 0; i < names(settings) && status == CREASE_OK; i++)
        status = make(&figure, name_of(settings, i), &how, &options);
    return status;
}
