"""The names of the reader by shape, and of the fields of a mapping."""

from typing import get_args

from crosswire.model import Role, Traits

NAME = "by-shape"
TITLE = "Unknown format, read by shape"
TRAITS = Traits(results_follow_calls=False, by_shape=True)
SIGNS = frozenset[str]()
WIRE_FORMAT = NAME
"""Its words are no provider's, so that nothing of it is ever written as it stands."""

VERSION_FIELD = "crosswire_mapping"
VERSION = 1

PATHS = ("role", "text", "reasoning", "id", "parent", "time", "thread")
"""Fields of a mapping that hold patterns."""
_WHAT_IS_READ = ("conversation", "messages", "roles", "calls", "results")
FIELDS = (VERSION_FIELD, "name", "title", *_WHAT_IS_READ, *PATHS)
OF_MESSAGES = ("at", "where", "role")
OF_CALLS = ("at", "where", "name", "arguments", "id")
OF_RESULTS = ("at", "where", "id", "name", "output", "error")
ROLES: tuple[Role, ...] = tuple(role for role in get_args(Role) if role != "other")
