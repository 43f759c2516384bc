"""How fast a log is searched for secrets: `python -m bench.secrets`."""

from __future__ import annotations

import time
from statistics import median

import click
from crosswire.secrets import find_secrets

from bench.made_up import upload

MESSAGES = 10_000
FORMATS = ("openai-chat", "anthropic", "gemini")


@click.command()
@click.option("--rounds", default=5, show_default=True, help="How often each is measured.")
def main(rounds: int) -> None:
    """Measure the search over made-up logs without secrets, and over one with every slash escaped."""
    logs = {name: upload(MESSAGES, name) for name in FORMATS}
    logs["openai-chat, slashes escaped"] = logs["openai-chat"].replace(b"/", b"\\/")
    for name, data in logs.items():
        took = median(_seconds(data) for _ in range(rounds))
        print(f"{name}: {len(data) / took / 1e6:.0f} MB/s of CPU time ({len(data) / 1e6:.1f} MB; goal: 20)")


def _seconds(data: bytes) -> float:
    start = time.process_time()
    assert find_secrets(data) == []
    return time.process_time() - start


if __name__ == "__main__":
    main(prog_name="python -m bench.secrets")
