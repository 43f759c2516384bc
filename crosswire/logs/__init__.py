"""The log formats. To add one: its module, its corpus, one line here."""

from crosswire.logs import (
    acp_stream,
    antigravity_steps,
    claude_code,
    claude_stream,
    cline_history,
    codex_exec,
    codex_rollout,
    copilot_cli,
    cursor_transcript,
    gemini_cli,
    goose_session,
    grok_history,
    hermes_session,
    kimi_wire,
    opencode,
    pi_session,
    qwen_code,
    toolcall_record,
    vscode_chat,
)
from crosswire.logs.protocol import JoinedLog, LogFormat

_ALL: tuple[LogFormat, ...] = (
    acp_stream,
    antigravity_steps,
    claude_code,
    claude_stream,
    cline_history,
    codex_exec,
    codex_rollout,
    copilot_cli,
    cursor_transcript,
    gemini_cli,
    goose_session,
    grok_history,
    hermes_session,
    kimi_wire,
    opencode,
    pi_session,
    qwen_code,
    toolcall_record,
    vscode_chat,
)

JOINED: tuple[JoinedLog, ...] = (opencode,)
"""Those whose conversations stand in several files of a folder, or tables of a database."""

LOGS: dict[str, LogFormat] = {log.NAME: log for log in _ALL}


def words_of(format: str) -> str:
    """The wire format whose provider sent the ids in a format: the format itself, or what the
    program of a log talks to."""
    log = LOGS.get(format)
    return format if log is None or not log.TRAITS.program else log.WIRE_FORMAT
