"""Its tables: fields at a glance, ids, results with a picture, names."""

from __future__ import annotations

from bench.research.first_matrix.claims import Claim

_SYSTEM, _MESSAGES, _TOOLS = "System prompt", "Messages", "Tools"

AT_A_GLANCE: tuple[Claim, ...] = (
    Claim(
        "anthropic",
        _SYSTEM,
        "`system`, a string",
        "`system`, a string or blocks of text; newer models take messages of the role `system` too.",
        "holds, and more",
        "later-system",
    ),
    Claim("anthropic", _MESSAGES, "`messages[]`"),
    Claim(
        "anthropic",
        _TOOLS,
        "`tools` of `name` and `input_schema`",
        "The same for functions; tools of the provider have a `type` and a version instead.",
        "holds, and more",
        "declared-search",
    ),
    Claim(
        "openai-responses",
        _SYSTEM,
        "`instructions`, a string",
        "`instructions`, and items of the roles `system` and `developer` anywhere.",
        "holds, and more",
        "later-system",
    ),
    Claim("openai-responses", _MESSAGES, "`input[]`, a list of items"),
    Claim(
        "openai-responses",
        _TOOLS,
        "`tools` of functions, `local_shell`, `web_search`",
        "Also `custom`, `mcp`, `code_interpreter`, `file_search`, `shell`, `computer` and others.",
        "holds, and more",
        "declared-search",
    ),
    Claim(
        "openai-chat",
        _SYSTEM,
        "a first message of the role `system`",
        "In any position; newer models call the role `developer`.",
        "holds, and more",
        "developer-role",
    ),
    Claim("openai-chat", _MESSAGES, "`messages[]`"),
    Claim(
        "openai-chat",
        _TOOLS,
        "`tools` of `type` and `function`",
        "Tools of the type `custom` stand beside functions, and a search is asked for by "
        "`web_search_options`.",
        "holds, and more",
        "free-text-call",
    ),
    Claim(
        "gemini",
        _SYSTEM,
        "`config.systemInstruction`, a string or a content",
        "`systemInstruction` of the body, a content; `config` is a word of the SDK, not of the wire.",
        "holds, and more",
        "system-prompt",
    ),
    Claim("gemini", _MESSAGES, "`contents[]`"),
    Claim(
        "gemini",
        _TOOLS,
        "`config.tools` of `functionDeclarations`",
        "`tools` of the body; beside `functionDeclarations` also `googleSearch`, "
        "`urlContext`, `codeExecution`, `googleMaps`.",
        "holds, and more",
        "declared-search",
    ),
)

_CALL, _RESULT, _PLACE = "Id of a call", "Id in a result", "Place of a result"

IDENTIFIERS: tuple[Claim, ...] = (
    Claim("anthropic", _CALL, "`id` of `tool_use`"),
    Claim("anthropic", _RESULT, "`tool_use_id`"),
    Claim(
        "anthropic",
        _PLACE,
        "a new user message with `tool_result`",
        "All results of a turn in one user message, before any text; results of tools that "
        "the provider ran stand in the assistant's.",
        "holds, and more",
        "search-run-by-the-provider",
    ),
    Claim(
        "openai-responses",
        _CALL,
        "`call_id`",
        "Not to be mixed up with `id`, which names the item. Items of tools that the "
        "provider runs have no `call_id` at all.",
        "holds, and more",
        "search-run-by-the-provider",
    ),
    Claim("openai-responses", _RESULT, "`call_id`"),
    Claim("openai-responses", _PLACE, "`input[]`, as `function_call_output`"),
    Claim("openai-chat", _CALL, "`tool_calls[].id`"),
    Claim("openai-chat", _RESULT, "`tool_call_id`"),
    Claim("openai-chat", _PLACE, "a message of the role `tool`"),
    Claim(
        "gemini",
        _CALL,
        "`functionCall.id`",
        "Optional. Gemini 3 always gives one; older models gave none, and Vertex refused the field for long.",
        "no longer",
        "call-without-id",
    ),
    Claim(
        "gemini",
        _RESULT,
        "`functionResponse.id`, which must be that of the call",
        "Must match only where calls have ids; else results are found by name and position.",
        "no longer",
        "call-without-id",
    ),
    Claim("gemini", _PLACE, "a new user content, as a `functionResponse` part"),
)

_PICTURE = "A picture as a result"

BINARY: tuple[Claim, ...] = (
    Claim(
        "anthropic",
        _PICTURE,
        "text alone: a line that tells of it",
        "Images, documents, search results and references to tools stand in the content of `tool_result`.",
        "no longer",
        "media-in-result",
    ),
    Claim(
        "openai-responses",
        _PICTURE,
        "a string alone: a line that tells of it",
        "`output` may be a list of `input_text`, `input_image` and `input_file`.",
        "no longer",
        "media-in-result",
    ),
    Claim(
        "openai-chat",
        _PICTURE,
        "text alone; a picture comes another way, in another turn",
        "Still so: the picture stands in a user message behind the results.",
        "holds",
        "media-in-result",
    ),
    Claim(
        "gemini",
        _PICTURE,
        "`inlineData` beside the `functionResponse`",
        "Since Gemini 3 inside it, as its `parts`; beside it for older models.",
        "no longer",
        "media-in-result",
    ),
)

_LENGTH = "Longest name of a tool"

NAMES: tuple[Claim, ...] = tuple(
    Claim(
        format,
        _LENGTH,
        "63 characters; longer names end in a hash",
        f"{longest} characters. Crosswire writes 63 at most where it must rewrite, with a hash at the end.",
        "no longer",
        "long-tool-name",
    )
    for format, longest in (
        ("anthropic", 128),
        ("openai-responses", 128),
        ("openai-chat", 64),
        ("gemini", 64),
    )
)
"""Of names of MCP tools, `server__tool`, which it cuts alike for all."""
