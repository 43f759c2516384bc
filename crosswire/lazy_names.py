"""Names and modules that load when they are asked for first, so that importing what hands them
out costs little."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from importlib import import_module
from types import ModuleType

_PUT_OFF: list[str] = []
"""The modules that were put off; those of the front, which loads whatever it is asked for, are
not among them."""


def load_all() -> None:
    """Load what the packages within the front have put off: for a process that serves many, or
    that others are forked from, of which each would load it anew."""
    for module in _PUT_OFF:  # it grows on the way
        import_module(module)


def module_on_demand(module: str) -> Callable[[], ModuleType]:
    """What loads this module, and hands it out."""
    _PUT_OFF.append(module)
    return cache(partial(import_module, module))


def on_demand(package: str, homes: Mapping[str, Sequence[str]]) -> Callable[[str], object]:
    """The `__getattr__` of a package: `homes` says which of its modules has which names.

    For type checkers the same names are imported under `TYPE_CHECKING`.
    """
    home_of = {name: home for home, names in homes.items() for name in names}
    if "." in package:
        _PUT_OFF.extend(f"{package}.{home}" for home in homes)

    def load(name: str) -> object:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value: object = getattr(import_module(f"{package}.{home_of[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    return load
