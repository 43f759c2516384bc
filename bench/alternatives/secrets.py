"""`python -m bench.alternatives.secrets [FOLDER]`: planted secrets, and who finds them.

The packages are in bench/alternatives/requirements.txt; what is not installed is left out.
bc-detect-secrets and credsweeper want environments of their own.
FOLDER holds logs without secrets, to count false alarms in.
"""

from __future__ import annotations

import json
import random
import re
import string
import time
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache, partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
from crosswire.secrets import find_secrets

from bench.made_up import upload

SIGNS = {
    "a": string.ascii_letters + string.digits,
    "h": "0123456789abcdef",
    "u": string.ascii_uppercase + string.digits,
    "l": string.ascii_lowercase + string.digits,
    "d": string.digits,
    "b": string.ascii_letters + string.digits + "+/",
    "w": string.ascii_letters + string.digits + "_-",
    "i": string.ascii_uppercase + "234567",
    "q": "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
}
TELLING = """
anthropic sk-ant-api03-{w93}AA; anthropic-admin sk-ant-admin01-{w93}AA;
anthropic-oauth sk-ant-oat01-{w93}AA; openai-project sk-proj-{w74}T3BlbkFJ{w74};
openai-old sk-{a20}T3BlbkFJ{a20}; openrouter sk-or-v1-{h64}; deepseek sk-{h32};
langfuse sk-lf-{h8}-{h4}-4{h3}-a{h3}-{h12}; langsmith lsv2_pt_{h32}_{h10}; groq gsk_{a52};
xai xai-{a80}; perplexity pplx-{a48}; replicate r8_{a37}; huggingface hf_{a34};
nvidia nvapi-{w64}; cerebras csk-{l48}; fireworks fw_{a24}; elevenlabs sk_{h48};
tavily tvly-dev-{a32}; e2b e2b_{h40}; voyage pa-{w43}; anyscale esecret_{l26};
google-api AIza{w35}; google-client GOCSPX-{w28}; google-access ya29.a0{w160};
google-refresh 1//0{w60}; aws-id AKIA{i16}; aws-temporary-id ASIA{i16};
bedrock-long ABSK{b128}; azure-client {a3}8Q~{w34}; databricks dapi{h32};
digitalocean dop_v1_{h64}; vault hvs.{w96}; terraform {a14}.atlasv1.{w67};
doppler dp.pt.{a43}; supabase sbp_{h40}; planetscale pscale_tkn_{w43}; github ghp_{a36};
github-app ghs_{a36}; github-fine github_pat_{a22}_{a59}; gitlab glpat-{w20};
gitlab-deploy gldt-{w20}; gitlab-runner glrt-{w20}; gitlab-trigger glptt-{h40}; npm npm_{a36};
pypi pypi-AgEIcHlwaS5vcmc{w80}; rubygems rubygems_{h48}; docker dckr_pat_{w27};
atlassian ATATT3xFfGF0{w170}; postman PMAK-{h24}-{h34}; linear lin_api_{a40};
figma figd_{w40}; notion ntn_{d11}{a35}; sentry-user sntryu_{h64};
slack-bot xoxb-{d12}-{d13}-{a24}; slack-user xoxp-{d12}-{d12}-{d13}-{h32};
slack-app xapp-1-A{u10}-{d13}-{h64}; stripe sk_live_{a99}; stripe-restricted rk_test_{a24};
webhook whsec_{b32}; twilio SK{h32}; sendgrid SG.{w22}.{w43}; shopify shpat_{h32};
square sq0atp-{w22}; telegram {d10}:AA{w33}; grafana-service glsa_{a32}_{h8};
grafana-cloud glc_{b80}; newrelic NRAK-{u27}; age AGE-SECRET-KEY-1{q58};
1password A3-{u6}-{u6}-{u5}-{u5}-{u5}-{u5}; adobe p8e-{l32}; airtable pat{a14}.{h64};
alibaba LTAI{a20}; artifactory AKCp{a69}; clojars CLOJARS_{l60};
cloudflare-origin v1.0-{h24}-{h146}; duffel duffel_live_{w43}; dynatrace dt0c01.{u24}.{u64};
easypost EZAK{a54}; fly fo1_{w43}; frameio fio-u-{w64}; harness pat.{w22}.{a24}.{a20};
heroku HRKU-AA{w58}; hubspot pat-na1-{h8}-{h4}-{h4}-{h4}-{h12}; infracost ico-{a32};
maxmind {a6}_{a29}_mmk; octopus API-{u26}; openshift sha256~{w43}; prefect pnu_{a36};
pulumi pul-{h40}; readme rdme_{l70}; scalingo tk-us-{w48}; sendinblue xkeysib-{h64}-{l16};
shippo shippo_live_{h40}; sonar squ_{h40}; sourcegraph sgp_{h16}_{h40};
typeform tfp_{w44}_{w14}; mailchimp {h32}-us12; dropbox sl.{w135}; facebook EAAM{a120};
clickhouse 4b1d{a38}; yandex AQVN{w36}
"""
"""Kinds with a shape of their own; `{h32}` are 32 hex digits."""
NAMED = """
MISTRAL_API_KEY {a32}; CO_API_KEY {a40}; AZURE_OPENAI_API_KEY {h32};
AWS_SECRET_ACCESS_KEY {b40}; AWS_SESSION_TOKEN {b300}; TWILIO_AUTH_TOKEN {h32};
DD_API_KEY {h32}; AccountKey {b86}==; DISCORD_TOKEN M{a25}.{w6}.{w38};
CLOUDFLARE_API_TOKEN {w40}; ALGOLIA_API_KEY {h32}; OKTA_TOKEN 00{w40};
SNYK_TOKEN {h8}-{h4}-{h4}-{h4}-{h12}; HEROKU_API_KEY {h8}-{h4}-{h4}-{h4}-{h12};
NETLIFY_AUTH_TOKEN {w43}; FASTLY_API_TOKEN {w32}; DB_PASSWORD {a16}; SECRET_KEY {a50};
ACME_API_KEY {a32}; client_secret {w40}
"""
"""Kinds that the name of a variable gives away."""
IN_TEXT = {
    "bearer": "curl -H 'Authorization: Bearer {w43}' https://api.example.com",
    "basic": "Authorization: Basic dXNlcjpS{b30}==",
    "address": "postgresql://admin:{a16}@db.example.com/app",
    "jwt": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.{w43}",
    "slack-webhook": "https://hooks.slack.com/services/T{u8}/B{u10}/{a24}",
    "discord-webhook": "https://discord.com/api/webhooks/{d18}/{w68}",
    "private-key": ("-----BEGIN RSA PRIVATE KEY-----\n{b64}\n{b64}\n{b64}\n-----END RSA PRIVATE KEY-----\n"),
}
Find = Callable[[str], Iterable[str]]
"""The secrets in a text."""
HIDINGS: dict[str, Callable[[str], str]] = {
    "in a text": lambda text: json.dumps({"role": "user", "content": f"Use this: {text}"}),
    "in JSON in a string": lambda text: json.dumps({"arguments": json.dumps({"env": [text]})}),
    "with an escaped letter": lambda text: json.dumps({"content": f"Use this: {text}"}).replace(
        text[-9], f"\\u{ord(text[-9]):04x}"
    ),
    "in two pieces of a stream": lambda text: _streamed(f"Use this: {text} "),
}


