"""Numbers in docs/experiments.md and docs/theorems.md that follow from docs/experiments/*.csv.

Each is computed from its table; the page must say it. Prints one line for each, as tests/tally.sh
has them, and ends with status 1 if a page says something else.
"""

import csv
import json
import sys
from collections import defaultdict
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"


def rows(name):
    with open(DOCS / "experiments" / f"{name}.csv", newline="") as file:
        return list(csv.DictReader(file))


def factors_between_layers():
    """Raghu, figure 2: sign changes per unit of length, the greatest layer over the least."""
    ratios = defaultdict(list)
    for row in rows("raghu-2"):
        ratios[row["network"]].append(float(row["ratio"]))
    spread = {name: f"{max(r) / min(r):.2f}" for name, r in ratios.items()}
    narrow = [spread[f"width 8; variance {V}"] for V in (2, 8, 32)]
    wide = [spread[f"width 64; variance {V}"] for V in (2, 8, 32)]
    yield "experiments.md", f"{', '.join(narrow)} at width 8 and variances 2, 8, 32"
    yield "experiments.md", f"{', '.join(wide)} at width 64"


def regions_of_one_map():
    """Raghu, Theorem 3: the networks in which two regions share a map."""
    of = {}
    for row in rows("lemmas"):
        if row["item"] == "Raghu Theorem 3 as printed":
            widths = row["statement"].split()[-1].rstrip(")")
            of[widths] = round((1 - float(row["share"])) * int(row["cases"]))
    yield "theorems.md", f"{of['2-4-4-1']} of 2-4-4-1, {of['2-4-4-4-1']} of 2-4-4-4-1"
    yield "theorems.md", f"and {of['2-8-8-8-1']} of 2-8-8-8-1"
    yield "experiments.md", f"in {of['2-4-4-4-1'] / 2:.0f} % of networks of widths 2-4-4-4-1"


def remaining_is_that_of_the_paper():
    """Raghu, section 3: d_r = n - d, where W^(0) are the weights of the first of n layers."""
    names = ["raghu-4", "raghu-4b", "raghu-5", "raghu-weight", "full/raghu-4b", "full/raghu-5"]
    return all(
        int(row["remaining"]) == int(row["depth"]) - int(row["weights"])
        for name in names
        for row in rows(name)
    )


def no_verdict_on_untrained_networks():
    """Raghu, figures 6 to 9 and 11, Price and Tanner, figure 6: accuracy beside each verdict."""
    names = ["raghu-6", "raghu-7", "raghu-8", "raghu-9", "raghu-11", "sparse-6"]
    shares = [
        (float(row["accuracy_after"]), row["verdict"])
        for name in names
        for row in rows(f"{name}-claims")
    ]
    return all((share < 0.5) == (said == "open: not trained") for share, said in shares)


def triples_have_three_labels():
    """Hanin and Rolnick, section 3.3, as hanin-8.py draws them."""
    sys.argv[1:] = []
    sys.path.insert(0, str(DOCS / "experiments"))
    import models

    labels = models.Trained().labels
    drawn = models.triples(100, labels)
    return len(drawn) == 100 and all(len({labels[i] for i in three}) == 3 for three in drawn)


def charts_show_what_the_papers_show():
    """Price and Tanner, figures 3, 5 and 6."""
    looks = json.loads((DOCS / "experiments" / "charts.json").read_text())
    small = ["sparse-3a", "sparse-3b", "sparse-5", "sparse-5a"]
    return all(looks[name]["y"] == "pieces" for name in small) and all(
        looks[name]["lines_x"] == "sigma_w" for name in ("sparse-6", "sparse-6b")
    )


def architectures_within_an_epoch():
    """Hanin and Rolnick, figure 5: three of them, and checkpoints between 0 and 1."""
    epochs = defaultdict(set)
    for row in rows("fashion/hanin-5"):
        epochs[row["network"]].add(float(row["epoch"]))
    return len(epochs) == 3 and all(
        sum(0 < epoch <= 1 for epoch in of) == 5 for of in epochs.values()
    )


def only_two_statements_fail():
    """Each is among the statements that fail as printed in docs/theorems.md."""
    failed = {row["item"] for row in rows("lemmas") if row["verdict"] in ("fails", "differs")}
    return failed == {"Raghu Theorem 3 as printed", "Price and Tanner Theorem 1 as quoted"}


def near(row, digits=2):
    middle, high = float(row["mean"]), float(row["high"])
    return f"{middle:.{digits}f} ± {high - middle:.{digits}f}"


def distances_of_matched_points():
    """Hanin and Rolnick, figure 6: points with the moments of the training data."""
    of = {int(row["epoch"]): near(row) for row in rows("hanin-6") if row["points"] == "matched"}
    yield "experiments.md", f"{of[0]} before training, {of[10]} after 10 epochs, {of[50]} after 50"
    found = [row for row in rows("hanin-6-initial") if row["points"] == "moments of the data"]
    narrow = [row for row in found if (row["depth"], row["width"]) == ("4 layers", "8")]
    means = sorted(float(row["mean"]) for row in found if row not in narrow)
    yield "experiments.md", f"{means[0]:.2f} to {means[-1]:.2f} unless narrow for the depth"
    yield "experiments.md", f"({near(narrow[0])} with four layers of 8)"


