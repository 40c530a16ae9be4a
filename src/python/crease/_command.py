"""The commands of the module: options, help and errors in the style of the tool."""

from __future__ import annotations

import argparse
import contextlib
import difflib
import math
import os
import re
import signal
import sys
import textwrap
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn, Optional

from crease import _run
from crease._domain import Domain, read_points
from crease._native import ffi, lib
from crease._network import Network, load
from crease._numbers import Number, fraction
from crease._run import Undecided, limit

_INDENT, _WIDTH = 24, 79
_HELP = Path(__file__).with_name("help.txt")  # of the tool: a section for each option


def positive(text: str, unit: str = "") -> float:
    """The value of an option: a number above 0."""
    try:
        value = float(text) if re.fullmatch("[0-9.][0-9.eE+-]*", text) else 0  # not 1_0
    except ValueError:
        value = 0
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f'takes a positive decimal number{unit}, not "{text}"')
    return value


def _age() -> float:
    """Seconds since this program began: the start of Python takes a part of any limit."""
    try:
        with open("/proc/self/stat", encoding="ascii", errors="replace") as file:
            ticks = file.read().rpartition(")")[2].split()[19]
        return time.clock_gettime(time.CLOCK_BOOTTIME) - int(ticks) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError):
        return 0.0


def seconds(text: str) -> float:
    """The value of a limit of time: what is left of it."""
    return max(positive(text, " of seconds") - max(_age(), 0.0), 1e-9)


def size(text: str) -> Optional[int]:
    """The value of a limit of memory: bytes, as the tool reads them."""
    if text == "none":
        return None
    found = re.fullmatch(r"([0-9.][0-9.eE+-]*)(?:([kKMGT])(i?B)?|B)?", text)
    try:
        value = float(found[1]) if found else 0
    except ValueError:
        value = 0
    if found and found[2]:
        value *= (1000 if found[3] == "B" else 1024) ** ("KMGT".index(found[2].upper()) + 1)
    if not 1 <= value < 2**62:
        raise argparse.ArgumentTypeError(
            f'takes a size like 500M, 2G or 1.5GiB, or none, not "{text}"'
        )
    return int(value)


