// The keys of the sheet. One step waits for the one before it; nothing acts while somebody types.
import { choose, chooseNothing, chosenRow, focusOn, visiblePart } from "./highlight.js";
import { atRow, isInView, jump, placed, revealPartner, topRow } from "./jumps.js";
import { markOnly } from "./lists.js";
import { findingBeside } from "./problems.js";
import { focusTools } from "./tools.js";

const OFF = "crosswire.keys";
const narrow = matchMedia("(max-width: 56rem)");

const keys = {
  j: () => step("call", 1),
  k: () => step("call", -1),
  J: () => step("user", 1),
  K: () => step("user", -1),
  n: () => stepFinding(1),
  N: () => stepFinding(-1),
  p: partner,
  c: () => focusTools(rowHere()),
  1: () => showPane(1),
  2: () => showPane(2),
  3: () => showPane(3),
  4: () => showPane(4),
};
const anywhere = { "/": search, "?": showKeys };

const TYPING = "input:not([type=radio], [type=checkbox]), select, textarea, dialog, [contenteditable]";

let last = Promise.resolve();

document.addEventListener("keydown", (event) => {
  if (event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return;
  if (event.target.closest(TYPING)) return;
  const card = event.target.matches(".panes .card") && event.target;
  const act = event.key === "Escape" ? escape : areOn() ? actionOf(event.key) : null;
  if (card && (event.key === "Enter" || event.key === " ")) {
    choose(card);
    revealPartner(card, { byKey: true });
  } else if (act) {
    last = last.then(act).catch(console.error);
  } else {
    return;
  }
  event.preventDefault();
});

function actionOf(key) {
  if (Object.hasOwn(keys, key) && document.querySelector(".inspector .panes")) return keys[key];
  return Object.hasOwn(anywhere, key) && document.querySelector("[data-keys], [data-search]") ? anywhere[key] : null;
}

const rowOf = (number) => document.querySelector(`.panes .row[data-row="${number}"]`);

// The chosen row while it is in view, or else the one on top of the screen.
function rowHere() {
  const chosen = chosenRow() !== null && rowOf(chosenRow());
  return chosen && isInView(chosen) ? chosen : topRow();
}

// Steps lead on from what is chosen; where nothing is, from the top of the screen.
async function step(kind, way) {
  const from = chosenRow() ?? Math.max(0, Number(topRow()?.dataset.row ?? 0) - 1);
  const near = kind === "call" ? nextCall(Number(from), way) : null;
  if (near) return jump(near.dataset.row, atRow, { byKey: true });
  const url = new URL(document.querySelector("[data-next]").dataset.next, location);
  for (const [name, value] of Object.entries({ step: kind, from, way })) url.searchParams.set(name, value);
  const found = await (await fetch(url, { headers: { Accept: "application/json" } })).json();
  if (found) await jump(found.row, placed(new URL(found.url, location).searchParams.get("at")), { byKey: true });
}

const CALLS = ".panes .row:is([data-kind=call], :has(> .cell > .card:is([data-how=orphan], [data-how=ambiguous], [data-how=duplicate], [data-how=report])))";

// What is loaded is one run of rows, so that a call in it that comes next is the next one.
function nextCall(from, way) {
  if (!rowOf(from)) return null;
  const beyond = (row) => way * (Number(row.dataset.row) - from) > 0;
  const rows = [...document.querySelectorAll(CALLS)].filter(beyond);
  return way > 0 ? rows[0] : rows.at(-1);
}

async function stepFinding(way) {
  const link = await findingBeside(way);
  if (!link) return;
  markOnly(link.closest(".finding"));
  await jump(link.dataset.go, placed(new URL(link.href).searchParams.get("at")), { byKey: true });
  await turnCard(Number(link.dataset.go));
}

// Where a finding is the cause of several that are wrong, the card shows that one.
async function turnCard(row) {
  const card = document.querySelector("#answer[data-causes]");
  const number = card ? JSON.parse(card.dataset.causes).indexOf(row) + 1 : 0;
  if (!number) return;
  const url = new URL(card.dataset.turn, location);
  url.searchParams.set("cause", number);
  await htmx.ajax("GET", String(url), { target: card, swap: "outerHTML" });
}

async function partner() {
  const card = document.querySelector(`.panes .row[data-row="${chosenRow()}"] .card[data-partner]`);
  if (card) await jump(card.dataset.partner, atRow, { byKey: true });
}

function showPane(number) {
  const tab = document.querySelector(`[data-shows="${number}"]`);
  if (!tab) return;
  if (narrow.matches) tab.checked = true;
  const row = rowHere();
  if (!row) return;
  choose(visiblePart(row, number) ?? row);
  focusOn(visiblePart(row, number));
}

function search() {
  const field = document.querySelector("[data-search]");
  field?.focus({ preventScroll: true });
  field?.select?.();
}

function escape() {
  document.activeElement?.closest(".panes")?.querySelector(":focus")?.blur();
  chooseNothing();
}

const areOn = () => localStorage.getItem(OFF) !== "off";

async function showKeys() {
  const sheet = document.querySelector("[data-keys]");
  if (!sheet) return;
  const address = sheet.dataset.keys;
  if (!sheet.childElementCount) await htmx.ajax("GET", address, { target: sheet, swap: "innerHTML" });
  const box = sheet.querySelector("[data-keys-on]");
  if (!box) return location.assign(address); // the page says what went wrong
  box.checked = areOn();
  if (!sheet.open) sheet.showModal();
}

document.addEventListener("change", (event) => {
  const box = event.target.closest("[data-keys-on]");
  if (box) localStorage.setItem(OFF, box.checked ? "on" : "off");
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-open-keys]") && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    showKeys();
  }
  const link = event.target.closest("a[data-step=finding]");
  if (link) markOnly(link.closest(".finding"));
});
