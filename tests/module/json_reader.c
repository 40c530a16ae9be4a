// Tests of base/json_reader: a grammar of boxes in boxes, each with a name and a list.
#include "base/json_reader.h"
#include "unit.h"
#include <stdio.h>
#include <string.h>

enum { DOCUMENT, BOX, NAME, LIST, IN_LIST };

static const json_place places[] = {
    {"", "a box"}, {"", "a key"}, {"name", "a text"}, {"list", "a list"}, {"list[%zu]", "a number"},
};
static const json_key keys[] = {{BOX, "name", NAME, 0}, {BOX, "list", LIST, 1}};

// The target is how much the list holds.
static crease_status begin(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)event, (void)error;
    reader->index[0] = 0;
    return CREASE_OK;
}

static crease_status add(json_reader *reader, const json_event *event, crease_error *error)
{
    if (event->length > 2)
        return json_refuse_event(error, reader, event, "two digits");
    *(size_t *)reader->target += 1;
    reader->index[0]++;
    return CREASE_OK;
}

static crease_status end(json_reader *reader, const json_event *event, crease_error *error)
{
    (void)event;
    if (reader->index[0] != 2)
        return json_refuse(error, reader, LIST, reader->opened[IN_LIST], "%zu thing%s",
                           reader->index[0], plural(reader->index[0]));
    return CREASE_OK;
}

static const json_rule rules[] = {
    {DOCUMENT, JSON_OBJECT, NULL, BOX},   {BOX, JSON_KEY, NULL, JSON_BY_KEY},
    {NAME, JSON_STRING, NULL, BOX},       {LIST, JSON_ARRAY, begin, IN_LIST},
    {IN_LIST, JSON_NUMBER, add, IN_LIST}, {IN_LIST, JSON_END, end, BOX},
    {BOX, JSON_END, NULL, DOCUMENT},
};
static const json_grammar grammar = {places, keys, rules, 2, sizeof rules / sizeof *rules};

static void check(const char *text, const char *expected)
{
    size_t count = 0;
    json_reader reader = {&grammar, {text, strlen(text)}, &count, 0, {0}, {0}, {0}};
    crease_error error;
    char line[1000] = "";
    crease_status status = json_read(&reader, &error);
    if (status != CREASE_OK)
        crease_error_text(line, sizeof line, &error);
    CU_ASSERT_EQUAL(status, *expected ? CREASE_ERROR : CREASE_OK);
    CU_ASSERT_STRING_EQUAL(line, expected);
    if (strcmp(line, expected) != 0)
        printf("\n  found    %s\n  expected %s\n", line, expected);
    CU_ASSERT(*expected || count == 2);
}

static void good(void)
{
    check("{\"list\": [1, 2]}", "");
    check("{\"list\": [1, 22], \"name\": \"\"}", "");
    check(" {\"name\":\"x\",\"list\":[0,-1]} ", "");
}

static void events(void)
{
    check("[]", "1:1: expected a box, found an array");
    check("{\"list\": {}}", "1:10: list: expected a list, found an object");
    check("{\"name\": 7}", "1:10: name: expected a text, found 7");
    check("{\"list\": [1, null]}", "1:14: list[1]: expected a number, found null");
    check("{\"list\": [1,\n 234]}", "2:2: list[1]: expected two digits, found 234");
    check("{\"list\": [1]}", "1:10: list: 1 thing");
    check("{\"list\": []}", "1:10: list: 0 things");
}

static void key_errors(void)
{
    check("{}", "1:1: the key \"list\" is missing");
    check("\n{\"name\": \"x\"}", "2:1: the key \"list\" is missing");
    check("{\"list\": [1, 2], \"list\": [1, 2]}", "1:18: the key \"list\" appears twice");
    check("{\"lis\": 1}", "1:2: expected one of the keys name, list, found \"lis\"");
    check("{\"listt\": 1}", "1:2: expected one of the keys name, list, found \"listt\"");
}

// What is no JSON at all is told with the place it stands at.
static void syntax(void)
{
    check("{\"list\": [1 2]}", "1:13: list[1]: expected ',' or ']', found 2");
    check("{\"list\": [1, nan]}", "1:14: list[1]: expected a number, found nan");
    check("", "1:1: the file is empty");
}

UNIT_MAIN("json_reader", {"good", good}, {"events", events}, {"key_errors", key_errors},
          {"syntax", syntax})
