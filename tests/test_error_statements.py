"""What an error says in words that no catalogue has: by its sentence, its field, its list of values."""

from __future__ import annotations

import crosswire
from crosswire.explanations import explain, explain_alone
from tests.selection import for_each

STATED = {
    "upstream: function call fc_7 has no matching function response in this chat": "unanswered-call",
    "There is no tool output for the tool call with index 3.": "unanswered-call",
    "History is broken: unanswered tool calls (2) before the next user turn": "unanswered-call",
    "A toolResult must follow the toolUse that it belongs to": "unexpected-result",
    "orphaned function_call_output, dropped nothing, refused": "unexpected-result",
    "could not find tool call for tool response 'abc'": "unexpected-result",
    "relay: mismatch between function calls and function responses": "unanswered-call",
    "A tool call has multiple results, only one is taken": "second-result",
    "tool_call_id must be provided here": "id-required",
    "tools names may only contain small letters": "tool-name-pattern",
    "tool_use ids should be unique within a request": "duplicate-ids",
    "Our backend wants the roles to be alternating: user, then assistant.": "roles-alternate",
    "The conversation must begin with a message of the user": "starts-with-user",
    "The last message has to be from the user or a tool": "ends-with-assistant",
    "gateway: unsupported message role 'critic'": "unknown-role",
    "content of message 4 must not be empty": "empty-message",
    "cannot parse the tool call arguments: not JSON": "arguments-not-json",
    "thought signature at part 2 is corrupted": "thought-signature-changed",
    "invalid tool schema in request": "tool-declaration",
    "the tool_use ids of turn 3 were not found in tool_result blocks": "unanswered-call",
    "Each advisor_tool_result must follow its own server_tool_use": "unexpected-result",
    "text blocks and tool results may not stand in the same turn": "mixed-results",
    "the request has both content and tool_calls, not taken here: content or tool_calls, but not both": (
        "content-beside-calls"
    ),
    "UserMessage must be followed by AssistantMessage": "role-order",
    "The system message has to be placed: system prompt must be the first": "role-order",
    "there is no user message in this chat": "starts-with-user",
    "the model called an unknown function of the list": "undeclared-tool",
    "the arguments for tool grep did not match its schema": "arguments-mismatch-declaration",
    "unknown content part type in message 2": "content-part-type",
    "our models support text and image content only": "content-part-type",
    "a message needs content or tool_calls": "empty-message",
    "more than 7 cache_control marks in one request": "cache-breakpoints",
    "the item with id rs_81 was not found here": "item-not-stored",
    "duplicate item id in the list of inputs": "duplicate-item-id",
    "tool_choice must be one of our three words": "tool-choice-form",
    "a tool message needs a name here": "response-name",
    "the tool call's name can't be blank": "tool-name-pattern",
    "MoonRateLimitError: 'full moon' does not match '^[a-z]{1,9}$' - 'functions.4.name'": "tool-name-pattern",
    "only our own tools are supported in this house": "tool-declaration",
    "the tool call id needs to be given here": "absent-id",
    "a message of the tool role came with no earlier message that holds a tool call": "unexpected-result",
    "our toolConfig has to be set beside toolUse blocks": "undeclared-tool",
    "only the user may have a nickname in our house": "unknown-field",
    "Additional properties are not allowed ('mood' was unexpected) - 'messages.7'": "unknown-field",
    "None is not of type 'string', 'array' - 'messages.7.content'": "content-null",
    "the previous response with id resp_81 was not found": "item-not-stored",
    "message: tools[0].function.parameters.properties[mood].enum[0]: cannot be empty": "tool-declaration",
    "Invalid input for our tool grep: one of its words is missing": "arguments-mismatch-declaration",
    "messages.2.content.1.tool_use.name: String should match pattern '^[a-z]+$'": "tool-name-pattern",
    "Quota of the month: 20 of 100. No tool result was given for the tool call.": "unanswered-call",
    "the server failed to parse tool call: unexpected end": "model-side-failure",
    "a message of any role must have either a content or a parts property": "empty-message",
    "ArgumentException: Value must be non-empty. (Parameter 'toolCallId')": "absent-id",
    "you violated the schema at the field 'tools.3.function.strict', expected: 'boolean'": "tool-declaration",
    "you cannot modify thinking blocks of an earlier turn": "thinking-changed",
    "JSON schema is not supported: no idea what it means": "tool-declaration",
    "Unexpected message with type <class 'moon.messages.SilentMessage'> at the position 4": "unknown-role",
    "the output of a tool call should be a list": "result-form",
    "the model response did not follow the wanted format": "model-side-failure",
    "message 7: content should be string": "content-null",
    "'parameters' is a required property of each function in parameter tools": "tool-declaration",
    "type mismatch of '/messages/*/content', wanted another one": "content-null",
    "the function declaration enum is only allowed for texts": "tool-declaration",
    "function get_rain: array parameter lacks items": "tool-declaration-items",
    "the assistant text ends with trailing whitespace": "trailing-whitespace",
    "the relay wants at least one non-system message": "starts-with-user",
    "user 和 assistant 的角色必须交替": "role-order",
    "Roles have to alternate. Tool messages are optional and must follow an assistant message with "
    "tool calls.": "role-order",
    "server: tool call parsing failed near byte 9": "model-side-failure",
    "tool_call_id 'x7' was not found in this conversation": "unexpected-result",
    "a text block can't be null or empty": "empty-text",
    "The messages.4.tool_call_id field is required when messages.4.role is tool.": "absent-id",
    "Unknown name 'text' at 'contents[4].parts[0]': Proto field is not repeating, cannot start list.": (
        "content-part-type"
    ),
    "parameter `messages.content` specified in the request are not valid: expected a string": "content-null",
    "a function call part cannot be mixed with function response parts": "gemini-turn-order",
    "the turn stopped because of a malformed function call": "model-side-failure",
    "no valid tool call was generated by it": "model-side-failure",
    "the requested function does not exist here": "undeclared-tool",
    "invalid JSON in the tool call arguments": "arguments-not-json",
    "content as a list is only supported for the user": "content-part-type",
    "messages[4]: 'mood' is not allowed": "unknown-field",
    "wait for us: tool results are still missing in this turn": "unanswered-call",
    "turn 4: content and tool_calls may not both be null": "empty-message",
    "the tools array of yours is too large (9 of 5)": "list-length",
    "the arguments must be valid JSON": "arguments-not-json",
    "messages.3.tool.content: Input should be a valid string": "result-form",
    "input.4.OurFunctionCallOutputParams.output: Input should be a valid string": "result-form",
    "it went wrong, as it is missing `messages.content.text`": "empty-text",
    "***.content.4.type: Field required": "content-part-type",
    "messages.[redacted].content.***.tool_use.id: String should match pattern '^[a-z]+$'": "id-charset",
    "第4条消息的role为tool，但前面找不到匹配的工具调用": "unexpected-result",
    "函数调用 call_4 缺少对应的函数返回结果": "unanswered-call",
    "以下工具调用之后必须紧跟工具消息：call_4，请检查": "unanswered-call",
    "tool_call_id 不能为空": "id-required",
    "工具 grep 的入参不是有效的JSON": "arguments-not-json",
    "工具名称 find.it 不合法": "tool-name-pattern",
    "首条消息必须是user": "starts-with-user",
    "请把上一轮的内容一起带回：必须传回 reasoning_content": "reasoning-content-missing",
    "a critic must wait: role 'critic' must follow a user message": "role-order",
    "the tool_use_id toolu_7 does not match any tool_use of this turn": "unexpected-result",
    "tool results can only contain text in this house": "result-form",
    "in this house an assistant turn may not hold tool results at all": "misplaced-tool-block",
    "tool calls are only taken inside of an assistant message": "misplaced-tool-block",
    "once a turn thinks, its first block must be thinking": "thinking-first",
    "our tool names must not exceed nine letters": "tool-name-pattern",
    "a tool name must be non-empty": "tool-name-pattern",
    "the tool input does not fit what its house wants": "arguments-mismatch-declaration",
    "got a tool result for some unknown tool call 'x7'": "unexpected-result",
    "Error: missing tool output": "unanswered-call",
    "a tool message must have content": "result-form",
    "a tool message must contain its toolCallId": "absent-id",
    "the tool arguments must be text": "arguments-not-text",
    "unknown content block: hologram": "content-part-type",
    "a message must have a valid role": "unknown-role",
    "expected text or a list of content parts, got null": "content-null",
    "unsupported tool type 'hologram'": "tool-declaration",
    "At body -> messages -> 4: Turn.__init__() got an unexpected keyword argument 'mood'": "unknown-field",
}


