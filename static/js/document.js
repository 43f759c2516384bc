// The whole document by lines: objects and arrays fold, and the path of the line in the address can be copied.
const lineOf = (number) => document.getElementById(`L${number}`);

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-fold-to]");
  if (!button) return;
  button.setAttribute("aria-expanded", button.getAttribute("aria-expanded") !== "true");
  showLines(button.closest("ol"));
});

function showLines(list) {
  let until = 0;
  for (const line of list.children) {
    const number = Number(line.id.slice(1));
    line.hidden = number < until;
    const fold = line.querySelector("[data-fold-to]");
    if (!line.hidden && fold?.getAttribute("aria-expanded") === "false") until = Number(fold.dataset.foldTo);
  }
}

function tellPath() {
  const line = /^#L\d+$/.test(location.hash) && lineOf(location.hash.slice(2));
  const place = document.querySelector("[data-path-of-line]");
  if (!line || !place) return;
  for (const chosen of document.querySelectorAll(".document-lines [data-chosen]")) delete chosen.dataset.chosen;
  line.dataset.chosen = "";
  const path = line.dataset.path ?? "";
  place.hidden = !path;
  place.querySelector("[data-chosen-line]").textContent = line.id.slice(1);
  place.querySelector("[data-path]").textContent = path;
  place.querySelector("[data-copy]").dataset.copy = path;
}

// A line that the page shows already needs no other page.
document.addEventListener("click", (event) => {
  const link = event.target.closest(".document-number, .document-place");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || !lineOf(link.hash.slice(2))) return;
  event.preventDefault();
  history.pushState(null, "", link.href);
  tellPath();
  lineOf(link.hash.slice(2)).scrollIntoView({ block: "nearest" });
});

// The numbers are one stop of the keyboard: arrows go on from it.
document.addEventListener("keydown", (event) => {
  const number = event.target.closest?.(".document-number");
  const way = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[event.key];
  if (!number || !way) return;
  let line = number.closest("li")[way];
  while (line?.hidden) line = line[way];
  if (!line) return;
  event.preventDefault();
  number.tabIndex = -1;
  const next = line.querySelector(".document-number");
  next.tabIndex = 0;
  next.focus();
});

addEventListener("hashchange", tellPath);
addEventListener("popstate", tellPath);
tellPath();
