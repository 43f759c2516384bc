"""What a project says of how its logs are judged: `crosswire.toml`, or `[tool.crosswire]` in
`pyproject.toml`."""

from crosswire.configuration.files import (
    NO_SETTINGS,
    Configuration,
    Lookup,
    found_from,
    read,
)
from crosswire.configuration.settings import FAIL_ON, ProjectSettings, why_no_rules

__all__ = [
    "FAIL_ON",
    "NO_SETTINGS",
    "Configuration",
    "Lookup",
    "ProjectSettings",
    "found_from",
    "read",
    "why_no_rules",
]
