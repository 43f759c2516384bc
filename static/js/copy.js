// [data-copy] copies its value, [data-copy-from] what stands at an address, [data-copy-place] with the place of the chosen part; where the clipboard is out of reach, it selects the text instead.
import { announce } from "./announce.js";

const LONGEST_SAID = 200;

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy], [data-copy-from]");
  if (button) copied(button, "copyFrom" in button.dataset ? textAt(button.dataset.copyFrom) : Promise.resolve(textOf(button)));
});

async function textAt(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The server answered ${answer.status}; Download says why.`);
  return answer.text();
}

// `promised` is a text that may still be on its way: the browser must see that it is copied on a click.
export async function copied(button, promised) {
  try {
    if (globalThis.ClipboardItem) {
      const blob = promised.then((text) => new Blob([text], { type: "text/plain" }));
      await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
    } else {
      await navigator.clipboard.writeText(await promised);
    }
    say(button, "Copied", await promised);
  } catch {
    await promised.then((text) => offer(button, text), (error) => say(button, "Not copied", error.message));
  }
}

function textOf(button) {
  const row = "copyPlace" in button.dataset && document.querySelector(".panes .row[aria-current=true]");
  if (!row) return button.dataset.copy;
  const url = new URL(button.dataset.copy);
  url.searchParams.set("at", row.dataset.address);
  return url.href.replaceAll("%3A", ":").replaceAll("%2F", "/");
}

function say(button, words, text) {
  announce(`${words}: ${text.slice(0, LONGEST_SAID)}`);
  if (button.dataset.before) return;
  button.dataset.before = button.textContent;
  button.style.minInlineSize = `${button.offsetWidth}px`; // nothing beside it moves
  button.textContent = words;
  setTimeout(() => {
    button.textContent = button.dataset.before;
    delete button.dataset.before;
  }, 1200);
}

function offer(button, text) {
  const field = document.createElement("input");
  field.className = "field";
  field.readOnly = true;
  field.value = text;
  field.setAttribute("aria-label", "Copy this");
  field.addEventListener("blur", () => field.replaceWith(button), { once: true });
  button.replaceWith(field);
  field.select();
}
