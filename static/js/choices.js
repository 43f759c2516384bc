// Forms whose choice shows at once; without scripts they have a button.
document.addEventListener("change", (event) => {
  event.target.closest("form[data-submit-on-change]")?.requestSubmit();
});

// What was chosen before the scripts were there, which nobody has heard of. htmx listens by now.
document.addEventListener("DOMContentLoaded", () => {
  for (const form of document.querySelectorAll('form:is([data-submit-on-change], [hx-trigger*="change"])')) {
    [...form.elements].find(wasChosen)?.dispatchEvent(new Event("change", { bubbles: true }));
  }
});

function wasChosen(control) {
  if (control.matches("select")) {
    const options = [...control.options];
    const first = Math.max(0, options.findIndex((option) => option.defaultSelected));
    return control.selectedIndex !== first;
  }
  if (control.matches("[type=radio]")) return control.checked && !control.defaultChecked;
  if (control.matches("[type=checkbox]")) return control.checked !== control.defaultChecked;
  return control.matches("input:not([type=hidden], [type=file])") && control.value !== control.defaultValue;
}

// What was chosen while the answer to another choice was put in: its place has been exchanged with that.
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  const { target } = ctx;
  if (target?.id && !target.isConnected) ctx.target = document.getElementById(target.id) ?? target;
});
