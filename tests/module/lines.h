// Lines for tests.
#ifndef TESTS_LINES_H
#define TESTS_LINES_H

#include "nets.h"

// Points of `dimension` numbers each, spelled "1,2;3,4".
static inline fmpq *points_of(const char *text, size_t dimension, size_t count)
{
    fmpq *points = _fmpq_vec_init((slong)(dimension * count));
    char *copy = memory_copy_text(text), *rest = copy;
    for (size_t i = 0; i < count; i++) {
        crease_error error;
        char *point = strsep(&rest, ";");
        if (!point || crease_point_parse(points + i * dimension, point, dimension, &error))
            abort();
    }
    free(copy);
    return points;
}

static inline crease_line *line_of(const crease_net *net, const crease_domain *domain,
                                   const char *text, const crease_line_wanted *wanted,
                                   const crease_options *options)
{
    crease_line *line;
    crease_error error;
    size_t d = domain ? crease_domain_dimension(domain) : crease_net_inputs(net);
    fmpq *points = points_of(text, d, 2);
    crease_status status =
        crease_line_cross(&line, net, domain, points, points + d, wanted, options, &error);
    if (status == CREASE_ERROR) {
        fprintf(stderr, "%s: %s\n", error.where, error.message);
        abort();
    }
    _fmpq_vec_clear(points, 2 * (slong)d);
    return line;
}

// The sawtooth of Telgarsky (2015): `depth` tents one after the other.
static inline crease_net *sawtooth_of(int depth)
{
    char *text = memory_copy_text(RELU("[[1], [1]]", "[0, \"-1/2\"]"));
    for (int i = 1; i < depth; i++) {
        char *longer;
        if (asprintf(&longer, "%s,%s", text, RELU("[[2, -4], [2, -4]]", "[0, \"-1/2\"]")) < 0)
            abort();
        free(text);
        text = longer;
    }
    char *whole;
    if (asprintf(&whole, "%s,%s", text, LINEAR("[[2, -4]]", "[0]")) < 0)
        abort();
    crease_net *net = net_with_inputs(1, whole);
    free(text);
    free(whole);
    return net;
}

// Breakpoints as "1/3 2", transitions as "0.1:0>1".
static inline char *line_text_of(const crease_line *line)
{
    char *text = memory_copy_text("");
    for (size_t k = 0; k < line->breakpoints; k++) {
        char *at = fmpq_get_str(NULL, 10, line->t + k), *longer;
        if (asprintf(&longer, "%s%s%s", text, k ? " " : "", at) < 0)
            abort();
        flint_free(at);
        free(text);
        text = longer;
        const crease_transition *list;
        size_t count = crease_line_transitions(&list, line, k);
        for (size_t i = 0; i < count; i++) {
            if (asprintf(&longer, "%s %zu.%zu:%u>%u", text, list[i].layer, list[i].unit,
                         (unsigned)list[i].before, (unsigned)list[i].after) < 0)
                abort();
            free(text);
            text = longer;
        }
    }
    return text;
}

#endif