@for_each("sentence", STATED)
def test_a_sentence_is_known_by_what_it_says_of_calls_results_and_messages(sentence: str) -> None:
    recognised = explain_alone(f'HTTP 400: {{"detail": "{sentence}"}}').recognised
    assert STATED[sentence] in [one.rule.name for one in recognised][:2]


@for_each(
    "sentence",
    [
        "The tool result that you sent arrived, thank you.",
        "Tool calls and text may stand in one message.",
        "The role arn:aws:iam::1:role/reader is not authorized to perform this.",
        "Rate limit reached: no tool output for the tool call could be made.",
        "search_tool: the message type cannot be empty",
        "Unable to submit request because the moon is full.",
        "The model returned the following errors: the moon is full",
        "No such thing, try one of these tools: [grep, sed]",
        "Expected to finish in 3 seconds, one of 4 attempts left",
        "The content must be parsed by a tool of yours.",
        "1 validation error for Recipe\nsteps\n  Field required [type=missing, input_value={}]",
        "the jury found no user of the role model",
        "Bad request 400 bad request. Message: the moon is full",
        "工具调用后模型没有返回任何内容。",
        "工具返回结果以后，模型没有继续下一次工具调用",
        "第一条消息发得出去，user 后来就收不到回复了",
    ],
)
def test_a_sentence_that_complains_of_nothing_in_the_history_is_none(sentence: str) -> None:
    assert explain_alone(sentence).recognised == []


