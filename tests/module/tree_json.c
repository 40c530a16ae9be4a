// Region trees as JSON.
#include "tree_text.h"

#include <signal.h>

static void complete(void)
{
    check_tree_text(
        CREASE_TREE_JSON,
        LAYER("hardtanh", "[[1, 0]]", "[0]") "," RELU("[[1]]", "[0]") "," LINEAR("[[1]]", "[0]"),
        NULL, NULL, CREASE_OK,
        "{\"network_sha256\":\"%s\",\"hidden\":[1,1],\"domain\":\"R^2\",\"arithmetic\":"
        "\"filtered\",\"certified\":true,\"complete\":true,\"activation_regions\":4,"
        "\"bounded_regions\":0,\"splits\":3,\"depth\":3,\"nodes\":[\n"
        "{\"id\":0,\"parent\":null,\"pieces\":null,\"layer\":0,\"unit\":0,\"breakpoint\":0,"
        "\"children\":[1,2]},\n"
        "{\"id\":1,\"parent\":0,\"pieces\":[0],\"region\":0,\"bounded\":false,\"pattern\":[[0],[0]]"
        "},\n"
        "{\"id\":2,\"parent\":0,\"pieces\":[1,2],\"layer\":0,\"unit\":0,\"breakpoint\":1,"
        "\"children\":[3,6]},\n"
        "{\"id\":3,\"parent\":2,\"pieces\":[0,1],\"layer\":1,\"unit\":0,\"breakpoint\":0,"
        "\"children\":[4,5]},\n"
        "{\"id\":4,\"parent\":3,\"pieces\":[0],\"region\":1,\"bounded\":false,\"pattern\":[[1],[0]]"
        "},\n"
        "{\"id\":5,\"parent\":3,\"pieces\":[1],\"region\":2,\"bounded\":false,\"pattern\":[[1],[1]]"
        "},\n"
        "{\"id\":6,\"parent\":2,\"pieces\":[2],\"region\":3,\"bounded\":false,\"pattern\":[[2],[1]]"
        "}\n"
        "]}\n");
}

// max(x, y, 0), and the larger of that and 1.
static void maxout(void)
{
    check_tree_text(
        CREASE_TREE_JSON,
        LAYER("maxout:3", "[[1, 0], [0, 1], [0, 0]]",
              "[0, 0, 0]") "," LAYER("maxout:2", "[[0], [1]]", "[1, 0]"),
        "-1/2,3,-1,0", NULL, CREASE_OK,
        "{\"network_sha256\":\"%s\",\"hidden\":[1,1],\"domain\":\"[-1/2, 3] x [-1, 0]\","
        "\"arithmetic\":\"filtered\",\"certified\":true,\"complete\":true,"
        "\"activation_regions\":3,\"bounded_regions\":3,\"splits\":2,\"depth\":2,\"nodes\":[\n"
        "{\"id\":0,\"parent\":null,\"pieces\":null,\"layer\":0,\"unit\":0,\"breakpoint\":null,"
        "\"children\":[1,4]},\n"
        "{\"id\":1,\"parent\":0,\"pieces\":[0],\"layer\":1,\"unit\":0,\"breakpoint\":null,"
        "\"children\":[2,3]},\n"
        "{\"id\":2,\"parent\":1,\"pieces\":[0],\"region\":0,\"bounded\":true,\"pattern\":[[0],[0]]"
        "},\n"
        "{\"id\":3,\"parent\":1,\"pieces\":[1],\"region\":1,\"bounded\":true,\"pattern\":[[0],[1]]"
        "},\n"
        "{\"id\":4,\"parent\":0,\"pieces\":[2],\"region\":2,\"bounded\":true,\"pattern\":[[2],[0]]"
        "}\n"
        "]}\n");
}

static void no_hidden_layer(void)
{
    crease_options options = {.arith = CREASE_EXACT};
    check_tree_text(CREASE_TREE_JSON, LINEAR("[[1, 2]]", "[3]"), "0,1", &options, CREASE_OK,
                    "{\"network_sha256\":\"%s\",\"hidden\":[],\"domain\":\"[0, 1] x [0, 1]\","
                    "\"arithmetic\":\"exact\",\"certified\":true,\"complete\":true,"
                    "\"activation_regions\":1,\"bounded_regions\":1,\"splits\":0,\"depth\":0,"
                    "\"nodes\":[\n"
                    "{\"id\":0,\"parent\":null,\"pieces\":null,\"region\":0,\"bounded\":true,"
                    "\"pattern\":[]}\n"
                    "]}\n");
}

static void partial_and_uncertified(void)
{
    crease_options options = {.arith = CREASE_FLOAT, .max_regions = 1};
    check_tree_text(CREASE_TREE_JSON, RELU("[[1, 0]]", "[0]"), "-1,1", &options, CREASE_STOPPED,
                    "{\"network_sha256\":\"%s\",\"hidden\":[1],\"domain\":\"[-1, 1] x [-1, 1]\","
                    "\"arithmetic\":\"float\",\"certified\":false,\"complete\":false,"
                    "\"activation_regions\":1,\"bounded_regions\":1,\"splits\":1,\"depth\":1,"
                    "\"nodes\":[\n"
                    "{\"id\":0,\"parent\":null,\"pieces\":null,\"layer\":0,\"unit\":0,"
                    "\"breakpoint\":0,\"children\":[1]},\n"
                    "{\"id\":1,\"parent\":0,\"pieces\":[0],\"region\":0,\"bounded\":true,"
                    "\"pattern\":[[0]]}\n"
                    "]}\n");
}

static void empty(void)
{
    static const volatile sig_atomic_t at_once = 1;
    crease_options options = {.interrupt = &at_once};
    check_tree_text(CREASE_TREE_JSON, RELU("[[1, 0]]", "[0]"), NULL, &options, CREASE_STOPPED,
                    "{\"network_sha256\":\"%s\",\"hidden\":[1],\"domain\":\"R^2\","
                    "\"arithmetic\":\"filtered\",\"certified\":true,\"complete\":false,"
                    "\"activation_regions\":0,\"bounded_regions\":0,\"splits\":0,\"depth\":0,"
                    "\"nodes\":[]}\n");
}

UNIT_MAIN("tree_json", {"complete", complete}, {"maxout", maxout},
          {"no hidden layer", no_hidden_layer},
          {"partial and uncertified", partial_and_uncertified}, {"empty", empty})
