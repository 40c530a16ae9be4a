"""Files that the module reads and writes itself, by the rules of the tool."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import stat
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Optional, TextIO, Union

if TYPE_CHECKING:
    from crease._numbers import PathName

_DESCRIPTORS = ("/dev/fd/", "/dev/std", "/proc/")  # what they name must not be replaced
_NO_SYNC = (errno.EINVAL, errno.ENOTSUP, errno.EROFS)  # of file systems that cannot


class JsonError(ValueError):
    """A text is not JSON; the message begins with the place, as those of the tool do."""


def read_json(
    text: Union[str, bytes], name: str, line: Optional[int] = None, **how: Any
) -> Any:
    """The value of a file, or of one of its lines, numbered from 1. `how` is that of json.loads."""
    part = "file" if line is None else "line"
    try:
        text = text if isinstance(text, str) else text.decode("utf-8")
        return json.loads(text, **how)
    except UnicodeDecodeError:
        raise JsonError(f"{name}: the {part} is not text in UTF-8") from None
    except json.JSONDecodeError as problem:
        row, column = (line or 1) + problem.lineno - 1, problem.colno
        text = problem.doc
        if not text.strip():
            row, column, message = line or 1, 1, f"the {part} is empty"
        elif not text[problem.pos :].strip():
            message = f"the {part} ends before its JSON is complete"
        else:
            message = problem.msg.replace("Expecting", "expected")
        raise JsonError(f"{name}:{row}:{column}: {message}") from None


def _create_beside(path: str, old: Optional[os.stat_result]) -> tuple[int, str]:
    """A new file in the folder of another, with its mode; as create_temporary of the tool."""
    mode = stat.S_IMODE(old.st_mode) & 0o777 if old else 0o666
    for i in range(1000):
        name = os.path.join(os.path.dirname(path), f".crease-{os.getpid()}-{i}.tmp")
        with contextlib.suppress(FileExistsError):
            descriptor = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
            if old:
                os.fchmod(descriptor, mode)
            return descriptor, name
    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))


def _sync(file: TextIO) -> None:
    file.flush()
    try:
        os.fsync(file.fileno())
    except OSError as problem:
        if problem.errno not in _NO_SYNC:
            raise


@contextlib.contextmanager
def out_file(path: "PathName") -> Iterator[TextIO]:
    """Text that appears whole or not at all: built under another name beside, then renamed.

    A pipe or device is written directly. Ends of lines are written as they are.
    """
    named, final = os.fspath(path), os.path.realpath(path)
    try:
        old = os.stat(named) if os.path.exists(named) else None
        if old and (not stat.S_ISREG(old.st_mode) or named.startswith(_DESCRIPTORS)):
            with open(named, "w", encoding="utf-8", newline="") as file:
                yield file
            return
        if old and not os.access(final, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        descriptor, beside = _create_beside(final, old)
        try:
            with open(descriptor, "w", encoding="utf-8", newline="") as file:
                yield file
                _sync(file)
            os.replace(beside, final)
        except BaseException:  # also an interrupt
            with contextlib.suppress(FileNotFoundError):  # it has its name already
                os.unlink(beside)
            raise
    except OSError as problem:
        problem.filename, problem.filename2 = named, None
        raise
