"""What validators say of a field: that it is missing, of another type, empty, unknown.

Every server words such complaints in its own way, while the field says what they are about.
They are therefore known by the field and by the kind of the complaint, and not by a text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from crosswire.explanations.fields import Field

_MISSING = (
    r"field required|missing|is required|required (?:property|field|parameter|key)|"
    r": required|required\b.{0,10}$|must be (?:set|specified|defined|provided)"
)
_FORM = r"(?:array|bool|dict|integer|json|list|map|null|number|object|sequence|str|string)"
_TYPE = (
    rf"input should be|invalid type|invalid_type|expected (?:an? |one of |any |the )?"
    rf"(?:[\w`]+ ){{0,2}}(?:{_FORM}|struct|enum|one of)|must be an? (?:\w+ )?{_FORM}|"
    r"must be one of|cannot unmarshal|cannot start|is not of type|valid types|not a "
    r"valid|is invalid|got \w+, want|should be of type|did not match any variant|does not "
    r"match any|value must be|string_type|not iterable"
)
_UNKNOWN = (
    r"extra inputs|extra_forbidden|unknown (?:parameter|field|name)|unrecognized|"
    r"additional propert|unsupported|invalid field|not permitted|not allowed|cannot find field"
)
_VALUE = (
    r"unknown variant|invalid (?:value|enum|role)|one of|supported values|not one of|"
    r"does not match|input should be|literal_error|unsupported value|does not support|doesnt "
    r"support|is not supported|invalid discriminator|discriminator"
)
_EMPTY = (
    r"empty|at least (?:1|one) |non-empty|too short|too_short|minimum length|min_length|"
    r"must not be null|cannot be null|is null|got null|none is not|minimum number"
)
_TOO_LONG = (
    r"too (?:long|large|many)|too_long|at most|max(?:imum)?[ _]?(?:length|items)|above_max"
)
_OUT_OF_RANGE = r"\d > \d|failed to satisfy|(?:less|greater) than|out of range"
_ANY = "|".join((_MISSING, _TYPE, _UNKNOWN, _VALUE, _EMPTY))
_ID = r"(?:tool_?call_?id|call_?id|tool_?use_?id)$|tool_?calls\.id$|tool_?use\.id$"
_WANTS_TEXT = r"(?:expected|valid|of type|be|as) (?:a )?str(?:ing)?\b|string_type"


class Complaint(Struct, frozen=True):
    """What a complaint of one kind about one field speaks of."""

    says: str
    """How it mostly looks."""
    field: str
    """A pattern of the field's path, without positions."""
    kinds: str
    """A pattern of what is said of it."""
    speaks_of: str
    """As the further texts have it: names of rules, or `~` and a meaning."""

    def is_of(self, field: Field, message: str) -> bool:
        about = re.search(self.field, field.place) is not None
        return about and re.search(self.kinds, message) is not None


_HISTORY = r"^(?:messages|input|contents)"

