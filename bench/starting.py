"""What it costs to start: an interpreter of its own for each, in CPU time."""

from __future__ import annotations

import os
import resource
import subprocess
import sys

GOALS = {"import crosswire.cli": 0.08, "crosswire check of a tiny request": 0.15}
"""Seconds."""
_COMMANDS = (["-c", "import crosswire.cli"], ["-m", "crosswire", "check", "--no-config", "-"])
_TINY = b'{"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello."}]}'


def seconds() -> dict[str, float]:
    """The best of five of each: the first run leaves the bytecode of what it loads for the others."""
    return {
        what: min(_cpu_of(command) for _ in range(5)) for what, command in zip(GOALS, _COMMANDS, strict=True)
    }


def _cpu_of(command: list[str]) -> float:
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *command], env=kept, check=True, input=_TINY, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
