"""Two conversations part by part: what is the same, what differs and where, what only one has."""

import copy
import json
import random
from collections import Counter

import crosswire
import pytest
from crosswire.comparison import NOTHING, Aspect, Comparison, compare
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.histories import call, calling, result, said, user
from tests.measured import work_of
from tests.selection import for_each, tries
from tests.strategies import BODIES, mutated

WIRE = [name for name in BODIES if name in crosswire.FORMATS]
examples = settings(
    max_examples=tries(4, thorough=30),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
LOG = [
    user("What is 7 and 8, and what is the weather like?"),
    calling(call("call_1"), call("call_2", "weather", '{"city": "Paris", "days": [1, 2]}')),
    result("call_1", "15"),
    result("call_2", "Sunny."),
    said("15, and it is sunny."),
]


def chat(*messages, **beside) -> crosswire.Conversation:
    return crosswire.parse({"messages": list(messages), **beside}, "openai-chat")[0]


def compared(first: list, second: list) -> Comparison:
    return compare(chat(*first), chat(*second))


def changed(comparison: Comparison) -> list[tuple]:
    """Aspect, path and both values of all that differs."""
    found = []
    for entry in comparison.entries:
        found += [(one.aspect, one.path, one.first, one.second) for one in entry.differences]
    return found


def edited(**changes) -> list:
    """The log with some messages replaced: `m3=...`."""
    return [changes.get(f"m{n}", message) for n, message in enumerate(copy.deepcopy(LOG))]


def test_a_log_equals_itself():
    comparison = compared(LOG, copy.deepcopy(LOG))
    assert comparison.is_equal
    assert str(comparison.totals) == (
        "6 parts the same, 0 changed, 0 only in the first, 0 only in the second; 0 findings gone, 0 new"
    )


def test_a_run_with_other_ids_aligns_and_differs_in_ids_alone():
    text = json.dumps(LOG).replace('"call_', '"toolu_')
    comparison = compared(LOG, json.loads(text))
    assert comparison.totals.aspects == {"id": 4}
    assert changed(comparison)[0] == (Aspect.ID, "", "call_1", "toolu_1")
    assert comparison.without({Aspect.ID}).is_equal


def test_each_difference_names_both_places():
    comparison = compared([user("Hello."), *LOG], edited(m3=result("call_2", "Rain.")))
    [entry] = [entry for entry in comparison.entries if entry.state == "changed"]
    [difference] = entry.differences
    assert difference.record() == {
        "aspect": "result",
        "path": "",
        "first": {"address": "0:/messages/4/content", "there": True, "value": "Sunny."},
        "second": {"address": "0:/messages/3/content", "there": True, "value": "Rain."},
    }


def test_arguments_are_told_path_by_path():
    other = call("call_2", "weather", '{"days": [1, 3], "unit": "C", "city": "Paris"}')
    comparison = compared(LOG, edited(m1=calling(call("call_1"), other)))
    assert changed(comparison) == [
        (Aspect.ARGUMENTS, "/days/1", 2, 3),
        (Aspect.ARGUMENTS, "/unit", NOTHING, "C"),
    ]


@pytest.mark.parametrize(
    ("given", "same"), [('{"a":1.0}', True), ('{"a":true}', False), ('{"a":null}', False)]
)
def test_arguments_are_compared_by_value(given, same):
    first, second = ([calling(call("call_1", "add", text))] for text in ('{"a": 1}', given))
    assert compared(first, second).is_equal is same


def test_arguments_that_are_no_json_are_told_as_text():
    first, second = ([calling(call("call_1", "add", text))] for text in ('{"a": 1', "{'a': 2"))
    assert changed(compared(first, second)) == [(Aspect.ARGUMENTS, "", '{"a": 1', "{'a': 2")]


def test_another_tool_another_text_and_another_role_are_told():
    second = edited(
        m1=calling(call("call_1", "sum"), call("call_2", "weather", '{"city": "Paris", "days": [1, 2]}')),
        m4=said("15, and it is sunny today."),
    )
    second[0] = {**second[0], "role": "system"}
    assert [aspect for aspect, *_ in changed(compared(LOG, second))] == [
        Aspect.ROLE,
        Aspect.TOOL,
        Aspect.TEXT,
    ]


def test_a_result_is_the_counterpart_of_the_same_calls_result_whatever_it_says():
    second = edited(m2=result("call_1", "Error: no such tool"), m3=result("call_2", "Rain."))
    comparison = compared(LOG, second)
    assert changed(comparison) == [
        (Aspect.RESULT, "", "15", "Error: no such tool"),
        (Aspect.RESULT, "", "Sunny.", "Rain."),
    ]


def test_parts_that_only_one_has_are_told_where_they_stand():
    comparison = compared(LOG, [LOG[0], user("Quickly, please!"), *LOG[1:4]])
    states = [entry.state for entry in comparison.entries]
    assert states == ["same", "second", "same", "same", "same", "same", "first"]


def test_results_in_another_order_are_moved():
    comparison = compared(LOG, [LOG[0], LOG[1], LOG[3], LOG[2], LOG[4]])
    assert [aspect for aspect, *_ in changed(comparison)] == [Aspect.ORDER]
    assert comparison.totals.only_first == comparison.totals.only_second == 0


def test_pairing_and_findings_come_and_go_with_a_broken_id():
    comparison = compared(LOG, edited(m2=result("call_x", "15")))
    assert comparison.totals.aspects == {"id": 1, "pairing": 2}
    call_entry = next(entry for entry in comparison.entries if entry.first.name == "add")
    [pairing] = call_entry.differences
    assert (pairing.first["how"], pairing.second["how"]) == ("by_id", "missing")
    assert comparison.totals.findings_new == 1
    mirrored = compared(edited(m2=result("call_x", "15")), LOG)
    assert (mirrored.totals.findings_gone, mirrored.totals.findings_new) == (1, 0)


def test_a_log_and_its_repair_differ_in_what_was_repaired():
    broken = chat(*edited(m2=result("15", "15")))
    repaired = crosswire.repair(broken)
    comparison = compare(broken, repaired.conversation)
    assert comparison.totals.aspects == {"id": 1, "pairing": 2}
    assert comparison.totals.findings_gone == 1
    assert [change.kind for change in repaired.changes] == ["id"]


def test_settings_and_declarations_are_compared_by_name():
    tool = {"type": "function", "function": {"name": "add", "description": "Adds.", "parameters": {}}}
    other = {"type": "function", "function": {"name": "add", "description": "Adds two.", "parameters": {}}}
    first = chat(*LOG, model="a", temperature=1, tools=[tool])
    second = chat(*LOG, tools=[other], seed=3, model="b")
    comparison = compare(first, second)
    assert changed(comparison) == [
        (Aspect.SETTING, "", "a", "b"),
        (Aspect.DECLARATION, "/description", "Adds.", "Adds two."),
    ]
    assert (comparison.totals.only_first, comparison.totals.only_second) == (1, 1)


def test_settings_of_two_formats_meet_by_what_they_mean():
    first = chat(*LOG, max_completion_tokens=100, stop="END")
    body = crosswire.render(first, "anthropic").payload
    second = crosswire.parse(body, "anthropic")[0]
    beside = [
        entry for entry in compare(first, second).entries if entry.first and entry.first.kind == "setting"
    ]
    assert [entry.state for entry in beside] == ["same", "same"]


@for_each("target", list(crosswire.FORMATS))
def test_a_log_says_the_same_in_every_format(target):
    first = chat(*LOG)
    second = crosswire.parse(crosswire.render(first, target).payload, target)[0]
    comparison = compare(first, second).without({Aspect.ID})
    told_apart = [entry for entry in comparison.entries if entry.state != "same"]
    # What a format needs and the log lacks (`max_tokens`) is added.
    assert all(entry.state == "second" and entry.second.kind == "setting" for entry in told_apart)


def test_what_begins_a_message_is_told_within_one_format():
    first = crosswire.parse(
        {
            "messages": [
                {"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}
            ]
        },
        "openai-chat",
    )[0]
    assert changed(compare(first, chat(user("a"), user("b")))) == [(Aspect.MESSAGE, "", False, True)]


def test_a_vendor_field_is_told_within_one_format():
    second = [{**LOG[0], "name": "Ada"}, *LOG[1:]]
    assert changed(compared(LOG, second)) == [(Aspect.FIELDS, "/name", NOTHING, "Ada")]


# What holds for any two logs


def both(data, name: str) -> list[crosswire.Conversation]:
    """Two logs that have something in common, or nothing."""
    body = data.draw(BODIES[name])
    bodies = [body, data.draw(mutated(st.just(copy.deepcopy(body))))]
    try:
        return [crosswire.parse(one, name)[0] for one in bodies]
    except crosswire.NotAConversation:
        return [crosswire.parse(body, name)[0], crosswire.parse(data.draw(BODIES[name]), name)[0]]


def told(comparison: Comparison, *, turned: bool = False) -> Counter:
    """Each entry as what stands on either side and what differs, in no order."""
    found: Counter = Counter()
    for entry in comparison.entries:
        sides = [None if unit is None else unit.address for unit in (entry.first, entry.second)]
        values = [
            (one.aspect, one.path, repr((one.first, one.second)[:: -1 if turned else 1]))
            for one in entry.differences
        ]
        findings = [sorted(one.code for one in some) for some in (entry.gone, entry.new)]
        if turned:
            sides, findings = sides[::-1], findings[::-1]
        found[repr((sides, sorted(values), findings))] += 1
    return found


@for_each("name", WIRE)
@given(st.data())
@examples
def test_any_log_equals_itself(name, data):
    body = data.draw(BODIES[name])
    first, second = (crosswire.parse(copy.deepcopy(body), name)[0] for _ in range(2))
    assert compare(first, second).is_equal
    assert compare(first, first).is_equal


@for_each("name", WIRE)
@given(st.data())
@examples
def test_any_comparison_mirrors_the_one_the_other_way_around(name, data):
    first, second = both(data, name)
    assert told(compare(first, second)) == told(compare(second, first), turned=True)


@for_each("name", WIRE)
@given(st.data())
@examples
def test_every_part_of_both_stands_in_exactly_one_entry(name, data):
    first, second = both(data, name)
    comparison = compare(first, second)
    for conversation, units in (
        (first, [entry.first for entry in comparison.entries if entry.first is not None]),
        (second, [entry.second for entry in comparison.entries if entry.second is not None]),
    ):
        parts = [part.key for part in conversation.settings_and_tools]
        for message in conversation.messages:
            parts += [part.key for part in message.parts] or [message.key]
        assert sorted(unit.node for unit in units) == sorted(parts)
    totals = comparison.totals
    assert totals.same + totals.changed + totals.only_first + totals.only_second == len(comparison.entries)


@given(st.data(), st.sampled_from(WIRE), st.sampled_from(WIRE))
@examples
def test_logs_of_any_two_formats_can_be_compared(data, name, other):
    first, second = (
        crosswire.parse(data.draw(BODIES[name]), name)[0],
        crosswire.parse(data.draw(BODIES[other]), other)[0],
    )
    comparison = compare(first, second)
    assert told(comparison) == told(compare(second, first), turned=True)
    json.dumps(comparison.record(), default=repr)


# Time


def long_log(count: int, seed: int) -> list:
    numbers = random.Random(seed)
    words = [f"word{n}" for n in range(2_000)]

    def text(length: int) -> str:
        return " ".join(numbers.choices(words, k=length))

    log = []
    for n in range(count // 4):
        arguments = json.dumps({"n": numbers.randrange(10**6), "why": text(5)})
        log += [
            user(text(20)),
            calling(call(f"c{n}", "add", arguments)),
            result(f"c{n}", text(8)),
            said(text(20)),
        ]
    return log


@pytest.mark.parametrize("seed", [1, 2], ids=["a few changes", "nothing in common"])
def test_comparing_is_near_linear(seed):
    def work(count: int) -> float:
        first = long_log(count, 1)
        second = long_log(count, seed)
        second[8] = user("Something else.")
        del second[40:44]
        sides = chat(*first), chat(*second)
        return work_of(lambda: compare(*sides))

    size = tries(120, thorough=2_000)
    # Eight times as much; 64 times as long would be quadratic.
    assert work(8 * size) < 32 * work(size)


def test_parts_that_all_changed_a_little_are_matched_in_any_number():
    first = [user(f"10:0{n % 7} The {n}th question about the weather in Paris, please.") for n in range(500)]
    second = [
        user(f"11:1{n % 5} The {n}th question about the weather in London, please.") for n in range(500)
    ]
    totals = compared(first, second).totals
    assert (totals.changed, totals.only_first, totals.only_second) == (500, 0, 0)
