// Runs: site extractions and batches, with their progress, records, report and files.
import { ask, askFile, Failure } from "./ask.js";
import { fileName, make, saveAs } from "./page.js";
import { columnName, RecordTable } from "./table.js";
import { current, number, t } from "./texts.js";

const $ = (id) => document.getElementById(id);
const EXPORTS = ["csv", "xlsx", "jsonl", "parquet"];
const OVER = ["done", "limited", "cancelled", "failed"];
const POLL_MS = 700;

// What Runs and Evaluate share: a list of runs, and the head of the one that is open.
export class RunList {
  constructor({ guarded, prefix, kinds, opened, changed }) {
    Object.assign(this, { guarded, prefix, kinds, opened, changed });
    this.runs = [];
    this.chosen = null;
    this.isPolling = false;
    this.$("exports").replaceChildren(...EXPORTS.map((kind) => make("button", { type: "button", "data-export": kind, onclick: () => guarded(() => this.export(kind)) }, kind === "jsonl" || kind === "parquet" ? { jsonl: "JSONL", parquet: "Parquet" }[kind] : kind.toUpperCase())));
    this.$("stop").addEventListener("click", () => guarded(async () => { await ask(`/api/runs/${this.chosen}/stop`, {}); await this.load(); }));
    this.$("delete").addEventListener("click", () => { if (confirm(t("delete_sure"))) guarded(() => this.remove()); });
  }

  $(name) { return $(`${this.prefix}-${name}`); }

  get run() { return this.runs.find((one) => one.id === this.chosen); }

  async load() {
    const { runs, folders, missing_extras: missing } = await ask("/api/runs");
    this.folders = folders;
    for (const button of this.$("exports").children) {
      const needed = missing[button.dataset.export];
      button.disabled = Boolean(needed);
      button.title = needed ? t("not_installed", { needed }) : "";
    }
    this.runs = runs.filter((one) => this.kinds.includes(one.kind));
    if (!this.run) this.chosen = null;
    this.draw();
    this.poll();
  }

  async open(id) {
    this.chosen = id;
    await this.load();
    // Another one may have been opened meanwhile.
    if (this.chosen === id) await this.opened(this.run);
  }

  async remove() {
    await ask(`/api/runs/${this.chosen}`, undefined, "DELETE");
    this.chosen = null;
    await this.load();
    if (this.runs.length) await this.open(this.runs[0].id);
  }

  async export(kind) {
    saveAs(`${fileName(this.run.title)}.${kind}`, await askFile(`/api/runs/${this.chosen}/export?format=${kind}`));
  }

  // Asks again as long as something is under way and the view is shown.
  async poll() {
    if (this.isPolling) return;
    this.isPolling = true;
    try {
      while (this.isShown() && this.runs.some((one) => !OVER.includes(one.status))) {
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
        const before = this.run;
        const { runs } = await ask("/api/runs");
        this.runs = runs.filter((one) => this.kinds.includes(one.kind));
        this.draw();
        if (before && before.id === this.run?.id && (before.n_done !== this.run.n_done || before.status !== this.run.status)) await this.changed(this.run, before);
      }
    } catch { /* the next action says what is wrong */ } finally { this.isPolling = false; }
  }

  isShown() { return !this.$("list").closest(".view").hidden; }

  draw() {
    const list = this.$("list");
    const had = list.contains(document.activeElement) ? document.activeElement.dataset.run : null;
    list.replaceChildren(...this.runs.map((run) => make("button", { type: "button", class: "entry", "data-run": run.id, "aria-current": run.id === this.chosen ? "true" : null, onclick: () => this.guarded(() => this.open(run.id)) },
      make("b", {}, run.title), make("span", { class: "hint" }, `${t(`run_kind_${run.kind}`)} · ${moment(run.created)}`),
      OVER.includes(run.status) ? make("span", { class: `badge s-${run.status}` }, `${t(`status_${run.status}`)}`) : make("progress", bar(run)))));
    if (had) list.querySelector(`[data-run="${had}"]`)?.focus();
    this.$("result").hidden = !this.runs.length;
    this.$("empty").hidden = this.runs.length > 0;
    this.$("detail").hidden = !this.run;
    if (this.run) this.head(this.run);
  }

