"""Writes the conformance suite and its report: `python -m bench.conformance`.

The cases are those of `tests/cases`, as JSON that other programs can read. The report says what
three other validators find of them, and needs the packages of the thorough run.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import crosswire
from crosswire.address import pointer
from crosswire.model import Conversation
from tests.sdk_types import CHECKS

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "tests" / "cases"
CASES = ROOT / "conformance" / "cases"
REPORT = ROOT / "docs" / "reports" / "conformance.md"
HISTORY = re.compile(r"^```json ([\w-]+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_LISTS = {"openai-responses": "input", "azure-foundry": "input", "gemini": "contents"}

Case = dict[str, Any]
Judge = Callable[[Case], bool | None]
"""Whether a validator takes a case; None where it cannot judge such."""


def made(path: Path) -> Case:
    """A case of the suite from one of our own."""
    text = path.read_text()
    ((format, history),) = HISTORY.findall(text)
    (conversation,) = crosswire.load(history.encode(), format=format).conversations
    title, _, rest = text.removeprefix("# ").partition("\n")
    return {
        "name": path.stem,
        "title": title,
        "story": " ".join(rest.partition("```")[0].split()),
        "format": format,
        "history": _as_json(history),
        **_expected(conversation, format),
    }


def _as_json(history: str) -> Any:
    """Lines of JSON, and events, stay a text."""
    try:
        return json.loads(history)
    except json.JSONDecodeError:
        return history


def _expected(conversation: Conversation, format: str) -> Case:
    target = format if format in crosswire.TARGETS and _is_request(conversation) else None
    verdict = crosswire.verdict(conversation, target) if target else None
    return {
        "target": target,
        "accepts": verdict.accepts if verdict else None,
        "refusals": [
            {"rule": one.code, "place": pointer(one.address), "confidence": one.ground.confidence}
            for one in (verdict.findings if verdict else ())
        ],
        "defects": [
            {"rule": one.code, "place": pointer(one.address), "severity": one.severity.value}
            for one in crosswire.diagnose(conversation)
        ],
        "pairing": crosswire.pair(conversation).counts(),
    }


def _is_request(conversation: Conversation) -> bool:
    """Whether it is what would be sent; an answer alone is none."""
    return conversation.shape in ("request", "messages")


def all_made() -> dict[str, str]:
    """The name of each file of the suite, and its text."""
    found = (made(path) for path in sorted(SOURCES.rglob("*.md")))
    return {f"{one['name']}.json": json.dumps(one, indent=1, ensure_ascii=False) + "\n" for one in found}


# What other validators find


def body_of(case: Case) -> Case:
    """The history as a body."""
    history = case["history"]
    if isinstance(history, dict):
        return dict(history)
    return {_LISTS.get(case["format"], "messages"): history}


def by_sdk_types(case: Case) -> bool | None:
    """The types of the providers' own SDKs."""
    check = CHECKS.get(case["format"])
    return None if check is None else not check(body_of(case))


def by_mistral_common(case: Case) -> bool | None:
    from tests.mistral_validator import refusal

    if case["format"] != "mistral":
        return None
    return refusal({"model": "any", **body_of(case)}, "v11") is None


def by_langchain(case: Case) -> bool | None:
    from langchain_core.messages import convert_to_messages

    if case["format"] != "openai-chat":
        return None
    try:
        convert_to_messages(body_of(case)["messages"])
    except Exception:  # noqa: BLE001 - whatever it raises, it does not take it
        return False
    return True


VALIDATORS: dict[str, Judge] = {
    "types of the providers' SDKs": by_sdk_types,
    "mistral-common, tokenizer 11": by_mistral_common,
    "langchain-core, `convert_to_messages`": by_langchain,
}


def row(name: str, judge: Judge, cases: list[Case]) -> str:
    judged = [(one, says) for one in cases if (says := judge(one)) is not None]
    refused = [says for one, says in judged if not one["accepts"]]
    taken = [(one["name"], says) for one, says in judged if one["accepts"]]
    wrongly = [name for name, says in taken if not says]
    named = f": {', '.join(wrongly)}" if wrongly else ""
    return (
        f"| {name} | {len(judged)} | {refused.count(False)} of {len(refused)} "
        f"| {len(wrongly)} of {len(taken)}{named} |"
    )


def report(cases: list[Case]) -> str:
    """The page, with what each validator says of the cases whose verdict is known."""
    known = [one for one in cases if one["accepts"] is not None]
    lines = [
        "# What other validators find of the conformance suite",
        "",
        f"The [suite](../../conformance/README.md) has {len(cases)} cases; of {len(known)} it is known, by",
        "Crosswire's rules, whether their provider takes them. Each validator is asked about the formats",
        "that it knows. The types of the SDKs are not made to check ids and pairing, so that a small number",
        "is no fault of theirs: the table says what each can be relied on for. `python -m bench.conformance`",
        "writes the suite and this page anew; a test of the thorough run holds them.",
        "",
        "| validator | cases judged | refused, and the provider refuses | refused, and the provider takes |",
        "| --- | --- | --- | --- |",
        *(row(name, judge, known) for name, judge in VALIDATORS.items()),
        "",
        "What langchain-core refuses and OpenAI takes are arguments of calls that are no JSON object: OpenAI",
        "does not look into them, and a program that reads them fails.",
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    files = all_made()
    CASES.mkdir(exist_ok=True)
    for outdated in CASES.glob("*.json"):
        outdated.unlink()
    for name, text in files.items():
        (CASES / name).write_text(text)
    REPORT.write_text(report([json.loads(files[name]) for name in sorted(files)]))


if __name__ == "__main__":
    main()
