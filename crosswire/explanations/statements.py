"""What sentences say of calls, results, messages and their parts, in whatever words.

Gateways and servers word the same refusal each in its own way: a "function call without a
response" is a "tool_use without a tool_result". The names of one thing are therefore brought
to one word first; then a sentence is known by what it says of which of them, and in which
order. A sentence that says so little that two rules could be meant is none of these.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

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
        r"\b(?:custom_|local_shell_|mcp_)?(?:tool|function|shell)[ _-]?(?:use|call)?[ _-]?"
        rf"(?:result|output|response|return)(?:s|\(s\))?{_PARTS}\b|\btool ?messages?\b|"
        r"\bmessages? (?:of|with) (?:the )?role:? (?:tool|function)\b|\brole tool\b|"
        r"\btool role\b|\bresponse messages?\b",
    ),
    ("CALLID", r"\b(?:tool|function)?[ _-]?(?:call|use)[ _-]?ids?\b|\btooluseids?\b"),
    (
        "CALL",
        r"\b(?:custom_|mcp_)?(?:tool|function)[ _-]?(?:use|call|invocation)(?:s|\(s\))?"
        rf"{_PARTS}\b",
    ),
)
"""One word for each thing -> the names that it has."""
_NAMED = tuple((word, re.compile(pattern)) for word, pattern in _NAMES)
_SENTENCE = re.compile(r"[.;!?](?: |$)|\*\*|[|{}]")
_SIGNS = re.compile(r"[^\w.'-]+")


def _gap(words: int) -> str:
    """Some words between, at most so many."""
    return rf"(?:[\w'-]+ ){{0,{words}}}"


_G2, _G3, _G5, _G7 = map(_gap, (2, 3, 5, 7))
_NO = r"(?:no|without|missing|lacks?|lacking|absent)"
_HAS_NONE = (
    r"(?:without|missing|lacks?|lacking|has no|have no|had no|with no|not have|not followed "
    r"by|not answered by|be followed by|must have|must include|requires?|needs?)"
)
_ANSWER = r"(?:RESULT|results?|responses?|outputs?)"
_BAD = r"(?:invalid|unsupported|unknown|unrecognized|incorrect|illegal|bad|unexpected)"
_WRONG = (
    r"(?:not (?:supported|allowed|valid|permitted|recognized|accepted)|invalid|unsupported|"
    r"unknown|must be (?:one of|either)|should be (?:one of|either))"
)
_EMPTY = (
    r"(?:(?:is|are|was|were) (?:empty|blank)|(?:cannot|must not|may not|should not) be "
    r"(?:empty|blank)|must (?:be|have|contain) (?:non-empty|non-whitespace|at least one)|"
    r"must contain non-whitespace)"
)


class Statement(Struct, frozen=True):
    """What a sentence of one kind speaks of."""

    says: str
    """How it mostly looks."""
    pattern: str
    """Of a sentence with one word for each thing."""
    speaks_of: str
    """As the further texts have it: names of rules, or `~` and a meaning."""


STATEMENTS = (
    Statement(
        "a call must have a single result, and has several",
        rf"CALL {_G3}(?:must have|has|have|with) (?:an? |only )?(?:single|multiple|several|"
        rf"duplicate|more than one) {_ANSWER}|\b(?:duplicate|second|repeated) RESULT",
        "second-result duplicate-result",
    ),
    Statement(
        "the ids of calls must be unique",
        rf"\bCALL(?:ID)? (?:ids? )?{_G2}(?:must|should) be unique|\bCALL {_G3}(?:contain|have|"
        rf"has) duplicate|\bduplicated? CALL ids?\b",
        "duplicate-ids duplicate-call-id",
    ),
    Statement(
        "as many results as calls",
        rf"\b(?:same number|number|count|amount) of {_G2}(?:CALL {_G7}{_ANSWER}|RESULT "
        rf"{_G7}CALL)\b",
        "response-count unanswered-call unexpected-result",
    ),
    Statement(
        "calls and results do not match",
        rf"\b(?:mismatch|mismatched|match)\b {_G3}CALL {_G2}(?:and|to|with) {_G2}{_ANSWER}\b|"
        rf"\bCALL (?:and|or) {_ANSWER} {_G3}(?:not match|mismatch)",
        "unanswered-call unexpected-result mismatched-id",
    ),
    Statement(
        "a turn that calls or answers stands in the wrong place",
        rf"\b(?:CALL|RESULT) turns? {_G2}(?:comes?|follows?|placed) \b",
        "gemini-turn-order",
    ),
    Statement(
        "no result for a call",
        rf"\b{_NO} {_G2}RESULT {_G3}(?:for|of|to|after|matching) {_G3}CALL(?:ID)?\b|"
        rf"\bCALL(?:ID)? {_G5}{_HAS_NONE} {_G3}{_ANSWER}\b|"
        rf"\bRESULT {_G2}(?:missing|not found|absent|required|needed) {_G2}(?:for|of|to|"
        rf"after) {_G2}CALL(?:ID)?\b|\b(?:expected|missing|repaired) {_G2}RESULT {_G2}for\b|"
        rf"(?<!any )\b(?:unanswered|unprocessed|unresolved|dangling|orphaned|orphan|"
        rf"unfinished) CALL\b|\brepaired missing RESULT\b",
        "unanswered-call missing-result",
    ),
    Statement(
        "no call for a result",
        rf"\b(?:{_NO}|unexpected|unknown|not find|no matching) {_G3}CALL(?:ID)? {_G3}(?:for|"
        rf"in|of|matching|to) {_G3}RESULT\b|"
        rf"\bRESULT {_G5}(?:without|has no|have no|with no|must have|must follow|must match|"
        rf"not match|not matching|not correspond|be a response to|be preceded by|must come "
        rf"after) {_G5}CALL\b|\bRESULT {_G7}not contain {_G3}CALL\b|"
        rf"\bRESULT {_G3}(?:id|CALLID) {_G2}not found\b|"
        rf"\b(?:unexpected|orphaned|orphan|dangling|unmatched|unpaired) RESULT\b|"
        rf"\bCALLID {_G3}(?:is |was )?not found in {_G5}(?:CALL|messages?|history)\b",
        "unexpected-result orphan-result",
    ),
    Statement(
        "calls or results without declared tools",
        rf"\b(?:CALL|RESULT|tool calling) {_G5}(?:must define|without|requires?|no) {_G2}"
        r"tools\b",
        "no-tools-declared undeclared-tool",
    ),
    Statement(
        "a turn must begin with thinking",
        r"\b(?:start|begin|starts|begins) with an? (?:thinking|reasoning)\b|"
        r"\bexpected thinking\b",
        "thinking-first",
    ),
    Statement(
        "reasoning must be passed back",
        rf"\breasoning_content {_G7}(?:missing|passed back|required|sent back|returned)\b|"
        rf"\bmissing {_G2}reasoning_content\b|\bthinking {_G5}must be passed back\b",
        "reasoning-content-missing",
    ),
    Statement(
        "a thought signature is missing",
        rf"\b(?:missing|without|lacks?|no) {_G2}thought[ _]?signature|\bthought[ _]?signature "
        rf"{_G3}(?:missing|required)\b",
        "thought-signature-missing",
    ),
    Statement(
        "a thought signature is not valid",
        rf"\b(?:corrupt|corrupted|invalid|malformed) {_G2}thought[ _]?signature|\bthought[ _]?"
        rf"signature {_G5}(?:not valid|invalid|corrupted|mismatch)\b",
        "thought-signature-changed",
    ),
    Statement(
        "a thinking block was changed",
        rf"\b(?:invalid|missing|malformed) signature {_G3}(?:thinking|reasoning)\b|"
        rf"\bthinking {_G7}(?:cannot be modified|must remain|been modified)\b",
        "thinking-changed foreign-signature",
    ),
    Statement(
        "encrypted content is not valid",
        rf"\bencrypted[ _]content {_G5}(?:could not|cannot|invalid|not valid|not be)\b|"
        rf"\b(?:invalid|decrypt|verify) {_G3}encrypted[ _]content\b",
        "foreign-encrypted-content",
    ),
    Statement(
        "the arguments of a call are no JSON",
        rf"\b(?:CALL|function|tool) {_G2}arguments? {_G7}(?:json|parsed?|unmarshal|"
        rf"deserialized?)\b|\b(?:parse|parsing|decode|deserialize|unmarshal|malformed) "
        rf"{_G2}(?:CALL|function|tool) {_G2}arguments?\b|"
        rf"\binvalid (?:CALL|function|tool) arguments? {_G2}json\b|"
        rf"\b(?:toolinput|tool input|arguments) (?:cannot|must not) be (?:null|empty)\b",
        "arguments-not-json arguments-unreadable",
    ),
    Statement(
        "the arguments of a call must be an object",
        rf"\b(?:CALL|function|tool) {_G2}(?:arguments?|args|input) {_G3}must be an? (?:json )?"
        rf"(?:object|dict)|\bCALL arguments {_G7}expected object\b",
        "arguments-not-object input-not-object",
    ),
    Statement(
        "the id of a call must have nine characters",
        rf"\bCALL(?:ID)? (?:ids? )?{_G7}(?:length (?:of )?9|9 characters|nine characters)\b",
        "nine-characters",
    ),
    Statement(
        "the id of a call is missing",
        rf"\bCALLID {_G2}(?:missing|required|must be (?:set|provided|specified))\b|"
        rf"\bmissing {_G2}CALLID\b(?! (?:RESULT|responses?)\b)",
        "id-required absent-id",
    ),
    Statement(
        "the id of a call is too long",
        rf"\b(?:CALLID|tool id) {_G3}(?:too long|at most|maximum length)\b",
        "id-too-long",
    ),
    Statement(
        "roles must alternate",
        rf"\broles? {_G3}alternat|\balternat\w* {_G3}(?:roles?|user)\b|\b(?:user and|"
        rf"user/)\s?assistant {_G5}alternat|\b(?:consecutive|successive) (?:user|assistant|"
        rf"messages|roles?)\b|\brole \w+ after (?:role )?\w+\b|\brole sequence\b",
        "role-order",
    ),
    Statement(
        "the first message must be of the user",
        rf"\b(?:first|initial) (?:message|turn|role|content) {_G5}user\b|\b(?:conversations?|"
        rf"messages|chat|history|contents?) {_G2}(?:start|begin|starts|begins) with {_G5}"
        r"user\b",
        "starts-with-user",
    ),
    Statement(
        "the last message must not be of the assistant",
        rf"\b(?:last|final) (?:message|turn|role|content) {_G5}(?:user|tool)\b|"
        rf"\b(?:conversations?|messages?|requests?|contents?) {_G3}(?:end|ends|ending) with "
        rf"{_G3}(?:user|assistant|model)\b|\bassistant (?:message |response )?prefill|"
        rf"\bassistant {_G2}in the (?:final|last) position\b",
        "ends-with-assistant",
    ),
    Statement(
        "a role is not taken",
        rf"\b{_BAD} (?:message )?role\b(?! \w+ after)|\broles? {_G3}{_WRONG}\b|\buse a valid "
        rf"role\b|\bsystem (?:messages?|role) (?:is |are )?not (?:allowed|supported)\b|"
        rf"\bonly {_G5}roles? (?:are|is) supported\b",
        "unknown-role",
    ),
    Statement(
        "a text is empty",
        rf"\btext (?:content )?(?:blocks? |parts? |fields? )?{_G2}{_EMPTY}|\bempty text\b",
        "empty-text",
    ),
    Statement(
        "a message is empty",
        rf"\b(?:messages?|content) {_G3}(?<!type )(?<!name )(?<!id ){_EMPTY}|"
        rf"\bempty (?:message|content) (?:was|is|not)\b|\bmessages? must have at least one "
        rf"(?:content|part|element)\b|\bhistory must have a message\b",
        "empty-message content-null empty-text",
    ),
    Statement(
        "the names of tools must be unique",
        r"\b(?:tool|function) (?:names|declarations) must be unique\b|\bduplicate (?:tool|"
        r"function) (?:names?|declarations?|definitions?)\b",
        "tool-declared-twice",
    ),
    Statement(
        "the name of a tool is not taken",
        rf"\binvalid (?:tool|function) name\b|\b(?:tools?|functions?) names? {_G3}(?:invalid|"
        rf"may only contain|must match|must start|not match|too long|cannot be empty|is empty|"
        r"not allowed)\b",
        "tool-name-pattern",
    ),
    Statement(
        "the schema of a tool is not taken",
        rf"\b(?:invalid|unsupported|malformed|illegal) {_G2}schema {_G2}(?:for|of|in) {_G2}(?:"
        rf"tools?|functions?)\b|\b(?:tools?|functions?) {_G3}(?:input_?schema|schema) {_G5}"
        rf"(?:invalid|not valid|not supported|unsupported|must be|missing)\b|"
        rf"\bschema (?:for|of) (?:the )?(?:tool|function) {_G5}(?:incompatible|"
        rf"invalid)\b|\binvalid (?:"
        rf"tool|function) (?:schema|definition|declaration|type|parameters)\b",
        "tool-declaration",
    ),
)
"""The first that fits is meant."""


def statement_in(message: str) -> Statement | None:
    """What a plain message says of a history; None where no sentence is of a known kind."""
    sentences = list(_sentences(message))
    for statement in STATEMENTS:
        pattern = _pattern_of(statement)
        if any(pattern.search(sentence) for sentence in sentences):
            return statement
    return None


@cache
def _pattern_of(statement: Statement) -> re.Pattern[str]:
    return re.compile(statement.pattern)


def _sentences(message: str) -> Iterator[str]:
    """The first sentences of a plain message, with one word for each thing."""
    for sentence in _SENTENCE.split(without_fields(message))[:_MOST]:
        said = sentence[:_LONGEST]
        for word, pattern in _NAMED:
            said = pattern.sub(f" {word} ", said)
        yield _SIGNS.sub(" ", said) + " "
