"""Five hundred texts that would act on a page that took them for markup, and logs that are full of them.

Each is numbered. One that runs says so by its number: in `window.pwned`, or in an address with `pwned=`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, count, product, repeat
from typing import Any

from tests.samples import REQUESTS

ELEMENTS = (
    "<script>window.pwned=7777</script>",
    "<script src=/healthz?pwned=7777></script>",
    "<img src=x onerror=window.pwned=7777>",
    "<img src=/healthz?pwned=7777>",
    "<svg onload=window.pwned=7777>",
    "<svg><animate onbegin=window.pwned=7777 attributeName=x dur=1s>",
    "<svg><use href=/healthz?pwned=7777></use></svg>",
    "<body onload=window.pwned=7777>",
    "<iframe srcdoc='<script>parent.pwned=7777</script>'></iframe>",
    "<iframe src=/healthz?pwned=7777></iframe>",
    "<input autofocus onfocus=window.pwned=7777>",
    "<textarea autofocus onfocus=window.pwned=7777>",
    "<details open ontoggle=window.pwned=7777>",
    "<video><source onerror=window.pwned=7777></video>",
    "<audio src=/healthz?pwned=7777 onerror=window.pwned=7777>",
    "<object data=/healthz?pwned=7777></object>",
    "<embed src=/healthz?pwned=7777>",
    "<link rel=stylesheet href=/healthz?pwned=7777>",
    "<meta http-equiv=refresh content='0;url=/healthz?pwned=7777'>",
    "<base href=//evil.invalid/?pwned=7777>",
    "<style>*{background:url(/healthz?pwned=7777)}</style>",
    "<b style='position:fixed;background:url(/healthz?pwned=7777)' onpointerover=window.pwned=7777>b</b>",
    "<form action=/healthz?pwned=7777><button autofocus onfocus=window.pwned=7777>Go</button></form>",
    "<template><img src=x onerror=window.pwned=7777></template>",
)
ENDS = (
    "",
    '">',
    "'>",
    "</textarea></title></pre></details>",
    "</script>",
    "--></style>",
    "]]></svg>",
    "</template>",
)
"""What may end the place that a text stands in."""

BREAKOUTS = (
    '" onmouseover=window.pwned=7777 autofocus onfocus=window.pwned=7777 x="',
    "' onfocus=window.pwned=7777 autofocus tabindex=0 x='",
    "` onload=window.pwned=7777 ",
    '"/><img/src/onerror=window.pwned=7777>',
    "x onerror=window.pwned=7777 src=x ",
    '";window.pwned=7777//',
    "';window.pwned=7777//",
    "${window.pwned=7777}",
    "\\';window.pwned=7777//",
    "\\u0022;window.pwned=7777//",
    "{{7*7}}{{config}}{{window.pwned=7777}}",
    "{% raw %}{% import 'os' as pwned %}7777",
    "#{window.pwned=7777}<%= window.pwned=7777 %>",
    "{{constructor.constructor('window.pwned=7777')()}}",
    "javascript:window.pwned=7777",
    "*/;window.pwned=7777/*",
    "\u2028window.pwned=7777\u2029",
    "</script\n><script\n>window.pwned=7777</script\n>",
    "<!--><script>window.pwned=7777</script><!-->",
    "<![CDATA[<script>window.pwned=7777</script>]]>",
)

MUTATING = tuple(
    shape.replace("HERE", inner)
    for shape, inner in product(
        (
            "<math><mtext><table><mglyph><style><!--</style>HERE--></table></math>",
            "<svg></p><style><a id='</style>HERE'>",
            "<noscript><p title='</noscript>HERE'></noscript>",
            "<form><math><mtext></form><form><mglyph><svg><mtext><style><path id='</style>HERE'>",
            "<select><template><style><!--</style><a rel='--></style></template></select>HERE'>",
            "<svg><foreignObject><xmp><p id='</xmp>HERE'></foreignObject></svg>",
            "<table><td><table></td>HERE</table>",
            "<textarea><img title='</textarea>HERE'></textarea>",
            "<math href=javascript:window.pwned=7777><annotation-xml encoding='text/html'>HERE</math>",
            "<xmp><p title='</xmp>HERE'></xmp>",
        ),
        (
            "<img src=x onerror=window.pwned=7777>",
            "<svg onload=window.pwned=7777>",
            "<script>window.pwned=7777</script>",
        ),
    )
)

ADDRESSES = (
    "javascript:window.pwned=7777",
    "JaVaScRiPt:window.pwned=7777",
    "java\tscript:window.pwned=7777",
    "java&#x0A;script:window.pwned=7777",
    "&#106;avascript&colon;window.pwned=7777",
    "\x01javascript:window.pwned=7777",
    "javascript://%0awindow.pwned=7777",
    "data:text/html,<script>window.pwned=7777</script>",
    "data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9InBhcmVudC5wd25lZD0xIi8+#7777",
    "vbscript:pwned=7777",
    "//evil.invalid/?pwned=7777",
    "\\\\evil.invalid\\?pwned=7777",
)
LINKS = (
    "[read](HERE)",
    "![see](HERE)",
    "<HERE>",
    "[read][7777]\n\n[7777]: HERE",
    '<a href="HERE" target=_self id=pwn7777>read</a>',
    "[![see](HERE)](HERE)",
    '[read](HERE "title\\" onmouseover=window.pwned=7777")',
)

OF_HTMX = (
    "hx-get=/healthz?pwned=7777 hx-trigger=load",
    "hx-post=/healthz?pwned=7777 hx-trigger=revealed",
    "data-hx-get=/healthz?pwned=7777 data-hx-trigger=load",
    "hx-action=/healthz?pwned=7777 hx-method=get hx-trigger='every 50ms'",
    "hx-on:load=window.pwned=7777 hx-on::after-init=window.pwned=7777 hx-trigger=load",
    "hx-get=/healthz?pwned=7777 hx-trigger=load hx-nonce",
    "hx-get=/healthz?pwned=7777 hx-trigger=load hx-nonce='' nonce=''",
    "hx-vals='js:{x:window.pwned=7777}' hx-get=/healthz?pwned=7777 hx-trigger=load",
    "hx-boost=true hx-swap-oob=true hx-target=body hx-get=/healthz?pwned=7777 hx-trigger=load",
    "hx-preload=true href=/healthz?pwned=7777 hx-preserve hx-config='{}'",
)
HOLDERS = (
    "<div HERE>",
    "<body HERE>",
    "<hx-partial hx-target=body HERE>",
    "<form HERE><input>",
    "</pre><p HERE>",
    '" HERE x="',
)


ENCODINGS: tuple[Callable[[str], str], ...] = (
    lambda text: text.upper().replace("WINDOW.PWNED", "window.pwned"),
    lambda text: text.replace("<", "&lt;").replace(">", "&gt;"),
    lambda text: text.replace("<", "&#60;").replace(">", "&#x3e;"),
    lambda text: text.replace("<", "&#x000003c").replace(">", "&GT"),
    lambda text: text.replace("<", "%3C").replace(">", "%3E"),
    lambda text: text.replace("<", "%253C").replace(">", "%253E"),
    lambda text: text.replace("<", "\\u003c").replace(">", "\\u003e"),
    lambda text: text.replace("<", "\\x3c").replace(">", "\\x3e"),
    lambda text: "+ADw-" + text[1:].replace("<", "+ADw-").replace(">", "+AD4-"),
    lambda text: text.replace("<", "\u00c0\u00bc").replace(">", "\u00c0\u00be"),  # overlong, read as Latin-1
    lambda text: text.replace("<", "\uff1c").replace(">", "\uff1e"),
    lambda text: text[:3] + "\x00" + text[3:],
    lambda text: "\u202e" + text + "\u202c\u200b\u2066\ufeff",
    lambda text: text.replace(" ", "/").replace("=", "\n=\t"),
)
ENCODED = (
    "<img src=x onerror=window.pwned=7777>",
    "<svg onload=window.pwned=7777>",
    "<script>window.pwned=7777</script>",
    "<iframe src=javascript:parent.pwned=7777></iframe>",
    "<a href=javascript:window.pwned=7777 autofocus onfocus=window.pwned=7777>7777</a>",
    "<div hx-get=/healthz?pwned=7777 hx-trigger=load>",
)


def _every() -> Iterator[str]:
    yield from (end + element for element, end in product(ELEMENTS, ENDS))
    yield from (encode(text) for text, encode in product(ENCODED, ENCODINGS))
    yield from (link.replace("HERE", address) for address, link in product(ADDRESSES, LINKS))
    yield from (holder.replace("HERE", asks) for asks, holder in product(OF_HTMX, HOLDERS))
    yield from MUTATING
    yield from BREAKOUTS
    yield from ("\u200b" + text + "\u202e\U000e0041" for text in (*BREAKOUTS, *ELEMENTS[:10]))


ATTACKS: tuple[str, ...] = tuple(
    f"W{number}w " + text.replace("7777", str(number)) for number, text in enumerate(_every(), start=1)
)
"""Each with a mark to find it by."""


class Placing:
    """Puts texts into the strings of a log: every `step`-th one from `first` on, around and around."""

    def __init__(self, texts: tuple[str, ...], first: int = 0, *, step: int = 1, at_once: int = 1) -> None:
        self._texts = texts
        self._numbers = count(first, step)
        self._at_once = at_once

    def short(self) -> str:
        return self._texts[next(self._numbers) % len(self._texts)]

    def long(self) -> str:
        return "\n\n".join(self.short() for _ in range(self._at_once))


KEPT_KEYS = {"type", "role", "status", "object"}
"""What a reader goes by; another word there would hide all the rest."""
TELLING = {"agent_reference", "modelId", "options", "safety_mode", "random_seed", "stream"}
"""What a format is known by."""
LONG_KEYS = {"content", "text", "output", "arguments", "input", "description", "path"}


def attacked(value: Any, placing: Placing, ids: dict[str, str], key: str = "") -> Any:
    """A copy of some JSON with texts in every string and a key more in every object; equal ids stay equal."""
    if isinstance(value, dict):
        made = {name: attacked(one, placing, ids, name) for name, one in value.items()}
        if not made.keys() & {"name", "functionDeclarations", "function", "toolSpec", "json"}:
            made[placing.short()] = placing.short()
        return made
    if isinstance(value, list):
        return [attacked(one, placing, ids, key) for one in value]
    if not isinstance(value, str) or key in KEPT_KEYS:
        return value
    if value.startswith("{"):
        return json.dumps({placing.short(): [placing.long()]})
    if value == "call_1":
        return ids.setdefault(value, placing.short())
    return placing.long() if key in LONG_KEYS else placing.short()


def log_of(format: str, rounds: Iterable[Placing]) -> dict[str, Any]:
    """A request of a format: its sample, so many times over, with texts in every string."""
    sample, each = REQUESTS[format], iter(rounds)
    [turns] = [name for name in ("messages", "input", "contents") if name in sample]
    first = next(each)
    around = attacked({name: one for name, one in sample.items() if name != turns}, first, {})
    around |= {name: sample[name] for name in TELLING if name in sample}
    every = [one for placing in chain([first], each) for one in attacked(sample[turns], placing, {})]
    return {**around, turns: every}


def at_a_glance(format: str, texts: tuple[str, ...]) -> dict[str, Any]:
    """A log of sixty messages that has all texts."""
    return log_of(format, repeat(Placing(texts, at_once=6), 20))


def in_every_place(format: str, texts: tuple[str, ...]) -> dict[str, Any]:
    """A log that has each text in each place of a message."""
    return log_of(format, (Placing(texts, number, step=37) for number in range(len(texts))))
