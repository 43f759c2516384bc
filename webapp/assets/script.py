"""One script from many modules, without a tool of another language.

Each module becomes a block of its own, after those that it imports, so that its names stay its
own. What it exports is held in a global object of its file's name, for the other scripts of a
page too. Only these forms are understood, each at the beginning of a line and on one line; any
other is an error:

    import { one, two as other } from "./file.js";
    import "./file.js";                 also "../js/file.js", from a bundle
    export function one() { ... }       also `async function`, `class` and `const`
    export { one, two };

White space that means nothing, and lines that are only a comment, are left out; so no text may
go over lines.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path

_IMPORT = re.compile(
    r'^import (?:\{([^}]*)\} from )?"(\./|\.\./js/)([\w-]+)\.js";[^\n]*$', re.MULTILINE
)
_EXPORTED = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_EXPORT_LIST = re.compile(r"^export \{([^}]*)\};$", re.MULTILINE)
_NOT_UNDERSTOOD = re.compile(r"^(?:import|export)\b.*$", re.MULTILINE)


class UnknownModuleForm(ValueError):
    """A line imports or exports in a way that is not understood here."""


def script(entry: Path, loaded: Collection[str] = ()) -> str:
    """The text of a module and of all that it imports, but for those that its page has loaded
    already."""
    blocks: dict[str, str] = dict.fromkeys(loaded, "")
    _collect(entry, blocks, [])
    return "\n".join(filter(None, blocks.values()))


def modules(entry: Path) -> list[str]:
    """All that a module imports, and what that imports, as `script` takes it."""
    blocks: dict[str, str] = {}
    _collect(entry, blocks, [])
    return list(blocks)[:-1]


def _collect(path: Path, blocks: dict[str, str], within: list[str]) -> None:
    """Add the blocks of the modules that one imports, then its own."""
    name = f"{path.parent.name}/{path.stem}"  # a bundle may be called as a module
    if name in within:
        raise UnknownModuleForm(
            f"{' imports '.join([*within, name])}: modules go in a circle."
        )
    if name in blocks:
        return
    text = path.read_text(encoding="utf-8")
    for found in _IMPORT.finditer(text):
        _collect(path.parent / f"{found[2]}{found[3]}.js", blocks, [*within, name])
    blocks[name] = _block(path.name, text)


def _block(file: str, text: str) -> str:
    exports = sorted(_exports(text))
    body = _EXPORT_LIST.sub("", _EXPORTED.sub("", _IMPORT.sub(_taken, text)))
    if found := _NOT_UNDERSTOOD.search(body):
        raise UnknownModuleForm(f"{file}: `{found[0]}` is not understood.")
    of_others = _object_of(file.removesuffix(".js"))
    handed_out = f"globalThis.{of_others} = {{ {', '.join(exports)} }};\n" if exports else ""
    text = _bare(file, body) + handed_out
    return f"// {file}\n{{\n{text}}}" if text else ""


def _bare(file: str, text: str) -> str:
    """Without indentation and comments; texts that go over lines would change with it."""
    lines = [line.strip() for line in text.splitlines()]
    kept = [line for line in lines if line and not line.startswith("//")]
    for line in kept:
        if line.count("`") % 2:
            raise UnknownModuleForm(f"{file}: `{line}` begins a text that goes over lines.")
    return "".join(f"{_tight(line)}\n" for line in kept)


_STRING = re.compile(r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)""")
_AROUND = re.compile(r" ?([{}();,=<>?:&|!]+) ?")


def _tight(line: str) -> str:
    """Without the spaces around signs; not where a regular expression may stand, or a text
    in a text."""
    pieces = _STRING.split(line)
    if line.count("`") > 2 or any(mark in piece for piece in pieces[::2] for mark in "'`/"):
        return line
    pieces[::2] = [_AROUND.sub(r"\1", piece) for piece in pieces[::2]]
    return "".join(pieces)


def _exports(text: str) -> Iterator[str]:
    yield from (found[1] for found in _EXPORTED.finditer(text))
    for found in _EXPORT_LIST.finditer(text):
        yield from (name for name in re.split(r"[,\s]+", found[1]) if name)


def _taken(found: re.Match[str]) -> str:
    """An import as the same names of the object that holds them."""
    names, _, module = found.groups()
    if names is None:
        return ""
    return f"const {{{names.replace(' as ', ': ')}}} = {_object_of(module)};"


def _object_of(module: str) -> str:
    return "$" + module.replace("-", "_")
