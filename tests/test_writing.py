"""What all formats share when they write: patches, runs, settings, arguments, media."""

import base64
import hashlib
import json
from typing import Any

import crosswire
from crosswire.address import Address
from crosswire.model import ArgumentsState, MediaPart, Message, Traits, media
from crosswire.model.builder import ConversationBuilder, extras_of, opaque
from crosswire.model.json_patch import patched, tokens_below
from crosswire.model.loss import LossKind
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.id_plan import plan_ids
from crosswire.rendering.messages import as_it_is, assistant_runs, object_arguments
from crosswire.rendering.settings import field, foreign_settings, own_settings
from crosswire.tools import arguments
from hypothesis import given
from hypothesis import strategies as st
from tests import histories
from tests.histories import call, calling, result, said, user
from tests.measured import within
from tests.selection import for_each, tries

HERE = Address("0:/x")
VALUES = st.recursive(
    st.none() | st.integers(0, 9),
    lambda inner: st.dictionaries(st.sampled_from(["a", "b", "c"]), inner, max_size=3),
)


def builder_for(conversation: crosswire.Conversation, target: str, **options: Any) -> RenderingBuilder:
    pairing = crosswire.pair(conversation)
    plan = plan_ids(conversation, pairing, crosswire.FORMATS[target].ID_RULE, "fill")
    return RenderingBuilder(target, conversation, pairing, plan, **options)


# Patches


def test_a_patch_replaces_adds_and_removes() -> None:
    value = {"a": [{"id": 1, "x": 2}, {"id": 3}], "b": {"c": 4}}
    changes = [(("a", "0", "id"), "new"), (("a", "1", "more"), 5), (("b", "c"), None), (("d", "e"), 6)]
    assert patched(value, changes) == {
        "a": [{"id": "new", "x": 2}, {"id": 3, "more": 5}],
        "b": {},
        "d": {"e": 6},
    }
    assert patched(value, [((), 7)]) == 7
    assert patched(None, [(("a",), 1)]) == {"a": 1}
    assert patched(value, [(("z",), None)]) == value


def test_a_patch_leaves_the_original_alone_and_shares_what_it_does_not_touch() -> None:
    value = {"a": [{"id": 1}, {"id": 2}], "b": {"c": 4}}
    before = json.dumps(value)
    new = patched(value, [(("a", "0", "id"), 9)])
    assert json.dumps(value) == before
    assert isinstance(new, dict)
    assert new["b"] is value["b"]
    assert new["a"][1] is value["a"][1]  # type: ignore[index]


@given(VALUES, st.lists(st.tuples(st.lists(st.sampled_from(["a", "b"]), max_size=3), VALUES), max_size=5))
def test_patches_together_do_what_they_do_one_after_the_other(value: Any, drawn: list[Any]) -> None:
    changes = [(tuple(tokens), new) for tokens, new in drawn]
    one_by_one = value
    for change in changes:
        one_by_one = patched(one_by_one, [change])
    assert patched(value, changes) == one_by_one


def test_very_many_patches_of_one_message_take_linear_time() -> None:
    calls = [call(None) for _ in range(tries(10_000, thorough=30_000))]
    conversation = histories.chat(user(), calling(*calls))
    with within(5):
        payload = crosswire.render(conversation, "openai-chat").payload
    assert isinstance(payload, dict)
    assert all(c["id"] for c in payload["messages"][1]["tool_calls"])  # type: ignore[index,call-overload]


def test_tokens_lead_from_an_ancestor_down() -> None:
    assert tokens_below(Address("0:/messages/3/tool_calls/0/id"), Address("0:/messages/3")) == (
        "tool_calls",
        "0",
        "id",
    )
    assert tokens_below(Address("12:/a~1b/~0"), Address("12:")) == ("a/b", "~")
    assert tokens_below(HERE, HERE) == ()


# Messages


def test_only_foreign_assistant_messages_run_together() -> None:
    def message(role: Any, dialect: str = "anthropic") -> Message:
        return Message(role, HERE, {}, dialect)

    roles = ["user", "assistant", "assistant", "tool", "assistant", "system", "assistant", "assistant"]
    runs = list(assistant_runs([message(role) for role in roles], "openai-chat"))
    assert [[m.role for m in run] for run in runs] == [
        ["user"],
        ["assistant", "assistant"],
        ["tool"],
        ["assistant"],
        ["system"],
        ["assistant", "assistant"],
    ]
    own = [message("assistant", "openai-chat") for _ in range(3)]
    assert [len(run) for run in assistant_runs(own, "openai-chat")] == [1, 1, 1]
    assert list(assistant_runs([], "x")) == []


