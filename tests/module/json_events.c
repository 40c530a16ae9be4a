// Tests of base/json_events.
#include "base/json_events.h"
#include "base/error.h"
#include "unit.h"
#include <stdio.h>
#include <string.h>

// The handler writes one letter for each event and its offset and text.
typedef struct {
    char log[1000];
    size_t used;
    size_t refused; // the number of the event to refuse, from 1
    size_t count;
    int silent;
} recorder;

static crease_status record(void *data, const json_event *event, crease_error *error)
{
    static const char letters[] = "nbdswk{[e";
    recorder *to = data;
    if (++to->count == to->refused)
        return error_set(error, "refused");
    if (to->silent)
        return CREASE_OK;
    to->used += (size_t)snprintf(to->log + to->used, sizeof to->log - to->used, "%c%zu",
                                 letters[event->type], event->offset);
    if (event->text)
        to->used += (size_t)snprintf(to->log + to->used, sizeof to->log - to->used, "<%.*s>",
                                     (int)event->length, event->text);
    return CREASE_OK;
}

static void check_log(const char *text, const char *log)
{
    recorder records = {0};
    crease_error error = {0};
    document_text document = {text, strlen(text)};
    CU_ASSERT_EQUAL(json_parse(document, record, &records, &error), CREASE_OK);
    CU_ASSERT_STRING_EQUAL(records.log, log);
}

static void events(void)
{
    check_log("{}", "{0e1");
    check_log(" [ ] \n", "[1e3");
    check_log("[1,-2.5e+3 , true,false,null]", "[0d1<1>d3<-2.5e+3>b13b18n24e28");
    check_log("{\"a\" : \"b\",\"c\\n\":{\"\":[]}}", "{0k1<a>s7<b>k11<c\n>{17k18<>[21e22e23e24");
    check_log("[\"\\u00e9\\\"\\/\", \"\xc3\xa9\"]", "[0s1<\xc3\xa9\"/>s15<\xc3\xa9>e19");
    check_log("12", "d0<12>"); // known to be complete only at the end of the text
    check_log("\"a\"", "s0<a>");
    check_log("[1234567890123456789012345678901234567890]",
              "[0d1<1234567890123456789012345678901234567890>e41");
}

static void check_refusal(const char *text, const char *expected)
{
    recorder records = {0};
    crease_error error = {0};
    document_text document = {text, strlen(text)};
    CU_ASSERT_EQUAL(json_parse(document, record, &records, &error), CREASE_ERROR);
    char line[1000];
    crease_error_text(line, sizeof line, &error);
    CU_ASSERT_STRING_EQUAL(line, expected);
    if (strcmp(line, expected) != 0)
        printf("\n  found    %s\n  expected %s\n", line, expected);
}

static void syntax(void)
{
    check_refusal("", "1:1: the file is empty");
    check_refusal("\n ", "2:2: the file is empty");
    check_refusal("[", "1:2: the file ends before its JSON is complete");
    check_refusal("[1", "1:3: the file ends before its JSON is complete");
    check_refusal("[1,", "1:4: the file ends before its JSON is complete");
    check_refusal("[tr", "1:4: the file ends before its JSON is complete");
    check_refusal("[1e", "1:4: the file ends before its JSON is complete");
    check_refusal("{\"a\":", "1:6: the file ends before its JSON is complete");
    check_refusal("{\"a\\", "1:5: the file ends before its JSON is complete");
    check_refusal("[1 2]", "1:4: expected ',' or ']', found 2");
    check_refusal("[1:2]", "1:3: expected ',' or ']', found ':'");
    check_refusal("[,]", "1:2: expected a value, found ','");
    check_refusal("[1,]", "1:4: expected a value, found ']'");
    check_refusal("[1,\n,2]", "2:1: expected a value, found ','");
    check_refusal("[1}", "1:3: expected ',' or ']', found '}'");
    check_refusal("{\"a\"}", "1:5: expected ':', found '}'");
    check_refusal("{\"a\" 1}", "1:6: expected ':', found 1");
    check_refusal("{\"a\"::1}", "1:6: expected a value, found ':'");
    check_refusal("{\"a\":,}", "1:6: expected a value, found ','");
    check_refusal("{\"a\":1 : 2}", "1:8: expected ',' or '}', found ':'");
    check_refusal("{\"a\":1 \"long key\"}", "1:8: expected ',' or '}', found \"long key\"");
    check_refusal("{1:2}", "1:2: expected a key in quotes, found 1");
    check_refusal("{,}", "1:2: expected a key in quotes, found ','");
    check_refusal("{\"a\":1,}", "1:8: expected a key in quotes, found '}'");
    check_refusal("{\"a\":1,,", "1:8: expected a key in quotes, found ','");
    check_refusal("]", "1:1: expected a value, found ']'");
}

static void strings(void)
{
    check_refusal("[\"a\tb\"]",
                  "1:4: expected control characters to be escaped in a string, found \\x09");
    check_refusal("[\"ab\\x\"]",
                  "1:5: expected an escape such as \\n or \\u00e9 in a string, found \\x");
    check_refusal("[\"\\u12\"]",
                  "1:3: expected an escape such as \\n or \\u00e9 in a string, found \\u12\"");
    check_refusal("[\"\xff\"]", "1:3: expected well-formed UTF-8 in a string, found \\xff");
    check_refusal("{\"ab\\ud800\":1}",
                  "1:5: expected well-formed UTF-8 in a string, found \\ud800");
    check_refusal("[\"a\\u0000\"]",
                  "1:2: expected a string without NUL characters, found \"a\\u0000\"");
}

// A word goes to the handler; if that takes it after all, it is an error still.
static void words(void)
{
    static const struct {
        const char *text, *log;
    } rows[] = {
        {"[NaN, 1]", "[0w1<NaN>"},
        {"[-Infinity]", "[0w1<-Infinity>"},
        {"[1/2]", "[0w1<1/2>"},
        {"[3, 0x1p-3]", "[0d1<3>w4<0x1p-3>"},
        {"[01]", "[0w1<01>"},
        {"[1.]", "[0w1<1.>"},
        {"[-]", "[0w1<->"},
        {"[.5]", "[0w1<.5>"},
        {"[+5]", "[0w1<+5>"},
        {"[trye]", "[0w1<trye>"},
        {"{a:1}", "{0w1<a>"},
        {"// x", "w0<//>"},
        {"[1,'b c']", "[0d1<1>w3<'b>"},
        {"{\"a\":\xff}", "{0k1<a>w5<\xff>"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        recorder records = {0};
        crease_error error = {0};
        document_text document = {rows[i].text, strlen(rows[i].text)};
        CU_ASSERT_EQUAL(json_parse(document, record, &records, &error), CREASE_ERROR);
        CU_ASSERT_STRING_EQUAL(records.log, rows[i].log);
        CU_ASSERT(strncmp(error.message, "expected JSON, found ", 21) == 0);
        CU_ASSERT_EQUAL(error.line, 1);
    }
}

UNIT_MAIN("json_events", {"events", events}, {"syntax", syntax}, {"strings", strings},
          {"words", words})
