// The one list of commands.
#include "tool/commands.h"

// Its name; its operand, and whether that is needed; and what it does.
#define COMMAND(word, operand_name, is_needed, does)                             \
    .name = #word, .bit = in_##word, .run = cmd_##word, .operand = operand_name, \
    .operand_needed = is_needed, .purpose = does

#define IN_PYTHON(word, operand_name, does) .name = #word, .operand = operand_name, .purpose = does

const command commands[] = {
    {COMMAND(count, "NET", 1, "count the regions of a network"),
     .opens = OPENS_NET | OPENS_DOMAIN | OPENS_EACH, .more = "NET", .group = "Count"},
    {COMMAND(regions, "NET", 1, "list the regions: pattern, vertices, affine map, ..."),
     .opens = OPENS_NET | OPENS_DOMAIN | OPENS_FILE},
    {COMMAND(adjacency, "NET", 1, "list which regions share a facet"),
     .opens = OPENS_NET | OPENS_DOMAIN | OPENS_FILE},
    {COMMAND(tree, "NET", 1, "write the tree of splits, whose leaves are the regions"),
     .opens = OPENS_NET | OPENS_DOMAIN | OPENS_FILE},
    {COMMAND(split, "COMMAND", 1, "split a long computation into tasks"), .more = "NET"},
    {COMMAND(run, "DIR", 1, "compute tasks"), .more = "TASK"},
    {COMMAND(merge, "DIR", 1, "combine the results of tasks")},
    {COMMAND(info, "NET", 1, "show the layers of a network file"), .opens = OPENS_NET | OPENS_EACH,
     .more = "NET", .group = "Inspect"},
    {COMMAND(eval, "NET", 1, "compute the outputs at points exactly"), .opens = OPENS_NET},
    {COMMAND(locate, "NET", 1, "show the regions that touch a point"),
     .opens = OPENS_NET | OPENS_DOMAIN | OPENS_STREAM},
    {COMMAND(line, "NET", 1, "find the breakpoints of a network on a line"),
     .opens = OPENS_NET | OPENS_DOMAIN | OPENS_STREAM},
    {COMMAND(plot, "NET", 1, "draw the regions of a plane"), .more = "NET"},
    {COMMAND(range, "NET", 1, "compute the least and the greatest value of every output"),
     .opens = OPENS_NET | OPENS_DOMAIN, .group = "Analyse"},
    {COMMAND(equal, "NET", 1, "decide whether two networks are the same function"),
     .opens = OPENS_NET | OPENS_DOMAIN, .more = "NET"},
    {COMMAND(simplify, "NET", 1, "write a smaller network that is equal on a domain"),
     .opens = OPENS_NET | OPENS_DOMAIN},
    {COMMAND(lipschitz, "NET", 1, "compute the Lipschitz constant"),
     .opens = OPENS_NET | OPENS_DOMAIN},
    {COMMAND(classes, "NET", 1, "compute the decision regions of a classifier"),
     .opens = OPENS_NET | OPENS_DOMAIN},
    {COMMAND(margin, "NET", 1, "compute how far inputs are from another class"),
     .opens = OPENS_NET | OPENS_STREAM},
    {COMMAND(distance, "NET", 1, "compute how far inputs are from the boundaries of regions"),
     .opens = OPENS_NET | OPENS_DOMAIN | OPENS_STREAM},
    {COMMAND(verify, "NET", 1, "decide a property in VNN-LIB"), .opens = OPENS_NET},
    {COMMAND(certify, "NET", 1, "count the regions and write a certificate"),
     .opens = OPENS_NET | OPENS_DOMAIN | OPENS_FILE, .group = "Certify"},
    {COMMAND(domain, "NET", 1, "write the domain of options as certificates have it"),
     .opens = OPENS_NET | OPENS_DOMAIN},
    {COMMAND(construct, "NAME", 0, "write a network from the literature"),
     .more = "PARAMETER=VALUE", .group = "Make"},
    {COMMAND(random, "WIDTHS", 1, "write a random network")},
    {COMMAND(convert, "NET", 1, "write a network as JSON"), .opens = OPENS_NET},
    {COMMAND(bounds, "NET|WIDTHS", 0, "show all known bounds on the number of regions"),
     .opens = OPENS_EACH, .more = "NET", .group = "Theory"},
    {IN_PYTHON(theory,
               "definitions|characteristic|topology|faces|folding|mesh|chambers|bounds|deform "
               "NET [OTHER]",
               "answer questions of theory about one network, or two"),
     .operand_needed = true, .group = "With the Python module"},
    {IN_PYTHON(growth, "WIDTHS...", "compute how random networks stretch a curve on average"),
     .operand_needed = true},
    {IN_PYTHON(trajectory, "NET PATH", "measure the images of a path after each layer"),
     .operand_needed = true},
    {IN_PYTHON(sweep, "NET OTHER POINTS", "count how points are labelled while weights turn"),
     .operand_needed = true},
    {IN_PYTHON(search, "WIDTHS", "search for a network with many regions"), .operand_needed = true},
    {IN_PYTHON(theorems, "NAME...", "compare the theorems of the literature with counts")},
    {IN_PYTHON(claims, "FILE", "compare claims in a file with counts"), .operand_needed = true,
     .more = "NAME"},
    {IN_PYTHON(polygons, "FILE", "convert listed regions to GeoJSON, WKT or a table of vertices")},
    {IN_PYTHON(graphviz, "FILE", "convert a tree of splits to a graph for Graphviz")},
    {COMMAND(help, "COMMAND", 0, "show help on crease or on one command")},
};
const size_t commands_count = sizeof commands / sizeof *commands;

const command no_command = {.name = "crease", .bit = 1u << 31, .run = cmd_help};

const exit_meaning exits[] = {
    {CREASE_OK, "Done."},
    {CREASE_NEGATIVE, "The answer is negative: a count is not as expected, "
                      "or a property can be satisfied."},
    {CREASE_ERROR, "Bad usage, bad input, or a file that cannot be read or written."},
    {CREASE_STOPPED, "A limit or a signal stopped the work. Results are partial and marked as not "
                     "complete."},
};
const size_t exits_count = sizeof exits / sizeof *exits;
