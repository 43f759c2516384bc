"""The addresses that a conversation's page leads to, with what is chosen on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any
from urllib.parse import quote_plus, urlencode

from flask import current_app, request, url_for

from webapp.conversation_page.query import Asked
from webapp.wording.paths import path_words

_IN_QUERY = "!$'()*,/:;?@"
"""What a query may hold as it is."""


_OF_URL_FOR = ("_anchor", "_external", "_method", "_scheme")


def _each(values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in values.items():
        if isinstance(value, (list, tuple)):
            yield from ((name, one) for one in value)
        else:
            yield name, value


class Addresses:
    """Where a page of a conversation leads."""

    slug: str
    asked: Asked
    container: str

    def link(self, endpoint: str, *, asked: Asked | None = None, **values: Any) -> str:
        """An address of this conversation that keeps what is chosen, or asks for something
        else."""
        found = values | (asked or self.asked).query() | values
        path = self._path(endpoint)
        if not path or any(name in found for name in _OF_URL_FOR):
            return url_for(endpoint, slug=self.slug, **found)
        told = [(name, value) for name, value in _each(found) if value is not None]
        return f"{path}?{urlencode(told, safe=_IN_QUERY, errors='replace')}" if told else path

    def _path(self, endpoint: str) -> str:
        """The path of an address that hangs on the conversation alone: a page has fifty, and
        a search through the routes for each is a tenth of its time. Empty of any other."""
        path = self._paths.get(endpoint)
        if path is None:
            rules = current_app.url_map.iter_rules(endpoint)
            is_alone = all(rule.arguments == {"slug"} for rule in rules)
            path = url_for(endpoint, slug=self.slug) if is_alone else ""
            self._paths[endpoint] = path
        return path

    @cached_property
    def _paths(self) -> dict[str, str]:
        return {}

    def changed(self, **changes: Any) -> str:
        """This page with some of its choices changed."""
        return self.link("conversations.show", asked=replace(self.asked, **changes))

    def fields_without(self, *names: str) -> list[tuple[str, str]]:
        """The hidden fields of a form: all choices but those with these names, which it has
        itself."""
        return [(name, value) for name, value in self.asked.fields if name not in names]

    def at_url(self, address: str) -> str:
        before, after = self._around_address
        # As Werkzeug writes a query, and of any text.
        text = address.encode("utf-8", "backslashreplace")
        return f"{before}{quote_plus(text, safe=_IN_QUERY)}{after}"

    @cached_property
    def _around_address(self) -> tuple[str, str]:
        """What stands around the address in a link to a place: a page has a hundred of
        them."""
        before, asks, after = self.link("conversations.show", at="0:", _anchor="at").partition(
            "?at=0:"
        )
        return before + asks.removesuffix("0:"), after

    def place(self, address: str) -> str:
        """An address of the upload as the page shows it; of a file of lines each tells its
        record."""
        words = path_words(address)
        is_first = self.container in ("jsonl", "sse") and address.startswith("0:")
        return f"record 1: {words}" if is_first else words

    def row_url(self, number: int) -> str:
        before, after = self._around_row
        return f"{before}{number}{after}"

    @cached_property
    def _around_row(self) -> tuple[str, str]:
        before, row, after = self.link("conversations.row", number=0).rpartition("/row/0")
        return before + row.removesuffix("0"), after

    def rule_url(self, code: str) -> str:
        return url_for("rules.show", code=code)

    def wire_type_url(self, slug: str) -> str:
        found = self._wire_type_urls.get(slug)
        if found is None:
            found = self._wire_type_urls[slug] = url_for("wire_types.show", slug=slug)
        return found

    @cached_property
    def _wire_type_urls(self) -> dict[str, str]:
        """Of the few types that a log has, which each of its calls names."""
        return {}

    def losses_url(self, format: str) -> str:
        """The address of the answer for programs, with all losses and all changed ids."""
        return self._with_policies("api.converted", format)

    def export_url(self, format: str) -> str:
        return url_for("exports.conversation", slug=self.slug, format=format)

    @property
    def find_url(self) -> str:
        """Where a search begins, with the panes that are shown."""
        return self.link("search.show")

    def row_rest_url(self, number: int, parts: int) -> str:
        """The address of one row that shows this many of its parts."""
        return self.link("conversations.row", number=number, parts=parts)

    def target_url(self, target: str | None) -> str:
        """The same page with the refusals of one target, or with none."""
        return self.changed(target=target)

    @property
    def answer_url(self) -> str:
        """The card alone."""
        cause, missing = request.args.get("cause"), request.args.get("missing")
        return url_for("answers.show", slug=self.slug, cause=cause, missing=missing)

    @property
    def export_dialog_url(self) -> str:
        """Where an export is chosen, with the ids and media of the panes."""
        policies = Asked(
            ids=self.asked.ids, media=self.asked.media, missing=self.asked.missing
        ).query()
        return url_for("exports.choose", slug=self.slug, **policies)

    @property
    def url(self) -> str:
        return url_for("conversations.show", slug=self.slug)

    @property
    def permalink(self) -> str:
        return url_for("conversations.show", slug=self.slug, _external=True)

    @property
    def original_url(self) -> str:
        return url_for("exports.original", slug=self.slug)

    def _with_policies(self, endpoint: str, format: str) -> str:
        """An address of a format as the panes write it."""
        policies = Asked(ids=self.asked.ids, media=self.asked.media).query()
        return url_for(endpoint, slug=self.slug, format=format, **policies)

    def renamed_url(self, format: str) -> str:
        """The address of a file with the id map and the name map."""
        return self._with_policies("losses.renamed", format)

    @property
    def delete_url(self) -> str:
        return url_for("conversations.delete", slug=self.slug)

    @property
    def repair_url(self) -> str:
        choices = Asked(missing=self.asked.missing, left_out=self.asked.left_out).query()
        return url_for("repairs.show", slug=self.slug, **choices)

    @property
    def reread_url(self) -> str:
        return url_for("conversations.reread", slug=self.slug)
