"""From the parts of a content to the model's parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from crosswire.address import Address, child
from crosswire.formats.gemini.names import CODE_EXECUTION
from crosswire.formats.gemini.spelling import field, rest_key
from crosswire.formats.shared.reading import read_text
from crosswire.model import (
    DataPart,
    JsonObject,
    JsonValue,
    MediaPart,
    OpaquePart,
    Part,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from crosswire.model.builder import opaque
from crosswire.model.call_id import CallId, read_call_id
from crosswire.model.json_values import list_or_empty, text_or_empty, text_or_none, without
from crosswire.model.media import kind_of
from crosswire.tools import arguments

_SIGNATURE_KEYS = frozenset({"thought", "thoughtSignature"})
"""The fields of a part that only carries a signature."""


class _Datum(Struct):
    """The field of a part that says what the part is, and the fields next to it."""

    value: JsonValue
    inside: Address
    """Where the value stands."""
    at: Address
    """Where the part stands that is made of it."""
    raw: JsonValue
    beside: JsonObject
    """The other fields: thoughtSignature, videoMetadata, ..."""

    def extras(self, known: frozenset[str] | None = None) -> JsonObject | None:
        """What the model has no word for, beside the value and in it."""
        extras = dict(self.beside)
        if extras.get("thought") is False:
            del extras["thought"]
        if known is not None and isinstance(self.value, dict):
            extras |= {
                key: value
                for key, value in self.value.items()
                if value is not None and rest_key(key) not in known
            }
        return extras or None


def read_part(part: JsonValue, at: Address) -> list[Part]:
    """One part of the wire: one of the model, or several where it has several fields that say
    something."""
    if isinstance(part, str):
        return [TextPart(address=at, raw=part, text=part)]
    if not isinstance(part, dict):
        return [opaque(part, at, "A part is an object.")]
    data: list[str] = []
    beside: JsonObject = {}
    for key, value in part.items():
        if value is not None and rest_key(key) in _READERS:
            data.append(key)
        elif value is not None:
            beside[key] = value
    if not data:
        return [_without_datum(part, at, beside)]
    first = data[0]
    parts = [
        _read_datum(first, _Datum(part[first], Address(f"{at}/{first}"), at, part, beside))
    ]
    for key in data[1:]:
        inside = Address(f"{at}/{key}")
        parts.append(_read_datum(key, _Datum(part[key], inside, inside, part[key], {})))
    return parts


def _read_datum(key: str, datum: _Datum) -> Part:
    kind, read, reason = _READERS[rest_key(key)]
    part = read(datum, datum.value) if isinstance(datum.value, kind) else None
    if part is not None:
        return part
    kept = opaque(datum.raw, datum.at, reason)
    kept.wire_type = key
    return kept


def is_part(value: JsonObject) -> bool:
    """Whether an object is a part and not a content: the SDKs take parts in the place of
    contents."""
    if "parts" in value or "role" in value:
        return False
    return not _READERS.keys().isdisjoint(map(rest_key, value))


def is_of_model(part: Part) -> bool:
    """Whether only a model writes such a part."""
    by_server = isinstance(part, ToolResultPart) and part.executed_by == "server"
    return by_server or isinstance(part, (ToolCallPart, ReasoningPart))


def _without_datum(part: JsonObject, at: Address, beside: JsonObject) -> Part:
    """A part that only carries a signature; or one of a kind that is not known."""
    signature = field(part, "thoughtSignature")
    if isinstance(signature, str) and _SIGNATURE_KEYS.issuperset(map(rest_key, beside)):
        return ReasoningPart(address=at, raw=part, text="", signature=signature)
    return OpaquePart(
        address=at,
        raw=part,
        wire_type=next(iter(beside), "empty part"),
        reason="It has none of the fields of a part that Crosswire knows.",
    )


def _read_text(datum: _Datum, text: str) -> Part:
    signature = text_or_none(field(datum.beside, "thoughtSignature"))
    thought = datum.beside.get("thought") is True
    if not thought and (text or signature is None):
        return TextPart(address=datum.at, raw=datum.raw, text=text, extras=datum.extras())
    extras = without(datum.beside, "thought")
    if signature is not None:
        extras = without(extras, "thoughtSignature", "thought_signature")
    return ReasoningPart(
        address=datum.at,
        raw=datum.raw,
        text=text,
        signature=signature,
        extras=extras or None,
    )


_CALL_KEYS = frozenset({"id", "name", "args"})
_SERVER_CALL_KEYS = frozenset({"id", "toolType", "args"})


def _read_call(datum: _Datum, call: JsonObject) -> Part:
    return ToolCallPart(
        address=datum.at,
        raw=datum.raw,
        call_id=_call_id(call, datum.inside),
        name=text_or_empty(call.get("name")),
        arguments=arguments.from_value(call.get("args"), Address(f"{datum.inside}/args")),
        wire_type="functionCall",
        extras=datum.extras(_CALL_KEYS),
    )


def _read_server_call(datum: _Datum, call: JsonObject) -> Part:
    return ToolCallPart(
        address=datum.at,
        raw=datum.raw,
        call_id=_call_id(call, datum.inside),
        name=text_or_empty(field(call, "toolType")),
        arguments=arguments.from_value(call.get("args"), Address(f"{datum.inside}/args")),
        wire_type="toolCall",
        executed_by="server",
        extras=datum.extras(_SERVER_CALL_KEYS),
    )


def _read_code(datum: _Datum, code: JsonObject) -> Part:
    asked: JsonObject = {
        key: value for key, value in code.items() if key != "id" and value is not None
    }
    return ToolCallPart(
        address=datum.at,
        raw=datum.raw,
        call_id=_call_id(code, datum.inside),
        name=CODE_EXECUTION,
        arguments=arguments.from_value(asked, datum.inside),
        wire_type="executableCode",
        executed_by="server",
        extras=datum.extras(),
    )


_RESULT_KEYS = frozenset({"id", "name", "response", "parts"})
_SERVER_RESULT_KEYS = frozenset({"id", "toolType", "response"})
_CODE_RESULT_KEYS = frozenset({"id", "output"})
_SUCCESS = (None, "OUTCOME_OK", "OUTCOME_UNSPECIFIED")


def _read_result(datum: _Datum, result: JsonObject) -> Part:
    media, media_at = result.get("parts"), Address(f"{datum.inside}/parts")
    response_at = Address(f"{datum.inside}/response")
    content, is_error = _read_response(result.get("response"), response_at, bool(media))
    if media is not None and not isinstance(media, list):
        content.append(opaque(media, media_at, "The parts of a result are a list."))
    for i, part in enumerate(list_or_empty(media)):
        content += read_part(part, Address(f"{media_at}/{i}"))
    return ToolResultPart(
        address=datum.at,
        raw=datum.raw,
        call_id=_call_id(result, datum.inside),
        wire_type="functionResponse",
        content=content,
        name=text_or_none(result.get("name")),
        is_error=is_error,
        extras=datum.extras(_RESULT_KEYS),
    )


def _read_server_result(datum: _Datum, result: JsonObject) -> Part:
    response_at = Address(f"{datum.inside}/response")
    content, is_error = _read_response(result.get("response"), response_at, False)
    return ToolResultPart(
        address=datum.at,
        raw=datum.raw,
        call_id=_call_id(result, datum.inside),
        wire_type="toolResponse",
        content=content,
        name=text_or_none(field(result, "toolType")),
        is_error=is_error,
        executed_by="server",
        extras=datum.extras(_SERVER_RESULT_KEYS),
    )


def _read_code_result(datum: _Datum, result: JsonObject) -> Part:
    return ToolResultPart(
        address=datum.at,
        raw=datum.raw,
        call_id=_call_id(result, datum.inside),
        wire_type="codeExecutionResult",
        content=_read_value(result.get("output"), Address(f"{datum.inside}/output")),
        name=CODE_EXECUTION,
        is_error=result.get("outcome") not in _SUCCESS,
        executed_by="server",
        extras=datum.extras(_CODE_RESULT_KEYS),
    )


def _read_response(
    response: JsonValue, at: Address, beside_media: bool
) -> tuple[list[Part], bool]:
    """The content of a result, and whether it is an error.

    The API knows two keys, `output` and `error`; without them the whole object is what the
    function said. `result` and `content` are what SDKs wrap a text in.
    """
    if not isinstance(response, dict):
        return _read_value(response, at), False
    given = [(key, value) for key, value in response.items() if value is not None]
    key, value = given[0] if len(given) == 1 else ("", None)
    wrapped = key in ("result", "content") and isinstance(value, str)
    if wrapped or key in ("output", "error"):
        return _read_value(value, child(at, key)), key == "error"
    if not response and beside_media:
        return [], False
    error = response.get("error")
    is_error = isinstance(error, (str, dict)) and bool(error)
    return [DataPart(address=at, raw=response, value=response)], is_error


def _read_value(value: JsonValue, at: Address) -> list[Part]:
    """A text, or any other value as data."""
    if isinstance(value, str):
        return read_text(value, at)
    return [] if value is None else [DataPart(address=at, raw=value, value=value)]


_BLOB_KEYS = frozenset({"mimeType", "data", "displayName"})
_FILE_KEYS = frozenset({"mimeType", "fileUri", "displayName"})
_URL_SAFE = str.maketrans("-_", "+/")


def _read_blob(datum: _Datum, blob: JsonObject) -> Part | None:
    data = blob.get("data")
    if not isinstance(data, str):
        return None
    mime = text_or_none(field(blob, "mimeType"))
    return MediaPart(
        address=datum.at,
        raw=datum.raw,
        media=kind_of(mime),
        mime_type=mime,
        given=_plain_base64(data),
        name=text_or_none(field(blob, "displayName")),
        extras=datum.extras(_BLOB_KEYS),
    )


def _read_file(datum: _Datum, file: JsonObject) -> Part | None:
    uri = text_or_none(field(file, "fileUri"))
    if uri is None:
        return None
    mime = text_or_none(field(file, "mimeType"))
    part = MediaPart(
        address=datum.at,
        raw=datum.raw,
        media=kind_of(mime),
        mime_type=mime,
        name=text_or_none(field(file, "displayName")),
        extras=datum.extras(_FILE_KEYS),
    )
    if uri.startswith(("http://", "https://")) and "googleapis.com/" not in uri:
        part.url = uri
    else:
        part.file_id = uri
    return part


def _plain_base64(data: str) -> str:
    """The standard alphabet with its padding; the Python SDK writes the one that is safe in
    URLs."""
    if "-" not in data and "_" not in data:
        return data
    return data.translate(_URL_SAFE) + "=" * (-len(data) % 4)


def _call_id(value: JsonObject, inside: Address) -> CallId:
    at = Address(f"{inside}/id")
    return read_call_id(value.get("id"), address=at, present="id" in value, required=False)


_CALL, _RESULT = "A call is an object.", "A result is an object."
_READERS: dict[str, tuple[type, Callable[[_Datum, Any], Part | None], str]] = {
    "text": (str, _read_text, "`text` is no text."),
    "functionCall": (dict, _read_call, _CALL),
    "functionResponse": (dict, _read_result, _RESULT),
    "inlineData": (
        dict,
        _read_blob,
        "`inlineData` is an object with `mimeType` and `data` in base64.",
    ),
    "fileData": (dict, _read_file, "`fileData` is an object with `fileUri`."),
    "executableCode": (dict, _read_code, "Code is an object with `language` and `code`."),
    "codeExecutionResult": (dict, _read_code_result, _RESULT),
    "toolCall": (dict, _read_server_call, _CALL),
    "toolResponse": (dict, _read_server_result, _RESULT),
}
"""The fields that say what a part is: the type of the value, what reads it, and what it should
be."""
