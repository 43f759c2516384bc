"""The log formats. To add one: its module, its corpus, one line here."""

from crosswire.logs import (
    atif,
    braintrust,
    chatgpt_export,
    claude_ai_export,
    claude_code,
    inspect_ai,
    langfuse,
    langsmith,
    managed_agents,
    openhands,
    openinference,
    otel_genai,
    sharegpt,
    swe_agent,
    tau_bench,
    toolbench,
    toolcall_record,
)
from crosswire.logs.protocol import LogFormat

_ALL: tuple[LogFormat, ...] = (
    braintrust,
    claude_code,
    toolcall_record,
    langfuse,
    langsmith,
    openinference,
    otel_genai,
    atif,
    inspect_ai,
    chatgpt_export,
    claude_ai_export,
    tau_bench,
    swe_agent,
    openhands,
    managed_agents,
    sharegpt,
    toolbench,
)

LOGS: dict[str, LogFormat] = {log.NAME: log for log in _ALL}


def words_of(format: str) -> str:
    """The wire format whose provider sent the ids in a format: the format itself, or what the
    program of a log talks to."""
    log = LOGS.get(format)
    return format if log is None or not log.TRAITS.program else log.WIRE_FORMAT
