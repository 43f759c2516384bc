"""What a provider keeps between requests: cached text, conversations, sandboxes."""

from __future__ import annotations

from crosswire.capabilities import bodies as b
from crosswire.capabilities.feature import Feature, Specimen
from crosswire.model import JsonObject

_STORED = "Kept at the provider"

_MARK: JsonObject = {"type": "ephemeral"}

CACHE = Feature(
    "cache-marks",
    "Mark for the cache",
    _STORED,
    (
        Specimen(
            "anthropic",
            "`cache_control` of a block",
            b.anthropic(
                system=[{"type": "text", "text": "Be brief.", "cache_control": _MARK}]
            ),
            ("/system/0/cache_control",),
        ),
        Specimen(
            "openai-chat",
            "`prompt_cache_key`",
            b.chat(prompt_cache_key="weather"),
            ("/prompt_cache_key",),
        ),
        *(
            Specimen(
                name,
                "`prompt_cache_key`",
                body(prompt_cache_key="weather"),
                ("/prompt_cache_key",),
            )
            for name, body in b.LIKE_RESPONSES
        ),
        Specimen(
            "gemini",
            "`cachedContent`, for all that stands before",
            b.gemini(cachedContent="cachedContents/abc123"),
            ("/cachedContent",),
        ),
        Specimen(
            "gemini-interactions",
            "`cached_content`, for all that stands before",
            b.interactions(cached_content="cachedContents/abc123"),
            ("/cached_content",),
        ),
        Specimen(
            "bedrock",
            "a `cachePoint` between blocks",
            b.bedrock(system=[{"text": "Be brief."}, {"cachePoint": {"type": "default"}}]),
            ("/system/1",),
        ),
    ),
)

STATE = Feature(
    "stored-conversation",
    "What was said before, stored",
    _STORED,
    (
        *(
            Specimen(
                name,
                "`previous_response_id`, `conversation`, `item_reference`",
                body(previous_response_id="resp_68a1b2c3d4e5f607"),
                ("/previous_response_id",),
            )
            for name, body in b.LIKE_RESPONSES
        ),
        Specimen(
            "gemini-interactions",
            "`previous_interaction_id`",
            b.interactions(previous_interaction_id="v1_abc"),
            ("/previous_interaction_id",),
        ),
    ),
)

CONTAINER = Feature(
    "container",
    "Sandbox that goes on",
    _STORED,
    (
        Specimen(
            "anthropic",
            "`container`",
            b.anthropic(container="container_011CPR5CNjB747bTd36fQLFk"),
            ("/container",),
        ),
    ),
)

FEATURES = (
    CACHE,
    STATE,
    CONTAINER,
)
