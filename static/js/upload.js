// Sends the upload itself, so that a long one shows how far it is; an error stands where the form is.
const NO_ANSWER = "The server did not answer. Nothing was kept; try again.";
const MEGABYTE = 1024 * 1024;

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-drop]");
  if (!form) return;
  event.preventDefault();
  const tooLarge = sizeProblem(form);
  complain(form, tooLarge);
  if (tooLarge) return;
  const request = new XMLHttpRequest();
  request.upload.addEventListener("progress", (step) => progress(form, step));
  request.addEventListener("load", () => finish(form, request));
  request.addEventListener("error", () => fail(form, NO_ANSWER));
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
  const select = ".notice[role=alert]";
  if (!/class="notice"[^>]*role="alert"/.test(request.responseText)) {
    fail(form, `The server refused the upload (${request.status}) and did not say why.`);
    return;
  }
  stop(form);
  const target = form.querySelector("[data-error]");
  htmx.swap({ text: request.responseText, target, swap: "innerHTML", select, sourceElement: form });
}

// What is too large is not sent at all: a server that refuses it may close the connection and say nothing.
function sizeProblem(form) {
  const limit = Number(form.dataset.limit);
  const file = form.querySelector("[data-file]").files[0];
  const size = file ? file.size : new Blob([form.elements.text.value]).size;
  if (!limit || size <= limit) return "";
  const most = limit >= MEGABYTE ? `${Math.floor(limit / MEGABYTE)} MB` : `${limit} bytes`;
  return `The upload is larger than ${most}, the most that is taken here.`;
}

function fail(form, words) {
  stop(form);
  complain(form, words);
}

function complain(form, words) {
  const place = form.querySelector("[data-error]");
  place.replaceChildren();
  if (!words) return;
  const notice = Object.assign(document.createElement("p"), { className: "notice", role: "alert", textContent: words });
  notice.dataset.severity = "error";
  place.append(notice);
}

function stop(form) {
  form.querySelector("[data-kind=primary]").disabled = false;
  form.querySelector("[data-progress]").hidden = true;
  form.querySelector("[data-progress-words]").textContent = "";
}
