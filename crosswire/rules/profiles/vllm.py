"""vLLM's OpenAI-compatible server."""

from crosswire.rules.content.arguments_unreadable import ReadArguments
from crosswire.rules.content.content_part_type import PartTypes
from crosswire.rules.id_form.nine_characters import NineCharacters
from crosswire.rules.model_templates import (
    ALTERNATING_GEMMA,
    ALTERNATING_MISTRAL,
    OLD_MISTRAL,
    TAKING_ANY,
)
from crosswire.rules.order.roles_alternate import TurnsTaken
from crosswire.rules.target import Signs, Taken, Target
from crosswire.rules.uses import DECIDED_BY_TEMPLATE

_CHAT = "openai-chat"
_TEMPLATE = "the template of Qwen 2.5"
_PARTS = (
    *("text", "input_text", "output_text", "refusal", "thinking", "image_url", "input_image"),
    *(
        "image_pil",
        "image_embeds",
        "audio_embeds",
        "prompt_embeds",
        "audio_url",
        "input_audio",
    ),
    *("video_url", "tool_reference"),
)
"""The types of parts that its parser knows."""

profile = Target(
    "vllm",
    "vLLM",
    (_CHAT, "openai-responses", "anthropic"),
    Signs(
        providers=("vllm", "hostedvllm", "openailikevllm"),
        models=r"(?i)hosted_vllm/.+",
        answers=(("prompt_logprobs", ""), ("kv_transfer_params", "")),
        ids=r"chatcmpl-tool-[0-9a-f]{16,32}",
    ),
    grounds={
        "nine-characters": (
            NineCharacters(
                key="vllm-mistral-id",
                error_text="Tool call IDs should be alphanumeric strings with length 9! / "
                "Tool call id was … but must be a-z, A-Z, 0-9, with a length of 9.",
                source="the templates of these models, and mistral-common, which vLLM asks in "
                "their tokenizer mode; vllm-project/vllm#9019 and #12332. With the template "
                "that vLLM ships, longer ids are cut.",
                models=OLD_MISTRAL,
                format=_CHAT,
            ),
        ),
        "arguments-unreadable": (
            ReadArguments(
                key="vllm-arguments-json",
                error_text="",
                source="vllm-project/vllm#43995, local-inference-lab/vllm#684; since "
                "vllm-project/vllm#48922 (2026-07) it is taken",
                wants="json",
                takes_empty=True,
                confidence="medium",
                format=_CHAT,
            ),
        ),
        "roles-alternate": (
            TurnsTaken(
                key="vllm-template-turns",
                error_text="After the optional system message, conversation roles must "
                "alternate user/assistant/user/assistant/…",
                source="the templates of Mistral's models",
                models=ALTERNATING_MISTRAL,
                confidence="medium",
                leaves_calls_aside=True,
                format=_CHAT,
            ),
            TurnsTaken(
                key="vllm-template-turns",
                error_text="Conversation roles must alternate user/assistant/user/assistant/…",
                source="the templates of Gemma 1 to 3",
                models=ALTERNATING_GEMMA,
                confidence="medium",
                format=_CHAT,
            ),
        ),
        "content-part-type": (
            PartTypes(
                key="vllm-part-types",
                error_text="Unsupported chat content part type: '…'. Supported types: …",
                source="`_parse_chat_message_content_part` in vllm/entrypoints/chat_utils.py "
                "(2026)",
                roles=("system", "user", "assistant"),
                types=_PARTS,
                confidence="medium",
                format=_CHAT,
            ),
        ),
    },
    takes={
        _CHAT: Taken(
            source="`_parse_chat_message_content` in vllm/entrypoints/chat_utils.py (2026), "
            "and the template of Qwen 2.5",
            fields={
                "system": frozenset({"role", "content", "name"}),
                "user": frozenset({"role", "content", "name"}),
                "assistant": frozenset({"role", "content", "name", "tool_calls", "reasoning"}),
                "tool": frozenset({"role", "content", "tool_call_id", "name"}),
            },
            models=TAKING_ANY,
            uses=dict.fromkeys(DECIDED_BY_TEMPLATE, _TEMPLATE),
        )
    },
)
