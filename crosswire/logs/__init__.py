"""The log formats. To add one: its module, its corpus, one line here."""

from crosswire.logs import claude_code, toolcall_record
from crosswire.logs.protocol import LogFormat

_ALL: tuple[LogFormat, ...] = (claude_code, toolcall_record)

LOGS: dict[str, LogFormat] = {log.NAME: log for log in _ALL}
