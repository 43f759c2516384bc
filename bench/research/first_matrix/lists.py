"""Its lists of what to do and what not, for each provider."""

from __future__ import annotations

from bench.research.first_matrix.claims import Claim

_DO, _DONT = "Do", "Don't"
_SUMMARY = "tell of binary outputs in text, and embed none"

LISTS: tuple[Claim, ...] = (
    Claim(
        "anthropic",
        _DO,
        "declare tools by `name` and `input_schema`, with the parameters' right names",
        feature="tool-choice-auto",
    ),
    Claim(
        "anthropic",
        _DO,
        "give results in a new user message, as `tool_result` with `tool_use_id`",
    ),
    Claim("anthropic", _DO, "keep ids: `tool_use_id` is the `id` of the earlier `tool_use`"),
    Claim("anthropic", _DO, "put what holds for all into `system`", feature="system-prompt"),
    Claim(
        "anthropic",
        _DO,
        f"treat results as text alone; {_SUMMARY}",
        "Results hold pictures and documents.",
        "no longer",
        "media-in-result",
    ),
    Claim(
        "anthropic",
        _DONT,
        "give a tool's output as text of the assistant, or in the message of the call",
    ),
    Claim("anthropic", _DONT, "say `file_path` where `read_file` has `absolute_path`"),
    Claim("anthropic", _DONT, "send messages of the role `tool`"),
    Claim(
        "openai-responses",
        _DO,
        "send calls as items `function_call`, their `arguments` as JSON text",
    ),
    Claim(
        "openai-responses",
        _DO,
        "send results as items `function_call_output` with the `call_id`",
    ),
    Claim(
        "openai-responses",
        _DO,
        "declare functions, and its own tools where they are wanted",
        "Its own tools run at the provider; only shells, patches and computers are the client's.",
        "holds, and more",
        "search-run-by-the-provider",
    ),
    Claim("openai-responses", _DO, "use `instructions` for guidance", feature="system-prompt"),
    Claim("openai-responses", _DONT, "send messages of the role `tool`"),
    Claim(
        "openai-responses",
        _DONT,
        "embed binary content in outputs",
        "`output` may hold pictures and files.",
        "no longer",
        "media-in-result",
    ),
    Claim("openai-responses", _DONT, "nest declarations under `function`, as Chat does"),
    Claim("openai-chat", _DO, "declare tools with `type` and `function`"),
    Claim(
        "openai-chat",
        _DO,
        "have calls in `tool_calls` and results in messages of the role `tool`",
    ),
    Claim(
        "openai-chat",
        _DO,
        "give `arguments` as JSON text",
        feature="arguments-that-are-no-object",
    ),
    Claim(
        "openai-chat",
        _DO,
        "begin with a message of the role `system`",
        "Or `developer`, and anywhere.",
        "holds, and more",
        "developer-role",
    ),
    Claim("openai-chat", _DONT, "use `input[]` or items of Responses"),
    Claim(
        "openai-chat",
        _DONT,
        "declare tools that are no functions",
        "`custom` tools take free text; a search is asked for by `web_search_options`.",
        "no longer",
        "free-text-call",
    ),
    Claim(
        "openai-chat",
        _DONT,
        "return binary content in a message of the role `tool`",
        feature="media-in-result",
    ),
    Claim(
        "gemini",
        _DO,
        "declare functions with `parametersJsonSchema`",
        "Or `parameters`, in a dialect of its own.",
        "holds, and more",
    ),
    Claim("gemini", _DO, "find calls in `parts[]` with `functionCall`"),
    Claim(
        "gemini",
        _DO,
        "give results as `functionResponse` in a new user content, with the `id` of the call",
        "The `id` where there is one.",
        "no longer",
        "call-without-id",
    ),
    Claim(
        "gemini",
        _DO,
        "put `inlineData` beside the `functionResponse`",
        "Since Gemini 3 inside it.",
        "no longer",
        "media-in-result",
    ),
    Claim("gemini", _DO, "put guidance into `systemInstruction`", feature="system-prompt"),
    Claim("gemini", _DONT, "put `functionResponse` into contents of the model"),
    Claim("gemini", _DONT, "use `messages[]` or `input[]`"),
    Claim(
        "gemini",
        _DONT,
        "mix up parameters: `absolute_path` of `read_file`, `file_path` of `write_file`",
    ),
)
