// Marks the words of the search in a row, over the text that is there and with nothing put into it.
import { hold } from "./hold.js";
import { rowElement } from "./rows.js";

const MOST = 500;
const MOST_LOADS = 6;
let current = null;

export function clearFound() {
  current = null;
  CSS.highlights?.delete("found");
}

// Words that are cut off are loaded, folds over them are opened, and the first ones come into view.
export async function markFound(number) {
  current = number;
  for (let loads = 0; loads <= MOST_LOADS; loads += 1) {
    const row = await rowElement(number);
    if (!row || current !== number) return;
    const [first] = mark(row);
    if (first) return show(row, first);
    const rest = row.querySelector('a[hx-get][hx-target="closest .row"]');
    if (!rest) return;
    await swapped(() => rest.click());
  }
}

function swapped(begin) {
  return new Promise((resolve) => {
    document.addEventListener("htmx:finally:request", () => resolve(), { once: true });
    begin();
  });
}

function mark(row) {
  const { q, case: exact } = document.querySelector("#hits").dataset;
  const ranges = [...row.querySelectorAll(".cell")].flatMap((cell) => rangesIn(cell, q ?? "", Boolean(exact)));
  for (const range of ranges) openAround(range.startContainer.parentElement);
  CSS.highlights?.set("found", new Highlight(...ranges));
  return ranges;
}

function openAround(element) {
  for (let fold = element.closest("details:not([open])"); fold; fold = fold.parentElement.closest("details:not([open])")) {
    fold.open = true;
  }
}

// The words come to where neither the heads of the panes nor the hits hide them.
function show(row, range) {
  const place = range.getBoundingClientRect();
  const top = document.querySelector(".pane-heads")?.getBoundingClientRect().bottom ?? 0;
  const panel = document.querySelector(".search[data-open]")?.getBoundingClientRect();
  const bottom = panel && panel.top > top && panel.left < place.right ? panel.top : innerHeight;
  if (!place.height || (place.top > top && place.bottom < bottom)) return;
  scrollBy({ top: place.top - (top + bottom) / 2, behavior: "instant" });
  hold(row);
}

function rangesIn(cell, words, exact) {
  const wanted = folded(words, exact).text;
  if (!wanted) return [];
  const nodes = textNodes(cell);
  const { text, places } = folded(nodes.map((node) => node.data).join(""), exact);
  const ends = [];
  nodes.reduce((end, node) => (ends.push(end + node.length), end + node.length), 0);
  const ranges = [];
  let first = 0;
  for (let at = text.indexOf(wanted); at >= 0 && ranges.length < MOST; at = text.indexOf(wanted, at + wanted.length)) {
    const [start, end] = [places[at], places[at + wanted.length - 1] + 1];
    while (ends[first] <= start) first += 1;
    let last = first;
    while (ends[last] < end) last += 1;
    const range = new Range();
    range.setStart(nodes[first], start - (ends[first] - nodes[first].length));
    range.setEnd(nodes[last], end - (ends[last] - nodes[last].length));
    ranges.push(range);
  }
  return ranges;
}

function textNodes(cell) {
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (walker.nextNode()) nodes.push(walker.currentNode);
  return nodes;
}

// The text with case folded and blanks made one, and where each of its characters stands in the page's.
function folded(text, exact) {
  const places = [];
  let out = "";
  for (let at = 0; at < text.length; at += 1) {
    const blank = /\s/.test(text[at]);
    if (blank && out.endsWith(" ")) continue;
    const low = exact ? text[at] : text[at].toLowerCase();
    out += blank ? " " : low.length === 1 ? low : text[at];
    places.push(at);
  }
  return { text: out, places };
}

document.addEventListener("htmx:after:swap", () => {
  const row = current !== null && document.querySelector(`.panes .row[data-row="${current}"]`);
  if (row) mark(row);
});