  head(run) {
    const isOver = OVER.includes(run.status);
    this.$("title").textContent = run.title;
    this.$("status").textContent = t(`status_${run.status}`);
    this.$("status").className = `badge s-${run.status}`;
    this.$("about").textContent = `${t(`run_kind_${run.kind}`)} · ${moment(run.created)} · ${duration(run.seconds)}`;
    const progress = this.$("progress");
    progress.hidden = isOver;
    const { value } = bar(run);
    if (value === undefined) progress.removeAttribute("value");
    else progress.value = value;
    const done = run.n_total ? t("pages_of", { n: number(run.n_done), all: number(run.n_total) }) : t("pages_done", { n: number(run.n_done) });
    const counts = Object.entries(run.counts).map(([name, n]) => make("span", {}, make("b", {}, number(n)), ` ${countName(name)}`));
    this.$("facts").replaceChildren(make("span", {}, done), ...counts);
    this.$("now").textContent = isOver ? "" : run.now;
    this.$("message").hidden = !run.message;
    this.$("message").textContent = run.message;
    this.$("stop").hidden = isOver;
    this.$("stop").disabled = run.status === "stopping";
    this.$("exports").hidden = !run.n_done;
    if (this.$("report")) this.$("report").hidden = !run.has_report;
  }
}

const bar = (run) => ({ max: 1, ...(run.share === null ? {} : { value: run.share }) });
const countName = (name) => (t(`count_${name}`) === `count_${name}` ? name : t(`count_${name}`));

