"""Crosswire: reads logged LLM conversations, pairs calls with results, diagnoses and converts
them.

log = crosswire.load(data)
for conversation in log.conversations:
    for diagnostic in crosswire.diagnose(conversation):
        print(diagnostic.address, diagnostic.message)
    rendering = crosswire.render(conversation, "anthropic")

A name is loaded when it is asked for first, so that importing the package costs next to
nothing.
"""

from typing import TYPE_CHECKING

from crosswire.lazy_names import on_demand

if TYPE_CHECKING:
    from crosswire.answers import Answer as Answer
    from crosswire.answers import answer as answer
    from crosswire.comparison import Comparison as Comparison
    from crosswire.comparison import compare as compare
    from crosswire.conversion import render as render
    from crosswire.conversion import write_stream as write_stream
    from crosswire.errors import BadAddress as BadAddress
    from crosswire.errors import BadMapping as BadMapping
    from crosswire.errors import CannotExport as CannotExport
    from crosswire.errors import CrosswireError as CrosswireError
    from crosswire.errors import NotAConversation as NotAConversation
    from crosswire.errors import NotASidecar as NotASidecar
    from crosswire.errors import TooManyConversations as TooManyConversations
    from crosswire.errors import UnknownFormat as UnknownFormat
    from crosswire.errors import UnreadableUpload as UnreadableUpload
    from crosswire.errors import UploadTooDeep as UploadTooDeep
    from crosswire.explanations import Explanation as Explanation
    from crosswire.explanations import explain as explain
    from crosswire.formats import FORMATS as FORMATS
    from crosswire.logs import LOGS as LOGS
    from crosswire.logs.by_shape import Mapping as Mapping
    from crosswire.logs.by_shape import mapping_from as mapping_from
    from crosswire.logs.by_shape import mapping_json as mapping_json
    from crosswire.model import Conversation as Conversation
    from crosswire.model import Link as Link
    from crosswire.model import Loss as Loss
    from crosswire.model import Message as Message
    from crosswire.model import Part as Part
    from crosswire.model import Rendering as Rendering
    from crosswire.pairing import Pairing as Pairing
    from crosswire.pairing import pair as pair
    from crosswire.reading import Detection as Detection
    from crosswire.reading import Log as Log
    from crosswire.reading import detect as detect
    from crosswire.reading import guess_mapping as guess_mapping
    from crosswire.reading import load as load
    from crosswire.reading import parse as parse
    from crosswire.recording import NotRecorded as NotRecorded
    from crosswire.recording import Recording as Recording
    from crosswire.recording import record as record
    from crosswire.repairs import Repaired as Repaired
    from crosswire.repairs import VerdictStates as VerdictStates
    from crosswire.repairs import repair as repair
    from crosswire.repairs import verdict_states as verdict_states
    from crosswire.roundtrip import Sidecar as Sidecar
    from crosswire.roundtrip import build_sidecar as build_sidecar
    from crosswire.roundtrip import convert as convert
    from crosswire.roundtrip import render_back as render_back
    from crosswire.rules import FIRST_TARGETS as FIRST_TARGETS
    from crosswire.rules import RULES as RULES
    from crosswire.rules import TARGETS as TARGETS
    from crosswire.rules import Diagnostic as Diagnostic
    from crosswire.rules import Rule as Rule
    from crosswire.rules import Verdict as Verdict
    from crosswire.rules import diagnose as diagnose
    from crosswire.rules import own_target as own_target
    from crosswire.rules import verdict as verdict
    from crosswire.rules import verdicts as verdicts

_NAMES = {
    "answers": ("Answer", "answer"),
    "comparison": ("Comparison", "compare"),
    "conversion": ("render", "write_stream"),
    "errors": (
        "BadAddress",
        "BadMapping",
        "CannotExport",
        "CrosswireError",
        "NotAConversation",
        "NotASidecar",
        "TooManyConversations",
        "UnknownFormat",
        "UnreadableUpload",
        "UploadTooDeep",
    ),
    "explanations": ("Explanation", "explain"),
    "formats": ("FORMATS",),
    "logs": ("LOGS",),
    "logs.by_shape": ("Mapping", "mapping_from", "mapping_json"),
    "model": ("Conversation", "Link", "Loss", "Message", "Part", "Rendering"),
    "pairing": ("Pairing", "pair"),
    "reading": ("Detection", "Log", "detect", "guess_mapping", "load", "parse"),
    "recording": ("NotRecorded", "Recording", "record"),
    "repairs": ("VerdictStates", "Repaired", "verdict_states", "repair"),
    "roundtrip": ("Sidecar", "build_sidecar", "convert", "render_back"),
    "rules": (
        "FIRST_TARGETS",
        "RULES",
        "TARGETS",
        "Diagnostic",
        "Rule",
        "Verdict",
        "diagnose",
        "own_target",
        "verdict",
        "verdicts",
    ),
}
"""Which module or package hands out what; above the same names stand for type checkers."""

__all__ = sorted(name for names in _NAMES.values() for name in names)
__getattr__ = on_demand(__name__, _NAMES)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
