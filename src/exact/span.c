// Numbers of which only an interval is known.
#include "exact/span.h"

#include <math.h>

span span_whole(void)
{
    return (span){-INFINITY, INFINITY};
}

span span_of_integer(unsigned number)
{
    return (span){number, number};
}

// A sum of two doubles, rounded, is off by less than the step to the next double.
span span_of_point(const double *point)
{
    double x = point[0], radius = point[2];
    if (!(radius < INFINITY))
        return span_whole();
    return (span){nextafter(x - radius, -INFINITY), nextafter(x + radius, INFINITY)};
}

span span_shift(span of, unsigned by)
{
    return (span){nextafter(of.lo + by, -INFINITY), nextafter(of.hi + by, INFINITY)};
}

int span_order(const span *first, const span *second)
{
    if (first->hi < second->lo)
        return -1;
    return first->lo > second->hi;
}

int span_compare(const span *first, const span *second)
{
    if (first->lo != second->lo)
        return first->lo < second->lo ? -1 : 1;
    return (first->hi > second->hi) - (first->hi < second->hi);
}

double span_middle(const span *of)
{
    return of->lo + (of->hi - of->lo) / 2;
}
