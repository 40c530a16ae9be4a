"""How a call to the library runs: errors, interrupts, limits, progress."""

from __future__ import annotations

import _thread
import ctypes
import difflib
import functools
import math
import os
import re
import threading
import time
from collections.abc import Callable
from numbers import Integral, Real
from typing import Any, Literal, Optional, TypeVar, Union, cast

from crease._native import ffi, lib

ARITHMETICS = {
    "filtered": lib.CREASE_FILTERED,
    "exact": lib.CREASE_EXACT,
    "float": lib.CREASE_FLOAT,
}

Result = TypeVar("Result")
Function = TypeVar("Function", bound=Callable[..., object])

#: True: a bar of tqdm where it is installed. Or a function called about once a second with the
#: numbers "regions", "share", "seconds", "done" and "total".
Progress = Union[bool, Callable[[dict[str, float]], object]]

#: Of work that is cut into tasks: its name, its folder, its question, a number or name of tasks.
Step = tuple[str, "str | os.PathLike[str]", str, Union[None, int, str]]


class Error(ValueError):
    """An error of the library, with its message.

    Attributes
    ----------
    file, line, column, where
        The file, or the name of the option, at fault; line and column from 1, 0 if there are none;
        the place inside a document.
    """

    def __init__(
        self, message: str, file: str = "", where: str = "", line: int = 0, column: int = 0
    ):
        super().__init__(message)  # all that pickle passes; the attributes follow
        self.file = file
        self.where = where
        self.line = line
        self.column = column


class Interrupted(KeyboardInterrupt):
    """An interrupt from the keyboard; `result` holds the partial result."""

    def __init__(self, message: str = "interrupted; .result is partial"):
        super().__init__(message)
        self.result: object = None


class Undecided(RuntimeError):
    """A limit stopped the work before a question was decided."""


def memory_taken() -> int:
    """Resident bytes of the process; 0 where the operating system does not say."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


class limit:
    """Ends what the calling thread does in Python, by `Undecided`, a little after a limit.

    The limits are of time, in seconds, and of the memory of the process, in bytes; None: none. The
    library ends at its own limit, with a partial result, and must not be left while it works: so
    nothing is raised inside of `Run.call`, but soon behind it.

    >>> with limit(0.01):
    ...     while True:
    ...         pass
    Traceback (most recent call last):
        ...
    crease._run.Undecided: the time limit was reached
    """

    _GRACE = 0.05  # for the library to end by itself
    _OFTEN = 0.02  # how often memory is measured
    _here = threading.local()  # the limits that hold in a thread

    def __init__(self, seconds: Optional[float], memory: Optional[int] = None):
        self.seconds = seconds
        self.memory = math.inf if memory is None else memory

    def __enter__(self) -> None:
        end = time.monotonic() + (math.inf if self.seconds is None else self.seconds)
        self._outer = limit.end()
        self._end = min(end, self._outer)
        self._holds = end < self._outer or self.memory < math.inf
        if not self._holds:  # that of the caller comes first
            return
        limit._here.end = self._end
        self._lock, self._over, self._sent = threading.Lock(), False, False
        self._thread = threading.get_ident()
        if not hasattr(limit._here, "held"):
            limit._here.held = [0]
        self._held = limit._here.held
        self._done = threading.Event()
        self._held[0] += 1  # raised in here, it would stay in force: __exit__ is not called
        try:
            threading.Thread(target=self._watch, name="crease limit", daemon=True).start()
        finally:
            self._held[0] -= 1

    @staticmethod
    def end() -> float:
        """When the calling thread's limits end, as time.monotonic() counts."""
        return getattr(limit._here, "end", math.inf)

    def _is_reached(self) -> str:
        """What is said of the limit that is reached; nothing if none is."""
        if time.monotonic() >= self._end + self._GRACE:
            return "the time limit was reached"
        taken = memory_taken() if self.memory < math.inf else 0
        if taken >= self.memory:
            return f"the memory limit was reached: {taken / 2**20:.4g} MiB in use"
        return ""

    def _watch(self) -> None:
        while True:
            left = max(self._end + self._GRACE - time.monotonic(), 0)
            left = min(left, threading.TIMEOUT_MAX)  # some centuries
            often = self.memory < math.inf or left == 0
            if self._done.wait(min(left or self._OFTEN, self._OFTEN) if often else left):
                return
            self._reason = self._is_reached()
            with self._lock:
                if self._reason and not self._over and not self._held[0]:
                    self._sent = True
                    _raise_in(self._thread, Undecided)
                    return

    def __exit__(self, kind: Any, raised: Any, trace: Any) -> None:
        if not self._holds:
            return
        limit._here.end = self._outer
        try:
            self._done.set()
            with self._lock:
                self._over = True
            if self._sent:
                _raise_in(self._thread, None)  # if it has not arrived yet
        except Undecided:  # it has arrived here
            pass
        while self._sent and raised:  # what was left half done may fail for it
            if isinstance(raised, Undecided) and not raised.args:
                raise Undecided(self._reason) from None
            raised = raised.__context__


