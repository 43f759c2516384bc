// The export says what the chosen shape holds, and offers none that the chosen format has not.
function check() {
  const form = document.querySelector(".export form");
  if (!form) return;
  const { format, shape } = form.elements;
  for (const option of shape.options) {
    option.disabled = !option.dataset.formats.split(" ").includes(format.value);
  }
  const chosen = shape.selectedOptions[0];
  const refusal = chosen.disabled ? `${chosen.label}: ${format.selectedOptions[0].label} has none.` : "";
  form.querySelector("[data-of-body]").disabled = shape.value !== "body";
  shape.setCustomValidity(refusal);
  form.querySelector("#export-says").textContent = refusal || chosen.dataset.says;
}

document.addEventListener("change", (event) => {
  if (event.target.closest(".export form")) check();
});
document.addEventListener("htmx:after:swap", check);
addEventListener("pageshow", check);