@for_each(
    ("message", "rule"),
    [
        ("unknown value 'critic', allowed values are: user, assistant and tool", "unknown-role"),
        ("bad type clip: supported types: text, image_url, video_url", "content-part-type"),
        ("type: expected one of 'function', 'mcp' or 'web_search', got 'grep'", "tool-declaration"),
        ("got an object, supported string values: none, auto, required", "tool-choice-form"),
    ],
)
def test_the_values_that_are_taken_tell_what_is_refused(message: str, rule: str) -> None:
    assert [one.rule.name for one in explain_alone(message).recognised][:1] == [rule]


@for_each(
    ("message", "subject"),
    [
        ("messages.4.content.1.image.source.data: Input should be a valid string", "files"),
        (
            "messages.4.content.0.tool_result.content.2.image.source.media_type: Input should be 'image/gif'",
            "files",
        ),
        ("guard_rails: Extra inputs are not permitted", "settings"),
        ("thinking.adaptive.room: Extra inputs are not permitted", "settings"),
        ("modalities[0]: unsupported value. Supported values are: 'text' and 'audio'.", "settings"),
        ("max_tokens: 900 > 800, which is all that there is", "settings"),
        ("answer_style: expected one of 'dry' | 'warm', received 'hot'", "settings"),
        ("the budget of this month is exhausted", "billing"),
        ("grammar mode requires --use-grammar to be set", "server settings"),
        ("✕ [Relay: could not answer: Request contains an invalid argument.]", "no reason"),
        ("AxiosError: Request failed with status code 400\n    at settle (file:///x.js:1:2)", "no reason"),
        ("go: json: cannot unmarshal string into Go struct field Body.seed of type int", "settings"),
        ("property 'humour' is unsupported", "settings"),
        ("top_p参数有误。", "settings"),
        ("APIError: 401 status code (no body)", "key"),
        ("The model 'moon-2' does not exist or you do not have access to it.", "model"),
        ("relay: failed to parse chat template at row 3", "model"),
        ("this account has reached the set inference limit", "quota"),
        ("400 invalid request body", "no reason"),
        ("APIError: 400 status code (no body)", "no reason"),
        ("Internal error: got status: 400. Request contains an invalid argument.", "no reason"),
        ("We could not parse the JSON body that came to us", "program"),
        ("2 validation errors for ChatCompletion\nid\n  Input should be a valid string", "program"),
        ("choices.0.delta.tool_calls.0.id: Input should be a valid string", "program"),
        ("KeyError: 'tool_calls'", "program"),
        ("Call::__construct(): Argument #2 must be of type array, null given", "program"),
        (
            "{'type': 'missing', 'loc': ('response', 'choices', 0, 'refusal'), 'msg': 'Field required'}",
            "program",
        ),
        ("SomeValidationException: Improperly formed request.", "no reason"),
        ("call failed: 400 Bad Request", "no reason"),
        ("our relay had no idea of it: 422,Unprocessable Entity", "no reason"),
        ("400 Client Error: Bad Request for url: https://moon.example/v1/chat\nTry it later", "no reason"),
        (
            "Failed to connect to API: 400 Bad Request {'message': '', 'code': 'invalid_request_body'}",
            "no reason",
        ),
        ("{'message': 'bad status code: 422', 'type': 'moon_api_error'}", "no reason"),
        ("parse response: invalid character '<' looking for beginning of value", "program"),
        ("java.lang.IllegalArgumentException: name cannot be null", "program"),
        ("404 page is not there, please verify your api base url", "model"),
        ("the parameter `model` specified in the request is not valid: it does not support this", "model"),
        ("parameters.enable_thinking must be set to false here", "settings"),
        ("Thinking is mandatory at this address", "settings"),
        ("Failed to deserialize into the target type: missing field `mood` at line 1 column 9", "settings"),
        ("permission-denied: Content violates usage guidelines of the house", "moderation"),
        ("Access to the small endpoint is denied for you", "key"),
        ("Wrong%20API%20key%20given:%20ab***c", "key"),
        ("a response mime type: 'text/poem' is unsupported", "settings"),
        ("call (attempt 2/5): 400 Provider returned error", "no reason"),
        ("The request contains invalid parameters. Look again.", "no reason"),
        ("状态码: 404", "model"),
        ("您的令牌已过期，请重新申请", "key"),
        ("账户额度已用完", "billing"),
        ("请求过于频繁，稍后再来", "quota"),
        ("上游负载已饱和", "server"),
        ("该模型已下线", "model"),
        ("上传的图片无法解析", "files"),
    ],
)
def test_a_field_beside_the_history_is_not_laid_to_it(message: str, subject: str) -> None:
    told = explain_alone(message)
    assert told.recognised == []
    assert [text.subject for text in told.of_no_rule] == [subject]


