// What is on the page: one question, the views of a page, runs and evaluations, their addresses, the language.
import { addressesIn, bareAddress, plainScheme } from "./addresses.js";
import { ask, askFile, askLast, base64, takeToken, Failure } from "./ask.js";
import { Look } from "./look.js";
import { Compare } from "./compare.js";
import { Teach } from "./teach.js";
import { Sheet } from "./sheet.js";
import { Start } from "./start.js";
import { Runs } from "./runs.js";
import { Evaluate } from "./evaluate.js";
import { recalled, remember } from "./memory.js";
import { $ } from "./page.js";
import { reason } from "./reasons.js";
import * as texts from "./texts.js";

const { t, tOr } = texts;
const form = $("source");
const VIEWS = ["start", "look", "table", "compare", "teach", "runs", "evaluate"];
const OF_PAGES = ["start", "look", "table", "compare", "teach"];
const state = { source: null, name: "page", catalogue: [], canDraw: false };
let views = {};
let shown = "start";
let runs = 0;
let methods = [];
let lastError = null;

async function begin() {
  takeToken();
  await texts.start();
  texts.onChange(named);
  named();
  methods = (await ask("/api/methods")).methods;
  await withModels();
  state.canDraw = (await ask("/health")).can_draw;
  showKind(chosenKind());
  const context = { state, guarded, read, open, go, openAddress, views: () => views, askForm: (...asked) => views.start.askForm(...asked) };
  views = { start: new Start(context), table: new Sheet(context), look: new Look(context), compare: new Compare(context), teach: new Teach(context), runs: new Runs(context), evaluate: new Evaluate(context) };
  texts.onChange(() => Object.values(views).forEach((view) => view.translate()));
  texts.onChange(() => { if (lastError?.code && !$("failure").hidden) failed(lastError); else $("failure").hidden = true; });
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
  document.title = `maintext · ${t(shown === "start" ? "start_view" : shown)}`;
  $("go").textContent = t(shown === "look" ? "go" : "open_it");
  const name = $("file").files[0]?.name ?? (state.source?.file === undefined ? "" : state.name);
  if (name) $("file-name").textContent = name;
}

// The methods, and the models that were trained here: each is offered wherever a method is chosen.
async function withModels() {
  const trained = (await ask("/api/runs")).runs.filter((run) => run.has_model);
  const own = trained.map((run) => ({ id: `model:${run.id}`, title: t("model_of_short", { name: run.title }), title_zh: t("model_of_short", { name: run.title }), idea: "", source: "" }));
  const isSame = own.length === state.catalogue.length - methods.length;
  state.catalogue = [...methods, ...own];
  texts.nameMethods(state.catalogue);
  if (!isSame) for (const name of ["look", "runs"]) views[name]?.translate();
}

// -- views ----------------------------------------------------------------------------------------

// Every view has an address: #view/part?url=… of the page, or ?recipe=… of a saved table.
function route() {
  const [path, query] = location.hash.slice(1).split("?");
  const [name, ...parts] = path.split("/");
  const asked = Object.fromEntries(new URLSearchParams(query ?? ""));
  const view = VIEWS.includes(name) ? name : "start";
  if (asked.url && /^https?:\/\/[^\s/]/i.test(asked.url)) {
    const source = { url: asked.url, ...(asked.draw ? { draw: true } : {}), ...(asked.fill ? { fill: Object.fromEntries(new URLSearchParams(asked.fill)) } : {}) };
    if (JSON.stringify(source) !== JSON.stringify(state.source)) give(source);
  }
  show(view, parts, asked);
}

// The address of a view, as it can be shared; a page that has none is only in this tab.
function hashOf(view, query = {}) {
  const { source } = state;
  const page = source?.url && source.html === undefined && source.file === undefined ? { url: source.url, ...(source.draw ? { draw: 1 } : {}), ...(source.fill ? { fill: new URLSearchParams(source.fill).toString() } : {}) } : {};
  const whole = new URLSearchParams(Object.keys(query).length ? query : OF_PAGES.includes(view) && view !== "start" ? page : {}).toString();
  return `#${view}${whole ? `?${whole}` : ""}`;
}

// Goes to a view; quietly, only the address says where one is.
function go(view, query = {}, { quiet: isQuiet = false } = {}) {
  const hash = hashOf(view, query);
  if (isQuiet) history.replaceState(null, "", hash);
  else if (location.hash === hash) route();
  else location.hash = hash;
}

// Shows a page in a view, as if it had been given by hand.
async function open(name, source, title) {
  give(source, title);
  const isThere = shown === name;
  go(name);
  if (isThere) await guarded(() => read(name, source));
}

// Puts a page into the form; its files are called by the name.
function give(source, name) {
  state.source = source;
  state.name = name || nameOf(source);
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
  if (source) give(source, recalled("name"));
  named();
}

