"""The model that every format is read into: conversations of messages of parts."""

from crosswire.model.call_id import CallId, IdSource, IdState
from crosswire.model.conversation import (
    Conversation,
    EarlierAnswer,
    Message,
    Traits,
    assign_keys,
)
from crosswire.model.copies import Difference, told_copies
from crosswire.model.entry import Entry
from crosswire.model.event import Event, EventKind, TurnEnd
from crosswire.model.loss import IdChange, Link, Loss, NameChange, Rendering
from crosswire.model.loss_codes import LOSS_CODES, by_family
from crosswire.model.media import MEDIA_POLICIES, MediaPolicy, split_data_url
from crosswire.model.node_key import UNNAMED, NodeKey, embedded_key, is_setting, part_of
from crosswire.model.note import Note, StreamFault
from crosswire.model.parts import (
    SETTINGS,
    Arguments,
    ArgumentsState,
    DataPart,
    Edge,
    JsonObject,
    JsonValue,
    MediaPart,
    OpaquePart,
    Part,
    ReasoningPart,
    RefusalPart,
    Role,
    SettingPart,
    TextPart,
    ToolCallPart,
    ToolPart,
    ToolResultPart,
    text_of,
)
from crosswire.model.thread import Relation, ThreadEdge

__all__ = [
    "LOSS_CODES",
    "MEDIA_POLICIES",
    "SETTINGS",
    "UNNAMED",
    "Arguments",
    "ArgumentsState",
    "CallId",
    "Conversation",
    "DataPart",
    "Difference",
    "EarlierAnswer",
    "Edge",
    "Entry",
    "Event",
    "EventKind",
    "IdChange",
    "IdSource",
    "IdState",
    "JsonObject",
    "JsonValue",
    "Link",
    "Loss",
    "MediaPart",
    "MediaPolicy",
    "Message",
    "NameChange",
    "NodeKey",
    "Note",
    "OpaquePart",
    "Part",
    "ReasoningPart",
    "RefusalPart",
    "Relation",
    "Rendering",
    "Role",
    "SettingPart",
    "StreamFault",
    "TextPart",
    "ThreadEdge",
    "ToolCallPart",
    "ToolPart",
    "ToolResultPart",
    "Traits",
    "TurnEnd",
    "assign_keys",
    "by_family",
    "embedded_key",
    "is_setting",
    "part_of",
    "split_data_url",
    "text_of",
    "told_copies",
]
