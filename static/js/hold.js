// Keeps an element where it is on the screen while rows around it come and find their height,
// until the reader moves the page, or for a moment at most.
const LONGEST = 5000;

let held = null;

export function hold(element, top = element.getBoundingClientRect().top) {
  held = { element, top, until: performance.now() + LONGEST };
  keep();
}

export const heldElement = () => (held?.element.isConnected ? held.element : null);

function keep() {
  if (!held || performance.now() > held.until || !held.element.isConnected) {
    held = null;
    return;
  }
  const moved = held.element.getBoundingClientRect().top - held.top;
  if (Math.abs(moved) > 1) scrollBy({ top: moved, behavior: "instant" });
  requestAnimationFrame(keep);
}

for (const name of ["wheel", "touchmove", "pointerdown", "keydown"]) {
  document.addEventListener(name, () => (held = null), { passive: true, capture: true });
}
