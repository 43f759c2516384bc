// n N: the next and the previous difference of a comparison, on whichever of its pages.
const key = "crosswire.difference";

document.addEventListener("keydown", (event) => {
  if (event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return;
  if (localStorage.getItem("crosswire.keys") === "off") return;
  if (event.target.closest("input:not([type=checkbox]), select, textarea, dialog, [contenteditable]")) return;
  const way = { n: 1, N: -1 }[event.key];
  if (!way || !document.querySelector(".compared")) return;
  event.preventDefault();
  step(way);
});

function step(way) {
  const all = [...document.querySelectorAll("[data-difference]")];
  const next = way > 0 ? all.find(isAfter) : all.findLast(isBefore);
  if (next) return show(next);
  const page = document.querySelector(`[data-step-page="${way}"]`);
  if (!page) return;
  sessionStorage.setItem(key, way > 0 ? "first" : "last");
  page.click();
}

// From the chosen one while it has the focus, or else from the top of the screen.
const chosen = () => document.activeElement.closest?.("[data-difference]");
const top = () => document.querySelector(".site-bar").getBoundingClientRect().bottom;

function isAfter(row) {
  const here = chosen();
  if (here) return Boolean(here.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING);
  return row.getBoundingClientRect().top >= top();
}

function isBefore(row) {
  const here = chosen();
  if (here) return Boolean(here.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_PRECEDING);
  return row.getBoundingClientRect().top < top();
}

function show(row) {
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: "start" });
}

// The page that a step led to begins with its first difference, or with its last one.
const wanted = sessionStorage.getItem(key);
sessionStorage.removeItem(key);
if (wanted) {
  const all = [...document.querySelectorAll("[data-difference]")];
  const row = wanted === "first" ? all[0] : all.at(-1);
  if (row) show(row);
}
