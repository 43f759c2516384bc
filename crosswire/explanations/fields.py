"""The fields of a request that an error message names, and which of them a rule is about.

Providers put a field before, into or beside what they say of it: `messages.3.content.0.text`,
`Invalid 'messages[2].tool_calls[0].id'`, `"param": "tools[0].function"`, `"loc": ["body", 1]`.
The same words about another field are another error, so that a text is never taken for one
about a field that the message does not name. How languages write a path is in `dialects.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from msgspec import Struct

from crosswire.explanations.dialects import ANSWER, in_one_form, path_of_type, typed_paths


def _set(names: str) -> frozenset[str]:
    return frozenset(names.split())


_ROOTS = _set(
    "messages message input contents tools functions tool tool_choice toolconfig tool_config "
    "system system_instruction systeminstruction instructions function_declarations "
    "functiondeclarations requestbody history response_format generation_config "
    "generationconfig stream_options safety_settings output_config inferenceconfig "
    "tool_results additionalmodelrequestfields"
)
_BLOCKS = _set(
    "tool_use tool_result server_tool_use thinking redacted_thinking text image document "
    "source custom function function_call functioncall function_response functionresponse "
    "tool_calls tooluse toolresult toolspec input_schema parameters content parts role"
)
"""Names before the last one of a path that has lost its beginning: `tool_use.id`."""
_OF_TOOLS = _set("function custom input_schema inputschema parameters toolspec json")
"""Names with which what is left of a path below `tools` can begin."""
_NO_NAME = _set(
    "n m … * member generatecontentrequest body request null none str list dict chatrequest "
    "openai generator"
)
"""Steps of a path that are no fields, in the words of a server."""
_WITH_STEPS = re.compile(
    r"(?<![\w./@-])[a-z_]\w{0,60}(?:\.?\[[\w…*]{0,60}\]|\.[\w…]{1,60}(?![\w/-])){1,40}"
)
_POINTER = re.compile(r"#((?:/\w{1,60}){1,40})")
_BESIDE = re.compile(
    r"\b(?:(?:param|field|parameter): ?|schema for (?=response_format)|"
    r"in (?:the )?(?:parameter|"
    r"field|argument) (?=tools\b|messages\b|tool_choice\b))"
    r"([a-z_][\w.\[\]…]{0,200})"
)
_LIST = re.compile(
    r"\b(?:loc|path): ?[\[(]([^(){}:]{1,300}?)"
    r"(?:[\])],? ?(?:msg|message|input|type)\b|[\])]?$)"
)
_DOLLAR = re.compile(r"\$\.(\w{1,60}(?:\.?\[\w{0,20}\]|\.\w{1,60}){0,40})")
_LOCATION = re.compile(r"\blocation: (/properties(?:/\w{1,60}){1,40})")
"""A place in the schema of a request: `/properties/messages/items/properties/content/type`."""
_STRUCT = re.compile(r"\bstruct field ?(\w{0,60})\.(\w{1,60}(?:\.\w{1,60}){0,40})")
_PYDANTIC = re.compile(
    r"validation errors? for (\w{1,60}) ([a-z_]\w{0,40}(?:\.[\w$-]{1,60}){0,20})"
    r"(?= (?:input|field|value|extra|string|list|none|unable)\b)"
)
"""The class that pydantic names, and the path in it."""
_TAG = re.compile(r"-|.{6}(?:param|message|item|request|model|dict)$")
"""Names that validators put into a path for the types that they try."""
_ROOT = re.compile(
    r"(?:^|[^\w\s.\]]|\binvalid) ?(tools|tool_choice|"
    r"(?:messages|input|contents)(?=: (?:invalid type|empty array|is too short))): "
)
_COMPLAINED_OF = re.compile(
    r"(?<![\w./\]-])([a-z]\w{1,60}): (?=extra inputs|field required|input should|input tag|"
    r"unknown field|unrecognized|expected (?:one of|an? )|(?<=max_tokens: )\d+ >)"
)
"""A single name, before what validators say of a field."""
_OF_PARTS = _set(
    "message msg error errors detail details reason body request status code content name "
    "id type arguments args tool_call_id call_id tool_use_id tool_calls description schema "
    "output title tools warning exception"
)
"""Names that stand before a complaint and are no fields of the request, or not of it alone."""
_BARE_NAMES = {
    "content": "messages.content",
    "role": "messages.role",
    "tool_calls": "messages.tool_calls",
    "tool_call_id": "messages.tool_call_id",
    "toolcallid": "messages.tool_call_id",
    "tool_choice": "tool_choice",
}
"""A field of the history that is named alone -> its path."""
_ALONE = "|".join(_BARE_NAMES)
_BARE = re.compile(
    rf"(?<![\w.\]/-])({_ALONE})(?: (?:field|property|parameter|key|array|list|value))?"
    r"(?= (?:is |are |must |should |cannot |cant )(?!parsed)|: (?:field required|missing|"
    r"required|"
    r"invalid|expected|cant be|must |should |is )| expected )|"
    r"(?:invalid|missing|property|field|parameter|argument|value for|type for) "
    rf"(?:(?:field|parameter|property|key|required):? )?({_ALONE})"
    r"(?![\w.\[]| (?:types?|policy|filter|part|block|management|moderation|length)\b)"
)
_PROPERTY = re.compile(r"\bproperty (\w{1,60}) is unsupported")
_OF_MEDIA = re.compile(
    r"(?:^|\.)(?:image_?url|video_url|input_(?:image|file|audio|video)|file_?data|"
    r"inline_?data|"
    r"media_?type|mime_?type|base64|(?:image|document|video|audio|file)\.source)(?:\.|$)"
)
_OF_SCHEMA = _set("properties items oneof anyof allof required type additionalproperties enum")
_SPLIT = re.compile(r"[.\[\]/, ]+")
_FIELD_FOLLOWS = re.compile(r"(?:\binvalid|parameter:|type for|\bat|value at|\bproperty)$")
_OF_A_PROGRAM = re.compile(
    r"(?:error|exception|warning|parameter|\.(?:com|js|ts|py|go|java|json|net|ai|io|dev|org|"
    r"cs|rs|cn))$"
)
_INDEXED = re.compile(r"\[\d|\.\d+(?:\.|$)")
_BELOW = _set("messages contents tools tool_choice toolconfig function_declarations")
"""Roots that may stand below the name of a program's own class: `my_body.messages[0]`."""
_ANSWERED = _set("choices candidates delta")
_NUMBERED = re.compile(r"\d.*\d|^\d+$")
"""A position, or an id."""
_HIDES_THE_REST = re.compile(r"…\]?\.…")
_ENDS_IN_PLACE = re.compile(r"(?:\[(?:\d+|…)\]|\.\d+)$")
_ONE_FIELD = re.compile(r"#?[\w.\[\]/…-]{1,300}")

