"""What the formats share when they declare tools: names, schemas, built-in tools, the choice
of tools."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from crosswire.address import Address, child, root
from crosswire.model import JsonObject, JsonValue, ToolPart
from crosswire.model.json_patch import patched
from crosswire.model.json_values import are_texts, object_or_empty, without
from crosswire.model.loss import Loss, LossKind
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.name_plan import (
    DECLARED_BY_NAME,
    NAMESPACE,
    names_in_choice,
    tokens_of_name,
    unfolded,
)
from crosswire.rendering.tool_choice import ChoiceForms, written_choice
from crosswire.tools.builtin import MEANINGS, Translated, built_in_tool, translated
from crosswire.tools.schemas import PLAIN, Path, SchemaRule, fitted, strict_fault


@dataclass(frozen=True, slots=True)
class ToolForms:
    """How a format declares tools."""

    title: str
    """As in sentences: "Converse has no ..."."""
    name_at: Path
    """Where a declaration has its name."""
    schema_at: Path
    """Where it has its schema."""
    schemas: SchemaRule = PLAIN
    needs_schema: bool = True
    """Whether a tool without arguments must have a schema all the same."""
    says_strict: bool = False
    """Whether a declaration may say that its schema is enforced."""
    custom: bool = False
    """Whether a tool may take free text."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """A tool in words that every format has, for it to spell."""

    name: str
    description: str | None
    schema: JsonObject | None
    strict: bool | None
    custom: bool = False
    """Whether it takes free text, and is to be declared so."""
    grammar: JsonObject | None = None
    """`syntax` and `definition` of the free text, where it must follow a grammar."""

    def described(self) -> JsonObject:
        """Name and description, as all but one format spell them."""
        written: JsonObject = {"name": self.name}
        return (
            written
            if self.description is None
            else {**written, "description": self.description}
        )


Spell = Callable[[Declaration], JsonObject]


# In the target's own words


def own_tool(
    out: RenderingBuilder, tool: ToolPart, target: Address, raw: JsonValue
) -> JsonValue:
    """A declaration as it stands, but for a name that the target refuses."""
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


def foreign_declarations(out: RenderingBuilder, forms: ToolForms) -> Iterator[ToolPart]:
    """The tools to declare, those of a namespace one by one, as no other format has
    namespaces."""
    for outer in out.conversation.tools():
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
    """The elements of a list of tools at `target`; a tool that stands in a field of its own
    goes there.

    Tools of some kinds may be written by `as_it_is`, as a kindred variant has them.
    """
    written: list[JsonValue] = []
    stays = as_it_is is not None and NAMESPACE in kinds
    for tool in out.conversation.tools() if stays else foreign_declarations(out, forms):
        place = Address(f"{target}/{len(written)}")
        if as_it_is is not None and tool.kind in kinds:
            written.append(as_it_is(tool, place))
            continue
        if is_declared(out, tool):
            written.append(spell(declaration(out, tool, place, forms)))
            continue
        found = built_in(out, tool, forms)
        if found is None:
            continue
        at = place if found.form.at is None else child(root(), found.form.at)
        say_built_in(out, tool, found, at)
        if found.form.at is None:
            written.append(found.value)
        else:
            payload[found.form.at] = found.value
    return written


def has_tools(out: RenderingBuilder) -> bool:
    """Whether a list of tools is written, with which a choice of them may stand."""
    return any(_is_listed(out, tool) for tool in out.conversation.tools())


def _is_listed(out: RenderingBuilder, tool: ToolPart) -> bool:
    if is_declared(out, tool):
        return True
    own = built_in(out, tool)
    return own is not None and own.form.at is None


def is_declared(out: RenderingBuilder, tool: ToolPart) -> bool:
    """Whether a tool is one of the client's, or is told as one in the messages."""
    if any(inner.kind in DECLARED_BY_NAME for inner in unfolded(tool)):
        return True
    return tool.name in out.told_names and built_in(out, tool) is None


def built_in(
    out: RenderingBuilder, tool: ToolPart, forms: ToolForms | None = None
) -> Translated | None:
    """A provider's own tool as the target declares it; with `forms` it is told where there is
    none."""
    found = translated(tool, out.conversation.wire_format, out.target)
    name = found.value.get("name") if found is not None else None
    if found is not None and not _is_taken(out, tool, found, name):
        return found
    if forms is not None:
        _say_dropped(out, tool, forms, name if found is not None else None)
    return None


def _is_taken(
    out: RenderingBuilder, tool: ToolPart, found: Translated, name: JsonValue
) -> bool:
    """Whether a function has the built-in tool's name, or another declaration its meaning."""
    tools = list(out.conversation.tools())
    if any(_is_function_named(name, other) for other in tools):
        return True
    if any(other.kind == found.form.kind != tool.kind for other in tools):
        return True  # a kindred variant's, which is taken over as it stands
    before = tools[: next((i for i, other in enumerate(tools) if other is tool), 0)]
    again = (translated(other, out.conversation.wire_format, out.target) for other in before)
    return any(other is not None and other.form is found.form for other in again)


def _is_function_named(name: JsonValue, tool: ToolPart) -> bool:
    return any(
        inner.name == name and inner.kind in DECLARED_BY_NAME for inner in unfolded(tool)
    )


