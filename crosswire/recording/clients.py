"""Finds the HTTP clients by which the client of an SDK sends.

All SDKs keep an `httpx` client (or one of its successor) somewhere in theirs, each at another
place. It is told by what is needed of it, its event hooks, so that nothing hangs on the names
and versions of SDKs.
"""

from __future__ import annotations

from collections import deque
from typing import Any

DEEPEST, MOST = 4, 5_000
"""Steps from the client, and objects, that are looked at."""
_LEAVES = (str, bytes, int, float, bool, type, type(None))


def http_clients(client: object) -> list[Any]:
    """The HTTP clients in a client, or itself where it is one."""
    found = []
    seen = {id(client)}
    waiting = deque([(client, 0)])
    while waiting and len(seen) < MOST:
        one, depth = waiting.popleft()
        if _has_hooks(one):
            found.append(one)
            continue
        for held in _held_by(one) if depth < DEEPEST else ():
            if id(held) not in seen and not isinstance(held, _LEAVES):
                seen.add(id(held))
                waiting.append((held, depth + 1))
    return found


def is_async(http_client: Any) -> bool:
    return hasattr(http_client, "aclose")


def goes_around(client: object) -> bool:
    """Whether Google's client sends its asynchronous requests by `aiohttp`."""
    asks = getattr(getattr(client, "_api_client", None), "_use_aiohttp", None)
    return bool(asks is not None and asks())


def _held_by(one: object) -> list[object]:
    """Its attributes as they are stored; none is computed."""
    fields = getattr(one, "__dict__", None)
    return list(fields.values()) if isinstance(fields, dict) else []


def _has_hooks(one: object) -> bool:
    is_client = hasattr(type(one), "event_hooks") and hasattr(type(one), "build_request")
    return is_client and hasattr(type(one), "send")