def planted() -> dict[str, str]:
    """A text with a secret, for each kind; the same at each call."""
    chance, texts = random.Random(20261123), dict(IN_TEXT)
    for line in re.split(r";\s*", TELLING.strip()):
        name, _, shape = line.partition(" ")
        texts[name] = shape
    for line in re.split(r";\s*", NAMED.strip()):
        name, _, shape = line.partition(" ")
        texts[name] = f"{name}={shape}"

    def random_part(match: re.Match[str]) -> str:
        return "".join(chance.choices(SIGNS[match[1]], k=int(match[2])))

    return {name: re.sub(r"\{([a-z])([0-9]+)\}", random_part, shape) for name, shape in texts.items()}


def _streamed(text: str) -> str:
    half = len(text) // 2
    pieces = [
        {"choices": [{"index": 0, "delta": {"content": piece}}]} for piece in (text[:half], text[half:])
    ]
    return "".join(f"data: {json.dumps(piece)}\n\n" for piece in pieces)


def in_crosswire(text: str, *, only_sure: bool = False) -> list[str]:
    data = text.encode()
    found = (one for one in find_secrets(data) if one.is_sure or not only_sure)
    return [data[one.start : one.end].decode() for one in found]


def in_detect_secrets(text: str, *, only_shapes: bool) -> list[str]:
    from detect_secrets.core.scan import scan_file
    from detect_secrets.settings import default_settings

    vague = ("Base64HighEntropyString", "HexHighEntropyString", "KeywordDetector")
    with default_settings() as settings, TemporaryDirectory() as folder:
        if only_shapes:
            settings.disable_plugins(*vague)
        file = Path(folder, "log.json")
        file.write_text(text, encoding="utf-8")
        return [one.secret_value or "" for one in scan_file(str(file))]


def in_microsoft(text: str) -> list[str]:
    return [text[one.start : one.end] for one in _microsofts().detect_secrets(text)]


@cache
def _microsofts() -> Any:
    import microsoft_security_utilities_secret_masker as package  # type: ignore[import-not-found]

    models = Path(package.__file__).parent / "GeneratedRegexPatterns"
    files = [
        models / f"{name}.json"
        for name in ("HighConfidenceSecurityModels", "PreciselyClassifiedSecurityKeys")
    ]
    rules = {rule for file in files for rule in package.load_regex_patterns_from_json_file(str(file))}
    return package.SecretMasker(rules)


