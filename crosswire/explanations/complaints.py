"""What validators say of a field: that it is missing, of another type, empty, unknown.

Every server words such complaints in its own way, while the field says what they are about.
They are therefore known by the field and by the kind of the complaint, and not by a text.
Where a message names several fields, the words beside each are said of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from crosswire.explanations.fields import Field, Named

_FORM = r"(?:array|bool|dict|integer|json|list|map|null|number|object|sequence|str|string)"
_KINDS = {
    "missing": (
        r"field required|missing|is required|required (?:property|field|parameter|key)|"
        r": required|required\b.{0,10}$|must be (?:set|specified|defined|provided)|"
        r"received undefined"
    ),
    "type": (
        rf"input should be|invalid type|invalid_type|expected (?:an? |one of |any |the )?"
        rf"(?:[\w`]+ ){{0,2}}(?:{_FORM}|struct|enum|one of)|(?:must|"
        rf"should) be (?:an? )?(?:\w+ )?{_FORM}\b|"
        r"must be one of|cannot unmarshal|cannot start|is not of type|valid types|not a "
        r"valid|is invalid|got \w+, want|should be of type|did not match any variant|does not "
        r"match any|value must be|string_type|not iterable|are iterable|cannot deserialize|"
        r"could not be converted|typemismatch|type mismatch|must either be|"
        rf"unexpected json token|violate[sd]|expected: {_FORM}\b"
    ),
    "unknown": (
        r"extra inputs|extra_forbidden|extra fields|unknown (?:parameter|field|name|key)|"
        r"unrecognized|additional propert|unsupported|invalid field|not permitted|not allowed|"
        r"cannot find field|should not have|must not have|unexpected property"
    ),
    "not known": (
        r"extra (?:inputs|fields)|unknown (?:parameter|field|name|key)|unrecognized|"
        r"is (?:unsupported|not supported)"
    ),
    "value": (
        r"unknown variant|invalid (?:value|enum|role)|one of|supported values|not one of|"
        r"does not match|input should be|literal_error|unsupported value|does not support|"
        r"doesnt support|is not supported|invalid discriminator|discriminator|supported string"
    ),
    "empty": (
        r"empty|at least (?:1|one) |non-empty|too short|too_short|minimum length|min_length|"
        r"must not be null|cannot be null|is null|got null|none is not|minimum number|"
        r"is blank|"
        r"cant be blank"
    ),
    "long": r"too (?:long|large|many)|too_long|at most|max(?:imum)?[ _]?(?:length|items)|"
    "above_max",
    "range": r"\d > \d|failed to satisfy|(?:less|greater) than|out of range",
    "form": r"pattern|regex|at least|length|invalid|alpha",
    "shape": r"must match|should match|does not match|pattern",
    "prefix": r"(?:begins?|starts?) with",
    "variant": r"did not match any variant|no variant of|does not match any of",
    "wants text": r"(?:expected|valid|of type|be|as) (?:a )?str(?:ing)?\b|string_type",
    "nested": (
        r"dictionary|object|struct|\bmap\b|string, |missing (?:field|required)|field required"
    ),
    "any": r"\b(?:must|should|cannot|not|invalid|duplicate|only)\b",
}
_PATTERNS = {kind: re.compile(pattern) for kind, pattern in _KINDS.items()}
_IS_LIST = re.compile(r"cannot start list|cannot start an? array")
"""Google says `unknown name` of a field that it knows and that is a list."""
_BEFORE = 120
_BEHIND = 240
"""Characters before and behind a field that can be said of it."""
_NEXT = 20
"""Characters between two fields of which the same is said."""
_ID = r"(?:tool_?call_?id|call_?id|tool_?use_?id)$|tool_?calls\.id$|tool_?use\.id$"


class Said(Struct, frozen=True):
    """A field, and what kinds of complaints a message has of it."""

    field: Field
    kinds: frozenset[str]


class Complaint(Struct, frozen=True):
    """What a complaint of one kind about one field speaks of."""

    says: str
    """How it mostly looks."""
    field: str
    """A pattern of the field's path, without positions."""
    kinds: tuple[str, ...]
    """What is said of it: any of these."""
    speaks_of: str
    """As the further texts have it: names of rules, or `~` and a meaning."""

    def is_said(self, said: Said) -> bool:
        """Whether a message says it."""
        is_kind = not said.kinds.isdisjoint(self.kinds)
        return is_kind and re.search(self.field, said.field.place) is not None


_HISTORY = r"^(?:messages|input|contents)"
_ANY = ("missing", "type", "unknown", "value", "empty")
_MISSING = ("missing", "type", "empty")