const nameOf = ({ url }) => url?.replace(/^https?:\/\//i, "").replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60) || "page";

// What a page gave must not stand under the address of another one that gave nothing.
async function read(name, source) {
  try {
    await withHttp(source, (one) => views[name].run(one));
    remember("source", state.source);
    remember("name", state.name);
    // The page before has an address of its own, to which the browser goes back.
    const hash = hashOf(name);
    if (shown === name) history[location.hash.includes("?") && location.hash !== hash ? "pushState" : "replaceState"](null, "", hash);
  } catch (error) {
    if (state.source === source) views[name].clear();
    throw error;
  }
}

// An address without http:// or https:// is asked for by https first.
async function withHttp(source, action) {
  try {
    return await action(source);
  } catch (error) {
    if (!["fetch_failed", "fetch_timeout"].includes(error.code) || state.guessed !== source.url) throw error;
    const plain = { ...source, url: source.url.replace(/^https:/, "http:") };
    state.source = plain;
    $("url").value = plain.url;
    return action(plain);
  }
}

// The one question: what the page of an address is. A list is shown as a table, an article as its text.
async function openAddress(source) {
  if (source.url === undefined || source.html !== undefined || source.file !== undefined) {
    await open("look", source, state.name);
    return;
  }
  views.start.askForm(null);
  let asked = source;
  const answer = await withHttp(source, (one) => askLast(views.start, "/api/open", { url: (asked = one).url }));
  if (!answer || state.source !== asked || shown !== "start") return; // something else was opened meanwhile
  const { url } = asked;
  const found = { url, ...(answer.is_drawn ? { draw: true } : {}) };
  if (answer.kind === "form") {
    state.source = found;
    views.start.askForm(answer, found);
    return;
  }
  give(found);
  go(answer.kind === "list" ? "table" : "look");
}

function show(name, parts = [], asked = {}) {
  const isOther = shown !== name;
  shown = name;
  for (const section of document.querySelectorAll(".view")) section.hidden = section.id !== name;
  for (const link of document.querySelectorAll("nav a, .brand")) {
    if (link.dataset.view === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `maintext · ${t(name === "start" ? "start_view" : name)}`;
  form.hidden = !OF_PAGES.includes(name);
  $("go").textContent = t(name === "look" ? "go" : "open_it");
  if (isOther) {
    $("failure").hidden = true;
    for (const dialog of ["record", "database"]) $(dialog).close();
    views.start.askForm(null);
  }
  views[name].shown?.(parts);
  if (isOther && ["look", "compare", "runs"].includes(name)) withModels().catch(() => {}); // the next action says what is wrong
  if (form.hidden || name === "start") return;
  if (name === "table" && asked.recipe) {
    guarded(() => views.table.load(asked.recipe));
    return;
  }
  if (name === "table" && asked.run) {
    guarded(() => views.table.loadRun(asked.run));
    return;
  }
  if (!state.source && name === "table" && views.table.sheet) views.table.show();
  if (!state.source) return;
  if (views[name].source !== state.source) guarded(() => read(name, state.source));
  else go(name, {}, { quiet: true });
}

// Runs something that takes time: says so, and says what went wrong; true if nothing did. A later run hides the end of an earlier.
async function guarded(action) {
  const run = ++runs;
  $("failure").hidden = true;
  $("status").hidden = false;
  $("status").textContent = t("working");
  document.body.classList.add("working");
  try {
    await action();
    return true;
  } catch (error) {
    if (run === runs) failed(error);
    return false;
  } finally {
    if (run === runs) {
      $("status").hidden = true;
      document.body.classList.remove("working");
    }
  }
}

function failed(error) {
  lastError = error;
  const [title, detail, hint] = $("failure").children;
  const own = error.code && tOr(`failure_${error.code}`, "");
  title.textContent = own || error.message;
  detail.textContent = own ? reason(error.message) : "";
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

// The address in the field, without the words and marks that were pasted with it.
function oneAddress(text) {
  const written = plainScheme(text.trim());
  if (written.split(/https?:\/\//i).length > 2 && addressesIn(written).length > 1) throw new Failure(t("one_address"), t("many_addresses"));
  const bare = bareAddress(written);
  return /^https?:/i.test(bare) ? bare : bareAddress(/https?:\/\/\S+/i.exec(bare)?.[0] ?? bare);
}

async function readSource() {
  // An address in the place of HTML is meant as one.
  const pasted = chosenKind() === "html" ? $("html").value.trim() : "";
  if (/^https?:\/\/\S+$/i.test(pasted)) {
    $("url").value = pasted;
    showKind("url");
  }
  const kind = chosenKind();
  if (kind === "file") {
    const file = $("file").files[0];
    if (!file) throw new Failure(t("no_file"), "");
    state.name = file.name.replace(/\.[^.]*$/, "");
    return { file: await base64(file) };
  }
  const value = kind === "url" ? oneAddress($("url").value) : $(kind).value.trim();
  if (!value || /^https?:\/*$/i.test(value)) throw new Failure(t(kind === "url" ? "no_address" : "no_html"), "");
  if (kind === "html") {
    state.name = nameOf({});
    return { html: value };
  }
  const isWhole = /^[a-z][a-z0-9+.-]*:\/\//i.test(value);
  const url = isWhole ? value : `https://${value}`;
  state.guessed = isWhole ? null : url;
  if (!/^https?:\/\/[^\s/]/i.test(url) || /^[a-z]+:(?![\d/])/i.test(value)) throw new Failure(t("not_http"), "");
  state.name = nameOf({ url });
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
    if (shown === "start") await openAddress(state.source);
    else await read(shown, state.source);
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
  button.addEventListener("click", () => guarded(async () => {
    const example = await (await askFile(`/example.${button.dataset.example}.html`)).text();
    await open(["start", "table"].includes(shown) ? "look" : shown, { html: example });
  }));
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
  const { files } = event.dataTransfer;
  if (!files.length) return;
  // Several files at once are a run.
  if (shown === "runs" || files.length > 1) {
    go("runs");
    views.runs.dropped(files);
    return;
  }
  showKind("file");
  $("file").files = files;
  named();
  form.requestSubmit();
});

$("language").addEventListener("click", () => texts.choose(texts.current() === "zh" ? "en" : "zh").catch(failed));
begin().catch(failed);
