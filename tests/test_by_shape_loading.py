"""Files that no format knows, loaded: by a mapping that is given, kept, named or guessed."""

import json
from pathlib import Path
from typing import Any

import crosswire
import pytest
from crosswire.errors import BadMapping, NotAConversation
from crosswire.rules import Severity
from tests.selection import for_each

TURNS = {
    "turns": [
        {"who": "human", "says": "Add 1 and 2."},
        {"who": "bot", "steps": [{"tool": "add", "args": {"a": 1}, "ref": "r1"}]},
        {"who": "env", "answers": "r1", "output": "3"},
        {"who": "bot", "says": "Three."},
    ]
}
MAPPING = {
    "crosswire_mapping": 1,
    "name": "acme",
    "title": "Acme sessions",
    "messages": ["/turns/*"],
    "role": "who",
    "roles": {"human": "user", "bot": "assistant", "env": "tool"},
    "text": "says",
    "calls": [{"at": "steps/*", "name": "tool", "arguments": "args", "id": "ref"}],
    "results": [{"at": "", "where": {"who": ["env"]}, "id": "answers", "output": "output"}],
}
EXPORT = Path(__file__).parent / "corpus" / "librechat" / "export.session"


def load(value: Any, **options: Any) -> crosswire.Log:
    return crosswire.load(json.dumps(value).encode(), **options)


def counts(log: crosswire.Log) -> list[tuple[int, int, int]]:
    return [(len(c.messages), len(list(c.calls())), len(list(c.results()))) for c in log.conversations]


def test_a_file_that_no_format_knows_is_read_by_its_shape_and_says_so() -> None:
    log = load(TURNS)
    assert (log.format, counts(log)) == ("by-shape", [(4, 1, 1)])
    assert log.detection.reason == (
        "Read by shape: messages in /turns/*; the first message is 0:/turns/0, the first call is "
        "0:/turns/1/steps/0, the first result is 0:/turns/2."
    )
    [note] = [note for note in log.conversations[0].notes if note.code == "read-by-shape"]
    assert (note.message, note.address) == (log.detection.reason, "0:/turns/0")
    assert load(TURNS, format="by-shape").detection == log.detection
    assert [one.format for one in crosswire.detect(json.dumps(TURNS).encode())] == ["by-shape"]


def test_the_guess_is_the_mapping_that_was_read_by() -> None:
    log = load(TURNS)
    assert log.mapping is not None
    data = json.dumps(TURNS).encode()
    assert crosswire.guess_mapping(data) == crosswire.guess_mapping([TURNS]) == log.mapping
    again = load(TURNS, mapping=crosswire.mapping_json(log.mapping))
    assert counts(again) == counts(log)
    assert crosswire.guess_mapping(b'{"a": 1}') is None


def test_nothing_of_a_step_that_is_a_call_or_a_result_itself_is_called_unread() -> None:
    call = {"who": "bot", "says": "I add.", "tool": "add", "args": {"a": 1}, "observation": "3"}
    log = load({"turns": [TURNS["turns"][0], call, TURNS["turns"][3]]})
    assert [note.code for note in log.conversations[0].notes] == ["read-by-shape"]
    assert [part.extras for _, part in log.conversations[0].parts()] == [None] * 5
    assert counts(log) == [(4, 1, 1)]


def test_a_mapping_that_is_given_is_read_by_whatever_the_file_is() -> None:
    log = load(TURNS, mapping=MAPPING)
    assert (log.format, log.detection.title, counts(log)) == ("acme", "Acme sessions", [(4, 1, 1)])
    assert log.detection.reason.startswith("Read by the mapping acme: messages in /turns/*; ")
    assert log.conversations[0].format == "by-shape"
    chat = {"messages": [{"role": "user", "content": "Hi"}], "notes": [{"by": "bot", "x": "Hello there."}]}
    by = {"crosswire_mapping": 1, "messages": "/notes/*", "role": "by", "text": "x"}
    assert counts(load(chat, mapping=by)) == [(1, 0, 0)]


def test_a_mapping_that_finds_nothing_is_refused_with_its_place_and_a_cure() -> None:
    with pytest.raises(NotAConversation, match=r"messages are in /turns/\*.*name the steps"):
        load({"rows": []}, mapping=MAPPING)
    with pytest.raises(BadMapping):
        load(TURNS, mapping={})


