"""Files that the module reads and writes itself, by the rules of the tool."""

from __future__ import annotations

import json
from typing import Any, Optional, Union


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
