// Goes to a row, from a link or by a key, and makes that an entry of the browser's history.
import { chosenPlace, reveal } from "./highlight.js";

const QUICK = 1000;
export const PLACE = ["at", "there", "row"];
export const PANES = ["pane", "ids", "media", "text", "order", "missing", "leave"];

let stepped = -Infinity;

// `url` may depend on the row; keys that are pressed one after the other make one entry.
export async function jump(number, url, { places = [], byKey = false } = {}) {
  const left = here();
  const row = await reveal(number, places);
  if (!row) return null;
  const href = String(typeof url === "function" ? url(row) : url);
  const state = { htmx: true, place: { row: String(number), chosen: chosenPlace() } };
  const quick = byKey && performance.now() - stepped < QUICK;
  stepped = byKey ? performance.now() : -Infinity;
  if (quick || href === location.href) {
    history.replaceState(state, "", href);
  } else {
    history.replaceState({ htmx: true, place: left }, "");
    history.pushState(state, "", href);
  }
  return row;
}

// The page as it is now, at another place: what a list links to may show panes that were there before.
export function placed(at, there) {
  const url = new URL(location);
  for (const name of PLACE) url.searchParams.delete(name);
  if (at !== null) url.searchParams.set("at", at);
  if (there) url.searchParams.set("there", there);
  url.hash = "at";
  url.search = url.search.replaceAll("%3A", ":").replaceAll("%2F", "/");
  return url;
}

export const atRow = (row) => placed(row.dataset.address);

export const bottomOfHeads = () => document.querySelector(".pane-heads").getBoundingClientRect().bottom;

export function isInView(row) {
  const { top, bottom } = row.getBoundingClientRect();
  return bottom > bottomOfHeads() && top < innerHeight;
}

export const topRow = () => [...document.querySelectorAll(".panes .row")].find(isInView);

// The chosen row tells the place where it is in view: what stands above it is of another height in other panes.
export function here() {
  const chosen = document.querySelector(".panes .row[aria-current]");
  const row = chosen && isInView(chosen) ? chosen : topRow();
  const shows = document.querySelector("[data-shows]:checked")?.dataset.shows;
  return { row: row?.dataset.row, top: row?.getBoundingClientRect().top, chosen: chosenPlace(), shows };
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-go]");
  if (!link || !document.querySelector(".inspector .panes")) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button || event.defaultPrevented) return;
  event.preventDefault();
  const { searchParams } = new URL(link.href);
  const at = searchParams.get("at");
  const url = at === null ? atRow : placed(at, searchParams.get("there"));
  if (link.dataset.both) leaveList(link);
  if (!(await jump(link.dataset.go, url, { places: bothPlaces(link) }))) location.assign(link.href);
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

// The other end of a pair comes into view where it is not.
export async function revealPartner(card, options) {
  const { partner } = card.dataset;
  const there = partner && document.querySelector(`.panes .row[data-row="${partner}"]`);
  if (partner && !(there && isInView(there))) await jump(partner, atRow, options);
}

document.addEventListener("click", (event) => {
  const head = event.target.closest(".panes .card-head");
  if (!head || event.target.closest("a, button, summary, .id") || String(getSelection())) return;
  revealPartner(head.closest(".card"));
});

// An address of the conversation that asks for the panes that are shown.
export function withPanes(href) {
  const url = new URL(href, location);
  const asked = new URLSearchParams(location.search);
  for (const name of PANES) {
    url.searchParams.delete(name);
    for (const value of asked.getAll(name)) url.searchParams.append(name, value);
  }
  return url;
}

addEventListener("popstate", () => (stepped = -Infinity));
