"""Cohere's Chat API, version 2."""

from collections.abc import Iterator

from crosswire.model import ToolPart, ToolResultPart
from crosswire.model.json_values import value_at
from crosswire.rules.content.tool_declaration import DeclarationGround
from crosswire.rules.context import TargetContext
from crosswire.rules.order.unanswered_call import ResultGround, without_output
from crosswire.rules.order.unexpected_result import CallGround
from crosswire.rules.parts import without_ids
from crosswire.rules.target import Signs, Taken, Target
from crosswire.rules.wording import quoted


def _without_an_earlier_call(context: TargetContext) -> Iterator[ToolResultPart]:
    orphans = (one for one in context.pairing.orphans if one.duplicate_of is None)
    yield from without_ids([one.result for one in orphans], {None})


_OF_FUNCTIONS = ("name", "description", "parameters")


def _has_an_unknown_field(declared: ToolPart) -> str | None:
    function = value_at(declared.raw, "function")
    fields = function if isinstance(function, dict) else {}
    strange = next((name for name in fields if name not in _OF_FUNCTIONS), None)
    return None if strange is None else f"has the field {quoted(strange, 40)}"


profile = Target(
    "cohere",
    "Cohere",
    ("cohere",),
    Signs(hosts=("api.cohere.com", "api.cohere.ai"), providers=("cohere", "coherechat")),
    also=("openai-chat",),
    grounds={
        "unexpected-result": (
            CallGround(
                key="co-orphan",
                error_text="invalid tool message at messages[…]: tool call id '…' not found "
                "in previous tool calls",
                source="Cohere's answers in public logs",
                find=_without_an_earlier_call,
                where="before it",
            ),
        ),
        "tool-declaration": (
            DeclarationGround(
                key="co-function-field",
                error_text="unknown field: parameter 'strict' is not a valid field",
                source="OpenRouterTeam/openrouter-examples#71, agno-agi/agno#3503 with "
                "`requires_confirmation`",
                since="2025-06",
                fault=_has_an_unknown_field,
            ),
        ),
        "unanswered-call": (
            ResultGround(
                key="co-answer-all",
                error_text="",
                source="ethz-spylab/agentdojo#200",
                confidence="medium",
                find=without_output,
                where="in the conversation",
            ),
        ),
    },
    takes={
        "cohere": Taken(
            source="recorded answers of 2025 and 2026; the types of Cohere's SDK",
            fields={
                "system": frozenset({"role", "content"}),
                "user": frozenset({"role", "content"}),
                "assistant": frozenset(
                    {"role", "content", "tool_calls", "tool_plan", "citations"}
                ),
                "tool": frozenset({"role", "content", "tool_call_id"}),
            },
        )
    },
)
