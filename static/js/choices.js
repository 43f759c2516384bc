// Forms whose choice shows at once; without scripts they have a button.
document.addEventListener("change", (event) => {
  event.target.closest("form[data-submit-on-change]")?.requestSubmit();
});