def in_credsweeper(text: str) -> list[str]:
    from credsweeper.file_handler.string_content_provider import (  # type: ignore[import-not-found]
        StringContentProvider,
    )

    sweeper = _credsweeper()
    lines = StringContentProvider(text.splitlines(), file_path="log.json", file_type=".json")
    sweeper.credential_manager.candidates = list(sweeper.file_scan(lines))
    sweeper.post_processing(lambda *_, **__: None)
    found = sweeper.credential_manager.get_credentials()
    return [line.value for one in found for line in one.line_data_list]


@cache
def _credsweeper() -> Any:
    from credsweeper.app import CredSweeper  # type: ignore[import-not-found]

    return CredSweeper(use_filters=True)


FINDERS: dict[str, tuple[str, Find]] = {
    "Crosswire": ("crosswire", partial(in_crosswire, only_sure=False)),
    "its sure ones": ("crosswire", partial(in_crosswire, only_sure=True)),
    "detect-secrets": ("detect-secrets", partial(in_detect_secrets, only_shapes=False)),
    "detect-secrets, shapes alone": (
        "detect-secrets",
        partial(in_detect_secrets, only_shapes=True),
    ),
    "bc-detect-secrets": ("bc-detect-secrets", partial(in_detect_secrets, only_shapes=False)),
    "CredSweeper": ("credsweeper", in_credsweeper),
    "Microsoft's masker": ("microsoft-security-utilities-secret-masker", in_microsoft),
}


def is_gone(text: str, planted_text: str, values: Iterable[str]) -> bool:
    """Whether nothing of the longest random part is left when what was found is masked."""
    for value in sorted(filter(None, values), key=len, reverse=True):
        text = text.replace(value, "*")
    longest = max(re.split(r"[^A-Za-z0-9]", planted_text), key=len)
    return not any(longest[i : i + 8] in text for i in range(max(1, len(longest) - 7)))


@click.command()
@click.argument("folder", required=False, type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option(
    "--most",
    default=200_000,
    show_default=True,
    help="Bytes of the largest file of FOLDER looked at.",
)
@click.option("--missed", is_flag=True, help="Name what each does not find in a text.")
def main(folder: Path | None, most: int, missed: bool) -> None:
    """Plant secrets of many kinds, and print what each package finds and masks of them."""
    secrets = planted()
    finders = {name: find for name, (package, find) in FINDERS.items() if _is_there(package)}
    click.echo(f"{len(secrets)} kinds\n\n| | {' | '.join(finders)} |\n|---|{'---|' * len(finders)}")
    for hiding, write in HIDINGS.items():
        cells = [_cell(find, secrets, write) for find in finders.values()]
        click.echo(f"| found / masked whole, {hiding} | {' | '.join(cells)} |")
    click.echo(f"| seconds a MB, made-up log | {' | '.join(map(_speed, finders.values()))} |")
    if folder:
        texts = _texts(folder, most)
        alarms = [_alarms(find, texts) for find in finders.values()]
        click.echo(f"| alarms in {len(texts)} logs | {' | '.join(alarms)} |")
    if missed:
        for name, find in finders.items():
            lost = [
                kind for kind, text in secrets.items() if not _is_masked(find, text, HIDINGS["in a text"])
            ]
            click.echo(f"\n{name} leaves: {', '.join(lost)}")


def _is_there(package: str) -> bool:
    try:
        return package == "crosswire" or bool(version(package))
    except PackageNotFoundError:
        return False


def _is_masked(find: Find, text: str, write: Callable[[str], str]) -> bool:
    written = write(text)
    values = list(find(written))
    return bool(values) and is_gone(written, text, values)


def _cell(find: Find, secrets: dict[str, str], write: Callable[[str], str]) -> str:
    found = sum(any(map(len, find(write(text)))) for text in secrets.values())
    return f"{found} / {sum(_is_masked(find, text, write) for text in secrets.values())}"


def _speed(find: Find) -> str:
    text = json.dumps(json.loads(upload(400)), indent=1)
    began = time.process_time()
    find(text)
    return f"{(time.process_time() - began) / len(text) * 1e6:.2f}"


def _texts(folder: Path, most: int) -> list[str]:
    files = (file for file in sorted(folder.rglob("*")) if file.is_file() and file.stat().st_size <= most)
    return [file.read_text(encoding="utf-8", errors="replace") for file in files]


def _alarms(find: Find, texts: list[str]) -> str:
    began = time.process_time()
    counts = Counter(bool(values) for values in map(list, map(find, texts)) for _ in values)
    spent = time.process_time() - began
    return f"{counts[True]:,} ({spent:.0f} s of CPU)"


if __name__ == "__main__":
    main(prog_name="python -m bench.alternatives.secrets")