COMPLAINTS = (
    Complaint(
        "tools[…].function.name: invalid",
        r"^(?:tools?|toolconfig|functions)\b(?!.*\.properties\b).*name$",
        ("form", "long", "empty", "shape"),
        "tool-name-pattern",
    ),
    Complaint(
        "contents[…].function_response.name: empty",
        r"function_?response\.name$",
        _ANY,
        "response-name",
    ),
    Complaint(
        "input[…].name: invalid",
        r"^(?:input|messages\.(?:tool_?calls(?:\.function)?|content\.tool_?use))\.name$",
        ("shape", "long", "empty"),
        "tool-name-pattern",
    ),
    Complaint(
        "tools: unknown field",
        r"^(?:tools|functions|tool_choice)$",
        ("not known",),
        "~request-field-unknown",
    ),
    Complaint(
        "tools[…]: invalid",
        r"^(?:tools?(?:\.|$)|toolconfig\.tools|functions?\.(?:parameters|name|strict|desc)|"
        r"functions\.|function_?declarations|input_?schema)",
        _ANY,
        "tool-declaration",
    ),
    Complaint("tool_choice: invalid", r"^tool_?(?:choice|config)", _ANY, "tool-choice-form"),
    Complaint(
        "messages[…].role: invalid",
        _HISTORY + r"(?:\.\w+)?\.role$",
        ("missing", "value", "type"),
        "unknown-role",
    ),
    Complaint(
        "messages[…].tool_call_id: too long",
        _HISTORY + r"\b.*(?:" + _ID + ")",
        ("long",),
        "id-too-long",
    ),
    Complaint(
        "messages[…].content[…].server_tool_use.id: another pattern",
        r"server_tool_use\.id$",
        ("shape",),
        "server-tool-id",
    ),
    Complaint(
        "messages[…].content[…].tool_use.id: another pattern",
        _HISTORY + r"\b.*(?:" + _ID + ")",
        ("shape",),
        "id-charset",
    ),
    Complaint(
        "messages[…].tool_call_id: missing",
        _HISTORY + r"\b.*(?:" + _ID + ")",
        _MISSING,
        "absent-id id-required",
    ),
    Complaint("input[…].id: begins otherwise", r"^input\.id$", ("prefix",), "item-id-prefix"),
    Complaint("input[…].id: too long", r"^input\.id$", ("long",), "id-too-long item-id-form"),
    Complaint("input[…].id: missing", r"^input\.id$", ("missing",), "id-required absent-id"),
    Complaint(
        "messages[…].content[…].type: invalid",
        _HISTORY + r"\.(?:content|parts|output)(?:\.\w+)?\.type$",
        ("missing", "value", "type"),
        "content-part-type",
    ),
    Complaint(
        "messages[…].content[…].tool_result.content: invalid",
        _HISTORY + r"\.content\.tool_?result(?:\.content|$)",
        (*_MISSING, "value"),
        "result-form",
    ),
    Complaint(
        "messages[…].content[…].tool_use.input: invalid",
        _HISTORY + r"\.content\.tool_?use\.input$",
        _MISSING,
        "input-not-object",
    ),
    Complaint(
        "messages[…].tool_calls[…].function.arguments: not a string",
        r"(?:tool_?calls\.(?:function\.)?|^input\.)arguments$",
        ("wants text",),
        "arguments-not-text",
    ),
    Complaint(
        "messages[…].tool_calls[…].function.arguments: not an object",
        r"tool_?calls\.(?:function\.)?arg(?:ument)?s$",
        ("type", "missing"),
        "arguments-not-object",
    ),
    Complaint(
        "messages[…].tool_calls: empty",
        _HISTORY + r"\.tool_?calls$",
        ("empty", "long"),
        "list-length",
    ),
    Complaint(
        "messages[…].tool_calls: no list",
        _HISTORY + r"\.tool_?calls$",
        ("type",),
        "~calls-list",
    ),
    Complaint(
        "contents[…].parts[…].function_response.response: no object",
        r"function_?response(?:\.response)?$",
        ("type",),
        "response-not-object",
    ),
    Complaint(
        "messages[…].tool.content: missing or of another type",
        r"^messages\.(?:tool|function)\.content$",
        _MISSING,
        "result-form content-part-type content-null",
    ),
    Complaint(
        "messages[…].content: missing or of another type",
        r"^(?:messages|contents)(?:\.(?:user|assistant|system|developer))?\.(?:content|parts)$",
        _MISSING,
        "content-null",
    ),
    Complaint(
        "messages[…].content: unknown value",
        r"^(?:messages|contents)\.(?:content|parts)$",
        ("value",),
        "content-part-type",
    ),
    Complaint(
        "input[…].output: of another type",
        r"^input(?:\.\w{0,60}call_?output\w{0,20})?\.output|^tool_results\.outputs?$",
        _MISSING,
        "result-form",
    ),
    Complaint(
        "messages[…].tool_calls[…].type: missing",
        r"tool_?calls\.type$",
        ("missing", "type"),
        "~call-type",
    ),
    Complaint(
        "messages[…].tool_calls[…]: incomplete",
        r"tool_?calls\.(?:function|name|function\.\w+)$",
        ("missing", "type"),
        "~call-form",
    ),
    Complaint(
        "messages[…].content[…]: of another type",
        r"^(?:messages|contents)\.(?:content|parts)\.\[\]$",
        ("type",),
        "content-part-type",
    ),
    Complaint(
        "messages[…].content[…].text: no text",
        _HISTORY + r"\.(?:content|parts)(?:\.text)?\.text$",
        ("type",),
        "content-part-type",
    ),
    Complaint(
        "messages[…].content[…].text: missing",
        _HISTORY + r"\.(?:content|parts)(?:\.text)?\.text$",
        ("missing", "empty"),
        "empty-text content-null content-part-type",
    ),
    Complaint(
        "messages[…].content[…].image_url: of another form",
        _HISTORY + r"\.content(?:\.\w+)?\.(?:image_?url|input_audio|image)$",
        ("nested",),
        "content-part-type",
    ),
    Complaint(
        "input: none of the forms that are known",
        r"^(?:messages|input|contents)$",
        ("variant",),
        "~no-variant",
    ),
    Complaint("messages: empty", r"^(?:messages|input|contents)$", ("empty",), "~no-messages"),
    Complaint(
        "messages: missing", r"^(?:messages|input|contents)$", ("missing",), "~no-messages"
    ),
    Complaint(
        "messages: of another type", r"^(?:messages|input|contents)$", ("type",), "~list-form"
    ),
    Complaint(
        "contents[…].parts[…].id: unknown field",
        r"^contents\b.*\.id$",
        ("unknown",),
        "id-not-taken unknown-field",
    ),
    Complaint(
        "messages[…].…: unknown field",
        _HISTORY + r"\.\w",
        ("unknown",),
        "unknown-field ~field-unknown",
    ),
    Complaint(
        "messages[…].…: missing field", _HISTORY + r"\.\w", ("missing",), "~field-missing"
    ),
    Complaint(
        "messages[…].…: unknown value", _HISTORY + r"\.\w", ("value",), "~value-unknown"
    ),
    Complaint("messages[…].…: of another type", _HISTORY + r"\.\w", ("type",), "~field-form"),
    Complaint("tools[…].…: not taken", r"^tools?\.\w+\.\w+", ("any",), "tool-declaration"),
)
"""The first that fits is meant."""

