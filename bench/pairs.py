"""`./dev pairs`: every recorded conversation in every format, counted for each pair.

It writes docs/reports/conversions.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import click
import crosswire
from tests import corpus_pairs
from tests.corpus_pairs import BLIND, REASONS, Converted, Judged, Policy, judged, pair_of

TABLE = Path(__file__).resolve().parent.parent / "docs" / "reports" / "conversions.md"
POLICIES: tuple[Policy, ...] = ("keep", "fill")
STATES = {True: "takes", None: "unsure", False: "refuses"}
ABSENT = 2

INTRODUCTION = """\
# Every pair of formats

{count} recorded conversations of {files} files, each written in all {targets} wire formats: {renderings:,} \
renderings. They
are the checkout's own corpus and the non-stream files of the shared one, as far as their formats are
read. `./dev pairs` writes this page anew; `tests/test_corpus_conversions.py` holds every rendering to it.

Each rendering is held against the provider's own types, with unknown fields forbidden: the packages
`openai`, `anthropic`, `google-genai`, `mistralai`, `cohere` and `ollama`, botocore's model of Converse,
and Microsoft's validator of requests to Foundry. In each, every part of the log has a link or a loss and
every value of the payload a link; call ids are the log's or in the id map; and nothing that is signed or
encrypted stands in a format that is not its own.

Rows are sources and columns targets: how many conversations the types take, of how many."""

PAIRS = """\
## Pair by pair

Ids are filled, as in every export. "Losses" is the median of a conversation and the most that one has;
"made" are ids that the log has not and the target asks for, "rewritten" those that it would refuse,
"other end" those that only the call or only its result had. What types refuse is refused for the log's
own sake, for the reasons that stand below. "Takes" counts what our verdict says: takes / unsure /
refuses."""

VERDICTS = """\
## Verdicts beside types

What our verdict says of a conversation, and what the types say of the same payload, with ids as logged
(`keep`) and filled (`fill`)."""

BLINDNESS = """\
### Refused by a rule, taken by the types

Each rule that refuses what types take looks at something that types do not see. Conversations, with
ids kept and filled; all targets together."""

OWN_FAULTS = """\
### Refused by the types, taken or left open by the verdict

Conversations, with ids kept and filled. A rule is named where it leaves open what types refuse."""

SERVER = """\
### Mistral's own validator

