"""From the model to an Anthropic Messages request body."""

from __future__ import annotations

from collections.abc import Iterator

from crosswire.address import Address, child, root
from crosswire.formats.anthropic.names import NAME, OF_MCP, TITLE
from crosswire.formats.anthropic.own import own_turn
from crosswire.formats.anthropic.turns import TurnWriter
from crosswire.model import JsonObject, JsonValue, Message, Part, SettingPart
from crosswire.model.loss import LossKind
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.declarations import (
    Declaration,
    ToolForms,
    choice_writer,
    foreign_tools,
    has_tools,
    own_tool,
)
from crosswire.rendering.id_plan import IdRule
from crosswire.rendering.messages import say_developer
from crosswire.rendering.settings import SettingWriter, foreign_settings, own_value
from crosswire.rendering.tool_choice import ChoiceForms
from crosswire.tools.builtin import form_in
from crosswire.tools.schemas import OF_ANTHROPIC

ID_RULE = IdRule(
    pattern=r"[a-zA-Z0-9_-]+",
    native="toolu_01{22}",
    server=IdRule(pattern=r"srvtoolu_[a-zA-Z0-9_]+", native="srvtoolu_cw_{22}"),
    as_of_clients=OF_MCP,
)

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
    return (
        {"type": "tool", "name": form.base["name"]}
        if form is not None and "name" in form.base
        else None
    )


_CHOICES = ChoiceForms(
    {"auto": {"type": "auto"}, "required": {"type": "any"}, "none": {"type": "none"}},
    named=lambda name: {"type": "tool", "name": name},
    built_in=_built_in,
)


def render(out: RenderingBuilder) -> JsonObject:
    payload: JsonObject = {}
    if out.conversation.wire_format == NAME:
        _own_settings(out, payload)
    else:
        _foreign_settings(out, payload)
    if "max_tokens" not in payload:
        payload["max_tokens"] = MAX_TOKENS
        out.added(
            Address("0:/max_tokens"), "max_tokens", "A request must say it; the log does not."
        )
    writer = _Writer(out)
    messages = writer.write()
    if writer.head:
        payload["system"] = writer.system()
    payload["messages"] = messages
    tools = _tools(out, payload)
    if tools:
        payload["tools"] = tools
    return payload


def _own_settings(out: RenderingBuilder, payload: JsonObject) -> None:
    for setting in out.conversation.settings():
        if setting.of_response:
            if not _take_container(out, payload, setting):
                why = "A request of Anthropic Messages has no field for it."
                out.dropped(setting, "of-response", setting.name, why)
            continue
        if setting.name in _HEADERS:
            why = "It is a header there, and a field of the body only on other clouds."
            out.dropped(setting, "header", setting.name, why)
            continue
        if (
            setting.meaning == "parallel_tool_calls"
        ):  # written with the choice that it stands in
            out.link(setting, child(root(), "tool_choice", _SWITCH))
            continue
        target = child(root(), setting.name)
        payload[setting.name] = own_value(out, setting, target)
        out.link(setting, target)


def _take_container(out: RenderingBuilder, payload: JsonObject, setting: SettingPart) -> bool:
    """Whether it is the container of a response, which calls that its code made want back by
    its id."""
    container = setting.value.get("id") if isinstance(setting.value, dict) else None
    if setting.name != "container" or not isinstance(container, str) or "container" in payload:
        return False
    target = Address("0:/container")
    payload["container"] = container
    out.link(setting, target, "changed")
    why = "A request names the container by its id alone."
    out.lost(LossKind.CHANGED, setting, "container", "container", why, target=target)
    return True


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
        found = write(value)
        before = payload.get("tool_choice")
        if found is None or not isinstance(before, dict) or _SWITCH not in before:
            return found
        tokens, choice, lost = found
        return (
            tokens,
            {**(choice if isinstance(choice, dict) else {}), _SWITCH: before[_SWITCH]},
            lost,
        )

    def parallel(value: JsonValue) -> tuple[tuple[str, ...], JsonValue] | None:
        # Without calls (`none`) there is no such switch, and the API refuses it.
        if not isinstance(value, bool) or {"mode": "none"} in modes:
            return None
        return ("tool_choice", _SWITCH), not value

    writers: dict[str, SettingWriter] = {
        "model": lambda value: (("model",), value) if isinstance(value, str) else None,
        "max_output_tokens": lambda value: (
            (("max_tokens",), value) if _is_count(value) else None
        ),
        "stop": lambda value: (("stop_sequences",), value) if _are_texts(value) else None,
        "stream": lambda value: (("stream",), value) if isinstance(value, bool) else None,
    }
    # "tool_choice may only be specified while providing tools."
    if has_tools(out):
        writers |= {"tool_choice": tool_choice, "parallel_tool_calls": parallel}
    return writers


def _is_count(value: JsonValue) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _are_texts(value: JsonValue) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def _tools(out: RenderingBuilder, payload: JsonObject) -> list[JsonValue]:
    if out.conversation.wire_format != NAME:
        return foreign_tools(out, _TOOLS, _spelled, Address("0:/tools"), payload)
    return [
        own_tool(out, tool, Address(f"0:/tools/{i}"), tool.raw)
        for i, tool in enumerate(out.conversation.tools())
    ]


def _spelled(tool: Declaration) -> JsonObject:
    strict: JsonObject = {} if tool.strict is None else {"strict": tool.strict}
    return {**tool.described(), "input_schema": tool.schema, **strict}


class _Writer:
    """Writes the messages: those in Anthropic's words as they are, runs of others as turns."""

    def __init__(self, out: RenderingBuilder) -> None:
        self.out = out
        self.messages: list[JsonValue] = []
        self.head: list[tuple[Message, Part, JsonValue]] = []
        """What is to stand in the top-level `system`, in order."""

    def write(self) -> list[JsonValue]:
        for run in _runs(self.out):
            if not self.out.is_own(run[0]):
                self.head += TurnWriter(self.out, self.messages).write(run)
            elif run[0].field == "system":
                self.head += [(run[0], part, part.raw) for part in run[0].parts]
                if not run[0].parts:
                    self.out.dropped_message(run[0], "It holds nothing.")
            else:
                target = Address(f"0:/messages/{len(self.messages)}")
                self.messages.append(own_turn(self.out, run, target))
        return self.messages

    def system(self) -> JsonValue:
        """The top-level field: text where there is one text, else blocks."""
        at = Address("0:/system")
        sources = {message.key: message for message, _, _ in self.head}
        for message in sources.values():
            self.out.link_message(message, at, "merged" if len(sources) > 1 else "same")
            say_developer(self.out, message, at, title=TITLE)
        message, part, block = self.head[0]
        if len(self.head) == 1 and (isinstance(block, str) or part.address == message.address):
            self.out.link(part, at)
            return block
        written: list[JsonValue] = []
        for _, part, block in self.head:
            self.out.link(part, Address(f"{at}/{len(written)}"))
            written.append(
                {"type": "text", "text": block} if isinstance(block, str) else block
            )
        return written


def _runs(out: RenderingBuilder) -> Iterator[list[Message]]:
    """Foreign messages together; own ones alone, save the lines of a log that were one
    message."""
    run: list[Message] = []
    for message in out.conversation.messages:
        if run and not _joins(out, run[-1], message):
            yield run
            run = []
        run.append(message)
    if run:
        yield run


def _joins(out: RenderingBuilder, before: Message, message: Message) -> bool:
    if out.is_own(before) != out.is_own(message):
        return False
    if not out.is_own(message):
        return True
    one = message.group is not None and message.group == before.group
    return one and message.role == before.role == "assistant"
