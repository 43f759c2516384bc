// The text of an upload while it is edited: line numbers and marks beside it, a check after each pause, fixes that can be undone.
import { announce } from "./announce.js";

const PAUSE = 250; // milliseconds
const LATER = 3000; // until a check that failed is tried again
const form = document.querySelector("form[data-editor]");
const area = form?.elements.text;
const layer = form?.querySelector("[data-lines]");
const before = form && !("edited" in form.dataset) ? area.value : null; // null: it came back edited
let lines = 1;
let marks = new Map(); // line -> severity
let timer = 0;
let asking = null; // the check that is under way
let saving = false;
let said = "";

const heightOf = () => Number.parseFloat(getComputedStyle(area).lineHeight);

// Only the numbers in view are there, whatever the length.
function showLines() {
  const height = heightOf();
  const first = Math.floor(area.scrollTop / height);
  const last = Math.min(lines, first + Math.ceil(area.clientHeight / height) + 1);
  const rows = [];
  for (let number = first + 1; number <= last; number++) {
    const row = document.createElement("span");
    row.textContent = number;
    if (marks.has(number)) row.dataset.severity = marks.get(number);
    rows.push(row);
  }
  layer.replaceChildren(...rows);
  layer.style.transform = `translateY(${first * height - area.scrollTop}px)`;
}

function countLines() {
  lines = 1;
  for (let at = area.value.indexOf("\n"); at >= 0; at = area.value.indexOf("\n", at + 1)) lines++;
}

function takeMarks() {
  marks = new Map();
  for (const found of form.querySelectorAll("[data-at-line]")) {
    const line = Number(found.dataset.atLine);
    if (marks.get(line) !== "error") marks.set(line, found.dataset.severity);
  }
}

const checked = () => form.querySelector("#checked");

function checkSoon(wait = PAUSE) {
  clearTimeout(timer);
  asking?.abort();
  asking = null;
  checked().dataset.stale = "";
  timer = setTimeout(check, wait);
}

async function check() {
  const mine = new AbortController();
  asking = mine;
  let text;
  try {
    const headers = { "HX-Request": "true", "HX-Request-Type": "partial" };
    const answer = await fetch(form.dataset.check, { method: "post", body: new FormData(form), headers, signal: mine.signal });
    if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
    text = await answer.text();
  } catch (error) {
    if (asking === mine) fail(error);
    return;
  }
  if (asking !== mine) return;
  asking = null;
  await htmx.swap({ text, target: checked(), swap: "outerHTML", sourceElement: form });
  takeMarks();
  showLines();
  tell(checked().querySelector("[data-said]")?.textContent ?? "");
}

// What is shown belongs to an older text: it says so, and the check is tried again.
function fail(error) {
  const words = checked().querySelector("[data-said]");
  if (words) words.textContent = `Not checked now: ${error.message} It is tried again.`;
  timer = setTimeout(check, LATER);
}

function tell(words) {
  const plain = words.trim().replace(/\s+/g, " ");
  if (plain !== said) announce(plain);
  said = plain;
}

// The characters that differ are put in as typing would, so that undo takes them back.
function replaceWith(text) {
  const old = area.value;
  let start = 0;
  while (start < Math.min(old.length, text.length) && old[start] === text[start]) start++;
  let end = 0;
  while (end < Math.min(old.length, text.length) - start && old.at(-1 - end) === text.at(-1 - end)) end++;
  area.focus();
  area.setSelectionRange(start, old.length - end);
  const piece = text.slice(start, text.length - end);
  if (piece) document.execCommand("insertText", false, piece);
  else document.execCommand("delete");
  if (area.value !== text) area.value = text;
}

async function fix(button) {
  const text = area.value;
  complain("");
  const answer = await fetch(form.dataset.fix, { method: "post", body: new FormData(form, button), headers: { Accept: "text/plain" } });
  const got = await answer.text();
  if (!answer.ok) {
    complain(answer.status === 422 ? got : `Not fixed: the server answered ${answer.status}.`);
  } else if (area.value === text) {
    replaceWith(got);
    toLine(area.value.slice(0, area.selectionStart).split("\n").length);
    checkSoon(0);
  }
}

function complain(words) {
  const place = form.querySelector("[data-complaint]");
  place.replaceChildren();
  if (!words) return;
  const notice = Object.assign(document.createElement("p"), { className: "notice", role: "alert", textContent: words });
  notice.dataset.severity = "error";
  place.append(notice);
}

function toLine(number, choose = false) {
  area.scrollTop = Math.max(0, (number - 5) * heightOf());
  if (!choose) return;
  let start = 0;
  for (let line = 1; line < number && start >= 0; line++) start = area.value.indexOf("\n", start) + 1 || -1;
  if (start < 0) return;
  area.focus({ preventScroll: true });
  area.setSelectionRange(start, start);
  area.scrollLeft = 0;
}

// The way to a place in JSON: what stands before it is read, as far as it is JSON.
function pathAt(text) {
  const way = []; // a position, a key, or an empty text where a key is still to come
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{},]/gs)) {
    const top = way.at(-1);
    if (token === "{" || token === "[") way.push(token === "[" ? 0 : "");
    else if (token === "}" || token === "]") way.pop();
    else if (token === ",") way[way.length - 1] = typeof top === "number" ? top + 1 : "";
    else if (top === "") way[way.length - 1] = token;
  }
  return way.reduce((path, step) => path + stepOf(step, path), "");
}

function stepOf(step, path) {
  if (typeof step === "number") return `[${step}]`;
  const name = step.replaceAll(/^"|"$/g, "");
  if (!name) return "";
  return /^[A-Za-z_$][\w$-]*$/.test(name) ? `${path ? "." : ""}${name}` : `["${name}"]`;
}

let placing = 0;
function showPlace() {
  clearTimeout(placing);
  placing = setTimeout(() => {
    const head = area.value.slice(0, area.selectionEnd);
    const start = head.lastIndexOf("\n") + 1;
    const line = head.split("\n").length;
    // At the beginning of a line it is the way to what begins there.
    const key = head.slice(start).trim() ? "" : /^[ \t]*"(?:[^"\\]|\\.)*"(?=\s*:)/.exec(area.value.slice(head.length))?.[0];
    const path = pathAt(head + (key ?? ""));
    const column = head.length - start + 1;
    form.querySelector("[data-place]").textContent = `line ${line}, column ${column}${path ? `, ${path}` : ""}`;
  }, 120);
}

function begin() {
  area.addEventListener("input", () => {
    countLines();
    showLines();
    checkSoon();
  });
  area.addEventListener("scroll", showLines, { passive: true });
  new ResizeObserver(showLines).observe(area);
  document.addEventListener("selectionchange", () => {
    if (document.activeElement === area) showPlace();
  });
  form.addEventListener("click", (event) => {
    const to = event.target.closest("[data-to-line]");
    if (to) toLine(Number(to.dataset.toLine), true);
  });
  form.addEventListener("submit", (event) => {
    saving = event.submitter?.name !== "fix";
    if (saving) return;
    event.preventDefault();
    fix(event.submitter);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    const save = form.querySelector("[data-save]");
    if (save) form.requestSubmit(save);
  });
  addEventListener("beforeunload", (event) => {
    if (!saving && area.value !== before) event.preventDefault();
  });
  addEventListener("pageshow", () => (saving = false));
  countLines();
  toLine(Number(form.dataset.line), Number(form.dataset.line) > 1);
  showLines();
  checkSoon(0);
}

if (form) begin();
