"""Tells the log what happens: a word for it and plain facts.

No fact is content, a path, a slug, a name, an id of a log or a secret: who writes a call here
sees to it, and a test with canaries in every field holds it.
"""

from __future__ import annotations

import logging

Fact = str | int | float | bool | None

log = logging.getLogger("crosswire.events")


def log_event(event: str, level: int = logging.INFO, /, **facts: Fact) -> None:
    """Write a line; `webapp.telemetry.logs` says how, and `webapp.operations.metrics` counts
    it."""
    log.log(level, "%s %s", event, facts, extra={"event": event, "facts": facts})
