// What is on the page: the source of a page, three views of it, runs and evaluations, the language.
import { ask, base64, takeToken, Failure } from "./ask.js";
import { Look } from "./look.js";
import { Compare } from "./compare.js";
import { Teach } from "./teach.js";
import { Runs } from "./runs.js";
import { Evaluate } from "./evaluate.js";
import { recalled, remember } from "./memory.js";
import * as texts from "./texts.js";

const { t, tOr } = texts;
const $ = (id) => document.getElementById(id);
const form = $("source");
const VIEWS = ["look", "compare", "teach", "runs", "evaluate"];
const OF_PAGES = ["look", "compare", "teach"];
const state = { source: null, name: "page", catalogue: [], canDraw: false };
let views = {};
let shown = "look";
let runs = 0;

async function begin() {
  takeToken();
  await texts.start();
  texts.onChange(named);
  named();
  state.catalogue = (await ask("/api/methods")).methods;
  state.canDraw = (await ask("/health")).can_draw;
  showKind(chosenKind());
  const context = { state, guarded, read, open, views: () => views };
  views = { look: new Look(context), compare: new Compare(context), teach: new Teach(context), runs: new Runs(context), evaluate: new Evaluate(context) };
  texts.onChange(() => Object.values(views).forEach((view) => view.translate()));
  Object.values(views).forEach((view) => view.translate());
  addEventListener("hashchange", route);
  restore();
  route();
  document.documentElement.dataset.ready = "";
}

function named() {
  const other = texts.current() === "zh" ? "en" : "zh";
  $("language").textContent = other === "zh" ? "中文" : "English";
  $("language").lang = other;
  document.title = `maintext · ${t(shown)}`;
  if ($("file").files.length) $("file-name").textContent = $("file").files[0].name;
}

// -- views ----------------------------------------------------------------------------------------

function route() {
  const wanted = location.hash.slice(1);
  show(VIEWS.includes(wanted) ? wanted : "look");
}

// Shows a page in a view, as if it had been given by hand.
async function open(name, source, title) {
  state.name = title || "page";
  give(source);
  const isThere = shown === name;
  location.hash = name;
  if (isThere) await guarded(() => read(name, source));
}

// Puts a page into the form.
function give(source) {
  state.source = source;
  showKind(source.file !== undefined ? "file" : source.html !== undefined ? "html" : "url");
  if (source.html !== undefined) $("html").value = source.html;
  else if (source.url !== undefined) {
    $("url").value = source.url;
    $("draw").checked = Boolean(source.draw);
  }
}

// The page that was shown before this one was loaded again.
function restore() {
  const source = recalled("source");
  if (source) give(source);
}

// What a page gave must not stand under the address of another one that gave nothing.
async function read(name, source) {
  try {
    await views[name].run(source);
    remember("source", source);
  } catch (error) {
    if (state.source === source) views[name].clear();
    throw error;
  }
}

function show(name, again = false) {
  shown = name;
  for (const section of document.querySelectorAll(".view")) section.hidden = section.id !== name;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.dataset.view === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `maintext · ${t(name)}`;
  form.hidden = !OF_PAGES.includes(name);
  views[name].shown?.();
  if (form.hidden) return;
  if (state.source && (again || views[name].source !== state.source)) guarded(() => read(name, state.source));
}

// Runs something that takes time: says so, and says what went wrong. A later run hides the end of an earlier.
async function guarded(action) {
  const run = ++runs;
  $("failure").hidden = true;
  $("status").hidden = false;
  $("status").textContent = t("working");
  document.body.classList.add("working");
  try {
    await action();
  } catch (error) {
    if (run === runs) failed(error);
  } finally {
    if (run === runs) {
      $("status").hidden = true;
      document.body.classList.remove("working");
    }
  }
}

function failed(error) {
  const [title, detail, hint] = $("failure").children;
  const own = error.code && tOr(`failure_${error.code}`, "");
  title.textContent = own || error.message;
  detail.textContent = own ? error.message : "";
  hint.textContent = error instanceof Failure ? tOr(`hint_${error.code}`, error.hint) : t("defect");
  $("failure").hidden = false;
  $("failure").scrollIntoView({ block: "nearest" });
}

// -- the source -----------------------------------------------------------------------------------

function chosenKind() {
  return form.elements.kind.value;
}

function showKind(kind) {
  form.elements.kind.value = kind;
  for (const field of form.querySelectorAll(".field")) field.hidden = field.dataset.kind !== kind;
  $("draw-line").hidden = kind !== "url" || !state.canDraw;
}

async function readSource() {
  const kind = chosenKind();
  if (kind === "file") {
    const file = $("file").files[0];
    if (!file) throw new Failure(t("no_file"), "");
    state.name = file.name.replace(/\.[^.]*$/, "");
    return { file: await base64(file) };
  }
  const value = $(kind).value.trim();
  if (!value) throw new Failure(t(kind === "url" ? "no_address" : "no_html"), "");
  if (kind === "html") {
    state.name = "page";
    return { html: value };
  }
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `https://${value}`;
  if (!/^https?:\/\/[^\s/]/i.test(url)) throw new Failure(t("not_http"), "");
  state.name = url.replace(/^https?:\/\//i, "").replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60) || "page";
  return { url: url.replace(/^https?/i, (scheme) => scheme.toLowerCase()), ...($("draw").checked ? { draw: true } : {}) };
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  guarded(async () => {
    state.source = null;
    try {
      state.source = await readSource();
    } catch (error) {
      views[shown].clear();
      throw error;
    }
    await read(shown, state.source);
  });
});
form.addEventListener("change", (event) => {
  if (event.target.name === "kind") showKind(chosenKind());
  if (event.target.id === "file" && $("file").files.length) {
    named();
    form.requestSubmit();
  }
});
$("html").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
});
for (const button of document.querySelectorAll("[data-example]")) {
  button.addEventListener("click", async () => {
    showKind("html");
    $("html").value = await (await fetch(`/example.${button.dataset.example}.html`)).text();
    form.requestSubmit();
  });
}

addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) document.body.classList.remove("dropping");
});
addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  if (!event.dataTransfer.files.length) return;
  if (shown === "runs") {
    views.runs.dropped(event.dataTransfer.files);
    return;
  }
  showKind("file");
  $("file").files = event.dataTransfer.files;
  named();
  form.requestSubmit();
});

$("language").addEventListener("click", () => texts.choose(texts.current() === "zh" ? "en" : "zh"));
begin().catch(failed);
