"""Declares the tools of a conversation, unchanged or in another format."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from crosswire.address import Address, child, root
from crosswire.model import JsonObject, JsonValue, ToolPart
from crosswire.model.json_patch import patched
from crosswire.model.json_values import are_texts, object_or_empty, without
from crosswire.model.loss import LossKind
from crosswire.model.node_key import is_setting
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.built_in_tools import built_in, built_in_or_dropped, link_built_in
from crosswire.rendering.name_plan import DECLARED_BY_NAME, NAMESPACE, tokens_of_name, unfolded
from crosswire.rendering.tool_forms import Declaration, Spell, ToolForms
from crosswire.rendering.tool_schemas import fitted_schema, may_be_strict
from crosswire.tools.declared import OF_MCP_SERVER
from crosswire.tools.schema_places import Path

# In the target's own words


def own_tool(
    out: RenderingBuilder, tool: ToolPart, target: Address, raw: JsonValue
) -> JsonValue:
    """A declaration unchanged, but for a name that the target refuses."""
    out.link(tool, target)
    if out.names.written and tool.kind == NAMESPACE:
        return _own_namespace(out, tool, target, raw)
    if tool.name not in out.names.written or tool.kind not in DECLARED_BY_NAME:
        return raw
    tokens = tokens_of_name(raw, tool.name)
    if tokens is None:
        return raw
    return patched(raw, [(tokens, out.name_for(tool.name, target, *tokens))])


def _own_namespace(
    out: RenderingBuilder, tool: ToolPart, target: Address, raw: JsonValue
) -> JsonValue:
    changes: list[tuple[Path, JsonValue]] = []
    for i, inner in enumerate(unfolded(tool)):
        if inner is not tool:
            tokens = ("tools", str(i), "name")
            changes.append((tokens, out.name_for(inner.name, target, *tokens)))
    return patched(raw, changes)


# In other words


def _to_list(out: RenderingBuilder) -> Iterator[ToolPart]:
    """The tools that the request must list: all but those of a block that stays as it is."""
    listed: set[tuple[str, str]] = set()
    for tool in out.conversation.tools():
        known = (tool.kind, tool.name)
        if is_setting(tool.key):
            yield tool
        elif out.is_own(out.message_with(tool)):
            continue
        elif tool.kind == OF_MCP_SERVER:
            continue  # it is lost with its block
        elif known in listed:
            why = "A tool of this name is declared before, and the target declares it once."
            out.dropped(tool, "later-tools", tool.name, why)
        else:
            yield tool
        listed.add(known)


def foreign_declarations(out: RenderingBuilder, forms: ToolForms) -> Iterator[ToolPart]:
    """The tools to declare; a namespace is taken apart, as few formats have namespaces."""
    for outer in _to_list(out):
        inner = unfolded(outer)
        if inner[0] is not outer:
            why = f"{forms.title} has no namespaces; what is in it is declared tool by tool."
            out.lost(LossKind.CHANGED, outer, "namespace", outer.name, why)
        yield from inner


def foreign_tools(
    out: RenderingBuilder,
    forms: ToolForms,
    spell: Spell,
    target: Address,
    payload: JsonObject,
    kinds: frozenset[str] = frozenset(),
    as_it_is: Callable[[ToolPart, Address], JsonValue] | None = None,
) -> list[JsonValue]:
    """The elements of a list of tools at `target`.

    A tool that has a field of its own is put into `payload`. Tools of some `kinds` may be
    written by `as_it_is`, as a kindred variant has them.
    """
    written: list[JsonValue] = []
    stays = as_it_is is not None and NAMESPACE in kinds
    for tool in _to_list(out) if stays else foreign_declarations(out, forms):
        place = Address(f"{target}/{len(written)}")
        if as_it_is is not None and tool.kind in kinds:
            written.append(as_it_is(tool, place))
        elif is_declared(out, tool):
            written.append(spell(declaration(out, tool, place, forms)))
        elif own := built_in_or_dropped(out, tool, forms):
            field = own.form.at
            link_built_in(out, tool, own, place if field is None else child(root(), field))
            if field is None:
                written.append(own.value)
            else:
                payload[field] = own.value
    return written


def has_tools(out: RenderingBuilder) -> bool:
    """Whether a list of tools is written; only then a request may have a tool choice."""
    return any(_is_listed(out, tool) for tool in out.conversation.tools())


def _is_listed(out: RenderingBuilder, tool: ToolPart) -> bool:
    if is_declared(out, tool):
        return True
    own = built_in(out, tool)
    return own is not None and own.form.at is None


def is_declared(out: RenderingBuilder, tool: ToolPart) -> bool:
    """Whether a tool is the client's, or its calls are written as those of one."""
    if any(inner.kind in DECLARED_BY_NAME for inner in unfolded(tool)):
        return True
    return tool.name in out.told_names and built_in(out, tool) is None


