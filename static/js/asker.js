// What is still being made is asked for again while nothing of it came, after a pause that grows with the wait.
const FIRST = 300; // milliseconds
const GROWTH = 1.3;
const LONGEST = 60_000;
const pauses = new WeakMap();

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  const asker = ctx.sourceElement;
  if (asker?.id !== "asker" || ctx.response?.status === 200) return;
  const pause = pauses.get(asker) ?? FIRST;
  pauses.set(asker, Math.min(GROWTH * pause, LONGEST));
  setTimeout(() => asker.dispatchEvent(new Event("again")), pause);
});
