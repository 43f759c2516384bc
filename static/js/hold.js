// Keeps an element where it is on the screen while rows around it come and find their height,
// until the reader moves the page, or for a moment at most.
const LONGEST = 5000;

let held = null;
let keeping = false;

export function hold(element, top = element.getBoundingClientRect().top) {
  held = null;
  scrollBy({ top: element.getBoundingClientRect().top - top, behavior: "instant" });
  held = { element, top, until: performance.now() + LONGEST };
  if (!keeping) requestAnimationFrame(keep);
  keeping = true;
}

export const heldElement = () => (held?.element.isConnected ? held.element : null);

function keep() {
  keeping = Boolean(held && performance.now() <= held.until && held.element.isConnected);
  if (!keeping) {
    held = null;
    return;
  }
  const moved = held.element.getBoundingClientRect().top - held.top;
  // What moves so far was scrolled, by a scrollbar that tells nobody or by the browser's own search.
  if (Math.abs(moved) > innerHeight) {
    held = null;
    keeping = false;
    return;
  }
  if (Math.abs(moved) > 1) scrollBy({ top: moved, behavior: "instant" });
  requestAnimationFrame(keep);
}

for (const name of ["wheel", "touchmove", "pointerdown", "keydown"]) {
  document.addEventListener(name, () => (held = null), { passive: true, capture: true });
}
