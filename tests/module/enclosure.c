// Enclosures as decimals, which are enclosures too.
#include "exact/rational.h"
#include "unit.h"
#include <crease/crease.h>

#include <string.h>

static void set(crease_enclosure *x, const char *lo, const char *hi)
{
    fmpq_init(x->lo);
    fmpq_init(x->hi);
    CU_ASSERT_FATAL(!rational_parse(x->lo, lo, strlen(lo), NULL));
    CU_ASSERT_FATAL(!rational_parse(x->hi, hi, strlen(hi), NULL));
}

static void is_printed(const char *lo, const char *hi, const char *lo_text, const char *hi_text)
{
    crease_enclosure x;
    char *text[2];
    fmpq_t end;
    fmpq_init(end);
    set(&x, lo, hi);
    crease_enclosure_text(&text[0], &text[1], &x);
    CU_ASSERT_STRING_EQUAL(text[0], lo_text);
    CU_ASSERT_STRING_EQUAL(text[1], hi_text);
    for (int i = 0; i < 2; i++) {
        CU_ASSERT_FATAL(!rational_parse(end, text[i], strlen(text[i]), NULL));
        CU_ASSERT(i ? fmpq_cmp(end, x.hi) >= 0 : fmpq_cmp(end, x.lo) <= 0);
        free(text[i]);
    }
    fmpq_clear(end);
    fmpq_clear(x.lo);
    fmpq_clear(x.hi);
}

static void text(void)
{
    is_printed("0", "0", "0", "0");
    is_printed("5", "5", "5", "5");
    is_printed("1/4", "1/4", "0.25", "0.25");
    is_printed("1/3", "1001/3000", "0.333333", "0.333667");
    is_printed("0", "1/1024", "0", "0.00098");
    is_printed("1000000001", "1000000002", "1000000001", "1000000002");
    is_printed("1e30", "1.001e30", "1e+30", "1.001e+30");
}

static void middle(void)
{
    crease_enclosure x;
    set(&x, "1/4", "3/4");
    CU_ASSERT_EQUAL(crease_enclosure_middle(&x), 0.5);
    fmpq_clear(x.lo);
    fmpq_clear(x.hi);
}

UNIT_MAIN("enclosure", {"text", text}, {"middle", middle})
