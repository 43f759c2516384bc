"""Files that no format knows, read by their shape.

A mapping says where messages, roles, texts, calls and results stand. Somebody wrote it down,
or it was guessed from the file; in either case `read_by` reads by it, and by nothing else.
"""

from crosswire.logs.by_shape.from_json import mapping_from
from crosswire.logs.by_shape.mapping import Mapping
from crosswire.logs.by_shape.reading import read_by
from crosswire.logs.by_shape.to_json import mapping_json

__all__ = ["Mapping", "mapping_from", "mapping_json", "read_by"]
