// Menus close when one looks elsewhere; the lists beside the panes are folded where there is no room.
const narrow = matchMedia("(max-width: 56rem)");

function fold() {
  for (const list of document.querySelectorAll("[data-fold-when-narrow]")) list.open = !narrow.matches;
}

function closeOthers(inside) {
  for (const menu of document.querySelectorAll(".drop[open]")) {
    if (!menu.contains(inside)) menu.open = false;
  }
}

narrow.addEventListener("change", fold);
document.addEventListener("click", (event) => closeOthers(event.target));
document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && document.activeElement.closest(".drop[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
// A result and its JSON beside it open and close together: the one would stand beside much empty room.
document.addEventListener("click", (event) => {
  const isOf = ".result-fold, .json-fold";
  const clicked = event.target.closest("summary")?.parentElement;
  if (!clicked?.matches(isOf) || event.defaultPrevented) return;
  const opens = !clicked.open;
  for (const fold of clicked.closest(".row").querySelectorAll(isOf)) if (fold !== clicked) fold.open = opens;
});
fold();
