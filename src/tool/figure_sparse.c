// The three families with one variance.
#include "tool/figure_sparse.h"

#include "theory/growth.h"
#include <math.h>

const char *sparse_name(size_t family)
{
    static const char *const names[SPARSE_FAMILIES] = {"gaussian", "uniform", "discrete"};
    return names[family];
}

double sparse_deviation(size_t C)
{
    return sqrt((double)(C * (C + 1)) / 3);
}

void sparse_init(sparse_case *s, size_t family, size_t C, size_t percent, size_t width,
                 size_t depth, lengths_path path)
{
    *s = (sparse_case){.family = family, .C = C, .alpha = (double)percent / 100};
    if (family == 0)
        snprintf(s->init, sizeof s->init, "gaussian:%zu/3,1/10000", C * (C + 1));
    else if (family == 1) // U(-a, a) has variance a^2/3
        snprintf(s->init, sizeof s->init, "uniform:%.12f", sqrt((double)(C * (C + 1))));
    else
        snprintf(s->init, sizeof s->init, "discrete:%zu", C);
    snprintf(s->kept, sizeof s->kept, "%zu/100", percent);
    s->of = (lengths_case){
        .width = width,
        .depth = depth,
        .how = {.init = s->init, .bias_std = family ? "1/100" : NULL, .alpha = s->kept},
        .path = path,
        .vertices = 65,
        .paths = 10};
}

crease_status sparse_bounds(double *lower, double *upper, const sparse_case *s, crease_error *error)
{
    weight_moments moments;
    size_t width = s->of.width;
    if (weight_moments_of(&moments, &s->of.how, width, width, error))
        return CREASE_ERROR;
    *lower = growth_price_tanner(&moments, width);
    *upper = growth_second_moment(&moments, width);
    return CREASE_OK;
}
