"""Crosswire: reads logged LLM conversations, pairs calls with results, diagnoses and converts them.

log = crosswire.load(data)
for conversation in log.conversations:
    for diagnostic in crosswire.diagnose(conversation):
        print(diagnostic.address, diagnostic.message)
    rendering = crosswire.render(conversation, "anthropic")
"""

from crosswire.conversion import convert, render
from crosswire.detection import Detection
from crosswire.diagnosis import diagnose
from crosswire.errors import (
    BadAddress,
    CrosswireError,
    NotAConversation,
    UnknownFormat,
    UnreadableUpload,
    UploadTooDeep,
)
from crosswire.formats import FORMATS
from crosswire.loading import Log, detect, load, parse
from crosswire.logs import LOGS
from crosswire.loss import Link, Loss, Rendering
from crosswire.model import Conversation, Message, Part
from crosswire.pairing import Pairing, pair
from crosswire.rule import Diagnostic, Rule
from crosswire.rules import RULES

__all__ = [
    "FORMATS",
    "LOGS",
    "RULES",
    "BadAddress",
    "Conversation",
    "CrosswireError",
    "Detection",
    "Diagnostic",
    "Link",
    "Log",
    "Loss",
    "Message",
    "NotAConversation",
    "Pairing",
    "Part",
    "Rendering",
    "Rule",
    "UnknownFormat",
    "UnreadableUpload",
    "UploadTooDeep",
    "convert",
    "detect",
    "diagnose",
    "load",
    "pair",
    "parse",
    "render",
]
