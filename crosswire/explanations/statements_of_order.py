"""What sentences say of calls and results, of ids, of reasoning, of the order of messages."""

from __future__ import annotations

from crosswire.explanations.sentences import Statement, gap

_G2, _G3, _G5, _G7, _G11 = map(gap, (2, 3, 5, 7, 11))
_NO = r"(?:no|without|missing|lacks?|lacking|absent)"
_HAS_NONE = (
    r"(?:without|missing|lacks?|lacking|has no|have no|had no|with no|not have|not followed "
    r"by|not answered by|be followed by|must have|must include|requires?|needs?)"
)
_MUST_BE = (
    r"(?:must|should|has to|have to|needs to) be (?:set|provided|specified|defined|given|"
    r"present)"
)
_MUST = r"(?:must|should|has to|have to|needs to)"
_NOT_HOLD = (
    r"(?:cannot|cant|must not|may not|should not|not allowed to) (?:contain|have|hold|include)"
)
_SIDE = r"(?:user|assistant|system|model)\w*"
_ANSWER = r"(?:RESULT|results?|responses?|outputs?)"

OF_ORDER = (
    Statement(
        "two tool_call_ids have the same value",
        r"\bduplicate value for CALLID",
        "second-result duplicate-result duplicate-ids",
    ),
    Statement(
        "a call must have a single result, and has several",
        rf"CALL {_G3}(?:must have|has|have|with) (?:an? |only )?(?:single|multiple|several|"
        rf"duplicate|more than one) {_ANSWER}|\b(?:duplicate|second|repeated) RESULT",
        "second-result duplicate-result",
    ),
    Statement(
        "the ids of calls must be unique",
        rf"\bCALL(?:ID)? (?:ids? )?{_G2}(?:must|should) be unique|\bCALL {_G3}(?:contain|have|"
        rf"has) duplicate|\bduplicated? (?:CALL ids?|CALLID)\b",
        "duplicate-ids duplicate-call-id",
    ),
    Statement(
        "as many results as calls",
        rf"\b(?:same number|number|count|amount) of {_G2}(?:CALL {_G7}{_ANSWER}|RESULT "
        rf"{_G7}CALL)\b",
        "response-count unanswered-call unexpected-result",
    ),
    Statement(
        "results and something said cannot stand in one message",
        rf"\b(?:conversation|text|user|message|content)\w* (?:blocks? )?(?:and|with) RESULT "
        rf"{_G5}(?:same|together|one) |\bRESULT (?:and|with) {_G2}(?:text|conversation|other|"
        rf"content|message)\b {_G5}(?:same|together|one) |\bcannot (?:specify|have|contain|"
        rf"mix|"
        rf"combine) (?:both )?{_G2}(?:message|text|content) {_G11}RESULT\b",
        "mixed-results role-order",
    ),
    Statement(
        "calls and results cannot stand in one turn",
        rf"\bCALL {_G11}(?:not|cannot) (?:be )?mixed with {_G2}RESULT\b",
        "gemini-turn-order mixed-results",
    ),
    Statement(
        "a message cannot have both content and calls",
        rf"\bconversation blocks? and CALL {_G5}same |\b(?:both )?content (?:and|or) CALL "
        rf"{_G5}(?:(?:but )?not both(?! be (?:null|empty|blank))|same time|together)\b|"
        rf"\bcannot {_G3}both content and "
        r"CALL\b|\beither content or CALL but not both\b",
        "content-beside-calls",
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
        "a call or a result stands in a message of the wrong role",
        rf"\b{_SIDE} (?:role )?(?:messages?|turns?|role|content) {_NOT_HOLD} {_G2}(?:CALL|"
        rf"RESULT)\b(?! (?:without|unless|that|whose))|"
        rf"\b(?:CALL|RESULT) {_G3}only {_G3}(?:in|inside|within|part of) {_G2}{_SIDE} "
        rf"(?:messages?|turns?|role)\b|"
        rf"\b(?:CALL|RESULT) {_G2}(?:cannot|must not|may not|not allowed) {_G3}(?:in|inside|"
        rf"within) {_G2}{_SIDE} (?:messages?|turns?|role)\b",
        "misplaced-tool-block",
    ),
    Statement(
        "no result for a call",
        rf"\b{_NO} {_G2}RESULT {_G3}(?:for|of|to|after|matching) {_G3}CALL(?:ID)?\b|"
        rf"\bCALL(?:ID)? {_G5}{_HAS_NONE} {_G3}{_ANSWER}\b|"
        rf"\bRESULT {_G2}(?:missing|not found|absent|required|needed) {_G2}(?:for|of|to|"
        rf"after) {_G2}CALL(?:ID)?\b|\b(?:expected|missing|repaired) {_G2}RESULT {_G2}for\b|"
        rf"(?<!any )\b(?:unanswered|unprocessed|unresolved|dangling|orphaned|orphan|"
        rf"unfinished) CALL\b|\brepaired missing RESULT\b|\bmissing RESULT *$|"
        rf"\bCALL(?:ID)? {_G5}not (?:be )?found "
        rf"in {_G3}RESULT\b|\bRESULT {_G2}still missing\b|\bprovide {_G2}RESULT {_G2}for\b",
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
        rf"\bCALLID {_G3}not (?:match|correspond|belong|refer) {_G2}(?:any|a) {_G2}CALL\b|"
        rf"\bRESULT {_G2}for {_G2}(?:unknown|unexpected|nonexistent|non-existent) {_G2}"
        rf"CALL(?:ID)?\b|"
        rf"\bRESULT {_G5}no (?:previous|preceding|prior|earlier) {_G5}CALL\b|"
        rf"\b(?:unexpected|orphaned|orphan|dangling|unmatched|unpaired) RESULT\b|"
        rf"\bCALLID {_G3}(?:is |was )?not found in {_G5}"
        r"(?:CALL|messages?|history|conversation)\b",
        "unexpected-result orphan-result",
    ),
    Statement(
        "calls or results without declared tools",
        rf"\b(?:CALL|RESULT|tool calling) {_G5}(?:must define|without|requires?|no) {_G2}"
        rf"tools\b|\b(?:toolconfig|tool_config|tools) {_G3}{_MUST_BE} {_G5}(?:CALL|RESULT)\b",
        "no-tools-declared undeclared-tool",
    ),
    Statement(
        "a turn must begin with thinking",
        r"\b(?:start|begin|starts|begins) with an? (?:thinking|reasoning)\b|"
        rf"\bexpected thinking\b|\bfirst (?:content )?(?:block|part) {_MUST} be (?:an? )?"
        r"(?:redacted_)?(?:thinking|reasoning)\b",
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
        rf"\b(?:invalid|missing|malformed) (?:signature|data) {_G3}(?:redacted_)?(?:thinking|"
        rf"reasoning)\b|"
        rf"\bthinking {_G11}(?:cannot be modified|must remain|been modified)\b|"
        rf"\b(?:cannot|must not|cant) (?:modify|change|edit) {_G3}thinking\b",
        "thinking-changed foreign-signature",
    ),
    Statement(
        "an item is not stored",
        rf"\b(?:items?|previous response) (?:with id )?{_G2}not (?:found|stored|persisted)\b|"
        rf"\bitems are not persisted\b|\bprevious_response_not_found\b|"
        rf"\binvalid previous_response_id\b",
        "item-not-stored",
    ),
    Statement(
        "two items have the same id",
        r"\bduplicate items? (?:found|id|with)\b",
        "duplicate-item-id",
    ),
    Statement(
        "the id of an item has another form",
        r"\bid that contains letters\b",
        "item-id-form empty-id",
    ),
    Statement(
        "the id of an item begins otherwise",
        rf"\bid that (?:begins|starts) with\b|\bitem id {_G3}must (?:begin|start) with\b",
        "item-id-prefix item-id-form",
    ),
    Statement(
        "there are more marks of the cache than are taken",
        rf"\bmaximum of {_G5}cache_control\b|\b(?:too many|"
        rf"more than {_G3}) ?{_G3}cache_control\b|"
        rf"\bcache_control {_G5}(?:at most|maximum|exceed)",
        "cache-breakpoints",
    ),
    Statement(
        "a mark of the cache stands where none is taken",
        rf"\bcache_control {_G2}(?:may not|cannot|must not|not allowed|not permitted)\b",
        "~cache-place",
    ),
    Statement(
        "encrypted content is not valid",
        rf"\bencrypted[ _]content {_G5}(?:could not|cannot|invalid|not valid|not be|"
        rf"not issued)\b|"
        rf"\b(?:invalid|decrypt|verify) {_G3}encrypted[ _]content\b",
        "foreign-encrypted-content",
    ),
    Statement(
        "the arguments of a call must be text",
        rf"\b(?:CALL|function|tool) {_G2}arguments? {_G3}must be (?:an? )?(?:json |"
        r"json-encoded )?(?:string|text)\b",
        "arguments-not-text",
    ),
    Statement(
        "the arguments of a call are no JSON",
        rf"\b(?:CALL|function|tool) {_G2}arguments? {_G7}(?:json|parsed?|unmarshal|"
        rf"deserialized?)\b|\b(?:parse|parsing|decode|deserialize|unmarshal|malformed) "
        rf"{_G2}(?:CALL|function|tool) {_G2}arguments?\b|"
        rf"\binvalid json {_G2}in {_G2}(?:CALL|function|tool) {_G2}arguments?\b|"
        rf"\binvalid (?:CALL|function|tool) arguments? {_G2}json\b|\barguments? (?:of|to|for|"
        rf"in) "
        rf"{_G3}(?:CALL|function|tool) {_G7}json\b|\b(?:validating|parsing|decoding|reading) "
        rf"(?:args|arguments|input)\b|"
        rf"\b(?:toolinput|tool input|arguments) (?:cannot|must not) be (?:null|empty)\b|"
        rf"\barguments? must be {_G3}valid json\b",
        "arguments-not-json arguments-unreadable",
    ),
    Statement(
        "the arguments of a call must be an object",
        rf"\b(?:CALL|function|tool) {_G2}(?:arguments?|args|input) {_G3}must be (?:an? )?"
        rf"(?:json )?(?:object|dict)|\bCALL arguments {_G7}expected object\b",
        "arguments-not-object input-not-object",
    ),
    Statement(
        "the arguments of a call are not taken",
        r"\binvalid (?:CALL|function|tool) (?:arguments|args|input)\b|"
        rf"\barguments (?:for|of|to) {_G2}(?:were|are|was|is) malformed\b",
        "arguments-not-object arguments-not-json",
    ),
    Statement(
        "the model called a tool that the request does not declare",
        rf"\b(?:call|called|calling|calls|invoke|invoked|use|used|attempted|tried) {_G5}(?:un"
        rf"available|undeclared|unknown|nonexistent|non-existent|unregistered|undefined|"
        rf"unrecognized) (?:tool|function)\b|\battempted to call (?:tool|function) {_G3}"
        rf"(?:which|that|not)\b|\bno such tool\b|"
        rf"\brequested (?:tool|function) {_G2}not exist\b",
        "undeclared-tool model-side-failure",
    ),
    Statement(
        "the model's arguments do not fit the tool",
        rf"\b(?:parameters|arguments|input) (?:for|of) (?:tool|function) {_G3}(?:did|do|does) "
        rf"not match|\b(?:tool|function|CALL) (?:parameters|arguments|args|input) {_G2}not "
        rf"(?:match|fit|satisfy|conform)\b|"
        rf"\binvalid (?:input|arguments|args|parameters) (?:for|of|to) {_G2}tool\b",
        "arguments-mismatch-declaration model-side-failure",
    ),
    Statement(
        "a result does not name its function",
        rf"\bRESULT {_G3}(?:requires?|must have|needs?|missing|lacks?|"
        rf"without) (?:an? )?name\b",
        "response-name",
    ),
    Statement(
        "a result has another form than is taken",
        rf"\bRESULT {_G2}(?:must|should|can|may) (?:only (?:contain|hold|include)|"
        rf"(?:contain|hold|include) only)\b|"
        rf"\b(?:output of (?:an? |the )?CALL|RESULT) {_G2}(?:should|"
        rf"must) be (?:an? )?(?:valid )?(?:string|"
        rf"text|"
        r"list|array|object|input text)\b",
        "result-form",
    ),
    Statement(
        "the model wrote a call that nobody can read",
        rf"\b(?:malformed|invalid|unparsable) CALL (?:was |were )?(?:generated|produced|"
        rf"returned|"
        rf"by the model)\b|\bmodel {_G3}(?:produced|generated|returned|"
        rf"wrote) {_G3}(?:malformed|"
        rf"invalid) {_G5}(?:CALL|tool)\b|\bfailed to call an? (?:function|tool)\b|"
        r"\bCALL parsing failed\b|"
        rf"\b(?:error|failed|failure|unable) (?:to )?(?:parse|parsing|generate|generating) "
        rf"{_G2}CALL\b(?! arguments?)|"
        rf"\b(?:stop\w*|finish\w*|ended) {_G3}malformed CALL\b|"
        rf"\bno (?:valid )?CALL {_G3}generated\b|"
        rf"\bmodel response {_G3}not (?:respect|match|follow) {_G3}format\b",
        "model-side-failure",
    ),
    Statement(
        "the id of a call must have nine characters",
        rf"\bCALL(?:ID)? (?:ids? )?{_G7}(?:length (?:of )?9|9 characters|nine characters)\b",
        "nine-characters",
    ),
    Statement(
        "the id of a call is missing",
        rf"\bCALLID {_G2}(?:missing|required|{_MUST_BE})\b|"
        rf"\bmissing {_G2}CALLID\b(?! (?:RESULT|responses?)\b)|\bRESULT {_G3}(?:must "
        rf"(?:have|contain|include)|requires?|needs?|without|missing|lacks?) "
        r"(?:an? |its |the )?CALLID\b",
        "id-required absent-id",
    ),
    Statement(
        "the id of a call is too long",
        rf"\b(?:CALLID|tool id) {_G3}(?:too long|at most|maximum length)\b",
        "id-too-long",
    ),
    Statement(
        "the message of the system must be the first",
        rf"\bsystem (?:messages?|prompts?|role) {_G3}(?:at the (?:beginning|start)|"
        rf"be (?:the )?"
        rf"first|come first|only at {_G2}(?:beginning|start)|precede)\b",
        "role-order",
    ),
    Statement(
        "roles must alternate",
        r"(?:角色|user).{0,20}交替|"
        rf"\broles? {_G3}alternat|\balternat\w* {_G3}(?:roles?|user|assistant)\b|\b(?:user "
        rf"and|user/)\s?assistant {_G5}alternat|\b(?:consecutive|successive) (?:user|"
        rf"assistant|messages|roles?)\b|\bmultiple (?:user|assistant) (?:messages|roles?|"
        rf"turns) in a row\b|\bmessages? {_G3}(?:should|must) alternate\b",
        "roles-alternate role-order",
    ),
    Statement(
        "a message stands behind one of a role that it must not follow",
        rf"\brole \w+ after (?:role )?\w+\b|\brole sequence\b|"
        rf"\brole \w+ {_MUST} (?:precede|follow|come (?:before|after)|stand (?:before|"
        rf"after)) {_G2}(?:user|assistant|system|role|message|turn)\b|"
        rf"\b(?:user|human|assistant|ai|system|tool)\w* ?(?:message|turn)s? {_MUST} "
        rf"(?:be (?:followed|preceded) by|precede|follow) (?:an? )?(?:user|human|assistant|"
        rf"ai)\w* ?(?:message|turn)\b",
        "role-order",
    ),
    Statement(
        "the first message must be of the user",
        rf"\b(?:first|initial) (?:message|turn|role|content) {_G5}user\b|\b(?:conversations?|"
        rf"messages|chat|history|contents?) {_G2}(?:start|begin|starts|begins) with {_G5}"
        r"user\b|\bno user (?:message|query|turn)s?\b|"
        r"\bat least one (?:user|non-system) (?:message|turn)\b|"
        rf"\bnot contain {_G5}role of user\b|\bmissing (?:an? )?user message\b",
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
)
"""The surest first: a sentence says the first that fits."""
