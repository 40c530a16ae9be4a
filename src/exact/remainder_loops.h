// Sums of remainders, of a VECTOR of WIDTH numbers at a time. remainders.c, which has all that is
// used here, includes this once for each kind of vector.

// all_c += line_i factor_c[i], or minus that, of some vectors of each line.
IN_LINE void ADD_LINE(VECTOR *all, const double *line, const double *factor, size_t factors_apart,
                      size_t count, size_t vectors, int minus)
{
    VECTOR with[BLOCK];
    UNROLLED
    for (size_t v = 0; v < vectors; v++)
        with[v] = *(const VECTOR *)(line + v * WIDTH);
    UNROLLED
    for (size_t c = 0; c < count; c++) {
        const double by = minus ? -factor[c * factors_apart] : factor[c * factors_apart];
        UNROLLED
        for (size_t v = 0; v < vectors; v++)
            all[c * vectors + v] += with[v] * by;
    }
}

// Modulo one prime, of at most REMAINDER_TERMS terms. What is known of `count` and `vectors` when
// this is compiled stays in registers over all terms.
IN_LINE void ADD_BY(double *sum, size_t sums_apart, const double *line, size_t apart,
                    const double *factor, size_t factors_apart, terms of, size_t count,
                    size_t vectors, double prime, double inverse)
{
    VECTOR all[3 * BLOCK];
    UNROLLED
    for (size_t c = 0; c < count; c++)
        UNROLLED
    for (size_t v = 0; v < vectors; v++)
        all[c * vectors + v] = *(const VECTOR *)(sum + c * sums_apart + v * WIDTH);
    size_t k = 0;
    for (; k < of.plus; k++)
        ADD_LINE(all, line + of.index[k] * apart, factor + of.index[k], factors_apart, count,
                 vectors, 0);
    for (; k < of.plus + of.minus; k++)
        ADD_LINE(all, line + of.index[k] * apart, factor + of.index[k], factors_apart, count,
                 vectors, 1);
    UNROLLED
    for (size_t c = 0; c < count; c++)
        UNROLLED
    for (size_t v = 0; v < vectors; v++)
        *(VECTOR *)(sum + c * sums_apart + v * WIDTH) =
            REMAINDER(all[c * vectors + v], prime, inverse);
}

IN_LINE void ADD(remainder_lines sum, size_t count, size_t n, remainder_lines line,
                 remainder_lines factor, terms of, const remainder_basis *basis)
{
    for (size_t p = 0; p < basis->count; p++)
        for (size_t c = 0, some; c < count; c += some) {
            double *to = sum.at + p * sum.plane + c * sum.apart;
            const double *from = line.at + p * line.plane;
            const double *by = factor.at + p * factor.plane + c * factor.apart;
            some = count - c < 3 ? count - c : 3;
            size_t j = 0;
#define LOOP(lines, vectors)                                                              \
    for (; j + vectors * WIDTH <= n; j += vectors * WIDTH)                                \
    ADD_BY(to + j, sum.apart, from + j, line.apart, by, factor.apart, of, lines, vectors, \
           basis->prime[p], basis->inverse[p])
            if (some == 3) {
                LOOP(3, BLOCK);
                LOOP(3, 1);
            } else if (some == 2) {
                LOOP(2, BLOCK);
                LOOP(2, 1);
            } else {
                LOOP(1, BLOCK);
                LOOP(1, 1);
            }
#undef LOOP
        }
}

// Modulo one prime, of at most REMAINDER_TERMS terms.
IN_LINE void DOT_BY(double *sum, const double *line, size_t apart, size_t count,
                    const double *factor, const double *mask, size_t n)
{
    VECTOR all[3] = {{0}};
    for (size_t j = 0; j < n; j += WIDTH) {
        const VECTOR on = (VECTOR)(*(const MASK *)(factor + j) & *(const MASK *)(mask + j));
        UNROLLED
        for (size_t c = 0; c < count; c++)
            all[c] += *(const VECTOR *)(line + c * apart + j) * on;
    }
    UNROLLED
    for (size_t c = 0; c < count; c++)
        sum[c * REMAINDERS_MOST] = ADDED_UP(all + c);
}

IN_LINE void DOT(double *sum, remainder_lines line, size_t count, remainder_lines factor,
                 const double *mask, size_t n, const remainder_basis *basis)
{
    for (size_t p = 0; p < basis->count; p++) {
        const double *from = line.at + p * line.plane, *by = factor.at + p * factor.plane;
        if (count == 3)
            DOT_BY(sum + p, from, line.apart, 3, by, mask, n);
        else if (count == 2)
            DOT_BY(sum + p, from, line.apart, 2, by, mask, n);
        else
            for (size_t c = 0; c < count; c++)
                DOT_BY(sum + c * REMAINDERS_MOST + p, from + c * line.apart, line.apart, 1, by,
                       mask, n);
    }
}
