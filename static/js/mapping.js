// Who writes in the field of a question has chosen it.
document.addEventListener("focusin", (event) => {
  const name = event.target.closest("[data-mapping] [data-of]")?.dataset.of;
  if (!name) return;
  for (const choice of document.querySelectorAll('[data-mapping] [name="field"]')) choice.checked = choice.value === name;
});

// What is chosen while an answer is on its way is asked for next: that answer must not take it away.
let isAnswered = true;

for (const kind of ["change", "input"]) {
  document.addEventListener(kind, (event) => {
    if (event.target.closest("[data-mapping]")) isAnswered = false;
  });
}

document.addEventListener("htmx:config:request", (event) => {
  if (event.detail.ctx.target?.id === "mapping") isAnswered = true;
});

document.addEventListener("htmx:before:swap", (event) => {
  if (event.detail.ctx.target?.id === "mapping" && !isAnswered) event.preventDefault();
});
