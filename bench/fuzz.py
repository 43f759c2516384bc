"""Logs broken in ways that keep most of their structure, sent to the app: none may make it fail.

A third of them is JSON with slips, each value of which must be what a strict reader gives for the text meant.

`python -m bench.fuzz --count 10000` sends as many, looks at one page of each, at one export
and at what the API tells, deletes each again, and counts the answers. A failure is printed with the number
that makes the same log again: `--first 1234 --count 1`.
"""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from tempfile import TemporaryDirectory
from typing import Any

import click
import crosswire
from crosswire.containers import json_document, open_upload
from crosswire.errors import CrosswireError
from flask.testing import FlaskClient
from webapp import create_app, examples
from webapp.services import services_of
from webapp.settings import Settings

from bench.made_up import upload
from bench.slips import with_slips

SEED = 20261122
MESSAGES = 4
"""Of a made-up log: breaking one place of few breaks more than one of many."""

Json = Any
Place = tuple[Any, Any]
"""A container and the key in it."""

TEXTS = (
    *(
        "",
        " ",
        "\x00",
        "a\x00b",
        "\ud800",
        "\udc00 low",
        "\u202e",
        "\u2028",
        "\ufeff",
        "\x1b[31m",
        "\\",
        '"',
        "'",
    ),
    *(
        "<script>alert(1)</script>",
        "{{7*7}}",
        "%s%n",
        "../../etc/passwd",
        "call_1",
        "tool",
        "assistant",
        "user",
    ),
    *(
        "{",
        "[]",
        "null",
        '{"a":',
        "[DONE]",
        "data:image/png;base64,x",
        "9" * 400,
        "e\u0301" * 50,
        "x" * 70_000,
    ),
    *("https://[", "//", "\r\nSet-Cookie: a=b", "2026-13-45T99:99:99Z", "🙂" * 300, "\u200b", "\x7f\x80"),
)
VALUES: tuple[Json, ...] = (
    *(
        None,
        True,
        False,
        0,
        -1,
        1.5,
        2**63,
        2**70,
        -(2**200),
        1e308,
        float("nan"),
        float("inf"),
        [],
        {},
        [[]],
        [None],
    ),
    *([{}], {"": ""}, {"type": "x"}, {"role": 7}, [{"type": "text"}], {"a": {"b": {"c": []}}}, ["x"] * 300),
)
ID_KEYS = ("id", "call_id", "tool_call_id", "tool_use_id", "toolUseId", "item_id")
BYTES = (
    b"",
    b"\x00",
    b"\xff",
    b"\xc3",
    b'"',
    b"\\",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"\n",
    b"\\ud83d",
    b"1e999",
)


def seeds() -> list[tuple[str, list[Json]]]:
    """Logs of every format that is written, and the examples: the documents of each."""
    made = [(name, [json.loads(upload(MESSAGES, name))]) for name in crosswire.FORMATS]
    kept = [(one.file, one.data()) for one in examples.EXAMPLES]
    return [*made, *((name, [json.loads(line) for line in _documents(data)]) for name, data in kept)]


def _documents(data: bytes) -> list[bytes]:
    try:
        json.loads(data)
    except ValueError:
        return data.splitlines()
    return [data]


