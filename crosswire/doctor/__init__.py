"""The doctor: the sessions that programs keep on this machine, and what is wrong with each.

Nothing is ever written into the folders of programs, but for the mended copies that somebody
asks for.
"""

from crosswire.doctor.cache import Known, cache_folder
from crosswire.doctor.copies import Copy, write_copy
from crosswire.doctor.inside import Inside
from crosswire.doctor.places import PLACES, PROGRAMS, Place
from crosswire.doctor.sessions import Found, Session, find, find_one
from crosswire.doctor.summaries import Summary, summarise

__all__ = [
    "PLACES",
    "PROGRAMS",
    "Copy",
    "Found",
    "Inside",
    "Known",
    "Place",
    "Session",
    "Summary",
    "cache_folder",
    "find",
    "find_one",
    "summarise",
    "write_copy",
]