OF_RULES = {
    "id-too-long": r"(?:^|\.)(?:\w*call_?id|\w*use_?id|id)$",
    "id-charset": r"(?:^|\.)(?:\w*call_?id|\w*use_?id|id)$",
    "server-tool-id": r"(?:^|\.)(?:\w*call_?id|\w*use_?id|id)$",
    "id-required": r"^(?!tools\b).*(?:call_?id|use_?id|(?:^|\.)id)$",
    "absent-id": r"^(?!tools\b).*(?:call_?id|use_?id|(?:^|\.)id)$",
    "empty-id": r"(?:^|\.)(?:\w*call_?id|\w*use_?id|id)$",
    "item-id-prefix": r"(?:^|\.)id$",
    "item-id-form": r"(?:^|\.)id$",
    "item-id-as-call-id": r"(?:^|\.)id$",
    "call-id-as-item-id": r"(?:^|\.)id$",
    "tool-name-pattern": r"^(?!messages\.name$).*\bname$",
    "arguments-not-text": r"(?:^|\.)arguments$",
    "arguments-not-object": r"^messages$|(?:^|\.)(?:arguments|args|input)$",
    "arguments-not-json": r"^messages$|(?:^|\.)(?:arguments|args|input)$",
    "result-form": r"(?:^|\.)(?:output|content)(?:\.|$)",
    "list-length": r"(?:^|\.)(?:tool_calls|tools|content|messages)$",
    "tool-declaration": r"^tool|^function|^custom\b|(?:^|\.)(?:input_?schema|parameters)\b",
    "empty-message": r"^(?!tool)",
    "unknown-role": r"(?:^|\.)role$",
    "content-part-type": r"(?:^|\.)(?:content|output|parts)(?:\.type)?$",
    "id-not-taken": r"^contents",
    "foundry-item-form": r"^input\b",
}
"""Name of a rule -> the fields that its texts are about, where these leave a gap for it."""
_OF_RULES = {name: re.compile(pattern) for name, pattern in OF_RULES.items()}


def is_name(word: str) -> bool:
    """Whether it is a name of a field in the history, or beside it."""
    return word in _ROOTS or word in _BLOCKS


