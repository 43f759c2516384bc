"""The sentences of a message, with one word for each thing.

Gateways and servers word the same refusal each in its own way: a "function call without a
response" is a "tool_use without a tool_result". The names of one thing are therefore brought
to one word first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from crosswire.explanations.fields import without_fields

_MOST = 40
"""Sentences of a message that are looked at."""
_LONGEST = 400
"""Characters of a sentence that are looked at."""

_PARTS = r"(?: ?(?:block|part|item|message|content)(?:s|\(s\))?)?"
_NAMES = (
    (
        "RESULT",
        r"\b(?:[a-z]{1,20}_){0,3}(?:tool|function|shell)[ _-]?(?:use|call)?[ _-]?"
        rf"(?:result|output|response|return)(?:s|\(s\))?{_PARTS}\b|\btool ?messages?\b|"
        r"\bmessages? (?:of|with) (?:the )?role:? (?:tool|function)\b|\brole tool\b|"
        r"\btool role\b|\bresponse messages?\b|\brole ?(?:为|是|=) ?tool\b|"
        r"\btool (?:角色)?的?消息|(?:工具|函数)的?(?:调用)?的?(?:执行|返回|响应|输出)?的?"
        r"(?:结果|消息|返回|响应|输出)",
    ),
    ("CALLID", r"\b(?:tool|function)?[ _-]?(?:call|use)[ _-]?ids?\b|\btooluseids?\b"),
    (
        "CALL",
        r"\b(?:[a-z]{1,20}_){0,3}(?:tool|function)[ _-]?(?:use|call|invocation)(?:s|\(s\))?"
        rf"{_PARTS}\b|(?:工具|函数)的?调用",
    ),
)
"""One word for each thing -> the names that it has."""
_NAMED = tuple((word, re.compile(pattern)) for word, pattern in _NAMES)
_SENTENCE = re.compile(
    r"[.;!?](?: |$)|(?<=[\u4e00-\u9fff])[;!?]|\*\*|[|{}]|"
    r"\b(?:error_?)?(?:message|detail|msg|reason): "
)
"""What parts two sentences: a stop, or the key behind which one stands in JSON."""
_SIGNS = re.compile(r"[^\w.'-]+")
_TELLING = re.compile(
    r"CALL|RESULT|message|role|content|text|thinking|thought|reasoning|encrypted|schema|tool|"
    r"function|grammar|argument|\bargs|system|user|assistant|prefill|cache|item|turn|array|history|"
    r"chat|response|surrogate|\bid\b|消息|角色|内容|工具|函数"
)
"""Words of which a sentence about a history, or about tools, has one."""


def sentences(message: str) -> Iterator[str]:
    """The first sentences of a plain message that may be about a history."""
    for sentence in _SENTENCE.split(without_fields(message))[:_MOST]:
        said = sentence[:_LONGEST]
        for word, pattern in _NAMED:
            said = pattern.sub(f" {word} ", said)
        if _TELLING.search(said):
            yield _SIGNS.sub(" ", said) + " "


def gap(words: int) -> str:
    """Some words between, at most so many."""
    return rf"(?:[\w'-]+ ){{0,{words}}}"


class Statement(Struct, frozen=True):
    """What a sentence of one kind speaks of."""

    says: str
    """How it mostly looks."""
    pattern: str
    """Of a sentence with one word for each thing."""
    speaks_of: str
    """As the further texts have it: names of rules, or `~` and a meaning."""
