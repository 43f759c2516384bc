"""What each format can hold, measured: small conversations, written in every format, and what
was lost.

To add a feature: a `Feature` with a specimen in each format that has words for it, in the
module of its kind. What becomes of it is found out by the converter, so that no page can say
otherwise than it does.
"""

from crosswire.capabilities import (
    of_calls,
    of_naming,
    of_requests,
    of_servers,
    of_speakers,
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
    *of_requests.FEATURES,
)

BY_NAME = {feature.name: feature for feature in FEATURES}


def by_group() -> dict[str, list[Feature]]:
    """The features under the titles of their groups, in the order of tables."""
    found: dict[str, list[Feature]] = {}
    for feature in FEATURES:
        found.setdefault(feature.group, []).append(feature)
    return found
