"""What the public headers declare, in the dialect that cffi reads."""

import re
from pathlib import Path

# The types of FLINT and of C that the headers use, and the functions that hold numbers.
PREAMBLE = """
typedef int sig_atomic_t;
typedef long slong;
typedef unsigned long mp_limb_t;
typedef slong fmpz;
typedef fmpz fmpz_t[1];
typedef struct { fmpz num; fmpz den; } fmpq;
typedef fmpq fmpq_t[1];
typedef struct { fmpq *entries; long r; ...; } fmpq_mat_struct;
typedef fmpq_mat_struct fmpq_mat_t[1];
void _fmpq_vec_clear(fmpq *vector, slong count);
char *fmpq_get_str(char *text, int base, const fmpq *x);
int fmpq_set_str(fmpq *x, const char *text, int base);
void fmpz_clear(fmpz *x);
char *fmpz_get_str(char *text, int base, const fmpz *x);
void flint_free(void *memory);
void free(void *memory);
"""


def headers(include: Path) -> list[Path]:
    """The public headers, each after those that it includes."""
    order: list[Path] = []

    def add(path: Path) -> None:
        if path in order:
            return
        for name in re.findall(r"^#include <crease/(\w+\.h)>", path.read_text(), re.M):
            add(include / "crease" / name)
        order.append(path)

    for path in sorted((include / "crease").glob("*.h")):
        add(path)
    return order


def declared(header: Path) -> str:
    """What stands between CREASE_BEGIN and CREASE_END, without comments."""
    text = header.read_text()
    body = "".join(re.findall(r"^CREASE_BEGIN$(.*?)^CREASE_END$", text, re.M | re.S))
    body = re.sub(r"//[^\n]*", "", body)
    return re.sub(r"^#define (\w+) [^\n]*", r"#define \1 ...", body, flags=re.M)


def functions(include: Path) -> list[str]:
    """The names of all public functions."""
    text = "".join(map(declared, headers(include)))
    return sorted(set(re.findall(r"\b(crease_\w+)\(", text)))


def declarations(include: Path) -> str:
    return PREAMBLE + "".join(map(declared, headers(include)))
