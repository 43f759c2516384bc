"""Made-up secrets in the forms in which logs hold them, and the places where they are put.

`{w40}` are 40 random signs, as in the tables of shapes; the longest random part of a form is what
must not be told.
"""

from __future__ import annotations

import json
import random
import re
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from crosswire.secrets.shape_language import ALPHABETS

SHAPED = """
sk-ant-api03-{w93}AA | sk-ant-admin01-{w93}AA | sk-ant-oat01-{w93}AA | sk-proj-{w74}T3BlbkFJ{w74}
sk-{a20}T3BlbkFJ{a20} | sk-svcacct-{w60} | sk-or-v1-{h64} | sk-{h32} | sk-lf-{h8}-{h4}-4{h3}-a{h3}-{h12}
lsv2_pt_{h32}_{h10} | gsk_{a52} | xai-{a80} | pplx-{a48} | r8_{a37} | hf_{c34} | nvapi-{w64} | csk-{l48}
fw_{a24} | tgp_v1_{w43} | sk_{h48} | tvly-dev-{a32} | fc-{h32} | jina_{w60} | pa-{w43} | e2b_{h40}
AIza{w35} | GOCSPX-{w28} | ya29.a0{w160} | 1//0{w60} | AKIA{i16} | ASIA{i16} | ABSK{b128}
{a3}8Q~{w34} | dapi{h32} | dop_v1_{h64} | hvs.{w96} | {a14}.atlasv1.{w67} | dp.pt.{a43} | sbp_{h40}
sb_secret_{w40} | pscale_tkn_{w43} | A3-{u6}-{u6}-{u5}-{u5}-{u5}-{u5} | ops_eyJ{b260} | LTAI{a20}
v1.0-{h24}-{h146} | 4b1d{a38} | fo1_{w43} | HRKU-AA{w58} | rnd_{a32} | nfp_{a40} | pul-{h40} | pnu_{a36}
ico-{a32} | API-{u26} | sha256~{w43} | tskey-auth-{a20} | pat.{w22}.{a24}.{a20}
ghp_{a36} | gho_{a36} | ghs_{a36} | github_pat_{a22}_{a59} | glpat-{w20} | gldt-{w20} | glrt-{w20}
glptt-{h40} | GR1348941{w20} | npm_{a36} | pypi-AgEIcHlwaS5vcmc{w80} | rubygems_{h48} | oy2{l43} | cio{a32}
dckr_pat_{w27} | AKCp{a69} | squ_{h40} | sgp_{h16}_{h40} | CCIPAT_{a22}_{h40} | bkua_{h40}
ATATT3xFfGF0{w180} | ATBB{a32} | PMAK-{h24}-{h34} | lin_api_{a40} | figd_{w40} | ntn_{d11}{a35}
pat{a14}.{h64} | CFPAT-{w43} | sntryu_{h64} | xoxb-{d12}-{d13}-{a24} | xoxp-{d12}-{d12}-{d13}-{h32}
xapp-1-A{u10}-{d13}-{h64} | sk_live_{a99} | rk_test_{a24} | whsec_{b32} | SK{h32} | SG.{w22}.{w43}
key-{h32} | {h32}-us12 | xkeysib-{h64}-{l16} | re_{a8}_{a24} | shpat_{h32} | sq0atp-{w22}
access-production-{h8}-{h4}-{h4}-{h4}-{h12} | glsa_{a32}_{h8} | NRAK-{u27} | dt0c01.{u24}.{u64}
pat-na1-{h8}-{h4}-{h4}-{h4}-{h12} | EAAM{a120} | {a6}_{a29}_mmk | AGE-SECRET-KEY-1{q58}
eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.{w43} | {d10}:AA{w33}
https://hooks.slack.com/services/T{u8}/B{u10}/{a24} | https://discord.com/api/webhooks/{d18}/{w68}
postgresql://admin:{a16}@db.example.com/app | https://bot:{w22}@git.example.com/a.git
"""
"""Those whose shape shows them."""
NAMED = r"""
DB_PASSWORD={a12}
export PGPASSWORD='{a10}-!x'
MYSQL_ROOT_PASSWORD="{a9}#{a4}"
password: {a11}
  password: "{a8} {a4}"
db_pass = {a10}
{"username": "anna", "password": "{a10}!"}
{"user": "anna", "passwd": "{a14}", "n": 1}
login(user="anna", password="{a12}")
mysqldump --user=root --password={a12} shop
psql --password {a13} -U anna
sshpass -p {a12} ssh root@10.0.0.1
mysql -u root -p{a14} shop
curl -u anna:{a14} https://internal.test/a
["docker", "login", "--password", "{a14}"]
Authorization: Basic YW5uYTp{b22}==
Authorization: Bearer {w43}
Authorization: Token {h40}
X-Api-Key: {a32}
X-Auth-Token: {h40}
{"headers": {"X-API-Key": "{a32}"}}
-H "PRIVATE-TOKEN: {w20}"
Cookie: sessionid={a32}; theme=dark
Set-Cookie: sid={w40}; Path=/; HttpOnly
{"cookie": "auth={a28}; lang=de"}
https://api.test/v1/items?token={a32}&page=2
https://api.test/v1/items?page=2&api_key={h32}
https://x.blob.core.test/a?sv=2024&sig={a43}&se=2027
client_secret={w40}
{"client_id": "a1", "client_secret": "{w40}"}
clientSecret: "{a36}"
SECRET_KEY={a50}
SECRET_KEY_BASE={h128}
JWT_SECRET={a32}
//npm.test/:_authToken={h8}-{h4}-{h4}-{h4}-{h12}
_auth={b24}
machine git.test login anna password {a14}
db.internal:5432:shop:anna:{a14}
{"auths": {"registry.test": {"auth": "YW5uYTp{b22}=="}}}
    client-key-data: LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0tCk1JSUV{b60}
    token: {a40}
[database]\npassword = {a12}
db_password = "{a14}"
<password>{a12}</password>
<add key="Password" value="{a12}" />
{"name": "DB_PASSWORD", "value": "{a14}"}
- name: DB_PASSWORD\n  value: {a14}
AccountKey={b86}==
AWS_SECRET_ACCESS_KEY={b40}
CLOUDFLARE_API_TOKEN={w40}
ALGOLIA_API_KEY: {h32}
SNYK_TOKEN={h8}-{h4}-{h4}-{h4}-{h12}
The password is {a12}, keep it.
Server=db;User Id=sa;Password={a12};Encrypt=true
CREATE USER anna WITH PASSWORD '{a12}';
os.environ["OPENAI_API_KEY"] = "{a40}"
"""
"""Those that only a name shows."""