def test_one_of_a_list_is_another_field_than_the_list() -> None:
    of_list = explain_alone("messages.2.content: Input should be a valid list").recognised
    of_item = explain_alone("messages.2.content.0: Input should be a valid dictionary").recognised
    assert [of_list[0].rule.name, of_item[0].rule.name] == ["content-null", "content-part-type"]


def test_a_place_in_the_schema_of_a_request_names_the_field() -> None:
    told = explain_alone(
        "Reason: got null, want string, Location: /properties/messages/items/properties/role/type"
    )
    assert [one.rule.name for one in told.recognised] == ["unknown-role"]


def test_a_word_that_a_line_end_has_broken_is_whole_again() -> None:
    told = explain_alone(
        "messages.3.content.0.tool_use.i\n    d: String should match pattern '^[a-zA-Z0-9_-]+$'"
    )
    assert [one.rule.name for one in told.recognised][:1] == ["id-charset"]
    two_words = explain_alone("each `tool_use` must have a single\n    result").recognised
    assert two_words[0].rule.name == "second-result"


def test_a_text_that_only_says_where_it_failed_gives_way_to_what_failed() -> None:
    told = explain_alone(
        "Failed to parse the tool call arguments of get_rain: Extra data: line 1 column 7 (char 6)"
    )
    assert told.recognised[0].rule.name == "arguments-not-json"


def test_a_list_of_forms_that_is_cut_off_says_that_none_of_them_fits() -> None:
    (text,) = explain_alone(
        "{'type': 'string_type', 'loc': ('body', 'input', 'str'), 'msg': 'Input should be a valid string', "
        "'input': [{'role': 'user'}]}\n{'type': 'missing', 'loc': ('body', 'input', 'list[union[EasyMess"
    ).of_no_rule
    assert text.meaning.startswith("Something in it has none of the forms")


def test_the_type_that_a_deserialiser_names_tells_what_is_meant() -> None:
    told = {
        "data did not match any variant of untagged enum OurToolChoice": "tool-choice-form",
        "no variant of enum MessageContent fits: did not match any variant of enum MessageContent": (
            "content-null"
        ),
        "json: cannot unmarshal string into Go struct field Body.history of type api.ToolCallArgs": (
            "arguments-not-object"
        ),
    }
    assert {text: explain_alone(text).recognised[0].rule.name for text in told} == told
    alone = explain_alone("data did not match any variant of untagged enum InputParam")
    assert alone.recognised == []
    assert "none of the forms" in alone.of_no_rule[0].meaning


def test_what_is_said_beside_a_field_is_said_of_that_field() -> None:
    told = explain_alone(
        "messages.1.name: looks good. messages.2.content: Input should be a valid list. "
        "messages.4.tool_call_id: checked."
    )
    assert [one.rule.name for one in told.recognised][:1] == ["content-null"]