def declaration(
    out: RenderingBuilder, tool: ToolPart, target: Address, forms: ToolForms
) -> Declaration:
    """A tool as the target may declare it; what it cannot hold is recorded as lost."""
    custom = tool.kind == "custom"
    extras = dict(tool.extras or {})
    grammar = _grammar(extras) if custom else None
    if grammar is not None or extras.get("format") == {"type": "text"}:
        del extras["format"]
    strict = extras.get("strict") if forms.says_strict and not custom else None
    if isinstance(strict, bool):
        del extras["strict"]
    out.link(replace(tool, extras=extras or None), target, "changed")
    if custom:
        return _custom_declaration(out, tool, target, forms, grammar)
    name = out.name_for(tool.name, target, *forms.name_at[:-1], "name")
    if tool.kind not in DECLARED_BY_NAME:
        _lose_own_type(out, tool, target, forms)
    schema = fitted_schema(out, tool, target, forms)
    if strict is True and schema is not None:
        strict = may_be_strict(out, tool, schema, target, forms)
    return Declaration(
        name, tool.description, schema, strict if isinstance(strict, bool) else None
    )


def _lose_own_type(
    out: RenderingBuilder, tool: ToolPart, target: Address, forms: ToolForms
) -> None:
    why = (
        f"{forms.title} has no such tool of its own, and the messages tell of it as of "
        "a function."
    )
    kind = LossKind.CHANGED
    out.lost(kind, tool, "built-in-tool", tool.kind, why, target=target, fallback="function")


def _custom_declaration(
    out: RenderingBuilder,
    tool: ToolPart,
    target: Address,
    forms: ToolForms,
    grammar: JsonObject | None,
) -> Declaration:
    """A tool of free text, or a function with one text where the target has no such tools."""
    is_inside = forms.custom and len(forms.name_at) > 1
    around = ("custom",) if is_inside else forms.name_at[:-1]
    name = out.name_for(tool.name, target, *around, "name")
    if forms.custom:
        return Declaration(name, tool.description, None, None, custom=True, grammar=grammar)
    schema = _text_field(out, tool, target, forms, grammar)
    return Declaration(name, tool.description, schema, None)


def _grammar(extras: JsonObject) -> JsonObject | None:
    """The grammar of a custom tool; Chat Completions has it one level deeper than Responses.

    None where there are other fields than a grammar has; these stay among the extras and are
    recorded as lost.
    """
    form = object_or_empty(extras.get("format"))
    if form.get("type") != "grammar":
        return None
    grammar = without(object_or_empty(form.get("grammar", form)), "type")
    if grammar.keys() != {"syntax", "definition"}:
        return None
    return grammar if are_texts(list(grammar.values())) else None


def _text_field(
    out: RenderingBuilder,
    tool: ToolPart,
    target: Address,
    forms: ToolForms,
    grammar: JsonObject | None,
) -> JsonObject:
    """The schema of a function that takes in `input` what a custom tool takes as text."""
    why = (
        f"{forms.title} has no tools of free text; it becomes the field `input` of a function."
    )
    out.lost(LossKind.CHANGED, tool, "custom-tool", "free-text input", why, target=target)
    text: JsonObject = {"type": "string"}
    if grammar is not None:
        described = (
            f"Text that follows this {grammar.get('syntax')} "
            f"grammar:\n{grammar.get('definition')}"
        )
        text["description"] = described
        why = f"{forms.title} enforces no grammar; it is told to the model in the description."
        out.lost(
            LossKind.CHANGED,
            tool,
            "grammar",
            "format",
            why,
            target=target,
            fallback="description",
        )
    return {"type": "object", "properties": {"input": text}, "required": ["input"]}
