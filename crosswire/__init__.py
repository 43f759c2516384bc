"""Crosswire: reads logged LLM conversations, pairs calls with results, diagnoses and converts them.

log = crosswire.load(data)
for conversation in log.conversations:
    for diagnostic in crosswire.diagnose(conversation):
        print(diagnostic.address, diagnostic.message)
    rendering = crosswire.render(conversation, "anthropic")
"""

from crosswire.comparison import Comparison, compare
from crosswire.conversion import render, write_stream
from crosswire.errors import (
    BadAddress,
    CannotExport,
    CrosswireError,
    NotAConversation,
    NotAHeldMap,
    TooManyConversations,
    UnknownFormat,
    UnreadableUpload,
    UploadTooDeep,
)
from crosswire.explanations import Explanation, explain
from crosswire.formats import FORMATS
from crosswire.logs import LOGS
from crosswire.model import Conversation, Message, Part
from crosswire.model.loss import Link, Loss, Rendering
from crosswire.pairing import Pairing, pair
from crosswire.reading.detection import Detection
from crosswire.reading.loading import Log, detect, load, parse
from crosswire.repairs import Repaired, repair
from crosswire.repairs.verdict_states import Judgement, judge, judgements
from crosswire.roundtrip.build import hold
from crosswire.roundtrip.convert import convert, render_back
from crosswire.roundtrip.sidecar import Held
from crosswire.rules import RULES
from crosswire.rules.rule import Diagnostic, Rule
from crosswire.rules.runner import diagnose
from crosswire.rules.targets import TARGETS
from crosswire.rules.verdicts import Verdict, verdict, verdicts

__all__ = [
    "FORMATS",
    "LOGS",
    "RULES",
    "TARGETS",
    "BadAddress",
    "CannotExport",
    "Comparison",
    "Conversation",
    "CrosswireError",
    "Detection",
    "Diagnostic",
    "Explanation",
    "Held",
    "Judgement",
    "Link",
    "Log",
    "Loss",
    "Message",
    "NotAConversation",
    "NotAHeldMap",
    "Pairing",
    "Part",
    "Rendering",
    "Repaired",
    "Rule",
    "TooManyConversations",
    "UnknownFormat",
    "UnreadableUpload",
    "UploadTooDeep",
    "Verdict",
    "compare",
    "convert",
    "detect",
    "diagnose",
    "explain",
    "hold",
    "judge",
    "judgements",
    "load",
    "pair",
    "parse",
    "render",
    "render_back",
    "repair",
    "verdict",
    "verdicts",
    "write_stream",
]
