"""Which span stands within which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crosswire.logs.spans.span import Span
from crosswire.logs.spans.thread import Thread
from crosswire.model import ToolCallPart

Group = tuple[str, str]
"""Which agent or tool spans belong to, or which trace."""


class Nesting:
    """The tree of the spans of a log."""

    def __init__(self, spans: Sequence[Span]) -> None:
        self.spans = spans
        self.by_id = {span.id: span for span in reversed(spans) if span.id}
        self.known: dict[int, Group] = {}

    def above(self, span: Span) -> Iterator[Span]:
        """The spans that one stands in, the nearest first; a ring ends where it began."""
        seen = {id(span)}
        while span.parent in self.by_id:
            span = self.by_id[span.parent]
            if id(span) in seen:
                return
            seen.add(id(span))
            yield span

    def group_of(self, span: Span) -> Group:
        """The nearest agent or tool that a span runs in, else its trace."""
        passed = [span]
        group: Group | None = self.known.get(id(span))
        for above in self.above(span) if group is None else ():
            if above.kind in ("agent", "tool"):
                group = above.kind, above.id or ""
            else:
                group = self.known.get(id(above))
            if group is not None:
                break
            passed.append(above)
        if group is None:
            top = passed[-1]
            group = "trace", span.trace or top.trace or top.id or ""
        self.known |= {id(one): group for one in passed}
        return group

    def threads_below(self, threads: Sequence[Thread]) -> dict[int, list[Thread]]:
        """Which span -> the conversations that have a span within it."""
        found: dict[int, list[Thread]] = {}
        for thread in threads:
            seen: set[int] = set()
            for span in thread.spans:
                for above in self.above(span):
                    if id(above) in seen:
                        break
                    seen.add(id(above))
                    found.setdefault(id(above), []).append(thread)
        return found

    def demote_models(self) -> None:
        """Of a model's span within another, the one that tells more is the answer."""
        inside: dict[int, tuple[Span, list[Span]]] = {}
        for span in self.spans:
            above = self._model_above(span) if span.kind == "model" else None
            if above is not None:
                inside.setdefault(id(above), (above, []))[1].append(span)
        for above, below in inside.values():
            if (sum(map(_calls_in, below)), not _is_flat(below)) >= (_calls_in(above), True):
                above.kind, above.retells = "agent" if len(below) > 1 else "other", True
            else:
                for span in below:
                    span.kind, span.retells = "other", True

    def _model_above(self, span: Span) -> Span | None:
        nearest = next((one for one in self.above(span) if one.kind != "other"), None)
        return nearest if nearest is not None and nearest.kind == "model" else None


def _calls_in(span: Span) -> int:
    """How many calls a span's answer has."""
    parts = [part for message in span.output for part in message.parts]
    return sum(isinstance(part, ToolCallPart) for part in parts)


def _is_flat(spans: list[Span]) -> bool:
    """Whether answers are no more than texts."""
    return any(isinstance(message.raw, str) for span in spans for message in span.output)
