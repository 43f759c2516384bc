// The rows of the page are a run of loaded slices between two rests, which stand for all other rows and are
// as tall as those may be. Slices come as they come near and go when they are far.
import { heldElement } from "./hold.js";
import { ask, load } from "./slices.js";

export { load };

const NEAR = 4; // screens
const NEAR_AT_FIRST = 1;
const NEAR_UNSCROLLED = 0.1; // while nobody has scrolled: who only looks loads what shows
const MOST_TRIES = 4;
const REST = 400; // milliseconds after a jump, for what else the page asks then, or another jump
const FAR = 6;
const MOST_ROWS = 150;
const TALLEST = 30_000_000; // pixels; browsers clamp what is taller
const STEP = 25; // rows that are near enough to scroll there
const MOST_WEIGHT = 6_000; // characters of rows that are put in within one frame
const WEIGHT_OF_ELEMENT = 30; // an element is as dear as so many characters

let run = null;
let waiting = false;
let scrolled = false;
let restedAt = 0;
let newest = 0; // number of the latest jump
let jumps = 0; // under way: what the scrolling asks for would cancel what they asked for

// The element of a row, loaded where needed; null where there is none.
export async function rowElement(number) {
  const wanted = Number(number);
  if (!isThere() || !(wanted >= 0 && wanted < run.total)) return null;
  jumps += 1;
  const mine = ++newest;
  await bringAnew(wanted, () => mine === newest).finally(() => (jumps -= 1));
  soon();
  return isThere() && find(wanted);
}

// Other panes may just have come, whose rows nobody has looked at yet.
function isThere() {
  if (!run?.box.isConnected) begin();
  return run;
}

export const isJumping = () => jumps > 0;

// What is wrong stands first, unless the address names the very place by an anchor.
export const startsWithAnswer = () => !location.hash && document.querySelector(".answer-words");

// The numbers of the first and the last row on the screen; null where none is. Asked for at every frame of a
// scroll, so boxes are compared: to ask what lies at a point takes many times as long.
export function rowsOnScreen() {
  if (!run?.box.isConnected) return null;
  const edge = top();
  const shown = slices()
    .filter((slice) => touches(slice, edge))
    .flatMap((slice) => [...slice.children].filter((row) => touches(row, edge)));
  if (!shown.length) return null;
  const [from, to] = bounds(shown);
  return { first: from, last: to };
}

function touches(element, edge) {
  const { top: from, bottom: to } = element.getBoundingClientRect();
  return to > edge && from < innerHeight;
}

// Other panes may come in between, with other rows than those that were asked for; and an answer to what the
// scrolling asked for may end what this asks for.
async function bringAnew(wanted, isWanted) {
  for (let tries = 0; tries < MOST_TRIES && isThere() && !find(wanted) && isWanted(); tries += 1) await bring(wanted);
}

async function bring(wanted) {
  if (!find(wanted)) {
    const way = wanted > last() ? 1 : -1;
    const gap = way > 0 ? wanted - last() : first() - wanted;
    if (gap <= STEP) await extend(way);
  }
  if (!find(wanted)) await replace(wanted);
}

const find = (number) => run.box.querySelector(`:scope > .slice > .row[data-row="${number}"]`);
const slices = () => [...run.box.querySelectorAll(":scope > .slice")];
const first = () => Number(slices()[0].dataset.first);
const last = () => Number(slices().at(-1).dataset.last);
const perRow = () => Math.min(run.height / run.measured, TALLEST / run.total);
const top = () => document.querySelector(".pane-heads")?.getBoundingClientRect().bottom ?? 0;

function begin() {
  const box = document.querySelector(".panes > .rows[data-rows]");
  if (box === run?.box) return;
  run = box && { box, url: box.dataset.rows, total: Number(box.dataset.total), height: 0, measured: 0, number: 0 };
  if (!run) return;
  [run.before, run.after] = box.querySelectorAll(":scope > .rest");
  box.toggleAttribute("data-window", true);
  slices().forEach(measure);
  const seen = box.getBoundingClientRect().top < innerHeight && box.querySelector(".row");
  const place = seen && first() > 0 && (scrollY || !startsWithAnswer()) ? Math.max(seen.getBoundingClientRect().top, top()) : null;
  fitBefore(first() * perRow());
  fitAfter();
  if (place !== null) scrollBy({ top: seen.getBoundingClientRect().top - place, behavior: "instant" });
  rest();
  soon();
}

function measure(slice) {
  run.height += slice.offsetHeight;
  run.measured += Number(slice.dataset.last) - Number(slice.dataset.first) + 1;
}