def _raise_in(thread: int, kind: Any) -> None:
    """Has the interpreter raise an exception in a thread at its next step; None: no longer."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(thread), None if kind is None else ctypes.py_object(kind)
    )


def limited(function: Function) -> Function:
    """`timeout` and `memory_limit` of a function hold for what it does in Python too."""

    @functools.wraps(function)
    def wrapped(*given: Any, **options: Any) -> object:
        seconds, memory = options.get("timeout"), options.get("memory_limit")
        with limit(  # `Run` refuses other values
            float(seconds) if isinstance(seconds, Real) and float(seconds) > 0 else None,
            int(memory) if isinstance(memory, Integral) and int(memory) > 0 else None,
        ):
            return function(*given, **options)
        raise AssertionError  # not reached

    return cast(Function, wrapped)


def seed_of(seed: int) -> int:
    """The seed of random numbers."""
    if not isinstance(seed, Integral) or not 0 <= seed < 2**64:
        raise ValueError(f"seed is {seed!r}, not an integer from 0 to 2^64 - 1")
    return int(seed)


#: Whether messages name options as the tool does, such as --slice; else parameters.
as_tool = False
_TOOL_OPTION = re.compile(r"(?<![^\s(])--(slice|onnx-output|onnx-drop-last)\b")


def new_error() -> Any:
    return ffi.new("crease_error *")


def c_text(text: "str | os.PathLike[str]") -> bytes:
    """A text, or the name of a file, as C reads it: a NUL character would be its end."""
    encoded = os.fsencode(text)
    if b"\0" in encoded:
        raise ValueError(f"{text!r} has a NUL character")
    return encoded


def check(status: int, error: Any) -> None:
    if status == lib.CREASE_ERROR:
        text = ffi.new("char[1024]")
        message = ffi.string(lib.crease_error_text(text, len(text), error)).decode()
        if not as_tool:
            message = _TOOL_OPTION.sub(lambda found: found[1].replace("-", "_"), message)
        file, where = (ffi.string(x).decode(errors="replace") for x in (error.file, error.where))
        raise Error(message, file, where, error.line, error.column)


#: The options of every call that enumerates regions.
OPTIONS = ("arith", "timeout", "max_regions", "threads", "memory_limit", "progress")


#: Names that the tool and other libraries have for them.
_OTHER_NAMES = {"time_limit": "timeout", "seconds": "timeout", "jobs": "threads"}


def unknown_option(name: str, known: tuple[str, ...]) -> TypeError:
    near = [_OTHER_NAMES[name]] if name in _OTHER_NAMES else []
    near = [x for x in near if x in known]
    near = near or difflib.get_close_matches(name, (*known, "box", "polytope", "slice"), 1)
    is_near = near and near[0] != name
    hint = f"; did you mean {near[0]!r}?" if is_near else f", which are {', '.join(known)}"
    return TypeError(f"{name!r} is not a parameter of this call, nor among its options{hint}")


class Run:
    """The options of one call.

    Parameters
    ----------
    arith
        "filtered" (doubles with proved error bounds, integers where these do not decide), "exact"
        (integers only) or "float" (a tolerance; without any guarantee).
    timeout
        Seconds after which the work stops, with a partial result; None: no limit.
    max_regions
        Stop before one more region than this; None: no limit.
    threads
        0: one for each processor that the process may use.
    memory_limit
        Bytes of the whole process at which the work stops, with a partial result; None: no limit.
    progress
        True: a bar of tqdm where it is installed. Or a function that is called about once a second
        with a dictionary: regions, share, seconds, done, total.
    task_time, step
        Of work that is cut into tasks: see `crease._tasks`.
    """

    def __init__(
        self,
        arith: Literal["filtered", "exact", "float"] = "filtered",
        timeout: Optional[float] = None,
        max_regions: Optional[int] = None,
        threads: int = 0,
        memory_limit: Optional[int] = None,
        progress: Progress = False,
        task_time: Optional[float] = None,
        step: Optional[Step] = None,
        **unknown: object,
    ):
        if "images" in unknown:
            raise TypeError(
                "only count and certify go by images, everything else visits each region"
            )
        for name in unknown:
            raise unknown_option(name, OPTIONS)
        if arith not in ARITHMETICS:
            raise ValueError(f"arith is {arith!r}, not one of {', '.join(ARITHMETICS)}")
        limits = {"timeout": timeout, "max_regions": max_regions}
        limits |= {"threads": threads, "memory_limit": memory_limit}
        for name, value in limits.items():
            kind = Real if name == "timeout" else Integral
            if value is not None and not isinstance(value, kind):
                expected = "a number of seconds" if kind is Real else "an integer"
                raise TypeError(f"{name} is {value!r}, not {expected}")
        if timeout is not None and not timeout > 0:
            raise ValueError(f"timeout is {timeout!r}; it must be greater than 0, or None")
        if max_regions is not None and max_regions < 1:
            raise ValueError(f"max_regions is {max_regions!r}; it must be at least 1, or None")
        for name in ("threads", "memory_limit", "max_regions"):
            if not 0 <= (limits[name] or 0) < 2**64:
                raise ValueError(f"{name} is {limits[name]!r}; it must be from 0 to 2^64 - 1")
        self._end = min(time.monotonic() + (timeout or math.inf), limit.end())
        self.interrupted = False
        self.failure: Optional[BaseException] = None  # of a callback
        self._flag = ffi.new("sig_atomic_t *")
        self._handle = ffi.new_handle(self)
        self._show: Any
        self._show, self._close = _progress(progress)
        self.options = ffi.new(
            "crease_options *",
            {
                "arith": ARITHMETICS[arith],
                "max_regions": max_regions or 0,
                "threads": threads,
                "memory_limit": memory_limit or 0,
                "interrupt": self._flag,
            },
        )
        if step:
            self._set_step(task_time, *step)
        if self._show:
            self.options.progress = lib.crease_py_progress
            self.options.progress_data = self._handle

    def _set_step(
        self,
        task_time: Optional[float],
        step: str,
        folder: "str | os.PathLike[str]",
        question: str,
        what: Union[None, int, str],
    ) -> None:
        """One step of work that is split into tasks; what: their number, or the name of a task."""
        self._texts = [ffi.new("char[]", c_text(text)) for text in (folder, question)]
        self.options.folder, self.options.question = self._texts
        self.options.tasks_step = getattr(lib, f"CREASE_TASKS_{step}")
        self.options.task_time = task_time or 0
        if step == "SPLIT":
            self.options.tasks = what
        elif step == "RUN":
            self._texts.append(ffi.new("char[]", c_text(str(what))))
            self.options.task = self._texts[-1]

    def stop(self) -> None:
        """Ends the call early; from any thread."""
        self._flag[0] = 1

    def report(self, now: object) -> None:
        self._show(
            {name: getattr(now, name) for name in ("regions", "share", "seconds", "done", "total")}
        )

    def failed(self, failure: BaseException) -> None:
        """Keeps the exception of a callback, to be raised when the call has returned."""
        self.failure = self.failure or failure
        self.stop()

    def call(self, function: Callable[..., int], *arguments: object) -> int:
        """Calls C, which ends with an error record.

        The main thread waits beside the call, so that an interrupt reaches it. The lock of the
        interpreter is free meanwhile.
        """
        error = new_error()
        status = lib.CREASE_OK
        self._done: bool = False
        if self._end < math.inf:  # of all calls together
            self.options.time_limit = max(self._end - time.monotonic(), 1e-9)

        def work() -> None:
            nonlocal status
            if not first.acquire(blocking=False):
                return
            try:
                status = function(*arguments, error)
            except BaseException as failure:  # of converting the arguments
                self.failed(failure)
            finally:
                lib.vector_end_thread()
                self._done = True
                wake.release()

        first, wake = threading.Lock(), threading.Lock()
        wake.acquire()
        held = getattr(limit._here, "held", [0])
        held[0] += 1
        try:
            time.sleep(0)  # what was raised before arrives here
            if threading.current_thread() is not threading.main_thread():
                work()
            else:
                self._wait(work, wake)
        finally:
            held[0] -= 1
            if self._close:
                self._close()
        if self.failure:
            raise self.failure
        check(status, error)
        return int(status)

    def _wait(self, work: Callable[[], None], wake: Any) -> None:
        # C must not be left while it works, wherever an interrupt arrives: if it comes before it is
        # known that the thread was started, another one is, which finds that it is not the first.
        # Nothing here waits inside of threading, whose waits may be left half done. A signal that
        # another thread received does not wake this one, so it polls.
        is_started = False
        while True:
            try:
                if not is_started:
                    _thread.start_new_thread(work, ())
                    is_started = True
                while not self._done:
                    wake.acquire(timeout=0.1)
                return
            except KeyboardInterrupt:
                self.interrupted = True
                self.stop()

    def finish(self, result: Result) -> Result:
        """The result; after an interrupt from the keyboard it comes with the exception."""
        if self.interrupted:
            interrupted = Interrupted()
            interrupted.result = result
            raise interrupted
        return result


def _progress(
    wanted: Progress,
) -> tuple[Optional[Callable[[dict[str, float]], object]], Optional[Callable[[], object]]]:
    if not wanted:
        return None, None
    if callable(wanted):
        return wanted, None
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None, None
    bar = tqdm(unit=" regions", unit_scale=True)

    def show(now: dict[str, float]) -> None:
        bar.n = now["regions"] or now["done"]
        bar.refresh()

    return show, bar.close


@ffi.def_extern()
def crease_py_progress(data: Any, now: Any) -> None:
    run = ffi.from_handle(data)
    try:
        run.report(now)
    except BaseException as failure:  # whatever it is, it is raised behind the call
        run.failed(failure)
