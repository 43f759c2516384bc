// Share opens its page as a dialog over the one that is read, with the panes and the part of that one.
import { chosenRow } from "./highlight.js";

const dialog = () => document.querySelector("dialog[data-share-dialog]");

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-share]");
  const over = dialog();
  if (event.target.closest("[data-close-dialog]") && over?.contains(event.target)) {
    event.preventDefault();
    over.close();
  }
  if (!link || !over || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  over.setAttribute("aria-busy", "true");
  over.replaceChildren(waiting());
  if (!over.open) over.showModal();
  const address = asked(link);
  await htmx.ajax("GET", address, { target: over, swap: "innerHTML" });
  over.removeAttribute("aria-busy");
  if (over.querySelector("form.share")) over.querySelector("h2").focus();
  else location.assign(address); // the page says what went wrong
});

// What is chosen on this page now, and the part that is marked or chosen.
function asked(link) {
  const url = new URL(link.href);
  url.search = location.search;
  const row = document.querySelector(`.panes .row[data-row="${chosenRow()}"]`);
  if (row) {
    url.searchParams.set("at", row.dataset.address);
    url.searchParams.delete("there");
  }
  return url.pathname + url.search;
}

function waiting() {
  const words = document.createElement("p");
  words.setAttribute("role", "status");
  words.textContent = "Looking for secrets …";
  return words;
}
