// Choosing a call or a result marks both ends of its pair in every pane; hovering shows it beforehand.
import { hold } from "./hold.js";
import { showInLists } from "./lists.js";
import { rowElement } from "./rows.js";

let chosen = { row: null, call: null };

export const chosenRow = () => chosen.row;

export function choose(card) {
  chosen = { row: card.closest(".row").dataset.row, call: card.dataset.call ?? null };
  mark();
  showInLists(chosen.row);
}

export function chooseNothing() {
  chosen = { row: null, call: null };
  mark();
}

export async function reveal(number) {
  const row = await rowElement(number);
  if (!row) return null;
  const card = row.querySelector(".card");
  chosen = { row: String(number), call: card?.dataset.call ?? null };
  mark();
  showInLists(number);
  show(row);
  visibleCard(row)?.focus({ preventScroll: true });
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
  if (chosen.row === null) return;
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
  if (await reveal(link.dataset.go)) history.replaceState(history.state, "", link.href);
  else location.assign(link.href);
});

document.addEventListener("htmx:after:swap", () => mark());

const start = document.querySelector(".row[aria-current=true]");
if (start) {
  chosen = { row: start.dataset.row, call: start.querySelector(".card")?.dataset.call ?? null };
  showInLists(chosen.row);
  show(start);
}
