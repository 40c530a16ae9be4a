"""search for a network with many regions

A climb begins with random integer weights. Each step changes a few of them and counts exactly. The
result is a lower bound on the maximum and nothing else: there may be better networks.
"""

from __future__ import annotations

import json
import math
import multiprocessing
import operator
import os
import random
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count as numbers_from
from typing import Any, Optional, Union

from crease._command import Command, natural, start, whole
from crease._domain import Box, Domain, Polytope
from crease._native import ffi, lib
from crease._network import Network, load, parse
from crease._run import check, new_error
from crease._bounds import widths_of

QUANTITIES = ("activation", "linear")
RANGE, CLIMBS, STEPS = 16, 16, 10000
MOST_RANGE, MOST_WEIGHTS = 10**6, 10**6
BITS = 53  # of a bias


@dataclass(frozen=True)
class Found:
    """The best network of a search: the most regions, then the first climb, then the first step.

    Attributes
    ----------
    net, regions
        None and 0 if a limit stopped the search before anything was counted.
    climb, step
        The ones that found it, from 1.
    climbs, steps
        How many there were in all.
    complete
        False if a limit or an interrupt stopped the search.
    """

    net: Optional[Network]
    regions: int
    climb: int
    step: int
    climbs: int
    steps: int
    complete: bool
    seconds: float


@dataclass(frozen=True)
class _Task:
    """What all climbs share; domains and networks are passed to other processes as texts."""

    widths: tuple[int, ...]
    domain: tuple[Any, ...]  # arguments of Domain
    maximize: str
    activation: str
    weight_range: int
    steps: int
    goal: Optional[int]
    seed: int
    start: Optional[list[list[list[int]]]]  # rows by layer
    deadline: Optional[float]
    memory_limit: Optional[int]


