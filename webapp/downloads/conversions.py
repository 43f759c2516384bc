"""A conversation in another format or shape, as a request asks for it in its query."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, get_args

from flask import request
from msgspec import structs

import crosswire
from crosswire.answers import fix
from crosswire.containers import write_json
from crosswire.exports import SHAPES, Export, Shape, Written, write_trajectory
from crosswire.exports import write as write_shape
from crosswire.model import MEDIA_POLICIES, IdChange, MediaPolicy
from crosswire.pairing import pair
from crosswire.rendering import IdPolicy
from crosswire.roundtrip import write_file
from webapp.conversation_page.making import ask_for_pane
from webapp.conversation_page.query import Asked
from webapp.database.tables import ConversationRow
from webapp.readmodel.panes import PaneChoice, Record
from webapp.request_checks import one_of
from webapp.request_scope import Read, session, whole, whole_log
from webapp.store import blobs, panes


@dataclass(frozen=True, slots=True)
class Converted:
    """The body of a request in another format, with what was lost and renamed."""

    payload: bytes
    losses: Sequence[Record]
    id_map: Sequence[Record]
    name_map: Sequence[Record]

    def report(self) -> dict[str, Any]:
        """What was lost, and each id and name that is not the log's, for programs."""
        return {
            "losses": self.losses,
            "id_map": [IdChange(**change).record() for change in self.id_map],
            "name_map": self.name_map,
        }


def converted(row: ConversationRow, format: str) -> Converted:
    """The conversation in a format, by its pane where that is stored. Raises Gone and Busy."""
    choice = PaneChoice(format, id_policy(), media_policy())
    pane = None if model_to_name() or is_fixed() else panes.stored(session(), row, choice)
    if pane is not None:
        return Converted(pane.payload_bytes(), pane.losses, pane.id_map, pane.name_map)
    if not is_fixed():
        # So that the next one need not be written, and its ids are found.
        ask_for_pane(row, choice)
    rendering = _rendering(row, format)
    return Converted(
        write_json(rendering.payload, indent=True, newline=True),
        [loss.record() for loss in rendering.losses],
        [structs.asdict(change) for change in rendering.id_map],
        [change.record() for change in rendering.name_map],
    )


def id_policy() -> IdPolicy:
    """The policy that a request asks for with `?ids=`."""
    policies: Sequence[IdPolicy] = get_args(IdPolicy)
    return one_of("ids", request.args.get("ids", "fill"), policies)


def media_policy() -> MediaPolicy:
    """Where media of results are to stand, as a request asks with `?media=`."""
    return one_of("media", request.args.get("media", "inside"), MEDIA_POLICIES)


def model_to_name() -> str | None:
    """The model to name where the format wants one and the log names none, by `?model=`."""
    return request.args.get("model") or None


def is_fixed() -> bool:
    """Whether a request asks for the conversation as the fix leaves it, with `?fixed=1`."""
    return request.args.get("fixed") == "1"


def _conversation_asked(row: ConversationRow) -> Read:
    """The conversation and its pairs, as logged or fixed."""
    conversation, pairing = whole(row)
    if not is_fixed():
        return conversation, pairing
    fixed = fix(conversation, missing=Asked.of(request.args).missing)[0].conversation
    return fixed, pair(fixed)


def shape_asked() -> Shape:
    """The shape that a request asks for with `?shape=`."""
    return SHAPES[one_of("shape", request.args.get("shape", "body"), SHAPES)]


def sidecar_file(row: ConversationRow, format: str) -> bytes:
    """What the format has no field for, as `crosswire convert --hold` writes it."""
    return write_file(
        [crosswire.build_sidecar(_conversation_asked(row)[0], _rendering(row, format))]
    )


def in_shape(row: ConversationRow, format: str, shape: str) -> Written:
    """A conversation in a shape; raises CannotExport, Gone and Busy."""
    conversation, pairing = _conversation_asked(row)
    rendering = _rendering(row, format)
    upload = blobs.upload_bytes(session(), row) if shape == "zip" else None
    export = Export(conversation, rendering, row.upload.name, upload, given_pairing=pairing)
    return write_shape(shape, export)


def trajectory(row: ConversationRow, *, fixed: bool) -> Written:
    """A conversation as an evaluation reads it, its sub-agents in it. Raises Gone and Busy."""
    every = whole_log(row)[0].conversations
    conversation = every[row.number]
    if fixed:
        mended = fix(conversation, missing=Asked.of(request.args).missing)[0].conversation
        ties = {name: getattr(conversation, name) for name in ("number", "started_from")}
        conversation = structs.replace(mended, **ties)
    return write_trajectory(conversation, every)


def _rendering(row: ConversationRow, format: str) -> crosswire.Rendering:
    conversation, pairing = _conversation_asked(row)
    return crosswire.render(
        conversation,
        format,
        ids=id_policy(),
        pairing=pairing,
        media=media_policy(),
        model=model_to_name(),
    )
