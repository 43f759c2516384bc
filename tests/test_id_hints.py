"""What the id of an error tells by its own shape, without a log."""

from crosswire.explanations import explain_alone
from tests.selection import for_each

NOT_FOUND = "No tool call found for function call output with call_id {}."
IN_CHAT = "Invalid parameter: 'tool_call_id' of '{}' not found in 'tool_calls' of previous message."
NO_USE = "messages.1.content.0: unexpected `tool_use_id` found in `tool_result` blocks: {}."
NINE = "Tool call id was {} but must be a-z, A-Z, 0-9, with a length of 9."


@for_each(
    ("message", "value", "said"),
    [
        (NOT_FOUND, "fc_68f1c0a2c9e081a0", "is the id of an item (a function call), not of a call"),
        (NOT_FOUND, "rs_68f1c0a2c9e081a0", "(reasoning), not of a call. No result answers it."),
        (NOT_FOUND, "toolu_01ABCdefGHIjkl", "looks like an id of Anthropic, and the request went to OpenAI"),
        (IN_CHAT, "toolu_01ABCdefGHIjkl", "looks like an id of Anthropic"),
        (NO_USE, "call_Abc123def", "looks like an id of OpenAI, and the request went to Anthropic"),
        (NINE, "call_Abc123def", "has 14 characters; Mistral takes exactly nine letters and digits."),
    ],
)
def test_an_id_tells_by_its_shape_what_went_wrong(message: str, value: str, said: str) -> None:
    [hint] = explain_alone(message.format(value)).hints
    assert hint.value == value
    assert said in f"{hint.meaning} {hint.advice}"


@for_each(
    ("message", "value"),
    [(NOT_FOUND, "call_Abc123def"), (NO_USE, "toolu_01ABCdefGHIjkl"), ("Who is {}?", "fc_68f1c0a2c9e081a0")],
)
def test_an_id_of_the_right_shape_or_of_no_known_error_tells_nothing(message: str, value: str) -> None:
    assert explain_alone(message.format(value)).hints == []
