// Sends the upload itself, so that a long one shows how far it is; an error stands where the form is.
import { announce } from "./announce.js";

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-drop]");
  if (!form) return;
  event.preventDefault();
  const request = new XMLHttpRequest();
  request.upload.addEventListener("progress", (step) => progress(form, step));
  request.addEventListener("load", () => finish(form, request));
  request.addEventListener("error", () => stop(form, "The server did not answer. Nothing was lost; try again."));
  request.open(form.method, form.action);
  request.setRequestHeader("HX-Request-Type", "partial");
  request.send(new FormData(form));
  form.querySelector("[data-kind=primary]").disabled = true;
  form.querySelector("[data-progress-words]").textContent = "Reading …";
});

function progress(form, step) {
  const bar = form.querySelector("[data-progress]");
  bar.hidden = false;
  if (step.lengthComputable) bar.value = (100 * step.loaded) / step.total;
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  form.querySelector("[data-progress-words]").textContent =
    step.loaded < step.total
      ? `${megabytes(step.loaded)} of ${megabytes(step.total)} MB sent`
      : "Sent. Reading it …";
}

function finish(form, request) {
  if (request.status < 400) {
    location.assign(request.responseURL);
    return;
  }
  stop(form, "");
  const select = ".notice[role=alert]";
  const target = form.querySelector("[data-error]");
  htmx.swap({ text: request.responseText, target, swap: "innerHTML", select, sourceElement: form });
}

function stop(form, words) {
  form.querySelector("[data-kind=primary]").disabled = false;
  form.querySelector("[data-progress]").hidden = true;
  form.querySelector("[data-progress-words]").textContent = words;
  if (words) announce(words);
}
