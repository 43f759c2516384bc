"""Crosswire among its peers: run by `bench.peers`, with the peers' own `common` for timing.

Both rows are `render`: with links and losses, as callers get it, and the payload alone
(`links=False`); `internal->` starts from a conversation that was read.
"""

from __future__ import annotations

import time
from functools import partial
from typing import Any

import common  # type: ignore[import-not-found]  # beside the peers' scripts

begun = time.process_time()
import crosswire  # noqa: E402 - its import is timed

import_time = time.process_time() - begun
NAMES = {
    "chat": "openai-chat",
    "responses": "openai-responses",
    "anthropic": "anthropic",
    "gemini": "gemini",
}


def whole(body: Any) -> Any:
    return body


def read(body: Any, source: str = "chat") -> Any:
    return crosswire.parse(body, NAMES[source])[0]


def converted(body: Any, source: str, target: str, *, links: bool) -> Any:
    return rendered(read(body, source), target, links=links)


def rendered(conversation: Any, target: str, *, links: bool) -> Any:
    return crosswire.render(conversation, NAMES[target], links=links).payload


def read_only(body: Any) -> None:
    read(body)


conversions: dict[str, tuple[str, Any, Any]] = {"chat->internal": ("chat", whole, read_only)}
for t in NAMES:
    for suffix, links in (("", True), (" payload alone", False)):
        write = partial(rendered, target=t, links=links)
        conversions[f"internal->{t}{suffix}"] = ("chat", read, write)
        for s in NAMES:
            convert = partial(converted, source=s, target=t, links=links)
            conversions[f"{s}->{t}{suffix}"] = (s, whole, convert)
common.run("crosswire", conversions, common.args().file, import_time)
