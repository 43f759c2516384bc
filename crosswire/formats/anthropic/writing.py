"""From the model to an Anthropic Messages request body."""

from __future__ import annotations

from crosswire.address import Address, child, root
from crosswire.formats.anthropic.names import NAME
from crosswire.formats.anthropic.writing_messages import MessagesWriter
from crosswire.formats.shared.writing import own_tools, where
from crosswire.model import JsonObject, JsonValue, SettingPart
from crosswire.model.json_values import are_texts, object_or_empty, text_field
from crosswire.model.loss import LossKind
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.declarations import foreign_tools, has_tools
from crosswire.rendering.settings import SettingWriter, foreign_settings, own_value
from crosswire.rendering.tool_choice import ChoiceForms, choice_writer
from crosswire.rendering.tool_forms import Declaration, ToolForms
from crosswire.tools.builtin import form_in
from crosswire.tools.schemas import OF_ANTHROPIC

MAX_TOKENS = 4096
"""Written where the log says nothing: the field is required, and every model can write this
many."""

_HEADERS = frozenset({"anthropic_version", "anthropic_beta"})
"""Fields of a body at Bedrock and Vertex; the provider's own API takes them as headers."""

_SWITCH = "disable_parallel_tool_use"
_TOOLS = ToolForms(
    "Anthropic Messages",
    name_at=("name",),
    schema_at=("input_schema",),
    schemas=OF_ANTHROPIC,
    says_strict=True,
)


def _built_in(meaning: str) -> JsonValue:
    form = form_in(NAME, meaning)
    name = None if form is None else form.base.get("name")
    return None if name is None else {"type": "tool", "name": name}


_CHOICES = ChoiceForms(
    {"auto": {"type": "auto"}, "required": {"type": "any"}, "none": {"type": "none"}},
    named=lambda name: {"type": "tool", "name": name},
    built_in=_built_in,
)


def render(out: RenderingBuilder) -> JsonObject:
    """Write the conversation as a request body."""
    payload: JsonObject = {}
    own = out.conversation.wire_format == NAME
    if own:
        _own_settings(out, payload)
    else:
        _foreign_settings(out, payload)
    if "max_tokens" not in payload:
        payload["max_tokens"] = MAX_TOKENS
        why = "A request must say it; the log does not."
        out.added(Address("0:/max_tokens"), "max_tokens", why)
    writer = MessagesWriter(out)
    messages = writer.write()
    if writer.head:
        payload["system"] = writer.system()
    payload["messages"] = messages
    if own:
        tools = own_tools(out)
    else:
        tools = foreign_tools(out, _TOOLS, _spelled, Address("0:/tools"), payload)
    if tools:
        payload["tools"] = tools
    return payload


def _own_settings(out: RenderingBuilder, payload: JsonObject) -> None:
    for setting in out.conversation.settings():
        if setting.of_response:
            _take_container(out, payload, setting)
        elif setting.name in _HEADERS:
            why = "It is a header there, and a field of the body only on other clouds."
            out.dropped(setting, "header", setting.name, why)
        elif setting.meaning == "parallel_tool_calls":
            # Written with the choice that it stands in.
            out.link(setting, child(root(), "tool_choice", _SWITCH))
        else:
            target = child(root(), setting.name)
            payload[setting.name] = own_value(out, setting, target)
            out.link(setting, target)


def _take_container(out: RenderingBuilder, payload: JsonObject, setting: SettingPart) -> None:
    """Write the container of a response, which calls that its code made want back by its id;
    all else that only a response says is dropped."""
    container = text_field(setting.value, "id")
    if setting.name != "container" or container is None or "container" in payload:
        why = "A request of Anthropic Messages has no field for it."
        out.dropped(setting, "of-response", setting.name, why)
        return
    target = Address("0:/container")
    payload["container"] = container
    out.link(setting, target, "changed")
    why = "A request names the container by its id alone."
    out.lost(LossKind.CHANGED, setting, "container", "container", why, target=target)


def _foreign_settings(out: RenderingBuilder, payload: JsonObject) -> None:
    foreign_settings(out, payload, _setting_writers(out, payload))
    choice = payload.get("tool_choice")
    if isinstance(choice, dict) and "type" not in choice:
        payload["tool_choice"] = {"type": "auto", **choice}
        why = "The switch for parallel calls stands inside a choice, and the log makes none."
        out.added(Address("0:/tool_choice/type"), "type", why)


def _setting_writers(out: RenderingBuilder, payload: JsonObject) -> dict[str, SettingWriter]:
    """Today's API has no `temperature`, `top_p`, `top_k` and no `seed`."""
    modes = [s.neutral for s in out.conversation.settings() if s.meaning == "tool_choice"]
    write = choice_writer(out, _CHOICES, "tool_choice")

    def tool_choice(value: JsonValue) -> tuple[tuple[str, ...], JsonValue, str | None] | None:
        """The choice, with the switch that was written before it."""
        written = write(value)
        if written is None:
            return None
        tokens, choice, lost = written
        before = object_or_empty(payload.get("tool_choice"))
        if _SWITCH in before:
            choice = {**object_or_empty(choice), _SWITCH: before[_SWITCH]}
        return tokens, choice, lost

    def parallel(value: JsonValue) -> tuple[tuple[str, ...], JsonValue] | None:
        # Without calls (`none`) there is no such switch, and the API refuses it.
        if not isinstance(value, bool) or {"mode": "none"} in modes:
            return None
        return ("tool_choice", _SWITCH), not value

    # "tool_choice may only be specified while providing tools."
    if not has_tools(out):
        return _WRITERS
    return {**_WRITERS, "tool_choice": tool_choice, "parallel_tool_calls": parallel}


def _is_count(value: JsonValue) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


_WRITERS: dict[str, SettingWriter] = {
    "model": where(lambda value: isinstance(value, str), "model"),
    "max_output_tokens": where(_is_count, "max_tokens"),
    "stop": where(are_texts, "stop_sequences"),
    "stream": where(lambda value: isinstance(value, bool), "stream"),
}


def _spelled(tool: Declaration) -> JsonObject:
    strict: JsonObject = {} if tool.strict is None else {"strict": tool.strict}
    return {**tool.described(), "input_schema": tool.schema, **strict}
