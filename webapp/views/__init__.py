"""All pages: one module a family, listed here."""

from webapp.views import (
    api,
    conversations,
    explanations,
    exports,
    formats,
    health,
    home,
    losses,
    repairs,
    rules,
    shapes,
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
    losses.bp,
    exports.bp,
    shapes.bp,
    rules.bp,
    formats.bp,
    wire_types.bp,
    api.bp,
    health.bp,
)
