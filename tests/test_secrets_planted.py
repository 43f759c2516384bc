"""Secrets in the forms and places of real logs are masked; pairs and JSON stay."""

import ast
import json
import re
from base64 import b64decode
from collections.abc import Iterator
from typing import Any

import crosswire
from crosswire.secrets import find_secrets, masked
from tests.planted_secrets import NAMED, PLACES, Place, Planted, planted
from tests.selection import for_each, in_turns

TOLD = 6
"""Signs of a secret in a row that say too much of it."""


def told(value: Any) -> Iterator[str]:
    """Every text of a JSON value, and what is told by JSON or base64 in it."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from told(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from told(inner)
    elif isinstance(value, str):
        yield value
        yield from (b64decode(word).decode("latin-1") for word in re.findall(r"(?:[\w+/]{4}){6,}=*", value))
        if value[:1] in ("{", "["):
            try:
                yield from told(json.loads(value))
            except ValueError:
                return


def read(data: bytes, place: str) -> str:
    """All that somebody reads in a masked log; it has to be readable still."""
    text = data.decode()
    if place == "a stream":
        events = [json.loads(line[6:]) for line in text.splitlines() if line]
        return "".join(event["choices"][0]["delta"]["content"] for event in events)
    if place == "a Python literal":
        return " ".join(told(ast.literal_eval(text)))
    if place == "a session":
        return " ".join(piece for line in text.splitlines() for piece in told(json.loads(line)))
    return " ".join(told(json.loads(text)))


def pairs(data: bytes) -> list[Any]:
    return [crosswire.pair(one).counts() for one in crosswire.load(data).conversations]


def is_masked(secret: Planted, name: str, place: Place) -> bool:
    data = place(secret.text)
    clean = masked(data, find_secrets(data))
    assert pairs(clean) == pairs(data)
    text = read(clean, name)
    return not any(secret.secret[i : i + TOLD] in text for i in range(len(secret.secret) - TOLD + 1))


SECRETS = planted()


def test_there_are_enough_of_them() -> None:
    assert len(SECRETS) >= 150
    assert len(PLACES) >= 12
    assert len({secret.text for secret in SECRETS}) == len(SECRETS)


@for_each(("number", "name"), list(enumerate(PLACES)), ids=PLACES)
def test_planted_secrets_are_masked_in_every_place(number: int, name: str) -> None:
    some = in_turns(SECRETS, number, 30)
    left = [secret.form for secret in some if not is_masked(secret, name, PLACES[name])]
    assert len(left) <= len(some) / 20, left


@for_each("secret", SECRETS, ids=lambda secret: secret.form)
def test_each_planted_secret_is_masked_where_a_user_says_it(secret: Planted) -> None:
    assert is_masked(secret, "what the user says", PLACES["what the user says"])


@for_each("secret", SECRETS, ids=lambda secret: secret.form)
def test_what_a_shape_shows_is_sure_and_what_a_name_tells_is_not(secret: Planted) -> None:
    found = [one for one in find_secrets(PLACES["what the user says"](secret.text)) if not one.is_sure]
    assert secret.form.replace("\n", "\\n") in NAMED or found == []


STAND_INS = """
DB_PASSWORD=<your password>
DB_PASSWORD=$DB_PASSWORD
DB_PASSWORD=${DB_PASSWORD:-}
DB_PASSWORD=
DB_PASSWORD=changeme
DB_PASSWORD=xxxxxxxx
DB_PASSWORD=********
API_KEY="your-api-key-here"
api_key = os.environ["API_KEY"]
apiKey: process.env.API_KEY,
token: ${{ secrets.GITHUB_TOKEN }}
password: {{ vault_password }}
password: str = Field(...)
password: Optional[str] = None
{"password": {"type": "string"}}
{"password": "string", "token": "string"}
{"password": null, "token": true}
"password": "[masked-password-1]"
password = getpass("Password: ")
self.password = password
def login(user, password):
The password is incorrect.
Enter your password: it must have 8 characters
{"max_tokens": 1024, "next_page_token": "CAUQAA12345678abc", "token": "Hello"}
{"public_key": "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE"}
{"primary_key": "user_id_1234567890ab", "foreign_key": "a1b2c3d4e5f6a7b8"}
{"session_id": "0199a213-81c0-7800-8aa1-bbab2a035a53"}
AUTHOR=anna1234567 KEYBOARD=qwerty123456
token_type: bearer, token_count: 12345678
https://accounts.test/reset-password?next=/home
password_hash: the column of the hash
--password "$PASSWORD" --token $TOKEN
secretKeyRef: {name: db, key: password}
Authorization: Bearer $TOKEN
Cookie: none
"""


@for_each("text", [line for line in STAND_INS.splitlines() if line])
def test_what_stands_for_a_secret_is_none(text: str) -> None:
    data = json.dumps({"content": text}).encode()
    assert [data[one.start : one.end] for one in find_secrets(data)] == []
    assert [one.hint for one in find_secrets(text.encode())] == []


def test_a_value_that_only_its_name_tells_is_masked_elsewhere_too() -> None:
    data = json.dumps(["DB_PASSWORD=hunter2forever", "It said hunter2forever!", "xhunter2foreverx"]).encode()
    assert json.loads(masked(data, find_secrets(data))) == [
        "DB_PASSWORD=[masked-password-1]",
        "It said [masked-password-1]!",
        "xhunter2foreverx",
    ]


def test_a_sure_secret_stays_sure_beside_a_name_and_in_a_cookie() -> None:
    key = "gh" + "p_" + "aB3dE5fG7hJ9kLmN1pQrS2tUvW4xYz60aB3d"
    data = json.dumps({"password": key, "cookie": f"theme1=dark12; auth={key}; lang=de12345"}).encode()
    found = find_secrets(data)
    assert [(one.rule.id, one.number) for one in found if one.is_sure] == [("github-token", 1)] * 2
    assert json.loads(masked(data, found)) == {
        "password": "[masked-github-token-1]",
        "cookie": "[masked-cookie-1][masked-github-token-1][masked-cookie-2]",
    }


def test_a_number_of_json_is_never_replaced() -> None:
    digits = "1234567890" * 3 + "12"
    data = f'{{"a": "DD_API_KEY={digits}", "b": {digits}, "password": 12345678}}'.encode()
    assert json.loads(masked(data, find_secrets(data)))["b"] == int(digits)


@for_each("slashes", [2, 4, 6])
def test_a_password_that_ends_in_backslashes_ends_there(slashes: int) -> None:
    value = {"password": "hunter2!" + "\\" * (slashes // 2), "next": "hello"}
    for data in (
        json.dumps(value),
        json.dumps(json.dumps(value)),
        json.dumps([json.dumps([json.dumps(value)])]),
    ):
        clean = masked(data.encode(), find_secrets(data.encode()))
        assert b"hunter2" not in clean
        again = json.loads(clean)
        while not isinstance(again, dict):
            again = json.loads(again) if isinstance(again, str) else again[0]
        assert again == {"password": "[masked-password-1]", "next": "hello"}


@for_each("word", ["Müller & Co", 'say "no"', "\U0001f600 Acme", "Acme"])
def test_a_word_is_masked_everywhere_alike_however_it_is_escaped(word: str) -> None:
    value = {"a": f"x {word} y", "b": json.dumps({"c": [f"{word}.", json.dumps(word)]})}
    for data in (json.dumps(value), json.dumps(value, ensure_ascii=False)):
        clean = masked(data.encode(), find_secrets(data.encode(), [word]))
        read = json.loads(clean)
        assert read["a"] == "x [masked-word-1] y"
        assert json.loads(read["b"]) == {"c": ["[masked-word-1].", '"[masked-word-1]"']}


def test_a_word_that_a_stream_sent_in_pieces_is_masked() -> None:
    data = PLACES["a stream"]("Ask Müller of Acme Incorporated.")
    clean = masked(data, find_secrets(data, ["Acme Incorporated", "Müller"]))
    assert read(clean, "a stream") == "So: Ask [masked-word-1] of [masked-word-2]. "
