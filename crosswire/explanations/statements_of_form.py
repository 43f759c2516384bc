"""What sentences say of the content of messages and of the declarations of tools."""

from __future__ import annotations

from crosswire.explanations.sentences import Statement, gap

_G2, _G3, _G5, _G7, _G11 = map(gap, (2, 3, 5, 7, 11))
_BAD = r"(?:invalid|unsupported|unknown|unrecognized|incorrect|illegal|bad|unexpected)"
_WRONG = (
    r"(?:not (?:supported|allowed|valid|permitted|recognized|accepted)|invalid|unsupported|"
    r"unknown|must be (?:one of|either)|should be (?:one of|either))"
)
_NULL = r"(?:null|none|undefined)"
_EMPTY = (
    r"(?:(?:is|are|was|were) (?:empty|blank)|(?:cannot|must not|may not|should not|cant) be "
    r"(?:null or )?(?:empty|blank)|"
    r"must (?:be|have|contain) (?:non-empty|non-whitespace|at least one)|"
    r"must contain non-whitespace)"
)

OF_FORM = (
    Statement(
        "a text holds half a character",
        r"\b(?:high|low|lone|unpaired|trailing|leading) surrogate\b",
        "~half-character",
    ),
    Statement(
        "the answer's beginning ends with white space",
        r"\bends? with trailing white ?space\b|\btrailing whitespace not allowed\b",
        "trailing-whitespace",
    ),
    Statement(
        "a message needs content or calls",
        rf"\bcontent or CALL\b|\bCALL or content\b|\bmessages? {_G11}must (?:include|have|"
        rf"contain) "
        rf"(?:either )?(?:an? )?(?:text )?content\b|"
        rf"\bcontent and CALL {_G2}(?:cant|cannot|must not|may not) "
        r"(?:both )?be (?:both )?(?:empty|null|blank)\b",
        "empty-message content-null",
    ),
    Statement(
        "content is null where text is wanted",
        rf"\bexpected (?:an? )?(?:string|text) {_G5}content {_G3}got {_NULL}\b|"
        rf"\bcontent {_G3}expected {_G5}got {_NULL}\b",
        "content-null",
    ),
    Statement(
        "a message has not the form of one",
        r"\bdictionary or instance of \w{0,40}message\b",
        "~message-form",
    ),
    Statement(
        "a part of this type is not taken",
        rf"\b{_BAD} (?:message )?(?:content|part)(?: part| block| item)? types?\b(?! of tool)|"
        rf"\b{_BAD} content (?:part|block|item)s?\b|"
        rf"\b{_BAD} item type {_G2}content\b|\bunknown part\b|\bcontent types? {_G2}{_WRONG}|"
        rf"\bcontent {_G3}(?:list|array|parts) {_G2}only supported (?:for|in)\b|"
        rf"\bsupports? (?:only )?{_G3}(?:text|image)s? {_G2}content only\b|\b(?:got|received|"
        rf"{_BAD}) (?:type |part |value |variant )?(?:input_text|output_text|input_image|"
        rf"image_url|input_file|input_audio|video_url|refusal)\b|\bexpects? a single text "
        r"(?:element|part|block)",
        "content-part-type content-null",
    ),
    Statement(
        "a role is not taken",
        rf"角色.{{0,8}}(?:不正确|无效|不支持|错误)|\b{_BAD} (?:message )?role\b(?! \w+ after)|"
        rf"\broles? {_G3}{_WRONG}\b|\buse a valid "
        rf"role\b|\b(?:system|tool|developer|function) (?:messages?|role) (?:is |"
        rf"are )?not (?:allowed|"
        rf"supported)\b|\bunsupported message type\b|"
        rf"\bonly {_G5}roles? (?:are|is) supported\b|"
        r"\bmessages? must have (?:an? )?(?:valid )?role\b",
        "unknown-role",
    ),
    Statement(
        "a field is taken of one role only",
        rf"\bonly {_G3}(?:role|roles|system|user|assistant|tool|developer) {_G3}(?:can|may) "
        r"have an? \w+\b",
        "unknown-field",
    ),
    Statement(
        "a text is empty",
        rf"\btext (?:in )?(?:content )?(?:blocks? |parts? |fields? )?{_G2}{_EMPTY}|"
        r"\bempty text\b|"
        rf"\btext field {_G7}(?:is|are) (?:blank|empty)\b",
        "empty-text",
    ),
    Statement(
        "a message is empty",
        rf"\b(?:messages?|content) {_G3}(?<!type )(?<!name )(?<!id ){_EMPTY}|"
        rf"\bempty (?:message|content) (?:was|is|not)\b|\bmessages? must have at least one "
        rf"(?:content|part|element)\b|\bhistory must have a message\b|"
        rf"\bcontent field {_G7}(?:is|"
        rf"are) (?:blank|empty)\b|(?:消息|内容).{{0,6}}(?:不能为空|为空)|"
        rf"\bmessage must be at least (?:1|one) (?:token|character)",
        "empty-message content-null empty-text",
    ),
    Statement(
        "a result must have content",
        rf"\bRESULT {_G2}(?:must|should|has to|needs to) (?:have|contain|include) (?:an? )?"
        r"(?:content|text|result|RESULT|output)\b",
        "result-form content-null empty-message",
    ),
    Statement(
        "there are more tools than are taken",
        r"\bmore than \d+ tools\b|\btoo many tools\b|"
        r"\bmaximum (?:number )?of (?:\d+ )?tools\b",
        "~tools-many",
    ),
    Statement(
        "a list of tools or of calls is too long",
        rf"\b(?:tools?|CALL) (?:array|list) {_G3}too (?:long|large)\b",
        "list-length",
    ),
    Statement(
        "the names of tools must be unique",
        r"\b(?:tool|function) (?:names|declarations) must be unique\b|\bduplicate (?:tool|"
        r"function) (?:names?|declarations?|definitions?)\b",
        "tool-declared-twice",
    ),
    Statement(
        "the name of a tool is not taken",
        rf"\b(?:tool|function) names? {_G2}(?:(?:cannot|must not|may not) exceed|exceeds?|"
        rf"longer than|at most)\b|\b{_BAD} (?:tool|function) names?\b|"
        rf"\b(?:tools?|functions?|CALL) names? {_G3}"
        rf"(?:invalid|may only contain|must match|must start|not match|too long|"
        rf"(?:cannot|cant|must not) be (?:empty|blank)|must be (?:an? )?non-empty|"
        rf"is (?:empty|blank)|not allowed)\b",
        "tool-name-pattern",
    ),
    Statement(
        "the schema of a tool has a list and does not say what is in it",
        rf"\barray {_G5}(?:missing|must have|without|requires?|lacks?) items\b",
        "tool-declaration-items tool-declaration",
    ),
    Statement(
        "the choice of a tool is not taken",
        rf"(?<!parallel )\btool_choice {_G3}(?:must|should|invalid|not found|requires?|only|"
        rf"was (?:set|specified|provided)|{_WRONG})\b|\b{_BAD} (?:value for |type for )?"
        rf"tool_choice\b|\btool choice {_G3}(?:must be|not found|{_WRONG})\b",
        "tool-choice-form",
    ),
    Statement(
        "the schema of a tool is not taken",
        rf"\b(?:invalid|unsupported|malformed|illegal) {_G2}schema {_G2}(?:for|of|in) {_G2}(?:"
        rf"tools?|functions?)\b|\b(?:tools?|functions?) {_G3}(?:input_?schema|schema) {_G5}"
        rf"(?:invalid|not valid|not supported|unsupported|must be|missing)\b|"
        rf"\bschema (?:for|of) (?:the )?(?:tool|function) {_G5}(?:incompatible|"
        rf"invalid)\b|\binvalid (?:"
        rf"tool|function) (?:schema|definition|declaration|type|parameters|format)\b|"
        rf"\bfunction_?"
        rf" ?declaration {_G5}(?:must|should|only allowed|{_WRONG}|missing|requires?)\b|"
        rf"\b(?:tools?|functions?) {_G5}(?:{_BAD}|missing|lacks?) {_G3}schema\b|"
        rf"\b(?:tools?|functions?) {_G3}failed validation\b|\bfailed to parse tools\b|"
        rf"\bonly {_G3}tools are supported\b|\b{_BAD} {_G2}(?:tool|function) types?\b|"
        r"^(?!.*response).*\b(?:not an? valid (?:\w+ ){0,3}json ?schema\b|json ?schema (?:is |"
        r"was )?(?:not supported|unsupported|invalid|not valid)\b)",
        "tool-declaration",
    ),
    Statement(
        "the schemas of the tools are too large together",
        rf"\b(?:grammar|schemas?) {_G3}too (?:large|big|complex|deep)\b",
        "~schema-large",
    ),
)
"""The surest first: a sentence says the first that fits."""