class Field(Struct, frozen=True):
    """A field as a message or a text of the catalogue names it, positions left out."""

    names: tuple[str, ...]
    is_whole: bool
    """Whether it begins at the request."""
    is_open: bool = False
    """Whether more than a position is left open in it: `messages.….content.….….…`."""
    is_item: bool = False
    """Whether it is one of a list: `messages.3.content.0`."""
    is_hidden: bool = False
    """Whether what it names in its element is painted over: `messages[…].…`."""

    @property
    def path(self) -> str:
        return ".".join(self.names)

    @property
    def place(self) -> str:
        """Its path, with a mark where it is one of a list, or where nothing is told of what is
        below a field of the request."""
        if self.is_hidden and len(self.names) == 1:
            return f"{self.path}.…"
        return f"{self.path}.[]" if self.is_item else self.path

    @property
    def is_of_media(self) -> bool:
        """Whether it is a picture, a file or what describes one."""
        return self.names[-1] != "type" and _OF_MEDIA.search(self.path) is not None

    @property
    def is_of_answer(self) -> bool:
        """Whether it is of what the model answered."""
        return self.names[0] == ANSWER

    @property
    def is_of_tools(self) -> bool:
        return self.names[0] in ("tools", "tool", "toolconfig", "functions")

    @property
    def is_of_history(self) -> bool:
        return self.names[0] in ("messages", "message", "input", "contents")

    def fits(self, other: Field) -> bool:
        """Whether both may be the same field."""
        if self.is_open or other.is_open:
            return self._opens(other) if self.is_open else other._opens(self)
        if self.is_whole and other.is_whole:
            one_is_root = 1 in (len(self.names), len(other.names))
            return (
                self.names[0] == other.names[0] if one_is_root else self.names == other.names
            )
        length = min(len(self.names), len(other.names))
        return self.names[-length:] == other.names[-length:]

    def _opens(self, other: Field) -> bool:
        """Whether this one, which leaves its end open, may go on to be another."""
        if self.is_whole and other.is_whole:
            return self.names[0] == other.names[0]
        if self.is_whole:
            return self.names[0] != "tools" or other.names[0] in _OF_TOOLS
        return self.names[0] in other.names


class Named(Struct, frozen=True):
    """A field, and where a plain text in the one form names it."""

    field: Field
    start: int
    end: int


def fields_in(text: str) -> list[Field]:
    """The fields that a plain text names, each once."""
    return list(dict.fromkeys(named.field for named in named_in(in_one_form(text))))


def without_fields(text: str) -> str:
    """A plain text without the paths in it, whose words are no words of the sentence."""
    return _POINTER.sub(" ", _WITH_STEPS.sub(" ", in_one_form(text)))


def named_in(text: str) -> list[Named]:
    """The fields that a plain text in the one form names, with their places; where it names no
    path, or a message alone, those that it names without one."""
    named = list(_paths_in(text))
    if any(one.field.is_whole and one.field.names != ("messages",) for one in named):
        return named
    return [*named, *_bare_in(text)]


def _bare_in(text: str) -> Iterator[Named]:
    """The fields that are named without the path to them."""
    for one in _BARE.finditer(text):
        path = _BARE_NAMES[one[1] or one[2]]
        yield Named(Field(tuple(path.split(".")), is_whole=True), *one.span())
    if "messages" not in text:  # else the property is one of a message
        for one in _PROPERTY.finditer(text):
            yield Named(Field((one[1],), is_whole=True), one.start(), one.end(1))


def _paths_in(text: str) -> Iterator[Named]:
    for path in _WITH_STEPS.finditer(text):
        is_named = text.startswith(":", path.end()) and not _OF_A_PROGRAM.search(path[0])
        field = _field(path[0], is_named=is_named)
        if field is not None:
            yield Named(field, *path.span())
    for one in _COMPLAINED_OF.finditer(text):
        if _is_of_request(one[1]):
            yield Named(Field((one[1],), is_whole=True), *one.span(1))
    for one in _ROOT.finditer(text):
        yield Named(Field((one[1],), is_whole=True), *one.span(1))
    for names, place in chain(_in_classes(text), _in_schemas(text), _in_lists(text)):
        if names:
            yield Named(Field(names, is_whole=True), *place.span(place.re.groups))


_Found = Iterator[tuple[tuple[str, ...], "re.Match[str]"]]


def _in_classes(text: str) -> _Found:
    """The fields that are named with the class that they are of, or by it alone."""
    for model in _PYDANTIC.finditer(text):
        yield _below(model[1], model[2]), model
    for model in _STRUCT.finditer(text):
        yield _below(model[1], model[2]), model
    for path, place in typed_paths(text):
        yield _names(path), place


