// An error that was explained: its box closes, its meaning is brought into view, and the panes go to its place.
import { announce } from "./announce.js";
import { reveal } from "./highlight.js";

const narrow = matchMedia("(max-width: 56rem)");

document.addEventListener("htmx:after:swap", async (event) => {
  const source = event.detail.ctx.sourceElement;
  if (!source?.closest?.(".explain-box")) return;
  for (const menu of [source.closest(".explain-box"), source.closest(".drop")]) menu.open = false;
  const found = document.querySelector("#explanation");
  found.closest("details").open = true;
  found.closest(".drawer").scrollTop = 0;
  announce(found.textContent.trim().replace(/\s+/g, " ").slice(0, 300));
  const { first, firstUrl } = found.dataset;
  if (first === undefined || narrow.matches) {
    found.scrollIntoView({ block: "nearest" });
  } else if (await reveal(first)) {
    history.replaceState(history.state, "", firstUrl);
    found.closest(".drawer").scrollTop = 0;
  }
});
