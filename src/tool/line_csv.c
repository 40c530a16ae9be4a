// crease line: transitions as comma-separated values (RFC 4180).
#include "tool/line.h"

#include <stdio.h>

#define END_OF_LINE "\r\n"

void line_csv_begin(const line_job *j)
{
    printf("line,breakpoint,%s,layer,unit,before,after%s%s" END_OF_LINE,
           j->settings->approximate ? "t_low,t_high" : "t", j->settings->linear ? ",bends" : "",
           j->settings->points ? ",point" : "");
}

static void print_number(const fmpq_t x)
{
    char *text = fmpq_get_str(NULL, 10, x);
    fputs(text, stdout);
    flint_free(text);
}

static void print_place(const line_job *j, const crease_line *line, size_t k)
{
    if (j->settings->approximate) {
        double low, high;
        crease_line_enclosure(&low, &high, line, k);
        printf("%.17g,%.17g", low, high);
    } else {
        print_number(crease_line_at(line, k));
    }
}

static void print_point(line_job *j, const crease_line *line, size_t k)
{
    crease_line_point(j->x, line, k);
    for (size_t i = 0; i < j->dimension; i++) {
        putchar(i ? ' ' : ',');
        print_number(j->x + i);
    }
}

void line_csv(line_job *j, size_t index, const crease_line *line)
{
    for (size_t k = 0; k < crease_line_breakpoints(line); k++) {
        const crease_transition *list;
        size_t count = crease_line_transitions(&list, line, k);
        for (size_t i = 0; i < count; i++) {
            printf("%zu,%zu,", index, k);
            print_place(j, line, k);
            printf(",%zu,%zu,%u,%u", list[i].layer, list[i].unit, (unsigned)list[i].before,
                   (unsigned)list[i].after);
            if (j->settings->linear)
                fputs(crease_line_bends(line, k) ? ",true" : ",false", stdout);
            if (j->settings->points)
                print_point(j, line, k);
            fputs(END_OF_LINE, stdout);
        }
    }
}
