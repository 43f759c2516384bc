// Who writes in the field of a question has chosen it.
document.addEventListener("focusin", (event) => {
  const name = event.target.closest("[data-mapping] [data-of]")?.dataset.of;
  if (!name) return;
  for (const choice of document.querySelectorAll('[data-mapping] [name="field"]')) choice.checked = choice.value === name;
});