class _Climb:
    """Random changes, exact counts. A row of a layer is its weights, and then its bias."""

    def __init__(self, task: _Task, index: int):
        self.task = task
        self.random = random.Random(f"{task.seed} {index}")
        rank = int(task.activation.partition(":")[2]) if "maxout" in task.activation else 1
        last = len(task.widths) - 2
        self.rows: list[list[list[int]]] = []
        for l, (inputs, units) in enumerate(zip(task.widths, task.widths[1:])):
            layer = [[0] * (inputs + 1) for _ in range(units * (rank if l < last else 1))]
            self.rows.append(layer)
            for row in layer:
                self.draw_row(l, row)
        for l, layer in enumerate(task.start or []):
            for row, begun in zip(self.rows[l], layer):
                row[:-1] = begun[:-1] + [0] * (len(row) - len(begun))
                row[-1] = begun[-1]
        # The output layer has no creases, but it can make neighbours alike.
        movable = self.rows if task.maximize == "linear" else self.rows[:-1]
        self.movable = [(l, r) for l, layer in enumerate(movable) for r in range(len(layer))]
        net = self.network()
        self.domain = Domain(*task.domain)
        self.error = new_error()
        limits = {"max_regions": 2**64 - 1, "threads": 1, "memory_limit": task.memory_limit or 0}
        self.options = ffi.new("crease_options *", limits)
        self.linear = ffi.new("crease_linear_counts *")
        self.counts = ffi.gc(ffi.new("crease_counts *"), lib.crease_counts_clear)
        lib.crease_counts_init(self.counts, net.pointer)

    # ---- Changes ----

    def draw(self) -> int:
        return self.random.randint(-self.task.weight_range, self.task.weight_range)

    def aim(self, l: int, row: list[int]) -> None:
        """Chooses the bias with which a row is about 0 at a random point.

        In deep layers, where values are large, a bias from a fixed range would nearly always leave
        the row with one sign.
        """
        most = self.task.weight_range
        y = [self.draw() / self.random.randint(1, most) for _ in range(self.task.widths[0])]
        for layer in self.rows[:l]:
            y = _apply(self.task.activation, [_value(above, y) for above in layer])
        bias = row[-1] - math.floor(_value(row, y))
        if bias.bit_length() < BITS:
            row[-1] = bias

    def draw_row(self, l: int, row: list[int]) -> None:
        row[:-1] = [self.draw() for _ in row[1:]]
        self.aim(l, row)

    def change_number(self, l: int, row: list[int]) -> None:
        i = self.random.randrange(len(row))
        if i == len(row) - 1:
            self.aim(l, row)
        else:
            row[i] = self.draw()

    def shift_number(self, l: int, row: list[int]) -> None:
        """One more or one less, or up to a quarter of the range."""
        i, most = self.random.randrange(len(row)), self.task.weight_range
        is_large = i == len(row) - 1 or abs(row[i]) > most  # of a start
        far = abs(row[i]) // 4 + 1 if abs(row[i]) > most else most // 4 + 1
        by = self.random.randint(1, far if self.random.getrandbits(1) else 1)
        shifted = row[i] + (by if self.random.getrandbits(1) else -by)
        if shifted.bit_length() <= BITS if is_large else abs(shifted) <= most:
            row[i] = shifted

    def negate_row(self, l: int, row: list[int]) -> None:
        """The same crease, with the other side active."""
        row[:] = [-x for x in row]

    def copy_row(self, l: int, row: list[int]) -> None:
        """Parallel to another row of the layer: what folds once many ways is best crossed alike."""
        sign = self.random.choice((-1, 1))
        row[:-1] = [sign * x for x in self.random.choice(self.rows[l])[:-1]]
        self.aim(l, row)

    KINDS = (
        *(shift_number, shift_number, shift_number, change_number, change_number),
        *(draw_row, negate_row, copy_row),
    )

    # ---- Steps ----

    def text(self, about: str = "") -> str:
        last = len(self.rows) - 1
        layers = (
            f'{{"weights": {[row[:-1] for row in layer]}, "bias": {[row[-1] for row in layer]}, '
            f'"activation": "{self.task.activation if l < last else "linear"}"}}'
            for l, layer in enumerate(self.rows)
        )
        inputs, about = self.task.widths[0], json.dumps(about)
        return f'{{"inputs": {inputs}, "about": {about}, "layers": [{", ".join(layers)}]}}'

    def network(self) -> Network:
        return parse(self.text(), "search")

    def count(self) -> Optional[int]:
        """The regions; None if a limit was reached."""
        if self.task.deadline is not None:
            left = self.task.deadline - time.monotonic()
            if left <= 0:
                return None
            self.options.time_limit = left
        net = self.network().pointer
        where = (net, self.domain.pointer, self.options)
        if self.task.maximize == "linear":
            status = lib.crease_count_linear(self.counts, self.linear, *where, self.error)
        else:
            status = lib.crease_walk(self.counts, *where, ffi.NULL, self.error)
        check(status, self.error)
        if status == lib.CREASE_STOPPED:
            return None
        if self.task.maximize == "linear":
            return int(self.linear.linear_regions)
        return int(self.counts.activation_regions)

    def loss(self) -> int:
        """A loss of one is taken once in 16 times, of two once in 256: plateaus need a way out."""
        loss = 0
        while self.random.getrandbits(4) == 0:
            loss += 1
        return loss

    def run(self, is_stopped: Callable[[], bool]) -> "_Climbed":
        best = _Climbed()
        try:
            for step, regions in enumerate(self.ascend(is_stopped), 1):
                best.steps = step
                if regions > best.regions:
                    best.regions, best.step, best.text = regions, step, self.text()
                if self.task.goal and regions >= self.task.goal:
                    break
            else:
                best.complete = best.steps == self.task.steps
        except KeyboardInterrupt:
            best.complete = False
        return best

    def ascend(self, is_stopped: Callable[[], bool]) -> Iterator[int]:
        """The counts of one step after the other, while `rows` is what was counted."""
        stands = 0
        for step in range(self.task.steps):
            before = [[[*row] for row in layer] for layer in self.rows]
            while step:  # one change half of the time, two a quarter of it
                l, r = self.random.choice(self.movable)
                self.random.choice(self.KINDS)(self, l, self.rows[l][r])
                if self.random.getrandbits(1):
                    break
            regions = None if is_stopped() else self.count()
            if regions is None:
                return
            yield regions
            if regions + self.loss() >= stands:
                stands = regions
            else:
                self.rows = before


