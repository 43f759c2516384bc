// [data-copy] copies its value; where the clipboard is out of reach, it selects the text instead.
import { announce } from "./announce.js";

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
    say(button, "Copied");
  } catch {
    offer(button);
  }
});

function say(button, words) {
  announce(`${words}: ${button.dataset.copy}`);
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
  field.value = button.dataset.copy;
  field.setAttribute("aria-label", "Copy this");
  field.addEventListener("blur", () => field.replaceWith(button), { once: true });
  button.replaceWith(field);
  field.select();
}
