"""What changes in JSON that stands in a text is shown in its own characters."""

import base64
import json
from typing import Any

import crosswire
from crosswire.answers import changed_lines, lines_at
from tests.histories import call, calling, result, user
from tests.selection import for_each

REQUEST = {
    "model": "gpt-4o",
    "messages": [user('É \U0001f600 " \\ \n?'), calling(call("call_a")), result("call_b")],
}


def wrapped(value: Any, times: int, *, ascii: bool) -> bytes:
    for _ in range(times):
        value = {"sent": json.dumps(value, ensure_ascii=ascii)}
    return json.dumps(value, ensure_ascii=ascii).encode()


@for_each("times", [0, 1, 2, 3])
@for_each("ascii", [True, False])
def test_exactly_the_changed_characters_are_shown_however_deep(times: int, ascii: bool) -> None:
    data = wrapped(REQUEST, times, ascii=ascii)
    log = crosswire.load(data)
    [conversation] = log.conversations
    [line] = changed_lines(log, data, crosswire.repair(conversation).changes)
    assert (line.old.changed, line.new.changed) == ("call_b", "call_a")
    assert line.old.before == line.new.before
    [finding] = crosswire.diagnose(conversation)
    [(number, shown)] = lines_at(log, data, [finding.address])
    assert (number, shown.changed) == (1, "call_b")


def test_a_text_that_is_packed_is_shown_whole() -> None:
    packed = base64.b64encode(json.dumps(REQUEST).encode()).decode()
    entry = {"request": {"method": "POST", "body": packed}, "response": {"status": 400}}
    data = json.dumps([entry]).encode()
    log = crosswire.load(data)
    [finding] = crosswire.diagnose(log.conversations[0])
    [(_, shown)] = lines_at(log, data, [finding.address])
    assert packed.startswith(shown.changed[:40])
