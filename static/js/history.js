// Back and Forward return to the place, to what was marked there, and to the panes that were shown.
import { choosePlace, reveal } from "./highlight.js";
import { hold } from "./hold.js";
import { here, PANES, PLACE, placed, withPanes } from "./jumps.js";
import { rowElement } from "./rows.js";

const SEARCH = ["q", "in", "case"];
const isInspector = () => Boolean(document.querySelector(".inspector .panes"));

const query = (names) => {
  const asked = new URLSearchParams(location.search);
  return JSON.stringify(names.map((name) => asked.getAll(name)));
};
const rest = () => {
  const asked = new URLSearchParams(location.search);
  for (const name of [...PLACE, ...PANES, ...SEARCH]) asked.delete(name);
  return String(asked);
};

let shown = { panes: query(PANES), rest: rest() };
let left = null;

document.addEventListener("htmx:before:history:update", () => {
  left = isInspector() ? { ...here(), search: location.search } : null;
  if (left) history.replaceState({ htmx: true, place: left }, "");
});

// Another pane changes neither the place nor what is marked.
document.addEventListener("htmx:after:history:push", () => {
  if (left) {
    const before = new URLSearchParams(left.search);
    const url = before.has("at") && !new URLSearchParams(location.search).has("at");
    const next = url ? placed(before.get("at"), before.get("there")) : location.href;
    history.replaceState({ htmx: true, place: left }, "", next);
  }
  shown = { panes: query(PANES), rest: rest() };
  keepChoices();
});

// The tabs to the other views of the conversation lead on with the panes that are shown.
function keepChoices() {
  for (const link of document.querySelectorAll(".views a[href]")) link.href = withPanes(link.href);
}

document.addEventListener("htmx:before:history:restore", (event) => {
  if (isInspector()) event.preventDefault();
});

addEventListener("popstate", async ({ state }) => {
  if (!isInspector() || !state?.htmx) return;
  if (rest() !== shown.rest) return location.reload();
  if (query(PANES) !== shown.panes) await bringPanes(state.place?.row);
  await returnTo(state.place);
});

async function bringPanes(row) {
  shown = { panes: query(PANES), rest: rest() };
  const url = new URL(location);
  url.pathname += "/panes";
  url.hash = "";
  for (const name of PLACE) url.searchParams.delete(name);
  if (row !== undefined) url.searchParams.set("row", row);
  await htmx.ajax("GET", url.pathname + url.search, { target: "#panes", swap: "outerHTML", back: true });
  keepChoices();
}

async function returnTo(place) {
  if (!place) return;
  const { row, top, chosen, shows } = place;
  const tab = document.querySelector(`[data-shows="${shows}"]`);
  if (tab) tab.checked = true;
  if (top === undefined) {
    await reveal(row, chosen?.places);
    return;
  }
  const found = row === undefined ? null : await rowElement(row);
  choosePlace(chosen);
  if (found) hold(found, top);
}

if (isInspector()) {
  history.scrollRestoration = "manual";
  if (history.state?.place?.top !== undefined) returnTo(history.state.place);
}
addEventListener("pagehide", () => {
  if (!isInspector()) return;
  history.replaceState({ htmx: true, place: here() }, "");
});