`mistral-common` sees order and ids too. It is given what would be sent next, by four of its tokenizers:
how often it and our verdict agree, where they disagree and why, and what is unsure."""


@dataclass(slots=True)
class Cell:
    """What became of the conversations of one format in another."""

    source: str
    target: str
    refused: Counter[str] = field(default_factory=Counter)
    """Reason -> conversations that types refuse for it."""
    valid: int = 0
    losses: list[int] = field(default_factory=list)
    ids: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[bool | None] = field(default_factory=Counter)

    @property
    def count(self) -> int:
        return len(self.losses)

    def add(self, one: Converted, judged_one: Judged | None) -> None:
        self.losses.append(len(one.rendering.losses))
        self.ids.update(change.how for change in one.rendering.id_map)
        if judged_one is not None:
            self.verdicts[judged_one.verdict.accepts] += 1
        if not one.errors:
            self.valid += 1
        self.refused.update(sorted(set(why_refused(one, judged_one))))

    def row(self) -> list[str]:
        reasons = ", ".join(f"{many} {told(reason)}" for reason, many in sorted(self.refused.items()))
        other = self.ids["from its call"] + self.ids["from its result"]
        ids = [self.ids["made"], self.ids["rewritten"], other]
        found = " / ".join(str(self.verdicts[state]) for state in STATES) if self.verdicts else "none"
        lost = f"{median(self.losses):g}, {max(self.losses)}"
        return [
            self.source,
            self.target,
            *map(str, (self.count, self.valid)),
            reasons,
            lost,
            *map(str, ids),
            found,
        ]


def why_refused(one: Converted, judged_one: Judged | None) -> list[str]:
    """The reasons for which types refuse a rendering."""
    found = corpus_pairs.reasons(one, judged_one.refusing if judged_one else ())
    return [reason or "unexplained" for reason in found.values()]


def told(reason: str) -> str:
    """A reason in the table: those that have a row of their own below are named by their word."""
    return reason if reason in REASONS or " " not in reason else f"because {reason}"


def cells() -> list[Cell]:
    """All pairs, by sources."""
    verdicts = {
        (one.converted.recorded.name, target): one
        for target in crosswire.TARGETS
        if target in crosswire.FORMATS
        for one in judged(target, "fill")
    }
    found = []
    for source in corpus_pairs.sources():
        for target in crosswire.FORMATS:
            cell = Cell(source, target)
            for one in pair_of(source, target):
                cell.add(one, verdicts.get((one.recorded.name, target)))
            found.append(cell)
    return found


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


# The page


def report() -> str:
    """The whole page."""
    found = cells()
    recorded = corpus_pairs.recorded()
    introduction = INTRODUCTION.format(
        count=len(recorded),
        files=len({one.path for one in recorded}),
        targets=len(crosswire.FORMATS),
        renderings=len(recorded) * len(crosswire.FORMATS),
    )
    sections = [
        (introduction, _matrix(found)),
        (PAIRS, _pairs(found)),
        ("", _reasons()),
        (VERDICTS, _verdicts()),
        (BLINDNESS, _blindness()),
        (OWN_FAULTS, _own_faults()),
        (SERVER, _server()),
    ]
    return "\n\n".join(text for section in sections for text in section if text) + "\n"


def _matrix(found: list[Cell]) -> str:
    targets = list(crosswire.FORMATS)
    valid = {(cell.source, cell.target): f"{cell.valid} / {cell.count}" for cell in found}
    rows = [
        [f"**{source}**", *(valid[source, target] for target in targets)] for source in corpus_pairs.sources()
    ]
    return table(["from, to", *targets], rows)


def _pairs(found: list[Cell]) -> str:
    head = ["from", "to", "conversations", "valid", "refused by types"]
    head += ["losses", "made", "rewritten", "other end", "takes"]
    return table(head, (cell.row() for cell in found))


def _reasons() -> str:
    return table(["reason", "what it is"], ([f"`{name}`", text] for name, text in REASONS.items()))


def _verdicts() -> str:
    head = ["target", "ids"]
    head += [f"{word}, types {types}" for word in STATES.values() for types in ("take", "refuse")]
    rows = []
    for target in crosswire.TARGETS:
        for policy in POLICIES:
            count = Counter((one.verdict.accepts, not one.converted.errors) for one in judged(target, policy))
            numbers = [str(count[state, valid]) for state in STATES for valid in (True, False)]
            rows.append([target, policy, *numbers])
    return table(head, rows)


def _blindness() -> str:
    count = Counter(
        (name, policy)
        for policy, one in _all_judged()
        if one.verdict.accepts is False and not one.converted.errors
        for name in {found.name for found in one.refusing}
    )
    rows = [
        [f"`{name}`", str(count[name, "keep"]), str(count[name, "fill"]), why] for name, why in BLIND.items()
    ]
    return table(["rule", "keep", "fill", "why types take it"], rows)


def _own_faults() -> str:
    count = Counter(
        (one.verdict.target, reason, policy)
        for policy, one in _all_judged()
        if one.verdict.accepts is not False
        for reason in sorted(set(why_refused(one.converted, one)))
    )
    kinds = dict.fromkeys((target, reason) for target, reason, _ in count)
    rows = [
        [target, reason, *(str(count[target, reason, policy]) for policy in POLICIES)]
        for target, reason in kinds
    ]
    return table(["target", "reason", *POLICIES], rows)


def _all_judged() -> Iterator[tuple[Policy, Judged]]:
    for target in crosswire.TARGETS:
        for policy in POLICIES:
            yield from ((policy, one) for one in judged(target, policy))


def _server() -> str:
    from tests import mistral_validator  # its package is there only after `./dev test --thorough`

    reasons = mistral_validator.REASONS
    rows = []
    why = Counter[str]()
    for version in mistral_validator.VERSIONS:
        for policy in POLICIES:
            found = mistral_validator.cases(policy, version)
            apart = [one for one in found if mistral_validator.disagrees(one)]
            unsure = sum(one.ours.accepts is None for one in found)
            why.update(mistral_validator.reason_of(one) or "unexplained" for one in apart)
            agree = len(found) - unsure - len(apart)
            rows.append([version, policy, *map(str, (len(found), agree, unsure, len(apart)))])
    explained = [
        [str(many), reasons[name][0] if name in reasons else name] for name, many in why.most_common()
    ]
    head = ["tokenizer", "ids", "conversations", "agree", "unsure", "disagree"]
    return table(head, rows) + "\n\n" + table(["disagreements", "why"], explained)


@click.command()
def main() -> None:
    """Write docs/reports/conversions.md from the recorded conversations."""
    if not corpus_pairs.SHARED.is_dir():
        click.echo("The table is made from ../shared/corpus, which is not beside this checkout.", err=True)
        raise SystemExit(ABSENT)
    TABLE.write_text(report(), encoding="utf-8")
    click.echo(f"{TABLE.name} is written.")


if __name__ == "__main__":
    main()
