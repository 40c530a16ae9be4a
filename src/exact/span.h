// Numbers of which only an interval is known.
#ifndef EXACT_SPAN_H
#define EXACT_SPAN_H

// lo <= the number <= hi.
typedef struct {
    double lo, hi;
} span;

// Nothing is known.
span span_whole(void);
// Known exactly.
span span_of_integer(unsigned number);
// A point of the line, as in exact/point.h, that is finite.
span span_of_point(const double *point);
// The number and an integer added.
span span_shift(span of, unsigned by);
// -1 or 1 if the first number is surely less or greater than the second, else 0.
int span_order(const span *first, const span *second);
// For sorting: by lo, then by hi.
int span_compare(const span *first, const span *second);
// The number, nearly.
double span_middle(const span *of);

#endif
