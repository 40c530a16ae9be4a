// What commands say of themselves: those that make networks.
#include "tool/commands.h"

const cli_command command_build = {
    .name = "build",
    .purpose = "make a network from the literature",
    .operand = "NAME",
    .more = "PARAMETER=VALUE",
    .groups = GROUP_LIST | GROUP_JSON | GROUP_OUTPUT,
    .text = "Writes the construction called NAME as a network file, to standard output unless "
            "-o names a file. Weights are exact, integers wherever possible. The text of the "
            "file says what it is and, where that is known, how many activation regions it "
            "has, over the whole space or on a box.\n\n"
            "With --list, and with --json too if a program is to read it, prints all "
            "constructions and their parameters.",
    .examples = {{"crease build --list", "What can be built."},
                 {"crease build arrangement:generic n=6 d=2 | crease count -",
                  "Six lines in general position: 22 regions."},
                 {"crease build montufar:folds d=2 widths=4,4,4 | crease count - --box=0,1",
                  "Two folds of either coordinate, then four lines: 176 regions."},
                 {"crease build arrangement:resonance n=4 -o resonance4.json",
                  "All sums of four coordinates."}},
    .run = cmd_build,
};

const cli_command command_random = {
    .name = "random",
    .purpose = "make a random network",
    .operand = "WIDTHS",
    .operand_needed = 1,
    .groups = GROUP_RANDOM | GROUP_OUTPUT,
    .text = "Writes a network file, to standard output unless -o names a file. WIDTHS is the "
            "number of inputs, the widths of the hidden layers and the number of outputs, such "
            "as 2-32-32-1; the last layer is linear.\n\n"
            "Every number is drawn on its own and is a double. The same command gives the same "
            "bytes on every machine, so that whoever reads it can repeat an experiment.",
    .examples = {{"crease random 2-32-32-32-1 --bias-std=0.1 --seed=1 -o net.json",
                  "Three hidden layers of 32 units."},
                 {"crease random 2-64-64-1 --seed=7 | crease count - --box=-1,1",
                  "Without biases, counted at once."},
                 {"crease random 2-64-64-1 --init=gaussian:2,0.01 --alpha=0.5",
                  "Half of the weights, of variance 2/n, and biases of variance 0.01."},
                 {"crease random 2-8-8-1 --init=discrete:3 --unscaled --activation=maxout:2",
                  "Integers from -3 to 3, and units that take the larger of two."}},
    .run = cmd_random,
};

const cli_command command_search = {
    .name = "search",
    .purpose = "look for a network with many regions",
    .operand = "WIDTHS",
    .operand_needed = 1,
    .groups = GROUP_DOMAIN | GROUP_SEARCH | GROUP_JSON | GROUP_OUTPUT,
    .text = "Climbs from random integer weights to networks with more and more regions, each "
            "counted exactly, and keeps the best. WIDTHS is as for crease random. What is "
            "found is a lower bound on the maximum and nothing else.\n\n"
            "-o writes the best network, also if the search was stopped; its text says how it "
            "was found. The summary comes on standard output, unless the network does.\n\n"
            "The same command finds the same network, for any number of threads, unless "
            "--time-limit or a signal stops it.",
    .examples = {{"crease search 2-3-2-1 --seed=1 -o best.json",
                  "Two hidden layers of 3 and 2 units; the best of 16 climbs."},
                 {"crease search 2-4-3-1 --time-limit=600 --goal=77 --json",
                  "Ten minutes, or less if what no network can exceed is reached."},
                 {"crease search 1-3-3-1 --of=linear --box=0,1",
                  "Linear regions of the unit interval."}},
    .run = cmd_search,
};
