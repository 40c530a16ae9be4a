// crease plot: a picture of the regions.
#include "tool/commands.h"
#include "tool/job.h"

#include <string.h>
#include <strings.h>

// The format that --format or the extension of the file names, or NULL.
static const cli_choice *find_format(const cli_settings *settings)
{
    if (settings->picture_format)
        return settings->picture_format;
    const char *extension = strrchr(settings->output, '.');
    if (!extension)
        return NULL;
    for (const cli_choice *format = picture_choices; format->name; format++)
        if (!strcasecmp(format->name, extension + 1))
            return format;
    return NULL;
}

crease_status cmd_plot(const cli_settings *settings)
{
    if (!settings->output)
        return report_usage("plot: expected -o FILE.svg, FILE.pdf or FILE.png, found no file");
    const cli_choice *format = find_format(settings);
    if (!format)
        return report_usage(
            "--output: expected --format or a name that ends in .svg, .pdf or .png, "
            "found \"%s\"",
            settings->output);
    crease_picture picture = {
        .format = (crease_picture_format)format->value,
        .colours = (crease_colours)settings->colours->value,
        .width = settings->size[0],
        .height = settings->size[1],
        .creases = !settings->no_creases,
    };
    job work;
    if (job_open(&work, settings, !strcmp(settings->output, "-")))
        return CREASE_ERROR;
    crease_error error;
    crease_status status = crease_write_picture(settings->output, &picture, &work.counts, work.net,
                                                work.domain, &work.options, &error);
    job_end(&work, status, &error);
    job_close(&work);
    return status;
}
