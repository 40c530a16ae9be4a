// Random numbers: the published sequences, and no bias.
#include "base/random.h"
#include "unit.h"

// ---- The published algorithms again, in another way: on bits, one at a time. ----

typedef struct {
    unsigned char bit[64]; // the lowest first
} word;

static word word_of(uint64_t x)
{
    word w;
    CASES(i, 64)
        w.bit[i] = x >> i & 1;
    return w;
}

static uint64_t value_of(word w)
{
    uint64_t x = 0;
    for (int i = 63; i >= 0; i--)
        x = 2 * x + w.bit[i];
    return x;
}

static word exclusive_or(word a, word b)
{
    CASES(i, 64)
        a.bit[i] ^= b.bit[i];
    return a;
}

static word shift_left(word a, int k)
{
    word b = {{0}};
    for (int i = k; i < 64; i++)
        b.bit[i] = a.bit[i - k];
    return b;
}

static word rotate_left(word a, int k)
{
    word b;
    CASES(i, 64)
        b.bit[(i + k) % 64] = a.bit[i];
    return b;
}

// Blackman and Vigna, xoshiro256**.
static uint64_t reference_bits(word s[4])
{
    word seven = rotate_left(word_of(5 * value_of(s[1])), 7);
    word t = shift_left(s[1], 17);
    s[2] = exclusive_or(s[2], s[0]);
    s[3] = exclusive_or(s[3], s[1]);
    s[1] = exclusive_or(s[1], s[2]);
    s[0] = exclusive_or(s[0], s[3]);
    s[2] = exclusive_or(s[2], t);
    s[3] = rotate_left(s[3], 45);
    return 9 * value_of(seven);
}

// Vigna, splitmix64: the k-th output is a function of seed + (k + 1) gamma.
static uint64_t reference_split(uint64_t seed, uint64_t k)
{
    uint64_t z = seed + (k + 1) * UINT64_C(11400714819323198485);
    z = (z ^ z / (UINT64_C(1) << 30)) * UINT64_C(13787848793156543929);
    z = (z ^ z / (UINT64_C(1) << 27)) * UINT64_C(10723151780598845931);
    return z ^ z / (UINT64_C(1) << 31);
}

static void reference_seed(word s[4], uint64_t seed)
{
    for (uint64_t k = 0; k < 4; k++)
        s[k] = word_of(reference_split(seed, k));
}

// ---- Cases. ----

// The test vectors that other implementations use.
static void published(void)
{
    static const uint64_t bits[] = {11520,
                                    0,
                                    1509978240,
                                    UINT64_C(1215971899390074240),
                                    UINT64_C(1216172134540287360),
                                    UINT64_C(607988272756665600),
                                    UINT64_C(16172922978634559625),
                                    UINT64_C(8476171486693032832),
                                    UINT64_C(10595114339597558777),
                                    UINT64_C(2904607092377533576)};
    random_state random = {{1, 2, 3, 4}};
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
        CU_ASSERT_EQUAL(random_bits(&random), bits[i]);

    static const uint64_t state[] = {UINT64_C(6457827717110365317), UINT64_C(3203168211198807973),
                                     UINT64_C(9817491932198370423), UINT64_C(4593380528125082431)};
    random_seed(&random, 1234567);
    for (size_t i = 0; i < 4; i++)
        CU_ASSERT_EQUAL(random.state[i], state[i]);
}

static void any_seed(void)
{
    static const uint64_t seeds[] = {0, 1, 2, 42, UINT64_MAX, UINT64_C(0x8000000000000000)};
    for (size_t k = 0; k < sizeof seeds / sizeof *seeds; k++) {
        random_state random;
        word s[4];
        random_seed(&random, seeds[k]);
        reference_seed(s, seeds[k]);
        CASES(i, 200)
            CU_ASSERT_EQUAL(random_bits(&random), reference_bits(s));
    }
}

// The first number that is not among the lowest 2^64 mod bound ones, reduced: those
// left over are a multiple of bound in number, so every residue is equally frequent.
static uint64_t reference_below(word s[4], uint64_t bound)
{
    unsigned __int128 all = (unsigned __int128)1 << 64;
    for (;;) {
        uint64_t bits = reference_bits(s);
        if (bits >= all % bound)
            return bits % bound;
    }
}

static void below(void)
{
    static const uint64_t bounds[] = {
        1,
        2,
        3,
        7,
        10,
        1000,
        UINT64_C(1) << 32,
        UINT64_C(1) << 63,
        (UINT64_C(1) << 63) + 1,
        UINT64_C(3) << 62,
        UINT64_MAX - 1,
        UINT64_MAX,
    };
    for (size_t k = 0; k < sizeof bounds / sizeof *bounds; k++) {
        random_state random;
        word s[4];
        random_seed(&random, k);
        reference_seed(s, k);
        CASES(i, 100) {
            uint64_t found = random_below(&random, bounds[k]);
            CU_ASSERT(found < bounds[k]);
            CU_ASSERT_EQUAL(found, reference_below(s, bounds[k]));
        }
    }
}

// Without rejection, the lowest third of 0 .. 3 * 2^62 - 1 would come half of the time.
static void fair_where_it_matters(void)
{
    enum { DRAWS = 3000 };
    random_state random;
    random_seed(&random, 5);
    int low = 0;
    for (int i = 0; i < DRAWS; i++)
        low += random_below(&random, UINT64_C(3) << 62) < UINT64_C(1) << 62;
    CU_ASSERT(low > DRAWS / 3 - 150 && low < DRAWS / 3 + 150);
}

// Every value of every small range comes, and no other.
static void between(void)
{
    random_state random;
    random_seed(&random, 7);
    for (int lo = -4; lo <= 4; lo++)
        for (int hi = lo; hi <= 4; hi++) {
            int seen[9] = {0}, inside = 1;
            CASES(i, 300) {
                int64_t x = random_between(&random, lo, hi);
                inside &= lo <= x && x <= hi;
                if (inside)
                    seen[x + 4]++;
            }
            CU_ASSERT(inside);
            for (int x = lo; x <= hi; x++)
                CU_ASSERT(seen[x + 4] > 0);
        }
}

// Ranges wider than the largest int64_t: differences must not overflow.
static void between_extremes(void)
{
    random_state random;
    random_seed(&random, 8);
    int negative = 0;
    CASES(i, 1000) {
        CU_ASSERT(random_between(&random, INT64_MIN, INT64_MAX - 1) < INT64_MAX);
        CU_ASSERT(random_between(&random, INT64_MIN + 1, INT64_MAX) > INT64_MIN);
        CU_ASSERT_EQUAL(random_between(&random, INT64_MAX, INT64_MAX), INT64_MAX);
        CU_ASSERT_EQUAL(random_between(&random, INT64_MIN, INT64_MIN), INT64_MIN);
        negative += random_between(&random, INT64_MIN, INT64_MAX - 1) < 0;
    }
    CU_ASSERT(negative > 400 && negative < 600);
}

UNIT_MAIN("random", {"published", published}, {"any_seed", any_seed}, {"below", below},
          {"fair_where_it_matters", fair_where_it_matters}, {"between", between},
          {"between_extremes", between_extremes})
