// The one list of commands.
#include "tool/commands.h"
#include "tool/names.h"
#include "tool/report.h"

#include <string.h>

// Its name; its operand, and whether that is needed; and what it does.
#define COMMAND(word, operand_name, is_needed, does)                             \
    .name = #word, .bit = in_##word, .run = cmd_##word, .operand = operand_name, \
    .operand_needed = is_needed, .purpose = does

const command commands[] = {
    {COMMAND(count, "NET", 1, "count the regions of a network"),
     .opens = OPENS_NET | OPENS_DOMAIN | OPENS_EACH, .more = "NET",
     .text = "Counts under named definitions, for the literature uses the word region for several "
             "things.\n\n"
             "Activation regions: activation patterns whose inputs, inside the domain, have "
             "non-empty interior. Bounded regions: those of them that are bounded.\n\n"
             "With --linear also linear regions: maximal unions of activation regions, joined "
             "through shared facets, on which the network is one and the same affine function; "
             "and affine maps: distinct affine functions among the regions.\n\n"
             "With --per-neuron the growth of the region tree: the activation regions of the "
             "network that ends with each neuron, in the order of layers.\n\n"
             "The counts are those of the real-arithmetic function that the exact weights define, "
             "not of its rounded evaluation on a processor.\n\n"
             "Of several networks each has a line of a table, a JSON object or a record of CSV of "
             "its own. Limits hold for each of them. One that cannot be read is reported, the "
             "others are counted; the exit status is then 2, else 1 if a count is not as "
             "expected, else 3 if one was stopped.",
     .examples = {{"crease count net.json", "The regions of the whole input space."},
                  {"crease count net.json --box=-1,1 --linear",
                   "The counts inside a box, linear regions included."},
                  {"crease count net.json --per-neuron", "How each neuron adds to the regions."},
                  {"crease count nets/*.json --json=line --time-limit=60",
                   "A line of JSON for each network, a minute for each at most."},
                  {"crease count net.json --expect=647 --quiet",
                   "Does it still have 647 regions? The exit status says so."}}},
    {COMMAND(regions, "NET", 1, "list the regions: pattern, vertices, inequalities, affine map"),
     .opens = OPENS_NET | OPENS_DOMAIN | OPENS_FILE,
     .text = "Writes one record for each activation region while the walk goes on, to standard "
             "output unless -o names a file. Records come in the lexicographic order of the "
             "patterns; every number is exact, or with --digits the nearest decimal.\n\n"
             "A JSON line holds the id, the pattern, vertices and rays, the affine map in force "
             "(rows of coefficients, the constant last), whether the region is bounded, its "
             "length, area or volume, the inequalities that bound it with the unit on whose "
             "crease each lies, and a point inside. The last line, {\"end\": ...}, holds the "
             "totals.\n\n"
             "With --format=ine each region is an H-representation of its own, with a name, "
             "region_17, and programs like lrs read the first one of a file: csplit (see below) "
             "makes a file of each. With --format=geojson or "
             "--format=wkt each region of a bounded domain of two dimensions is a polygon, of one "
             "a line, with its pattern, the layer of its newest crease, its area or length and its "
             "map.",
     .examples = {{"crease regions net.json --box=-1,1 -o regions.jsonl",
                   "Every region of the box, as JSON lines."},
                  {"crease regions net.json --format=csv --fields=pattern,vertices --digits=12",
                   "A table of patterns and vertices only, as decimals: much faster."},
                  {"crease regions net.json --format=ine | csplit -z - '/^region_/' '{*}'",
                   "A file xx00, xx01, ... for each region, to be read by lrs."},
                  {"crease regions net.json --box=-1,1 --format=geojson -o regions.geojson",
                   "The regions of two inputs as polygons, for QGIS."}}},
    {COMMAND(certify, "NET", 1, "count the regions and write a certificate"),
     .opens = OPENS_NET | OPENS_DOMAIN | OPENS_FILE,
     .text =
         "Writes a certificate of the counts, to standard output unless -o names a file: the "
         "region tree, as a proof by cases. Wherever a crease does not cut a case, it has a few "
         "inequalities a combination of which shows on what side the case lies. From this and "
         "the network the program crease-check, which shares no code with crease, establishes "
         "the counts again, or refuses. It is text, and gzip makes it shorter.\n\n"
         "A walk that is stopped leaves no certificate. --arith=float certifies nothing and "
         "is refused.",
     .examples = {{"crease certify net.json --box=-1,1 -o net.cert", "The regions of the box."},
                  {"crease-check net.json net.cert", "Establishes the counts again."},
                  {"crease certify net.json --linear | gzip > net.cert.gz",
                   "The whole space, with linear regions and affine maps."}}},
    {COMMAND(tree, "NET", 1, "write the tree of splits whose leaves are the regions"),
     .opens = OPENS_NET | OPENS_DOMAIN | OPENS_FILE,
     .text = "Neurons are inserted one at a time, in layer order. One that takes both signs "
             "inside a cell splits it; a cell that no neuron is left to split is an activation "
             "region. Writes this tree, for small networks: it is kept in memory, in proportion "
             "to the number of regions.\n\n"
             "The nodes are numbered in the order of the walk, and regions as by 'crease "
             "regions'. Every split names its neuron, whose layer and unit are counted from 0 in "
             "JSON, as in a pattern; a graph, for people, counts layers from 1. A split sends the "
             "lower pieces of the neuron's activation to its first child and the higher ones to "
             "its second.",
     .examples = {{"crease tree net.json --box=-1,1 | jq '.nodes[] | select(.children)'",
                   "The splits."},
                  {"crease tree net.json --format=dot | dot -Tsvg -o tree.svg",
                   "A picture of the tree, by Graphviz."}}},
    {COMMAND(plot, "NET", 1, "draw the regions of a plane, or the outputs over a line"),
     .more = "NET",
     .text = "Draws the activation regions on a domain of two dimensions, and the creases between "
             "them, one colour for each layer and thinner with depth, with axes to one scale and "
             "a legend. The extension of the file that -o names, .svg, .pdf or .png, says what "
             "kind of picture it becomes. The file names the network that it shows and the "
             "command that made it.\n\n"
             "With .html it is a page for a browser, one file that needs no network. It says of "
             "every place and region what is known, exactly: pattern, vertices, area, map, "
             "neighbours, outputs; it lights up the crease of a neuron, and inserts neurons one "
             "by one. Several networks, or one at several times of its training, are on one page, "
             "side by side or one after another. The page says which keys it knows.\n\n"
             "Without --box the picture shows where most vertices of the whole plane are, and "
             "says how many lie outside.\n\n"
             "On a domain of one dimension it shows the outputs, each in a colour of its own, and "
             "the breakpoints, in the colours of their layers. For more than two dimensions, "
             "--slice with two or three points makes a line or a plane of them.",
     .examples = {{"crease plot net.json --box=-1,1 -o net.svg", "A picture of the box."},
                  {"crease plot net.json -o net.png --colour=map --size=400x300 --dpi=300",
                   "Regions with the same affine map in the same colour, for print."},
                  {"crease plot net.json --box=-1,1 --colour=class --points=data.csv -o net.pdf",
                   "The classes, and data points above them."},
                  {"crease plot net.json --slice=points.json --box=0,1 -o line.svg",
                   "The outputs from one of two points to the other."},
                  {"crease plot net.json --box=-1,1 -o net.html", "A page that answers."},
                  {"crease plot epoch*.json --box=-1,1 -o training.html",
                   "A network in training, side by side or as an animation."}}},
    {COMMAND(locate, "NET", 1, "show the regions that touch a point"),
     .opens = OPENS_NET | OPENS_DOMAIN | OPENS_STREAM,
     .text = "Prints the pattern and the affine map of the region in which a point lies or, if it "
             "lies on creases, of every region whose closure contains it. Only these are looked "
             "for, so that networks of any size and any number of inputs will do.\n\n"
             "A pattern has one group for each hidden layer, with the piece in force of every "
             "unit, counted from the lowest.",
     .examples = {{"crease locate net.json --point=1/2,-0.25", "The region of a point."},
                  {"crease locate net.json --point=0,0 --json | jq .activation_regions",
                   "How many regions meet in the origin."}}},
    {COMMAND(evaluate, "NET", 1, "compute the outputs at points, exactly"), .opens = OPENS_NET,
     .text = "Prints every output of the network at a point, or at all points of a file, as a "
             "rational number and, unless that is an integer, the double that is nearest to it: "
             "to be held against what other programs compute of the same network. Nothing is "
             "rounded on the way.",
     .examples = {{"crease evaluate net.json --point=1/2,-0.25", "One point."},
                  {"crease evaluate net.json --points=points.json --csv",
                   "Every point of a file, as a table."}}},
    {COMMAND(convert, "NET", 1, "write a network as JSON"), .opens = OPENS_NET,
     .text = "Reads a network in any format and writes it as JSON, to standard output unless -o "
             "names a file. The JSON is exactly the network that was read.\n\n"
             "With --round the numbers are first rounded to floats. Unless all of them were "
             "floats, this is another network: the one that a library evaluates if it stores "
             "floats.",
     .examples = {{"crease convert net.nnet -o net.json",
                   "A network in NNet as JSON, its normalisation folded in."},
                  {"crease convert net.json --round -o floats.json", "Numbers rounded to floats."},
                  {"crease convert net.nnet.gz --raw | jq '.layers[0].bias'",
                   "The first biases of a file that gzip has packed, as they stand there."}}},
    {COMMAND(line, "NET", 1, "follow a network along a line: breakpoints and what changes there"),
     .opens = OPENS_NET | OPENS_DOMAIN | OPENS_STREAM,
     .text = "Walks the segment from P to Q, x(t) = P + t (Q - P), and prints its activation "
             "regions in their order: the breakpoints between them, as exact rationals t, and "
             "which neurons change from one piece of their activation to another there, their "
             "transitions. With --linear also the linear regions on the line, the pieces of the "
             "function itself.\n\n"
             "In text the first layer is layer 1, in JSON and CSV it is 0; units and pieces are "
             "counted from 0, pieces from the lowest: 0 -> 1 is a relu unit that is switched on. "
             "Regions per neuron is the number of activation regions divided by that of the "
             "neurons in hidden layers.\n\n"
             "With --lines many lines are crossed at once, one by each thread, and the averages "
             "over them are printed: mean, standard error, and a 95 % confidence interval. With "
             "--json, each line's numbers too.",
     .examples = {{"crease line net.json --from=-1,0 --to=1,1/2", "A segment."},
                  {"crease line net.json --from=0,0 --to=1,1 --whole-line --json",
                   "All of the diagonal, for a program."},
                  {"crease line net.json --lines=pairs.txt --linear",
                   "Averages over many segments."},
                  {"crease line net.json --lines=pairs.txt --csv > transitions.csv",
                   "Every transition of every line, as a table."}}},
    {COMMAND(trajectory, "NET", 1, "measure the image of a path after every layer"),
     .opens = OPENS_NET,
     .text = "Follows a path through the network: the segment from P to Q, the polyline through "
             "the points of a file, a quarter of an ellipse, or a whole one. For every layer it "
             "prints the length of the image after its activation, how many times as long as "
             "after the layer before that is, how often its units change from one piece of their "
             "activation to another along the path (transitions), and on how many stretches no "
             "unit of this layer or one before changes (patterns).\n\n"
             "Transitions and patterns are exact. A length is a sum of square roots; two numbers "
             "are printed that it is proved to lie between, as near to each other as --width "
             "asks.\n\n"
             "Layer 0 is the path itself, layer 1 the first layer of the network. With --lines or "
             "--repeat many trajectories are measured, one by each thread, and averages are "
             "printed: mean, standard error, and a 95 % confidence interval. --json and --csv "
             "print each of them.",
     .examples = {{"crease trajectory net.json --from=-1,0 --to=1,1/2", "A segment."},
                  {"crease trajectory net.json --from=1,0 --to=0,1 --circle=12 --width=1e-30",
                   "Round the origin, lengths to thirty digits."},
                  {"crease trajectory net.json --repeat=1000 --arc=9 --seed=7",
                   "Averages over a thousand random arcs."},
                  {"crease trajectory net.json --points=polyline.json --csv",
                   "A polyline, as a table."}}},
    {COMMAND(distance, "NET", 1, "measure how far points are from the boundaries of regions"),
     .opens = OPENS_NET | OPENS_DOMAIN | OPENS_STREAM,
     .text = "The square of a distance is a rational number, and is printed exactly. Two "
             "boundaries are told apart: that of the activation regions, and the part of it "
             "across which the network really changes, where its gradient jumps. For each the "
             "nearest point is found in the whole space of the inputs, of any number, and the "
             "unit on whose crease it lies; a point on a crease is at distance 0.\n\n"
             "Of many points, from a file or random in a box, the mean distance is printed with a "
             "95 % confidence interval, and N times it, N the number of hidden units.\n\n"
             "Around a point where the network does not change for many regions all of them are "
             "searched, the nearest first. --max-regions=M gives up after M regions for a point; "
             "what it has got then is a lower bound of the distance, and the exit status 3.",
     .examples = {{"crease distance net.json --point=1/2,-0.25", "One point."},
                  {"crease distance net.json --random=1000 --box=-1,1 --bins=20",
                   "The mean over a box, and a histogram."},
                  {"crease distance net.json --points=data.json --csv > distances.csv",
                   "Every point of a file, as a table."},
                  {"crease distance net.json --density --box=-1,1",
                   "The length of all creases in a square, and of those where the network "
                   "changes."}}},
    {COMMAND(range, "NET", 1, "find the least and the greatest value of every output"),
     .opens = OPENS_NET | OPENS_DOMAIN,
     .text = "Between which values each output lies on a domain, and where: an affine function on "
             "a region is least and greatest at its vertices, or is unbounded along a ray, which "
             "is then named. With --row the same of a sum of outputs, with --mean also mean and "
             "variance over a bounded domain. Values and places are exact.\n\n"
             "A search that is stopped has looked at some of the regions: what it prints is "
             "taken there, and may be surpassed elsewhere.",
     .examples = {{"crease range net.json --box=-1,1", "Every output over a box."},
                  {"crease range net.json --row=1,-1 --box=-1,1 --mean --json",
                   "By how much the first output exceeds the second, for a program."}}},
    {COMMAND(lipschitz, "NET", 1, "find the greatest slope: the Lipschitz constant"),
     .opens = OPENS_NET | OPENS_DOMAIN,
     .text = "On a convex domain, and all domains are, the Lipschitz constant of the network is "
             "the greatest norm of its Jacobian among the regions. Prints it, the region where, a "
             "point inside, and in JSON the affine map there. Slopes are those per unit of the "
             "coordinates of the domain, which with --slice are those of the slice.\n\n"
             "In the norms 1 and inf the constant is rational and printed exactly. In the "
             "Euclidean norm it is the root of an algebraic number; two numbers are printed that "
             "it is proved to lie between, and its square exactly where that is rational.",
     .examples = {{"crease lipschitz net.json", "Over the whole input space."},
                  {"crease lipschitz net.json --norm=inf --box=-1,1", "In a box."}}},
    {COMMAND(classes, "NET", 1, "find which class is chosen where: decision regions"),
     .opens = OPENS_NET | OPENS_DOMAIN | OPENS_POINTS,
     .text = "The class of an input is the number of the greatest output, counted from 0, and the "
             "least such number where several are as great. Of a network with one output, class 0 "
             "is where it is not positive and class 1 where it is; --row asks that of a sum of "
             "outputs.\n\n"
             "Prints for each class of how many connected decision regions it consists, how many "
             "of them are bounded, their area exactly and its share of a bounded domain, and how "
             "long the decision boundary is: two numbers that it is proved to lie between. Where "
             "two outputs are equal on a set of full dimension the class is the lesser number, "
             "and how much of it is so is said as tied.\n\n"
             "With --point or --points it says instead how far these inputs are from the nearest "
             "where another output is as great: every input that is nearer has the same class, "
             "whatever ties are decided for. Squared distances and nearest points are exact.",
     .examples = {{"crease classes net.json --box=-1,1", "In a square."},
                  {"crease classes net.json --box=-1,1 --boundary --csv > boundary.csv",
                   "The decision boundary as polylines."},
                  {"crease classes net.json --point=1/2,0",
                   "How far an input may be moved without changing its class."},
                  {"crease classes net.json --row=1,-1 --regions --json",
                   "Where the first output is greater than the second, for a program."}}},
    {COMMAND(holds, "NET", 1, "decide whether a property of inputs and outputs holds"),
     .opens = OPENS_NET,
     .text = "Decides whether some input meets the property in VNN-LIB that --vnnlib names, which "
             "says what must not happen. The first line is that of the competition VNN-COMP: unsat "
             "if no input does, so that all is well; sat if one does, which is printed then with "
             "its outputs, evaluated exactly; timeout if the time was up; unknown if another limit "
             "ended the search. The exit status is 0, 1, 3 and 3.\n\n"
             "The answer is exact, of the real-arithmetic function of the network: a property that "
             "is met in a single point, or missed by less than any double, is told apart. Numbers "
             "of the witness are exact decimals or fractions p/q; comments behind ; round those "
             "that are long.\n\n"
             "Regions are walked as crease count does it; subtrees that cannot meet the property "
             "are left out, by bounds on what the later layers can do.",
     .examples = {{"crease holds net.json --vnnlib property.vnnlib --timeout=116",
                   "As VNN-COMP asks."},
                  {"crease holds net.nnet --vnnlib property.vnnlib --json",
                   "The witness as exact numbers, for a program."}}},
    {COMMAND(info, "NET", 1, "show what is in a network file"), .opens = OPENS_NET | OPENS_EACH,
     .more = "NET",
     .text = "Reads the network and prints its layers, widths and activations, the number of its "
             "weights and biases, and its identity: the SHA-256 of the canonical exact network, "
             "which stands in every result. Of several networks it prints a table of the numbers, "
             "or one JSON object after another.",
     .examples = {{"crease info net.json", "The layers of a network."},
                  {"crease info nets/*.json --quiet",
                   "Says what is wrong with those that are no networks."}}},
    {COMMAND(bounds, "WIDTHS", 0, "show what theorems say of the number of regions"),
     .text = "Prints every known upper and lower bound for an architecture, each with its source "
             "and the quantity that it bounds, as exact integers. WIDTHS is the number of inputs, "
             "the widths of the hidden layers and the number of outputs, such as 2-4-4-1. Bounds "
             "that do not apply are listed with what they need.\n\n"
             "<= holds for every network, >= for some network of the architecture, and = is the "
             "largest number that occurs. A bound that is false or not proved as it is printed is "
             "flagged.\n\n"
             "With --net the network is counted, and each bound compared with the count of the "
             "quantity and the domain that it is for: an upper bound holds or is violated, a "
             "lower bound is reached or not, which says nothing against it. One that speaks of "
             "another domain, R^n or [0, 1]^n, is not compared. On a slice of dimension d the "
             "bounds are those of d inputs. Where units of a layer have several activations, a "
             "bound counts those that its theorem speaks of: linear units have no crease, and "
             "only carry dimensions past the layer. If a bound that is a theorem is "
             "violated, which only a wrong count can do, the exit status is 1.",
     .examples = {{"crease bounds 2-4-4-1", "Two hidden layers of four relu units."},
                  {"crease bounds 2-4-3-1 --activation=maxout:3 --json",
                   "Maxout units of rank 3, for a program."},
                  {"crease bounds --net net.json --box=-1,1",
                   "How far a network is from what is possible."},
                  {"crease bounds 2-8-8-8-1 --per-parameter", "What depth is worth."}}},
    {COMMAND(build, "NAME", 0, "make a network from the literature"), .more = "PARAMETER=VALUE",
     .names = names_of_constructions,
     .text = "Writes the construction called NAME as a network file, to standard output unless -o "
             "names a file. Weights are exact, integers wherever possible. The text of the file "
             "says what it is and, where that is known, how many activation regions it has, over "
             "the whole space or on a box.\n\n"
             "With --list, and with --json too if a program is to read it, prints all "
             "constructions and their parameters, or those whose name begins with NAME.",
     .examples = {{"crease build --list", "What can be built."},
                  {"crease build --list serra:space", "One construction and its parameters."},
                  {"crease build arrangement:generic n=6 d=2 | crease count -",
                   "Six lines in general position: 22 regions."},
                  {"crease build montufar:folds d=2 widths=4,4,4 | crease count - --box=0,1",
                   "Two folds of either coordinate, then four lines: 176 regions."}}},
    {COMMAND(random, "WIDTHS", 1, "make a random network"),
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
                   "Integers from -3 to 3, and units that take the larger of two."}}},
    {COMMAND(search, "WIDTHS", 1, "look for a network with many regions"),
     .text = "Climbs from random integer weights to networks with more and more regions, each "
             "counted exactly, and keeps the best. WIDTHS is as for crease random. What is found "
             "is a lower bound on the maximum and nothing else.\n\n"
             "-o writes the best network, also if the search was stopped; its text says how it "
             "was found. The summary comes on standard output, unless the network does.\n\n"
             "The same command finds the same network, for any number of threads, unless "
             "--time-limit or a signal stops it.",
     .examples = {{"crease search 2-3-2-1 --seed=1 -o best.json",
                   "Two hidden layers of 3 and 2 units; the best of 16 climbs."},
                  {"crease search 2-4-3-1 --time-limit=600 --goal=77 --json",
                   "Ten minutes, or less if what no network can exceed is reached."},
                  {"crease search 1-3-3-1 --of=linear --box=0,1",
                   "Linear regions of the unit interval."}}},
    {COMMAND(growth, "WIDTHS", 1,
             "expected lengths and transitions in random networks, without counting"),
     .text = "What theory says of a network that crease random would draw: by which factor each "
             "hidden layer stretches a curve in the mean. With relu, the lower bound of Price and "
             "Tanner, the mean itself for normal weights that are all kept, and an upper bound, "
             "the root of the exact second moment. With hardtanh and normal weights, a lower bound "
             "for the part of the curve's motion at right angles to its points (the rest may "
             "shrink: --from and --to say of a segment what follows for its length), an upper "
             "bound, and by how much the number of changes of sign along a curve grows, at this "
             "variance and for large ones. The last line has the products.\n\n"
             "The last column for relu, without biases, is how often the pre-activation of one "
             "unit changes its sign on a half turn about 0, such as a whole line.\n\n"
             "These are expectations, computed in doubles. docs/random.md has the proofs.",
     .examples = {{"crease growth 784-784-784-1 --init=gaussian:4 --alpha=0.5 --bias-std=0.01",
                   "Sparse networks: the bound, and what the second moment allows."},
                  {"crease growth 32-32-32-1 --init=gaussian:8 --activation=hardtanh --json",
                   "The networks of Raghu et al., for a program."}}},
    {COMMAND(dichotomies, "NET", 1, "label points while the weights of a layer turn"),
     .opens = OPENS_NET,
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
                   "A deeper layer, along a finer polygon; the sequence as a table."}}},
    {COMMAND(verify, "NAME", 0, "hold the theorems of the literature against networks"),
     .more = "NAME", .names = names_of_constructions,
     .text = "Builds the networks of the literature's proofs, counts their regions exactly, and "
             "says of every claim whether it holds: what a construction's theorem says of its "
             "network, and every upper bound that speaks of an architecture, on these networks "
             "and on random ones. Claims that are known to be false as they were printed are "
             "shown with a network that refutes them.\n\n"
             "With NAME only theorems and networks whose name begins so, such as serra or "
             "maxout:. A network that violates a claim is written to violated-1.json, .. and the "
             "exit status is 1.\n\n"
             "With --claims the claims are yours: a file names networks or constructions, the "
             "domain, and what their numbers of regions are, are at least, or are at most. 'man "
             "crease-formats' has the format.",
     .examples = {{"crease verify", "Everything that takes seconds."},
                  {"crease verify --all --json > verdicts.json", "Everything, for a program."},
                  {"crease verify telgarsky serra", "The claims of two papers."},
                  {"crease verify --claims claims.json --quiet",
                   "Which of your claims are violated, and how many hold."}}},
    {COMMAND(help, "COMMAND", 0, "show help on crease or on one command"),
     .names = names_of_commands,
     .text =
         "Without COMMAND lists the commands. With --man prints the manual page of crease, with "
         "--completion what a shell has to read to complete commands, options, and names.",
     .examples = {{"crease help count", "Help on one command."},
                  {"crease help --man | man -l -", "The manual page."},
                  {"source <(crease help --completion=bash)",
                   "Completion for this shell, where it was not installed with crease."}}},
};
const size_t commands_count = sizeof commands / sizeof *commands;

const command no_command = {.name = "crease", .bit = 1u << 31, .run = cmd_help};

const exit_meaning exits[] = {
    {CREASE_OK, "Done."},
    {CREASE_NEGATIVE, "The answer is negative: a count is not as expected, or a bound that is a "
                      "theorem is violated."},
    {CREASE_ERROR, "Bad usage, bad input, or a file that cannot be read or written. One line on "
                   "standard error says what and where."},
    {CREASE_STOPPED, "A limit or a signal ended the work. What was found is written, and flagged "
                     "as not complete."},
};
const size_t exits_count = sizeof exits / sizeof *exits;

const char *names_of_commands(const void *none, size_t index)
{
    (void)none;
    return index < commands_count ? commands[index].name : NULL;
}

const command *command_find(const char *name)
{
    for (const command *c = commands; c < commands + commands_count; c++)
        if (!strcmp(c->name, name))
            return c;
    report_unknown("command", name, "crease help", names_of_commands);
    return NULL;
}
