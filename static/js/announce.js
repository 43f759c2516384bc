// Says something to screen readers, and shows it to nobody else.
export function announce(words) {
  const status = document.querySelector("[data-announce]");
  if (status) status.textContent = words;
}
