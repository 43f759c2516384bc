// The secret of a manage link stands after the #: into the field with it, and out of the address and the history.
function take() {
  const field = document.querySelector("[data-manage] [data-secret]");
  if (!field || location.hash.length < 2) return;
  field.value = location.hash.slice(1);
  history.replaceState(history.state, "", location.pathname);
}

take();
addEventListener("hashchange", take);
