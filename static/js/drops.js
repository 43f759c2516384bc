// A menu opens at its button, and is moved as far as it needs to stay inside the window.
const EDGE = 8;

function place(menu) {
  const body = menu.querySelector(":scope > .drop-body");
  if (!body || getComputedStyle(body).position !== "absolute") return;
  body.style.insetInline = "";
  const button = menu.querySelector(":scope > summary").getBoundingClientRect();
  const { left, width } = body.getBoundingClientRect();
  const at = getComputedStyle(menu).position === "static" ? button.left : left;
  const wanted = Math.max(EDGE, Math.min(at, document.documentElement.clientWidth - EDGE - width));
  const start = body.offsetParent.getBoundingClientRect().left + body.offsetParent.clientLeft;
  body.style.insetInline = `${wanted - start}px auto`;
}

document.addEventListener("toggle", (event) => {
  if (event.target.matches?.(".drop[open]")) place(event.target);
}, true);
addEventListener("resize", () => {
  for (const menu of document.querySelectorAll(".drop[open]")) place(menu);
});
