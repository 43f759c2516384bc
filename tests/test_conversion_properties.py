"""What holds for every conversation in every format, whatever stands in it."""

import json

import crosswire
from crosswire.rendering.messages import exportable_as_function, exported_name
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.coverage_check import unaccounted
from tests.plain_values import content_of
from tests.samples import REQUESTS
from tests.sdk_types import CHECKS
from tests.selection import for_each, tries
from tests.strategies import BODIES, SECRET, mutated

POLICIES = st.sampled_from(["keep", "fill", "native"])
TARGETS = st.sampled_from(list(crosswire.FORMATS))
MESSAGES_IN = {
    "openai-chat": "messages",
    "openai-responses": "input",
    "anthropic": "messages",
    "gemini": "contents",
    "gemini-interactions": "input",
    "azure-foundry": "input",
    "bedrock": "messages",
    "mistral": "messages",
    "cohere": "messages",
    "ollama": "messages",
}
each_format = for_each("name", [name for name in BODIES if name in crosswire.FORMATS])
examples = settings(
    max_examples=tries(3, thorough=40),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def parsed(body: object, name: str) -> list[crosswire.Conversation]:
    try:
        return crosswire.parse(body, name)
    except crosswire.NotAConversation:
        return []


@each_format
@given(st.data())
@examples
def test_what_is_written_in_its_own_format_reads_as_the_same(name, data):
    [conversation] = crosswire.parse(data.draw(BODIES[name]), name)
    rendering = crosswire.render(conversation, name, ids=data.draw(POLICIES))
    [again] = crosswire.parse(rendering.payload, name)
    assert content_of(again) == content_of(conversation, rendering)


@each_format
@given(st.data())
@examples
def test_with_ids_kept_a_request_is_written_as_it_was(name, data):
    body = data.draw(BODIES[name])
    [conversation] = crosswire.parse(body, name)
    assert crosswire.render(conversation, name, ids="keep").payload == body


@for_each("name", [name for name in crosswire.FORMATS if name != "bedrock"])  # its list has another place
def test_an_empty_list_of_tools_stays_or_is_said_to_be_lost(name):
    body = REQUESTS[name] | {"tools": []}
    [conversation] = crosswire.parse(body, name)
    assert crosswire.render(conversation, name, ids="keep").payload["tools"] == []
    for target in crosswire.FORMATS:
        rendering = crosswire.render(conversation, target)
        stays = rendering.payload.get("tools") == []
        assert stays != ("tools" in [loss.what for loss in rendering.losses])


@each_format
@given(st.data())
@examples
def test_a_rendering_accounts_for_every_part_value_and_id(name, data):
    [conversation] = crosswire.parse(data.draw(BODIES[name]), name)
    rendering = crosswire.render(conversation, data.draw(TARGETS), ids=data.draw(POLICIES))
    assert unaccounted(conversation, rendering) == {}


@each_format
@given(st.data())
@examples
def test_what_only_its_own_provider_can_read_reaches_no_other(name, data):
    [conversation] = crosswire.parse(data.draw(BODIES[name]), name)
    for target in crosswire.FORMATS:
        if target != name:
            assert SECRET not in json.dumps(crosswire.render(conversation, target).payload)


@each_format
@given(st.data())
@examples
def test_the_same_log_gives_the_same_rendering(name, data):
    body, target, policy = data.draw(BODIES[name]), data.draw(TARGETS), data.draw(POLICIES)
    first, second = (
        crosswire.render(*crosswire.parse(json.loads(json.dumps(body)), name), target, ids=policy)
        for _ in range(2)
    )
    assert json.dumps(first.payload) == json.dumps(second.payload)
    assert (first.losses, first.links, first.id_map) == (second.losses, second.links, second.id_map)


@each_format
@given(st.data())
@examples
def test_links_and_losses_can_be_left_away_without_changing_the_payload(name, data):
    [conversation] = crosswire.parse(data.draw(BODIES[name]), name)
    target, policy = data.draw(TARGETS), data.draw(POLICIES)
    with_links = crosswire.render(conversation, target, ids=policy)
    without = crosswire.render(conversation, target, ids=policy, links=False)
    assert without.payload == with_links.payload
    assert (without.links, without.losses) == ([], [])


@each_format
@given(st.data())
@examples
def test_no_call_and_no_result_that_a_client_runs_is_lost_on_the_way(name, data):
    [conversation] = crosswire.parse(data.draw(BODIES[name]), name)
    target = data.draw(TARGETS)
    rendering = crosswire.render(conversation, target)
    again = parsed(rendering.payload, target)
    calls = [exported_name(call) for other in again for call in other.calls() if exportable_as_function(call)]
    results = sum(exportable_as_function(result) for other in again for result in other.results())
    assert calls == [exported_name(call) for call in conversation.calls() if exportable_as_function(call)]
    assert results == sum(exportable_as_function(result) for result in conversation.results())


@each_format
@given(st.data())
@examples
def test_nothing_breaks_on_broken_json(name, data):
    body = data.draw(mutated(BODIES[name]))
    raw = json.dumps(body).encode()
    crosswire.detect(raw)
    for reader in crosswire.FORMATS:
        for conversation in parsed(body, reader):
            pairing = crosswire.pair(conversation)
            crosswire.diagnose(conversation, pairing)
            rendering = crosswire.render(conversation, data.draw(TARGETS), ids=data.draw(POLICIES))
            json.dumps(rendering.payload)
            assert unaccounted(conversation, rendering) == {}


@each_format
@given(st.data())
@examples
def test_what_is_written_for_another_provider_is_what_its_types_take(name, data):
    [conversation] = crosswire.parse(data.draw(BODIES[name]), name)
    for target in crosswire.FORMATS:
        if target != name:
            assert CHECKS[target](crosswire.render(conversation, target).payload) == []


@given(st.data())
@examples
def test_a_history_of_two_formats_is_accounted_for_in_every_format(data):
    """Each segment keeps what only its own format has, and none of it reaches the other's provider."""
    first, second = data.draw(st.permutations(list(MESSAGES_IN)))[:2]
    messages = []
    for name in (first, second):
        drawn = data.draw(BODIES[name])[MESSAGES_IN[name]]
        messages += drawn if isinstance(drawn, list) else []
    try:
        conversations = crosswire.load(json.dumps(messages).encode()).conversations
    except crosswire.NotAConversation:
        return
    target = data.draw(TARGETS)
    for conversation in conversations:
        assert unaccounted(conversation, crosswire.render(conversation, target)) == {}
