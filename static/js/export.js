// Export opens its page as a dialog over the conversation, with what is chosen there.
const dialog = () => document.querySelector("dialog[data-export-dialog]");

document.addEventListener("click", async (event) => {
  const over = dialog();
  if (over && event.target.closest("[data-close-dialog]") && over.contains(event.target)) {
    event.preventDefault();
    over.close();
  }
  const link = event.target.closest("a[data-export]");
  if (!link || !over || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  over.setAttribute("aria-busy", "true");
  over.replaceChildren();
  if (!over.open) over.showModal();
  await htmx.ajax("GET", link.href, { target: over, swap: "innerHTML" });
  over.removeAttribute("aria-busy");
  if (over.querySelector("form.exporting")) over.querySelector("h2").focus();
  else location.assign(link.href); // the page says what went wrong
});
