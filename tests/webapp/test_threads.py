"""Conversations that began in others of their upload: each names the other, and leads to the place."""

import html
import json
import re

from flask.testing import FlaskClient
from tests.claude_code_lines import answered, said
from tests.selection import for_each
from tests.test_branches import REWOUND
from tests.test_events import boundary, summary
from tests.test_sub_agents import agent_lines, asks, copied, report, session_files
from tests.webapp.samples import chat_lines


def slugs_of(client: FlaskClient, lines: list[dict[str, object]]) -> list[str]:
    data = "\n".join(map(json.dumps, lines)).encode()
    told = client.post("/api/conversations", data=data).json
    return [one["slug"] for one in told["conversations"]]


def links(page: str) -> dict[str, str]:
    """The words of each link, with its address."""
    found = re.findall(r'<a [^>]*href="([^"]*)"[^>]*>(.*?)</a>', html.unescape(page), re.DOTALL)
    return {" ".join(re.sub(r"<.*?>", " ", words).split()): address for address, words in found}


def test_a_branch_leads_to_the_message_that_it_leaves_from(client: FlaskClient) -> None:
    active, branch = slugs_of(client, REWOUND)
    back = links(client.get(f"/c/{branch}").text)["Branch of List the files."]
    assert back == f"/c/{active}?at=3:/message#at"
    assert client.get(back).status_code == 200


def test_a_conversation_says_how_many_branches_leave_from_it(client: FlaskClient) -> None:
    active, branch = slugs_of(client, REWOUND)
    listed = links(client.get(f"/c/{active}").text)["1 other branch"]
    page = client.get(listed).text
    assert links(page)["Branch"] == f"/c/{active}?at=3:/message#at"
    assert f"/c/{branch}" in page


def test_the_api_tells_both_ends(client: FlaskClient) -> None:
    active, branch = (
        client.get(f"/api/conversations/{slug}").json["summary"]["threads"]
        for slug in slugs_of(client, REWOUND)
    )
    assert (active["id"], active["counts"], active["started_from"]) == ("s1", {"branch": 1}, None)
    assert active["starts"][0]["conversation"] == 2
    assert branch["started_from"] == {
        "relation": "branch",
        "id": "s1",
        "conversation": 1,
        "here": "4:/message",
        "there": "3:/message",
        "why": "rewind",
        "path": "",
    }


def test_conversations_that_the_log_does_not_tie_name_no_other(client: FlaskClient) -> None:
    slug = client.post("/api/conversations", data=chat_lines(2)).json["slug"]
    assert "Branch of" not in client.get(f"/c/{slug}/conversations").text


def test_a_sub_agent_stands_under_its_call_and_leads_back_to_it(client: FlaskClient) -> None:
    main = [said("u1", None, "Look."), asks("a1", "u1", "toolu_1", "Look around.")]
    lines = [*main, *agent_lines("b7", "Look around."), report("r1", "a1", "toolu_1", "b7")]
    session, agent = slugs_of(client, lines)
    there = links(client.get(f"/c/{session}").text)
    assert "1 sub-agent" in there
    assert client.get(there["Started sub-agent 2"]).location == f"/c/{agent}"
    back = f"/c/{session}?at=1:/message/content/0#at"
    words = "Sub-agent of call Agent Look around. in Look."
    assert links(client.get(f"/c/{agent}").text)[words] == back


def test_a_sub_agent_whose_log_was_not_uploaded_is_named_under_its_call(client: FlaskClient) -> None:
    lines = [said("u1", None, "Look."), asks("a1", "u1", "toolu_1", "Look around.")]
    (slug,) = slugs_of(client, [*lines, report("r1", "a1", "toolu_1", "b7")])
    page = client.get(f"/c/{slug}").text
    assert "Started sub-agent b7, whose log was not uploaded: it would be agent-b7.jsonl" in page


def test_a_fork_and_its_session_lead_to_each_other_whichever_file_comes_first(client: FlaskClient) -> None:
    main = [said("u1", None, "Look."), answered("a1", "u1")]
    fork = [*copied(main, "s0"), {**said("f1", "a1", "Other."), "sessionId": "s0"}]
    told = client.post("/api/conversations", data=session_files(s0=fork, s1=main)).json
    slugs = [one["slug"] for one in told["conversations"]]
    back = links(client.get(f"/c/{slugs[0]}").text)["Fork of Look."]
    assert back == f"/c/{slugs[1]}?at=4:/message#at"
    page = client.get(f"/c/{slugs[1]}").text
    assert client.get(links(page)["Fork 1 leaves here"]).location == f"/c/{slugs[0]}"
    tree = client.get(f"/c/{slugs[1]}/conversations").text
    assert re.findall(r'<li data-depth="(\d)"><a[^>]*>(\d)\.', tree) == [("0", "2"), ("1", "1")]
    (alone,) = slugs_of(client, fork)
    for page in (f"/c/{alone}", f"/c/{alone}/conversations"):
        assert "Fork of s1, whose log was not uploaded: it would be s1.jsonl" in client.get(page).text


def test_a_sub_agent_is_named_as_its_call_names_it(client: FlaskClient) -> None:
    call = asks("a1", "u1", "toolu_1", "Look around.")
    call["message"]["content"][0]["input"] |= {"description": "Map the code", "subagent_type": "Explore"}
    lines = [said("u1", None, "Look."), call, *agent_lines("b7", "Look around.")]
    session, _ = slugs_of(client, [*lines, report("r1", "a1", "toolu_1", "b7")])
    assert "Started sub-agent 2: Map the code (Explore)" in links(client.get(f"/c/{session}").text)


@for_each("number", ["0", "3", "9" * 30])
def test_a_number_that_no_conversation_has_is_not_found(client: FlaskClient, number: str) -> None:
    slug = slugs_of(client, REWOUND)[0]
    assert client.get(f"/c/{slug}/conversations/{number}").status_code == 404


def test_what_happened_between_messages_is_a_line_at_its_row(client: FlaskClient) -> None:
    lines = [said("u1", None, "Hi."), answered("a1", "u1"), boundary("c1", "a1"), summary("s", "c1")]
    slug = slugs_of(client, [*lines, boundary("c2", "s")])[0]
    page = client.get(f"/c/{slug}").text
    found = re.findall(r'data-address="([^"]*)"|class="between"><span>([^<]*)', page)
    assert [at or words for at, words in found if words or at >= "3:"] == [
        "3:/message/content",
        "Compacted: a summary stands for all before (auto)",
        "Compacted: a summary stands for all before (auto)",
    ]


def test_the_list_is_a_tree_in_which_each_stands_below_where_it_began(client: FlaskClient) -> None:
    agent, inner = (agent_lines(id, ask, id) for id, ask in AGENTS)
    inside = asks("n1", agent[-1]["uuid"], "toolu_2", "Count them.")
    agent = [*agent, {**inside, "isSidechain": True, "agentId": "b7"}]
    main = [said("u1", None, "Look."), asks("a1", "u1", "toolu_1", "Look around.")]
    rest = [answered("a9", "u1"), report("r1", "a1", "toolu_1", "b7"), answered("a2", "r1")]
    slug = slugs_of(client, [*main, *agent, *inner, *rest])[0]
    page = client.get(f"/c/{slug}/conversations").text
    found = re.findall(r'<li data-depth="(\d)"><a[^>]*>(\d)\. ([\w-]+)', page)
    assert found == [
        ("0", "1", "Look"),
        ("1", "2", "Branch"),
        ("1", "3", "Sub-agent"),
        ("2", "4", "Sub-agent"),
    ]


AGENTS = (("b7", "Look around."), ("c8", "Count them."))
