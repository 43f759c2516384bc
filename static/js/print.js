// The button of the print view.
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) print();
});
