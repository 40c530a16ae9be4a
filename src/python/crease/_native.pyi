"""What cffi makes of the headers: every public C function, and the C types."""

from typing import Any

ffi: Any
lib: Any
