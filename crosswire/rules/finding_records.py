"""A finding in JSON, whose fields are documented and stable."""

from __future__ import annotations

from typing import Any

from crosswire.rules.rule import Diagnostic, Refusal


def finding_record(finding: Diagnostic) -> dict[str, Any]:
    """A defect; a refusal also says what it goes by and where it stands in what would be
    sent."""
    record = {
        "code": finding.code,
        "name": finding.name,
        "severity": finding.severity,
        "kind": finding.kind,
        "address": finding.address,
        "message": finding.message,
        "targets": list(finding.targets),
        "related": [{"what": word, "address": address} for word, address in finding.related],
    }
    if not isinstance(finding, Refusal):
        return record
    return {
        **record,
        "payload": finding.payload,
        "error": finding.ground.error_text,
        "ground": finding.ground.key,
        "confidence": finding.ground.confidence,
    }
