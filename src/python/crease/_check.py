"""Checks certificates by crease-check, a small independent program."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional

from crease._native import lib
from crease._numbers import PathName
from crease._run import check as check_status
from crease._run import new_error

if TYPE_CHECKING:
    from crease import Network


@dataclass(frozen=True)
class Verified:
    """The counts that crease-check established from a certificate, by itself.

    Attributes
    ----------
    activation_regions, bounded_regions, linear_regions, affine_maps
        None if the certificate does not contain them.
    domain, domain_sha256
        The domain of the counts, to be compared with yours, and the hash of its lines.
    """

    activation_regions: int
    bounded_regions: Optional[int]
    linear_regions: Optional[int]
    affine_maps: Optional[int]
    domain: str
    domain_sha256: str

    def __bool__(self) -> bool:
        return True


class Refused(ValueError):
    """A certificate that crease-check refuses, with its reason."""


def check(path: PathName, net: "Network") -> Verified:
    """Runs crease-check to establish the counts of a certificate of this network.

    Raises
    ------
    Refused
        If the certificate does not prove its counts, or is one of another network.

    Examples
    --------
    >>> import crease, tempfile
    >>> net = crease.load("data/papers/minmax_2-3-2-1.json")
    >>> with tempfile.NamedTemporaryFile() as file:
    ...     net.certify(file.name, box=(-1, 1)).activation_regions
    ...     crease.check(file.name, net).activation_regions
    5
    5
    """
    with tempfile.TemporaryDirectory() as folder:
        network = os.path.join(folder, "network")
        error = new_error()
        status = lib.crease_net_save(network.encode(), net.pointer, lib.CREASE_NET_CANONICAL, error)
        check_status(status, error)
        said = subprocess.run(
            [_program(), "--", network, os.fspath(path)], capture_output=True, text=True
        )
    if said.returncode != 0 or not said.stdout.startswith("VERIFIED "):
        raise Refused(said.stderr.strip() or f"crease-check ended with {said.returncode}")
    counts, domain = said.stdout.rstrip("\n").split(" domain ", 1)
    domain, sha256 = domain.rsplit(" sha256 ", 1)
    words = counts.split()[1:]
    counted = {name: int(count) for count, name in zip(words, words[1:]) if count.isdigit()}
    names = ("activation_regions", "bounded_regions", "linear_regions", "affine_maps")
    values: dict[str, Any] = {name: counted.get(name) for name in names}
    return Verified(domain=domain, domain_sha256=sha256, **values)


def _program() -> str:
    """crease-check: of this Python's environment, of the tree that was built, or of the system."""
    here = os.path.dirname(__file__)
    places = [os.path.join(sys.prefix, "bin"), os.path.join(here, "..", "..")]
    for place in [*places, None]:
        program = shutil.which("crease-check", path=place)
        if program:
            return program
    raise FileNotFoundError("crease-check is not installed: make install")
