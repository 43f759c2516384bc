// Brings the entries of a chosen row into view in the lists of calls and of problems, and moves nothing else.
export function showInLists(number) {
  shown = number;
  const hasFinding = document.querySelector(`.panes .row[data-row="${number}"] .marks`);
  if (!hasFinding || !bringGroups()) markFinding(number);
  const entry = document.querySelector(".call-list a[aria-current]");
  if (entry) scrollList(entry);
  else bringCall(number);
  showCurrentFinding();
}

let shown = null; // the row

// The list of problems stays away until somebody comes for it; whether it does now.
export function bringGroups() {
  const placeholder = document.querySelector(".groups [data-groups]");
  if (placeholder) htmx.trigger(placeholder, "click", {}, false);
  return Boolean(placeholder);
}

// A page that explains an error begins with what it means, and stays there until somebody does something.
let startsWithMeaning = Boolean(document.querySelector("#explanation[data-filled]"));
for (const act of ["keydown", "pointerdown", "wheel"]) {
  addEventListener(act, () => (startsWithMeaning = false), { capture: true, once: true, passive: true });
}

export function showCurrentFinding() {
  if (startsWithMeaning) return;
  const finding = document.querySelector(".finding[data-current]");
  if (finding) scrollList(finding);
}

// Where several problems name the row, the one that the reader came by stays.
function markFinding(number) {
  const links = document.querySelectorAll(`.groups a[data-step="finding"][data-go="${number}"]`);
  const found = [...links].map((link) => link.closest(".finding"));
  if (found.length && !found.some((finding) => finding.hasAttribute("data-current"))) markOnly(found[0]);
}

// Both ends of the evidence are marked in the panes.
export function markOnly(finding) {
  document.querySelector(".finding[data-current]")?.removeAttribute("data-current");
  finding.toggleAttribute("data-current", true);
  for (let around = finding.parentElement; around; around = around.parentElement) {
    if (around.matches("details.group")) around.open = true;
  }
  markEvidence();
}

function markEvidence() {
  for (const row of document.querySelectorAll(".panes .row[data-evidence]")) row.removeAttribute("data-evidence");
  const rows = document.querySelector(".finding[data-current] [data-with]")?.dataset.with ?? "";
  for (const row of rows.split(" ").filter(Boolean)) {
    document.querySelector(`.panes .row[data-row="${row}"]`)?.toggleAttribute("data-evidence", true);
  }
}

// The slice of the list of calls that has the chosen row, where another one is shown.
let asked = null;

async function bringCall(number) {
  const list = document.querySelector("[data-calls-at]");
  const row = document.querySelector(`.panes .row[data-row="${number}"]`);
  if (!list || asked === String(number) || !row?.querySelector(".card")) return;
  asked = String(number);
  await htmx.ajax("GET", list.dataset.callsAt.replace("/at/0", `/at/${number}`), { target: list, swap: "innerHTML" });
  const entry = list.querySelector("a[aria-current]");
  if (entry) scrollList(entry);
}

document.addEventListener("htmx:after:swap", () => {
  if (shown !== null && !document.querySelector(".finding[data-current]")) markFinding(shown);
  markEvidence();
});
markEvidence();

function scrollList(entry) {
  if (!entry.checkVisibility()) return;
  const list = entry.closest(".side, .drawer");
  const top = list.querySelector("summary, .drawer-head").getBoundingClientRect().bottom;
  const bottom = list.getBoundingClientRect().bottom;
  const { top: first, bottom: last, height } = entry.getBoundingClientRect();
  if (first < top || last > bottom) list.scrollTop += first - top - (bottom - top - height) / 2;
}
