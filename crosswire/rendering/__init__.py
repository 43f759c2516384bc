"""What the formats share when they write: plans of ids and names, links and losses, common
pieces."""

from crosswire.rendering.id_plan import ID_POLICIES, IdPolicy
from crosswire.rendering.name_plan import name_of

__all__ = [
    "ID_POLICIES",
    "IdPolicy",
    "name_of",
]