def test_kept_mappings_are_tried_only_where_no_format_knows_a_file() -> None:
    other = MAPPING | {"name": "other", "messages": ["/rows/*"]}
    assert load(TURNS, mappings=[other, MAPPING]).format == "acme"
    assert load(TURNS, mappings=[other]).format == "by-shape"
    chat = {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hi"}]}
    assert load(chat, mappings=[MAPPING]).format == "openai-chat"


def test_a_format_that_is_a_mapping_is_recognised_by_its_structure() -> None:
    log = crosswire.load(EXPORT.read_bytes())
    assert (log.format, log.detection.title, counts(log)) == ("librechat", "LibreChat export", [(5, 1, 1)])
    in_a_text = crosswire.load(json.dumps(EXPORT.read_text(encoding="utf-8")).encode())
    assert (in_a_text.format, counts(in_a_text)) == ("librechat", [(5, 1, 1)])
    assert [message.role for message in log.conversations[0].messages] == [
        *("user", "assistant", "tool", "assistant", "user")
    ]
    assert not log.conversations[0].traits.by_shape
    strange = {"messages": [{"isCreatedByUser": "perhaps", "text": "Once."}]}
    assert "librechat" not in {one.format for one in crosswire.detect(json.dumps(strange).encode())}


def test_results_of_promptfoo_have_a_conversation_for_each_prompt_with_what_came_out() -> None:
    log = crosswire.load(EXPORT.parent.with_name("promptfoo").joinpath("results.session").read_bytes())
    assert (log.format, counts(log)) == ("promptfoo", [(3, 0, 0), (2, 1, 0)])
    assert log.conversations[0].messages[-1].role == "assistant"


def test_the_object_around_what_a_message_says_is_none_that_was_not_read() -> None:
    said = [{"body": {"role": role, "content": f"I am the {role}."}} for role in ("user", "assistant")]
    around = {"crosswire_mapping": 1, "messages": "/said/*", "role": "body/role", "text": "body/content"}
    log = load({"said": said}, mapping=around)
    assert counts(log) == [(2, 0, 0)]
    assert log.conversations[0].unread == []


def test_what_is_found_in_an_unknown_format_is_never_an_error_and_no_target_is_judged() -> None:
    wrong: Any = json.loads(json.dumps(TURNS))
    wrong["turns"][1]["steps"] = [{"tool": "add", "args": '{"a": ', "ref": "r1"}] * 2
    wrong["turns"][2]["answers"] = "r9"
    [conversation] = load(wrong, mapping=MAPPING).conversations
    found = {defect.name: defect.severity for defect in crosswire.diagnose(conversation)}
    assert found["mismatched-id"] is Severity.INFO
    assert found["arguments-not-json"] is Severity.WARNING
    assert Severity.ERROR not in found.values()
    for verdict in crosswire.verdicts(conversation).values():
        assert verdict.accepts is None
        assert [point.code for point in verdict.undecided] == ["by-shape"]


def test_it_is_written_in_a_providers_format_as_any_log() -> None:
    [conversation] = load(TURNS).conversations
    payload: Any = crosswire.render(conversation, "anthropic").payload
    assert [message["role"] for message in payload["messages"]] == ["user", "assistant", "user", "assistant"]
    assert payload["messages"][1]["content"][0]["id"] == "r1"
    repaired = crosswire.repair(conversation, target="anthropic")
    assert repaired.conversation.format == "anthropic"


def test_the_method_of_a_recorded_request_names_no_call() -> None:
    def recorded(text: str, answer: str) -> dict[str, Any]:
        sent = {"method": "POST", "uri": "https://example.test/v1/talks", "body": {"input": text}}
        return {"request": sent, "response": {"status": "done", "output": answer}}

    talks = [recorded("Tell me of it.", "It is closed."), recorded("And of the ferry?", "It leaves.")]
    mapping = crosswire.guess_mapping([{"interactions": talks}])
    assert mapping is None or not mapping.calls


def asked_in_turns(**first: Any) -> list[dict[str, Any]]:
    def turn(number: int) -> dict[str, Any]:
        steps = [{"tool": "weigh", "args": {"box": number}, "result": f"{number} kg"}]
        asked, told = f"How heavy is box {number}?", f"It weighs {number} kg."
        return {"question": asked, "steps": steps, "answer": told}

    return [{**turn(1), **first}, {"round": 2, **turn(2)}]


def test_turns_with_a_list_of_steps_each_are_one_conversation_of_their_object() -> None:
    log = load({"session": "s1", "turns": asked_in_turns()})
    assert counts(log) == [(8, 2, 2)]
    roles = [one.role for one in log.conversations[0].messages]
    assert roles == ["user", "assistant", "tool", "assistant"] * 2
    assert "/turns/*/steps/*, /turns/*/answer, one conversation in each document;" in log.detection.reason
    assert counts(load({"log": asked_in_turns(round=1)})) == [(8, 2, 2)]
    several = [{"turns": asked_in_turns()}, {"turns": asked_in_turns(question="Which box is it?")}]
    assert counts(load(several)) == [(8, 2, 2), (8, 2, 2)]


@for_each(
    "tasks",
    [
        asked_in_turns(),
        {"tasks": asked_in_turns()},
        {"tasks": asked_in_turns(round=2)},
        {"turns": [{**one, "steps": [{**one["steps"][0], "call_id": "c1"}]} for one in asked_in_turns()]},
    ],
)
def test_what_nothing_ties_stays_a_conversation_of_its_own(tasks: Any) -> None:
    assert len(load(tasks).conversations) > 1


def written(*blocks: Any, who: str = "bot", **more: Any) -> dict[str, Any]:
    return {"who": who, "message": {"content": [*blocks], **more}}


def test_a_message_that_is_written_again_is_counted_once_where_its_id_or_its_growing_tells_it() -> None:
    asked = written({"text": "Which boxes are there?"}, who="human", id="m0")
    said, first, other = ({"text": "Let me see."}, *({"tool": "open", "args": {"box": n}} for n in (1, 2)))

    def calls(*lines: dict[str, Any]) -> int:
        log = crosswire.load("\n".join(map(json.dumps, (asked, *lines))).encode())
        return len(list(log.conversations[0].calls()))

    assert calls(written(first, id="m1"), written(first, id="m1"), written(first, other, id="m1")) == 2
    assert calls(written(said, first), written(said, first, other)) == 2
    assert calls(written(first), written(first)) == 2
    assert calls(written(first, id="m1"), written(first, id="m2")) == 2
    assert calls(written(first, id="m1"), written(first, id="m1"), written(other, id="m1")) == 3
    assert calls(written(first, id="m0"), written(first, id="m0")) == 2
