// Brings the entries of a chosen row into view in the lists of calls and of findings, and moves nothing else.
export function showInLists(number) {
  markFinding(number);
  const current = [".call-list a[aria-current]", ".finding[data-current]"];
  for (const entry of current.map((selector) => document.querySelector(selector))) {
    if (entry?.checkVisibility()) scrollList(entry);
  }
}

// Where several findings name the row, the one that the reader came by stays.
function markFinding(number) {
  const links = document.querySelectorAll(`a[data-step="finding"][data-go="${number}"]`);
  const found = [...links].map((link) => link.closest(".finding"));
  if (found.length && !found.some((finding) => finding.hasAttribute("data-current"))) markOnly(found[0]);
}

export function markOnly(finding) {
  document.querySelector(".finding[data-current]")?.removeAttribute("data-current");
  finding.toggleAttribute("data-current", true);
}

function scrollList(entry) {
  const list = entry.closest(".side");
  const top = list.querySelector("summary").getBoundingClientRect().bottom;
  const bottom = list.getBoundingClientRect().bottom;
  const { top: first, bottom: last, height } = entry.getBoundingClientRect();
  if (first < top || last > bottom) list.scrollTop += first - top - (bottom - top - height) / 2;
}
