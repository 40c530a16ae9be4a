// Sums in double-doubles, of a VECTOR of WIDTH doubles at a time. double_double.c, which has all
// that is used here, includes this once for each kind of vector.

// Adds inputs from .. end - 1 to the sums of a vector of units, from number j on, in `width`
// columns from c on, whose high parts have their anchors in them. Constant widths keep the sums in
// registers.
IN_LINE void ADD_TO_BLOCK(const dd_sums *s, size_t from, size_t end, size_t c, size_t j,
                          size_t width, int has_rest)
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
        const size_t i = s->index[k], at = i * s->stride + j;
        const VECTOR w = *(const VECTOR *)(s->weight + at);
        UNROLLED
        for (size_t v = 0; v < width; v++) {
            const double t = term[v * s->apart + i], t_rest = term_rest[v * s->apart + i];
            VECTOR next, error;
            for (size_t n = 0; n < WIDTH; n++)
                next[n] = fma(w[n], t, sum[v][n]);
            const VECTOR added = next - sum[v];
            for (size_t n = 0; n < WIDTH; n++)
                error[n] = fma(w[n], t, -added[n]);
            for (size_t n = 0; n < WIDTH; n++)
                error[n] = fma(w[n], t_rest, error[n]);
            if (has_rest)
                error += *(const VECTOR *)(s->weight_rest + at) * t;
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

IN_LINE void ADD_INPUTS(const dd_sums *s, size_t from, size_t end, int has_rest)
{
    for (size_t j = 0; j < s->stride; j += WIDTH) {
        size_t c = 0;
        for (; c + TOGETHER <= s->columns; c += TOGETHER)
            ADD_TO_BLOCK(s, from, end, c, j, TOGETHER, has_rest);
        for (; c < s->columns; c++)
            ADD_TO_BLOCK(s, from, end, c, j, 1, has_rest);
    }
}

// Products of one vector and `width` columns from c on, as ADD_TO_BLOCK makes sums.
IN_LINE void DOT_COLUMNS(dd *total, const dd_dots *d, size_t c, size_t width)
{
    const double *b_high = d->b_high + c * d->stride, *b_low = d->b_low + c * d->stride;
    VECTOR sum[TOGETHER], rest[TOGETHER];
    UNROLLED
    for (size_t v = 0; v < width; v++) {
        sum[v] = (VECTOR){0} + anchor_of(d->size[c + v]);
        rest[v] = (VECTOR){0};
    }
    for (size_t j = 0; j < d->stride; j += WIDTH) {
        const MASK on = *(const MASK *)(d->mask + j);
        const VECTOR a = (VECTOR)(*(const MASK *)(d->a_high + j) & on);
        const VECTOR low = (VECTOR)(*(const MASK *)(d->a_low + j) & on);
        UNROLLED
        for (size_t v = 0; v < width; v++) {
            const VECTOR b = *(const VECTOR *)(b_high + v * d->stride + j);
            const VECTOR b_rest = *(const VECTOR *)(b_low + v * d->stride + j);
            VECTOR next, error;
            for (size_t n = 0; n < WIDTH; n++)
                next[n] = fma(a[n], b[n], sum[v][n]);
            const VECTOR added = next - sum[v];
            for (size_t n = 0; n < WIDTH; n++)
                error[n] = fma(a[n], b[n], -added[n]);
            for (size_t n = 0; n < WIDTH; n++)
                error[n] = fma(a[n], b_rest[n], error[n]);
            for (size_t n = 0; n < WIDTH; n++)
                error[n] = fma(low[n], b[n], error[n]);
            rest[v] += error;
            sum[v] = next;
        }
    }
    // The high parts of all lanes are multiples of one number, and so are exact when added up.
    UNROLLED
    for (size_t v = 0; v < width; v++) {
        sum[v] -= (VECTOR){0} + anchor_of(d->size[c + v]);
        dd all = {0, 0};
        UNROLLED
        for (size_t n = 0; n < WIDTH / 2; n++) {
            all.high += sum[v][n] + sum[v][n + WIDTH / 2];
            all.low += rest[v][n] + rest[v][n + WIDTH / 2];
        }
        total[c + v] = dd_normalise(all);
    }
}

IN_LINE void DOTS(dd *total, const dd_dots *d)
{
    size_t c = 0;
    for (; c + TOGETHER <= d->columns; c += TOGETHER)
        DOT_COLUMNS(total, d, c, TOGETHER);
    for (; c < d->columns; c++)
        DOT_COLUMNS(total, d, c, 1);
}

// (high, low) += (weight, rest) * term, lane by lane; rest may be NULL: zeros.
IN_LINE void ADD_PRODUCT(double *high, double *low, const double *weight, const double *rest,
                         const dd *term)
{
    const VECTOR before = *(const VECTOR *)high, w = *(const VECTOR *)weight;
    const VECTOR product = w * term->high;
    VECTOR error;
    for (size_t n = 0; n < WIDTH; n++)
        error[n] = fma(w[n], term->high, -product[n]);
    error += w * term->low;
    if (rest)
        error += *(const VECTOR *)rest * term->high;
    const VECTOR sum = before + product, part = sum - before;
    *(VECTOR *)low += ((before - (sum - part)) + (product - part)) + error;
    *(VECTOR *)high = sum;
}

IN_LINE void ADD_COLUMNS(double *high, double *low, size_t stride, size_t columns,
                         const double *weight, const double *rest, const dd *term)
{
    for (size_t c = 0; c < columns; c++, high += stride, low += stride, term++)
        if (rest)
            for (size_t j = 0; j < stride; j += WIDTH)
                ADD_PRODUCT(high + j, low + j, weight + j, rest + j, term);
        else
            for (size_t j = 0; j < stride; j += WIDTH)
                ADD_PRODUCT(high + j, low + j, weight + j, NULL, term);
}
