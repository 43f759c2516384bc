// The front page takes a dropped file anywhere, and a paste outside the text field.
const form = () => document.querySelector("form[data-drop]");

for (const name of ["dragenter", "dragover", "dragleave", "drop"]) {
  document.addEventListener(name, (event) => {
    const target = form();
    if (!target || !event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    const over = name === "dragenter" || name === "dragover" || (name === "dragleave" && event.relatedTarget);
    target.toggleAttribute("data-over", Boolean(over));
    if (name === "drop") send(target, event.dataTransfer.files);
  });
}

document.addEventListener("paste", (event) => {
  const target = form();
  if (!target || event.target.matches("textarea, input, select")) return;
  const { files } = event.clipboardData;
  if (files.length) {
    send(target, files);
  } else {
    const field = target.querySelector("textarea");
    field.value = event.clipboardData.getData("text/plain");
    field.focus();
  }
  event.preventDefault();
});

function send(target, files) {
  target.querySelector("[data-file]").files = files;
  target.requestSubmit();
}
