"""The parts of a message: text, reasoning, media, calls, results, settings and tools.

Parts are structs, built by hand-written readers and not changed afterwards: at 100,000
messages a validating model costs more than reading the JSON does, and so do dataclasses, whose
constructors are Python. Each part knows its address in the upload and keeps the JSON value
that it was read from, by reference. No class is derived from one that messages hold, so that
what asks every part asks `type(part) is TextPart`: a no of `isinstance` takes five times as
long for a struct.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from crosswire.address import Address
from crosswire.model.call_id import CallId
from crosswire.model.node_key import UNNAMED, NodeKey

JsonValue: TypeAlias = (
    "bool | int | float | str | list[JsonValue] | dict[str, JsonValue] | None"
)
JsonObject: TypeAlias = "dict[str, JsonValue]"

Role = Literal["system", "developer", "user", "assistant", "tool", "other"]
"""Who speaks, in one vocabulary; a provider's own word is kept in `Message.raw`."""


class ArgumentsState(StrEnum):
    """What the arguments of a call turned out to be."""

    PARSED = "parsed"
    """A JSON value: given as one, or as text that reads as one."""
    INVALID = "invalid"
    """Text that should be JSON and is not."""
    FREE_TEXT = "free text"
    """Text by design: the input of a custom tool."""
    ABSENT = "absent"
    """No field, null, or empty text."""


class Arguments(Struct, gc=False):
    """The arguments of a call, with the text that stood on the wire."""

    state: ArgumentsState
    value: JsonValue
    """The JSON value; None where the state is not `parsed`."""
    text: str | None
    """The text on the wire, for formats that write arguments as text."""
    address: Address | None = None


class Part(Struct, kw_only=True, gc=False):
    """What all parts have."""

    address: Address
    """Where it stands in the upload."""
    raw: JsonValue
    """The JSON value it was read from."""
    extras: JsonObject | None = None
    """Fields of `raw` that the model has no word for, null ones left out."""
    key: NodeKey = UNNAMED
    also: Sequence[Address] = ()
    """Further places of the same part, in the order that they were written: a recording of
    requests has the history again in each. Of what came in events: where its pieces stand in
    each of the other events."""
    apart: Sequence[tuple[Address, str]] = ()
    """Texts of it that its JSON only names, each with the place where the upload keeps it."""
    declares: Sequence[ToolPart] = ()
    """The tools that it declares, of a block within the conversation that does."""


class TextPart(Part, kw_only=True, gc=False):
    text: str


class ReasoningPart(Part, kw_only=True, gc=False):
    """What a model thought: readable, summarised, or encrypted for its own provider alone."""

    text: str
    signature: str | None = None
    """Proof or ciphertext that only the provider that made it accepts; never written
    elsewhere."""
    redacted: bool = False
    item_id: str | None = None


def end_of_head(url: str) -> int:
    """Where the base64 text of a `data:` URL begins; 0 in any other text."""
    comma = url.find(",") if url.startswith("data:") else -1
    return comma + 1 if url.endswith(";base64", 0, max(comma, 0)) else 0


class MediaPart(Part, kw_only=True, gc=False):
    """An image, a sound, a video or a file: its bytes in base64, its URL, or a provider's file
    id."""

    media: Literal["image", "audio", "video", "file"]
    mime_type: str | None = None
    given: str | None = None
    """Its bytes in base64, or the `data:` URL that they stand in: a large text, of which no
    copy is kept."""
    url: str | None = None
    file_id: str | None = None
    name: str | None = None

    @property
    def data(self) -> str | None:
        """Its bytes in base64."""
        given = self.given
        start = 0 if given is None else end_of_head(given)
        return given[start:] if given is not None and start else given


class DataPart(Part, kw_only=True, gc=False):
    """A structured result: JSON that is not text (Gemini's `response`, a search's hits)."""

    value: JsonValue