def regions_in_training():
    """Hanin and Rolnick, figures 5 and 6 on Fashion-MNIST."""
    of = {
        tuple(row[key] for key in ("network", "domain", "epoch")): float(row["mean"])
        for row in rows("fashion/hanin-5")
    }
    names = list(dict.fromkeys(name for name, *_ in of))
    ends = [[of[name, "whole line", epoch] for name in names] for epoch in "04"]
    before, after = ("{:.2f}, {:.2f} and {:.2f}".format(*x) for x in ends)
    yield "experiments.md", f"whole lines {before} before, {after} after"
    some = [of[names[0], "segment from 0 to the point", epoch] for epoch in ("0", "0.5", "4")]
    said = "{:.2f}, {:.2f} after half an epoch and {:.2f}".format(*some)
    yield "experiments.md", f"3 layers of 32, {said}"
    of = defaultdict(list)
    for row in rows("fashion/hanin-6"):
        of[row["network"]].append(float(row["mean"]))
    found = zip(*((x[0], max(x), x[-1]) for x in of.values()))
    before, most, after = ("{:.2f}, {:.2f} and {:.2f}".format(*x) for x in found)
    yield "experiments.md", f"{before} before, {most} at most and {after} after"


def points_near_boundaries():
    """Hanin and Rolnick, figure 7: shares of points nearer than 1/N and two smaller distances."""
    for table, kind, words in (
        ("hanin-7", "He; depth 4; width 16", "are {}, {} and {} % at random"),
        ("fashion/hanin-7", "before training", "{}, {} and {} % before training"),
        ("fashion/hanin-7", "after training", "{}, {} and {} % after 4 epochs"),
    ):
        found = [row for row in rows(table) if row["network"] == kind]
        points = sum(int(row["count"]) for row in found)
        near = [
            sum(int(row["count"]) for row in found if float(row["scaled"]) < 2**-power) / points
            for power in (0, 3.5, 6.5)
        ]
        yield "experiments.md", words.format(*(f"{100 * share:.2g}" for share in near))


def regions_of_squares():
    """Hanin and Rolnick, figure 8."""
    first, *_, last = rows("hanin-8")
    yield "experiments.md", f"only {near(first, 0)} and {near(last, 0)}"
    of = {row["epoch"]: row for row in rows("fashion/hanin-8")}
    first, lowest, last = (100 * float(of[epoch]["mean"]) / 192**2 for epoch in ("0", "0.2", "4"))
    yield "experiments.md", f"{first:.0f} %, {lowest:.0f} % after a fifth of an epoch, {last:.0f} %"


def pieces_of_slightly_noisy_sawtooths():
    """Hanin and Rolnick, figure 3, for all s: the first step of each direction."""
    first = {}
    for row in rows("hanin-3-deform"):
        first.setdefault(row["direction"], row["pieces"])
    one, two, three = first.values()
    yield "experiments.md", f"become {one}, {two} and {three} for every s up to"


def sampled_lengths():
    """Raghu, figure 1: what points on an arc miss after the last layer."""
    last = {row["points"]: 100 * float(row["missing"]) for row in rows("raghu-1-sampled")}
    hundred, thousand, million = last["100"], last["1000"], last["1000000"]
    yield "experiments.md", f"100 points {hundred:.0f} %, 1000 points {thousand:.0f} %"
    yield "experiments.md", f"10^6 points {million:.3f} %"


def trained_networks_of_large_variance():
    """Raghu, figures 8 and 11: shares in percent, and accuracies."""
    of = {row["epoch"]: float(row["accuracy"]) for row in rows("raghu-8")}
    yield "experiments.md", "{:.2f} before, {:.2f} after 2 epochs".format(of["0"], of["2"])
    yield "experiments.md", f"and {of['8']:.2f} after 8"
    last = [r for r in rows("raghu-8") if (r["points"], r["layer"]) == ("pictures", "12")]
    first, *_, end = (float(row["mean"]) for row in last)
    yield "experiments.md", f"from {first:.0f} to {end:.1f} on average"
    for name, number, words in (
        ("raghu-8", 0, "by {}, nearly all of it"),
        ("raghu-8", 3, "shorter by {}"),
        ("raghu-8", 4, "found, by {}, and less"),
        ("raghu-11", 0, "{} fewer on arcs between pictures"),
        ("raghu-11", 1, "{} fewer on random ones"),
        ("raghu-11", 3, "not found, {} fewer"),
    ):
        row = rows(f"{name}-claims")[number]
        middle, high = 100 * float(row["mean"]), 100 * float(row["high"])
        digits = 1 if middle > 99 else 0
        yield "experiments.md", words.format(
            f"{abs(middle):.{digits}f} ± {high - middle:.{digits}f} %"
        )