def test_own_messages_are_written_as_they_are_but_for_changed_ids() -> None:
    conversation = histories.chat(
        user(), calling({**call(""), "x": {"y": 1}}), {**result(None), "note": 1}, said()
    )
    out = builder_for(conversation, "openai-chat")
    written = [
        as_it_is(out, message, Address(f"0:/messages/{i}"), message.raw)
        for i, message in enumerate(conversation.messages)
    ]
    made = written[1]["tool_calls"][0]["id"]  # type: ignore[index,call-overload]
    assert made.startswith("cw_")
    assert written[1]["tool_calls"][0] == {**call(""), "x": {"y": 1}, "id": made}  # type: ignore[index,call-overload]
    assert written[2] == {**result(made), "note": 1}
    assert written[0] is conversation.messages[0].raw
    assert {(link.node, link.target) for link in out.links} >= {
        ("m1", "0:/messages/1"),
        ("m1.p0", "0:/messages/1/tool_calls/0"),
        ("m2.p0", "0:/messages/2"),
        ("m3.p0", "0:/messages/3/content"),
    }


def test_the_id_map_holds_only_ids_that_were_written() -> None:
    conversation = histories.chat(user(), calling(call(None)), result(None))
    out = builder_for(conversation, "anthropic")
    (made, _) = conversation.calls(), conversation.results()
    assert out.id_map() == []
    out.id_for(next(iter(made)), HERE)
    assert [(change.node, change.target) for change in out.id_map()] == [("m1.p0", HERE)]


# Settings


def settings_of(**body: Any) -> crosswire.Conversation:
    return histories.only({"messages": [user()], **body}, "openai-chat")


def test_own_settings_stay_and_those_of_a_response_go() -> None:
    body = {"id": "chatcmpl-1", "object": "chat.completion", "model": "m", "usage": {"total_tokens": 1}}
    response = {**body, "choices": [{"index": 0, "message": said(), "finish_reason": "stop"}]}
    request = {"messages": [user()], "temperature": 0.5, "odd/key": {"a": 1}}
    conversation = histories.only({"request": request, "response": response}, "openai-chat")
    out = builder_for(conversation, "openai-chat")
    payload: dict[str, Any] = {}
    own_settings(out, payload)
    assert payload.items() >= {"temperature": 0.5, "odd/key": {"a": 1}}.items()
    assert not payload.keys() & {"id", "object", "usage", "finish_reason"}
    assert {loss.what for loss in out.losses} >= {"id", "object", "usage", "finish_reason"}
    assert "0:/odd~1key" in [link.target for link in out.links]


def test_foreign_settings_are_carried_over_by_meaning_or_said_to_be_lost() -> None:
    conversation = settings_of(model="gpt-5", temperature=0.5, max_tokens=9, logit_bias={"1": 2}, stop="x")
    out = builder_for(conversation, "gemini")
    payload: dict[str, Any] = {"generationConfig": {"kept": 1}}
    writers = {
        "model": field("model"),
        "max_output_tokens": lambda value: (("generationConfig", "maxOutputTokens"), value),
        "temperature": lambda value: None,
    }
    foreign_settings(out, payload, writers)
    assert payload == {"generationConfig": {"kept": 1, "maxOutputTokens": 9}, "model": "gpt-5"}
    assert {(loss.kind, loss.what) for loss in out.losses} == {
        (LossKind.CHANGED, "model"),
        (LossKind.DROPPED, "temperature"),
        (LossKind.DROPPED, "logit_bias"),
        (LossKind.DROPPED, "stop"),
    }
    assert {(link.target, link.relation) for link in out.links if link.target} == {
        ("0:/model", "same"),
        ("0:/generationConfig/maxOutputTokens", "changed"),
    }


def test_without_links_nothing_is_collected() -> None:
    conversation = settings_of(model="gpt-5", logit_bias={})
    out = builder_for(conversation, "gemini", with_links=False)
    foreign_settings(out, {}, {"model": field("model")})
    assert (out.links, out.losses) == ([], [])


def test_fields_without_a_home_are_lost_where_they_stood() -> None:
    conversation = histories.chat({**user(), "a/b": 1, "none": None}, said())
    losses = [
        loss for loss in crosswire.render(conversation, "anthropic").losses if loss.code == "vendor-field"
    ]
    assert [(loss.what, loss.source) for loss in losses] == [("a/b", "0:/0/a~1b")]
    assert crosswire.address.resolve(losses[0].source, conversation.documents, json.loads) == 1  # type: ignore[arg-type]


# Arguments


@for_each(
    ("raw", "state", "value", "text", "as_object"),
    [
        ('{"a": 1}', ArgumentsState.PARSED, {"a": 1}, '{"a": 1}', {"a": 1}),
        ("[1]", ArgumentsState.PARSED, [1], "[1]", None),
        ('"x"', ArgumentsState.PARSED, "x", '"x"', None),
        ("null", ArgumentsState.PARSED, None, "null", None),
        ("", ArgumentsState.ABSENT, None, "", {}),
        (None, ArgumentsState.ABSENT, None, None, {}),
        ("{", ArgumentsState.INVALID, None, "{", None),
        ("\ud83d", ArgumentsState.INVALID, None, "\ud83d", None),
        ("[" * 100_000, ArgumentsState.INVALID, None, "[" * 100_000, None),
        ({"a": 1}, ArgumentsState.PARSED, {"a": 1}, None, {"a": 1}),
        (7, ArgumentsState.PARSED, 7, None, None),
    ],
)
def test_arguments_that_should_be_json_text(
    raw: Any, state: Any, value: Any, text: Any, as_object: Any
) -> None:
    found = arguments.from_text(raw, HERE)
    assert (found.state, found.value, found.text, found.address) == (state, value, text, HERE)
    assert arguments.as_object(found) == as_object