@dataclass
class _Climbed:
    regions: int = 0
    step: int = 0
    steps: int = 0
    text: str = ""
    complete: bool = True


def _value(row: list[int], y: Sequence[float]) -> float:
    return sum((w * x for w, x in zip(row, y)), float(row[-1]))


def _apply(activation: str, z: list[float]) -> list[float]:
    """The values of units from those of their rows, in doubles: they choose a bias, no more."""
    name, _, given = activation.partition(":")
    if name == "maxout":
        return [max(z[i : i + int(given)]) for i in range(0, len(z), int(given))]
    if name == "pwl":
        breaks, slopes, value = (
            [float(Fraction(x)) for x in part.split(",")] for part in given.split(";")
        )
        return [_piecewise(breaks, slopes, value[0], x) for x in z]
    slope = float(Fraction(given)) if name == "leaky" else 0.0
    functions: dict[str, Callable[[float], float]] = {
        "relu": lambda x: max(x, 0.0),
        "leaky": lambda x: x if x > 0 else slope * x,
        "abs": abs,
        "hardtanh": lambda x: min(max(x, -1.0), 1.0),
        "linear": lambda x: x,
    }
    return [functions[name](x) for x in z]


def _piecewise(breaks: list[float], slopes: list[float], value: float, x: float) -> float:
    """The value at 0 and the integral of the slope from there."""
    lo, hi = min(x, 0.0), max(x, 0.0)
    ends = [-math.inf, *breaks, math.inf]
    rise = sum(
        slope * max(0.0, min(hi, end) - max(lo, begin))
        for slope, begin, end in zip(slopes, ends, ends[1:])
    )
    return value + math.copysign(rise, rise * x)


# ---- All climbs ----

_stopped: Any = None  # shared by processes: climbs after this number are not needed


def _begin_process(stopped: Any) -> None:
    global _stopped
    _stopped = stopped
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _climb(work: tuple[_Task, int]) -> _Climbed:
    task, index = work
    climbed = _Climb(task, index).run(lambda: bool(_stopped.value < index))
    if task.goal and climbed.regions >= task.goal:
        _stopped.value = index  # of two at a time either is right: it only ends work early
    return climbed


def _rows_of(start: Network, widths: Sequence[int], activation: str) -> list[list[list[int]]]:
    """The rows of a network as integers, each divided by its content.

    That is a positive number, which leaves the crease where it is; the weights of what comes after
    are multiplied by it.
    """
    fits = start.inputs == widths[0] and len(start.layers) < len(widths) and activation == "relu"
    content, result = [Fraction(1)] * start.inputs, []
    for l, (weights, biases, name) in enumerate(start.layers):
        fits = fits and len(biases) <= widths[l + 1]
        fits = fits and name == ("relu" if l + 2 < len(widths) else "linear")
        layer, own = [], []
        for row, bias in zip(weights, biases):
            x = [w * c for w, c in zip(row, content)] + [bias]
            divisor = math.gcd(*(a.numerator for a in x)) or 1
            own.append(Fraction(divisor, math.lcm(*(a.denominator for a in x))))
            layer.append([int(a / own[-1]) for a in x])
            if any(a.bit_length() > BITS for a in layer[-1]):
                raise ValueError(
                    f"start: expected weights that are integers of at most {BITS} bits, up to a "
                    "factor of the unit"
                )
        result.append(layer)
        content = own
    if not fits:
        raise ValueError(
            "start: expected a relu network with the same inputs and no more layers and units than "
            "are searched"
        )
    return result