def places(value: Json) -> Iterator[Place]:
    """Every place in a JSON value."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from places(value[key])


def _swap_type(place: Place, chance: random.Random, _: list[Place]) -> None:
    container, key = place
    container[key] = copy.deepcopy(chance.choice(VALUES))


def _other_text(place: Place, chance: random.Random, _: list[Place]) -> None:
    container, key = place
    text = chance.choice(TEXTS)
    container[key] = container[key] + text if isinstance(container[key], str) else text


def _delete(place: Place, _: random.Random, __: list[Place]) -> None:
    container, key = place
    del container[key]


def _rename(place: Place, chance: random.Random, _: list[Place]) -> None:
    container, key = place
    if isinstance(container, dict):
        container[chance.choice(TEXTS[:-10])] = container.pop(key)


def _repeat(place: Place, chance: random.Random, _: list[Place]) -> None:
    container, key = place
    if isinstance(container, list):
        container[key:key] = [copy.deepcopy(container[key]) for _ in range(chance.randint(1, 3))]


def _from_elsewhere(place: Place, chance: random.Random, others: list[Place]) -> None:
    container, key = place
    other, name = chance.choice(others)
    if isinstance(other, dict | list) and (not isinstance(other, list) or name < len(other)):
        container[key] = copy.deepcopy(other[name] if not isinstance(other, dict) else other.get(name))


def _same_ids(place: Place, chance: random.Random, others: list[Place]) -> None:
    text = chance.choice(TEXTS)
    for container, key in others:
        if key in ID_KEYS and isinstance(container, dict) and chance.random() < 0.7:
            container[key] = text


def _deeper(place: Place, chance: random.Random, _: list[Place]) -> None:
    container, key = place
    value = container[key]
    for _ in range(chance.choice((1, 20, 120, 300))):
        value = [value] if chance.random() < 0.5 else {"a": value}
    container[key] = value


CHANGES: tuple[Callable[[Place, random.Random, list[Place]], None], ...] = (
    *(_swap_type, _swap_type, _other_text, _other_text, _delete, _rename),
    *(_repeat, _from_elsewhere, _same_ids, _deeper),
)


def broken(documents: list[Json], chance: random.Random) -> bytes:
    """The bytes of these documents with a few places changed, and sometimes a few bytes."""
    data = _written(_changed(documents, chance), chance)
    for _ in range(chance.choice((0, 0, 0, 1, 2))):
        at = chance.randrange(len(data) + 1)
        data = data[:at] + chance.choice(BYTES) + data[at + chance.choice((0, 1, 9)) :]
    return data[: chance.randrange(len(data) + 1)] if chance.random() < 0.05 else data


def _changed(documents: list[Json], chance: random.Random) -> list[Json]:
    documents = copy.deepcopy(documents)
    for _ in range(chance.randint(1, 4)):
        all_places = list(places(documents))
        if not all_places:
            break
        place = chance.choice(all_places)
        chance.choice(CHANGES)(place, chance, all_places)
    return documents


def _written(documents: list[Json], chance: random.Random) -> bytes:
    if chance.random() < 0.05:
        return repr(documents[0] if len(documents) == 1 else documents).encode(errors="backslashreplace")
    raw = chance.random() < 0.5
    texts = [json.dumps(one, ensure_ascii=not raw).encode("utf-8", "surrogatepass") for one in documents]
    if chance.random() < 0.05:
        return b"".join(b"data: " + text + b"\n\n" for text in texts)
    return b"\n".join(texts)


PAGES = (
    *(
        "?pane=gemini:read",
        "?pane=anthropic:wire&pane=original:wire",
        "/rows?from=0",
        "/calls",
        "/calls?turns=1",
    ),
    *(
        "/problem",
        "/print",
        "/verdicts",
        "/repair",
        "/repaired.json",
        "/search?q=a",
        "/original",
        "/strip",
        "/row/0",
    ),
    *(
        "/share",
        "/explain?error=messages.1",
        "/calls/0",
        "/conversations",
        "/as/gemini.md",
        "/as/openai-chat.zip",
    ),
)


@dataclass(slots=True)
class Outcome:
    """What came of the logs."""

    kept: int = 0
    refused: int = 0
    with_slips: int = 0
    """Of those kept: JSON with slips, all of whose values are as the strict reader gives them."""
    answers: Counter[int] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)


def fuzz(client: FlaskClient, numbers: Iterable[int], *, seed: int = SEED) -> Outcome:
    """Send the broken logs of these numbers, and look at what was kept of each."""
    outcome = Outcome()
    originals = seeds()
    for number in numbers:
        chance = random.Random(f"{seed}/{number}")
        name, documents = originals[number % len(originals)]
        label = f"{number} ({name})"
        if number % 3 == 0:
            document = next(iter(_changed(documents, chance)), None)
            data = with_slips(document, chance).encode()
            _hold_values(data, document, outcome, label)
        else:
            data = broken(documents, chance)
        _send(client, data, chance, outcome, label)
    return outcome


def _hold_values(data: bytes, document: Json, outcome: Outcome, label: str) -> None:
    """Fail where a value of a text with slips is read as another one than was meant."""
    strict = json.dumps(document).encode()
    try:
        meant = open_upload(strict).documents
    except CrosswireError:
        return  # the strict text is refused too
    try:
        read = open_upload(data)
    except CrosswireError as error:
        outcome.failures.append(f"{label}: {error}")
        return
    if list(map(json_document.write, read.documents)) != list(map(json_document.write, meant)):
        outcome.failures.append(f"{label}: a value is not what was meant")
    outcome.with_slips += bool(read.notes)


def _send(client: FlaskClient, data: bytes, chance: random.Random, outcome: Outcome, label: str) -> None:
    def ask(path: str, method: str = "GET", **given: Any) -> Any:
        answer = client.open(path, method=method, **given)
        content = answer.get_data()
        outcome.answers[answer.status_code] += 1
        if answer.status_code >= 500:
            outcome.failures.append(f"{label}: {answer.status_code} from {method} {path.split('/', 3)[-1]}")
        answer.close()
        return answer.status_code, content

    status, content = ask("/api/conversations", "POST", data=data)
    if status != 201:
        outcome.refused += 1
        return
    outcome.kept += 1
    told = json.loads(content)
    slug, target = told["slug"], chance.choice(list(crosswire.FORMATS))
    for path in (
        f"/c/{slug}{chance.choice(('', *PAGES))}",
        f"/c/{slug}/as/{target}.json?losses=1",
        f"/api/conversations/{slug}{chance.choice(('', '/calls', '/verdicts', f'/as/{target}'))}",
    ):
        ask(path)
    secret = {"Authorization": f"Bearer {told['manage_secret']}"}
    ask(f"/api/conversations/{slug}", "DELETE", headers=secret)


@click.command()
@click.option("--count", default=10_000, show_default=True, help="How many logs.")
@click.option("--first", default=0, help="The number of the first.")
@click.option("--seed", default=SEED, show_default=True, help="Others for another one.")
def main(count: int, first: int, seed: int) -> None:
    """Send broken logs to the app and count its answers."""
    with TemporaryDirectory() as folder:
        app = create_app(Settings(database_url=f"sqlite:///{folder}/fuzz.db"))
        outcome = fuzz(app.test_client(), range(first, first + count), seed=seed)
        services_of(app).database.engine.dispose()
    print(f"{outcome.kept} kept, {outcome.refused} refused, {len(outcome.failures)} failures")
    print(f"{outcome.with_slips} had slips and were read to the value that was meant")
    print("answers:", ", ".join(f"{status}: {number}" for status, number in sorted(outcome.answers.items())))
    for failure in outcome.failures:
        print(failure)
    raise SystemExit(1 if outcome.failures else 0)


if __name__ == "__main__":
    main(prog_name="python -m bench.fuzz")
