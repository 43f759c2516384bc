// The drawer of the findings: links to it open it, its button and Escape close it.
import { showCurrentFinding } from "./lists.js";

const LINK = 'a[href$="#problems"]';

const drawer = () => document.querySelector("details.problems");

function openIt() {
  const here = drawer();
  if (here) here.open = true;
}

function closeIt() {
  const here = drawer();
  here.open = false;
  here.querySelector("summary").focus();
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-close-findings]")) closeIt();
  else if (event.target.closest(LINK)) openIt();
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && event.target.closest?.("details.problems[open]")) closeIt();
});

// What was chosen while it was closed.
document.addEventListener("toggle", (event) => {
  if (event.target.matches?.("details.problems[open]")) showCurrentFinding();
}, true);

addEventListener("hashchange", openAsked);
openAsked();

// Not every browser opens what is closed around the place that an address names.
function openAsked() {
  if (location.hash === "#problems") openIt();
}
