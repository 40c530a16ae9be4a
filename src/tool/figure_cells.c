// Numbers of a sample, printed.
#include "tool/figure_cells.h"

#include <math.h>
#include <stdio.h>

static int put(char *text, size_t size, double number)
{
    return isnan(number) ? 0 : snprintf(text, size, "%.9g", number);
}

const char *cells_mean(cells *c, const sample *of)
{
    crease_estimate found = sample_estimate(of);
    const double number[] = {found.mean, found.low, found.high};
    size_t used = 0;
    c->text[0] = '\0';
    for (size_t i = 0; i < 3; i++) {
        if (i)
            used += (size_t)snprintf(c->text + used, sizeof c->text - used, ",");
        used += (size_t)put(c->text + used, sizeof c->text - used, number[i]);
    }
    return c->text;
}
