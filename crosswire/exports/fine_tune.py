"""A line of training data, as the provider's own supervised fine-tuning takes it.

The fields and parts that a line may have are known of five providers; the other formats are
refused with a reason.

    OpenAI Chat    `messages`, `tools`, `parallel_tool_calls`; text and images; messages of the
                   system, user, assistant or tool (`FineTuneChatRequestInput` of OpenAI's API
                   description)
    Gemini         on Vertex AI: `systemInstruction`, `contents`, `tools`, with text, files by
                   URI, calls and their responses ("Prepare supervised fine-tuning data" and
                   "Tune function calling" of its documentation)
    Bedrock        for Amazon's Nova: `schemaVersion`, `system`, `messages`, `toolConfig`,
                   media from S3 alone ("Preparing data for SFT on Amazon Nova 2")
    Anthropic      tuned on Bedrock: `system` as text, and `messages` of text, user and
                   assistant in turn ("Prepare data for fine-tuning text-to-text models",
                   Claude 3 Haiku)
    Mistral        `messages`, `tools`, text and images ("Text & Vision Fine-tuning"; the
                   service is deprecated)

Cohere's was retired in September 2025, by its changelog.
"""

from __future__ import annotations

from collections.abc import Callable

from crosswire.address import child, root
from crosswire.containers import json_document
from crosswire.errors import CannotExport
from crosswire.exports import (
    tuning_of_claude,
    tuning_of_messages,
    tuning_of_nova,
    tuning_of_vertex,
)
from crosswire.exports.export import Export, Written, moved
from crosswire.exports.messages import container_of
from crosswire.exports.reshaping import Reshaping
from crosswire.model import JsonObject
from crosswire.model.loss import Loss, LossKind

NAME = "fine-tune"
TITLE = "Fine-tuning line"
SAYS = (
    "All turns up to a last answer, as the provider's own tuning takes them: "
    "settings, and content "
    "that it takes none of, are left out."
)
MEDIA_TYPE = "application/jsonl"
ENDING = "fine-tune.jsonl"
IN_LINES = True

_WRITERS: dict[str, Callable[[Reshaping], JsonObject]] = {
    "openai-chat": tuning_of_messages.openai,
    "mistral": tuning_of_messages.mistral,
    "anthropic": tuning_of_claude.write,
    "bedrock": tuning_of_nova.write,
    "gemini": tuning_of_vertex.write,
}
FORMAT_NAMES = tuple(_WRITERS)

_INSTEAD = {
    "openai-responses": "OpenAI tunes with lines of Chat Completions: write `openai-chat`.",
    "azure-foundry": "Azure tunes OpenAI's models with lines of Chat "
    "Completions: write `openai-chat`.",
    "gemini-interactions": "Google tunes with lines of generateContent: write `gemini`.",
    "cohere": "Cohere retired fine-tuning in September 2025.",
    "ollama": "Ollama runs models and tunes none; those who do take lines of `openai-chat`.",
}
_SPEAKERS = ("assistant", "model")


def write(export: Export) -> Written:
    writer = _WRITERS.get(export.target)
    if writer is None:
        raise CannotExport(
            f"There is no fine-tuning line of {export.title}. {_INSTEAD[export.target]}"
        )
    container = container_of(export.payload)
    shaping = Reshaping(export, f"A fine-tuning line of {export.title} has no place for it.")
    line = writer(shaping)
    _check_end(line[container], container)
    added = [
        Loss(
            LossKind.ADDED,
            "required-by-shape",
            name,
            "Each line has it.",
            target=child(root(), name),
        )
        for name in line
        if name not in export.payload
    ]
    text = json_document.write(line) + b"\n"
    return moved(export, text, shaping.place, [*shaping.told(), *added])


def _check_end(messages: object, container: str) -> None:
    """Training teaches the last answer, so that one must be there."""
    last = messages[-1] if isinstance(messages, list) and messages else None
    role = last.get("role") if isinstance(last, dict) else None
    if role not in _SPEAKERS:
        ends = f"it ends with one of {role!r}" if role else "there is none"
        raise CannotExport(
            "A fine-tuning line ends with a message of the assistant, and "
            f"{ends} in `{container}`."
        )
