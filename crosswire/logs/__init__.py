"""The log formats. To add one: its module, its corpus, one line here."""

from crosswire.log_format import LogFormat
from crosswire.logs import claude_code

_ALL: tuple[LogFormat, ...] = (claude_code,)

LOGS: dict[str, LogFormat] = {log.NAME: log for log in _ALL}
