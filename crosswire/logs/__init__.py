"""The log formats. To add one: its module, its corpus, one line here; or a mapping in
`mappings/`, and nothing here."""

from typing import TYPE_CHECKING

from crosswire.lazy_names import on_demand
from crosswire.logs import (
    acp_stream,
    adk,
    ag_ui,
    agent_framework,
    ai_sdk,
    antigravity_steps,
    atif,
    autogen,
    braintrust,
    by_shape,
    chatgpt_export,
    claude_ai_export,
    claude_code,
    claude_stream,
    cline_history,
    codex_exec,
    codex_rollout,
    continue_session,
    copilot_cli,
    cursor_transcript,
    gemini_cli,
    goose_session,
    grok_history,
    haystack,
    hermes_session,
    inspect_ai,
    kimi_wire,
    langchain,
    langfuse,
    langsmith,
    letta,
    llamaindex,
    lm_studio,
    managed_agents,
    meai,
    open_webui,
    openai_agents,
    openai_realtime,
    opencode,
    openhands,
    openinference,
    otel_genai,
    pi_session,
    pydantic_ai,
    qwen_code,
    semantic_kernel,
    sharegpt,
    strands,
    swe_agent,
    tau_bench,
    toolbench,
    toolcall_record,
    vscode_chat,
    zed_thread,
)
from crosswire.logs.codex_rollout.names import REPEATED as CODEX_REPEATS
from crosswire.logs.inspect_ai.chunks import FOLDER as FOLDER_OF_INSPECT
from crosswire.logs.mappings import mapped_formats
from crosswire.logs.protocol import JoinedLog, LogFormat

if TYPE_CHECKING:
    from crosswire.logs.by_shape.from_json import mapping_from, read_mapping
    from crosswire.logs.by_shape.guessing import guess
    from crosswire.logs.by_shape.texts import json_in_text
    from crosswire.logs.by_shape.to_json import mapping_json, named
    from crosswire.logs.pointing.blanking import blanked
    from crosswire.logs.pointing.inner_paths import with_path
    from crosswire.logs.pointing.marks import Marks, marks_of, meaning_of
    from crosswire.logs.pointing.picking import EMPTY, picked
    from crosswire.logs.pointing.trying import read_with_mapping

__all__ = [
    "BY_SHAPE",
    "EMPTY",
    "FOLDERS",
    "JOINED",
    "LOGS",
    "REPEATS",
    "LogFormat",
    "Marks",
    "blanked",
    "guess",
    "json_in_text",
    "mapping_from",
    "mapping_json",
    "marks_of",
    "meaning_of",
    "named",
    "picked",
    "read_mapping",
    "read_with_mapping",
    "with_path",
    "words_of",
]

__getattr__ = on_demand(
    __name__,
    {
        "by_shape.from_json": ("mapping_from", "read_mapping"),
        "by_shape.guessing": ("guess",),
        "by_shape.texts": ("json_in_text",),
        "by_shape.to_json": ("mapping_json", "named"),
        "pointing.blanking": ("blanked",),
        "pointing.inner_paths": ("with_path",),
        "pointing.marks": ("Marks", "marks_of", "meaning_of"),
        "pointing.picking": ("EMPTY", "picked"),
        "pointing.trying": ("read_with_mapping",),
    },
)

_ALL: tuple[LogFormat, ...] = (
    acp_stream.FORMAT,
    antigravity_steps,
    claude_code.FORMAT,
    claude_stream,
    cline_history,
    codex_exec.FORMAT,
    codex_rollout.FORMAT,
    continue_session.FORMAT,
    copilot_cli.FORMAT,
    cursor_transcript,
    gemini_cli.FORMAT,
    goose_session,
    grok_history,
    hermes_session,
    kimi_wire.FORMAT,
    opencode.FORMAT,
    pi_session.FORMAT,
    qwen_code,
    toolcall_record,
    vscode_chat.FORMAT,
    zed_thread.FORMAT,
    langchain.FORMAT,
    ai_sdk.FORMAT,
    pydantic_ai.FORMAT,
    openai_agents.FORMAT,
    adk.FORMAT,
    meai,
    agent_framework,
    semantic_kernel,
    ag_ui.FORMAT,
    autogen,
    llamaindex,
    strands,
    haystack,
    letta,
    braintrust.FORMAT,
    langfuse.FORMAT,
    langsmith.FORMAT,
    openinference.FORMAT,
    otel_genai.FORMAT,
    atif.FORMAT,
    inspect_ai.FORMAT,
    chatgpt_export.FORMAT,
    claude_ai_export.FORMAT,
    open_webui.FORMAT,
    lm_studio.FORMAT,
    tau_bench.FORMAT,
    swe_agent.FORMAT,
    openhands.FORMAT,
    managed_agents.FORMAT,
    openai_realtime.FORMAT,
    sharegpt.FORMAT,
    toolbench.FORMAT,
    by_shape,
)

JOINED: tuple[JoinedLog, ...] = (goose_session, hermes_session, opencode.FORMAT)
"""Those whose conversations stand in several files of a folder, or tables of a database."""

FOLDERS = (FOLDER_OF_INSPECT, strands.FOLDER)
"""How the paths of files begin that make up one conversation together: the folder of it."""

REPEATS = (CODEX_REPEATS,)
"""How programs repeat in one line what stands in earlier ones: such objects are kept once."""

BY_SHAPE = by_shape.NAME
"""The format of what no format knows."""

LOGS: dict[str, LogFormat] = {log.NAME: log for log in (*_ALL, *mapped_formats())}


def words_of(format: str) -> str:
    """The wire format whose provider sent the ids in a format: the format itself, or what the
    program of a log talks to."""
    log = LOGS.get(format)
    return format if log is None or not log.TRAITS.program else log.WIRE_FORMAT