function fitBefore(height) {
  run.space = height;
  run.before.hidden = first() === 0;
  run.before.style.blockSize = `${height}px`;
}

function fitAfter() {
  const rows = run.total - 1 - last();
  run.after.hidden = rows === 0;
  run.after.style.blockSize = `${rows * perRow()}px`;
}

// The rest before the run takes up what comes and goes there, so that nothing has to be scrolled, until it
// would be out of all proportion.
function settle(change) {
  const anchor = heldElement() ?? rowOnTop();
  const before = anchor?.getBoundingClientRect().top;
  const grown = change();
  const space = run.space - grown;
  const usual = first() * perRow();
  fitBefore(first() > 0 && space > usual / 2 && space < usual * 2 ? space : usual);
  fitAfter();
  const moved = anchor?.isConnected ? anchor.getBoundingClientRect().top - before : 0;
  if (Math.abs(moved) >= 1) scrollBy({ top: moved, behavior: "instant" });
}

function rowOnTop() {
  const edge = top();
  const near = slices().find((slice) => slice.getBoundingClientRect().bottom > edge);
  const row = near && [...near.children].find((one) => one.getBoundingClientRect().bottom > edge);
  return row && row.getBoundingClientRect().top < innerHeight ? row : null;
}

function put(slice, way) {
  if (way > 0) run.after.before(slice);
  else run.before.after(slice);
  measure(slice);
  return way > 0 ? 0 : slice.offsetHeight;
}

async function extend(way) {
  if (way > 0 ? last() === run.total - 1 : first() === 0) return;
  const here = run;
  const { number } = run;
  const asked = way > 0 ? { from: last() + 1 } : { to: first() - 1 };
  const slice = await ask(way > 0 ? run.after : run.before, run.url, asked);
  if (!slice || run !== here || run.number !== number) return;
  await putOneByOne(inParts(slice, way), way);
}

async function putOneByOne(parts, way) {
  const here = run;
  const { number } = run;
  for (const part of parts) {
    if (run !== here || run.number !== number || !fits(part, way)) return;
    settle(() => put(part, way));
    htmx.process(part);
    if (!jumps) await nextFrame();
  }
  if (run !== here || run.number !== number || !parts.length) return;
  settle(release);
  arrived();
}

const nextFrame = () => new Promise(requestAnimationFrame);

function fits(slice, way) {
  return way > 0 ? Number(slice.dataset.first) === last() + 1 : Number(slice.dataset.last) === first() - 1;
}

// A slice as smaller ones, the nearest first: to lay out all its rows takes longer than a frame may.
function inParts(slice, way) {
  const rows = way > 0 ? [...slice.children] : [...slice.children].reverse();
  const parts = [];
  let weight = Infinity;
  let before = null;
  for (const row of rows) {
    const more = row.textContent.length + row.getElementsByTagName("*").length * WEIGHT_OF_ELEMENT;
    // A call and its results, whose order is not that of their numbers, stay together.
    const knot = row.dataset.knot ?? null;
    if (weight + more > MOST_WEIGHT && (knot === null || knot !== before)) {
      parts.push(slice.cloneNode(false));
      weight = 0;
    }
    weight += more;
    before = knot;
    parts.at(-1)[way > 0 ? "append" : "prepend"](row);
  }
  for (const part of parts) {
    [part.dataset.first, part.dataset.last] = bounds([...part.children]);
  }
  return parts;
}

function bounds(rows) {
  const numbers = rows.map((row) => Number(row.dataset.row));
  return [Math.min(...numbers), Math.max(...numbers)];
}

// What is far goes; where the focus was in it, that waits at the rows and comes back with them.
function release() {
  let gone = 0;
  let all = slices();
  while (all.length > 1 && last() - first() >= MOST_ROWS) {
    const above = -all[0].getBoundingClientRect().bottom;
    const below = all.at(-1).getBoundingClientRect().top - innerHeight;
    const slice = above > below ? all[0] : all.at(-1);
    if (Math.max(above, below) < FAR * innerHeight || isBusy(slice)) break;
    if (slice === all[0]) gone -= slice.offsetHeight;
    remove(slice);
    all = slices();
  }
  return gone;
}

function isBusy(slice) {
  const selection = getSelection();
  return selection.type === "Range" && selection.containsNode(slice, true);
}

function remove(slice) {
  const focused = slice.contains(document.activeElement) && document.activeElement.closest(".row");
  if (focused) {
    run.focus = focused.dataset.row;
    run.box.focus({ preventScroll: true });
  }
  slice.remove();
}

