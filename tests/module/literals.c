// Tests of exact/literals.
#include "exact/literals.h"
#include "unit.h"

#include <flint/fmpq_vec.h>
#include <string.h>

static void add(literal_list *list, const char *text, size_t offset)
{
    fmpq_t value;
    fmpq_init(value);
    CU_ASSERT_EQUAL_FATAL(rational_parse(value, text, strlen(text), NULL), CREASE_OK);
    literals_add(list, value, offset);
    CU_ASSERT(fmpq_is_zero(value));
    fmpq_clear(value);
}

static void adding(void)
{
    literal_list list = {0};
    for (size_t i = 0; i < 100; i++)
        add(&list, i % 2 ? "1/3" : "1e40", i);
    CU_ASSERT_EQUAL(list.count, 100);
    for (size_t i = 0; i < 100; i++) {
        CU_ASSERT_EQUAL(list.number[i].offset, i);
        fmpq *value = &list.number[i].value;
        CU_ASSERT(i % 2 == 0 ||
                  (fmpz_is_one(fmpq_numref(value)) && fmpz_equal_si(fmpq_denref(value), 3)));
    }
    literals_clear(&list);
    CU_ASSERT(list.count == 0 && list.number == NULL);
}

// 2^24 + 1 is no binary32; 2^-200 is one in the limit only.
static void moving(void)
{
    static const document_text document = {"16777217, 0x1p-200\n 1e39", 24};
    literal_list list = {0};
    fmpq *to = _fmpq_vec_init(3);
    size_t failed = 9;
    crease_error error;
    char line[500];
    add(&list, "16777217", 0);
    add(&list, "0x1p-200", 10);
    CU_ASSERT_EQUAL(literals_move(to, &list, RATIONAL_BINARY32, document, &failed, &error),
                    CREASE_OK);
    CU_ASSERT(fmpq_equal_si(to, 16777216) && fmpq_is_zero(to + 1) && failed == 9);
    literals_clear(&list);
    add(&list, "3", 0);
    add(&list, "1e39", 20);
    CU_ASSERT_EQUAL(literals_move(to, &list, RATIONAL_BINARY32, document, &failed, &error),
                    CREASE_ERROR);
    CU_ASSERT_EQUAL(failed, 1);
    CU_ASSERT_STRING_EQUAL(crease_error_text(line, sizeof line, &error),
                           "2:2: expected a number in the range of binary32, found 1e39");
    literals_clear(&list);
    add(&list, "16777217", 0);
    CU_ASSERT_EQUAL(literals_move(to, &list, RATIONAL_DECIMAL, document, &failed, &error),
                    CREASE_OK);
    CU_ASSERT(fmpq_equal_si(to, 16777217));
    literals_clear(&list);
    _fmpq_vec_clear(to, 3);
}

static const json_place places[] = {{"here", "a number"}};
static const json_grammar grammar = {.places = places};

static void taking(void)
{
    static const struct {
        json_type type;
        const char *text, *complaint;
    } rows[] = {
        {JSON_NUMBER, "-2.5", NULL},
        {JSON_STRING, "-5/2", NULL},
        {JSON_WORD, "-5/2", "1:1: here: this number must stand in quotes: \"-5/2\""},
        {JSON_STRING, "1/0",
         "1:1: here: denominator is zero, expected p/q with q > 0, found \"1/0\""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        literal_list list = {0};
        json_event event = {rows[i].type, rows[i].text, strlen(rows[i].text), 0};
        json_reader reader = {.grammar = &grammar, .document = {rows[i].text, event.length}};
        crease_error error;
        char line[500];
        crease_status status = literal_take(&list, &reader, &event, &error);
        CU_ASSERT_EQUAL(status, rows[i].complaint ? CREASE_ERROR : CREASE_OK);
        CU_ASSERT_EQUAL(list.count, !rows[i].complaint);
        if (rows[i].complaint)
            CU_ASSERT_STRING_EQUAL(crease_error_text(line, sizeof line, &error), rows[i].complaint);
        literals_clear(&list);
    }
}

static void roundings(void)
{
    static const char *const names[] = {"decimal", "binary64", "binary32", "binary", "binary644"};
    for (size_t i = 0; i < 5; i++) {
        rational_rounding rounding = RATIONAL_DECIMAL;
        json_event event = {JSON_STRING, names[i], strlen(names[i]), 0};
        json_reader reader = {.grammar = &grammar, .document = {names[i], event.length}};
        crease_error error;
        CU_ASSERT_EQUAL(literal_take_rounding(&rounding, &reader, &event, &error),
                        i < 3 ? CREASE_OK : CREASE_ERROR);
        CU_ASSERT_EQUAL((size_t)rounding, i < 3 ? i : 0);
    }
}

UNIT_MAIN("literals", {"adding", adding}, {"moving", moving}, {"taking", taking},
          {"roundings", roundings})
