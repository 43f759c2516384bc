"""Names that a package hands out and loads when they are asked for first, so that importing
it costs little."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module

_PUT_OFF: list[tuple[str, Mapping[str, Sequence[str]]]] = []
"""The packages that were loaded, with what they put off."""


def load_all() -> None:
    """Load what the packages within the front have put off: for a process that serves many, or
    that others are forked from, of which each would load it anew."""
    for package, homes in _PUT_OFF:  # it grows on the way
        if "." in package:
            for home in homes:
                import_module(f"{package}.{home}")


def on_demand(package: str, homes: Mapping[str, Sequence[str]]) -> Callable[[str], object]:
    """The `__getattr__` of a package: `homes` says which of its modules has which names.

    For type checkers the same names are imported under `TYPE_CHECKING`.
    """
    home_of = {name: home for home, names in homes.items() for name in names}
    _PUT_OFF.append((package, homes))

    def load(name: str) -> object:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value: object = getattr(import_module(f"{package}.{home_of[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    return load
