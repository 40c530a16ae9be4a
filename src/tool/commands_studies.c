// What commands say of themselves: lines, paths, points, and what theory expects.
#include "tool/commands.h"

const cli_command command_line = {
    .name = "line",
    .purpose = "follow a network along a line: breakpoints and what changes there",
    .operand = "NET",
    .operand_needed = 1,
    .groups = GROUP_LINE | GROUP_DOMAIN | GROUP_ENGINE | GROUP_LINEAR | GROUP_JSON,
    .text = "Walks the segment from P to Q, x(t) = P + t (Q - P), and prints its activation "
            "regions in their order: the breakpoints between them, as exact rationals t, and which "
            "neurons change from one piece of their activation to another there, their "
            "transitions. With --linear also the linear regions on the line, the pieces of the "
            "function itself.\n\n"
            "Layers and units are counted from 0, and so are pieces, from the lowest: 0 -> 1 is a "
            "relu unit that is switched on. Regions per neuron is the number of activation regions "
            "divided by that of the neurons in hidden layers.\n\n"
            "With --lines many lines are crossed at once, one by each thread, and the averages "
            "over them are printed: mean, standard error, and a 95 % confidence interval. With "
            "--json, each line's numbers too.",
    .examples = {{"crease line net.json --from=-1,0 --to=1,1/2", "A segment."},
                 {"crease line net.json --from=0,0 --to=1,1 --whole-line --json",
                  "All of the diagonal, for a program."},
                 {"crease line net.json --lines=pairs.txt --linear",
                  "Averages over many segments."},
                 {"crease line net.json --lines=pairs.txt --csv > transitions.csv",
                  "Every transition of every line, as a table."}},
    .run = cmd_line,
};

const cli_command command_trajectory = {
    .name = "trajectory",
    .purpose = "measure the image of a path after every layer",
    .operand = "NET",
    .operand_needed = 1,
    .groups = GROUP_TRAJECTORY | GROUP_JSON,
    .text = "Follows a path through the network: the segment from P to Q, the polyline through "
            "the points of a file, a quarter of an ellipse, or a whole one. For every layer it "
            "prints the length of the image after its activation, how many times as long as "
            "after the layer before that is, how often its units change from one piece of their "
            "activation to another along the path (transitions), and on how many stretches no unit "
            "of this layer or one before changes (patterns).\n\n"
            "Transitions and patterns are exact. A length is a sum of square roots; two numbers "
            "are printed that it is proved to lie between, as near to each other as --width "
            "asks.\n\n"
            "Layer 0 is the path itself, layer 1 the first layer of the network. With --lines or "
            "--repeat many trajectories are measured, one by each thread, and averages are "
            "printed: mean, standard error, and a 95 % confidence interval. --json and --csv print "
            "each of them.",
    .examples = {{"crease trajectory net.json --from=-1,0 --to=1,1/2", "A segment."},
                 {"crease trajectory net.json --from=1,0 --to=0,1 --circle=12 --width=1e-30",
                  "Round the origin, lengths to thirty digits."},
                 {"crease trajectory net.json --repeat=1000 --arc=9 --seed=7",
                  "Averages over a thousand random arcs."},
                 {"crease trajectory net.json --points=polyline.json --csv",
                  "A polyline, as a table."}},
    .run = cmd_trajectory,
};

const cli_command command_distance = {
    .name = "distance",
    .purpose = "measure how far points are from the boundaries of regions",
    .operand = "NET",
    .operand_needed = 1,
    .groups = GROUP_DISTANCE | GROUP_DOMAIN | GROUP_ENGINE | GROUP_JSON,
    .text = "The square of a distance is a rational number, and is printed exactly. Two "
            "boundaries are told apart: that of the activation regions, and the part of it "
            "across which the network really changes, where its gradient jumps. For each the "
            "nearest point is found in the whole space of the inputs, of any number, and the "
            "unit on whose crease it lies; a point on a crease is at distance 0.\n\n"
            "Of many points, from a file or random in a box, the mean distance is printed with "
            "a 95 % confidence interval, and N times it, N the number of hidden units.\n\n"
            "Around a point where the network does not change for many regions all of them are "
            "searched, the nearest first. --max-regions=M gives up after M regions for a "
            "point; what it has got then is a lower bound of the distance, and the exit "
            "status 3.",
    .examples = {{"crease distance net.json --point=1/2,-0.25", "One point."},
                 {"crease distance net.json --random=1000 --box=-1,1 --bins=20",
                  "The mean over a box, and a histogram."},
                 {"crease distance net.json --points=data.json --csv > distances.csv",
                  "Every point of a file, as a table."},
                 {"crease distance net.json --density --box=-1,1",
                  "The length of all creases in a square, and of those where the network "
                  "changes."}},
    .run = cmd_distance,
};