@dataclass(frozen=True)
class Planted:
    form: str
    text: str
    secret: str
    """What must not be told."""


def planted() -> list[Planted]:
    """All of them, the same at each call."""
    chance = random.Random(20261123)
    shaped = [form.strip() for form in re.split(r" \| |\n", SHAPED) if form.strip()]
    named = [form.replace("\\n", "\n") for form in NAMED.strip("\n").splitlines()]
    return [_planted(form, chance) for form in (*shaped, *named)]


def _planted(form: str, chance: random.Random) -> Planted:
    parts = []

    def random_part(match: re.Match[str]) -> str:
        signs = ALPHABETS[match[1]][1]
        # A digit and two letters, as nearly all have that are made by chance.
        part = "".join(chance.choices(signs, k=int(match[2]) - 3)) + _mixed(signs, chance)
        parts.append(part)
        return part

    text = re.sub(r"\{([a-z])([0-9]+)\}", random_part, form)
    return Planted(form, text, max(parts, key=len))


def _mixed(signs: str, chance: random.Random) -> str:
    letters = [sign for sign in signs if sign.isalpha()] or list(signs)
    digits = [sign for sign in signs if sign.isdigit()] or list(signs)
    return chance.choice(letters) + chance.choice(digits) + chance.choice(letters)


Place = Callable[[str], bytes]


def _value(text: str) -> Any:
    """The JSON that a text is, or the text."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _chat(arguments: str, result: str, said: str = "Go on.") -> dict[str, Any]:
    call = {"id": "call_1", "type": "function", "function": {"name": "run", "arguments": arguments}}
    return {
        "model": "gpt-4o",
        "messages": [
            {"role": "user", "content": said},
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "call_1", "content": result},
        ],
    }


def _anthropic(given: Any, result: str) -> dict[str, Any]:
    call = {"type": "tool_use", "id": "toolu_1", "name": "run", "input": {"it": given}}
    answer = {"type": "tool_result", "tool_use_id": "toolu_1", "content": result}
    return {
        "model": "claude-sonnet-4-5",
        "max_tokens": 99,
        "messages": [
            {"role": "user", "content": "Go on."},
            {"role": "assistant", "content": [call]},
            {"role": "user", "content": [answer]},
        ],
    }


def _gemini(result: Any) -> dict[str, Any]:
    call = {"functionCall": {"id": "1", "name": "run", "args": {"a": 1}}}
    answer = {"functionResponse": {"id": "1", "name": "run", "response": {"result": result}}}
    return {"contents": [{"role": "model", "parts": [call]}, {"role": "user", "parts": [answer]}]}


def _streamed(text: str) -> bytes:
    pieces = [text[i : i + 7] for i in range(0, len(text), 7)]
    chunks = [{"choices": [{"index": 0, "delta": {"content": one}}]} for one in ("So: ", *pieces, " ")]
    return "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks).encode()


def _escaped(text: str) -> bytes:
    said = json.dumps(_chat("{}", "ok", "SAID"))
    return said.replace("SAID", "".join(f"\\u{ord(sign):04x}" for sign in text)).encode()


def _session(text: str) -> bytes:
    lines = [
        {"type": "user", "uuid": "a", "message": {"role": "user", "content": "Go on."}},
        {"type": "user", "uuid": "b", "message": {"role": "user", "content": text}},
    ]
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


PLACES: dict[str, Place] = {
    "what the user says": lambda text: json.dumps(_chat("{}", "ok", text)).encode(),
    "arguments": lambda text: json.dumps(_chat(json.dumps({"it": _value(text)}), "ok")).encode(),
    "a text in arguments": lambda text: json.dumps(
        _chat(json.dumps({"command": f"cat <<E\n{text}\nE\n"}), "ok")
    ).encode(),
    "a result": lambda text: json.dumps(_chat("{}", text), ensure_ascii=False, indent=1).encode(),
    "JSON in JSON in a result": lambda text: json.dumps(
        _chat("{}", json.dumps({"out": json.dumps({"text": text})}))
    ).encode(),
    "input as JSON": lambda text: json.dumps(_anthropic(_value(text), "ok")).encode(),
    "lines of a result": lambda text: json.dumps(
        _anthropic(1, f"total 4\n# a file\n{text}\nand so on\n")
    ).encode(),
    "Gemini's response": lambda text: json.dumps(_gemini(_value(text))).encode(),
    "a session": _session,
    "a stream": _streamed,
    "a Python literal": lambda text: repr(_chat("{}", "ok", text)).encode(),
    "escaped letters": _escaped,
    "base64": lambda text: json.dumps(
        _chat("{}", b64encode(f"# a file\n{text}\n".encode()).decode())
    ).encode(),
}