def test_arguments_are_written_as_the_text_that_they_were() -> None:
    assert arguments.as_text(arguments.from_text('{ "a" : 1.0 }', HERE)) == '{ "a" : 1.0 }'
    assert arguments.as_text(arguments.from_text("{oops", HERE)) == "{oops"
    assert arguments.as_text(arguments.from_text(None, HERE)) == "{}"
    assert arguments.as_text(arguments.from_value({"é": [2**70, "\ud83d"]}, HERE)) == (
        '{"é":[1180591620717411303424,"\\ud83d"]}'
    )
    assert arguments.as_text(arguments.free_text("plain", HERE)) == "plain"


@for_each(
    ("function", "written"),
    [
        ({"arguments": '{"a": 1}'}, {"a": 1}),
        ({"arguments": ""}, {}),
        ({"arguments": "{oops"}, {"_raw": "{oops"}),
        ({"arguments": "[1]"}, {"_raw": "[1]"}),
        ({"arguments": [1]}, {"_raw": [1]}),
    ],
)
def test_arguments_that_are_no_object_are_wrapped_and_said(function: Any, written: Any) -> None:
    made = {"id": "call_1", "type": "function", "function": {"name": "f", **function}}
    conversation = histories.chat(user(), calling(made))
    out = builder_for(conversation, "anthropic")
    assert object_arguments(out, next(conversation.calls()), HERE) == written
    assert [loss.code for loss in out.losses] == ["arguments-wrapped"] * ("_raw" in written)


# Media


@for_each(
    ("url", "mime", "data"),
    [
        ("data:image/png;base64,iVBO", "image/png", "iVBO"),
        ("data:;base64,iVBO", None, "iVBO"),
        ("data:image/png;base64,", "image/png", ""),
        ("data:text/plain,hello", None, None),
        ("https://example.org/a,b.png", None, None),
        ("data:image/png;base64", None, None),
        ("", None, None),
    ],
)
def test_data_urls_are_taken_apart_and_put_together(url: str, mime: str | None, data: str | None) -> None:
    assert media.split_data_url(url) == (mime, data)
    if mime is not None:
        part = MediaPart(address=HERE, raw=None, media="image", mime_type=mime, given=data)
        assert media.url_of(part) == url


def test_the_kind_of_a_medium_follows_its_mime_type() -> None:
    kinds = [
        media.kind_of(mime) for mime in ("image/png", "audio/wav", "video/mp4", "application/pdf", None, "x")
    ]
    assert kinds == ["image", "audio", "video", "file", "file", "file"]


def test_a_summary_stands_for_a_medium_where_there_is_only_text() -> None:
    part = MediaPart(address=HERE, raw=None, media="image", mime_type="image/png", given="iVBO")
    digest = hashlib.sha256(base64.b64decode("iVBO")).hexdigest()[:16]
    assert media.summary_of(part) == f"[image/png, 3 bytes, sha256 {digest}]"


# What readers collect


def test_extras_are_the_fields_that_nobody_named_but_nulls() -> None:
    assert extras_of({"a": 1, "b": None, "c": 3}, frozenset({"a"})) == {"c": 3}
    assert extras_of({"a": 1, "b": None}, frozenset({"a"})) is None
    assert extras_of({}, frozenset()) is None


def test_an_opaque_part_names_its_wire_type() -> None:
    assert opaque({"type": "odd"}, HERE, "why").wire_type == "odd"
    assert opaque({"type": 7}, HERE, "why").wire_type == "dict"
    assert opaque(7, HERE, "why").wire_type == "int"


def test_a_builder_names_every_node_and_passes_on_what_it_was_told() -> None:
    into = ConversationBuilder("openai-chat", Traits())
    into.setting("n", 1, Address("0:/n"))
    into.tool("f", Address("0:/tools/0"), {})
    into.message("user", Address("0:/messages/0"), {}, [opaque({}, HERE, "why"), opaque({}, HERE, "why")])
    into.note("code", "message", HERE)
    made = into.finish(container="json", shape="request", documents=[{}], number=3, digest_of=lambda: "d")
    assert [part.key for part in made.settings_and_tools] == ["e0", "e1"]
    assert [(m.key, [part.key for part in m.parts]) for m in made.messages] == [("m0", ["m0.p0", "m0.p1"])]
    assert (made.number, made.digest, made.wire_format, made.notes[0].address) == (
        3,
        "d",
        "openai-chat",
        HERE,
    )
