"""From the parts of a content to the model's parts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from crosswire.address import Address, child
from crosswire.formats.gemini.names import CODE_EXECUTION
from crosswire.formats.gemini.spelling import field, rest_key
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
from crosswire.model.media import kind_of
from crosswire.tools import arguments


@dataclass(slots=True)
class _Datum:
    """The field of a part that says what it is, with what stands beside it."""

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
        extras = {
            key: value
            for key, value in self.beside.items()
            if key != "thought" or value is not False
        }
        if known is not None and isinstance(self.value, dict):
            inside = self.value.items()
            extras |= {
                key: value
                for key, value in inside
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
        if value is None:
            continue
        if rest_key(key) in _READERS:
            data.append(key)
        else:
            beside[key] = value
    if not data:
        return [_without_datum(part, at, beside)]
    parts: list[Part] = []
    for key in data:
        inside = Address(f"{at}/{key}")
        if parts:
            datum = _Datum(part[key], inside, inside, part[key], {})
        else:
            datum = _Datum(part[key], inside, at, part, beside)
        parts.append(_READERS[rest_key(key)](datum))
    return parts


def is_part(value: JsonObject) -> bool:
    """Whether an object is a part and not a content: the SDKs take parts in the place of
    contents."""
    return (
        "parts" not in value
        and "role" not in value
        and any(rest_key(key) in _READERS for key in value)
    )


def is_of_model(part: Part) -> bool:
    """Whether only a model writes such a part."""
    return isinstance(part, (ToolCallPart, ReasoningPart)) or (
        isinstance(part, ToolResultPart) and part.executed_by == "server"
    )


def _without_datum(part: JsonObject, at: Address, beside: JsonObject) -> Part:
    """A part that only carries a signature; or one of a kind that is not known."""
    signature = field(part, "thoughtSignature")
    if isinstance(signature, str) and all(
        rest_key(key) in ("thought", "thoughtSignature") for key in beside
    ):
        return ReasoningPart(address=at, raw=part, text="", signature=signature)
    return OpaquePart(
        address=at,
        raw=part,
        wire_type=next(iter(beside), "empty part"),
        reason="It has none of the fields of a part that Crosswire knows.",
    )


def _read_text(datum: _Datum) -> Part:
    text = datum.value
    if not isinstance(text, str):
        return _not_understood(datum, "`text` is no text.")
    signature = field(datum.beside, "thoughtSignature")
    thought = datum.beside.get("thought") is True
    if not thought and (text or not isinstance(signature, str)):
        return TextPart(address=datum.at, raw=datum.raw, text=text, extras=datum.extras())
    taken = {"thought"} | ({"thoughtSignature"} if isinstance(signature, str) else set())
    extras = {key: value for key, value in datum.beside.items() if rest_key(key) not in taken}
    return ReasoningPart(
        address=datum.at,
        raw=datum.raw,
        text=text,
        signature=signature if isinstance(signature, str) else None,
        extras=extras or None,
    )


_CALL_KEYS = frozenset({"id", "name", "args"})
_SERVER_CALL_KEYS = frozenset({"id", "toolType", "args"})


def _read_call(datum: _Datum) -> Part:
    call = datum.value
    if not isinstance(call, dict):
        return _not_understood(datum, "A call is an object.")
    return ToolCallPart(
        address=datum.at,
        raw=datum.raw,
        call_id=_call_id(call, datum.inside),
        name=_text(call.get("name")) or "",
        arguments=arguments.from_value(call.get("args"), Address(f"{datum.inside}/args")),
        wire_type="functionCall",
        extras=datum.extras(_CALL_KEYS),
    )


def _read_server_call(datum: _Datum) -> Part:
    call = datum.value
    if not isinstance(call, dict):
        return _not_understood(datum, "A call is an object.")
    return ToolCallPart(
        address=datum.at,
        raw=datum.raw,
        call_id=_call_id(call, datum.inside),
        name=_text(field(call, "toolType")) or "",
        arguments=arguments.from_value(call.get("args"), Address(f"{datum.inside}/args")),
        wire_type="toolCall",
        executed_by="server",
        extras=datum.extras(_SERVER_CALL_KEYS),
    )


def _read_code(datum: _Datum) -> Part:
    code = datum.value
    if not isinstance(code, dict):
        return _not_understood(datum, "Code is an object with `language` and `code`.")
    said: JsonObject = {
        key: value for key, value in code.items() if key != "id" and value is not None
    }
    return ToolCallPart(
        address=datum.at,
        raw=datum.raw,
        call_id=_call_id(code, datum.inside),
        name=CODE_EXECUTION,
        arguments=arguments.from_value(said, datum.inside),
        wire_type="executableCode",
        executed_by="server",
        extras=datum.extras(),
    )


_RESULT_KEYS = frozenset({"id", "name", "response", "parts"})
_SERVER_RESULT_KEYS = frozenset({"id", "toolType", "response"})
_CODE_RESULT_KEYS = frozenset({"id", "output"})


def _read_result(datum: _Datum) -> Part:
    result = datum.value
    if not isinstance(result, dict):
        return _not_understood(datum, "A result is an object.")
    media = result.get("parts")
    response_at = Address(f"{datum.inside}/response")
    content, is_error = _read_response(result.get("response"), response_at, bool(media))
    if isinstance(media, list):
        for i, part in enumerate(media):
            content += read_part(part, Address(f"{datum.inside}/parts/{i}"))
    elif media is not None:
        content.append(
            opaque(
                media, Address(f"{datum.inside}/parts"), "The parts of a result are a list."
            )
        )
    return ToolResultPart(
        address=datum.at,
        raw=datum.raw,
        call_id=_call_id(result, datum.inside),
        wire_type="functionResponse",
        content=content,
        name=_text(result.get("name")),
        is_error=is_error,
        extras=datum.extras(_RESULT_KEYS),
    )


def _read_server_result(datum: _Datum) -> Part:
    result = datum.value
    if not isinstance(result, dict):
        return _not_understood(datum, "A result is an object.")
    content, is_error = _read_response(
        result.get("response"), Address(f"{datum.inside}/response"), False
    )
    return ToolResultPart(
        address=datum.at,
        raw=datum.raw,
        call_id=_call_id(result, datum.inside),
        wire_type="toolResponse",
        content=content,
        name=_text(field(result, "toolType")),
        is_error=is_error,
        executed_by="server",
        extras=datum.extras(_SERVER_RESULT_KEYS),
    )


def _read_code_result(datum: _Datum) -> Part:
    result = datum.value
    if not isinstance(result, dict):
        return _not_understood(datum, "A result is an object.")
    return ToolResultPart(
        address=datum.at,
        raw=datum.raw,
        call_id=_call_id(result, datum.inside),
        wire_type="codeExecutionResult",
        content=_said(result.get("output"), Address(f"{datum.inside}/output")),
        name=CODE_EXECUTION,
        is_error=result.get("outcome") not in (None, "OUTCOME_OK", "OUTCOME_UNSPECIFIED"),
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
        return _said(response, at), False
    said = [(key, value) for key, value in response.items() if value is not None]
    if len(said) == 1:
        key, value = said[0]
        if key in ("output", "error") or (
            key in ("result", "content") and isinstance(value, str)
        ):
            return _said(value, child(at, key)), key == "error"
    if not response and beside_media:
        return [], False
    error = response.get("error")
    is_error = isinstance(error, (str, dict)) and bool(error)
    return [DataPart(address=at, raw=response, value=response)], is_error


def _said(value: JsonValue, at: Address) -> list[Part]:
    if isinstance(value, str):
        return [TextPart(address=at, raw=value, text=value)] if value else []
    return [] if value is None else [DataPart(address=at, raw=value, value=value)]


_BLOB_KEYS = frozenset({"mimeType", "data", "displayName"})
_FILE_KEYS = frozenset({"mimeType", "fileUri", "displayName"})
_URL_SAFE = str.maketrans("-_", "+/")


def _read_blob(datum: _Datum) -> Part:
    blob = datum.value
    data = blob.get("data") if isinstance(blob, dict) else None
    if not isinstance(blob, dict) or not isinstance(data, str):
        return _not_understood(
            datum, "`inlineData` is an object with `mimeType` and `data` in base64."
        )
    mime = _text(field(blob, "mimeType"))
    return MediaPart(
        address=datum.at,
        raw=datum.raw,
        media=kind_of(mime),
        mime_type=mime,
        data=_plain_base64(data),
        name=_text(field(blob, "displayName")),
        extras=datum.extras(_BLOB_KEYS),
    )


def _read_file(datum: _Datum) -> Part:
    file = datum.value
    uri = _text(field(file, "fileUri")) if isinstance(file, dict) else None
    if not isinstance(file, dict) or uri is None:
        return _not_understood(datum, "`fileData` is an object with `fileUri`.")
    mime = _text(field(file, "mimeType"))
    public = uri.startswith(("http://", "https://")) and "googleapis.com/" not in uri
    return MediaPart(
        address=datum.at,
        raw=datum.raw,
        media=kind_of(mime),
        mime_type=mime,
        url=uri if public else None,
        file_id=None if public else uri,
        name=_text(field(file, "displayName")),
        extras=datum.extras(_FILE_KEYS),
    )


def _plain_base64(data: str) -> str:
    """The standard alphabet with its padding; the Python SDK writes the one that is safe in
    URLs."""
    if "-" not in data and "_" not in data:
        return data
    return data.translate(_URL_SAFE) + "=" * (-len(data) % 4)


def _not_understood(datum: _Datum, reason: str) -> Part:
    found = opaque(datum.raw, datum.at, reason)
    found.wire_type = datum.inside.rpartition("/")[2]
    return found


def _call_id(value: JsonObject, inside: Address) -> CallId:
    at = Address(f"{inside}/id")
    return read_call_id(value.get("id"), address=at, present="id" in value, required=False)


def _text(value: JsonValue) -> str | None:
    return value if isinstance(value, str) else None


_READERS: dict[str, Callable[[_Datum], Part]] = {
    "text": _read_text,
    "functionCall": _read_call,
    "functionResponse": _read_result,
    "inlineData": _read_blob,
    "fileData": _read_file,
    "executableCode": _read_code,
    "codeExecutionResult": _read_code_result,
    "toolCall": _read_server_call,
    "toolResponse": _read_server_result,
}
