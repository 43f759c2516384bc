// Says something to screen readers, and shows it to nobody else.
export function announce(words) {
  const status = document.querySelector("[data-announce]");
  if (status) status.textContent = words;
}

// What comes unasked stands behind what somebody has just done and may not have heard of yet.
export function announceToo(words) {
  const said = document.querySelector("[data-announce]")?.textContent;
  announce(said ? `${said}. ${words}` : words);
}
