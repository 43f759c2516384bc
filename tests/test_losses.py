"""The codes of losses and where each loss points; each code is documented, and each documented one used."""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import crosswire
from crosswire.address import resolve
from crosswire.containers import json_document
from crosswire.model import Conversation
from crosswire.model.loss_codes import LOSS_CODES, by_family
from crosswire.rendering.format_titles import TITLES
from tests.selection import for_each

CORE = Path(crosswire.__file__).parent
CORPUS = sorted((Path(__file__).parent / "corpus").rglob("*.json"))
# Position of the code among the arguments of what makes a loss.
MAKERS = {"Loss": 1, "dropped": 1, "lost": 2}
MAY_LOSE = re.compile("|".join([*MAKERS, "code=", "no_place", *LOSS_CODES]))
"""What no module lacks that makes a loss; to parse the others takes longer than to look."""


@cache
def sources() -> list[tuple[Path, ast.Module]]:
    """The modules that write and so lose: rules and explanations have codes of their own."""
    return list(_sources())


def _sources() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(CORE.rglob("*.py")):
        inside = path.relative_to(CORE).parts[0]
        if inside not in ("rules", "explain", "cli", "loss_codes.py"):
            text = path.read_text(encoding="utf-8")
            if MAY_LOSE.search(text):
                yield path, ast.parse(text)


def texts(node: ast.expr | None) -> Iterator[str]:
    """The texts that an expression may be, as far as it says so itself."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from texts(node.body)
        yield from texts(node.orelse)


def codes_in(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            position = MAKERS.get(name)
            # A method of the same name without a part says what is lost in words alone.
            if position is not None and len(node.args) > position + 1:
                yield from texts(node.args[position])
            for keyword in node.keywords:
                if keyword.arg == "code" and name != "Note":
                    yield from texts(keyword.value)
        elif isinstance(node, ast.FunctionDef) and node.name.endswith(("no_place", "why_no_place")):
            for inner in ast.walk(node):
                if isinstance(inner, ast.Return) and isinstance(inner.value, ast.Tuple):
                    yield from texts(inner.value.elts[0])


def test_every_code_that_is_written_down_is_documented() -> None:
    found = [(code, path.name) for path, tree in sources() for code in codes_in(tree)]
    assert {(code, name) for code, name in found if code not in LOSS_CODES} == set()
    assert len(found) > 80


def test_every_documented_code_is_used() -> None:
    written = {
        node.value
        for _, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert LOSS_CODES.keys() <= written


@cache
def recorded(path: Path) -> list[Conversation]:
    """The conversations of a file, read once for all targets."""
    return crosswire.load(path.read_bytes(), name=path.name).conversations


@for_each("target", crosswire.FORMATS)
def test_losses_of_the_corpus_have_known_codes_and_point_at_what_is_there(target: str) -> None:
    for path in CORPUS:
        for conversation in recorded(path):
            rendering = crosswire.render(conversation, target, ids="native")
            for loss in rendering.losses:
                assert loss.code in LOSS_CODES
                assert loss.source or loss.target, loss
                if loss.target is not None:
                    resolve(loss.target, [rendering.payload], lambda text: json_document.read(text.encode()))


def test_codes_have_a_sentence_and_a_family_each() -> None:
    assert [code.name for codes in by_family().values() for code in codes] == list(LOSS_CODES)
    for code in LOSS_CODES.values():
        assert code.says.endswith(".")
        assert code.says[0].isupper()
        assert len(code.says) < 200


def test_what_was_said_before_its_part_was_written_has_its_place_all_the_same() -> None:
    body = {
        "model": "gpt-4o",
        "messages": [
            {"role": "user", "content": "Hi"},
            {"role": "assistant", "content": "Hello."},
            {"role": "system", "content": "Be brief."},
        ],
    }
    [conversation] = crosswire.load(json.dumps(body).encode()).conversations
    rendering = crosswire.render(conversation, "anthropic")
    [moved] = [loss for loss in rendering.losses if loss.kind == "moved"]
    assert (moved.code, moved.source) == ("system-hoisted", "0:/messages/2/content")
    assert moved.target is not None
    assert resolve(moved.target, [rendering.payload], json.loads) == "Be brief."


def test_sentences_call_each_format_by_its_title() -> None:
    assert {name: format.TITLE for name, format in crosswire.FORMATS.items()} == TITLES


def test_a_record_has_the_fields_of_a_loss_in_plain_text() -> None:
    body = {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hi"}], "logit_bias": {"1": 2}}
    [conversation] = crosswire.load(json.dumps(body).encode()).conversations
    records = [loss.record() for loss in crosswire.render(conversation, "anthropic").losses]
    assert json.loads(json.dumps(records)) == records
    [lost] = [record for record in records if record["kind"] == "dropped"]
    assert lost == {
        "kind": "dropped",
        "code": "setting",
        "what": "logit_bias",
        "why": "A request of Anthropic Messages has no field for it.",
        "source": "0:/logit_bias",
        "target": None,
        "fallback": None,
    }


@for_each(
    ("source", "target", "why"),
    [
        ("openai-chat", "openai-responses", None),
        ("openai-responses", "openai-chat", None),
        ("openai-chat", "azure-foundry", "a deployment"),
        ("openai-responses", "azure-foundry", "a deployment"),
        ("azure-foundry", "openai-responses", "may be the name of a deployment"),
        ("openai-chat", "anthropic", "another provider"),
    ],
)
def test_the_name_of_a_model_is_lost_between_providers_alone(
    source: str, target: str, why: str | None
) -> None:
    container = "messages" if source == "openai-chat" else "input"
    body = {"model": "gpt-4o", container: [{"role": "user", "content": "Go on."}]}
    [conversation] = crosswire.parse(body, source)
    losses = crosswire.render(conversation, target).losses
    said = [loss.why for loss in losses if loss.code == "model-name"]
    assert len(said) == (why is not None)
    assert why is None or why in said[0]


def test_a_guessed_name_of_a_function_is_said_to_be_added() -> None:
    use = {"type": "tool_use", "id": "toolu_1", "name": "look", "input": {}}
    answer = {"type": "tool_result", "tool_use_id": "toolu_9", "content": "x"}
    body = {
        "messages": [
            {"role": "user", "content": "Go on."},
            {"role": "assistant", "content": [use]},
            {"role": "user", "content": [answer]},
        ]
    }
    [conversation] = crosswire.parse(body, "anthropic")
    added = [loss for loss in crosswire.render(conversation, "gemini").losses if loss.kind == "added"]
    assert [(loss.what, loss.target) for loss in added] == [
        ("look", "0:/contents/2/parts/0/functionResponse/name")
    ]
