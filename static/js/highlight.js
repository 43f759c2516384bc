// Choosing a call or a result marks both ends of its pair in every pane; hovering shows it beforehand.
import { hold } from "./hold.js";
import { showInLists } from "./lists.js";
import { rowElement } from "./rows.js";

const NONE = { row: null, call: null, places: [] };
let chosen = NONE;

export const chosenRow = () => chosen.row;

export function choose(card) {
  chosen = { ...NONE, row: card.closest(".row").dataset.row, call: card.dataset.call ?? null };
  mark();
  showInLists(chosen.row);
}

export function chooseNothing() {
  chosen = NONE;
  mark();
}

// `places` are cells to mark beside the row, each a row and the number of a pane.
export async function reveal(number, places = []) {
  for (const [other] of places) await rowElement(other);
  const row = await rowElement(number);
  if (!row) return null;
  const card = row.querySelector(".card");
  chosen = { row: String(number), call: card?.dataset.call ?? null, places };
  mark();
  showInLists(number);
  show(row);
  if (!places.length) visibleCard(row)?.focus({ preventScroll: true });
  return row;
}

function show(row) {
  row.scrollIntoView({ block: row.offsetHeight > innerHeight / 2 ? "start" : "center" });
  hold(row);
}

function visibleCard(row) {
  return [...row.querySelectorAll(".card")].find((card) => card.checkVisibility());
}

function mark() {
  for (const one of document.querySelectorAll(".panes [aria-current=true]:is(.row, .card), .call-list [aria-current]")) {
    one.removeAttribute("aria-current");
  }
  for (const one of document.querySelectorAll(".card[data-likely]")) one.removeAttribute("data-likely");
  for (const one of document.querySelectorAll(".cell[data-marked]")) one.removeAttribute("data-marked");
  if (chosen.row === null) return;
  for (const [row, pane] of chosen.places) {
    document.querySelector(`.panes .row[data-row="${row}"] > .cell[data-pane="${pane}"]`)?.toggleAttribute("data-marked", true);
  }
  const ends = chosen.call === null ? [] : [`:is(.panes .card, .call-list a)[data-call="${chosen.call}"]`];
  const here = `.panes .row[data-row="${chosen.row}"]`;
  const wanted = [here, `${here} .card`, `.call-list [data-go="${chosen.row}"]`, ...ends];
  for (const one of document.querySelectorAll(wanted.join())) one.setAttribute("aria-current", "true");
  const likely = document.querySelector(`${here} .card[data-partner]`)?.dataset.partner;
  for (const one of document.querySelectorAll(`.row[data-row="${likely}"] .card:not([aria-current])`)) {
    one.toggleAttribute("data-likely", true);
  }
}

for (const name of ["click", "focusin"]) {
  document.addEventListener(name, (event) => {
    const card = event.target.closest(".panes .card");
    if (card) choose(card);
  });
}

for (const [name, over] of [["pointerover", true], ["pointerout", false]]) {
  document.addEventListener(name, (event) => {
    const call = event.target.closest?.(".panes .card, .call-list a")?.dataset.call;
    if (!call) return;
    for (const card of document.querySelectorAll(`.card[data-call="${call}"]`)) card.toggleAttribute("data-hover", over);
  });
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-go]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
  event.preventDefault();
  if (await reveal(link.dataset.go, bothPlaces(link))) history.replaceState(history.state, "", link.href);
  else location.assign(link.href);
});

// The two places of a loss or of a renamed id: in the upload, and in the payload of the pane that tells it.
function bothPlaces(link) {
  if (!link.dataset.both) return [];
  const { sourceRow, targetRow, both } = link.dataset;
  const shown = (target) => [...document.querySelectorAll(`.pane-head[data-shown="${target}"]`)].map((head) => head.dataset.pane);
  const places = (row, target) => (row === undefined ? [] : shown(target).map((pane) => [row, pane]));
  return [...places(sourceRow, "original"), ...places(targetRow, both)];
}

function leaveList(link) {
  const entry = link.closest(".told");
  for (const one of document.querySelectorAll(".told[data-current]")) one.removeAttribute("data-current");
  entry.toggleAttribute("data-current", true);
  const menu = link.closest(".drop");
  if (menu) menu.open = false;
  // Where the panes take turns, the one that the place is in comes up.
  const tab = document.querySelector(`.pane-head[data-shown="${link.dataset.of}"] [data-shows]`);
  if (tab) tab.checked = true;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-both]");
  if (link) leaveList(link);
});

document.addEventListener("htmx:after:swap", () => mark());

const start = document.querySelector(".row[aria-current=true]");
if (start) {
  const marked = [...document.querySelectorAll(".cell[data-marked]")];
  const places = marked.map((cell) => [cell.closest(".row").dataset.row, cell.dataset.pane]);
  chosen = { row: start.dataset.row, call: start.querySelector(".card")?.dataset.call ?? null, places };
  showInLists(chosen.row);
  show(start);
}
