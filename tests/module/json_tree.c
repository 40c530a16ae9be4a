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

// What is no JSON at all has the place where it stands.
static void syntax(void)
{
    check("{\"list\": [1 2]}", "1:13: list[1]: expected ',' or ']', found 2");
    check("{\"list\": [1, nan]}", "1:14: list[1]: the word nan");
    check("{\"list\": nan}", "1:10: list: expected a list, found nan");
    check("{name: 1}", "1:2: expected a key in quotes, found name");
    check("", "1:1: the file is empty");
}

UNIT_MAIN("json_tree", {"contents", contents}, {"types and keys", types_and_keys},
          {"syntax", syntax})
