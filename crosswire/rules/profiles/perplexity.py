"""Perplexity's Sonar."""

from crosswire.rules.order.ends_with_assistant import LastMessage
from crosswire.rules.order.roles_alternate import TurnsTaken
from crosswire.rules.target import Signs, Taken, Target
from crosswire.rules.uses import Use

profile = Target(
    "perplexity",
    "Perplexity",
    ("openai-chat",),
    Signs(
        hosts=("api.perplexity.ai",),
        providers=("perplexity", "perplexityai"),
        models=r"(?i)sonar(-[\w.-]+)?|r1-1776|pplx-[\w.-]+|llama-3\.1-sonar-[\w.-]+",
        answers=(("search_results", ""), ("citations", "")),
    ),
    grounds={
        "roles-alternate": (
            TurnsTaken(
                key="pplx-turns",
                error_text="After the (optional) system message(s), user or tool message(s) "
                "should alternate with assistant message(s). / After the (optional) system "
                "message(s), user and assistant roles should be alternating.",
                source="perplexityai/api-discussion#265, serac-labs/serac#53, "
                "FoundationAgents/OpenManus#580, pipecat-ai/pipecat#4009",
                system_first=True,
            ),
        ),
        "ends-with-assistant": (
            LastMessage(
                key="pplx-last",
                error_text="",
                source="pipecat-ai/pipecat#4009",
                confidence="medium",
            ),
        ),
    },
    takes={
        "openai-chat": Taken(
            source="Perplexity's reference of Sonar and the types of its SDK (0.46)",
            fields={
                role: frozenset({"role", "content"})
                for role in ("system", "user", "assistant")
            },
            models=r"(?i)sonar",
            has_own_models=True,
            uses={Use.PARTS: "the types of Perplexity's SDK (0.46)"},
        )
    },
)
