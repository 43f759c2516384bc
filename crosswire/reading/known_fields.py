"""Fields beside what is said, by the names that providers and programs give them.

A text in a field that stands here is no message that was missed: it says when, by whom or from
where, what is asked of the answer, or what was said already. Texts in all other fields that no
reader makes a part of count as not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from crosswire.model import JsonValue
from crosswire.tools.call_shapes import Likeness, word

_TIMES = frozenset(
    {"timestamp", "created", "createdat", "createtime", "updated", "updatedat", "updatetime"}
    | {"time", "date", "starttime", "endtime", "startedat", "endedat", "completedat"}
)
_MARKS = _TIMES | {
    *("id", "uuid", "type", "object", "role", "model", "version", "index", "status", "phase"),
    *("finishreason", "stopreason", "stopsequence", "servicetier", "provider", "path"),
    *("sessionid", "requestid", "messageid", "responseid", "modelversion", "modelid"),
    *("method", "toolname", "functionname", "execution"),
}
"""Fields that say nothing of a conversation wherever they stand, when they hold one word."""

_TOLD_AGAIN = frozenset(
    {"annotations", "citations", "logprobs", "logprobsresult", "revisedprompt"}
    | {"groundingmetadata", "citationmetadata", "urlcontextmetadata", "reasoningdetails"}
    | {"pendingsafetychecks", "acknowledgedsafetychecks", "guardcontent"}
    | {"cachecontrol", "caller", "namespace", "extracontent", "providerspecificfields"}
    | {"thinkingblocks", "tools"}
)
"""Sources of what is said, its tokens, checks and cache, and tools that were found: fields of
messages and parts too."""
_SETTINGS = _TOLD_AGAIN | {
    *("metadata", "user", "title", "name", "description", "tags", "labels", "headers"),
    *("error", "usage", "trace", "metrics", "responsemetadata", "requestmetadata", "provider"),
    *("responseformat", "outputformat", "outputconfig", "format", "prediction"),
    *("websearchoptions", "prompt", "promptvariables", "template"),
    *("instructions", "toolchoice", "toolconfig", "functioncall", "mcpservers"),
    *("streamoptions", "stop", "stopsequences", "incompletedetails", "stopdetails"),
    *("contextmanagement", "container", "documents", "citationoptions", "options"),
    *("plugins", "transforms", "models", "extraheaders", "extrabody", "extraquery"),
    *("guidedjson", "guidedregex", "guidedgrammar", "guidedchoice", "structuredoutputs"),
    *("grammar", "jsonschema", "chattemplate", "chattemplatekwargs", "badwords"),
    *("contentfilterresults", "promptfilterresults", "systemfingerprint", "datasources"),
    *("generationconfig", "responseschema", "responsejsonschema", "speechconfig"),
    *("safetysettings", "safetyratings", "promptfeedback", "finishmessage", "statusmessage"),
    *("guardrailconfig", "additionalmodelrequestfields", "additionalmodelresponsefields"),
    *("promptcachekey", "safetyidentifier", "useragent", "url", "endpoint"),
}
"""Fields beside the messages."""
_OBJECTS = frozenset({"text", "reasoning", "thinking"})
"""Fields beside the messages where they are objects; as a text they are what was said."""
_LISTS = frozenset({"tools", "functions"})
"""Fields beside the messages that hold declarations; as a text they are JSON that no reader
opens."""

_CALLS = frozenset(
    {"calls", "toolcalls", "functioncalls", "toolinvocations", "invocations", "tooluses"}
    | {"toolcall", "tooluse", "toolinvocation"}
)
_RESULTS = frozenset(
    {"toolresults", "toolresponses", "tooloutputs", "functionresults", "observations"}
    | {"result", "toolresult", "toolresponse", "tooloutput", "functionresult", "observation"}
    | {"value", "returnvalue"}
)

_ANSWERS = frozenset(
    {"completion", "answer", "reply", "output", "outputtext", "generation"}
    | {"text", "thinking", "thought", "says", "said"}
)

_SHORT_TEXT = 10
"""Characters; a shorter text that no reader knows is counted and not told."""
_LONG_WORD = 40
"""Characters; one word of so many is a signature or a code."""


@cache
def _words() -> re.Pattern[str]:
    """A blank, or a letter of a script of which some are written without blanks."""
    return re.compile(r"[\s\u0370-\u1fff\u3040-\ud7ff]")  # slow to compile, seldom asked


def is_mark(name: str, value: JsonValue) -> bool:
    """Whether a value is an id, a time or the like."""
    if not isinstance(value, str) or len(value) >= 100:
        return False
    plain = word(name)
    return plain in _MARKS and (" " not in value or (plain in _TIMES and len(value) <= 40))


def tells_again(name: str) -> bool:
    """Whether a field of a message or a part holds sources or tokens of what is said there."""
    return word(name) in _TOLD_AGAIN


def is_setting(name: str, value: JsonValue) -> bool:
    """Whether a field beside the messages is one that a provider or a gateway knows; before
    its name stand those of the objects around it."""
    plain = word(name.replace("/", ".").rpartition(".")[2])
    known = plain in _SETTINGS or (plain in _OBJECTS and isinstance(value, dict))
    return known and not declares_in_text(name, value)


def declares_in_text(name: str, value: JsonValue) -> bool:
    """Whether tools stand in a text, as databases keep JSON in a column."""
    return isinstance(value, str) and word(name) in _LISTS


def named_for(name: str) -> Likeness | None:
    """What stands in a field with this name, whatever it looks like."""
    plain = word(name)
    if plain in _CALLS:
        return "call"
    if plain in _RESULTS:
        return "result"
    return "message" if plain in _ANSWERS else None


def holds_prose(value: JsonValue) -> bool:
    """Whether a value holds words, and not only signatures and codes."""
    waiting = [value]
    while waiting:
        held = waiting.pop()
        if isinstance(held, str):
            if len(held) >= _SHORT_TEXT and _words().search(held, 0, 1000):
                return True
        elif isinstance(held, (dict, list)):
            waiting += held.values() if isinstance(held, dict) else held
    return False


def says_anything(value: JsonValue) -> bool:
    """Whether a value that nobody knows holds a text, be it one word: no id, time or type, and
    no signature."""
    waiting = [("", value)]
    while waiting:
        name, held = waiting.pop()
        if isinstance(held, str):
            is_code = len(held) >= _LONG_WORD and not _words().search(held, 0, 1000)
            if held.strip() and not is_mark(name, held) and not is_code:
                return True
        elif isinstance(held, dict):
            waiting += held.items()
        elif isinstance(held, list):
            waiting += ((name, inner) for inner in held)
    return False


def characters_in(value: JsonValue) -> int:
    """Of all text in a JSON value."""
    count = 0
    waiting: list[Iterable[JsonValue]] = [[value]]
    while waiting:
        for inner in waiting.pop():
            if isinstance(inner, str):
                count += len(inner)
            elif isinstance(inner, dict):
                waiting.append(inner.values())
            elif isinstance(inner, list):
                waiting.append(inner)
    return count
