// The front page takes dropped files and folders anywhere, and a paste outside the text field; Ctrl+Enter sends it.
import { dropped, together } from "./folders.js";
import { add, rulesOf } from "./upload.js";

const form = () => document.querySelector("form[data-drop]");

for (const name of ["dragenter", "dragover", "dragleave", "drop"]) {
  document.addEventListener(name, async (event) => {
    const target = form();
    if (!target || !event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    const over = name === "dragenter" || name === "dragover" || (name === "dragleave" && event.relatedTarget);
    target.toggleAttribute("data-over", Boolean(over));
    if (name === "drop") add(target, await dropped(event.dataTransfer, rulesOf(target)));
  });
}

document.addEventListener("paste", (event) => {
  const target = form();
  if (!target || event.target.matches("textarea, input, select")) return;
  const { files } = event.clipboardData;
  if (files.length) {
    add(target, together([...files]));
  } else {
    const field = target.querySelector("textarea");
    field.value = event.clipboardData.getData("text/plain");
    field.focus();
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  event.preventDefault();
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.target.closest("form[data-drop] textarea")?.form.requestSubmit();
});
