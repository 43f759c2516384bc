"""Who a conversation may be sent to: the endpoints whose refusals are known."""

from __future__ import annotations

from crosswire.rules.finding import Refusal
from crosswire.rules.profiles import PROFILES
from crosswire.rules.target import Signs, Target

_CHAT, _RESPONSES = "openai-chat", "openai-responses"
_OPENAI = ("api.openai.com", "openai.azure.com", "cognitiveservices.azure.com")
"""Azure serves OpenAI's models at its own hosts, by OpenAI's rules."""
_GOOGLE = ("aiplatform.googleapis.com", "*-aiplatform.googleapis.com")
_AMAZON = "bedrock-runtime.*.amazonaws.com"
_ANTHROPIC = ("api.anthropic.com", _AMAZON, *_GOOGLE, "services.ai.azure.com")
"""So do Amazon, Google and Microsoft with Claude, in Anthropic's format."""


def _first(
    name: str, title: str, format: str, *hosts: str, also: tuple[str, ...] = ()
) -> Target:
    return Target(name, title, (format,), Signs(hosts=hosts), also, takes=None)


_FIRST = (
    _first(_CHAT, "OpenAI Chat Completions", _CHAT, *_OPENAI),
    _first(_RESPONSES, "OpenAI Responses", _RESPONSES, *_OPENAI, "chatgpt.com"),
    _first("anthropic", "Anthropic Messages", "anthropic", *_ANTHROPIC),
    _first(
        "gemini", "Gemini API", "gemini", "generativelanguage.googleapis.com", also=(_CHAT,)
    ),
    _first(
        "vertex",
        "Gemini on Vertex AI",
        "gemini",
        *_GOOGLE,
        also=(_CHAT,),
    ),
    _first(
        "azure-foundry",
        "Azure AI Foundry",
        "azure-foundry",
        "services.ai.azure.com",
        also=(_RESPONSES,),
    ),
    _first("bedrock", "Bedrock Converse", "bedrock", _AMAZON),
    _first(
        "mistral",
        "Mistral",
        "mistral",
        "api.mistral.ai",
        "codestral.mistral.ai",
        also=(_CHAT,),
    ),
)

FIRST_TARGETS: tuple[str, ...] = tuple(target.name for target in _FIRST)
"""Those that lists have where nobody names any."""
TARGETS: dict[str, Target] = {target.name: target for target in (*_FIRST, *PROFILES)}
"""By name, in the order of lists: the first targets, then those that are profiles."""


def targets_of_format(format: str) -> list[str]:
    """Who is asked about what is written in a wire format: the first targets that take it, or
    else the server that the format is of."""
    first = [name for name in FIRST_TARGETS if TARGETS[name].format == format]
    return first or [name for name in TARGETS if name == format]


def first_of_format(format: str) -> str | None:
    """The first target that takes a wire format; None where none of the first does."""
    return next((name for name in FIRST_TARGETS if TARGETS[name].format == format), None)


def said_by(found: Refusal) -> str:
    """Whose words a refusal quotes: the target's that refuses, and of a server that is not
    known those of the maker of the format."""
    asked = [TARGETS[name] for name in found.targets]
    if asked and asked[0].is_known:
        return asked[0].title
    makers = [TARGETS[name].title for name in found.ground.targets]
    return next(iter(makers), "The provider")