// The rows around a row in the place of all that are loaded, those behind it after a frame or more; answers
// where the page was scrolled to when they came, or null where they did not.
async function replace(number) {
  const mine = ++run.number;
  const here = run;
  const slice = await ask(run.after, run.url, { around: number });
  if (!slice || run !== here || run.number !== mine) return null;
  rest();
  const place = scrollY;
  const parts = inParts(slice, 1);
  const now = parts.splice(0, parts.findIndex((part) => Number(part.dataset.last) >= number) + 1);
  slices().forEach(remove);
  run.after.before(...now);
  now.forEach(measure);
  fitBefore(first() * perRow());
  fitAfter();
  for (const part of now) htmx.process(part);
  arrived();
  nextFrame().then(() => putOneByOne(parts, 1));
  return place;
}

function arrived() {
  htmx.trigger(run.box, "htmx:after:swap", { ctx: { sourceElement: run.box } });
  const back = run.focus !== undefined && document.activeElement === run.box && find(run.focus);
  if (back) back.querySelector(".card, a, button")?.focus({ preventScroll: true });
  soon();
}

function rest() {
  restedAt = performance.now() + REST;
  setTimeout(soon, REST);
}

function scroll() {
  scrolled = true;
  soon();
}

function soon() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    look();
  });
}

function look() {
  if (!run?.box.isConnected || jumps) return;
  const all = slices();
  const above = all[0].getBoundingClientRect().top;
  const below = all.at(-1).getBoundingClientRect().bottom;
  if (above >= innerHeight && first() === 0) return; // they begin below the screen
  if (above >= innerHeight || below <= top()) return follow();
  const near = innerHeight * (!scrolled ? NEAR_UNSCROLLED : performance.now() < restedAt ? NEAR_AT_FIRST : NEAR);
  if (below < innerHeight + near && last() < run.total - 1) fetchMore(1);
  if (above > -near && first() > 0) fetchMore(-1);
}

const fetching = new Set();

async function fetchMore(way) {
  if (fetching.has(way)) return;
  fetching.add(way);
  await extend(way).finally(() => fetching.delete(way));
}

// The reader has scrolled past all that is loaded: the rows of that place come. One request waits for the
// other, so that something shows while somebody drags the scrollbar.
let following = false;

async function follow() {
  if (following) return;
  following = true;
  const { number, offset } = placeOnScreen();
  const atHead = !scrollY && startsWithAnswer();
  const atEnd = !atHead && scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
  const wanted = atEnd ? run.total - 1 : number;
  const y = scrollY;
  const place = await replace(wanted).finally(() => (following = false));
  // Who has scrolled on meanwhile is left there.
  if (place !== null && !atHead && Math.abs(place - y) < innerHeight) {
    const rect = find(wanted).getBoundingClientRect();
    const moved = atEnd ? rect.bottom - innerHeight : rect.top - (top() + offset);
    if (Math.abs(moved) >= 1) scrollBy({ top: moved, behavior: "instant" });
  }
  soon();
}

// The row that would stand on top of the screen, and how far below the edge.
function placeOnScreen() {
  const edge = top();
  const above = run.before.getBoundingClientRect();
  const below = run.after.getBoundingClientRect();
  if (!run.before.hidden && above.bottom > edge) {
    const each = run.space / first();
    const number = Math.min(first() - 1, Math.max(0, Math.floor((edge - above.top) / each)));
    return { number, offset: Math.max(0, above.top - edge) };
  }
  const rows = Math.floor(Math.max(0, edge - below.top) / perRow());
  return { number: Math.min(run.total - 1, last() + 1 + rows), offset: 0 };
}

// To the very end or beginning: its height is not known before its rows are there.
document.addEventListener("keydown", async (event) => {
  const toEnd = event.key === "End";
  if (!(toEnd || event.key === "Home") || event.altKey || event.metaKey || event.shiftKey || !run) return;
  const { target } = event;
  if (target !== document.body && !run.box.contains(target)) return;
  if (target.matches("input, select, textarea") || (toEnd ? run.after : run.before).hidden) return;
  event.preventDefault();
  if (await rowElement(toEnd ? run.total - 1 : 0)) scrollTo({ top: toEnd ? document.body.scrollHeight : 0, behavior: "instant" });
});

// A page that begins with a later row (`?row=`) shows that one; the browser has gone to the anchor of the panes.
addEventListener("load", () => {
  if (run && first() > 0 && !startsWithAnswer() && !new URLSearchParams(location.search).has("at")) {
    run.box.querySelector(".row").scrollIntoView({ block: "center", behavior: "instant" });
  }
});

for (const act of ["scroll", "wheel", "touchmove", "keydown"]) addEventListener(act, scroll, { passive: true });
addEventListener("resize", soon);
document.addEventListener("htmx:after:swap", begin);
begin();
