"""What happened between the messages of a session, and what it means for calls and results."""

from typing import Any

import crosswire
from crosswire.model import Conversation
from tests.claude_code_lines import Json, answered, called, errors, gave, line, loaded, only, result, said
from tests.selection import for_each


def boundary(uuid: str, after: str, **beside: Any) -> Json:
    return {
        "type": "system",
        "subtype": "compact_boundary",
        "uuid": uuid,
        "parentUuid": None,
        "logicalParentUuid": after,
        "sessionId": "s1",
        "content": "Conversation compacted",
        "compactMetadata": {"trigger": "auto", "preTokens": 154_000},
        **beside,
    }


def summary(uuid: str, after: str) -> Json:
    return said(uuid, after, "So far: the files were listed.", isCompactSummary=True)


def told(conversation: Conversation) -> list[tuple[str, str, int, str]]:
    return [(one.kind, one.address, one.before, one.detail) for one in conversation.events]


def test_a_compaction_names_what_it_replaced_and_what_stands_for_it() -> None:
    lines = [said("u1", None, "Hi."), answered("a1", "u1"), boundary("c1", "a1"), summary("s", "c1")]
    conversation = only([*lines, answered("a2", "s"), boundary("c2", "a2"), summary("s2", "c2")])
    assert told(conversation) == [("compaction", "2:", 2, "auto"), ("compaction", "5:", 4, "auto")]
    first, second = conversation.events
    assert (first.replaced, first.replaced_by) == (("0:/message", "1:/message"), "3:/message")
    assert (second.replaced, second.replaced_by) == (("3:/message", "4:/message"), "6:/message")


def test_a_summary_without_a_boundary_is_a_compaction_too() -> None:
    conversation = only([said("u1", None, "Hi."), answered("a1", "u1"), summary("s", "a1")])
    assert told(conversation) == [("compaction", "2:/message", 2, "")]


def test_a_summary_beside_what_was_kept_is_no_branch() -> None:
    """The newest messages stay, and go on behind the compaction."""
    lines = [said("u1", None, "Hi."), answered("a1", "u1"), boundary("c1", "a1"), summary("s", "c1")]
    assert len(only([*lines, said("u2", "a1", "More."), answered("a2", "u2")]).messages) == 5


@for_each(
    "lines",
    [
        [gave("r1", "a0", "toolu_0"), boundary("c1", "r1"), summary("s", "c1")],
        [boundary("c1", "a0"), summary("s", "c1"), gave("r1", "s", "toolu_0")],
    ],
)
def test_a_result_whose_call_was_summarised_away_is_no_orphan(lines: list[Json]) -> None:
    before = [said("u1", None, "Hi."), called("a9", "u1", "toolu_9"), gave("r9", "a9", "toolu_9")]
    log = loaded([*before, answered("a0", "r9"), *lines, answered("a2", lines[-1]["uuid"])])
    assert errors(log) == []
    assert [orphan.elsewhere for orphan in crosswire.pair(log.conversations[0]).orphans] == [True]


def test_a_result_that_follows_calls_after_a_compaction_is_still_an_orphan() -> None:
    lines = [said("u1", None, "Hi."), answered("a1", "u1"), boundary("c1", "a1"), summary("s", "c1")]
    rest = [called("a2", "s", "toolu_2"), gave("r2", "a2", "toolu_2"), answered("a3", "r2")]
    assert errors(loaded([*lines, *rest, gave("r3", "a3", "toolu_0")])) == ["orphan-result"]


def test_a_call_that_was_summarised_before_its_result_came_is_not_missing_one() -> None:
    lines = [said("u1", None, "Hi."), called("a1", "u1", "toolu_1"), boundary("c1", "a1")]
    log = loaded([*lines, summary("s", "c1"), answered("a2", "s")])
    assert errors(log) == []
    assert "The history was summarised before a result of the call 'toolu_1' (Bash)." in [
        finding.message for finding in crosswire.diagnose(log.conversations[0])
    ]
    assert errors(loaded([*lines[:2], said("u2", "a1", "No."), answered("a2", "u2")])) == ["missing-result"]


