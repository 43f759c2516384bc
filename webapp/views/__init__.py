"""All pages: one module a family, listed here."""

from webapp.views import (
    api,
    conversations,
    explanations,
    exports,
    formats,
    health,
    home,
    repairs,
    rules,
    siblings,
    verdicts,
    wire_types,
)

BLUEPRINTS = (
    home.bp,
    conversations.bp,
    verdicts.bp,
    explanations.bp,
    repairs.bp,
    siblings.bp,
    exports.bp,
    rules.bp,
    formats.bp,
    wire_types.bp,
    api.bp,
    health.bp,
)
