"""Threads of Zed's agent, alone or as rows of its database.

{version, title, messages: [{User: {content[]}}, {Agent: {content[], tool_results{}}}]}
{version, summary, messages: [{role, segments[], tool_uses[], tool_results[]}]}
{id, summary, data_type, data: either of them}
"""

from crosswire.logs.packaged import PackagedLog
from crosswire.logs.zed_thread import names

FORMAT = PackagedLog(names)
