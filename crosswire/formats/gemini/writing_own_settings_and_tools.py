"""Settings and tools that are Gemini's already: in REST's places and spelling."""

from __future__ import annotations

from crosswire.address import Address, escape, pointer
from crosswire.formats.gemini.spelling import as_rest, declared_as_rest, rest_key
from crosswire.formats.shared.writing import put
from crosswire.model import JsonObject, SettingPart, ToolPart
from crosswire.model.json_values import list_or_empty, object_or_empty
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.declarations import own_tool
from crosswire.rendering.settings import own_value

_BESIDE_CONTENTS = frozenset(
    {
        "cachedContent",
        "continuationToken",
        "generationConfig",
        "labels",
        "modelArmorConfig",
        "outputConfig",
        "safetySettings",
        "serviceTier",
        "store",
        "toolConfig",
    }
)
"""Fields of the SDK's `config` that REST has at the top level, as `contents`; the others are
generationConfig's."""
_OF_SDK = frozenset(
    {
        "automaticFunctionCalling",
        "automaticContinuation",
        "httpOptions",
        "shouldReturnHttpResponse",
    }
)


def own_settings(out: RenderingBuilder, payload: JsonObject) -> None:
    """Settings in Gemini's words, each at REST's place of it."""
    taken: list[tuple[str, ...]] = []
    for setting in out.conversation.settings():
        tokens = _tokens(setting)
        no_place = _no_place(setting, tokens, taken)
        if no_place is not None:
            code, why = no_place
            out.dropped(setting, code, setting.name, why)
            continue
        taken.append(tokens)
        target = Address("0:/" + "/".join(map(escape, tokens)))
        value = as_rest({tokens[-1]: own_value(out, setting, target)})
        put(payload, tokens, object_or_empty(value).get(tokens[-1]))
        out.link(setting, target)


_OF_RESPONSE = "A provider says it in a response; a request has no field for it."
_NO_TOOL = (
    "An element of `tools` declares functions or a built-in tool, and this does neither."
)
_TWICE = "It is said in two places, and the request has one; the first is written."


def _no_place(
    setting: SettingPart, tokens: tuple[str, ...], taken: list[tuple[str, ...]]
) -> tuple[str, str] | None:
    """Code and reason of a setting that a request has no place for; None where it has one."""
    name = tokens[-1]
    if setting.of_response or name == "modelVersion":
        return "of-response", _OF_RESPONSE
    if name == "tools[]":
        return "not-a-tool", _NO_TOOL
    if tokens == ("model",):
        return "in-url", "The model stands in the URL of the request, not in its body."
    if name in _OF_SDK and setting.name.startswith("config/"):
        return "of-sdk", "It is for the SDK, which does not send it."
    if any(tokens[: len(other)] == other[: len(tokens)] for other in taken):
        return "said-twice", _TWICE
    return None


def _tokens(setting: SettingPart) -> tuple[str, ...]:
    """REST's place of a setting, from the path that it was read under."""
    first, _, rest = setting.name.partition("/")
    container = rest_key(first)
    if not rest or container not in ("config", "generationConfig", "toolConfig"):
        return (rest_key(setting.name),)
    if container != "config":
        return _inner(container, rest)
    second, _, deeper = rest.partition("/")
    if deeper and rest_key(second) == "toolConfig":
        return _inner("toolConfig", deeper)
    name = rest_key(rest)
    return (name,) if name in _BESIDE_CONTENTS else ("generationConfig", name)


def _inner(container: str, path: str) -> tuple[str, ...]:
    config, slash, name = path.partition("/")
    if container == "toolConfig" and slash and rest_key(config) == "functionCallingConfig":
        return (container, "functionCallingConfig", rest_key(name))
    return (container, rest_key(path))


def own_tools(out: RenderingBuilder, payload: JsonObject) -> None:
    """The elements of `tools` as they were grouped."""
    written: dict[str, JsonObject] = {}
    for tool in out.conversation.listed_tools():
        group, key = _group(tool)
        fields = written.setdefault(group, {})
        target = f"0:/tools/{list(written).index(group)}/{key}"
        if tool.kind != "function":
            fields[key] = as_rest(tool.raw)
            out.link(tool, Address(target))
            continue
        declarations = list_or_empty(fields.get(key))
        place = Address(f"{target}/{len(declarations)}")
        fields[key] = [*declarations, own_tool(out, tool, place, declared_as_rest(tool.raw))]
    if written:
        payload["tools"] = list(written.values())


def _group(tool: ToolPart) -> tuple[str, str]:
    """The element of `tools` that a declaration stood in, and REST's key for it."""
    tokens = pointer(tool.address).split("/")
    if tool.kind != "function":
        return "/".join(tokens[:-1]), rest_key(tokens[-1])
    if len(tokens) > 2 and rest_key(tokens[-2]) == "functionDeclarations":
        return "/".join(tokens[:-2]), "functionDeclarations"
    return "/".join(tokens), "functionDeclarations"
