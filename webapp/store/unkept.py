"""The last few panes that were made while there was no room to store them: they are shown all the same."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any

from webapp.database.tables import PaneRow
from webapp.readmodel.cell import Cell

MOST = 4


@dataclass(frozen=True, slots=True)
class Unkept:
    """What would be stored of a pane."""

    row: PaneRow
    listed: Mapping[tuple[str, int], list[Any]]
    """The blocks of its lists by name and number."""
    payload: bytes
    cells: list[list[Cell]]


class _Unkept:
    """The last few, of this process."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._panes: OrderedDict[tuple[str, ...], Unkept] = OrderedDict()

    def get(self, *key: str) -> Unkept | None:
        return self._panes.get(key)

    def put(self, pane: Unkept, *key: str) -> None:
        with self._guard:
            self._panes[key] = pane
            while len(self._panes) > MOST:
                self._panes.popitem(last=False)


UNKEPT = _Unkept()
