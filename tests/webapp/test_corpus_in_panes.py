"""Every part of every conversation is reachable and visible in every pane, or its loss is said there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import crosswire
import pytest
from crosswire.address import Address, document_of, is_within
from crosswire.answers import fix
from crosswire.model import Conversation, Message, Part, SettingPart, ToolPart
from crosswire.model.loss import IdChange, Loss, NameChange
from crosswire.repairs.change import Change
from flask.testing import FlaskClient
from tests.conftest import database_of
from tests.selection import in_turns, some_of
from tests.webapp import rich_logs
from tests.webapp.shown_parts import Shown, panes_of, said_in
from webapp.readmodel.row_numbers import parts_by_row
from webapp.readmodel.text import lost_thing
from webapp.settings import Settings
from webapp.wording.cells import CHANGES

from webapp import create_app

CORPUS = Path(__file__).parent.parent / "corpus"
EXAMPLES = Path(__file__).parents[2] / "webapp" / "examples"
FILES = {
    **{str(path.relative_to(CORPUS)): path for path in sorted(CORPUS.rglob("*")) if path.is_file()},
    **{path.name: path for path in sorted(EXAMPLES.iterdir()) if path.suffix in (".json", ".jsonl")},
}
PANES = ("original", "repaired", *crosswire.FORMATS)
SHOWN = [(view, first) for view in ("read", "wire") for first in range(0, len(PANES), 4)]
"""Views, and the first of four panes."""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    """One app for all files: making one takes longer than most of them."""
    folder = tmp_path_factory.mktemp("panes")
    app = create_app(Settings(database_url=f"sqlite:///{folder / 'crosswire.db'}"))
    yield app.test_client()
    database_of(app).engine.dispose()


@pytest.mark.parametrize("name", [*some_of(FILES, 72), *rich_logs.LOGS])
def test_every_part_is_visible_in_every_pane_or_its_loss_is_said(client: FlaskClient, name: str) -> None:
    data = FILES[name].read_bytes() if name in FILES else rich_logs.LOGS[name]
    log = crosswire.load(data, name=name)
    kept = client.post("/api/conversations", data=data, headers={"Content-Type": "application/octet-stream"})
    assert len(kept.json["conversations"]) == len(log.conversations)
    for conversation, link in zip(log.conversations, kept.json["conversations"], strict=True):
        for view, first in in_turns(SHOWN, len(name), 3):
            shown = PANES[first : first + 4]
            panes = panes_of(client, f"/c/{link['slug']}", tuple(f"{pane}:{view}" for pane in shown))
            for pane, cells in panes.items():
                _hold(conversation, pane, cells)


def _hold(conversation: Conversation, pane: str, cells: list[Shown]) -> None:
    """A pane against the conversation: each row says all of its parts, or what became of the rest."""
    target, view = pane.split(":")
    rows = list(parts_by_row(conversation))
    assert len(cells) == len(rows), pane
    told = _Told(conversation, target)
    for number, ((message, parts), cell) in enumerate(zip(rows, cells, strict=True)):
        assert cell.text.strip(), f"row {number} is empty in {pane}"
        for part in parts:
            for what, text in said_in(part, message):
                lacking = cell.lacks(text) if _is_wanted(part, what, text, target, view) else set()
                if lacking and "Stands in one place with an earlier part" in cell.text:
                    lacking = min((earlier.lacks(text) for earlier in cells[:number]), key=len)
                assert not lacking or told.why(part, message, text, cell), (
                    pane, number, what, text[:60], sorted(lacking)[:5], cell.text[:400],
                )  # fmt: skip


def _is_wanted(part: Part, what: str, text: str, target: str, view: str) -> bool:
    """Whether a pane must have a text, or say why not."""
    if what == "tie":  # said once in a row, in its first pane
        return target == "original"
    if target == "repaired" and (isinstance(part, SettingPart | ToolPart) or what == "name of result"):
        return False  # the first pane says it, and a fix changes none of it
    if isinstance(part, SettingPart) and part.meaning is not None:  # its field has other words there
        return target == "original"
    if view == "wire" and what == "name of result":  # most formats tell it by the id alone
        return target == "original" and json.dumps(text) in json.dumps(part.raw)
    if view == "wire" and what in ("name", "id"):  # the reading view names what no field names
        return json.dumps(text) in json.dumps(part.raw)
    return True


class _Told:
    """What a pane may say in place of a part's own words."""

    def __init__(self, conversation: Conversation, target: str) -> None:
        self.is_session = conversation.shape == "session"
        self.losses: list[Loss] = []
        self.changes: list[Change] = []
        self.ids: list[IdChange] = []
        self.names: list[NameChange] = []
        if target == "repaired":
            repaired, _ = fix(conversation)
            self.changes, self.ids = repaired.changes, repaired.id_map
        elif target != "original":
            rendering = crosswire.render(conversation, target)
            self.losses, self.ids, self.names = rendering.losses, rendering.id_map, rendering.name_map

    def why(self, part: Part, message: Message | None, text: str, cell: Shown) -> bool:
        """Whether the cell says what became of a text that it lacks."""
        if any(text == one.logged and not cell.lacks(one.written) for one in (*self.ids, *self.names)):
            return True
        if any(_about(one.source, part) and _says_a_fix(cell) for one in self.changes):
            return True
        if isinstance(part, SettingPart) and "is said of an answer" in cell.text:
            return not cell.lacks(part.name)
        said = [one for one in self.losses if self._is_about(one, part, message) and not cell.lacks(one.why)]
        is_gone = "Not in this format." in cell.text
        return any(is_gone or not cell.lacks(lost_thing(one.code, one.what)) for one in said)

    def _is_about(self, loss: Loss, part: Part, message: Message | None) -> bool:
        """Whether a loss is one of a part, of its message, or of the line of a log around it."""
        of_line = message is not None and self.is_session and loss.source is not None
        same_line = of_line and document_of(loss.source or "") == document_of(message.address)
        return same_line or _about(loss.source, part) or _about(loss.source, message)


def _says_a_fix(cell: Shown) -> bool:
    return "Removed by the fix." in cell.text or any(word in cell.text for word in CHANGES.values())


def _about(place: Address | None, node: Part | Message | None) -> bool:
    return (
        place is not None
        and node is not None
        and (is_within(place, node.address) or is_within(node.address, place))
    )
