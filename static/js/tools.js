// One set of tools for all parts: it comes to the part that is chosen or hovered, and copies what belongs to it.
import { copied } from "./copy.js";
import { chosenRow, focusOn, visiblePart } from "./highlight.js";
import { atRow, withPanes } from "./jumps.js";
import { searchFor } from "./search.js";

const tools = document.querySelector("[data-tools]");
let cell = null;

function moveTo(part) {
  const there = part?.closest(".cell");
  const row = there?.closest(".row");
  // The row of settings and tools is many parts.
  if (!tools || !row || row.dataset.row === "0") return hide();
  if (there === cell && tools.isConnected) return;
  cell = there;
  const card = there.querySelector(".card");
  card ? card.prepend(tools) : there.prepend(tools);
  tools.hidden = false;
  const id = card?.querySelector(".id:not([data-origin=beside])");
  const hasId = Boolean(id) && id.dataset.origin !== "absent";
  for (const one of tools.querySelectorAll("[data-of-id]")) one.hidden = !hasId;
  rove(buttons()[0]);
}

function hide() {
  if (!tools) return;
  tools.hidden = true;
  tools.remove();
  cell = null;
}

const buttons = () => [...tools.querySelectorAll("button:not([hidden])")];

function rove(button) {
  for (const one of tools.querySelectorAll("button")) one.tabIndex = one === button ? 0 : -1;
}

export function focusTools(row) {
  const active = document.activeElement.closest?.(".panes .cell");
  const part = row && (row.contains(active) ? active : visiblePart(row));
  if (!part || row.dataset.row === "0") return;
  moveTo(part);
  buttons()[0].focus();
}

const busy = () => tools?.contains(document.activeElement);
const ofChosen = () => document.querySelector(`.panes .row[data-row="${chosenRow()}"]`);

// With a click, the part that was clicked; with a key, that of the pane that shows.
function moveToChosen() {
  if (busy()) return;
  const row = ofChosen();
  if (!row) return hide();
  const active = document.activeElement.closest?.(".panes .cell");
  if (!row.contains(cell) || !tools.isConnected || !cell.checkVisibility()) moveTo(row.contains(active) ? active : visiblePart(row));
}

document.addEventListener("chosen", moveToChosen);
document.addEventListener("click", (event) => {
  const part = event.target.closest(".panes .row > .cell");
  if (part && !event.target.closest("[data-tools]")) moveTo(part);
});

document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "mouse" || busy()) return;
  const part = event.target.closest?.(".panes .row > .cell");
  if (part) moveTo(part);
  else if (!event.target.closest?.(".panes")) moveToChosen();
});

document.addEventListener("keydown", (event) => {
  if (!busy()) return;
  const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const all = buttons();
  if (way) {
    const next = all.at((all.indexOf(document.activeElement) + way) % all.length);
    rove(next);
    next.focus();
  } else if (event.key === "Escape") {
    focusOn(tools.closest(".card") ?? cell);
    event.stopPropagation();
  } else {
    return;
  }
  event.preventDefault();
}, { capture: true });

// The pane's own choices stand in the address of the page.
function url(ending = "") {
  const { row } = cell.closest(".row").dataset;
  const address = new URL(`${tools.dataset.tools}/${row}${ending}`, location);
  address.search = location.search;
  const pane = document.querySelector(`.pane-head[data-pane="${cell.dataset.pane}"]`);
  address.searchParams.set("of", pane.dataset.shown);
  return address;
}

async function asked(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error("It has no place in this format.");
  return answer;
}

const take = {
  id: async () => (await (await asked(url())).json()).id ?? "",
  pointer: async () => (await (await asked(url())).json()).pointer,
  address: async () => (await (await asked(url())).json()).address,
  json: async () => (await asked(url(".json"))).text(),
  link: async () => atRow(cell.closest(".row")).href,
};

function findId(address, id) {
  if (searchFor(id, "ids")) return;
  const search = withPanes(address);
  search.searchParams.set("q", id);
  search.searchParams.set("in", "ids");
  location.assign(search);
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-tools] button");
  if (!button) return;
  const { take: what, find } = button.dataset;
  if (what) await copied(button, take[what]());
  if (find) findId(find, await take.id());
});

// What was swapped away took the tools along; another tab shows another pane.
for (const name of ["htmx:after:swap", "change"]) {
  document.addEventListener(name, (event) => {
    if (name === "change" ? event.target.matches("[data-shows]") : !tools?.isConnected) moveToChosen();
  });
}
moveToChosen();
