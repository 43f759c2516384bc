"""All pages: one module a family, listed here."""

from webapp.views import api, conversations, exports, formats, health, home, rules, siblings, wire_types

BLUEPRINTS = (
    home.bp,
    conversations.bp,
    siblings.bp,
    exports.bp,
    rules.bp,
    formats.bp,
    wire_types.bp,
    api.bp,
    health.bp,
)
