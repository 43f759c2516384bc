"""Schemas of tools as a target takes them, with the place of each change."""

from __future__ import annotations

from crosswire.address import Address, child
from crosswire.model import JsonObject, JsonValue, ToolPart
from crosswire.model.loss import LossKind
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.tool_forms import ToolForms
from crosswire.tools.schema_places import Path
from crosswire.tools.schemas import SchemaChange, SchemaRule, fitted, strict_fault


def fitted_schema(
    out: RenderingBuilder, tool: ToolPart, target: Address, forms: ToolForms
) -> JsonObject | None:
    """The schema of a tool as the target takes it; None where it needs none and has none."""
    if tool.schema is None and not forms.needs_schema:
        return None
    schema, changes = _fitted_once(out, tool.schema, forms.schemas)
    for change in changes if out.with_losses else ():
        source = None if change.kind is LossKind.ADDED else _place_in(tool, change.path)
        place = _place_written(schema, change.path, target, forms)
        out.add_loss(change.kind, "schema", change.what, change.why, source, place)
    return schema


def _fitted_once(
    out: RenderingBuilder, schema: JsonValue, rule: SchemaRule
) -> tuple[JsonObject, list[SchemaChange]]:
    """What `fitted` says, worked out once for all targets that ask the same."""
    known: dict[object, _Fitted] = out.conversation.found_out
    found = known.get((id(schema), id(rule)))
    if found is None or found[0] is not schema:
        found = known[id(schema), id(rule)] = schema, *fitted(schema, rule)
    return found[1], found[2]


_Fitted = tuple[JsonValue, JsonObject, list[SchemaChange]]


def _place_written(
    schema: JsonObject, path: Path, target: Address, forms: ToolForms
) -> Address:
    """A place in the payload's schema; the schema itself where it has no such place."""
    known = path if _holds(schema, path) else ()
    return child(target, *forms.schema_at, *known)


def may_be_strict(
    out: RenderingBuilder,
    tool: ToolPart,
    schema: JsonObject,
    target: Address,
    forms: ToolForms,
) -> bool:
    """Whether the target can enforce a schema; a reason why not is recorded as a loss."""
    rule = forms.schemas.strict
    fault = strict_fault(schema, rule) if rule is not None else None
    if fault is None:
        return True
    path, reason = fault
    why = f"{out.title} enforces no schema that {reason}."
    source = _place_in(tool, path)
    place = _place_written(schema, path, target, forms)
    out.add_loss(LossKind.CHANGED, "strict", "strict", why, source, place, "strict: false")
    return False


def _place_in(tool: ToolPart, path: Path) -> Address:
    """A place in a logged schema; that of the declaration where its JSON lacks the place."""
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
