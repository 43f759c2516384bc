"""What each format can hold, measured by converting small conversations to every format.

To add a feature, define a `Feature` in the module of its kind, with a specimen in each format
that has words for it. The converter finds out what becomes of it, so that no page can say
anything else.
"""

from crosswire.capabilities import (
    of_calls,
    of_media,
    of_naming,
    of_servers,
    of_speakers,
    of_storage,
    of_tool_choice,
    of_words,
)
from crosswire.capabilities.example import PLACES, Places, arguments_are, rendered
from crosswire.capabilities.feature import Feature, Specimen
from crosswire.capabilities.limits import id_limits, name_limits, not_held, outcomes_between
from crosswire.capabilities.measuring import Holding, Outcome, State, holding, outcome, read

__all__ = [
    "BY_NAME",
    "FEATURES",
    "PLACES",
    "Feature",
    "Holding",
    "Outcome",
    "Places",
    "Specimen",
    "State",
    "arguments_are",
    "by_group",
    "holding",
    "id_limits",
    "name_limits",
    "not_held",
    "outcome",
    "outcomes_between",
    "read",
    "rendered",
]

FEATURES: tuple[Feature, ...] = (
    *of_speakers.FEATURES,
    *of_words.FEATURES,
    *of_calls.FEATURES,
    *of_naming.FEATURES,
    *of_servers.FEATURES,
    *of_tool_choice.FEATURES,
    *of_media.FEATURES,
    *of_storage.FEATURES,
)

BY_NAME = {feature.name: feature for feature in FEATURES}


def by_group() -> dict[str, list[Feature]]:
    """The features under the titles of their groups, in the order of tables."""
    groups: dict[str, list[Feature]] = {}
    for feature in FEATURES:
        groups.setdefault(feature.group, []).append(feature)
    return groups