def growth_in_trained_networks():
    """Price and Tanner, figure 6."""
    grows, differs, _ = (rows("sparse-6-claims")[number::3] for number in range(3))
    for name, word in (("accuracy_before", "before"), ("accuracy_after", "after")):
        shares = (float(row[name]) for row in grows)
        words = "{:.2f}, {:.2f}, {:.2f}, {:.2f} and {:.2f}".format(*shares)
        yield "experiments.md", f"{words} {word}"
    yield "experiments.md", f"found, by {near(differs[1], 3)} at sigma_w = 1.5; not"
    yield "experiments.md", f"the least factor is 1 + {near(grows[0], 3)}"


def verdicts_of_trained_networks():
    """Price and Tanner, figure 6: on each line, between two classes, with the line."""
    verdicts = [row["verdict"] for row in rows("sparse-6-claims")]
    yes, no = ["found"], ["not significant"]
    wanted = [no + 4 * yes, 4 * yes + no, 3 * yes + 2 * no]
    return [verdicts[number::3] for number in range(3)] == wanted


def vertices_of_more_inputs():
    """Hanin and Rolnick, Theorem 3 in codimension 3 and 4."""
    of = {(row["codimension"], row["layers"], row["width"]): row for row in rows("hanin-density-k")}
    shown = []
    for shape in ("334", "425"):
        row = of[tuple(shape)]
        for name in ("mean", "theorem", "function", "function_theorem"):
            high = row["high" if name == "mean" else f"{name}_high"]
            shown.append(near({"mean": row[name], "high": high}))
    words = "{} and {} for activation regions, {} and {} for linear regions; "
    words += "four inputs, two layers of 5: {} and {}, {} and {}."
    yield "experiments.md", words.format(*shown)


def bounds_of_corollary_4():
    """Hanin and Rolnick: for k = 1, 2, 3, at most and at least, measured and stated."""
    found = [row for row in rows("lemmas") if row["item"] == "Hanin Corollary 4"]
    for word, sign in (("most", "p(0)^k E \\|J\\| = "), ("least", "")):
        these = [row for row in found if row["statement"].endswith(f"at {word}")]
        stated = ("{:.2g}".format(float(row["stated"])) for row in these)
        yield "experiments.md", f"at {word} {sign}" + "{}, {} and {}".format(*stated)
        shown = (near(row, 4 if float(row["mean"]) < 0.04 else 3) for row in these)
        yield "experiments.md", "{}, {} and {}".format(*shown)


def walks():
    """Raghu, Conjecture 1: how far networks stay below the random walk."""
    narrow, wide, *_ = rows("raghu-10-claims")
    yield "experiments.md", f"is {near(narrow, 3)} at width 8 and {near(wide, 3)} at width 32"


def both_boundaries():
    """Hanin and Rolnick, Theorem 3: all units, and good ones only."""
    (row,) = [x for x in rows("hanin-density") if (x["depth"], x["width"]) == ("4 layers", "4")]
    shown = []
    for name in ("mean", "theorem", "function", "function_theorem"):
        high = float(row["high" if name == "mean" else f"{name}_high"]) - float(row[name])
        shown.append(f"{float(row[name]):.2f} ± {high:.2f}")
    yield "experiments.md", f"{shown[0]} and {shown[1]} for the boundary of activation regions"
    yield "experiments.md", f"{shown[2]} and {shown[3]} for that of linear regions"


def densities_agree():
    """A verdict that can fail: the difference of the two sides has an interval around 0."""
    names = ("inside", "vertices_inside", "function_inside")
    planes = [row[name] for row in rows("hanin-density") for name in names]
    more = [row[name] for row in rows("hanin-density-k") for name in ("inside", "function_inside")]
    return {"yes"} == {*planes, *more}


TRUE = {
    "the remaining depth is the paper's": remaining_is_that_of_the_paper,
    "networks that are not trained have no verdict": no_verdict_on_untrained_networks,
    "growth in trained networks is found where the page says": verdicts_of_trained_networks,
    "both sides of Theorem 3 agree": densities_agree,
    "charts are of the papers' quantities": charts_show_what_the_papers_show,
    "figure 5 has three architectures within an epoch": architectures_within_an_epoch,
    "two statements of lemmas.csv fail": only_two_statements_fail,
    "planes go through points of three labels": triples_have_three_labels,
}
SAID = [
    factors_between_layers,
    regions_of_one_map,
    distances_of_matched_points,
    regions_in_training,
    points_near_boundaries,
    regions_of_squares,
    pieces_of_slightly_noisy_sawtooths,
    sampled_lengths,
    trained_networks_of_large_variance,
    growth_in_trained_networks,
    vertices_of_more_inputs,
    bounds_of_corollary_4,
    both_boundaries,
    walks,
]

wrong = False
for words, holds in TRUE.items():
    right = holds()
    print("ok" if right else "not ok", words)
    wrong |= not right
for found in SAID:
    for page, words in found():
        said = words in " ".join((DOCS / page).read_text().split())
        print("ok" if said else "not ok", f"{page} says: {words}")
        wrong += not said
sys.exit(wrong > 0)
