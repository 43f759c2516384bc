"""Chats of Open WebUI: exports, one chat or a list of them, and rows of its database.

    [{id, title, chat: {history: {messages: {id: {id, parentId, role, content}}, currentId}}}]

Newer answers have in `output` the items of the Responses API, older ones tags in their text.
"""

from crosswire.logs.open_webui import names
from crosswire.logs.packaged import PackagedLog

FORMAT = PackagedLog(names)
