// Sums in double-doubles, of a VECTOR of WIDTH doubles at a time. double_double.c includes this
// once for each kind of vector.

#include <stdbool.h>

// Adds inputs from .. end - 1 to the sums of a vector of units, from number j on, in `width`
// columns from c on, whose high parts contain their anchors. Constant widths keep the sums in
// registers.
IN_LINE void ADD_TO_BLOCK(const dd_sums *s, size_t from, size_t end, size_t c, size_t j,
                          size_t width, bool has_rest)
{
    double *high = s->high + c * s->stride + j, *low = s->low + c * s->stride + j;
    const double *term = s->term + c * s->apart, *term_rest = s->term_rest + c * s->apart;
    VECTOR sum[TOGETHER], rest[TOGETHER];
    UNROLLED
    for (size_t v = 0; v < width; v++) {
        sum[v] = *(const VECTOR *)(high + v * s->stride);
        rest[v] = *(const VECTOR *)(low + v * s->stride);
    }
    for (size_t k = from; k < end; k++) {
        const size_t i = s->index[k], entry = i * s->stride + j;
        const VECTOR w = *(const VECTOR *)(s->weight + entry);
        UNROLLED
        for (size_t v = 0; v < width; v++) {
            const double t = term[v * s->apart + i], t_rest = term_rest[v * s->apart + i];
            VECTOR next, error;
            for (size_t n = 0; n < WIDTH; n++)
                next[n] = FUSED(w[n], t, sum[v][n]);
            const VECTOR added = next - sum[v];
            for (size_t n = 0; n < WIDTH; n++)
                error[n] = FUSED(w[n], t, -added[n]);
            for (size_t n = 0; n < WIDTH; n++)
                error[n] = FUSED(w[n], t_rest, error[n]);
            if (has_rest)
                error += *(const VECTOR *)(s->weight_rest + entry) * t;
            rest[v] += error;
            sum[v] = next;
        }
    }
    UNROLLED
    for (size_t v = 0; v < width; v++) {
        *(VECTOR *)(high + v * s->stride) = sum[v];
        *(VECTOR *)(low + v * s->stride) = rest[v];
    }
}

IN_LINE void ADD_INPUTS(const dd_sums *s, size_t from, size_t end, bool has_rest)
{
    for (size_t j = 0; j < s->stride; j += WIDTH) {
        size_t c = 0;
        for (; c + TOGETHER <= s->columns; c += TOGETHER)
            ADD_TO_BLOCK(s, from, end, c, j, TOGETHER, has_rest);
        for (; c < s->columns; c++)
            ADD_TO_BLOCK(s, from, end, c, j, 1, has_rest);
    }
}
