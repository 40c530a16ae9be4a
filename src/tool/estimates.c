// What samples tell of a mean, printed.
#include "tool/estimates.h"
#include "tool/text.h"

#include <math.h>
#include <stdio.h>

void text_estimate(const char *name, crease_estimate e, double factor)
{
    if (isnan(e.mean))
        text_row(stdout, name, "unknown, for there is no value");
    else if (isnan(e.error))
        text_row(stdout, name, "%.6g", factor * e.mean);
    else
        text_row(stdout, name, "%.6g, from %.6g to %.6g with 95 %% confidence", factor * e.mean,
                 factor * e.low, factor * e.high);
}

void json_scaled_estimate(json *out, const char *name, crease_estimate e, double factor)
{
    json_object_open(out, name);
    if (!isnan(e.mean))
        json_rounded(out, "mean", factor * e.mean);
    if (!isnan(e.error)) {
        json_rounded(out, "deviation", factor * e.deviation);
        json_rounded(out, "standard_error", factor * e.error);
        json_array_open(out, "interval95");
        json_rounded(out, NULL, factor * e.low);
        json_rounded(out, NULL, factor * e.high);
        json_array_close(out);
    }
    json_object_close(out);
}

void json_estimate(json *out, const char *name, crease_estimate e)
{
    json_scaled_estimate(out, name, e, 1);
}
