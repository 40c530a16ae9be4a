// Tests of base/json_tree: boxes, each with a name and a list of numbers or of boxes.
#include "base/json_tree.h"
#include "base/error.h"
#include "unit.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOX, NAME, LIST, NUMBER, PLACES };

static void refuse_word(crease_error *error, const char *text, size_t length)
{
    error_set(error, "the word %.*s", (int)length, text);
}

static const json_place places[] = {
    {0, NULL, JSON_IS(JSON_OBJECT), 1, "a box"},
    {BOX, "name", JSON_IS(JSON_STRING), 0, "a text"},
    {BOX, "list", JSON_IS(JSON_ARRAY), 1, "a list"},
    {LIST, NULL, JSON_IS_NUMERAL, 0, "a number"},
};
static const json_schema schema = {places, PLACES, refuse_word};

static void check(const char *text, const char *expected)
{
    json_tree tree;
    crease_error error;
    char line[1000] = "";
    crease_status status =
        json_tree_read(&tree, &schema, (document_text){text, strlen(text)}, &error);
    if (status != CREASE_OK)
        crease_error_text(line, sizeof line, &error);
    CU_ASSERT_EQUAL(status, *expected ? CREASE_ERROR : CREASE_OK);
    CU_ASSERT_STRING_EQUAL(line, expected);
    if (strcmp(line, expected) != 0)
        printf("\n  found    %s\n  expected %s\n", line, expected);
    json_tree_clear(&tree);
}

static void contents(void)
{
    static const char text[] = " {\"list\": [12, \"a\\n\\u00e9\", -1.5e3], \"name\": \"\"}\n";
    static const char *const texts[] = {"12", "a\n\xc3\xa9", "-1.5e3"};
    json_tree tree;
    crease_error error;
    char line[1000];
    CU_ASSERT_EQUAL_FATAL(
        json_tree_read(&tree, &schema, (document_text){text, sizeof text - 1}, &error), CREASE_OK);
    const json_value *name = json_member(&tree, tree.value, NAME);
    const json_value *list = json_member(&tree, tree.value, LIST), *at = json_first(list);
    CU_ASSERT(name->length == 0 && json_text_is(&tree, name, "") && list->length == 3);
    for (size_t i = 0; i < 3; i++, at = json_next(&tree, at)) {
        char *copy = json_copy_text(&tree, at);
        CU_ASSERT(json_text_is(&tree, at, texts[i]) && !json_text_is(&tree, at, "1"));
        CU_ASSERT_STRING_EQUAL(copy, texts[i]);
        free(copy);
        json_unexpected(&error, &tree, at, "less");
        CU_ASSERT_EQUAL(error.column, (size_t)(i == 0 ? 12 : i == 1 ? 16 : 29));
    }
    CU_ASSERT_STRING_EQUAL(crease_error_text(line, sizeof line, &error),
                           "1:29: list[2]: expected less, found -1.5e3");
    json_fail(&error, &tree, list, "%d things", 3);
    CU_ASSERT_STRING_EQUAL(crease_error_text(line, sizeof line, &error), "1:11: list: 3 things");
    json_unexpected(&error, &tree, tree.value, NULL);
    CU_ASSERT_STRING_EQUAL(crease_error_text(line, sizeof line, &error),
                           "1:2: expected a box, found an object");
    CU_ASSERT(json_copy_text(&tree, NULL) == NULL);
    json_tree_clear(&tree);
}

static void types_and_keys(void)
{
    check("{\"list\": []}", "");
    check("[]", "1:1: expected a box, found an array");
    check("{\"list\": {}}", "1:10: list: expected a list, found an object");
    check("{\"name\": 7}", "1:10: name: expected a text, found 7");
    check("{\"list\": [1, null]}", "1:14: list[1]: expected a number, found null");
    check("{}", "1:1: the key \"list\" is missing");
    check("\n{\"name\": \"x\"}", "2:1: the key \"list\" is missing");
    check("{\"list\": [1, 2], \"list\": [1, 2]}", "1:18: the key \"list\" appears twice");
    check("{\"lis\": 1}", "1:2: expected one of the keys name, list, found \"lis\"");
    check("{\"listt\": 1}", "1:2: expected one of the keys name, list, found \"listt\"");
}

// ---- Syntax ----

enum { ROOT, MEMBER, ELEMENT, ANY_PLACES };
#define ANY (JSON_IS(JSON_WORD) - 1)

static const json_place any_places[] = {
    {0, NULL, ANY | JSON_IS(JSON_OBJECT) | JSON_IS(JSON_ARRAY), 1, "JSON"},
    {ROOT, "a", ANY, 0, "JSON"},
    {ROOT, NULL, ANY, 0, "JSON"},
};
static const json_schema any_schema = {any_places, ANY_PLACES, NULL};

static void check_refusal(const char *text, const char *expected)
{
    json_tree tree;
    crease_error error = {0};
    char line[1000] = "";
    const document_text document = {text, strlen(text)};
    if (json_tree_read(&tree, &any_schema, document, &error)) {
        error.where[0] = '\0';
        crease_error_text(line, sizeof line, &error);
    }
    CU_ASSERT_STRING_EQUAL(line, expected);
    json_tree_clear(&tree);
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
    check_refusal("[]\n[]", "2:1: expected the end of the file, found '['");
    check_refusal("[] \"open", "1:4: expected the end of the file, found \"open");
    check_refusal("[]x", "1:3: expected the end of the file, found x");
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
    check_refusal("[\"a\\ud800\\u0041\"]",
                  "1:4: expected well-formed UTF-8 in a string, found \\ud800");
    check_refusal("[\"\\ud83d\\ude00 \xc3\xa9 \\\\ud800\"]", "");
}

// Only a schema that has them takes words, and then as an error.
static void words(void)
{
    static const char *const texts[] = {"NaN", "1/2", "01", "1.", "-", ".5", "+5", "1e", "trye"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char text[32], expected[64];
        snprintf(text, sizeof text, "[%s]", texts[i]);
        snprintf(expected, sizeof expected, "1:2: expected JSON, found %s", texts[i]);
        check_refusal(text, expected);
        snprintf(text, sizeof text, "{\"list\": [%s]}", texts[i]);
        snprintf(expected, sizeof expected, "1:11: list[0]: the word %s", texts[i]);
        check(text, expected);
    }
    check("{\"list\": nan}", "1:10: list: expected a list, found nan");
    check("{name: 1}", "1:2: expected a key in quotes, found name");
}

UNIT_MAIN("json_tree", {"contents", contents}, {"types and keys", types_and_keys},
          {"syntax", syntax}, {"strings", strings}, {"words", words})
