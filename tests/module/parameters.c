// Parameters: values accepted and refused, and the messages.
#include "make/parameters.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

static const parameter_spec table[] = {
    {.name = "n", .lo = "1", .hi = "9", .help = "size"},
    {.name = "shift",
     .kind = PARAMETER_RATIONAL,
     .lo = "-1/2",
     .otherwise = "1/3",
     .help = "shift"},
    {.name = "widths", .list = 1, .hi = "100", .otherwise = "4,3", .help = "widths"},
    {.name = "form",
     .kind = PARAMETER_WORD,
     .words = "plain,odd",
     .otherwise = "plain",
     .help = "f"},
    {.name = "cuts", .kind = PARAMETER_RATIONAL, .list = 1, .otherwise = "0", .help = "cuts"},
};
enum { TABLE = sizeof table / sizeof *table };

static crease_status read_table(parameters *made, const crease_argument *arguments, size_t count,
                                crease_error *error)
{
    return parameters_read(made, table, TABLE, arguments, count, error);
}

static void check_text(const crease_argument *arguments, size_t count, const char *expected)
{
    parameters made;
    crease_error error;
    CU_ASSERT_EQUAL_FATAL(read_table(&made, arguments, count, &error), CREASE_OK);
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    parameters_print(stream, &made);
    fclose(stream);
    CU_ASSERT_STRING_EQUAL(text, expected);
    free(text);
    parameters_clear(&made);
}

static void reads(void)
{
    check_text((crease_argument[]){{"n", "1"}}, 1, " n=1 shift=1/3 widths=4,3 form=plain cuts=0");
    check_text((crease_argument[]){{"widths", "100"}, {"n", "+9"}, {"shift", "-0.5"}}, 3,
               " n=9 shift=-1/2 widths=100 form=plain cuts=0");
    check_text(
        (crease_argument[]){
            {"n", "007"}, {"widths", "-5,0,7,7"}, {"shift", "1e3"}, {"form", "odd"}},
        4, " n=7 shift=1000 widths=-5,0,7,7 form=odd cuts=0");
    check_text((crease_argument[]){{"n", "2"}, {"cuts", "1/4,0.5,0x1.8p-1,-1e-2"}}, 2,
               " n=2 shift=1/3 widths=4,3 form=plain cuts=1/4,1/2,3/4,-1/100");
}

static void values(void)
{
    parameters made;
    const crease_argument arguments[] = {{"n", "3"}, {"widths", "8,16"}};
    CU_ASSERT_EQUAL_FATAL(read_table(&made, arguments, 2, NULL), CREASE_OK);
    CU_ASSERT_EQUAL(parameters_integer(&made, "n"), 3);
    const parameter_value *widths = parameters_get(&made, "widths");
    CU_ASSERT_EQUAL_FATAL(widths->count, 2);
    CU_ASSERT(fmpq_equal_si(widths->number, 8));
    CU_ASSERT(fmpq_equal_si(widths->number + 1, 16));
    CU_ASSERT_EQUAL(parameters_item(&made, "widths", 1), 16);
    CU_ASSERT_EQUAL(parameters_integer(&made, "form"), 0);
    const parameter_value *shift = parameters_get(&made, "shift");
    CU_ASSERT_EQUAL_FATAL(shift->count, 1);
    CU_ASSERT_EQUAL(fmpz_get_si(fmpq_denref(shift->number)), 3);
    parameters_clear(&made);
}

static void check_refused(const crease_argument *arguments, size_t count, const char *where,
                          const char *message)
{
    parameters made;
    crease_error error;
    CU_ASSERT_EQUAL_FATAL(read_table(&made, arguments, count, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.where, where);
    CU_ASSERT_STRING_EQUAL(error.message, message);
}

static void check_value(const char *name, const char *value, const char *expected)
{
    const crease_argument arguments[] = {{name, value}, {"n", "1"}};
    char message[256];
    snprintf(message, sizeof message, "expected %s, found \"%s\"", expected, value);
    check_refused(arguments, strcmp(name, "n") ? 2 : 1, name, message);
}

static void refuses(void)
{
    static const char *const sizes[] = {"",    "0",   "10",  "-1",  "x",   "1.0",
                                        "1e0", "2/1", "0x1", "1 ",  " 1",  "1,2",
                                        "--1", "+",   "1-",  "nan", "1e9", "99999999999999999999"};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        check_value("n", sizes[i], "an integer from 1 to 9");
    check_refused((crease_argument[]){{"n", "1\n"}}, 1, "n",
                  "expected an integer from 1 to 9, found \"1\\x0a\"");
    check_value("shift", "-0.51", "a number >= -1/2");
    check_value("shift", "1/0", "a number >= -1/2");
    check_value("shift", "0,1", "a number >= -1/2");
    check_value("widths", "", "integers <= 100, with commas between them");
    check_value("widths", "4,", "integers <= 100, with commas between them");
    check_value("widths", ",4", "integers <= 100, with commas between them");
    check_value("widths", "4,,4", "integers <= 100, with commas between them");
    check_value("widths", "4,101", "integers <= 100, with commas between them");
    check_value("widths", "4, 5", "integers <= 100, with commas between them");
    check_value("form", "", "one of plain,odd");
    check_value("form", "od", "one of plain,odd");
    check_value("form", "plain,odd", "one of plain,odd");
    check_value("form", ",", "one of plain,odd");
    check_value("cuts", "1,x", "numbers, with commas between them");
}

static void refuses_sets(void)
{
    check_refused(NULL, 0, "n", "expected an integer from 1 to 9, found nothing");
    check_refused((crease_argument[]){{"shift", "1"}}, 1, "n",
                  "expected an integer from 1 to 9, found nothing");
    check_refused((crease_argument[]){{"n", "1"}, {"n", "1"}}, 2, "n",
                  "expected one value, found \"1\" and \"1\"");
    check_refused((crease_argument[]){{"n", "1"}, {"N", "1"}}, 2, "",
                  "expected one of the parameters n, shift, widths, form, cuts, found \"N\"");
    check_refused((crease_argument[]){{"", "1"}}, 1, "",
                  "expected one of the parameters n, shift, widths, form, cuts, found \"\"");
}

static void texts(void)
{
    char text[256], small[8];
    CU_ASSERT_STRING_EQUAL(parameter_text(text, sizeof text, &table[0]), "an integer from 1 to 9");
    CU_ASSERT_STRING_EQUAL(parameter_text(text, sizeof text, &table[4]),
                           "numbers, with commas between them");
    CU_ASSERT_STRING_EQUAL(parameter_text(text, sizeof text, &table[3]), "one of plain,odd");
    CU_ASSERT_STRING_EQUAL(parameter_text(small, sizeof small, &table[0]), "an inte");
}

UNIT_MAIN("parameters", {"reads", reads}, {"values", values}, {"refuses", refuses},
          {"refuses sets", refuses_sets}, {"texts", texts})
