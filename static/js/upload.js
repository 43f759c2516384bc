// Sends logs one after the other, each with how far it is; what is wrong stands where the form is.
import { announce } from "./announce.js";
import { chosen } from "./folders.js";
import { send } from "./sending.js";
import { whyNone, whyNot } from "./unfit.js";

const STAGES = {
  read: "Reading it …",
  pair: "Pairing calls with results …",
  check: "Checking it …",
  arrange: "Arranging it for the page …",
  store: "Storing it …",
};
const NOTHING = "Choose a file, or paste a log or an error.";
const NOT_SENT = "Not sent.";
const MOST_LOOKED_AT = 300_000; // characters
const MOST_NAMED = 30; // files that are refused by name, each in an entry of its own

let queue = []; // what was asked for, in order
let running = null; // {stopper} while something is sent

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-drop]");
  if (!form) return;
  const items = itemsOf(form);
  if (!items.length && form.elements.error?.value) return; // an error alone: the server has a page for it
  event.preventDefault();
  add(form, items);
});

// A long paste is told about once it is read: it would be sent with each change.
document.addEventListener("htmx:config:request", (event) => {
  const source = event.detail.ctx.sourceElement;
  if (source.matches?.("form[data-drop] textarea") && source.value.length > MOST_LOOKED_AT) event.preventDefault();
});

// What is chosen starts at once, as what is dropped does.
document.addEventListener("change", (event) => {
  const form = event.target.closest("form[data-drop]");
  if (!form || !event.target.matches("[data-file]") || !event.target.files.length) return;
  add(form, chosen([...event.target.files], rulesOf(form)));
  event.target.value = "";
});

document.addEventListener("click", (event) => {
  const form = event.target.closest("form[data-drop]");
  if (form && event.target.closest("[data-stop]")) running?.stopper.abort();
  if (form && event.target.closest("[data-rest]")) {
    for (const item of queue) if (item.again) show(item, "waiting", "waits");
    run(form);
  }
});

// Takes logs in, {path, size, files} or {path, size, text}; what is being sent goes on, and they are sent after it.
export function add(form, items) {
  if (!running) start(form);
  const several = queue.length + items.length > 1;
  for (const item of items) item.why = whyNot(item, form, several);
  const fit = [...queue, ...items].filter((item) => !item.why);
  const wrong = items.length ? whyNone(fit, form) : NOTHING;
  complain(form, wrong);
  if (wrong) return;
  let refused = 0;
  for (const item of items) {
    refused += Boolean(item.why);
    if (refused <= MOST_NAMED || !item.why) enlist(form, item);
  }
  if (refused > MOST_NAMED) {
    const why = `${(refused - MOST_NAMED).toLocaleString("en")} more were not sent for their names or sizes.`;
    enlist(form, { path: "Other files", why });
  }
  if (!running) run(form);
}

function enlist(form, item) {
  const list = form.querySelector("[data-uploads]");
  item.entry = form.querySelector("[data-upload-entry]").content.firstElementChild.cloneNode(true);
  item.entry.querySelector(".uploaded-name").textContent = nameOf(item);
  list.append(item.entry);
  list.hidden = false;
  queue.push(item);
  show(item, item.why ? "refused" : "waiting", item.why || "waits");
}

// What is left out of folders.
export const rulesOf = (form) => JSON.parse(form.dataset.folder);

function itemsOf(form) {
  const files = [...form.querySelectorAll("[data-file]")].flatMap((field) => [...field.files]);
  const text = form.elements.text.value;
  const items = chosen(files, rulesOf(form));
  return text.trim() ? [...items, { text, path: "", size: new Blob([text]).size }] : items;
}

function nameOf({ path, folder, files }) {
  if (folder) return `${path}/, ${files.length.toLocaleString("en")} ${files.length === 1 ? "file" : "files"}`;
  return path || "Pasted text";
}

function start(form) {
  queue = [];
  form.querySelector("[data-uploads]").replaceChildren();
  form.querySelector("[data-uploads]").hidden = true;
}

async function run(form) {
  const stopper = new AbortController();
  running = { stopper };
  complain(form, "");
  busy(form, true);
  for (let next = waiting(); next && !stopper.signal.aborted; next = waiting()) {
    await sendOne(form, next, stopper.signal);
  }
  for (let next = waiting(); next; next = waiting()) again(next, NOT_SENT);
  running = null;
  busy(form, false);
  finish(form);
}

const waiting = () => queue.find((item) => item.state === "waiting");

