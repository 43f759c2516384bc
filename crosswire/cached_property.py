"""`functools.cached_property` as it is since Python 3.12: nobody waits for another object's
value.

Before, one lock for all instances of a class is held while a value is worked out, so that the
threads of a server would work on one log after the other, and a request for a short log would
wait for that of a long one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING or sys.version_info >= (3, 12):
    from functools import cached_property
else:
    T = TypeVar("T")

    class cached_property(Generic[T]):  # noqa: N801 - as it is called in functools
        """A value that is worked out when it is asked for first; twice where two threads ask
        at once."""

        def __init__(self, function: Callable[[Any], T]) -> None:
            self.function = function
            self.__doc__ = function.__doc__

        def __set_name__(self, owner: type, name: str) -> None:
            self.name = name

        def __get__(self, instance: Any, owner: type | None = None) -> Any:
            if instance is None:
                return self
            value = instance.__dict__[self.name] = self.function(instance)
            return value


__all__ = ["cached_property"]
