"""A finding in JSON, whose fields are documented and stable."""

from __future__ import annotations

from typing import Any

from crosswire.rules.rule import Diagnostic, Refusal


def finding_record(found: Diagnostic) -> dict[str, Any]:
    """A defect; a refusal also says what it goes by and where it stands in what would be
    sent."""
    told = {
        "code": found.code,
        "name": found.name,
        "severity": found.severity,
        "kind": found.kind,
        "address": found.address,
        "message": found.message,
        "targets": list(found.targets),
        "related": [{"what": what, "address": address} for what, address in found.related],
    }
    if not isinstance(found, Refusal):
        return told
    return {
        **told,
        "payload": found.payload,
        "error": found.ground.error_text,
        "ground": found.ground.key,
        "confidence": found.ground.confidence,
    }
