#!/usr/bin/env python3
"""Holds a validator against the cases: see README.md. Needs Python alone."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

CASES = Path(__file__).parent / "cases"
SAYS = {0: True, 1: False}


def cases(format: str | None = None) -> list[dict[str, Any]]:
    """The cases with a request whose verdict is known, of a format or of all."""
    found = [json.loads(path.read_text()) for path in sorted(CASES.glob("*.json"))]
    wanted = (one for one in found if one["accepts"] is not None)
    return [one for one in wanted if format in (None, one["format"])]


def judged(case: dict[str, Any], command: list[str]) -> bool | None:
    """What the command says of a case; None where it cannot judge it."""
    body = json.dumps(case["history"])
    done = subprocess.run(command, input=body, capture_output=True, text=True)  # noqa: S603 - the user's own
    return SAYS.get(done.returncode)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--format", help="only cases in this wire format")
    parser.add_argument("command", nargs="+", help="is given each request on standard input")
    asked = parser.parse_args()
    counts: Counter[str] = Counter()
    for case in cases(asked.format):
        says = judged(case, asked.command)
        if says is None:
            counts["not judged"] += 1
            continue
        counts["agrees" if says == case["accepts"] else "disagrees"] += 1
        if says != case["accepts"]:
            codes = ", ".join(dict.fromkeys(one["rule"] for one in case["refusals"]))
            said = "taken" if says else "refused"
            sys.stdout.write(f"{case['name']}: {said}; expected: {codes or 'taken'}\n")
    told = ", ".join(f"{number} {word}" for word, number in counts.items()) or "no cases"
    sys.stdout.write(f"{told}\n")
    raise SystemExit(1 if counts["disagrees"] else 0)


if __name__ == "__main__":
    main()
