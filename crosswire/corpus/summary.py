"""Counts over the records of a corpus: by rule, tool, format, source and target."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct, field

Record = dict[str, Any]
GROUPS = {
    "rows": "Rows",
    "states": "What became of rows",
    "rules": "Rules",
    "targets": "Targets",
    "tools": "Tools",
    "formats": "Formats",
    "sources": "Sources",
    "losses": "Losses",
    "secrets": "Secrets",
    "left": "Files of folders that were left out",
}
ALL = ""
"""The name in a group that is about everything."""
_VERDICTS = {True: "accepts", False: "refuses", None: "unsure"}


class Summary(Struct):
    """Counts by group, name in it, and what is counted; two of them add up."""

    counts: Counter[tuple[str, str, str]] = field(default_factory=Counter)

    def add(self, source: str, records: Sequence[Record]) -> None:
        """Count what became of one row."""
        self.count("rows", ALL, "rows")
        self.count("sources", source, "rows")
        state = records[0]["state"] if records else "read"
        self.count("states", state, "rows")
        if state != "read":
            self.count("sources", source, "not read")
        for record in records:
            self._add(record)

    def merge(self, other: Summary) -> None:
        self.counts += other.counts

    def count(self, group: str, name: str, what: str, by: int = 1) -> None:
        """Count something of a name in a group of `GROUPS`."""
        self.counts[group, name, what] += by

    def _add(self, record: Record) -> None:
        source = record["source"]
        if "format" in record:
            for group, name in (
                ("rows", ALL),
                ("formats", record["format"]),
                ("sources", source),
            ):
                self.count(group, name, "conversations")
            self.count("formats", record["format"], "messages", record["messages"])
        self._add_findings(record)
        for call in record.get("calls", ()):
            self.count("rows", ALL, "calls")
            self.count("tools", call["tool"], "calls")
            if call["how"] in ("pending", "missing", "ambiguous"):
                self.count("tools", call["tool"], call["how"])
            if call["failed"]:
                self.count("tools", call["tool"], "failed")
        for loss in record.get("losses", ()):
            self.count("losses", f"{loss['kind']} {loss['code']}", "losses")
        for secret in record.get("secrets", ()):
            self.count("secrets", secret["kind"], "sure" if secret["sure"] else "probable")

    def _add_findings(self, record: Record) -> None:
        verdicts = record.get("verdicts", ())
        for verdict in verdicts:
            self.count("targets", verdict["target"], _VERDICTS[verdict["accepts"]])
        refusals = [one for verdict in verdicts for one in verdict["findings"]]
        found = [*record.get("findings", ()), *refusals]
        for one in found:
            self.count("rules", _title(one), one["severity"])
        for title in {_title(one) for one in found}:
            self.count("rules", title, "conversations")
        is_refused = any(verdict["accepts"] is False for verdict in verdicts)
        if is_refused or any(one["severity"] == "error" for one in found):
            self.count("rows", ALL, "with errors")
            self.count("sources", record["source"], "with errors")
            self.count("formats", record["format"], "with errors")

    def groups(self) -> dict[str, dict[str, dict[str, int]]]:
        """As JSON: the names of each group with what was counted of them, the most first."""
        found: dict[str, dict[str, dict[str, int]]] = {}
        for (group, name, what), count in self.counts.items():
            found.setdefault(group, {}).setdefault(name, {})[what] = count
        return {
            group: dict(sorted(found[group].items(), key=_most_first))
            for group in GROUPS
            if group in found
        }

    def of(self, group: str, name: str, what: str) -> int:
        """One of the counts."""
        return self.counts[group, name, what]

    def as_bytes(self) -> bytes:
        return msgspec.json.encode([[*key, count] for key, count in self.counts.items()])

    @property
    def exit_code(self) -> int:
        """As of `crosswire check`: what could not be read outweighs what was found."""
        if self.of("rows", ALL, "rows") > self.of("states", "read", "rows"):
            return 2
        return 1 if self.of("rows", ALL, "with errors") else 0

    @classmethod
    def of_bytes(cls, data: bytes) -> Summary:
        rows = msgspec.json.decode(data, type=list[tuple[str, str, str, int]])
        return cls(Counter({(group, name, what): count for group, name, what, count in rows}))


def _title(finding: Record) -> str:
    return f"{finding['code']} {finding['name']}"


def _most_first(entry: tuple[str, dict[str, int]]) -> tuple[int, str]:
    name, counts = entry
    return -sum(counts.values()), name


def lines_of(summary: Summary, most: int = 20) -> Iterable[str]:
    """The summary as text, at most so many names a group."""
    for group, names in summary.groups().items():
        yield f"{GROUPS[group]}:"
        for name, counts in [*names.items()][:most]:
            told = ", ".join(f"{count:,} {what}" for what, count in sorted(counts.items()))
            yield f"  {name or 'all'}: {told}"
        if len(names) > most:
            yield f"  and {len(names) - most:,} more, which summary.json has"
