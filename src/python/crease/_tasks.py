"""Long work as a folder of tasks, which any executor of concurrent.futures computes."""

from __future__ import annotations

import functools
import os
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import FIRST_EXCEPTION, Future, wait
from typing import Any, Optional, TypeVar

from crease._native import ffi, lib
from crease._run import Error, Undecided, c_text, check, new_error

Method = TypeVar("Method", bound=Callable[..., Any])


def tasks_left(folder: Any) -> list[str]:
    """The names of the tasks of a folder that have no result yet."""
    error = new_error()
    text = lib.crease_tasks_left(c_text(folder), error)
    if text == ffi.NULL:
        check(lib.CREASE_ERROR, error)
    names = ffi.string(text).decode().split()
    lib.free(text)
    return list(names)


@functools.lru_cache(maxsize=4)
def _network(kind: Any, path: str, stamp: tuple[int, int]) -> Any:
    """Reads the network once in each process; another file of this name has another stamp."""
    name = c_text(path)
    return kind._read(lambda net, error: lib.crease_net_read(net, name, ffi.NULL, error))


def run_task(
    kind: Any,
    folder: str,
    task: str,
    method: str,
    arguments: tuple[Any, ...],
    options: dict[str, Any],
) -> None:
    """Computes a task of a network of this class, in any process."""
    path = os.path.join(folder, "network.json")
    file = os.stat(path)
    net = _network(kind, path, (file.st_ino, file.st_mtime_ns))
    if method == "certify":
        arguments = (os.devnull, *arguments[1:])  # written when tasks are merged
    step = ("RUN", folder, _question(method, options), task)
    getattr(net, method)(*arguments, **{"threads": 1, **options, "step": step})


# Options that do not change the result.
_MANNER = ("threads", "timeout", "memory_limit", "progress", "task_time", "step")


def _question(method: str, options: dict[str, Any]) -> str:
    return repr((method, sorted((k, repr(v)) for k, v in options.items() if k not in _MANNER)))


def _compute_tasks(
    submit: Callable[[str, Optional[float]], Future[None]], path: str, deadline: Optional[float]
) -> None:
    """Computes all tasks before the deadline, which those that have begun keep too."""
    while left := tasks_left(path):
        rest = None if deadline is None else deadline - time.monotonic()
        if rest is not None and rest <= 0:
            raise Undecided(
                f"the timeout has passed, and {len(left)} tasks have no result yet; "
                "the same call with the same folder goes on"
            )
        waiting = [submit(task, rest) for task in left]
        try:
            some = wait(waiting, rest, FIRST_EXCEPTION)
            for future in some.done:
                future.result()
        finally:
            for future in waiting:
                future.cancel()
        wait([future for future in waiting if not future.cancelled()])


def by_tasks(method: Method) -> Method:
    """Lets a method of a network take checkpoint=, executor=, folder=, tasks= and task_time=."""
    name = method.__name__

    @functools.wraps(method)
    def wrapper(
        net: Any,
        *arguments: Any,
        executor: Any = None,
        folder: Any = None,
        checkpoint: Any = None,
        tasks: Optional[int] = None,
        task_time: Optional[float] = None,
        **options: Any,
    ) -> Any:
        if executor is not None and checkpoint is not None:
            raise Error("checkpoint is for one process: an executor takes folder")
        if executor is None and (folder is not None or tasks is not None):
            raise Error("folder and tasks are for an executor: one process takes checkpoint")
        if executor is not None and options.get("images") == "always":
            raise Error("counting by images cannot be cut into tasks: leave out executor")
        question = _question(name, options)
        if task_time:
            options["task_time"] = task_time
        if executor is None and checkpoint is not None:
            options["step"] = ("ALL", checkpoint, question, None)
        if executor is None:
            return method(net, *arguments, **options)

        def submit(task: str, rest: Optional[float]) -> Future[None]:
            kept = {**options, "timeout": rest}
            job: Future[None] = executor.submit(
                run_task, type(net), path, task, name, arguments, kept
            )
            return job

        timeout = options.pop("timeout", None)
        if timeout is not None and not timeout > 0:
            raise ValueError(f"timeout is {timeout!r}; it must be greater than 0, or None")
        deadline = None if timeout is None else time.monotonic() + timeout
        with tempfile.TemporaryDirectory() as temporary:
            path = os.fspath(folder if folder is not None else temporary)
            os.makedirs(path, exist_ok=True)
            if not os.path.exists(os.path.join(path, "top")):
                net.save(os.path.join(path, "network.json"))
                step = ("SPLIT", path, question, 64 if tasks is None else tasks)
                method(net, *arguments, **{**options, "step": step})
            _compute_tasks(submit, path, deadline)
            options["step"] = ("MERGE", path, question, None)
            return method(net, *arguments, **options)

    return wrapper  # type: ignore[return-value]
