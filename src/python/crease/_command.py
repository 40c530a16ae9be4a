"""The commands of the module: options, help and errors in the style of the tool."""

from __future__ import annotations

import argparse
import math
import signal
import sys
import textwrap
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, Optional

from crease._domain import Domain, read_points
from crease._network import Network
from crease._numbers import Number
from crease._run import Undecided

_INDENT, _WIDTH = 24, 79


def positive(text: str) -> float:
    """The value of an option: a number above 0."""
    value = float(text)
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"expected a positive number, found {text}")
    return value


def natural(text: str) -> int:
    """The value of an option: an integer above 0."""
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"expected an integer from 1 on, found {text}")
    return value


class Command(argparse.ArgumentParser):
    """The command line of `crease NAME`, which is python3 -m crease.NAME.

    Parameters
    ----------
    usage
        The operands: "QUESTION NET".
    about
        The text of the help; its first line says what the command does.
    """

    def __init__(self, name: str, usage: str, about: Optional[str]):
        super().__init__(prog=f"crease {name}", add_help=False, allow_abbrev=False)
        self._operands, self._about = usage, (about or "").strip()
        self.add_argument("-h", "--help", action="help", help="Print this help.")

    def option(self, names: str, argument: str, text: str, **how: Any) -> None:
        """One row of the help. A flag has no argument; "A|B" are the words that it may be."""
        if not argument:
            how["action"] = "store_true"
        elif "|" in argument and argument.islower():
            how["choices"] = argument.split("|")
        if argument:
            how["metavar"] = argument
        self.add_argument(*names.split(), help=text, **how)

    def read(self, words: Optional[Sequence[str]]) -> argparse.Namespace:
        """The values of the command line. The value of an option may begin with a minus."""
        left = list(sys.argv[1:] if words is None else words)
        i = 0
        while i < len(left) - 1 and left[i] != "--":
            action = self._option_string_actions.get(left[i])
            if action and action.nargs is None and left[i].startswith("--"):
                left[i : i + 2] = [f"{left[i]}={left[i + 1]}"]
            i += 1
        return self.parse_intermixed_args(left)

    def format_help(self) -> str:
        first, *rest = self._about.split("\n\n")
        usage = " ".join(["Usage:", self.prog, *self._operands.split(), "[options]"])
        lines = [f"{self.prog}: {first}", usage, ""]
        for part in rest:  # tables and examples are left as they are
            lines += [part if "  " in part else textwrap.fill(part, _WIDTH), ""]
        lines.append("Options:")
        rows = [action for action in self._actions if action.option_strings]
        for action in rows[1:] + rows[:1]:
            names = list(action.option_strings)
            if action.nargs is None:
                names[-1] += f"={action.metavar}"
                names[:-1] = [f"{name} {action.metavar}" for name in names[:-1]]
            head = "  " + ", ".join(names)
            text = textwrap.wrap(action.help or "", _WIDTH - _INDENT)
            if len(head) < _INDENT:
                head = head.ljust(_INDENT) + text.pop(0)
            lines += [head, *(" " * _INDENT + line for line in text)]
        return "\n".join(lines) + "\n"

    def error(self, message: str) -> NoReturn:
        sys.exit(self.fail(f"{message}; see '{self.prog} --help'"))

    def fail(self, problem: Any) -> int:
        """Prints one line. Returns the exit status, 3 if a limit stopped the work."""
        line = "".join(c if c.isprintable() else "?" for c in f"{self.prog}: {problem}")
        print(line, file=sys.stderr)
        return 3 if isinstance(problem, Undecided) else 2

    # ---- Domains and limits, which the tool has too ----

    def domain_options(self) -> None:
        self.option("--box", "LO,HI,...", "LO,HI for every input, or a pair for each.")
        self.option("--around", "POINT", "Only inputs near this point, X1,X2,...; see --radius.")
        self.option("--radius", "R", "How far any coordinate may differ from that of --around.")
        self.option("--slice", "FILE|P0;P1;...", "The line or plane through points.")
        self.option("--polytope", "FILE", "The polytope of an H-representation.")
        self.option("--box-from-vnnlib", "FILE", "The box of inputs of a property in VNN-LIB.")

    def limit_options(self) -> None:
        self.option("--time-limit", "SECONDS", "Stop after this much time.", type=positive)
        about = "Default: one for each processor."
        self.option("-j --threads", "N", about, type=natural, default=0)


def domain_of(net: Network, given: argparse.Namespace) -> Optional[Domain]:
    """The domain that the options name; None: the whole space."""
    if (given.around is None) != (given.radius is None):
        raise ValueError("--around and --radius need each other")
    if given.box_from_vnnlib:
        if given.box or given.around or given.slice or given.polytope:
            raise ValueError("--box-from-vnnlib excludes other domains")
        domain = Domain.of_property(given.box_from_vnnlib)
        if domain.dimension != net.inputs:
            raise ValueError("--box-from-vnnlib fixes inputs; use --slice")
        return domain
    if given.around:
        if given.slice or given.polytope:
            raise ValueError("--around excludes --slice and --polytope: only a box clips the ball")
        domain = Domain.ball(given.around.split(","), given.radius, given.box)
        if domain.inputs != net.inputs:
            raise ValueError(f"--around has {domain.inputs} coordinates, not {net.inputs}")
        return domain
    if not given.box and not given.slice and not given.polytope:
        return None
    return net.domain(given.box, given.polytope, _points(given.slice) if given.slice else None)


def _points(text: str) -> Sequence[Sequence[Number]]:
    """P0;P1;.. or the points of a file."""
    if ";" in text:
        return [point.split(",") for point in text.split(";")]
    return read_points(text)


def start(main: Callable[[], int]) -> NoReturn:
    """Runs a command and ends the program. A closed pipe ends it silently."""
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.set_int_max_str_digits(0)
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(3)
