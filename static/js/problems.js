// Steps through the problems in the order of their list, and brings those that it has not loaded yet.
import { bringGroups } from "./lists.js";

const STEP = 'a[data-step="finding"]';

// The problem after the current one, or before it; null at the end of the list.
export async function findingBeside(way) {
  for (let tries = 0; tries < 3; tries++) {
    const next = beside(way);
    if (!next || next.matches(STEP)) return next;
    await brought(next);
  }
  return null;
}

function beside(way) {
  const all = [...document.querySelectorAll(`.groups :is(${STEP}, [data-more="finding"])`)];
  const current = all.findIndex((one) => one.matches(STEP) && one.closest("[data-current]"));
  const from = current < 0 && way < 0 ? all.length : current;
  return (way > 0 ? all.slice(from + 1) : all.slice(0, Math.max(from, 0)).reverse())[0] ?? null;
}

function brought(placeholder) {
  return new Promise((resolve) => {
    const names = ["htmx:after:swap", "htmx:finally:request"];
    const done = (event) => {
      if (placeholder.isConnected && event.detail.ctx.sourceElement !== placeholder) return;
      for (const name of names) document.removeEventListener(name, done);
      resolve();
    };
    for (const name of names) document.addEventListener(name, done);
    htmx.trigger(placeholder, "click", {}, false);
  });
}

// The list comes when it is opened, and so do the first problems of a rule that stands closed.
document.addEventListener("toggle", (event) => {
  if (event.target.matches?.(".problems[open]")) bringGroups();
  if (!event.target.matches?.(".group") || !event.target.open) return;
  const empty = !event.target.querySelector(".finding") && event.target.querySelector("[data-more]");
  if (empty) htmx.trigger(empty, "click", {}, false);
}, true);

// What is not chosen need not stand in the address.
document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-leave-empty-away]")) return;
  for (const field of event.target.elements) if (field.name && !field.value) field.disabled = true;
});
addEventListener("pageshow", () => {
  for (const field of document.querySelectorAll("[data-leave-empty-away] :disabled")) field.disabled = false;
});
