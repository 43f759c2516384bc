"""All pages: one module a family, listed here."""

from webapp.views import api, conversations, exports, formats, health, home, rules, siblings

BLUEPRINTS = (
    home.bp,
    conversations.bp,
    siblings.bp,
    exports.bp,
    rules.bp,
    formats.bp,
    api.bp,
    health.bp,
)
