"""Node keys: what each names, and how one leads to the node that it lies in."""

import pytest
from crosswire.model import node_key
from crosswire.model.node_key import NodeKey


@pytest.mark.parametrize(
    ("node", "message", "part"),
    [
        ("m12", "m12", "m12"),
        ("m12.p3", "m12", "m12.p3"),
        ("m12.p3.c0", "m12", "m12.p3"),
        ("m12.p3.r.c1", "m12", "m12.p3"),
        ("e2", "e2", "e2"),
    ],
)
def test_a_key_leads_to_its_message_and_its_part(node: str, message: str, part: str) -> None:
    assert node_key.message_of(NodeKey(node)) == message
    assert node_key.part_of(NodeKey(node)) == part
    assert node_key.is_setting(NodeKey(node)) == (message == "e2")
    assert node_key.is_part(NodeKey(node)) == (node not in ("m12", "e2"))


def test_keys_are_built_from_positions() -> None:
    call = node_key.part_key(node_key.message_key(4), 1)
    assert node_key.content_key(node_key.embedded_key(call), 0) == "m4.p1.r.c0"
    assert node_key.message_number(call) == 4
    assert node_key.setting_key(7) == "e7"
