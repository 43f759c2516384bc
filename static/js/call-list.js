// The list of calls follows the scroll: the calls on the screen have a mark, and stand in view.
import { rowsOnScreen } from "./rows.js";

const list = () => document.querySelector(".side.calls");
let waiting = false;

function follow() {
  waiting = false;
  const shown = list()?.checkVisibility() && rowsOnScreen();
  if (!shown) return;
  const entries = [...list().querySelectorAll(".call-list a[data-go]")];
  const now = entries.filter((one) => shown.first <= one.dataset.go && one.dataset.go <= shown.last);
  for (const one of entries) one.toggleAttribute("data-now", now.includes(one));
  // Whoever looks at the list moves it; it does not move under the pointer.
  if (now.length && !list().matches(":hover, :focus-within")) bringIntoView(now[0], now.at(-1));
}

function bringIntoView(first, last) {
  const side = list();
  const top = side.querySelector(".find-call").getBoundingClientRect().bottom;
  const { bottom } = side.getBoundingClientRect();
  const above = first.getBoundingClientRect().top - top;
  const below = last.getBoundingClientRect().bottom - bottom;
  if (above < 0) side.scrollTop += above;
  else if (below > 0) side.scrollTop += Math.min(below, above);
}

function soon() {
  if (waiting || !list()) return;
  waiting = true;
  requestAnimationFrame(follow);
}

addEventListener("scroll", soon, { passive: true });
document.addEventListener("htmx:after:swap", soon);
soon();
