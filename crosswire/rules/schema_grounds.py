"""What rules on schemas of tools share: grounds with what they look for, and the finding."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

from crosswire.rules.declared_schemas import DeclaredSchema
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Severity, TargetContext
from crosswire.rules.wording import by_number, tool_name
from crosswire.tools.schema_places import Path

Fault = tuple[Path, str]
"""A place in a schema, and what is wrong there, as the end of a sentence about the schema."""
Find = Callable[[DeclaredSchema], Iterator[Fault]]

OF_OPENAI = ("openai-chat", "openai-responses", "azure-foundry")
"""The targets that share OpenAI's check of schemas."""
OF_CLAUDE = r"claude|anthropic"
"""The models whose provider checks the schemas that Bedrock hands on."""
_MAX_COUNTED = 50


class SchemaGround(Ground, frozen=True, kw_only=True):
    """What a target refuses about the schema of one tool."""

    find: Find
    field: str | None = None
    """The only field of a declaration whose schema it is about; None: any."""
    only_strict: bool = False
    """Whether it is about the schemas that are to be enforced."""

    def is_about(self, declared: DeclaredSchema) -> bool:
        """Whether it has to look at a schema at all."""
        return (declared.strict or not self.only_strict) and (
            self.field is None or self.field == declared.at[-1]
        )


def _refused(
    rule: ProviderRule[SchemaGround], ground: SchemaGround, context: TargetContext
) -> Iterator[Refusal]:
    """One finding for each fault of a schema, at the first of its places."""
    for declared in filter(ground.is_about, context.schemas):
        places: dict[str, list[Path]] = {}
        for path, what in islice(ground.find(declared), _MAX_COUNTED):
            places.setdefault(what, []).append(path)
        for what, paths in places.items():
            name = tool_name(declared.tool.name)
            message = f"The schema that declares {name} {what}{_more(len(paths) - 1)}."
            yield rule.at(
                declared.tool,
                message,
                ground,
                address=declared.address(paths[0]),
                severity=severity_in(context),
            )


def look_for_faults(rule: ProviderRule[SchemaGround]) -> None:
    """Subscribe a rule to what its grounds look for, where a schema is declared at all."""
    rule.only_where(_has_schemas)
    rule.on_ground(partial(_refused, rule))


def _has_schemas(context: TargetContext) -> bool:
    """Whether a tool is declared with a schema."""
    return bool(context.schemas)


def severity_in(context: TargetContext) -> Severity | None:
    """A warning where the declarations are a response's, as a provider that repeats them has
    taken them, and fills in what the request left out; else None."""
    return Severity.WARNING if context.log_shape == "response" else None


def _more(others: int) -> str:
    if not others:
        return ""
    number = f"{others} or more" if others + 1 == _MAX_COUNTED else str(others)
    places = by_number(others, "one further place", f"{number} further places")
    return f"; so it is in {places}"