def _checked(task: _Task) -> None:
    """Refuses what a climb cannot do, with the message of the library if it has one."""
    widths = "-".join(map(str, task.widths))
    if len(task.widths) < 3 or min(task.widths) < 1:
        raise ValueError(f"widths: expected inputs, hidden layers and outputs, found {widths}")
    if not 1 <= task.weight_range <= MOST_RANGE:
        raise ValueError(
            f"weight_range: expected a number from 1 to {MOST_RANGE}, found {task.weight_range}"
        )
    if sum(map(operator.mul, task.widths, task.widths[1:])) > MOST_WEIGHTS:
        raise ValueError(f"widths: expected at most {MOST_WEIGHTS} weights, found {widths}")
    if task.maximize not in QUANTITIES:
        raise ValueError(f"maximize: expected one of {', '.join(QUANTITIES)}")
    unit = {"inputs": 1, "layers": [{"weights": [[0]], "bias": [0], "activation": task.activation}]}
    if not task.activation.startswith("maxout:"):
        parse(json.dumps(unit), "activation")


def search(
    widths: Union[str, Sequence[int]],
    *,
    box: Optional[Box] = None,
    polytope: Optional[Polytope] = None,
    maximize: str = "activation",
    activation: str = "relu",
    weight_range: int = RANGE,
    climbs: Optional[int] = None,
    steps: int = STEPS,
    goal: Optional[int] = None,
    seed: int = 0,
    start: Optional[Network] = None,
    timeout: Optional[float] = None,
    memory_limit: Optional[int] = None,
    processes: Optional[int] = None,
    progress: Optional[Callable[[int, int], object]] = None,
) -> Found:
    """Searches for a network with as many regions in a domain as possible.

    The result is the same for any number of processes, unless a limit stops the search.

    Parameters
    ----------
    maximize
        "activation" or "linear" regions.
    weight_range
        Weights are integers from -weight_range to weight_range.
    climbs, steps
        The climbs, and the steps of each. climbs None: 16, and with a timeout no end.
    goal
        Stop at this number of regions.
    memory_limit
        Bytes of each process at which its climb ends.
    start
        A relu network of no more layers and units, which every climb begins with.
    progress
        Called after each climb with the number of climbs and the most regions so far.

    Examples
    --------
    >>> search("2-3-1", goal=7, climbs=2).regions
    7
    """
    limits = {"climbs": climbs, "steps": steps, "goal": goal, "timeout": timeout}
    for name, value in (limits | {"processes": processes}).items():
        if value is not None and not value > 0:
            raise ValueError(f"{name} is {value!r}; it must be greater than 0")
    begun, sizes = time.monotonic(), tuple(widths_of(widths))
    deadline = None if timeout is None else begun + timeout
    domain = (sizes[0], box, polytope)
    ends = (deadline, memory_limit)
    rows = None if start is None else _rows_of(start, sizes, activation)
    task = _Task(
        sizes, domain, maximize, activation, weight_range, steps, goal, seed, rows, *ends
    )
    _checked(task)
    about = Domain(*domain)
    unlimited = climbs is None and timeout is not None
    indices: Iterable[int] = numbers_from() if unlimited else range(climbs or CLIMBS)
    best, best_climb, all_climbs, all_steps, complete = _Climbed(), 0, 0, 0, True
    for index, climbed in enumerate(_climbed(task, indices, processes)):
        all_climbs, all_steps = all_climbs + 1, all_steps + climbed.steps
        if climbed.regions > best.regions:
            best, best_climb = climbed, index + 1
        if progress:
            progress(all_climbs, best.regions)
        if goal and climbed.regions >= goal:
            best, best_climb, complete = climbed, index + 1, True
            break
        complete = complete and climbed.complete
    net = None
    if best.text:
        net = parse(best.text, "search")
        kind = f"{best.regions} {maximize} regions over {about}; activation {activation}"
        origin = f"seed {seed}, climb {best_climb}, step {best.step}"
        net = Network(
            net.layers,
            f"best of a search of {'-'.join(map(str, sizes))}: {kind}, integer weights from "
            f"-{weight_range} to {weight_range}; {origin}",
        )
    seconds = time.monotonic() - begun
    return Found(net, best.regions, best_climb, best.step, all_climbs, all_steps, complete, seconds)


