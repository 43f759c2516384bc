// The picture of a conversation's shape: says what is under the pointer, goes there, shows where one is.
import { jump, placed } from "./jumps.js";

let columns = null;
let at = 0;

const strip = () => document.querySelector("[data-strip]");
const picture = () => strip().querySelector(".strip-picture");
const count = () => Number(strip().dataset.columns);

function known() {
  columns ??= fetch(strip().dataset.strip, { headers: { Accept: "application/json" } })
    .then((answer) => (answer.ok ? answer.json() : { columns: [] }))
    .then((answer) => answer.columns);
  return columns;
}

// One tab stop for the whole picture, in place of the links for readers without scripts.
function prepare() {
  strip().querySelector(".strip-links").remove();
  const parts = ["strip-here", "strip-over", "strip-says"].map((name) => {
    const element = document.createElement("div");
    element.className = name;
    element.hidden = true;
    return element;
  });
  picture().append(...parts);
  for (const [name, value] of Object.entries({
    role: "slider",
    tabindex: "0",
    "aria-label": "The conversation's shape",
    "aria-valuemin": "0",
    "aria-valuemax": String(count() - 1),
    "aria-valuenow": "0",
    "aria-valuetext": "Its beginning",
  })) picture().setAttribute(name, value);
  listen();
  follow();
}

function listen() {
  const over = (event) => {
    const { left, width } = picture().getBoundingClientRect();
    return Math.min(count() - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * count())));
  };
  picture().addEventListener("pointermove", (event) => tell(over(event)));
  picture().addEventListener("pointerleave", quiet);
  picture().addEventListener("blur", quiet);
  picture().addEventListener("focus", () => tell(at));
  picture().addEventListener("click", (event) => go(over(event)));
  picture().addEventListener("keydown", (event) => {
    const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10, Home: -count(), End: count() };
    if (event.key === "Enter" || event.key === " ") go(at);
    else if (event.key in steps && !event.ctrlKey && !event.metaKey) tell(Math.min(count() - 1, Math.max(0, at + steps[event.key])));
    else return;
    event.preventDefault();
  });
}

async function tell(number) {
  at = number;
  const column = (await known())[number];
  if (!column || at !== number) return;
  const [over, says] = [strip().querySelector(".strip-over"), strip().querySelector(".strip-says")];
  over.hidden = says.hidden = false;
  place(over, number, number);
  says.textContent = column.words;
  const room = picture().clientWidth - says.offsetWidth;
  says.style.left = `${Math.max(0, Math.min(room, ((number + 0.5) / count()) * picture().clientWidth - says.offsetWidth / 2))}px`;
  picture().setAttribute("aria-valuenow", String(number));
  picture().setAttribute("aria-valuetext", column.words);
}

function quiet() {
  for (const name of [".strip-over", ".strip-says"]) strip().querySelector(name).hidden = true;
}

function place(element, first, last) {
  element.style.left = `${(first / count()) * 100}%`;
  element.style.width = `${((last - first + 1) / count()) * 100}%`;
}

async function go(number) {
  const column = (await known())[number];
  if (!column) return;
  quiet();
  const url = placed(new URL(column.url, location).searchParams.get("at"));
  if (!(await jump(column.first, url))) location.assign(column.url);
}

// Where one is: the first and the last row on the screen, looked up and not searched for.
let waiting = false;

function follow() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    const here = strip()?.querySelector(".strip-here");
    if (here) show(here);
  });
}

function show(here) {
  const panes = document.querySelector(".panes");
  const heads = document.querySelector(".pane-heads")?.getBoundingClientRect();
  if (!panes || !heads) return;
  const x = heads.left + 40;
  const first = rowAt(x, heads.bottom + 2, 1) ?? rowAt(x, panes.getBoundingClientRect().top + 60, 1);
  const last = rowAt(x, innerHeight - 4, -1) ?? first;
  here.hidden = first === null || first === undefined;
  if (here.hidden) return;
  const rows = Number(strip().dataset.rows);
  here.style.left = `${(first / rows) * 100}%`;
  here.style.width = `${((last - first + 1) / rows) * 100}%`;
}

function rowAt(x, y, direction) {
  for (let step = 0; step < 6; step += 1) {
    const row = document.elementsFromPoint(x, y + direction * step * 24).map((one) => one.closest(".panes .row")).find(Boolean);
    if (row) return Number(row.dataset.row);
  }
  return null;
}

if (strip()) {
  prepare();
  addEventListener("scroll", follow, { passive: true });
  addEventListener("resize", follow, { passive: true });
  document.addEventListener("htmx:after:swap", follow);
}
