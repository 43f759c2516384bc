// Brings parts of lists and rows from the server.

// A slice of the rows, which the caller puts in; null where something newer was asked for, or nothing came.
export async function ask(source, address, values) {
  const url = new URL(address, location);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  const mark = {};
  let slice = null;
  const take = (event) => {
    const { ctx, tasks } = event.detail;
    if (ctx.mark !== mark) return;
    event.preventDefault();
    if (ctx.response.status === 200) slice = tasks[0]?.fragment.querySelector(".slice") ?? null;
  };
  // By way of htmx, which checks the nonces of what comes and replaces an older request of this source.
  source.addEventListener("htmx:before:swap", take);
  await htmx.ajax("GET", url.pathname + url.search, { source, target: source, swap: "outerHTML", mark });
  source.removeEventListener("htmx:before:swap", take);
  return slice;
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
