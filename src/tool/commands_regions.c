// What commands say of themselves: those that walk the regions of a network, and help.
#include "tool/commands.h"

const cli_command command_count = {
    .name = "count",
    .purpose = "count the regions of a network",
    .operand = "NET",
    .operand_needed = 1,
    .groups = GROUP_DOMAIN | GROUP_ENGINE | GROUP_LINEAR | GROUP_JSON,
    .text = "Counts under named definitions, for the literature uses the word region for "
            "several things.\n\n"
            "Activation regions: activation patterns whose inputs, inside the domain, have "
            "non-empty interior. Bounded regions: those of them that are bounded.\n\n"
            "With --linear also linear regions: maximal unions of activation regions, joined "
            "through shared facets, on which the network is one and the same affine function; "
            "and affine maps: distinct affine functions among the regions.\n\n"
            "The counts are those of the real-arithmetic function that the exact weights "
            "define, not of its rounded evaluation on a processor.",
    .examples = {{"crease count net.json", "The regions of the whole input space."},
                 {"crease count net.json --box=-1,1 --linear",
                  "The counts inside a box, linear regions included."},
                 {"crease count net.json --json --time-limit=60",
                  "One JSON object, after a minute at most."}},
    .run = cmd_count,
};

const cli_command command_regions = {
    .name = "regions",
    .purpose = "list the regions: pattern, vertices, inequalities, affine map",
    .operand = "NET",
    .operand_needed = 1,
    .groups = GROUP_DOMAIN | GROUP_ENGINE | GROUP_RECORDS | GROUP_OUTPUT,
    .text = "Writes one record for each activation region while the walk goes on, to standard "
            "output unless -o names a file. Records come in the lexicographic order of the "
            "patterns; every number is exact.\n\n"
            "A JSON line holds the id, the pattern, vertices and rays, the affine map in force "
            "(rows of coefficients, the constant last), whether the region is bounded, its "
            "length, area or volume, the inequalities that bound it with the unit on whose "
            "crease each lies, and a point inside. The last line, {\"end\": ...}, holds the "
            "totals.\n\n"
            "With --format=ine each region is an H-representation of its own, with a name, "
            "region_17, and programs like lrs read the first one of a file: csplit (see below) "
            "makes a file of each. With --format=obj each region is a solid of a Wavefront "
            "file, object region_17, its faces counterclockwise as seen from outside; the "
            "domain must have three dimensions and be bounded, as a box is.",
    .examples = {{"crease regions net.json --box=-1,1 -o regions.jsonl",
                  "Every region of the box, as JSON lines."},
                 {"crease regions net.json --format=csv | head",
                  "A first look at them as a table."},
                 {"crease regions net.json --format=ine | csplit -z - '/^region_/' '{*}'",
                  "A file xx00, xx01, ... for each region, to be read by lrs."},
                 {"crease regions net.json --box=-1,1 --format=obj -o regions.obj",
                  "The regions of three inputs as solids, for a viewer."}},
    .run = cmd_regions,
};

const cli_command command_certify = {
    .name = "certify",
    .purpose = "count the regions and write a certificate",
    .operand = "NET",
    .operand_needed = 1,
    .groups = GROUP_DOMAIN | GROUP_ENGINE | GROUP_LINEAR | GROUP_OUTPUT,
    .text = "Writes a certificate of the counts, to standard output unless -o names a file: "
            "for each region its pattern, and for each of its vertices and rays the creases "
            "that meet there. From this and the network the program crease-check, "
            "which shares no code with crease, establishes the counts again, or refuses. The "
            "certificate holds no coordinate; it is text, and gzip makes it much shorter.\n\n"
            "A walk that is stopped leaves no certificate. --arith=float certifies nothing and "
            "is refused.",
    .examples = {{"crease certify net.json --box=-1,1 -o net.cert", "The regions of the box."},
                 {"crease-check net.json net.cert", "Establishes the counts again."},
                 {"crease certify net.json --linear | gzip > net.cert.gz",
                  "The whole space, with linear regions and affine maps."}},
    .run = cmd_certify,
};

