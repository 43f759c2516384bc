// The picture of a conversation's shape: says what is under the pointer, goes there, shows where one is.
import { jump, placed } from "./jumps.js";
import { rowsOnScreen } from "./rows.js";

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
    "aria-orientation": "vertical",
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
    const { top, height } = picture().getBoundingClientRect();
    return Math.min(count() - 1, Math.max(0, Math.floor(((event.clientY - top) / height) * count())));
  };
  picture().addEventListener("pointermove", (event) => tell(over(event)));
  picture().addEventListener("pointerleave", quiet);
  picture().addEventListener("blur", quiet);
  picture().addEventListener("focus", () => tell(at));
  picture().addEventListener("click", (event) => go(over(event)));
  picture().addEventListener("keydown", (event) => {
    const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -count(), End: count() };
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
  const { clientHeight } = picture();
  const room = clientHeight - says.offsetHeight;
  says.style.top = `${Math.max(0, Math.min(room, ((number + 0.5) / count()) * clientHeight - says.offsetHeight / 2))}px`;
  picture().setAttribute("aria-valuenow", String(number));
  picture().setAttribute("aria-valuetext", column.words);
}

function quiet() {
  for (const name of [".strip-over", ".strip-says"]) strip().querySelector(name).hidden = true;
}

function place(element, first, last) {
  element.style.top = `${(first / count()) * 100}%`;
  element.style.height = `${((last - first + 1) / count()) * 100}%`;
}

async function go(number) {
  const column = (await known())[number];
  if (!column) return;
  quiet();
  const url = placed(new URL(column.url, location).searchParams.get("at"));
  if (!(await jump(column.first, url))) location.assign(column.url);
}

// Where one is: the first and the last row on the screen.
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
  const shown = rowsOnScreen();
  here.hidden = !shown;
  if (!shown) return;
  const rows = Number(strip().dataset.rows);
  here.style.top = `${(shown.first / rows) * 100}%`;
  here.style.height = `${((shown.last - shown.first + 1) / rows) * 100}%`;
}

if (strip()) {
  prepare();
  addEventListener("scroll", follow, { passive: true });
  addEventListener("resize", follow, { passive: true });
  document.addEventListener("htmx:after:swap", follow);
}