_OF_CONTENTS = re.compile(r"^messages\.content(?:\.\[\])?$")
_MANY = 4
_SETTING = re.compile(
    r"^(?!messages|input\b|contents|tool|system$|functions?\b|history|role\b|model$|<)\w+"
)
_OF_SETTINGS = frozenset([*_ANY, "range"])


def complaint_in(message: str, named: Sequence[Named]) -> Complaint | None:
    """What a plain message complains of; None where it names no field that is known."""
    said = [one for one in said_in(message, named) if one.field.is_whole]
    of_contents = [one for one in said if _OF_CONTENTS.search(one.field.place)]
    # Of many complaints those about roles are of the forms that a validator only tried.
    told = of_contents if len(said) >= _MANY and of_contents else said
    for complaint in COMPLAINTS:
        if any(complaint.is_said(one) for one in told):
            return complaint
    return None


def said_in(message: str, named: Sequence[Named]) -> list[Said]:
    """The fields that a message names, and what it says of each."""
    said = list(_said_beside(message, sorted(named, key=lambda one: one.start)))
    if any(one.kinds for one in said):
        return said
    kinds = _kinds_in(message)
    return [Said(one.field, kinds) for one in said]


def _said_beside(message: str, named: Sequence[Named]) -> Iterator[Said]:
    """What stands behind each field, up to the next; where that says nothing, what stands
    before it."""
    last, kinds = 0, frozenset[str]()
    for place, one in enumerate(named):
        others = (other.start for other in named[place + 1 :] if other.start >= one.end)
        stop = min(next(others, len(message)), one.end + _BEHIND)
        behind = message[one.end : stop]
        last_kinds, kinds = kinds, _kinds_in(behind)
        if not kinds or not (last or _IS_LIST.search(behind)):
            kinds |= _kinds_in(message[max(last, one.start - _BEFORE) : one.start])
        if last and not kinds and one.start - last < _NEXT:
            kinds = last_kinds
        yield Said(one.field, kinds)
        last = max(last, one.end)


def _kinds_in(text: str) -> frozenset[str]:
    """The kinds of complaints in a text."""
    kinds = {kind for kind, pattern in _PATTERNS.items() if pattern.search(text)}
    if _IS_LIST.search(text):
        kinds.discard("unknown")
    return frozenset(kinds)


def is_about_a_setting(message: str, named: Sequence[Named]) -> bool:
    """Whether all that a plain message names are fields beside the history."""
    fields = [one.field for one in named if one.field.is_whole]
    return (
        bool(fields)
        and all(_SETTING.search(field.path) for field in fields)
        and not _OF_SETTINGS.isdisjoint(_kinds_in(message))
    )
