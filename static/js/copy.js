// [data-copy] copies its value, [data-copy-place] with the place of the chosen part; where the clipboard is out of reach, it selects the text instead.
import { announce } from "./announce.js";
import { chosenRow } from "./highlight.js";

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  try {
    await navigator.clipboard.writeText(textOf(button));
    say(button, "Copied");
  } catch {
    offer(button);
  }
});

function textOf(button) {
  const row = "copyPlace" in button.dataset && document.querySelector(`.panes .row[data-row="${chosenRow()}"]`);
  if (!row) return button.dataset.copy;
  const url = new URL(button.dataset.copy);
  url.searchParams.set("at", row.dataset.address);
  return url.href.replaceAll("%3A", ":").replaceAll("%2F", "/");
}

function say(button, words) {
  announce(`${words}: ${textOf(button)}`);
  if (button.dataset.before) return;
  button.dataset.before = button.textContent;
  button.textContent = words;
  setTimeout(() => {
    button.textContent = button.dataset.before;
    delete button.dataset.before;
  }, 1200);
}

function offer(button) {
  const field = document.createElement("input");
  field.className = "field";
  field.readOnly = true;
  field.value = textOf(button);
  field.setAttribute("aria-label", "Copy this");
  field.addEventListener("blur", () => field.replaceWith(button), { once: true });
  button.replaceWith(field);
  field.select();
}
