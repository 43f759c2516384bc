"""JSON in the reading view: small values laid out, large ones as a tree that folds.

The same text as on the wire, token by token; only the line ends between tokens are ours. What
is folded says how much it holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from markupsafe import Markup

from crosswire.counting import counted
from webapp.inspector.reading.shown import Shown
from webapp.readmodel.text import holdable
from webapp.recent import kept_lately
from webapp.wording import wire
from webapp.wording.invisible import marked

LONGEST_FLAT = 1_200
"""Characters of a value that needs no folding."""
LONGEST_TREE = 4_000
"""Characters that a row shows of a tree before it asks whether to show the rest."""
READ_AHEAD = 20_000
"""Characters of which a row shows the tree at all."""
LONGEST_STRING = 1_000
DEEPEST = 8
OPEN_LINES = 24
"""Lines of containers that stand open in a row; in a row by itself, ten times as many."""
FEW_ENTRIES = 4
MOST_BRANCHES = 400
SMALL_BRANCH = 400
"""Characters of a folded container that are sent along with the row."""

_BEGUN = {
    kind: Markup('<span class="{}">').format(kind) for kind in ("key", "id", "word", "note")
}
_ENDED = Markup("</span>")


@kept_lately
def read_json(text: str, *, whole: bool) -> Shown:
    """A JSON value of a cell."""
    if len(text) <= LONGEST_FLAT:
        return Shown(_pre(wire.laid_out(text)))
    tree = _Tree(wire.tokens(text, None if whole else READ_AHEAD), whole=whole)
    tree.entry(0, len(tree.tokens), 0)
    tree.flush()
    # As much as is folded away for good, beside what was not even read.
    more = 0 if whole else max(0, len(text) - READ_AHEAD) + tree.left_out
    return Shown(Markup('<div class="tree">{}</div>').format(Markup("").join(tree.out)), more)


def flat(text: str, limit: int | None = None) -> Markup:
    """A JSON value in one colour, for what is shown a second time."""
    laid_out = "".join(piece.text for piece in wire.laid_out(text, limit))
    return Markup('<pre class="json">{}</pre>').format(marked(laid_out))


def _pre(pieces: list[wire.Piece]) -> Markup:
    return Markup('<pre class="json">{}</pre>').format(_spans(pieces))


def _spans(pieces: list[wire.Piece]) -> Markup:
    out: list[Markup] = []  # joined at once: a long list has a piece for each number
    for kind, text in pieces:
        out += [_BEGUN[kind], marked(text), _ENDED] if kind else [marked(text)]
    return Markup("").join(out)


@dataclass
class _Tree:
    tokens: list[wire.Token]
    whole: bool
    out: list[Markup] = field(default_factory=list)
    line: list[wire.Piece] = field(default_factory=list)
    """What waits to be written in one `pre`."""
    shown: int = 0
    left_out: int = 0
    branches: int = 0

    def __post_init__(self) -> None:
        self.open_lines = OPEN_LINES * (10 if self.whole else 1)
        last = self.tokens[-1]
        if last.text[0] == '"' and (
            len(last.text) == 1 or last.text[-1] != '"'
        ):  # cut by reading no further
            last.text = last.text.rstrip("\\") + '…"'

    def entry(self, start: int, stop: int, depth: int) -> None:
        """One entry of a container with its key, or the whole value."""
        at = start + 2 if self.tokens[start].kind == "key" and start + 2 < stop else start
        token = self.tokens[at]
        end = min(token.end, stop - 1) if token.text in ("{", "[") else at
        folds = depth < DEEPEST and self.branches < MOST_BRANCHES
        if end - at > 1 and token.width > wire.LINE_WIDTH and folds:
            self._branch(_Branch(start, at, end, stop, depth))
        else:
            self._flat(start, stop)

    def _flat(self, start: int, stop: int) -> None:
        size = self._size(start, stop)
        if (
            not self.whole
            and self.shown
            and self.shown + min(size, LONGEST_STRING) > LONGEST_TREE
        ):
            self.left_out += size
            return
        if not self.whole and size > LONGEST_TREE + LONGEST_STRING and stop - start > 4:
            self.left_out += size - LONGEST_TREE
            self.line += wire.laid_out(self._joined(start, stop), LONGEST_TREE)
            self.shown += LONGEST_TREE
            return
        self.shown += size
        self.open_lines -= max(1, min(size, LONGEST_STRING) // wire.LINE_WIDTH)
        comma = self.tokens[stop - 1].text == "," and stop - start > 1
        text = self._joined(start, stop - comma)
        self.line += [*wire.laid_out(text), wire.Piece("", ",\n" if comma else "\n")]

    def _joined(self, start: int, stop: int) -> str:
        return "".join(map(self._cut, self.tokens[start:stop]))

    def _size(self, start: int, stop: int) -> int:
        return sum(len(token.text) for token in self.tokens[start:stop])

    def _cut(self, token: wire.Token) -> str:
        """A token, or of a long string the beginning, which says that it goes on."""
        left = len(token.text) - LONGEST_STRING
        if self.whole or left <= 0 or token.kind == "note":
            return token.text
        self.left_out += left
        self.shown -= left
        beginning = token.text[:LONGEST_STRING].rstrip("\\")
        return f'{beginning}…" /* {counted(left, "more character")} */'

    def _branch(self, branch: _Branch) -> None:
        """A container that does not stand on one line."""
        entries = list(self._entries(branch.at, branch.end))
        size = self._size(branch.at, branch.end + 1)
        is_open = self.open_lines >= (min(len(entries), FEW_ENTRIES) if branch.depth else 0)
        if not is_open and not self.whole and size > SMALL_BRANCH:
            self._leave_out(branch, len(entries), size)
            return
        self.branches += 1
        self._head(branch, self._count(branch, len(entries)), is_open=is_open)
        lines = self.open_lines
        # The first of several large ones leaves some room to the others.
        self.open_lines = max(FEW_ENTRIES, lines // 2) if branch.depth else lines
        granted = self.open_lines
        self._inside(entries, branch, is_open=is_open)
        self.open_lines = lines - max(granted - self.open_lines, 1)
        self._put(branch.end, branch.stop)
        self.flush()
        if branch.depth:
            self.out.append(Markup("</details>"))

    def _inside(
        self, entries: list[tuple[int, int]], branch: _Branch, *, is_open: bool
    ) -> None:
        for number, (start, stop) in enumerate(entries):
            if is_open and number and not self.whole and self.open_lines <= 0:
                size = self._size(start, branch.end)
                self.left_out += size
                rest = self._count(branch, len(entries) - number, "more ")
                self.line.append(
                    wire.Piece("note", f"/* {rest}, {counted(size, 'character')} */\n")
                )
                break
            self.entry(start, stop, branch.depth + 1)
        self.flush()
        self.out.append(Markup("</div>"))

    def _leave_out(self, branch: _Branch, count: int, size: int) -> None:
        """Say on one line how much there is."""
        self.left_out += size
        self.open_lines -= 1
        self._put(branch.start, branch.at + 1)
        words = f"{self._count(branch, count)}, {counted(size, 'character')}"
        self.line.append(wire.Piece("note", f" /* {words} */ "))
        self._put(branch.end, branch.stop)
        self.line.append(wire.Piece("", "\n"))

    def _head(self, branch: _Branch, count: str, *, is_open: bool) -> None:
        if branch.depth:
            self.flush()
            self._put(branch.start, branch.at + 1)
            tag = Markup("<details{}><summary>{} <small>{}</small></summary>")
            self.out.append(tag.format(" open" if is_open else "", _spans(self.line), count))
            self.line = []
        else:
            self._put(branch.start, branch.at + 1)
            self.flush()
        self.out.append(Markup('<div class="branch">'))

    def _put(self, start: int, stop: int) -> None:
        """Tokens that need no layout: a key, a bracket, a comma."""
        for token in self.tokens[start:stop]:
            text = ": " if token.text == ":" else holdable(token.text)
            self.line.append(wire.Piece(token.kind, text))

    def _entries(self, at: int, end: int) -> Iterator[tuple[int, int]]:
        """Where the entries of a container begin and stop, each with its comma and what is
        noted on it."""
        start = at + 1
        while start < end:
            value = start + 2 if self.tokens[start].kind == "key" else start
            stop = value + 1
            if value < end and self.tokens[value].text in ("{", "["):
                stop = min(self.tokens[value].end, end - 1) + 1
            while stop < end and (
                self.tokens[stop].kind == "note" or self.tokens[stop].text == ","
            ):
                stop += 1
            yield start, min(stop, end)
            start = stop

    def _count(self, branch: _Branch, number: int, more: str = "") -> str:
        """How many entries there are, as far as was read."""
        bracket = self.tokens[branch.at]
        word = "key" if bracket.text == "{" else "item"
        least = "at least " if bracket.end >= len(self.tokens) else ""
        return f"{least}{number:,} {more}{word}{'' if number == 1 else 's'}"

    def flush(self) -> None:
        """Write the lines that wait."""
        if self.line and self.line[-1].text.endswith("\n"):
            last = self.line.pop()
            self.line.append(wire.Piece(last.kind, last.text[:-1]))
        if self.line:
            self.out.append(_pre(self.line))
        self.line = []


@dataclass(frozen=True, slots=True)
class _Branch:
    """Where a container stands among the tokens."""

    start: int
    """Its key, or its bracket."""
    at: int
    """Its bracket."""
    end: int
    """Its closing bracket; the last token where it has none."""
    stop: int
    """What comes after it."""
    depth: int
