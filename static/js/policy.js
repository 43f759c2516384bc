// The export is offered with the id policy that the panes show.
document.addEventListener("htmx:after:swap", () => {
  const policy = document.querySelector("#panes")?.dataset.ids;
  const choice = document.querySelector(`.export input[name="ids"][value="${policy}"]`);
  if (choice) choice.checked = true;
});