def test_the_surest_sentence_is_told_first_and_others_behind_it() -> None:
    told = explain_alone("tool_use without a tool_result in turn 3. Besides, unknown role 'critic' in it.")
    assert [one.rule.name for one in told.recognised] == [
        "unanswered-call", "missing-result", "unknown-role",
    ]  # fmt: skip


def test_what_a_server_says_of_the_messages_is_no_failure_of_the_program() -> None:
    told = explain_alone("{'message': \"'NoneType' object is not iterable\", 'param': 'messages'}")
    assert told.of_no_rule == []
    (alone,) = explain_alone("TypeError: 'NoneType' object is not iterable").of_no_rule
    assert alone.subject == "program"


def test_a_result_that_is_not_at_the_beginning_is_missing_or_stands_behind_something() -> None:
    told = explain_alone("Did not find 3 `tool_result` block(s) at the beginning of this message.").recognised
    assert [one.rule.name for one in told][:2] == ["unanswered-call", "text-before-result"]


def test_a_name_that_a_program_made_a_link_of_is_read() -> None:
    told = explain_alone(
        "contents[3].parts[0].function_[response.name](https://response.name/): Name cannot be empty."
    )
    assert told.recognised[0].rule.name == "response-name"


def test_what_nobody_is_known_to_word_is_looked_for_at_whom_the_log_was_sent_to() -> None:
    log = crosswire.load(
        b'{"model": "gpt-4o", "messages": [{"role": "user", "content": "Go on."},'
        b' {"role": "tool", "tool_call_id": "call_1", "content": "Rain"}]}'
    )
    told = explain(log.conversations[0], "relay: orphaned tool response, not sent on")
    assert told.targets == ()
    assert {one.code for one in told.findings} == {"CW712"}


@for_each(
    ("name", "message", "rule"),
    [
        (
            "the content of a form that fits, beside a role of another",
            "2 validation errors for TalkRequest\nmessages.3.AnyTurnParam.content\n  Field required "
            "[type=missing, input_value={'role': 'assistant', 'too...}, input_type=dict]\n"
            "    For further information visit https://errors.example/missing\n"
            "messages.3.UserTurnParam.role\n  Input should be 'user' [type=literal_error, "
            "input_value='assistant', input_type=str]",
            "content-null",
        ),
        (
            "all forms lack it, and the one that was meant is cut off",
            "[{'type': 'string_type', 'loc': ('body', 'messages', 5, 'typed-dict', 'content', 'str'), 'msg': "
            "'Input should be a valid string', 'input': None}, {'type': 'literal_error', 'loc': ('body', "
            "'messages', 5, 'typed-dict', 'role'), 'msg': \"Input should be 'system'\", 'input': "
            "'assistant'}, "
            "{'type': 'extra_forbidden', 'loc': ('body', 'messages', 5, 'typed-dict', 'mood'), 'msg': 'Extra "
            "inputs are not permitted', 'input': None}, {'type': 'str",
            "content-null",
        ),
        (
            "a block of a type that none of the forms has",
            '[{"type":"string_type","loc":["body","messages",1,"content","str"],"msg":"Input should be a '
            'valid string","input":[{"type":"smell"}]},{"type":"literal_error","loc":["body","messages",1,'
            '"content",'
            '"list[union[TextBlock,CallBlock]]",0,"TextBlock","type"],"msg":"Input should be \'text\'",'
            '"input":"smell"},{"type":"missing","loc":["body","messages",1,"content",'
            '"list[union[TextBlock,CallBlock]]",0,"TextBlock","text"],'
            '"msg":"Field required","input":{"type":"smell"}}]',
            "content-part-type",
        ),
        (
            "a role that no form has",
            "[{'type': 'literal_error', 'loc': ('body', 'messages', 0, 'UserTurn', 'role'), 'msg': \"Input "
            "should be 'user'\", 'input': 'critic'}, {'type': 'literal_error', 'loc': ('body', 'messages', "
            "0, 'ModelTurn', 'role'), 'msg': \"Input should be 'assistant'\", 'input': 'critic'}]",
            "unknown-role",
        ),
    ],
)
def test_of_several_forms_the_one_that_the_value_was_meant_to_have_is_read(
    name: str, message: str, rule: str
) -> None:
    assert [one.rule.name for one in explain_alone(message).recognised][:1] == [rule], name
