"""Whether a JSON value is Gemini's: a body, a list of contents, one content, or one part."""

from __future__ import annotations

from crosswire.formats.gemini.spelling import field, rest_key
from crosswire.formats.protocol import Recognition
from crosswire.formats.shared.recognising import SAMPLE, first_of, reshaped
from crosswire.model import JsonObject, JsonValue
from crosswire.model.json_values import list_or_empty, object_or_empty, objects_in, text_field

_ROLES = ("user", "model", "function", "tool", "system", None)
_TELLING = frozenset(
    {
        "functionCall",
        "functionResponse",
        "inlineData",
        "fileData",
        "executableCode",
        "codeExecutionResult",
        "toolCall",
        "toolResponse",
    }
)
_BARE = frozenset({"functionCall", "functionResponse", "text", "thoughtSignature", "thought"})
"""All keys that a part may have where nothing else tells that it is one."""
_NEVER_IN_PARTS = frozenset({"type", "$type", "kind", "part_kind", "role", "content"})
_CONFIGS = (
    "generationConfig",
    "safetySettings",
    "systemInstruction",
    "toolConfig",
    "cachedContent",
)
_WRAPPERS = ((), ("response",), ("response", "data"), ("data",))
"""The keys that clients log around a response."""
_PLAIN = "Objects with `role` and `parts`, and nothing that speaks against Gemini."


def recognise(value: JsonValue) -> Recognition | None:
    """Whether a JSON value is of this format, with the reason."""
    if isinstance(value, list):
        return _contents(value)
    if not isinstance(value, dict):
        return None
    return _response(value) or _request(value) or reshaped(_contents([value]), "message")


def candidates_in(body: JsonObject) -> tuple[tuple[str, ...], JsonValue]:
    """The keys of the wrappers that clients log around a response, and its candidates."""
    for wrapper in _WRAPPERS:
        inner: JsonValue = body
        for key in (*wrapper, "candidates"):
            inner = object_or_empty(inner).get(key)
        if isinstance(inner, list):
            return wrapper, inner
    return (), None


def _response(body: JsonObject) -> Recognition | None:
    wrapper, candidates = candidates_in(body)
    if wrapper and "request" in body:
        return None
    first = object_or_empty(next(iter(list_or_empty(candidates)), None))
    if "content" in first or field(first, "finishReason") is not None:
        return Recognition("response", 0.97, "The answer stands in `candidates[].content`.")
    answered = candidates is not None or isinstance(field(body, "promptFeedback"), dict)
    if answered and field(body, "usageMetadata") is not None:
        why = "`usageMetadata` beside `candidates` or `promptFeedback`."
        return Recognition("response", 0.9, why)
    return None


def _request(body: JsonObject) -> Recognition | None:
    config = body.get("config")
    if _declares(body) or _declares(object_or_empty(config)):
        return Recognition("request", 0.96, "`tools[]` hold `functionDeclarations`.")
    contents = body.get("contents")
    if contents is None or "role" in body:
        return None
    listed = isinstance(contents, list)
    found = _contents(list_or_empty(contents) if listed else [contents], bare=True)
    configured = next((name for name in _CONFIGS if field(body, name) is not None), None)
    if configured is None and isinstance(config, dict):
        configured = "config"
    if configured is not None and (found is not None or contents == []):
        return Recognition("request", 0.94, f"`contents` beside `{configured}`.")
    if found is None:
        return None
    confidence = max(found.confidence, 0.8 if listed else 0.7)
    return Recognition("request", confidence, f"`contents`: {found.reason}")


def _declares(body: JsonObject) -> bool:
    tools = body.get("tools")
    listed = objects_in([tools] if isinstance(tools, dict) else tools)
    return any(isinstance(field(tool, "functionDeclarations"), list) for tool in listed)


def _contents(contents: list[JsonValue], *, bare: bool = False) -> Recognition | None:
    """Decided by the first key that only this format has; else "it fits".

    `bare`: they stand in `contents`, where the SDKs take text and single parts too.
    """
    sample = contents[:SAMPLE]
    if not all(_fits(content, bare) for content in sample):
        return None
    reason = first_of(map(_telling_key, contents))
    if reason is not None:
        return Recognition("messages", 0.94, reason)
    if any(_is_text(part) for content in sample for part in _parts(content)):
        return Recognition("messages", 0.6, _PLAIN)
    return None


def _fits(content: JsonValue, bare: bool) -> bool:
    if not isinstance(content, dict):
        return bare and isinstance(content, str)
    if content.keys() == {"role"}:
        return content["role"] in _ROLES  # an empty answer that a client put into its history
    if "content" in content or not all(map(_may_be_part, _parts(content))):
        return False
    telling = _telling_key(content) is not None
    if "parts" in content:
        return telling or content.get("role") in _ROLES
    return bare or (telling and _BARE.issuperset(map(rest_key, content)))


def _parts(content: JsonValue) -> list[JsonValue]:
    """The parts of a content, or what stands for one: a list of parts, or a single part."""
    parts = object_or_empty(content).get("parts", content)
    return parts if isinstance(parts, list) else [parts]


def _may_be_part(part: JsonValue) -> bool:
    if isinstance(part, dict):
        return _NEVER_IN_PARTS.isdisjoint(part)
    return part is None or isinstance(part, str)


def _is_text(part: JsonValue) -> bool:
    return isinstance(part, str) or text_field(part, "text") is not None


def _telling_key(content: JsonValue) -> str | None:
    for part in objects_in(_parts(content)):
        for key, value in part.items():
            name = rest_key(key)
            signed = name == "thoughtSignature" and isinstance(value, str)
            if signed or (name in _TELLING and isinstance(value, dict)):
                return f"A part has the key `{key}`."
    if object_or_empty(content).get("role") == "model":
        return "The model's turns have the role `model`."
    return None