function moment(text) {
  return new Date(text).toLocaleString(current(), { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" });
}

function duration(seconds) {
  const s = Math.round(seconds);
  return s < 60 ? `${s} s` : s < 3600 ? `${Math.floor(s / 60)} min ${s % 60} s` : `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`;
}

export class Runs {
  constructor({ state, guarded }) {
    this.state = state;
    this.guarded = guarded;
    this.table = new RecordTable($("run-table"), { guarded, empty: "no_records_yet", pick: (n) => guarded(() => this.record(n)) });
    this.list = new RunList({ guarded, prefix: "run", kinds: ["crawl", "recipe", "batch"], opened: (run) => this.opened(run), changed: () => this.table.load() });
    this.recipes = [];
    this.recipeTitle = ""; // the run is called by it
    this.wrapper = "";
    for (const radio of document.querySelectorAll("input[name=run]")) radio.addEventListener("change", () => this.kind(radio.value));
    $("run-form").addEventListener("submit", (event) => { event.preventDefault(); guarded(() => this.start()); });
    $("run-files").addEventListener("change", () => this.filesChosen());
    $("run-folder").addEventListener("change", () => { if ($("run-folder").value) $("run-files").value = ""; this.filesChosen(); });
    $("run-recipe-name").addEventListener("change", () => this.recipeChosen());
    $("run-recipe-delete").addEventListener("click", () => { if (confirm(t("delete_recipe_sure", { name: $("run-recipe-name").value }))) guarded(() => this.deleteRecipe()); });
    $("run-recipe-file").addEventListener("change", async () => {
      const file = $("run-recipe-file").files[0];
      $("run-recipe-text").value = await file.text();
      this.recipeTitle = file.name.replace(/\.toml$/i, "").slice(0, 200);
      $("run-recipe-file").value = "";
    });
    $("run-recipe-text").addEventListener("input", () => { if (!$("run-recipe-text").value.trim()) this.recipeTitle = ""; });
    $("run-report").addEventListener("click", () => guarded(() => this.report()));
    $("run-report-close").addEventListener("click", () => { $("run-report-card").hidden = true; });
    $("run-report-save").addEventListener("click", () => guarded(async () => saveAs("report.html", await askFile(`/api/runs/${this.list.chosen}/report`))));
    $("record-close").addEventListener("click", () => $("record").close());
  }

  shown() {
    this.guarded(async () => {
      this.recipes = (await ask("/api/recipes")).recipes;
      await this.list.load();
      this.options();
      const first = this.list.runs[0];
      if (!this.list.chosen && first) await this.list.open(first.id);
    });
  }

  translate() {
    this.options();
    this.filesChosen();
    this.list.draw();
    if (this.list.run && this.table.answer) this.table.draw();
  }

  options() {
    const chosen = $("run-recipe-name").value;
    $("run-recipe-name").replaceChildren(make("option", { value: "" }, t("choose")), ...this.recipes.map(({ name }) => make("option", { value: name }, name)));
    $("run-recipe-name").value = this.recipes.some(({ name }) => name === chosen) ? chosen : "";
    $("run-recipe-delete").hidden = !$("run-recipe-name").value;
    const method = $("run-method").value || this.state.catalogue.find((one) => one.default)?.id;
    $("run-method").replaceChildren(...this.state.catalogue.map((one) => make("option", { value: one.id }, current() === "zh" ? one.title_zh : one.title)));
    $("run-method").value = method;
    const folders = this.list.folders ?? [];
    const folder = $("run-folder").value;
    $("run-folder-line").hidden = !folders.length;
    $("run-folder").replaceChildren(make("option", { value: "" }, t("none")), ...folders.map((name, i) => make("option", { value: i }, name)));
    $("run-folder").value = folder;
    $("run-wrapper-line").hidden = !this.wrapper;
  }

  recipeChosen() {
    this.recipeTitle = $("run-recipe-name").value;
    $("run-recipe-text").value = this.recipes.find((one) => one.name === this.recipeTitle)?.recipe ?? "";
    $("run-recipe-delete").hidden = !this.recipeTitle;
  }

  async deleteRecipe() {
    this.recipes = (await ask(`/api/recipes/${encodeURIComponent($("run-recipe-name").value)}`, undefined, "DELETE")).recipes;
    this.options();
    this.recipeChosen();
  }

  kind(name) {
    document.querySelector(`input[name=run][value=${name}]`).checked = true;
    for (const part of document.querySelectorAll("[data-run]")) if (part.classList.contains("fieldset")) part.hidden = part.dataset.run !== name;
  }

  dropped(files) {
    this.kind("batch");
    $("run-files").files = files;
    this.filesChosen();
  }

  filesChosen() {
    const { files } = $("run-files");
    if (files.length) $("run-folder").value = "";
    $("run-files-name").textContent = files.length === 0 ? t("choose_files") : files.length === 1 ? files[0].name : t("n_files", { n: number(files.length) });
  }

  // From Teach: the whole site, by the wrapper that was learned.
  crawlWith(url, wrapper) {
    this.wrapper = wrapper;
    $("run-urls").value = url;
    $("run-wrapper").checked = true;
    this.kind("crawl");
    location.hash = "runs";
  }

  async start() {
    const kind = document.querySelector("input[name=run]:checked").value;
    const limits = { max_pages: Math.max(1, Math.round(Number($("run-pages").value) || 1)), max_minutes: Math.max(0.1, Number($("run-minutes").value) || 1) };
    const made = { crawl: () => this.crawl(), recipe: () => this.recipe(), batch: () => this.batch() }[kind];
    await this.begin(kind, { ...await made(), ...limits });
  }

  async begin(kind, request) {
    const run = await ask(`/api/run/${kind}`, request);
    await this.list.open(run.id);
    $("run-detail").scrollIntoView({ block: "nearest" });
  }

  crawl() {
    const urls = $("run-urls").value.split(/\s+/).filter(Boolean).map((url) => (/^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `https://${url}`));
    if (!urls.length) throw new Failure(t("no_address"), "");
    if (urls.some((url) => !/^https?:\/\/[^\s/]/.test(url))) throw new Failure(t("not_http"), "");
    const wrapper = this.wrapper && $("run-wrapper").checked ? { wrapper: this.wrapper } : {};
    return { urls, ...wrapper, options: { scope: $("run-scope").value, since: $("run-since").value } };
  }

  recipe() {
    const recipe = $("run-recipe-text").value;
    if (!recipe.trim()) throw new Failure(t("no_recipe"), "");
    return { recipe, ...(this.recipeTitle ? { title: this.recipeTitle } : {}) };
  }

  async batch() {
    const method = { method: $("run-method").value };
    const files = [...$("run-files").files];
    if (!files.length && $("run-folder").value !== "") return { ...method, folder: Number($("run-folder").value) };
    if (!files.length) throw new Failure(t("no_file"), "");
    const uploads = [];
    for (const file of files) {
      $("status").textContent = t("uploading", { n: number(uploads.length + 1), all: number(files.length) });
      uploads.push((await ask(`/api/uploads?${new URLSearchParams({ name: file.name.slice(-200) })}`, file)).id);
    }
    $("run-files").value = "";
    this.filesChosen();
    return { ...method, uploads };
  }

  async opened() {
    $("run-report-card").hidden = true;
    await this.table.open(this.list.chosen);
  }

  async record(n) {
    const { record } = await ask(`/api/runs/${this.table.run}/records/${n}`);
    const skip = new Set(["text", "markdown", "html", "title", "images", "links", "tables", "media", "provenance"]);
    const rows = Object.entries(record).filter(([name, value]) => !skip.has(name) && value !== null && value !== "" && !(Array.isArray(value) && !value.length));
    $("record-title").textContent = record.title || record.url || record.key || t("untitled");
    $("record-body").replaceChildren(
      ...(record.error ? [make("p", { class: "notice bad" }, record.error)] : []),
      make("div", { class: "text" }, ...(record.text ?? "").split("\n").filter((line) => line.trim()).map((line) => make("p", {}, line))),
      make("table", { class: "fields" }, make("tbody", {}, ...rows.map(([name, value]) => make("tr", {}, make("th", { scope: "row" }, columnName(name)), make("td", {}, typeof value === "object" ? JSON.stringify(value) : String(value)))))),
    );
    $("record").showModal();
    $("record-body").scrollTop = 0;
  }

  async report() {
    const text = await (await askFile(`/api/runs/${this.list.chosen}/report`)).text();
    $("run-report-frame").replaceChildren(make("iframe", { sandbox: "", title: t("report"), srcdoc: text, tabindex: "0" }));
    $("run-report-card").hidden = false;
    $("run-report-card").scrollIntoView({ block: "nearest" });
  }
}

