"""Whether a JSON value is Gemini's: a body, a list of contents, one content, or one part."""

from __future__ import annotations

from crosswire.formats.gemini.spelling import field, rest_key
from crosswire.formats.protocol import Recognition
from crosswire.model import JsonObject, JsonValue

SAMPLE = 60
"""Contents looked at; what decides (a tool call) is seldom far from the start."""

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


def recognise(value: JsonValue) -> Recognition | None:
    if isinstance(value, list):
        return _contents(value)
    if not isinstance(value, dict):
        return None
    found = _response(value) or _request(value)
    if found is not None:
        return found
    found = _contents([value])
    return None if found is None else Recognition("message", found.confidence, found.reason)


def candidates_in(body: JsonObject) -> tuple[tuple[str, ...], JsonValue]:
    """The candidates of a response, and the keys of the wrappers that clients log around it."""
    for wrapper in ((), ("response",), ("response", "data"), ("data",)):
        inner: JsonValue = body
        for key in wrapper:
            inner = inner.get(key) if isinstance(inner, dict) else None
        if isinstance(inner, dict) and isinstance(inner.get("candidates"), list):
            return wrapper, inner["candidates"]
    return (), None


def _response(body: JsonObject) -> Recognition | None:
    wrapper, candidates = candidates_in(body)
    if wrapper and "request" in body:
        return None
    if isinstance(candidates, list):
        first = candidates[0] if candidates else None
        if isinstance(first, dict) and (
            "content" in first or field(first, "finishReason") is not None
        ):
            return Recognition(
                "response", 0.97, "The answer stands in `candidates[].content`."
            )
    blocked = isinstance(field(body, "promptFeedback"), dict)
    if (blocked or isinstance(candidates, list)) and field(body, "usageMetadata") is not None:
        return Recognition(
            "response", 0.9, "`usageMetadata` beside `candidates` or `promptFeedback`."
        )
    return None


def _request(body: JsonObject) -> Recognition | None:
    config = body.get("config")
    declares = _declares(body) or (isinstance(config, dict) and _declares(config))
    if declares:
        return Recognition("request", 0.96, "`tools[]` hold `functionDeclarations`.")
    contents = body.get("contents")
    if contents is None or "role" in body:
        return None
    configured = next((name for name in _CONFIGS if field(body, name) is not None), None)
    if configured is None and isinstance(config, dict):
        configured = "config"
    found = _contents(contents if isinstance(contents, list) else [contents], bare=True)
    if configured is not None and (found is not None or contents == []):
        return Recognition("request", 0.94, f"`contents` beside `{configured}`.")
    if found is None:
        return None
    confidence = max(found.confidence, 0.8 if isinstance(contents, list) else 0.7)
    return Recognition("request", confidence, f"`contents`: {found.reason}")


def _declares(body: JsonObject) -> bool:
    tools = body.get("tools")
    if isinstance(tools, dict):
        tools = [tools]
    return isinstance(tools, list) and any(
        isinstance(tool, dict) and isinstance(field(tool, "functionDeclarations"), list)
        for tool in tools
    )


def _contents(contents: list[JsonValue], *, bare: bool = False) -> Recognition | None:
    """Decided by the first key that only this format has; else "it fits".

    `bare`: they stand in `contents`, where the SDKs take text and single parts too.
    """
    if not all(_fits(content, bare) for content in contents[:SAMPLE]):
        return None
    reason = next(filter(None, map(_telling_key, contents)), None)
    if reason is not None:
        return Recognition("messages", 0.94, reason)
    if not any(_is_text(part) for content in contents[:SAMPLE] for part in _parts(content)):
        return None
    return Recognition(
        "messages",
        0.6,
        "Objects with `role` and `parts`, and nothing that speaks against Gemini.",
    )


def _fits(content: JsonValue, bare: bool) -> bool:
    if not isinstance(content, dict):
        return bare and isinstance(content, str)
    if content.keys() == {"role"}:
        return content["role"] in _ROLES  # an empty answer that a client put into its history
    if "content" in content or not all(_may_be_part(part) for part in _parts(content)):
        return False
    if "parts" not in content:
        return bare or (
            _BARE.issuperset(map(rest_key, content)) and _telling_key(content) is not None
        )
    return content.get("role") in _ROLES or _telling_key(content) is not None


def _parts(content: JsonValue) -> list[JsonValue]:
    parts = (
        content.get("parts") if isinstance(content, dict) and "parts" in content else content
    )
    return parts if isinstance(parts, list) else [parts]


def _may_be_part(part: JsonValue) -> bool:
    if isinstance(part, dict):
        return _NEVER_IN_PARTS.isdisjoint(part)
    return part is None or isinstance(part, str)


def _is_text(part: JsonValue) -> bool:
    return isinstance(part, str) or (
        isinstance(part, dict) and isinstance(part.get("text"), str)
    )


def _telling_key(content: JsonValue) -> str | None:
    for part in _parts(content):
        for key, value in part.items() if isinstance(part, dict) else ():
            name = rest_key(key)
            signed = name == "thoughtSignature" and isinstance(value, str)
            if signed or (name in _TELLING and isinstance(value, dict)):
                return f"A part has the key `{key}`."
    if isinstance(content, dict) and content.get("role") == "model":
        return "The model's turns have the role `model`."
    return None