class RefusalPart(Part, kw_only=True, gc=False):
    text: str


class OpaquePart(Part, kw_only=True, gc=False):
    """A block that is shown and kept as it is, because no word of the model fits it."""

    wire_type: str
    reason: str


class Edge(Struct, frozen=True):
    """A tie to another item beside the one between call and result: a caller, an approval, a
    step before."""

    field: str
    """The field on the wire: `caller`, `approval_request_id`, `previous_action_id` ..."""
    value: str
    """The id that it names, as it stands there."""
    address: Address
    """Where that id stands."""


class ToolResultPart(Part, kw_only=True, gc=False):
    """What came back from a call."""

    call_id: CallId
    wire_type: str
    content: list[Part] = msgspec.field(default_factory=list)
    name: str | None = None
    """The tool's name, where this wire type repeats it."""
    is_error: bool = False
    item_id: str | None = None
    executed_by: Literal["client", "server"] = "client"
    expects_call: bool = True
    """False for a report that no call asked for (a workflow's step, a request for consent)."""
    edges: tuple[Edge, ...] = ()
    function_name_for_export: str | None = None
    """See `ToolCallPart.function_name_for_export`."""


class ToolCallPart(Part, kw_only=True, gc=False):
    """A request to run a tool; a hybrid item carries its result embedded."""

    call_id: CallId
    name: str
    arguments: Arguments
    wire_type: str
    item_id: str | None = None
    executed_by: Literal["client", "server"] = "client"
    hybrid: bool = False
    """One item is call and result at once (web search, MCP call): no result comes apart from
    it."""
    embedded: ToolResultPart | None = None
    """The result inside a hybrid item; None where it shows none."""
    open: Literal["waiting", "begun"] | None = None
    """Of a call that the log says has not ended: `waiting` for somebody, to be approved or
    answered, also where its turn has ended; `begun` of an item that is call and result at
    once."""
    edges: tuple[Edge, ...] = ()
    function_name_for_export: str | None = None
    """The name of the function as whose call other formats may tell of it, though a provider
    ran it."""

    @property
    def is_for_client(self) -> bool:
        """Whether the client has to run it, and to answer with a result."""
        return self.executed_by == "client" and not self.hybrid


class SettingPart(Part, kw_only=True, gc=False):
    """A field beside the messages: model, temperature, tool choice, usage, stop reason."""

    name: str
    """The field's name on the wire."""
    value: JsonValue
    meaning: str | None = None
    """The neutral name (`max_output_tokens`) where formats share a meaning; see `SETTINGS`."""
    neutral: JsonValue = None
    """The value in the neutral form that `SETTINGS` gives for its meaning."""
    of_response: bool = False
    """Whether a provider said it (usage) rather than a client (temperature)."""


class ToolPart(Part, kw_only=True, gc=False):
    """The declaration of a tool."""

    name: str
    description: str | None = None
    schema: JsonValue = None
    """JSON Schema of the arguments; None where none is declared."""
    kind: str = "function"
    """`function`, `custom`, or the provider's word for a built-in tool."""


SETTINGS = {
    "model": "text",
    "max_output_tokens": "number",
    "temperature": "number",
    "top_p": "number",
    "top_k": "number",
    "stop": "list of texts",
    "seed": "number",
    "stream": "boolean",
    "tool_choice": '{"mode": "auto" | "none" | "required", "names": those that may be called, '
    'if not all, "validated": true where calls must follow their schema} | '
    '{"mode": "named", "name": the function} | '
    '{"mode": "named", "built_in": the meaning of another tool}',
    "parallel_tool_calls": "boolean",
}
"""The meanings that more than one format has a field for, each with the form of its neutral
value."""


def text_of(parts: Sequence[Part]) -> str:
    """The text of some parts, joined by line ends; media and opaque parts have none."""
    return "\n".join(part.text for part in parts if isinstance(part, (TextPart, RefusalPart)))
