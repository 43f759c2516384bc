// The search opens where its field has the focus; Enter and Shift+Enter step through the hits, Escape closes
// it. It asks the server, which has all of the log; the page marks the words in the row that a hit leads to.
import { clearFound, markFound } from "./found.js";
import { chosenRow } from "./highlight.js";
import { jump, placed } from "./jumps.js";

let wanted = null;

const panel = () => document.querySelector(".search");
const field = () => document.querySelector("[data-search]");
const isOpen = () => panel().matches("[data-open], [data-own-page]");
const hits = () => [...document.querySelectorAll("#hits [data-hit]")];

// Of a provider's error that was searched for.
const explanation = () => document.querySelector("#hits [data-explains]");

// Opens the search for these words; false where the page has none.
export function searchFor(words, scope = "") {
  if (!panel()) return false;
  const form = panel().querySelector("form");
  form.elements.q.value = words;
  form.elements.in.value = scope;
  form.elements.case.checked = false;
  field().focus({ preventScroll: true });
  form.requestSubmit();
  return true;
}

function close() {
  shut();
  share({});
  field().blur();
}

function shut() {
  panel().removeAttribute("data-open");
  clearFound();
}

// Back and Forward lead to places with a search and without one.
addEventListener("popstate", () => {
  if (!panel() || panel().hasAttribute("data-own-page")) return;
  const asked = new URLSearchParams(location.search);
  if (!asked.get("q")) return shut();
  const form = panel().querySelector("form");
  form.elements.q.value = asked.get("q");
  form.elements.in.value = asked.get("in") ?? "";
  form.elements.case.checked = asked.has("case");
  panel().toggleAttribute("data-open", true);
  if (!isAnswered()) form.requestSubmit();
});

// The search stands in the address as long as it is open; it can be shared, and is no step to go back.
function share({ q = "", in: scope = "", case: exact = "" }) {
  const url = new URL(location);
  for (const [name, value] of Object.entries({ q, in: scope, case: exact })) {
    if (value) url.searchParams.set(name, value);
    else url.searchParams.delete(name);
  }
  history.replaceState(history.state, "", url.href.replaceAll("%3A", ":").replaceAll("%2F", "/"));
}

// Whether the hits are those of what stands in the form.
function isAnswered() {
  const { q, in: scope, case: exact } = document.querySelector("#hits").dataset;
  const asked = new FormData(panel().querySelector("form"));
  return q === asked.get("q") && scope === asked.get("in") && exact === (asked.get("case") ?? "");
}

async function step(direction) {
  const current = hits().findIndex((hit) => hit.hasAttribute("aria-current"));
  const link = hits()[current < 0 && direction < 0 ? -1 : current + direction];
  if (link) return go(link);
  if (!hits().length) return explanation()?.click();
  const more = document.querySelector(`[data-more-hits="${direction}"]`);
  if (!more) return;
  const before = hits()[0];
  document.addEventListener("htmx:after:swap", function arrived() {
    if (before.isConnected) return;
    document.removeEventListener("htmx:after:swap", arrived);
    go(hits().at(direction > 0 ? 0 : -1));
  });
  more.click();
}

async function go(link) {
  if (!link) return;
  choose(link);
  link.scrollIntoView({ block: "nearest" });
  const row = await jump(link.dataset.go, placed(new URL(link.href).searchParams.get("at")), { byKey: true });
  if (!row) return location.assign(link.href);
  field().focus({ preventScroll: true });
}

function choose(link) {
  for (const one of hits()) one.removeAttribute("aria-current");
  link.setAttribute("aria-current", "true");
  wanted = link.dataset.go;
}

// The row of a hit has been brought, whoever asked for it.
document.addEventListener("chosen", () => {
  if (wanted === null || chosenRow() !== wanted) return;
  wanted = null;
  markFound(chosenRow());
});

document.addEventListener("keydown", (event) => {
  if (!panel() || event.metaKey || event.ctrlKey || event.altKey) return;
  if (event.key === "Escape" && event.target.closest(".search[data-open]")) close();
  else if (event.key === "Enter" && event.target.matches("[data-search]") && isAnswered()) step(event.shiftKey ? -1 : 1);
  else return;
  event.preventDefault();
});

// An error that was pasted, and that the conversation does not have, is explained at once.
let pasted = false;
document.addEventListener("input", (event) => {
  if (event.target.matches("[data-search]")) pasted = event.inputType === "insertFromPaste";
});

for (const name of ["focusin", "input"]) {
  document.addEventListener(name, (event) => {
    if (event.target.matches(".search:not([data-own-page]) [data-search]")) panel().toggleAttribute("data-open", true);
  });
}

// Whoever only passes by with Tab leaves no empty panel open over the problems.
document.addEventListener("keyup", (event) => {
  if (event.key !== "Tab" || !panel()?.matches("[data-open]")) return;
  if (!field().value && !event.target.closest(".search")) shut();
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-close-search]")) close();
  const link = event.target.closest("a[data-hit]");
  if (link && !event.metaKey && !event.ctrlKey && !event.shiftKey) choose(link);
}, { capture: true });

// Hits that come when the search was left already belong to another place, and stay away from its address.
document.addEventListener("htmx:after:swap", () => {
  const found = document.querySelector("#hits[data-q]");
  if (!found || found.dataset.shared || !isOpen()) return;
  if (pasted && !hits().length) explanation()?.click();
  found.dataset.shared = "true";
  share(found.dataset);
  const { elements } = panel().querySelector("form");
  elements.in.value = found.dataset.in;
  if (document.activeElement !== elements.q) elements.q.value = found.dataset.q;
  const row = document.querySelector(".panes .row[aria-current]")?.dataset.row;
  const link = hits().find((hit) => hit.dataset.go === row);
  if (!link) return;
  choose(link);
  wanted = null;
  markFound(row);
});
