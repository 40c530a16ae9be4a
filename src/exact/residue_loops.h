// Sums of residues, by vectors of WIDTH doubles. residue_sums.c, which has all that is used here,
// includes this once for each kind of vector.

// `width` vectors of each point from number `from` on. Constant widths keep the sums in registers.
IN_LINE void SUM_BLOCK(const residue_sums *sums, size_t from, size_t width)
{
    const double *start = sums->start + from;
    VECTOR first[MOST_VECTORS], second[MOST_VECTORS];
    UNROLLED
    for (size_t v = 0; v < width; v++) {
        first[v] = *(const VECTOR *)(start + v * WIDTH);
        second[v] = *(const VECTOR *)(start + sums->stride + v * WIDTH);
    }
    for (size_t k = 0; k < sums->count;) {
        const size_t left = sums->count - k,
                     end = left < RESIDUE_TERMS ? k + left : k + RESIDUE_TERMS;
        for (; k < end; k++) {
            const size_t i = sums->index[k];
            const int32_t *weight = sums->weight + i * sums->stride + from;
            const double one = sums->term[i], other = sums->term[sums->apart + i];
            UNROLLED
            for (size_t v = 0; v < width; v++) {
                const VECTOR w = WIDENED(weight + v * WIDTH);
                first[v] += w * one;
                second[v] += w * other;
            }
        }
        UNROLLED
        for (size_t v = 0; v < width; v++) {
            first[v] = RESIDUE_REDUCE(first[v]);
            second[v] = RESIDUE_REDUCE(second[v]);
        }
    }
    double *map = sums->map + from;
    UNROLLED
    for (size_t v = 0; v < width; v++) {
        *(VECTOR *)(map + v * WIDTH) = first[v];
        *(VECTOR *)(map + sums->stride + v * WIDTH) = second[v];
    }
}

IN_LINE void SUM(const residue_sums *sums)
{
    size_t j = 0;
    for (; j + MOST_VECTORS * WIDTH <= sums->stride; j += MOST_VECTORS * WIDTH)
        SUM_BLOCK(sums, j, MOST_VECTORS);
    for (; j + 4 * WIDTH <= sums->stride; j += 4 * WIDTH)
        SUM_BLOCK(sums, j, 4);
    for (; j + 2 * WIDTH <= sums->stride; j += 2 * WIDTH)
        SUM_BLOCK(sums, j, 2);
    for (; j < sums->stride; j += WIDTH)
        SUM_BLOCK(sums, j, 1);
}

IN_LINE void GATE(double *restrict given, const double *restrict row, const int32_t *restrict flag,
                  size_t stride)
{
    for (size_t j = 0; j < stride; j += WIDTH) {
        const VECTOR open = WIDENED(flag + j);
        UNROLLED
        for (size_t c = 0; c < RESIDUE_POINTS; c++)
            *(VECTOR *)(given + c * stride + j) = *(const VECTOR *)(row + c * stride + j) * open;
    }
}

IN_LINE void DOT(double sum[RESIDUE_POINTS], const double *restrict left,
                 const double *restrict right, size_t stride)
{
    VECTOR all[RESIDUE_POINTS] = {{0}};
    for (size_t j = 0; j < stride;) {
        const size_t room = (size_t)RESIDUE_TERMS * WIDTH;
        const size_t end = stride - j < room ? stride : j + room;
        for (; j < end; j += WIDTH) {
            UNROLLED
            for (size_t c = 0; c < RESIDUE_POINTS; c++)
                all[c] += *(const VECTOR *)(left + c * stride + j) *
                          *(const VECTOR *)(right + c * stride + j);
        }
        UNROLLED
        for (size_t c = 0; c < RESIDUE_POINTS; c++)
            all[c] = RESIDUE_REDUCE(all[c]);
    }
    UNROLLED
    for (size_t c = 0; c < RESIDUE_POINTS; c++) {
        double even = 0, odd = 0;
        UNROLLED
        for (size_t i = 0; i < WIDTH; i += 2) {
            even += all[c][i];
            odd += all[c][i + 1];
        }
        sum[c] = even + odd;
    }
}
