// Choosing a part marks it, and both ends of its pair, in every pane; hovering shows the pair beforehand.
import { hold } from "./hold.js";
import { showInLists } from "./lists.js";
import { rowElement, startsWithAnswer } from "./rows.js";

const NONE = { row: null, call: null, places: [] };
let chosen = NONE;

export const chosenRow = () => chosen.row;
export const chosenPlace = () => chosen;

// `place` is what `chosenPlace` gave.
export function choosePlace(place) {
  chosen = place ?? NONE;
  mark();
  if (chosen.row !== null) showInLists(chosen.row);
  document.dispatchEvent(new Event("chosen"));
}

export function choose(part) {
  const row = part.closest(".row");
  const card = part.closest(".card") ?? (part === row ? row.querySelector(".card") : null);
  choosePlace({ row: row.dataset.row, call: card?.dataset.call ?? null, places: [] });
}

export function chooseNothing() {
  choosePlace(NONE);
}

// `places` are cells to mark beside the row, each a row and the number of a pane.
export async function reveal(number, places = []) {
  for (const [other] of places) await rowElement(other);
  const row = await rowElement(number);
  if (!row) return null;
  const card = row.querySelector(".card");
  choosePlace({ row: String(number), call: card?.dataset.call ?? null, places });
  show(row);
  if (!places.length) focusOn(visiblePart(row));
  return row;
}

function show(row) {
  for (const fold of row.querySelectorAll(".result-fold, .json-fold")) fold.open = true;
  row.scrollIntoView({ block: row.offsetHeight > innerHeight / 2 ? "start" : "center" });
  hold(row);
}

// The card, or else the cell, in a pane (1 to 4), or in the first one that shows.
export function visiblePart(row, pane) {
  const cells = [...row.querySelectorAll(pane ? `.cell[data-pane="${pane}"]` : ".cell")];
  const cell = cells.find((one) => one.checkVisibility());
  return cell && ([...cell.querySelectorAll(".card")].find((card) => card.checkVisibility()) ?? cell);
}

export function focusOn(part) {
  if (part && !part.hasAttribute("tabindex")) part.tabIndex = -1;
  part?.focus({ preventScroll: true });
}

const MARKED = [".panes [aria-current=true]:is(.row, .card)", ".call-list [aria-current]"];

function mark() {
  for (const one of document.querySelectorAll(MARKED.join())) one.removeAttribute("aria-current");
  for (const one of document.querySelectorAll(".card[data-likely]")) one.removeAttribute("data-likely");
  for (const one of document.querySelectorAll(".panes .cell[data-marked]")) one.removeAttribute("data-marked");
  for (const one of document.querySelectorAll(".strand[data-chosen]")) one.removeAttribute("data-chosen");
  if (chosen.row === null) return;
  for (const [row, pane] of chosen.places) {
    document.querySelector(`.panes .row[data-row="${row}"] > .cell[data-pane="${pane}"]`)?.toggleAttribute("data-marked", true);
  }
  const ends = chosen.call === null ? [] : [`:is(.panes .card, .call-list a)[data-call="${chosen.call}"]`];
  const here = `.panes .row[data-row="${chosen.row}"]`;
  const wanted = [here, `${here} .card`, `.call-list [data-go="${chosen.row}"]`, ...ends];
  for (const one of document.querySelectorAll(wanted.join())) one.setAttribute("aria-current", "true");
  for (const one of strands(chosen.call)) one.toggleAttribute("data-chosen", true);
  const likely = document.querySelector(`${here} .card[data-partner]`)?.dataset.partner;
  for (const one of document.querySelectorAll(`.row[data-row="${likely}"] .card:not([aria-current])`)) {
    one.toggleAttribute("data-likely", true);
  }
}

const strands = (call) => (call === null ? [] : document.querySelectorAll(`.strand[data-call="${call}"]`));

const CONTROLS = "a, button, summary, input, select, textarea, label, [data-tools]";

document.addEventListener("click", (event) => {
  const part = event.target.closest(".panes .card") ?? event.target.closest(".panes .row > .cell");
  if (part && (part.matches(".card") || !event.target.closest(CONTROLS))) choose(part);
});

// A press chooses when it is a click: a row that moved before would be gone from under the pointer.
let isPressed = false;
for (const [name, now] of [["pointerdown", true], ["pointerup", false], ["pointercancel", false]]) {
  addEventListener(name, () => (isPressed = now), { capture: true, passive: true });
}

document.addEventListener("focusin", (event) => {
  const card = event.target.closest(".panes .card");
  if (card && !isPressed) choose(card);
});

let hovered = [];

document.addEventListener("pointerover", (event) => {
  const part = event.target.closest?.(".panes .card, .call-list a, .strand[data-call]");
  const wanted = part ? pairOf(part) : [];
  for (const one of hovered) if (!wanted.includes(one)) one.removeAttribute("data-hover");
  for (const one of wanted) one.toggleAttribute("data-hover", true);
  hovered = wanted;
});

// All that belongs to a call, wherever it shows, or what a broken pair most likely meant.
function pairOf(part) {
  const { call, partner } = part.dataset;
  const row = part.closest(".row")?.dataset.row;
  const both = [call && `.card[data-call="${call}"]`, partner && `.row[data-row="${partner}"] .card`, row && partner && `.row[data-row="${row}"] .card`];
  const cards = both.filter(Boolean).join();
  return [...(cards ? document.querySelectorAll(cards) : []), ...strands(call ?? null)];
}

document.addEventListener("htmx:after:swap", () => mark());

const start = document.querySelector(".row[aria-current=true]");
if (start) {
  const marked = [...document.querySelectorAll(".panes .cell[data-marked]")];
  const places = marked.map((cell) => [cell.closest(".row").dataset.row, cell.dataset.pane]);
  choosePlace({ row: start.dataset.row, call: start.querySelector(".card")?.dataset.call ?? null, places });
  if (!startsWithAnswer()) show(start);
}
