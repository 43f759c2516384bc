// The theme that was chosen holds at once, and in a cookie for the pages to come.
document.addEventListener("change", ({ target }) => {
  if (!target.matches?.("[data-theme-choice]")) return;
  const { value } = target;
  const age = value ? 31_536_000 : 0;
  document.cookie = `theme=${value}; path=/; max-age=${age}; samesite=lax${location.protocol === "https:" ? "; secure" : ""}`;
  if (value) document.documentElement.dataset.theme = value;
  else delete document.documentElement.dataset.theme;
});
