// What samples tell of a mean, printed.
#ifndef TOOL_ESTIMATES_H
#define TOOL_ESTIMATES_H

#include "base/json_writer.h"
#include <crease/status.h>

// A row "mean, low .. high", as far as the sample tells; all numbers times factor.
void text_estimate(const char *name, crease_estimate estimate, double factor);
// A member: an object with what the sample tells, to twelve digits.
void json_estimate(json *out, const char *name, crease_estimate estimate);
void json_scaled_estimate(json *out, const char *name, crease_estimate estimate, double factor);

#endif