COMPLAINTS = (
    Complaint(
        "tools[…].function.name: invalid",
        r"^(?:tools?|toolconfig|functions)\b.*name$",
        r"pattern|regex|at most|at least|too long|length|invalid|alpha|empty",
        "tool-name-pattern",
    ),
    Complaint(
        "input[…].name: invalid",
        r"^(?:input|messages\.(?:tool_?calls(?:\.function)?|content\.tool_?use))\.name$",
        rf"pattern|regex|{_TOO_LONG}|{_EMPTY}",
        "tool-name-pattern",
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
        f"{_MISSING}|{_VALUE}|{_TYPE}",
        "unknown-role",
    ),
    Complaint(
        "messages[…].tool_call_id: too long",
        _HISTORY + r"\b.*(?:" + _ID + ")",
        _TOO_LONG,
        "id-too-long",
    ),
    Complaint(
        "messages[…].tool_call_id: missing",
        _HISTORY + r"\b.*(?:" + _ID + ")",
        f"{_MISSING}|{_EMPTY}|{_TYPE}",
        "absent-id id-required",
    ),
    Complaint(
        "messages[…].content[…].type: invalid",
        _HISTORY + r"\.(?:content|parts|output)(?:\.\w+)?\.type$",
        f"{_MISSING}|{_VALUE}|{_TYPE}",
        "content-part-type",
    ),
    Complaint(
        "messages[…].content[…].tool_result.content: invalid",
        _HISTORY + r"\.content\.tool_?result\.content",
        f"{_MISSING}|{_TYPE}|{_EMPTY}|{_VALUE}",
        "result-form",
    ),
    Complaint(
        "messages[…].content[…].tool_use.input: invalid",
        _HISTORY + r"\.content\.tool_?use\.input$",
        f"{_MISSING}|{_TYPE}|{_EMPTY}",
        "input-not-object",
    ),
    Complaint(
        "messages[…].tool_calls[…].function.arguments: not a string",
        r"(?:tool_?calls\.(?:function\.)?|^input\.)arguments$",
        _WANTS_TEXT,
        "arguments-not-text",
    ),
    Complaint(
        "messages[…].tool_calls[…].function.arguments: not an object",
        r"tool_?calls\.(?:function\.)?arguments$",
        f"{_TYPE}|{_MISSING}",
        "arguments-not-object",
    ),
    Complaint(
        "messages[…].tool_calls: empty",
        _HISTORY + r"\.tool_?calls$",
        rf"empty|too short|at least|minimum|{_TOO_LONG}",
        "list-length",
    ),
    Complaint(
        "messages[…].content: missing or of another type",
        r"^(?:messages|contents)\.(?:content|parts)$",
        f"{_MISSING}|{_TYPE}|{_EMPTY}",
        "content-null",
    ),
    Complaint(
        "input[…].output: of another type",
        r"^input\.output|^tool_results\.outputs?$",
        f"{_MISSING}|{_TYPE}|{_EMPTY}",
        "result-form",
    ),
    Complaint(
        "messages[…].tool_calls[…].type: missing",
        r"tool_?calls\.type$",
        f"{_MISSING}|{_TYPE}",
        "~call-type",
    ),
    Complaint(
        "messages[…].tool_calls[…]: incomplete",
        r"tool_?calls\.(?:function|name|function\.\w+)$",
        f"{_MISSING}|{_TYPE}",
        "~call-form",
    ),
    Complaint(
        "messages[…].content[…]: of another type",
        r"^(?:messages|contents)\.(?:content|parts)\.\[\]$",
        _TYPE,
        "content-part-type",
    ),
    Complaint(
        "messages[…].content[…].image_url: of another form",
        _HISTORY + r"\.content(?:\.\w+)?\.(?:image_?url|input_audio|image)$",
        r"dictionary|object|struct|\bmap\b|string, |missing (?:field|required)|field required",
        "content-part-type",
    ),
    Complaint(
        "messages: of another type", r"^(?:messages|input|contents)$", _TYPE, "~list-form"
    ),
    Complaint("messages[…].…: unknown field", _HISTORY + r"\.\w", _UNKNOWN, "~field-unknown"),
    Complaint("messages[…].…: missing field", _HISTORY + r"\.\w", _MISSING, "~field-missing"),
    Complaint("messages[…].…: unknown value", _HISTORY + r"\.\w", _VALUE, "~value-unknown"),
    Complaint(
        "tools[…].…: not taken",
        r"^tools?\.\w+\.\w+",
        r"\b(?:must|should|cannot|not|invalid|duplicate)\b",
        "tool-declaration",
    ),
)
"""The first that fits is meant."""

_SETTING = re.compile(
    r"^(?!messages|input\b|contents|tool|system$|functions?\b|history|role\b)\w+"
)
_ANY_COMPLAINT = re.compile(f"{_ANY}|{_OUT_OF_RANGE}")


def complaint_in(message: str, fields: Sequence[Field]) -> Complaint | None:
    """What a plain message complains of; None where it names no field that is known."""
    named = [field for field in fields if field.is_whole]
    for complaint in COMPLAINTS:
        if any(complaint.is_of(field, message) for field in named):
            return complaint
    return None


def is_about_a_setting(message: str, fields: Sequence[Field]) -> bool:
    """Whether all that a plain message names are fields beside the history."""
    named = [field for field in fields if field.is_whole]
    return (
        bool(named)
        and all(_SETTING.search(field.path) for field in named)
        and _ANY_COMPLAINT.search(message) is not None
    )
