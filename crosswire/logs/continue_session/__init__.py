"""Sessions of Continue, of its editors and of its command line.

    {sessionId, title, history: [{message, contextItems[], toolCallStates[]}]}

Beside a message stand the states of its calls, with what they returned. Older versions write a
message of role `tool` for each result as well, which the state then repeats.
"""

from crosswire.logs.continue_session import names
from crosswire.logs.packaged import PackagedLog

FORMAT = PackagedLog(names)
