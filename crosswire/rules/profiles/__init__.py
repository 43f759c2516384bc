"""Profiles: what is known of the servers beside the first targets, a module each.

A module here has `profile`, a `Target`. To add a server, add its module: the registry hands
its grounds to the rules that it names.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from crosswire.rules.target import Target

_ORDER = (
    "deepseek",
    "groq",
    "xai",
    "openrouter",
    "kimi",
    "minimax",
    "glm",
    "qwen",
    "xiaomi",
    "perplexity",
    "cohere",
    "ollama",
    "vllm",
    "llama.cpp",
    "lmstudio",
    "unknown-server",
)
"""As in lists; a profile that is not named here comes behind them."""


def _collect() -> tuple[Target, ...]:
    found = [import_module(f"{__name__}.{one.name}").profile for one in iter_modules(__path__)]
    places = {name: place for place, name in enumerate(_ORDER)}
    return tuple(sorted(found, key=lambda one: (places.get(one.name, len(places)), one.name)))


PROFILES: tuple[Target, ...] = _collect()
