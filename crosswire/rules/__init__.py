"""Rules: what is wrong in a log, what a target refuses, and their verdicts.

A rule is a module in the folder of its family; `registry` finds it there.
"""

from typing import TYPE_CHECKING

from crosswire.lazy_names import on_demand
from crosswire.rules.finding_records import finding_record
from crosswire.rules.named_servers import (
    UNKNOWN_SERVER,
    format_for,
    named_server,
    own_target,
)
from crosswire.rules.not_judged import OF_ANY_REQUEST, NotJudged
from crosswire.rules.registry import (
    FAMILIES,
    FAMILY_TITLES,
    LOG_RULES,
    PROVIDER_RULES,
    RULES,
    RULES_BY_NAME,
)
from crosswire.rules.rule import (
    Defect,
    Diagnostic,
    Ground,
    Kind,
    LogRule,
    ProviderRule,
    Refusal,
    Rule,
    Severity,
    Subject,
)
from crosswire.rules.runner import diagnose
from crosswire.rules.target import Target
from crosswire.rules.targets import FIRST_TARGETS, TARGETS, said_by

if TYPE_CHECKING:
    from crosswire.rules.as_sent import Written
    from crosswire.rules.docs import (
        GroundText,
        RuleText,
        advice,
        by_family,
        named,
        quotations,
        rule_text,
        summary,
    )
    from crosswire.rules.target_docs import TargetText, target_text
    from crosswire.rules.target_verdicts import Verdict, verdict, verdicts, verdicts_in_turn

__all__ = [
    "FAMILIES",
    "FAMILY_TITLES",
    "FIRST_TARGETS",
    "LOG_RULES",
    "OF_ANY_REQUEST",
    "PROVIDER_RULES",
    "RULES",
    "RULES_BY_NAME",
    "TARGETS",
    "UNKNOWN_SERVER",
    "Defect",
    "Diagnostic",
    "Ground",
    "GroundText",
    "Kind",
    "LogRule",
    "NotJudged",
    "ProviderRule",
    "Refusal",
    "Rule",
    "RuleText",
    "Severity",
    "Subject",
    "Target",
    "TargetText",
    "Verdict",
    "Written",
    "advice",
    "by_family",
    "diagnose",
    "finding_record",
    "format_for",
    "named",
    "named_server",
    "own_target",
    "quotations",
    "rule_text",
    "said_by",
    "summary",
    "target_text",
    "verdict",
    "verdicts",
    "verdicts_in_turn",
]

__getattr__ = on_demand(
    __name__,
    {
        "as_sent": ("Written",),
        "docs": (
            "GroundText",
            "RuleText",
            "advice",
            "by_family",
            "named",
            "quotations",
            "rule_text",
            "summary",
        ),
        "target_docs": ("TargetText", "target_text"),
        "target_verdicts": ("Verdict", "verdict", "verdicts", "verdicts_in_turn"),
    },
)