def _below(kind: str, path: str) -> tuple[str, ...]:
    """The field of a class, from the request on; empty where the class is a program's own."""
    names, above = _from_root(_names(path)), path_of_type(kind) if kind else ""
    if names[:1] and names[0] in (ANSWER, *_ROOTS):
        return names
    return () if above is None else (*_names(above), *names)


def _in_schemas(text: str) -> _Found:
    """The fields that are named by their places in the schema of a request."""
    for location in _LOCATION.finditer(text):
        names = (step for step in _names(location[1]) if step not in _OF_SCHEMA)
        yield tuple(names), location


def _in_lists(text: str) -> _Found:
    """The fields that validators name beside what they say."""
    patterns = (_POINTER, _LIST, _BESIDE, _DOLLAR)
    for some in (match for pattern in patterns for match in pattern.finditer(text)):
        names = _from_root(_names(some[1]))
        is_cut = some.end() == len(text) and _begins_a_root(names)
        if not is_cut and names not in (("input",), ("messages",)):
            yield names, some


def _begins_a_root(names: tuple[str, ...]) -> bool:
    """Whether what is left of a name where a message ends may be one of the history's."""
    return len(names) == 1 and any(
        root.startswith(names[0]) and root != names[0]
        for root in ("messages", "input", "contents")
    )


def _is_of_request(name: str) -> bool:
    """Whether a single name can be a field of the request alone."""
    is_part = name in _BLOCKS - {"thinking"} or name in _OF_PARTS or _NUMBERED.search(name)
    is_code = name.startswith("invalid") or name.endswith(("error", "exception"))
    return not (is_part or is_code)


def _field(path: str, *, is_named: bool) -> Field | None:
    """What a path names; None where it is a name of a program: `openai.error`. A path is
    `is_named` where a complaint follows it."""
    names = _names(path)
    if not names or path.endswith(("error", "exception")):
        return None
    if _INDEXED.search(path):
        names = _from_root(names)
    if names[0] == ANSWER:
        return Field(names, is_whole=True)
    if names[0] not in _ROOTS and (above := _above(path)):
        return Field((*above, *names), is_whole=True)
    is_item = _ENDS_IN_PLACE.search(path) is not None
    if names[0] == "thinking" and names[1:2] != names[:1] and names[1:] != ("signature",):
        return Field(names, is_whole=True)  # the setting, and not a block of a message
    is_whole = names[0] in _ROOTS or (is_named and len(names) == 1 and names[0] not in _BLOCKS)
    if not is_whole and not ("[" in path or set(names[:-1]) & _BLOCKS):
        return Field(names, is_whole=True) if is_named else None
    is_hidden = _HIDES_THE_REST.search(path) is not None
    return Field(names, is_whole, ".….…." in path + ".", is_item, is_hidden)


def _above(path: str) -> tuple[str, ...]:
    """Where the class stands that a path begins with: `UserMessageParam.content`."""
    first = path.partition(".")[0]
    above = path_of_type(first) if _TAG.search(first) else None
    return _names(above) if above and above in _ROOTS else ()


def _from_root(names: tuple[str, ...]) -> tuple[str, ...]:
    """A path without the classes of a program that it begins with."""
    if names and names[0] in _ROOTS:
        return names
    if _ANSWERED.intersection(names):
        return (ANSWER, *names)
    root = next((at for at, name in enumerate(names) if name in _BELOW), 0)
    return names[root:]


def _names(path: str) -> tuple[str, ...]:
    steps = (step for step in _SPLIT.split(path.strip(".")) if not _NUMBERED.search(step))
    names = [step for step in steps if step and step not in _NO_NAME and not _TAG.search(step)]
    return tuple(["messages", *names[1:]] if names[:1] == ["message"] else names)


def field_of_gap(before: str, filled: str) -> Field | None:
    """The field that fills a gap of a text; None where something else does."""
    if not _FIELD_FOLLOWS.search(before) or not _ONE_FIELD.fullmatch(filled):
        return None
    names = _names(filled.lstrip("#"))
    return Field(names, is_whole=names[0] in _ROOTS or len(names) == 1) if names else None


def is_about(rule: str, fields: Iterable[Field], *, must_name: bool) -> bool:
    """Whether a message that names some fields can be about a rule; `must_name` where its
    words alone say too little."""
    pattern = _OF_RULES.get(rule) or _OF_RULES.get("-".join(rule.split("-")[:2]))
    named = list(fields)
    if pattern is None:
        return True
    return any(pattern.search(field.path) for field in named) if named else not must_name
