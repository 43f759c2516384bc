// j k: calls, p: the other end of a pair, n N: findings, Enter: choose, Esc: nothing, ?: the sheet.
import { choose, chooseNothing, chosenRow, reveal } from "./highlight.js";
import { markOnly } from "./lists.js";
import { load } from "./rows.js";

const keys = {
  j: () => stepCall(1),
  k: () => stepCall(-1),
  n: () => stepFinding(1),
  N: () => stepFinding(-1),
  p: partner,
  "?": showKeys,
  Escape: chooseNothing,
};

document.addEventListener("keydown", (event) => {
  if (event.metaKey || event.ctrlKey || event.altKey) return;
  if (event.target.closest("input, select, textarea, dialog, [contenteditable]")) return;
  const card = event.target.matches(".card") && event.target;
  if (card && (event.key === "Enter" || event.key === " ")) {
    choose(card);
  } else if (Object.hasOwn(keys, event.key) && document.querySelector(".inspector")) {
    keys[event.key]();
  } else {
    return;
  }
  event.preventDefault();
});

async function links(step) {
  return [...document.querySelectorAll(`a[data-step="${step}"]`)];
}

async function stepCall(direction) {
  const here = chosenRow() === null ? -1 : Number(chosenRow());
  const after = (link) => direction * (Number(link.dataset.go) - here) > 0;
  const next = async () => {
    const found = (await links("call")).filter(after);
    return direction > 0 ? found[0] : found.at(-1);
  };
  const link = (await next()) ?? ((await more("call", direction)) && (await next()));
  if (link) await reveal(link.dataset.go);
}

async function stepFinding(direction) {
  let all = await links("finding");
  const current = all.findIndex((link) => link.closest("[data-current]"));
  const wanted = current < 0 && direction < 0 ? all.length - 1 : current + direction;
  if (wanted >= all.length && (await more("finding", 1))) all = await links("finding");
  const link = all[wanted];
  if (link) await showFinding(link);
}

async function showFinding(link) {
  markOnly(link.closest(".finding"));
  await reveal(link.dataset.go);
}

async function more(step, direction) {
  const placeholder = document.querySelector(`[data-more="${step}"][data-way="${direction}"]`);
  if (!placeholder) return false;
  await load(placeholder);
  return true;
}

async function partner() {
  const card = document.querySelector(`.row[data-row="${chosenRow()}"] .card[data-partner]`);
  if (card) await reveal(card.dataset.partner);
}

function showKeys() {
  document.querySelector("[data-keys]")?.showModal();
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-open-keys]")) showKeys();
  const link = event.target.closest("a[data-step=finding]");
  if (link) markOnly(link.closest(".finding"));
});
