"""The words that fields of calls, results and messages have in formats of all kinds, without
case and without the marks in them (see `tools.call_shapes.word`)."""

from __future__ import annotations

import re

NAMES = (
    *("toolname", "functionname", "tool", "function", "recipientname", "skillname", "fn"),
    *("funcname", "apiname"),
)
WEAK_NAMES = ("name", "action", "method")
ARGUMENTS = (
    *("arguments", "args", "toolinput", "toolargs", "toolarguments", "functionargs"),
    *("functionarguments", "rawinput", "actioninput", "argumentsjson"),
)
WEAK_ARGUMENTS = (
    "input",
    "inputs",
    "parameters",
    "params",
    "payload",
    "given",
    "with",
    "kwargs",
    "data",
)
OF_ITS_KIND = ("action", "code", "query", "queries", "operation", "command")
"""What a tool is called with, in objects whose kind says that they are calls."""
OUTPUTS = (
    *("output", "result", "results", "response", "outputs", "rawoutput", "tooloutput"),
    *("toolresult", "observation", "returnvalue", "returned"),
)
ERRORS = ("error", "errortext", "iserror", "errormessage", "failed", "exception")
KINDS = (
    *("type", "kind", "event", "runtype", "spankind", "category", "operation", "op"),
    *("eventtype", "parttype", "partkind", "contenttype", "blocktype", "what"),
    *("eventname", "etype", "evt", "ev", "t"),
)
"""Fields that say what an object is."""
SPEAKERS = ("role", "from", "speaker", "sender", "author", "source", "who", "by", "actor")
"""Fields that say who speaks."""
IDS = ("id", "uuid", "ref", "key", "handle", "callref", "seq", "n", "no", "nr", "number")
TIES = ("ref", "reference", "key", "handle", "token", "callno", "link")
"""Ends of fields that may tie a result to its call."""
NO_IDS_OF_CALLS = re.compile(
    "parent|message|session|thread|run|trace|span|user|model|request|response|turn|event|group"
    "|project|account|tenant|org|version|observation|score"
)
TOOLS = re.compile("tool|function|call|invo|action")
NO_TOOLS = re.compile(
    "llm|generat|chain|agent|prompt|chat|embed|retriev|workflow|complet|declar|defin|schema"
    "|message|human|user|assistant|system"
)
OF_SCHEMAS = ("properties", "$schema", "additionalProperties", "$ref", "anyOf", "oneOf")
SURE_OUTPUTS = (
    *("output", "result", "results", "toolresult", "tooloutput", "toolresponse", "response"),
    *("functionresponse", "functionresult", "returnvalue", "returned", "observation"),
    *("rawoutput", "outputs"),
)
RESULT_OUTPUTS = (
    *SURE_OUTPUTS,
    *("content", "value", "contents", "data", "stdout", "body", "text", "message"),
    *("answer", "payload", "got", "reply", "parts", "error", "errormessage"),
)
RESULTS = re.compile(
    ".*(?:tool|function|call|action|code)s?(?:use|call|execution)?"
    "(?:results?|responses?|outputs?|returns?|returned|complete|completed|end|done|finished)"
    "|observation|ipython|(?:tool|function)message"
)
"""Words for results, without all that is no letter."""
OF_OTHERS = re.compile(
    "parent|previous|prev|cause|replyto|logical|spanid|traceid|source.*uuid"
)
"""Fields with the id of what stands before or around."""
TEXTS = (
    *(
        "content",
        "text",
        "body",
        "message",
        "says",
        "said",
        "utterance",
        "markdown",
        "contents",
    ),
    *("words", "msg", "txt", "say"),
)
"""Fields that can only hold what was said."""
WEAK_TEXTS = (
    *("value", "output", "input", "response", "answer", "question", "query", "prompt"),
    *("completion", "reply", "outputtext", "parts", "data", "payload", "request", "result"),
)
THOUGHTS = ("thinking", "reasoning", "thought", "thoughts", "reasoningcontent", "reason")
PARENTS = (
    *("parentuuid", "parentid", "parent", "parentmessageid", "replyto", "inreplyto"),
    *("previousid", "previous", "prev", "after", "parentmessage", "parentevent"),
)
OWN_IDS = ("uuid", "id", "messageid", "eventid", "msgid", "nodeid", "key")
TIMES = (
    *("timestamp", "ts", "time", "at", "created", "createdat", "createtime", "date"),
    *("starttime", "startedat", "when", "datetime"),
)
THREADS = ("sessionid", "threadid", "conversationid", "chatid", "session", "conversation")
CALLS = ("call", "calls", "tool_use")
"""How the kinds of calls end."""
OF_HTTP = frozenset({"uri", "url"})
"""Beside these a method is one of HTTP, and a request calls no tool."""
