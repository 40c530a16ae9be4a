// Sums of digits, of a VECTOR of WIDTH numbers at a time. digits.c, which has all that is used
// here, includes this once for each kind of vector.

// Of as many digits of the weight as are known when this is compiled: the sums that they reach stay
// in registers, and each goes through memory once.
IN_LINE void ADD_BY(double *sum, size_t apart, digit_vector weight, const double *factor,
                    size_t weights, size_t factors, size_t n)
{
    for (size_t j = 0; j < n; j += WIDTH) {
        VECTOR w[4], s[4];
        UNROLLED
        for (size_t p = 0; p < weights; p++)
            w[p] = *(const VECTOR *)(weight.digit + p * weight.apart + j);
        UNROLLED
        for (size_t p = 0; p + 1 < weights; p++)
            s[p] = *(const VECTOR *)(sum + p * apart + j);
        for (size_t q = 0; q < factors; q++) {
            s[weights - 1] = *(const VECTOR *)(sum + (q + weights - 1) * apart + j);
            UNROLLED
            for (size_t p = 0; p < weights; p++)
                s[p] += w[p] * factor[q];
            *(VECTOR *)(sum + q * apart + j) = s[0];
            UNROLLED
            for (size_t p = 0; p + 1 < weights; p++)
                s[p] = s[p + 1];
        }
        UNROLLED
        for (size_t p = 0; p + 1 < weights; p++)
            *(VECTOR *)(sum + (factors + p) * apart + j) = s[p];
    }
}

IN_LINE void ADD(double *sum, size_t apart, digit_vector weight, const double *factor,
                 size_t factors, size_t n)
{
    while (weight.count) {
        const size_t some = weight.count < 4 ? weight.count : weight.count == 5 ? 3 : 4;
        switch (some) {
#define CASE(count)                                            \
    case count:                                                \
        ADD_BY(sum, apart, weight, factor, count, factors, n); \
        break
            CASE(1);
            CASE(2);
            CASE(3);
            CASE(4);
#undef CASE
        }
        weight.digit += some * weight.apart;
        weight.count -= some;
        sum += some * apart;
    }
}

// What is carried is the nearest integer of a number below 2^51: at 1.5 2^52 the unit of doubles
// is 1.
IN_LINE void CARRY(double *sum, size_t apart, size_t count, size_t n)
{
    const double shift = 0x1.8p52;
    for (size_t j = 0; j < n; j += WIDTH) {
        VECTOR carry = {0};
        for (size_t p = 0; p + 1 < count; p++) {
            VECTOR *digit = (VECTOR *)(sum + p * apart + j), all = *digit + carry;
            carry = (all * inverse + shift) - shift;
            *digit = all - carry * base;
        }
        *(VECTOR *)(sum + (count - 1) * apart + j) += carry;
    }
}
