// When a pane changes its format or view, or is written at last, the chosen row stays where it is on the
// screen, or else the row on top of it.
import { chosenPlace, chosenRow, focusOn, reveal, visiblePart } from "./highlight.js";
import { hold } from "./hold.js";
import { isJumping, rowElement } from "./rows.js";

let newest = null;
let place = null;

const isOfPanes = (ctx) => ctx.target?.id === "panes";

// Panes that were written at last come by themselves: what the reader asked for meanwhile is newer.
document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  if (!isOfPanes(ctx)) return;
  if (newest && ctx.sourceElement?.matches?.(".waiting")) {
    event.preventDefault();
    return;
  }
  newest = ctx;
  const row = ctx.back ? null : rowToKeep(); // Back knows where it leads
  if (row) ctx.request.body.set("row", row.dataset.row);
});

// The reader may have gone elsewhere since the panes were asked for.
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx } = event.detail;
  if (!isOfPanes(ctx)) return;
  if (newest && ctx !== newest) {
    event.preventDefault();
    return;
  }
  const row = ctx.back ? null : rowToKeep();
  const shows = document.querySelector("[data-shows]:checked")?.dataset.shows;
  const focus = focusedPart();
  place = row && { row: row.dataset.row, top: row.getBoundingClientRect().top, shows, focus, ctx, chosen: chosenRow() };
});

document.addEventListener("htmx:after:swap", async (event) => {
  // Something else may come in between: verdicts, a slice of rows.
  if (!place || event.detail.ctx !== place.ctx) return;
  const { row, top, shows, focus, chosen } = place;
  place = null;
  const tab = document.querySelector(`[data-shows="${shows}"]`);
  if (tab) tab.checked = true;
  // Whoever went elsewhere while the panes were exchanged is shown that again, in the new ones.
  if (chosenRow() !== null && chosenRow() !== chosen) return reveal(chosenRow(), chosenPlace().places);
  const there = isJumping() ? null : await rowElement(row); // whoever goes elsewhere is not called back
  if (there) hold(there, top);
  const part = focus && partOf(focus);
  if (part && document.activeElement === document.body) focusOn(part);
});

function focusedPart() {
  const cell = document.activeElement?.closest(".panes .row > .cell");
  return cell && { row: cell.parentElement.dataset.row, pane: cell.dataset.pane };
}

function partOf({ row, pane }) {
  const there = document.querySelector(`.panes .row[data-row="${row}"]`);
  return there && (visiblePart(there, pane) ?? visiblePart(there));
}

document.addEventListener("htmx:finally:request", (event) => {
  if (event.detail.ctx === newest) newest = null;
});

function rowToKeep() {
  const top = document.querySelector(".pane-heads").getBoundingClientRect().bottom;
  const inView = (row) => row.getBoundingClientRect().bottom > top && row.getBoundingClientRect().top < innerHeight;
  const chosen = document.querySelector(".panes .row[aria-current]");
  if (chosen && inView(chosen)) return chosen;
  return [...document.querySelectorAll(".panes .row")].find(inView);
}
