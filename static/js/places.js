// When a pane changes its format or view, the chosen row stays where it is on the screen, or else
// the row on top of it.
import { hold } from "./hold.js";

let place = null;

document.addEventListener("htmx:config:request", (event) => {
  const { sourceElement, request } = event.detail.ctx;
  if (!sourceElement?.closest?.(".pane-heads") || sourceElement.matches("[data-more]")) return;
  const row = rowToKeep();
  const shows = document.querySelector("[data-shows]:checked")?.dataset.shows;
  place = row && { row: row.dataset.row, offset: row.getBoundingClientRect().top, shows, ctx: event.detail.ctx };
  if (row) request.body.set("row", row.dataset.row);
});

function rowToKeep() {
  const top = document.querySelector(".pane-heads").getBoundingClientRect().bottom;
  const inView = (row) => row.getBoundingClientRect().bottom > top && row.getBoundingClientRect().top < innerHeight;
  const chosen = document.querySelector(".panes .row[aria-current]");
  if (chosen && inView(chosen)) return chosen;
  return [...document.querySelectorAll(".panes .row")].find(inView);
}

document.addEventListener("htmx:after:swap", (event) => {
  // Something else may come in between: verdicts, a block of rows.
  if (!place || event.detail.ctx !== place.ctx) return;
  const { row, offset, shows } = place;
  place = null;
  const tab = document.querySelector(`[data-shows="${shows}"]`);
  if (tab) tab.checked = true;
  const there = document.querySelector(`.panes .row[data-row="${row}"]`);
  if (there) hold(there, offset);
});
