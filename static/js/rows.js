// Finds a row of the page, and brings its block where it is not there yet.
const BLOCK_ROWS = 100;

export async function rowElement(number) {
  const find = () => document.querySelector(`.panes .row[data-row="${number}"]`);
  const block = document.querySelector(`.block[data-block="${Math.floor(number / BLOCK_ROWS)}"]`);
  if (!find() && block?.hasAttribute("data-unloaded")) await load(block);
  return find();
}

// Asks the placeholder to load itself, so that what htmx has begun already is not asked for twice.
export function load(placeholder) {
  return new Promise((resolve) => {
    document.addEventListener("htmx:finally:request", function done(event) {
      if (placeholder.isConnected && event.detail.ctx.sourceElement !== placeholder) return;
      document.removeEventListener("htmx:finally:request", done);
      resolve();
    });
    htmx.trigger(placeholder, placeholder.dataset.way === "-1" ? "click" : "intersect", {}, false);
  });
}
