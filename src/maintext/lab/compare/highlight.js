"use strict";
// Colours the marks of the page in the frame for the chosen method. The frame runs no scripts of its own.
const data = JSON.parse(document.getElementById("data").textContent);
const frame = document.querySelector("iframe");
const choices = Array.from(document.querySelectorAll("input[name=shown]"));
const steps = 5; // shades of "how many methods keep it"
let marks = [];

// [first, end, first, end, …] to one flag a mark.
function flags(ranges) {
  const kept = new Uint8Array(data.n);
  for (let i = 0; i < ranges.length; i += 2) kept.fill(1, ranges[i], ranges[i + 1]);
  return kept;
}

// [value, count, value, count, …] to one value a mark.
function repeated(runs) {
  const values = [];
  for (let i = 0; i < runs.length; i += 2) for (let n = runs[i + 1]; n > 0; n--) values.push(runs[i]);
  return values;
}

const methods = data.methods.map((method) => ({ ...method, kept: flags(method.kept) }));

function paint(k, name, title) {
  marks[k].className = name;
  marks[k].title = title;
}

function showMethod(method) {
  const why = repeated(method.why);
  for (let k = 0; k < marks.length; k++) {
    const score = method.score && method.score[k] !== null ? ` (${data.texts.score} ${method.score[k]})` : "";
    const state = method.kept[k] ? data.texts.kept : data.texts.dropped;
    paint(k, method.kept[k] ? "kept" : "off", `${state}: ${method.reasons[why[k]]}${score}`);
  }
}

function showAll() {
  for (let k = 0; k < marks.length; k++) {
    const by = methods.filter((method) => method.kept[k]).map((method) => method.id);
    const text = data.texts.kept_by.replace("{n}", by.length).replace("{all}", methods.length);
    const shade = Math.ceil((by.length / methods.length) * steps);
    paint(k, by.length ? `by${shade}` : "off", by.length ? `${text}: ${by.join(", ")}` : data.texts.none);
  }
}

function show(number) {
  if (number < 0) showAll();
  else showMethod(methods[number]);
}

function chosen() {
  const input = choices.find((choice) => choice.checked);
  return input ? Number(input.value) : 0;
}

function begin() {
  const inner = frame.contentDocument;
  if (!inner || inner.URL !== "about:srcdoc") return; // not loaded yet
  marks = Array.from(inner.querySelectorAll("mark[data-k]"));
  // A browser may repair the page once more: marks are found by their number.
  const byNumber = new Array(data.n).fill(null);
  for (const mark of marks) byNumber[Number(mark.dataset.k)] ??= mark;
  marks = byNumber.map((mark) => mark ?? inner.createElement("mark"));
  show(chosen());
}

for (const choice of choices) choice.addEventListener("change", () => show(Number(choice.value)));

document.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey || choices.length < 2) return;
  event.preventDefault();
  const at = choices.findIndex((choice) => choice.checked);
  const next = choices[(at + step + choices.length) % choices.length];
  next.checked = true;
  next.focus();
  show(Number(next.value));
});

document.getElementById("go").addEventListener("click", () => {
  const first = marks.find((mark) => mark.isConnected && mark.className && mark.className !== "off");
  if (first) first.scrollIntoView({ block: "center" });
});

frame.addEventListener("load", begin);
begin();