def _climbed(task: _Task, indices: Iterable[int], processes: Optional[int]) -> Iterator[_Climbed]:
    """The climbs in their order. After an interrupt or at the deadline no other is begun."""
    global _stopped
    _stopped = multiprocessing.RawValue("q", 2**62)
    count = processes or len(os.sched_getaffinity(0))
    if count == 1:
        for index in indices:
            climbed = _climb((task, index))
            yield climbed
            if not climbed.complete:
                return
        return
    with multiprocessing.Pool(count, _begin_process, (_stopped,)) as pool:
        waiting: deque[Any] = deque()
        is_over = False
        for index in indices:
            waiting.append(pool.apply_async(_climb, ((task, index),)))
            if len(waiting) > 2 * count:
                climbed = _result(waiting.popleft())
                is_over = not climbed.complete
                yield climbed
            if is_over:
                break
        while waiting:
            yield _result(waiting.popleft())


def _result(climb: Any) -> _Climbed:
    while True:
        try:
            result: _Climbed = climb.get()
            return result
        except KeyboardInterrupt:
            _stopped.value = -1


# ---- The command ----


def main(words: Optional[Sequence[str]] = None) -> int:
    """The command: prints the result, and returns the exit status."""
    command = Command("search", "WIDTHS", __doc__)
    command.add_argument("widths", metavar="WIDTHS")
    add = command.option
    add("--box", "LO,HI,...", "LO,HI for every input, or a pair for each.")
    add("--polytope", "FILE", "The polytope of an H-representation.")
    add("--maximize", "activation|linear", "Which regions.", default="activation")
    add("--activation", "NAME", "Of the hidden layers, as in a network file.", default="relu")
    add("--weight-range", "N", "Weights are integers from -N to N.", type=natural, default=RANGE)
    add("--climbs", "N", "Default: 16, with a time limit no end.", type=natural)
    add("--steps", "N", f"Of each climb; default: {STEPS}.", type=natural, default=STEPS)
    add("--goal", "N", "Stop at this number of regions.", type=natural)
    add("--seed", "S", "Of the random changes; default: 0.", type=whole, default=0)
    add("--start", "FILE", "A network that every climb begins with.")
    command.limit_options()
    add("-o --output", "FILE", "The best network; - is standard output.")
    add("--json", "", "Print one JSON object.")
    given = vars(command.read(words))
    output, as_json, first = given.pop("output"), given.pop("json"), given.pop("start")
    given["timeout"], given["processes"] = given.pop("time_limit"), given.pop("threads") or None
    try:
        report = _show if sys.stderr.isatty() else None
        result = search(**given, start=load(first) if first else None, progress=report)
        if output and result.net:
            result.net.save(output)
    except (OSError, ValueError) as problem:
        return command.fail(problem)
    if report:
        print(file=sys.stderr)
    if output != "-":
        _print(result, given, as_json)
    return 0 if result.complete else 3


def _show(climbs: int, regions: int) -> None:
    """One line of a terminal, written over each time."""
    print(f"\rclimbs: {climbs}, most regions: {regions} ", end="", file=sys.stderr, flush=True)


def _print(result: Found, given: dict[str, Any], as_json: bool) -> None:
    names = ("regions", "climb", "step", "climbs", "steps", "complete", "seconds")
    row = {name: given[name] for name in ("widths", "maximize", "seed")}
    row |= {name: getattr(result, name) for name in names}
    if result.net:
        row |= {"network_sha256": result.net.sha256, "about": result.net.about}
    if as_json:
        print(json.dumps(row, indent=2))
    else:
        for name, value in row.items():
            text = ("no", "yes")[value] if isinstance(value, bool) else value
            print(f"{name.replace('_', ' '):15} {text}")


if __name__ == "__main__":
    start(main)
