"""Settings of a rendering: kept in the target's own words, or carried over by meaning."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from crosswire.address import Address, child, escape, root
from crosswire.model import JsonObject, JsonValue, SettingPart
from crosswire.model.json_patch import patched
from crosswire.model.json_values import object_or_empty
from crosswire.model.loss import LossKind
from crosswire.rendering.builder import RenderingBuilder
from crosswire.rendering.messages import json_text


def own_settings(
    out: RenderingBuilder, payload: JsonObject, *, of_response: frozenset[str] = frozenset()
) -> None:
    """Settings of a conversation in the target's own words: each field as logged."""
    for setting in out.conversation.settings():
        own_setting(out, payload, setting, of_response=of_response)


def own_setting(
    out: RenderingBuilder,
    payload: JsonObject,
    setting: SettingPart,
    *,
    of_response: frozenset[str] = frozenset(),
) -> None:
    if setting.of_response or setting.name in of_response:
        why = "A provider says it in a response; a request has no field for it."
        out.dropped(setting, "of-response", setting.name, why)
    else:
        target = Address(f"0:/{escape(setting.name)}")
        payload[setting.name] = own_value(out, setting, target)
        out.link(setting, target)


def own_value(out: RenderingBuilder, setting: SettingPart, target: Address) -> JsonValue:
    """A setting in the target's own words; a choice of tools has names, which the target may
    refuse."""
    if setting.meaning != "tool_choice" or not out.names.written:
        return setting.value
    return _own_choice(out, setting.value, target)


def _own_choice(
    out: RenderingBuilder, value: JsonValue, target: Address, *, is_name: bool = False
) -> JsonValue:
    if isinstance(value, str):
        return out.name_for(value, target) if is_name else value
    if isinstance(value, list):
        return [
            _own_choice(out, item, child(target, str(i)), is_name=True)
            for i, item in enumerate(value)
        ]
    if isinstance(value, dict):
        return {
            key: _own_choice(out, inner, child(target, key), is_name=key == "name")
            for key, inner in value.items()
        }
    return value


SettingWriter = Callable[
    [JsonValue],
    "tuple[tuple[str, ...], JsonValue] | tuple[tuple[str, ...], JsonValue, str | None] | None",
]
"""From a neutral value to the path and value of the target's own field, and the loss, if any.

None: it cannot hold this value.
"""


def foreign_settings(
    out: RenderingBuilder,
    payload: JsonObject,
    writers: Mapping[str, SettingWriter],
    *,
    in_url: frozenset[str] = frozenset(),
) -> None:
    """Carry over the settings that have the same meaning in another format.

    `in_url` holds the meanings that the target takes in the URL of a request.
    """
    for setting in out.conversation.settings():
        writer = writers.get(setting.meaning or "")
        found = (
            writer(setting.neutral) if writer is not None and not setting.of_response else None
        )
        if found is not None:
            _carry_over(out, payload, setting, *found)
        elif setting.of_response:
            why = f"A request of {out.title} has no field for it."
            out.dropped(setting, "of-response", setting.name, why)
        elif setting.meaning in in_url:
            out.dropped(
                setting,
                "in-url",
                setting.name,
                "It stands in the URL of the request, not in its body.",
            )
        elif setting.value == []:
            out.dropped(setting, "setting", setting.name, "The list is empty.")
        else:
            lacks = "no field for it" if writer is None else "no such value for it"
            out.dropped(
                setting, "setting", setting.name, f"A request of {out.title} has {lacks}."
            )


def _carry_over(
    out: RenderingBuilder,
    payload: JsonObject,
    setting: SettingPart,
    tokens: tuple[str, ...],
    value: JsonValue,
    lost: str | None = None,
) -> None:
    changed = patched(payload, [(tokens, value)])
    payload.update(object_or_empty(changed))
    target = child(root(), *tokens)
    same = value == setting.value and tokens == (setting.name,)
    out.link(setting, target, "same" if same else "changed")
    if lost is not None:
        code = "tool-choice" if setting.meaning == "tool_choice" else "setting"
        instead = json_text(value)
        out.lost(
            LossKind.CHANGED,
            setting,
            code,
            setting.name,
            lost,
            target=target,
            fallback=instead,
        )
    if setting.meaning == "model":
        say_model_kept(out, setting, target)


_SAME_MODELS = frozenset({"openai-chat", "openai-responses"})
"""Formats of one provider, which has each of its models under one name in both."""
_DEPLOYING = "azure-foundry"
"""The format whose field of the model holds a deployment, named by its owner."""


def say_model_kept(out: RenderingBuilder, setting: SettingPart, target: Address) -> None:
    """The name of a model means something to its own provider alone."""
    source = out.conversation.wire_format
    if {source, out.target} <= _SAME_MODELS:
        return
    why = (
        "It is written as logged, but names a model for another provider; name one of the "
        "target's."
    )
    if out.target == _DEPLOYING:
        why = (
            "It is written as logged, but what the target names is a deployment; name one "
            "of yours."
        )
    elif source == _DEPLOYING:
        why = (
            "It is written as logged, but may be the name of a deployment; name a model of "
            "the target's."
        )
    out.lost(LossKind.CHANGED, setting, "model-name", "model", why, target=target)


def field(name: str) -> SettingWriter:
    """A writer for a top-level field that takes the neutral value as it is."""
    return lambda value: ((name,), value)
