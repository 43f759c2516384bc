"""Crosswire among its peers: run by `bench.peers`, with the peers' own `common` for timing.

`straight` is `convert_request`; `by the model` reads into the model, then renders; `with links` is the
same with links and losses; `internal->` starts from a conversation that was read.
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


def straight(body: Any, source: str, target: str) -> Any:
    return crosswire.convert_request(body, NAMES[source], NAMES[target]).payload


def by_model(body: Any, source: str, target: str, *, links: bool) -> Any:
    return crosswire.render(read(body, source), NAMES[target], links=links).payload


def rendered(conversation: Any, target: str, *, links: bool) -> Any:
    return crosswire.render(conversation, NAMES[target], links=links).payload


def read_only(body: Any) -> None:
    read(body)


conversions: dict[str, tuple[str, Any, Any]] = {"chat->internal": ("chat", whole, read_only)}
for t in NAMES:
    conversions[f"internal->{t}"] = ("chat", read, partial(rendered, target=t, links=False))
    conversions[f"internal->{t} with links"] = ("chat", read, partial(rendered, target=t, links=True))
    for s in NAMES:
        of = partial(straight, source=s, target=t)
        conversions[f"{s}->{t}"] = (s, whole, of)
        for what, links in (("by the model", False), ("with links", True)):
            conversions[f"{s}->{t} {what}"] = (s, whole, partial(by_model, source=s, target=t, links=links))
common.run("crosswire", conversions, common.args().file, import_time)
