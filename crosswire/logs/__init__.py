"""The log formats. To add one: its module, its corpus, one line here."""

from crosswire.log_format import LogFormat
from crosswire.logs import claude_code, toolcall_record

_ALL: tuple[LogFormat, ...] = (claude_code, toolcall_record)

LOGS: dict[str, LogFormat] = {log.NAME: log for log in _ALL}