const cli_command command_bounds = {
    .name = "bounds",
    .purpose = "show what theorems say of the number of regions",
    .operand = "WIDTHS",
    .groups = GROUP_BOUNDS | GROUP_DOMAIN | GROUP_ENGINE | GROUP_JSON,
    .text = "Prints every known upper and lower bound for an architecture, each with its source "
            "and the quantity that it bounds, as exact integers. WIDTHS is the number of "
            "inputs, the widths of the hidden layers and the number of outputs, such as "
            "2-4-4-1. Bounds that do not apply are listed with what they need.\n\n"
            "<= holds for every network, >= for some network of the architecture, and = is the "
            "largest number that occurs. A bound that is false or not proved as it is printed "
            "is flagged.\n\n"
            "With --net the network is counted, and each bound compared with the count of the "
            "quantity and the domain that it is for: an upper bound holds or is violated, a "
            "lower bound is reached or not, which says nothing against it. On a slice of "
            "dimension d the bounds are those of d inputs. If a bound that is a theorem is "
            "violated, which only a wrong count can do, the exit status is 1.",
    .examples = {{"crease bounds 2-4-4-1", "Two hidden layers of four relu units."},
                 {"crease bounds 2-4-3-1 --activation=maxout:3 --json",
                  "Maxout units of rank 3, for a program."},
                 {"crease bounds --net net.json --box=-1,1",
                  "How far a network is from what is possible."},
                 {"crease bounds 2-8-8-8-1 --per-parameter", "What depth is worth."}},
    .run = cmd_bounds,
};

const cli_command command_growth = {
    .name = "growth",
    .purpose = "expected lengths and transitions in random networks, without counting",
    .operand = "WIDTHS",
    .operand_needed = 1,
    .groups = GROUP_GROWTH | GROUP_JSON,
    .text = "What theory says of a network that crease random would draw: by which factor each "
            "hidden layer stretches a curve in the mean. With relu, the lower bound of Price "
            "and Tanner, the mean itself for normal weights that are all kept, and an upper "
            "bound, the root of the exact second moment. With hardtanh, the lower bound of "
            "Raghu et al., for layers with as many inputs as units, an upper bound, and "
            "by how much transitions grow if weights are large. The last line has the "
            "products.\n\n"
            "The last column for relu, without biases, is how often the pre-activation of one "
            "unit changes its sign on a half turn about 0, such as a whole line.\n\n"
            "These are expectations, computed in doubles. docs/random.md has the proofs.",
    .examples = {{"crease growth 784-784-784-1 --init=gaussian:4 --alpha=0.5 --bias-std=0.01",
                  "Sparse networks: the bound, and what the second moment allows."},
                 {"crease growth 32-32-32-1 --init=gaussian:8 --activation=hardtanh --json",
                  "The networks of Raghu et al., for a program."}},
    .run = cmd_growth,
};

const cli_command command_dichotomies = {
    .name = "dichotomies",
    .purpose = "label points while the weights of a layer turn",
    .operand = "NET",
    .operand_needed = 1,
    .groups = GROUP_DICHOTOMIES | GROUP_JSON | GROUP_OUTPUT,
    .text = "Turns the weights of layer L once round, W cos s + W' sin s with W of NET and W' of "
            "the network of --with, and labels every point by whether output J is positive. "
            "Counts the dichotomies, the different labelings that hold on an arc, the "
            "transitions between them, and the flips of single labels: exactly, ties between "
            "points too.\n\n"
            "If from layer L on there are no biases and only activations with f(c z) = c f(z) "
            "for c > 0, such as relu, the sweep is the circle itself. Otherwise it is an "
            "inscribed polygon of N vertices, of which every count is exact.\n\n"
            "-o writes the sequence: the place of every transition and the labels after it. "
            "docs/paths.md has the definitions.",
    .examples = {{"crease dichotomies a.json --with=b.json --points=points.json",
                  "First-layer weights from a.json to b.json and round."},
                 {"crease dichotomies a.json --with=b.json --points=points.json --layer=3 "
                  "--vertices=1000 -o sequence.csv",
                  "A deeper layer, along a finer polygon; the sequence as a table."}},
    .run = cmd_dichotomies,
};

const cli_command command_verify = {
    .name = "verify",
    .purpose = "hold the theorems of the literature against networks",
    .operand = "NAME",
    .more = "NAME",
    .groups = GROUP_VERIFY | GROUP_JSON,
    .text = "Builds the networks of the literature's proofs, counts their regions exactly, and "
            "says of every claim whether it holds: what a construction's theorem says of its "
            "network, and every upper bound that speaks of an architecture, on these networks "
            "and on random ones. Claims that are known to be false as they were printed are "
            "shown with a network that refutes them.\n\n"
            "With NAME only theorems and networks whose name begins so, such as serra or "
            "maxout:. A network that violates a claim is written to violated-1.json, .. and "
            "the exit status is 1.",
    .examples = {{"crease verify", "Everything that takes seconds."},
                 {"crease verify --all --json > verdicts.json", "Everything, for a program."},
                 {"crease verify telgarsky serra", "The claims of two papers."}},
    .run = cmd_verify,
};

const cli_command command_reproduce = {
    .name = "reproduce",
    .purpose = "make figures of the papers again",
    .operand = "FIGURE",
    .more = "FIGURE",
    .groups = GROUP_REPRODUCE | GROUP_JSON,
    .text = "Measures again what the papers on regions and trajectories of networks measured, "
            "and writes for each FIGURE a table, FIGURE.csv, and a chart, FIGURE.svg, or "
            "pictures of regions, FIGURE_what.png. 'all' makes every figure. The names of the "
            "files are printed as they are finished.\n\n"
            "What a network does is found exactly, where the papers sampled; means over random "
            "networks come with 95 % confidence intervals, as error bars. Bounds that theorems "
            "give are drawn as dashed lines.\n\n"
            "The same command makes the same files, byte for byte, for any number of threads.",
    .examples = {{"crease reproduce --list", "What there is."},
                 {"crease reproduce hanin-5 --quick", "Regions along lines, in seconds."},
                 {"crease reproduce all -o figures", "Everything: some minutes."}},
    .run = cmd_reproduce,
};
