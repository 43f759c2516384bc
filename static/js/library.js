// In the library: tick all on the page, and say how many are ticked.
import { announce } from "./announce.js";

const parts = (form) => ({
  every: form.querySelector("[data-every]"),
  all: form.querySelector("[data-all]"),
  ticks: [...form.querySelectorAll("[data-tick]")],
});

function tell(form) {
  const { every, all, ticks } = parts(form);
  const count = ticks.filter((tick) => tick.checked).length;
  every.checked = count === ticks.length;
  every.indeterminate = count > 0 && count < ticks.length;
  const words = all?.checked ? "all that match" : count ? `${count} ticked` : "none ticked";
  form.querySelector("[data-ticked]").textContent = words;
  return words;
}

document.addEventListener("change", ({ target }) => {
  const form = target.closest?.("form[data-library]");
  if (!form) return;
  const { ticks } = parts(form);
  if (target.matches("[data-every]")) for (const tick of ticks) tick.checked = target.checked;
  if (target.matches("[data-every], [data-all], [data-tick]")) announce(tell(form));
});
