// Tests of exact/literals.
#include "exact/literals.h"
#include "unit.h"

#include <string.h>

enum { LIST, ENTRY, PLACES };

static const json_place places[] = {
    {0, NULL, JSON_IS(JSON_ARRAY), 1, "a list"},
    {LIST, NULL, JSON_IS_NUMERAL, 0, "a number"},
};
static const json_schema schema = {places, PLACES, literal_refuse_word};

// The only number of a list, or what is wrong with it.
static void check(const char *text, rational_rounding rounding, const char *expected)
{
    json_tree tree;
    crease_error error;
    char line[500];
    fmpq_t x;
    fmpq_init(x);
    crease_status status =
        json_tree_read(&tree, &schema, (document_text){text, strlen(text)}, &error);
    if (status == CREASE_OK)
        status = literal_read(x, &tree, json_first(tree.value), rounding, &error);
    char *found = rational_text(x);
    CU_ASSERT_STRING_EQUAL(status ? crease_error_text(line, sizeof line, &error) : found, expected);
    flint_free(found);
    fmpq_clear(x);
    json_tree_clear(&tree);
}

// 2^24 + 1 is not a binary32 value; 2^-200 becomes 0.
static void reading(void)
{
    check("[-2.5]", RATIONAL_DECIMAL, "-5/2");
    check("[\"-5/2\"]", RATIONAL_BINARY64, "-5/2");
    check("[-5/2]", RATIONAL_DECIMAL, "1:2: [0]: this number must stand in quotes: \"-5/2\"");
    check("[\"1/0\"]", RATIONAL_DECIMAL,
          "1:2: [0]: denominator is zero, expected p/q with q > 0, found \"1/0\"");
    check("[16777217]", RATIONAL_DECIMAL, "16777217");
    check("[16777217]", RATIONAL_BINARY32, "16777216");
    check("[\"0x1p-200\"]", RATIONAL_BINARY32, "0");
    check("[1e39]", RATIONAL_BINARY32,
          "1:2: [0]: expected a number in the range of binary32, found 1e39");
}

static void roundings(void)
{
    static const char *const names[] = {"[\"decimal\"]", "[\"binary64\"]", "[\"binary32\"]",
                                        "[\"binary\"]", "[\"binary644\"]"};
    for (size_t i = 0; i < 5; i++) {
        rational_rounding rounding;
        json_tree tree;
        crease_error error;
        const document_text document = {names[i], strlen(names[i])};
        CU_ASSERT_EQUAL_FATAL(json_tree_read(&tree, &schema, document, &error), CREASE_OK);
        CU_ASSERT_EQUAL(literal_read_rounding(&rounding, &tree, json_first(tree.value), &error),
                        i < 3 ? CREASE_OK : CREASE_ERROR);
        CU_ASSERT_EQUAL((size_t)rounding, i < 3 ? i : 0);
        json_tree_clear(&tree);
    }
}

static void lists(void)
{
    literal_list list = {0};
    fmpq_t value;
    fmpq to[100];
    fmpq_init(value);
    for (size_t i = 0; i < 100; i++) {
        fmpq_set_si(value, 1, i + 1);
        literals_add(&list, value, 7 * i);
        CU_ASSERT(fmpq_is_zero(value));
        fmpq_init(to + i);
    }
    CU_ASSERT(list.count == 100 && list.number[99].offset == 693);
    literals_move(to, &list);
    literals_clear(&list);
    CU_ASSERT(list.count == 0 && list.number == NULL);
    for (size_t i = 0; i < 100; i++) {
        CU_ASSERT(fmpz_is_one(fmpq_numref(to + i)) && fmpz_equal_si(fmpq_denref(to + i), i + 1));
        fmpq_clear(to + i);
    }
    fmpq_clear(value);
}

UNIT_MAIN("literals", {"reading", reading}, {"roundings", roundings}, {"lists", lists})