def test_interrupts_denials_models_modes_and_retries_are_told() -> None:
    refused = result("toolu_1", "The user doesn't want to proceed with this tool use. The tool use was")
    lines = [
        {"type": "permission-mode", "permissionMode": "default", "sessionId": "s1"},
        said("u1", None, "Hi."),
        called("a1", "u1", "toolu_1"),
        line("r1", "a1", "user", [{**refused, "is_error": True}]),
        said("i1", "r1", "[Request interrupted by user for tool use]"),
        {"type": "permission-mode", "permissionMode": "plan", "sessionId": "s1"},
        said("u2", "i1", "Plan first."),
        {
            "type": "system",
            "subtype": "api_error",
            "uuid": "e1",
            "parentUuid": "u2",
            "retryAttempt": 2,
            "maxRetries": 10,
        },
        answered("a2", "e1"),
    ]
    lines[-1]["message"]["model"] = "claude-other"
    assert told(only(lines)) == [
        ("denied", "3:/message/content/0", 2, ""),
        ("interrupt", "4:/message/content", 3, ""),
        ("mode changed", "5:/permissionMode", 4, "plan"),
        ("model changed", "8:/message/model", 5, "claude-other"),
        ("retry", "7:", 5, "2 of 10"),
    ]


@for_each(
    ("text", "is_error", "kind", "by"),
    [
        ("Permission to use Bash with command rm has been denied.", True, "denied", "a rule"),
        ("Permission to use Bash with command rm has been denied.", False, None, ""),
        (
            "Claude requested permissions to write to /tmp/a, but you haven't granted it yet.",
            True,
            "denied",
            "default, as nobody allowed it",
        ),
        ("User has approved your plan. You can now start coding.", False, "approved", ""),
        ("Permission to use this file was asked for.", True, None, ""),
    ],
)
def test_who_approved_or_denied_is_told(text: str, is_error: bool, kind: str | None, by: str) -> None:
    answer = {**result("toolu_1", text), "is_error": is_error}
    lines = [said("u1", None, "Hi."), called("a1", "u1", "toolu_1"), line("r1", "a1", "user", [answer])]
    wanted = [(kind, "2:/message/content/0", 2, by)] if kind else []
    assert told(only([*lines, answered("a2", "r1")])) == wanted


@for_each(("decision", "kind"), [("allow", "approved"), ("deny", "denied"), ("ask", None)])
def test_what_a_hook_decided_is_an_event_and_no_message(decision: str, kind: str | None) -> None:
    said_so = {"type": "hook_permission_decision", "decision": decision, "toolUseID": "toolu_1"}
    hook = {"type": "attachment", "uuid": "h1", "parentUuid": "a1", "sessionId": "s1"}
    lines = [
        said("u1", None, "Hi."),
        called("a1", "u1", "toolu_1"),
        {**hook, "attachment": {**said_so, "hookEvent": "PermissionRequest"}},
        gave("r1", "h1", "toolu_1"),
        answered("a2", "r1"),
    ]
    conversation = only(lines)
    assert len(conversation.messages) == 4
    assert conversation.unread == []
    assert told(conversation) == ([(kind, "2:/attachment", 2, "the hook PermissionRequest")] if kind else [])


def test_events_of_a_branch_are_its_own() -> None:
    lines = [
        said("u1", None, "Hi."),
        answered("a1", "u1"),
        said("u2", "a1", "Compact it."),
        boundary("c1", "u2"),
        summary("s", "c1"),
        answered("a2", "s"),
        said("u3", "a1", "No."),
        answered("a3", "u3"),
    ]
    active, branch = loaded(lines).conversations
    assert (told(active), told(branch)) == ([], [("compaction", "3:", 1, "auto")])


def test_nothing_of_an_event_is_written_to_a_provider() -> None:
    lines = [said("u1", None, "Hi."), answered("a1", "u1")]
    plain, compacted = only(lines), only([*lines, boundary("c1", "a1")])
    assert compacted.events
    for target in crosswire.FORMATS:
        assert crosswire.render(plain, target).payload == crosswire.render(compacted, target).payload


def test_a_compaction_is_told_once_wherever_its_line_and_its_summary_stand() -> None:
    lines = [said("u1", None, "Hi."), answered("a1", "u1"), boundary("c1", "a1")]
    aside = said("m1", "c1", "A list of files was attached.", isMeta=True)
    resumed = [{**one, "sessionId": "s1", "timestamp": "later"} for one in lines[2:]]
    for between in ([], [aside], resumed, [boundary("c2", "a1")]):
        conversation = only([*lines, *between, summary("s", (between or lines)[-1]["uuid"])])
        (event,) = conversation.events
        assert (event.address, event.replaced_by) == ("2:", conversation.messages[-1].address)
        assert [note for note in conversation.notes if note.address == event.address] == []
