"""Long work as a folder of tasks, which any executor of concurrent.futures computes."""

from __future__ import annotations

import functools
import os
import tempfile
from collections.abc import Callable
from typing import Any, Optional, TypeVar

from crease._native import ffi, lib
from crease._run import c_text, check, new_error

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
def _network(kind: Any, path: str) -> Any:
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
    net = _network(kind, os.path.join(folder, "network.json"))
    if method == "certify":
        arguments = (os.devnull, *arguments[1:])  # written when tasks are merged
    step = ("RUN", folder, _question(method, options), task)
    getattr(net, method)(*arguments, **{"threads": 1, **options, "step": step})


# Options that do not change the result.
_MANNER = ("threads", "timeout", "memory_limit", "progress", "task_time", "step")


def _question(method: str, options: dict[str, Any]) -> str:
    return repr((method, sorted((k, repr(v)) for k, v in options.items() if k not in _MANNER)))


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
        tasks: int = 64,
        task_time: Optional[float] = None,
        **options: Any,
    ) -> Any:
        if options.get("images") == "always":  # one process counts all
            executor = None
        question = _question(name, options)
        if task_time:
            options["task_time"] = task_time
        if executor is None and checkpoint is not None:
            options["step"] = ("ALL", checkpoint, question, None)
        if executor is None:
            return method(net, *arguments, **options)
        with tempfile.TemporaryDirectory() as temporary:
            path = os.fspath(folder if folder is not None else temporary)
            os.makedirs(path, exist_ok=True)
            if not os.path.exists(os.path.join(path, "top")):
                net.save(os.path.join(path, "network.json"))
                method(net, *arguments, **{**options, "step": ("SPLIT", path, question, tasks)})
            while left := tasks_left(path):
                waiting = [
                    executor.submit(run_task, type(net), path, t, name, arguments, options)
                    for t in left
                ]
                for future in waiting:
                    future.result()
            return method(net, *arguments, **{**options, "step": ("MERGE", path, question, None)})

    return wrapper  # type: ignore[return-value]
