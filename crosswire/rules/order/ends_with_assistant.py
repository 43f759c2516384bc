r"""A request ends with a message of the model.

## What it checks

A refusal by Anthropic, Gemini and Mistral, of requests alone: any other log that ends with the
model's answer is a conversation that goes on with the user. Anthropic's models from Claude 4.6
on take no beginning of their answer, and Gemini's newer ones don't either, on Vertex AI before
all; a request for Gemini seldom names its model, and is unsure then. Mistral takes one that
says `prefix`. A message that ends with calls is not meant, and neither is one with a tool at
work at the provider, which a client sends back to go on. llama.cpp goes on with one message of
the model at the end, and refuses two.

## Why it matters

    This model does not support assistant message prefill. The conversation must end with a
    user message.

    Requests ending with a model turn are not supported.

    Expected last role User or Tool (or Assistant with prefix) for serving but got assistant

To write the first words of an answer was a way to get JSON. It works with older models alone;
use structured output instead. Programs that try an interrupted request again end so by
mistake.

## Example

```json anthropic
{"model": "claude-opus-4-6", "max_tokens": 1024, "messages": [
  {"role": "user", "content": "Is it raining in Paris? Answer in JSON."},
  {"role": "assistant", "content": "{\"raining\":"}
]}
```

Use instead: end with the user.

```json anthropic
{"model": "claude-opus-4-6", "max_tokens": 1024, "messages": [
  {"role": "user",
   "content": "Is it raining in Paris? Answer in JSON, as {\"raining\": true}."}
]}
```

## Source

NousResearch/hermes-agent#2129, langchain-ai/deepagents#1585 and vercel/ai#12296 (Anthropic);
crewAIInc/crewAI#6973, router-for-me/CLIProxyAPI#5607 and pipecat-ai/pipecat#5821, which lists
the models (Gemini); the
validator of mistral-common 1.11.7.
"""

from collections.abc import Iterator
from itertools import takewhile

from crosswire.model import Message, ToolCallPart
from crosswire.model.json_values import value_at
from crosswire.rules.parts import of_type
from crosswire.rules.rule import Ground, ProviderRule, Refusal, Subject, TargetContext

_WITHOUT_PREFILL = r"claude-(opus|sonnet)-4-[678]|claude-[a-z]+-[5-9]"
_OLD_CLAUDE = r"claude-(instant|[123]\b|[a-z]+-4(-[015])?(-2025\d{4}|@|-v\d|:|$)|2\.|3-|3\.)"
_OLD_GEMINI = r"gemini-(pro|1\.|2\.|3-|3\.1-)"
_NO_PREFILL = (
    "This model does not support assistant message prefill. The conversation must "
    "end with a user message."
)


_MESSAGES = (
    "The request ends with this message of the model.",
    "The request ends with several messages of the model, of which this is the last.",
)


class LastMessage(Ground, frozen=True, kw_only=True):
    """What the last message may not be."""

    unless: str | None = None
    """A field of the message that allows it when it is true."""
    at_least: int = 1
    """How many messages of the model there must be at the end."""


rule = ProviderRule(
    __name__,
    code="CW724",
    title="A request ends with a message of the model.",
    subject=Subject.ORDER,
    doc=__doc__,
    grounds=(
        LastMessage(
            key="ant-no-prefill",
            targets=("anthropic",),
            error_text=_NO_PREFILL,
            source=(
                "NousResearch/hermes-agent#2129, vercel/ai#12296, anthropics/claude-code#52433"
            ),
            since="2026-02",
            models=_WITHOUT_PREFILL,
        ),
        LastMessage(
            key="ant-no-prefill",
            targets=("anthropic",),
            error_text=_NO_PREFILL,
            source="NousResearch/hermes-agent#2129; of the other models it is not known",
            confidence="medium",
            since="2026-02",
            models=r".",
            but_models=rf"{_WITHOUT_PREFILL}|{_OLD_CLAUDE}",
        ),
        LastMessage(
            key="gem-trailing-model-turn",
            targets=("gemini", "vertex"),
            error_text="Requests ending with a model turn are not supported.",
            source="crewAIInc/crewAI#6973, pipecat-ai/pipecat#5821, anomalyco/opencode#45359, "
            "router-for-me/CLIProxyAPI#5607",
            confidence="medium",
            since="2026-08",
            but_models=_OLD_GEMINI,
        ),
        LastMessage(
            key="mi-last",
            targets=("mistral",),
            error_text=(
                "Expected last role User or Tool (or Assistant with prefix…) for "
                "serving but got assistant"
            ),
            source="mistral-common 1.11.7, validator.py",
            models=r".",
            unless="prefix",
        ),
    ),
)


@rule.on_ground
def check(ground: LastMessage, context: TargetContext) -> Iterator[Refusal]:
    if context.log_shape != "request":
        return
    at_end = list(takewhile(_is_an_answer, reversed(context.listed_messages)))
    for last in at_end[:1] if len(at_end) >= ground.at_least else ():
        if value_at(last.raw, ground.unless or "") is not True:
            yield rule.at(last, _MESSAGES[ground.at_least > 1], ground)


def _is_an_answer(message: Message) -> bool:
    return message.role == "assistant" and not of_type(message.parts, ToolCallPart)