const cli_command command_tree = {
    .name = "tree",
    .purpose = "write the tree of splits whose leaves are the regions",
    .operand = "NET",
    .operand_needed = 1,
    .groups = GROUP_DOMAIN | GROUP_ENGINE | GROUP_TREE | GROUP_OUTPUT,
    .text = "Neurons are inserted one at a time, in layer order. One that takes both signs "
            "inside a cell splits it; a cell that no neuron is left to split is an activation "
            "region. Writes this tree, for small networks: it is kept in memory, in proportion "
            "to the number of regions.\n\n"
            "The nodes are numbered in the order of the walk, and regions as by 'crease "
            "regions'. Every split names its neuron; layers and units are counted from 0, as "
            "in a pattern. A split sends the lower pieces of the neuron's activation to its "
            "first child and the higher ones to its second.",
    .examples = {{"crease tree net.json --box=-1,1 | jq '.nodes[] | select(.children)'",
                  "The splits."},
                 {"crease tree net.json --format=dot | dot -Tsvg -o tree.svg",
                  "A picture of the tree, by Graphviz."}},
    .run = cmd_tree,
};

const cli_command command_plot = {
    .name = "plot",
    .purpose = "draw the regions of a plane, or the outputs over a line",
    .operand = "NET",
    .operand_needed = 1,
    .groups = GROUP_DOMAIN | GROUP_ENGINE | GROUP_PICTURE | GROUP_OUTPUT,
    .text = "Draws the activation regions on a domain of two dimensions, and the creases between "
            "them, one colour for each layer and thinner with depth. The extension of the file "
            "that -o names, .svg, .pdf or .png, says what kind of picture it becomes.\n\n"
            "Without --box the picture shows every vertex of the whole plane.\n\n"
            "On a domain of one dimension it shows the outputs, each in a colour of its own, and "
            "the "
            "breakpoints, in the colours of their layers. For more than two dimensions, --slice "
            "with two or three points makes a line or a plane of them.",
    .examples = {{"crease plot net.json --box=-1,1 -o net.svg", "A picture of the box."},
                 {"crease plot net.json -o net.png --colour=map --size=1200x900",
                  "Regions with the same affine map in the same colour."},
                 {"crease plot net.json --slice=points.json --box=0,1 -o line.svg",
                  "The outputs from one of two points to the other."}},
    .run = cmd_plot,
};

const cli_command command_locate = {
    .name = "locate",
    .purpose = "show the regions that touch a point",
    .operand = "NET",
    .operand_needed = 1,
    .groups = GROUP_POINT | GROUP_DOMAIN | GROUP_ENGINE | GROUP_JSON,
    .text = "Prints the pattern and the affine map of the region in which a point lies or, if "
            "it lies on creases, of every region whose closure contains it. Only these are "
            "looked for, so that networks of any size and any number of inputs will do.\n\n"
            "A pattern has one group for each hidden layer, with the piece in force of every "
            "unit, counted from the lowest.",
    .examples = {{"crease locate net.json --point=1/2,-0.25", "The region of a point."},
                 {"crease locate net.json --point=0,0 --json | jq .activation_regions",
                  "How many regions meet in the origin."}},
    .run = cmd_locate,
};

const cli_command command_info = {
    .name = "info",
    .purpose = "show what is in a network file",
    .operand = "NET",
    .operand_needed = 1,
    .groups = GROUP_JSON,
    .text = "Reads the network and prints its layers, widths and activations, the number of "
            "its weights and biases, and its identity: the SHA-256 of the canonical exact "
            "network, which stands in every result.",
    .examples = {{"crease info net.json", "The layers of a network."}},
    .run = cmd_info,
};

const cli_command command_help = {
    .name = "help",
    .purpose = "show help on crease or on one command",
    .operand = "COMMAND",
    .groups = GROUP_MANUAL,
    .text = "Without COMMAND lists the commands. With --man prints the manual page of crease.",
    .examples = {{"crease help count", "Help on one command."},
                 {"crease help --man | man -l -", "The manual page."}},
    .run = cmd_help,
};