def _memory_allowed() -> Optional[int]:
    """Three quarters of the machine's memory, or of what a control group allows, as in the tool."""
    try:
        sizes = [os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")]
        groups = Path("/proc/self/cgroup").read_text("ascii", "replace").splitlines()
    except (OSError, ValueError):
        return None
    group = Path(next((line[3:] for line in groups if line.startswith("0::")), "/"))
    for each in (group, *group.parents):
        with contextlib.suppress(OSError, ValueError):  # "max" is none
            sizes.append(int(Path(f"/sys/fs/cgroup{each}/memory.max").read_text()))
    return min(sizes) * 3 // 4


def natural(text: str) -> int:
    """The value of an option: an integer above 0."""
    if not re.fullmatch("[0-9]+", text) or int(text) < 1:
        raise argparse.ArgumentTypeError(f'takes an integer from 1 on, not "{text}"')
    return int(text)


def whole(text: str) -> int:
    """The value of an option: any integer."""
    if not re.fullmatch("-?[0-9]+", text):
        raise argparse.ArgumentTypeError(f'takes an integer, not "{text}"')
    return int(text)


def _help_of_tool(name: str) -> tuple[str, str]:
    """What the help of the tool says of an option: what stands for its value, and a text."""
    title, text = next(
        part.split("\n", 1)
        for part in _HELP.read_text(encoding="utf-8").split("\n= ")
        if part.split(maxsplit=1)[0] == name
    )
    return title.partition(" ")[2], " ".join(text.split())


class _Version(argparse.Action):
    def __init__(self, **how: Any):
        super().__init__(nargs=0, default=argparse.SUPPRESS, **how)

    def __call__(self, *_: Any) -> None:
        print(ffi.string(lib.crease_version()).decode())
        sys.exit(0)


def _is_same_file(path: str, other: Any) -> bool:
    try:
        return isinstance(other, str) and os.path.samefile(path, other) and os.path.isfile(path)
    except (OSError, ValueError):
        return False


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
        self.add_argument("-V", "--version", action=_Version, help=_help_of_tool("--version")[1])

    def option(
        self, names: str, argument: Optional[str] = None, text: Optional[str] = None, **how: Any
    ) -> None:
        """One row of the help. A flag has the argument ""; "A|B" are the words that it may be.

        Without them it is an option of the tool, which has both.
        """
        if argument is None or text is None:
            argument, text = _help_of_tool(names.split()[-1])
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
        given = self.parse_intermixed_args(left)
        if (memory := getattr(given, "memory_limit", None)) and memory < _run.memory_taken():
            taken = _run.memory_taken() / 2**20
            sys.exit(self.fail(f"--memory-limit: the command itself takes {taken:.4g} MiB"))
        for name in ("output", "certificate"):
            path = getattr(given, name, None)
            others = [value for key, value in vars(given).items() if key != name]
            if path and any(_is_same_file(path, value) for value in others):
                sys.exit(self.fail(f"--{name}: {path} is read, and would be written over"))
        return given

    def format_help(self) -> str:
        first, *rest = self._about.split("\n\n")
        usage = " ".join(["Usage:", self.prog, *self._operands.split(), "[options]"])
        lines = [f"{self.prog}: {first}", usage, ""]
        for part in rest:  # tables and examples are left as they are
            lines += [part if "  " in part else textwrap.fill(part, _WIDTH), ""]
        lines.append("Options:")
        rows = [action for action in self._actions if action.option_strings]
        for action in rows[2:] + rows[:2]:
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
        """Ends the program with the words of the tool for an error of argparse."""
        kind, _, rest = message.partition(": ")
        name = kind.removeprefix("argument ").split("/")[-1]
        problem, hint = message, f"see '{self.prog} --help'"
        if kind == "unrecognized arguments":
            word = next((w for w in rest.split() if w.startswith("-")), rest).partition("=")[0]
            near = difflib.get_close_matches(word, self._option_string_actions, 1)
            problem = f"unknown option '{word}'" if word[0] == "-" else f'unexpected "{word}"'
            hint = f"did you mean '{near[0]}'?" if near else hint
        elif kind.endswith("are required"):
            problem, hint = f"needs {rest.removesuffix(', NAME')}", self.format_usage().strip()
        elif rest == "expected one argument":
            problem = f"{name} needs a value"
        elif found := re.fullmatch(r"invalid choice: '(.*)' \(choose from (.*)\)", rest):
            listed = found[2].replace("'", "")
            problem = f'{name} is one of {listed}, not "{found[1]}"'
        elif found := re.fullmatch("ignored explicit argument '(.*)'", rest):
            problem = f'{name} takes no value, not "{found[1]}"'
        elif rest.startswith("takes"):
            problem = f"{name} {rest}"
        sys.exit(self.fail(f"{problem}; {hint}"))

    def format_usage(self) -> str:
        return f"usage: {self.prog} {self._operands} [options]\n"

    def fail(self, problem: Any) -> int:
        """Prints one line. Returns the exit status, 3 if a limit stopped the work."""
        status = 2
        if isinstance(problem, Undecided):
            problem = str(problem) or "the time limit was reached"
            status = 3
        if isinstance(problem, OSError):
            name = os.fsdecode(problem.filename or "")
            problem = f"{name}{name and ': '}{problem.strerror or problem}"
        line = "".join(c if c.isprintable() else "?" for c in f"{self.prog}: {problem}")
        print(line, file=sys.stderr)
        if status == 3 and _run.as_tool:
            end(status)
        return status

    # ---- Domains and limits, which the tool has too ----

    def domain_options(self) -> None:
        self.option("--box")
        self.option("--around")
        self.option("--radius")
        self.option("--slice")
        self.option("--polytope")
        self.option("--box-from-vnnlib")

    def net_options(self) -> None:
        self.option("--onnx-input")
        self.option("--onnx-output")
        self.option("--onnx-drop-last")
        self.option("--nnet-raw")

    def limit_options(self) -> None:
        self.option("--time-limit", type=seconds)
        self.option("--memory-limit", type=size, default=_memory_allowed())
        self.option("-j --threads", type=natural, default=0)


def _show(now: dict[str, float]) -> None:
    """One line of a terminal, written over about once a second."""
    done = f"{now['done']} of {now['total']}" if now["total"] > 1 else f"{now['regions']} regions"
    print(f"\r{done}, {now['seconds']:.1f} s\033[K", end="", file=sys.stderr, flush=True)


@contextlib.contextmanager
def limits_of(given: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """The options of calls, with progress on a terminal.

    What is done in Python inside of the context has the same limit.
    """
    is_terminal = sys.stderr.isatty()
    try:
        with limit(given.time_limit, given.memory_limit):
            yield {
                "timeout": given.time_limit,
                "memory_limit": given.memory_limit,
                "threads": given.threads,
                "progress": _show if is_terminal else False,
            }
    finally:
        if is_terminal:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def net_of(given: argparse.Namespace) -> Network:
    """The network that the command line names."""
    names = ("onnx_input", "onnx_output", "onnx_drop_last", "nnet_raw")
    return load(given.net, **{name: getattr(given, name) for name in names})


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
        if given.polytope:
            raise ValueError("--around excludes --polytope: only a box clips the ball")
        slice = points_of(given.slice) if given.slice else None
        domain = Domain.ball(_centre(given.around), given.radius, given.box, slice)
        if domain.inputs != net.inputs:
            raise ValueError(f"--around has {domain.inputs} coordinates, not {net.inputs}")
        return domain
    if not given.box and not given.slice and not given.polytope:
        return None
    return net.domain(given.box, given.polytope, points_of(given.slice) if given.slice else None)


def points_of(text: str) -> Sequence[Sequence[Number]]:
    """The points of P0;P1;.. or of a file."""
    if ";" in text:
        return [point.split(",") for point in text.split(";")]
    return read_points(text)


def _centre(text: str) -> Sequence[Number]:
    """X1,X2,.. or the one point of a file."""
    try:
        return [fraction(x) for x in text.split(",")]
    except ValueError:
        if "," in text:
            raise
    points = read_points(text)
    if len(points) != 1:
        raise ValueError(f"--around: expected one point, found {len(points)} in {text}")
    return points[0]


def end(status: int) -> NoReturn:
    """Ends the program at once: to free what it holds may take longer than a limit allows."""
    sys.stdout.flush()
    os._exit(status)


def start(main: Callable[[], int]) -> NoReturn:
    """Runs a command and ends the program. A closed pipe ends it silently."""
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    _run.as_tool = True
    sys.set_int_max_str_digits(0)
    try:
        if callable(signal.getsignal(signal.SIGINT)):  # that of the tool's start
            signal.signal(signal.SIGINT, signal.default_int_handler)
        end(main())
    except KeyboardInterrupt:
        end(3)
    except OSError as problem:  # the end of Python would try to write again
        print(f"crease: standard output: {problem.strerror}", file=sys.stderr, flush=True)
        os._exit(2)
