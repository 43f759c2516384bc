"""The style of the HTML page."""

STYLE = """
:root {
  color-scheme: light dark;
  --paper: #f7f7f5; --panel: #fff; --sunk: #f0f0ec; --line: #d9d9d2; --ink: #1b1e23; --muted: #5c6169;
  --accent: #2f4bc4; --error: #b3231b; --warning: #855800; --info: #33658a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #121417; --panel: #1a1d21; --sunk: #23272d; --line: #343a42; --ink: #e8e7e3; --muted: #a3a9b2;
    --accent: #9db1ff; --error: #ff9189; --warning: #f0c158; --info: #8ec3ea;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 1.5rem 1rem 4rem; max-inline-size: 60rem;
  background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
h1 { margin: 0; font-size: 1.4rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 0 0 .5rem; font-size: .95rem; text-transform: capitalize; }
footer h2 { text-transform: none; }
h3 { margin: 0; font-size: .875rem; font-weight: 600; overflow-wrap: anywhere; }
small, time { color: var(--muted); font-size: .75rem; font-weight: 400; text-transform: none; }
small { overflow-wrap: anywhere; }
code, pre { font: .8125rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
code { overflow-wrap: anywhere; unicode-bidi: isolate; }
a { color: var(--accent); }
.facts {
  display: flex; flex-wrap: wrap; gap: .15rem .9rem; margin: .15rem 0 .5rem;
  color: var(--muted); font-size: .8125rem;
}
.facts:empty { display: none; }
.quiet { color: var(--muted); }
.turn, .beside, footer {
  margin-block-start: 1rem; padding: .85rem 1rem;
  border: 1px solid var(--line); border-radius: 8px; background: var(--panel);
}
.turn[data-role="user"] { border-inline-start: 4px solid var(--accent); }
.turn[data-role="assistant"] { border-inline-start: 4px solid var(--info); }
.turn[data-role="tool"] { border-inline-start: 4px solid var(--warning); }
article + article { margin-block-start: .75rem; }
.call, .result, .reasoning, .opaque, .media, .data {
  padding: .6rem .75rem; border: 1px solid var(--line); border-radius: 6px;
}
.result article { border: 0; padding: 0; }
.reasoning { border-style: dashed; color: var(--muted); }
article:target { outline: 3px solid var(--accent); outline-offset: 2px; }
.number {
  padding: 0 .4rem; border-radius: 1rem; background: var(--accent); color: var(--paper); font-size: .75rem;
}
.id code { color: var(--ink); }
.id[data-made] code { padding: 0 .25rem; border: 1px dashed currentColor; border-radius: 4px; }
.id[data-absent] { font-style: italic; }
pre {
  margin: .35rem 0 0; padding: .6rem .75rem; border-radius: 6px; background: var(--sunk);
  white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext;
}
.text > pre { padding: 0; background: none; font: inherit; }
img { display: block; max-inline-size: 100%; margin-block-start: .35rem; border: 1px solid var(--line); }
details > summary { cursor: pointer; font-size: .8125rem; overflow-wrap: anywhere; }
.beside > h3 { margin-block-start: .75rem; }
.finding { margin: .35rem 0; font-size: .8125rem; overflow-wrap: anywhere; }
.finding[data-severity="error"] b { color: var(--error); }
.finding[data-severity="warning"] b { color: var(--warning); }
.finding[data-severity="info"] b { color: var(--info); }
footer ul { margin: .35rem 0 1rem; padding-inline-start: 1.1rem; font-size: .8125rem; }
footer li { margin-block: .25rem; overflow-wrap: anywhere; }
@media print {
  :root {
    --paper: #fff; --panel: #fff; --sunk: #f0f0ec; --line: #d9d9d2; --ink: #000; --muted: #444;
    --accent: #223; --error: #b3231b; --warning: #855800; --info: #33658a; color-scheme: light;
  }
  body { padding: 0; max-inline-size: none; font-size: 10pt; }
  .turn, article { break-inside: auto; }
  h2, h3 { break-after: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; }
  .number { color: #fff; print-color-adjust: exact; }
}
"""
