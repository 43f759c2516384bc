"""Settings and tools on the way back: those of the log that still stand, and those that are
new."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy

from msgspec.structs import replace

from crosswire.address import Address, are_related
from crosswire.conversion import render
from crosswire.model import Conversation, Part, SettingPart, assign_keys
from crosswire.model.json_values import object_or_empty
from crosswire.model.loss import Loss, Rendering
from crosswire.model.node_key import NodeKey
from crosswire.roundtrip.matching import matched
from crosswire.roundtrip.sidecar import Sidecar, digest_of_setting, read_body


def restored_settings(
    now: Conversation, sidecar: Sidecar, logged: Mapping[str, Part]
) -> tuple[list[Part], list[Loss]]:
    """The settings and tools of a restored conversation, and the losses of those that are new.

    `logged` are those of the log, by their place in the sidecar.
    """
    parts = now.settings_and_tools
    if sidecar.dialect is None:
        return [*map(copy, parts)], []
    digests = [(part.address, digest_of_setting(part)) for part in parts]
    found = matched(sidecar.envelope, digests)
    standing = {place for places in found.values() for place in places}
    later = [part for part in parts if part.address not in standing]
    new, losses = _in_format(now, later, sidecar.dialect, sidecar.names)
    names = {part.name for part in new if isinstance(part, SettingPart)}
    kept = {was for number in found for was in sidecar.envelope[number].was}
    stay = [copy(part) for place, part in logged.items() if place in kept]
    old = [part for part in stay if not (isinstance(part, SettingPart) and part.name in names)]
    return [*old, *new], losses


def _in_format(
    now: Conversation, later: Sequence[Part], format: str, names: Mapping[str, str]
) -> tuple[list[Part], list[Loss]]:
    """Settings and tools that are new or changed, in the format of the others."""
    if not later or now.wire_format == format:
        return [*map(copy, later)], []
    alone = replace(now, settings_and_tools=[*map(copy, later)], messages=[])
    assign_keys(alone)
    records = [{"after": after, "before": before} for after, before in names.items()]
    rendering = render(alone, format, ids="keep", names=records)
    written = read_body(format, object_or_empty(rendering.payload))
    sources: dict[NodeKey | None, Address] = {
        part.key: part.address for part in alone.settings_and_tools
    }
    new = []
    for part in written.settings_and_tools:
        source = _source(part, rendering, sources)
        if source is not None:
            part.address = source
            new.append(part)
    known = set(sources.values())
    losses = [loss for loss in rendering.losses if loss.source in known]
    return new, [replace(loss, target=None) for loss in losses]


def _source(
    part: Part, rendering: Rendering, sources: Mapping[NodeKey | None, Address]
) -> Address | None:
    """Where the setting or tool stood that this one was written from."""
    written = ((link.node, link.target) for link in rendering.links if link.node in sources)
    nodes = (node for node, place in written if place and are_related(place, part.address))
    return sources.get(next(nodes, None))
