"""What an error message means, in JSON whose fields are documented and stable."""

from __future__ import annotations

from typing import Any

from crosswire.explanations.catalogue import page_of
from crosswire.explanations.explaining import Explanation, NamedId
from crosswire.explanations.id_hints import IdHint
from crosswire.explanations.reach import Place
from crosswire.explanations.recognition import Recognised
from crosswire.rules.docs import summary
from crosswire.rules.finding_records import finding_record


def explanation_record(answer: Explanation) -> dict[str, Any]:
    """What a message means, here and over HTTP alike; the keys are documented and stable."""
    return {
        "recognised": [_recognised(one) for one in answer.recognised],
        "targets": list(answer.targets),
        "ids": [_id(one) for one in answer.ids],
        "places": [_place(one) for one in answer.places],
        "out_of_reach": answer.out_of_reach,
        "findings": [finding_record(one) for one in answer.findings],
        "elsewhere": [finding_record(one) for one in answer.elsewhere],
        "diagnostics": [finding_record(one) for one in answer.defects],
        "of_no_rule": [
            {
                "text": one.says,
                "said_by": one.who,
                "meaning": one.meaning,
                "is_about_history": not one.subject,
                "page": page_of(one),
            }
            for one in answer.of_no_rule
        ],
        "nearest": [_recognised(one) for one in answer.nearest],
        **({"hints": [_hint(one) for one in answer.hints]} if answer.hints else {}),
        "note": answer.note,
    }


def _recognised(one: Recognised) -> dict[str, Any]:
    return {
        "code": one.rule.code,
        "name": one.rule.name,
        "kind": one.rule.kind,
        "title": one.rule.title,
        "exact": one.exact,
        "text": one.text,
        "said_by": one.who,
        "targets": list(one.targets),
        "grounds": [ground.key for ground in one.grounds],
        "meaning": summary(one.rule),
        "page": page_of(one),
    }


def _hint(one: IdHint) -> dict[str, Any]:
    return {"value": one.value, "meaning": one.meaning, "advice": one.advice}


def _id(one: NamedId) -> dict[str, Any]:
    return {"value": one.value, "places": [place.address for place in one.places]}


def _place(one: Place) -> dict[str, Any]:
    return {
        "words": one.words,
        "address": one.address,
        "payload": one.payload,
        "target": one.target or None,
    }