async function sendOne(form, item, stopper) {
  show(item, "sending", "Sending …");
  const said = await send(form.action, fieldsOf(form, item), (step) => tell(item, step), stopper);
  if (said.kept) {
    keep(form, item, said.kept);
  } else if (said.stopped) {
    again(item, "Stopped. Nothing of it was kept.");
  } else if (said.again) {
    again(item, said.refused.message);
  } else {
    show(item, "refused", said.refused.message);
  }
}

function fieldsOf(form, item) {
  const fields = new FormData();
  for (const [file, path] of item.files ?? []) fields.append(item.folder ? "folder" : "file", file, path);
  for (const [kind, count] of Object.entries(item.left ?? {})) fields.append("left", `${kind} ${count}`);
  if (!item.files) fields.append("text", item.text);
  for (const name of ["format", "error"]) if (form.elements[name]) fields.append(name, form.elements[name].value);
  return fields;
}

function tell(item, { sent, total, stage, done, of, accepted }) {
  const bar = item.entry.querySelector("progress");
  if (accepted) {
    // Alone it is followed on its own page, which shows how it begins.
    if (queue.length === 1 && accepted.url) running.stopper.abort();
  } else if (stage) {
    const one = of > 1 && done < of; // of the conversations of a log
    if (one) bar.value = done / of;
    else bar.removeAttribute("value");
    say(item, one ? `Pairing and checking conversation ${done + 1} of ${of} …` : STAGES[stage]);
  } else if (sent < total) {
    bar.value = sent / total;
    say(item, `${megabytes(sent)} of ${megabytes(total)} MB sent`);
  } else {
    bar.removeAttribute("value");
    say(item, "Sent. The server begins …");
  }
}

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

function keep(form, item, kept) {
  if (queue.length > 1 && !kept.entry) {
    show(item, "refused", "An error alone. Send it by itself: then it is explained.");
    return;
  }
  item.kept = kept;
  if (queue.length === 1) return;
  const next = item.entry.nextElementSibling;
  htmx.swap({ text: kept.entry, target: item.entry, swap: "outerHTML", sourceElement: form });
  item.entry = next ? next.previousElementSibling : form.querySelector("[data-uploads]").lastElementChild;
  item.state = "kept";
}

function again(item, words) {
  show(item, "again", words);
  item.again = true;
}

function show(item, state, words) {
  item.state = state;
  item.again = false;
  item.entry.dataset.state = state;
  item.entry.querySelector("progress").hidden = state !== "sending";
  say(item, words);
}

function say(item, words) {
  item.entry.querySelector(".uploaded-words").textContent = words;
}

function finish(form) {
  const [only] = queue;
  const left = queue.filter((item) => item.again);
  form.querySelector("[data-rest]").hidden = !left.length;
  if (queue.length > 1) {
    finishSeveral(form, left);
  } else if (only.kept) {
    go(form, only.kept);
  } else {
    complain(form, only.entry.querySelector(".uploaded-words").textContent);
    form.querySelector("[data-uploads]").hidden = true;
    form.querySelector("[data-rest]").hidden = true;
  }
}

// The address then lists what was kept, so that who comes back to this page finds it.
function finishSeveral(form, left) {
  const kept = queue.filter((item) => item.kept);
  const refused = queue.length - kept.length - left.length;
  const counts = [`${kept.length} kept`, refused && `${refused} refused`, left.length && `${left.length} not sent`];
  const words = counts.filter(Boolean).join(", ");
  form.querySelector("[data-progress-words]").textContent = `${words}.`;
  announce(words);
  for (const field of form.querySelectorAll("[data-file]")) if (!left.length) field.value = "";
  if (!kept.length) return;
  const slugs = kept.map((item) => `c=${item.kept.slug}`).join("&");
  history.replaceState(history.state, "", `${form.dataset.list}?${slugs}`);
}

// An error that no address holds goes along in a form.
function go(form, kept) {
  if (kept.url) {
    location.assign(kept.url);
    return;
  }
  const post = Object.assign(document.createElement("form"), { method: "post", action: kept.explain, hidden: true });
  post.append(Object.assign(document.createElement("textarea"), { name: "error", value: kept.error }));
  document.body.append(post);
  post.submit();
}

function complain(form, words) {
  const place = form.querySelector("[data-error]");
  place.replaceChildren();
  if (!words) return;
  const notice = Object.assign(document.createElement("p"), { className: "notice", role: "alert", textContent: words });
  notice.dataset.severity = "error";
  place.append(notice);
}

function busy(form, is) {
  form.querySelector("[data-kind=primary]").disabled = is;
  form.querySelector("[data-stop]").hidden = !is;
  if (is) form.querySelector("[data-rest]").hidden = true;
  form.querySelector("[data-progress-words]").textContent = "";
}
