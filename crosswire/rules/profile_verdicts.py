"""What the verdict of a profile stands on: what its server is known to take, and who stands
behind a relay."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice

from crosswire.address import Address, child
from crosswire.model import Conversation, Message
from crosswire.model.json_values import text_field
from crosswire.rules.as_sent import Sent
from crosswire.rules.named_servers import UNKNOWN_SERVER
from crosswire.rules.not_judged import NotJudged
from crosswire.rules.registry import RULES
from crosswire.rules.rule import Refusal, Severity, Subject
from crosswire.rules.target import Fields, Taken, Target, Upstream
from crosswire.rules.uses import Use

_NOTHING_KNOWN = (
    "No refusal of it by {} is known; what {} takes in this format is neither recorded nor "
    "documented, so that this is no yes."
)
_FIELD = "Whether {} takes {}: it is neither among what was recorded there nor documented."
_OTHER_MODELS = (
    "What {} takes is known of other models; this one, or the template of this model, may "
    "refuse it."
)
_OF_ONE_MAKER = re.compile(
    r"(?i)(^|/|\.)(claude-|gpt-[345]|chatgpt-|o[134](-|$)|gemini-\d|grok-|nova-|command-)"
)
"""Models that nobody else serves than who made them, and the clouds that do it for them."""
_REFUSED_ELSEWHERE = (
    "{} may refuse it as well: the provider that this format comes from does ({} {}), and of "
    "{} no refusal of it is known."
)
_NOT_KNOWN_SERVER = "Crosswire does not know {}. By the rules of {}, whose format this is, {}."
_BY_THE_MAKER = {
    True: "it would be accepted",
    False: "it would be refused",
    None: "that is unsure",
}


def not_known_server(host: str, maker: Target, accepts: bool | None) -> NotJudged:
    """Why nothing is sure of a server that no profile knows, and what the maker of the format
    would say in its place."""
    server = f"the server {host}" if host else "the server that this goes to"
    message = _NOT_KNOWN_SERVER.format(server, maker.title, _BY_THE_MAKER[accepts])
    return NotJudged(UNKNOWN_SERVER, message)


def not_known_to_take(
    target: Target,
    sent: Sent,
    findings: Sequence[Refusal],
    of_first: Sequence[Refusal],
) -> list[NotJudged]:
    """Why a server does not surely take what it is not known to refuse: the first of each
    reason. `of_first` is what the first target of the format makes of the same."""
    title, taken = target.title, (target.takes or {}).get(sent.conversation.format)
    points: list[NotJudged] = []
    if taken is None:
        message = _NOTHING_KNOWN.format(title, title)
        points.append(NotJudged("no-known-refusal", message))
    else:
        model = _model(sent.mapper.conversation)
        if not (_is_of(taken, model) or _gets_another(taken, model)):
            points.append(NotJudged("no-known-refusal", _OTHER_MODELS.format(title)))
        for place, what in chain(
            islice(_beyond(sent.conversation, taken.fields), 1), _not_used_there(sent, taken)
        ):
            at = sent.mapper.source(place)[1]
            points.append(NotJudged("no-known-refusal", _FIELD.format(title, what), at))
    known = {(found.code, found.address) for found in findings}
    takes_thoughts = taken is not None and Use.THOUGHTS in taken.uses
    for found in of_first:
        if takes_thoughts and RULES[found.code].subject is Subject.REASONING:
            continue  # whose thoughts it takes is its own matter, and known
        if found.severity is not Severity.INFO and (found.code, found.address) not in known:
            message = _REFUSED_ELSEWHERE.format(title, found.code, found.name, title)
            points.append(NotJudged("no-known-refusal", message, found.address))
            break
    return points


def what_a_yes_stands_on(target: Target, sent: Sent) -> tuple[str, ...]:
    """What stands behind it that a server takes what it is not known to refuse, for all that
    the request uses: documents, recorded answers, its own source."""
    taken = (target.takes or {}).get(sent.conversation.format)
    if taken is None:
        return ()
    model = _model(sent.mapper.conversation)
    of_models = "" if _is_of(taken, model) else f" (with a model by the name {taken.models})"
    known = taken.uses_of(model)
    of_uses = (known[use] for use in sent.uses if use in known)
    return tuple(dict.fromkeys((f"{taken.source}{of_models}", *of_uses)))


def _is_of(taken: Taken, model: str) -> bool:
    """Whether it is known of a model."""
    return not taken.models or re.search(taken.models, model) is not None


def _gets_another(taken: Taken, model: str) -> bool:
    """Whether the model of a log, of which it is not known, cannot be the one that will be
    asked there: it names none, or one that only another maker serves."""
    return taken.has_own_models and (not model or _OF_ONE_MAKER.search(model) is not None)


def _not_used_there(sent: Sent, taken: Taken) -> Iterator[tuple[Address, str]]:
    """What the request uses that the server is not known to take, each with its place."""
    known = taken.uses_of(_model(sent.mapper.conversation))
    for use, place in sent.uses.items() if known else ():
        if use not in known:
            yield place, use.value


def _beyond(sent: Conversation, fields: Fields) -> Iterator[tuple[Address, str]]:
    """What messages have beside the fields that are known to be taken, each with its place."""
    for message in sent.messages:
        if message.field is None and isinstance(message.raw, dict):
            kind, listed = _listed(message, fields)
            if listed is None:
                yield message.address, f"a message of {kind}"
                continue
            for name in message.raw:
                if name not in listed:
                    yield child(message.address, name), f"the field {name} of {kind}"


def _listed(message: Message, fields: Fields) -> tuple[str, frozenset[str] | None]:
    """What a message is, in words, and the fields that are known for such."""
    role, kind = text_field(message.raw, "role"), text_field(message.raw, "type")
    if role is not None:
        return f"the role {role}", fields.get(role)
    return f"the type {kind}", fields.get(kind or "")


def upstream_of(target: Target, conversation: Conversation) -> str | None:
    """The target that a relay handed a conversation on to, or would; None where the log does
    not tell, and for what is no relay."""
    if not target.upstreams:
        return None
    settings = list(conversation.settings())
    answered = next(
        (s.value for s in settings if s.name == "provider" and s.of_response), None
    )
    if isinstance(answered, str) and target.is_known:
        return _first(target, lambda one: answered in one.providers)
    model, wire = _model(conversation), conversation.wire_format
    return _first(target, lambda one: _is_for(one, model) or wire in one.formats)


def _model(conversation: Conversation) -> str:
    """The model that a log names first; empty where it names none."""
    models = (s.value for s in conversation.settings() if s.meaning == "model")
    return next((value for value in models if isinstance(value, str)), "")


def _is_for(upstream: Upstream, model: str) -> bool:
    return bool(upstream.models) and re.fullmatch(upstream.models, model) is not None


def _first(target: Target, fits: Callable[[Upstream], bool]) -> str | None:
    return next((one.target for one in target.upstreams if fits(one)), None)