def _say_dropped(
    out: RenderingBuilder, tool: ToolPart, forms: ToolForms, taken: JsonValue
) -> None:
    theirs = built_in_tool(out.conversation.wire_format, tool.kind, tool.name)
    label = (
        f"tool of its own for {MEANINGS[theirs.meaning]}" if theirs else "such tool of its own"
    )
    why = f"{forms.title} has no {label} that a request could bring over."
    if taken is not None:
        why = f"{forms.title} takes one tool for it, and there is one already."
    instead = "declare a function, and let the client run it"
    out.dropped(tool, "built-in-tool", tool.kind, why, fallback=instead)


def say_built_in(
    out: RenderingBuilder, tool: ToolPart, found: Translated, target: Address
) -> None:
    """Link a built-in tool that is written in the target's own type, and say which options are
    lost."""
    out.link(replace(tool, extras=None), target, "changed")
    if not out.with_links:
        return
    kind = (
        next(iter(found.value), "") if "type" not in found.value else str(found.value["type"])
    )
    written = found.form.at or kind
    why = "Another provider runs it, and what it finds or does may differ."
    if found.form.by_client:
        why = "The target asks for it in other words, which the client's program must know."
    out.lost(
        LossKind.CHANGED,
        tool,
        "built-in-tool",
        tool.kind,
        why,
        target=target,
        fallback=written,
    )
    for path in found.lost:
        source = child(tool.address, *path)
        why = f"The tool of {out.title} has no such option."
        out.losses.append(
            Loss(
                LossKind.DROPPED,
                "built-in-option",
                "/".join(path),
                why,
                source=source,
                target=target,
            )
        )


def declaration(
    out: RenderingBuilder, tool: ToolPart, target: Address, forms: ToolForms
) -> Declaration:
    """A tool as the target may declare it, with its name, and with all that is lost told."""
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
        _say_function(out, tool, target, forms)
    schema = _schema(out, tool, target, forms)
    if strict is True and schema is not None:
        strict = _may_be_strict(out, tool, schema, target, forms)
    return Declaration(
        name, tool.description, schema, strict if isinstance(strict, bool) else None
    )


def _say_function(
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

    None for one with less or more than a grammar has, which stays among the extras and is told
    as lost.
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


def _schema(
    out: RenderingBuilder, tool: ToolPart, target: Address, forms: ToolForms
) -> JsonObject | None:
    if tool.schema is None and not forms.needs_schema:
        return None
    schema, changes = fitted(tool.schema, forms.schemas)
    for change in changes if out.with_links else ():
        source = None if change.kind is LossKind.ADDED else _place_in(tool, change.path)
        place = _place_written(schema, change.path, target, forms)
        out.losses.append(
            Loss(change.kind, "schema", change.what, change.why, source=source, target=place)
        )
    return schema


def _place_written(
    schema: JsonObject, path: Path, target: Address, forms: ToolForms
) -> Address:
    """A place in the schema of the payload; the whole schema's where it has no such place."""
    known = path if _holds(schema, path) else ()
    return child(target, *forms.schema_at, *known)


def _may_be_strict(
    out: RenderingBuilder,
    tool: ToolPart,
    schema: JsonObject,
    target: Address,
    forms: ToolForms,
) -> bool:
    rule = forms.schemas.strict
    fault = strict_fault(schema, rule) if rule is not None else None
    if fault is None:
        return True
    path, reason = fault
    if out.with_links:
        why = f"{out.title} enforces no schema in which {reason}."
        source = _place_in(tool, path)
        place = _place_written(schema, path, target, forms)
        out.losses.append(
            Loss(LossKind.CHANGED, "strict", "strict", why, source, place, "strict: false")
        )
    return False


def _place_in(tool: ToolPart, path: Path) -> Address:
    """A place in a schema, as an address in the upload; the declaration's where the schema was
    read anew."""
    steps = _steps_to(tool.raw, tool.schema)
    known = steps is not None and _holds(tool.schema, path)
    return child(tool.address, *(steps or ()), *path) if known else tool.address


def _steps_to(raw: JsonValue, wanted: JsonValue, depth: int = 3) -> Path | None:
    """Where a declaration holds this very object."""
    if raw is wanted:
        return ()
    for key, inner in raw.items() if isinstance(raw, dict) and depth else ():
        steps = _steps_to(inner, wanted, depth - 1)
        if steps is not None:
            return (key, *steps)
    return None


def _holds(value: JsonValue, path: Path) -> bool:
    for token in path:
        if isinstance(value, dict) and token in value:
            value = value[token]
        elif isinstance(value, list) and token.isdecimal() and int(token) < len(value):
            value = value[int(token)]
        else:
            return False
    return True


# The choice of tools


ChoiceWriter = Callable[[JsonValue], "tuple[Path, JsonValue, str | None] | None"]


def choice_writer(out: RenderingBuilder, forms: ChoiceForms, *tokens: str) -> ChoiceWriter:
    """A writer for the field at `tokens`, with the names that the target takes."""

    def write(value: JsonValue) -> tuple[Path, JsonValue, str | None] | None:
        choice = written_choice(value, forms, lambda name: out.names.written.get(name, name))
        if choice is None:
            return None
        tell_names(out, value, choice[0], child(root(), *tokens))
        return tokens, *choice

    return write


def tell_names(
    out: RenderingBuilder, choice: JsonValue, written: JsonValue, target: Address
) -> None:
    """Tell where a written choice has names other than those of its neutral form."""
    changed = {
        out.names.written[name]: name
        for name in names_in_choice(choice)
        if name in out.names.written
    }
    if isinstance(written, str) and written in changed:
        out.name_for(changed[written], target)
        return
    if isinstance(written, list):
        written = {str(i): value for i, value in enumerate(written)}
    for key, value in written.items() if changed and isinstance(written, dict) else ():
        tell_names(out, choice, value, child(target, key))
