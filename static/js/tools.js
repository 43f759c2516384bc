// One set of tools for all parts, below the panes: it names the part that is chosen, and copies what belongs to it.
import { copied } from "./copy.js";
import { choose, chosenRow, focusOn, visiblePart } from "./highlight.js";
import { atRow, withPanes } from "./jumps.js";
import { searchFor } from "./search.js";

const tools = document.querySelector("[data-tools]");
let cell = null;

function moveTo(part) {
  const there = part?.closest(".cell");
  const row = there?.closest(".row");
  if (!tools) return;
  // The row of settings and tools is many parts.
  tools.hidden = !row || row.dataset.row === "0";
  cell = tools.hidden ? null : there;
  if (!cell) return;
  const card = cell.querySelector(".card");
  tools.querySelector("[data-named]").textContent = nameOf(cell, card);
  const id = card?.querySelector(".ids .id:not([data-origin=beside]), .json .call-id");
  const hasId = Boolean(id) && id.dataset.origin !== "absent";
  for (const one of tools.querySelectorAll("[data-of-id]")) one.hidden = !hasId;
  rove(buttons()[0]);
  showCopies(row);
}

// A part that the upload has several times, as a recording has the history in each request.
async function showCopies(row) {
  const place = tools.querySelector("[data-also]");
  place.hidden = true;
  if (!row.dataset.copies) return;
  const answer = await fetch(`${tools.dataset.tools}/${row.dataset.row}`);
  const also = answer.ok ? (await answer.json()).also : [];
  if (!also.length || cell?.closest(".row") !== row) return; // another was chosen meanwhile
  const links = also.map(({ words, url }) => Object.assign(document.createElement("a"), { href: url, textContent: words }));
  const more = Number(row.dataset.copies) - links.length;
  place.replaceChildren("also at ", ...links.flatMap((link, n) => (n ? [", ", link] : [link])), more > 0 ? ` and ${more} more` : "");
  place.hidden = false;
}

// What it is, and in which pane, where there are several.
function nameOf(cell, card) {
  const heads = document.querySelectorAll(".pane-head");
  const title = heads[cell.dataset.pane - 1]?.dataset.title;
  const role = cell.querySelector(".role b")?.textContent;
  const { address } = cell.closest(".row").dataset;
  const what = card?.getAttribute("aria-label") ?? (role ? `${role}, ${address}` : address);
  return heads.length > 1 ? `${title}: ${what}` : what;
}

const buttons = () => [...tools.querySelectorAll("button:not([hidden])")];

function rove(button) {
  for (const one of tools.querySelectorAll("button")) one.tabIndex = one === button ? 0 : -1;
}

export function focusTools(row) {
  const active = document.activeElement.closest?.(".panes .cell");
  const part = row && (row.contains(active) ? active : visiblePart(row));
  if (!part || row.dataset.row === "0") return;
  choose(part);
  moveTo(part);
  buttons()[0].focus();
}

// With a click, the part that was clicked; with a key, that of the pane that shows.
function moveToChosen() {
  const row = document.querySelector(`.panes .row[data-row="${chosenRow()}"]`);
  const active = document.activeElement.closest?.(".panes .cell");
  if (chosenRow() === null) moveTo(null);
  if (!row) return; // it may be far away, and is still what was chosen
  if (row.contains(active)) moveTo(active);
  else if (!row.contains(cell) || !cell.checkVisibility()) moveTo(visiblePart(row));
}

document.addEventListener("chosen", moveToChosen);
document.addEventListener("click", (event) => {
  const part = event.target.closest(".panes .row > .cell");
  if (part?.closest(".row").dataset.row === chosenRow()) moveTo(part);
});

document.addEventListener("keydown", (event) => {
  if (!tools?.contains(document.activeElement)) return;
  const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const all = buttons();
  if (way) {
    const next = all.at((all.indexOf(document.activeElement) + way) % all.length);
    rove(next);
    next.focus();
  } else if (event.key === "Escape") {
    focusOn(cell.querySelector(".card") ?? cell);
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

// What was swapped has other cells; another tab shows another pane.
for (const name of ["htmx:after:swap", "change"]) {
  document.addEventListener(name, (event) => {
    if (name === "change" ? event.target.matches("[data-shows]") : !cell?.isConnected) moveToChosen();
  });
}
moveToChosen();
