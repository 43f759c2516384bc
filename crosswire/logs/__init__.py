"""The log formats. To add one: its module, its corpus, one line here."""

from crosswire.logs import (
    adk,
    ag_ui,
    agent_framework,
    ai_sdk,
    autogen,
    claude_code,
    haystack,
    langchain,
    letta,
    llamaindex,
    meai,
    openai_agents,
    pydantic_ai,
    semantic_kernel,
    strands,
    toolcall_record,
)
from crosswire.logs.protocol import LogFormat

_ALL: tuple[LogFormat, ...] = (
    claude_code,
    toolcall_record,
    langchain,
    ai_sdk,
    pydantic_ai,
    openai_agents,
    adk,
    meai,
    agent_framework,
    semantic_kernel,
    ag_ui,
    autogen,
    llamaindex,
    strands,
    haystack,
    letta,
)

LOGS: dict[str, LogFormat] = {log.NAME: log for log in _ALL}


def words_of(format: str) -> str:
    """The wire format whose provider sent the ids in a format: the format itself, or what the
    program of a log talks to."""
    log = LOGS.get(format)
    return format if log is None or not log.TRAITS.program else log.WIRE_FORMAT
