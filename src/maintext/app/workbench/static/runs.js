// Runs: site extractions and batches, with their progress, records, report and files.
import { addressesIn } from "./addresses.js";
import { ask, askAnswer, askFile, askLast, Failure } from "./ask.js";
import { $, fileName, fillSelect, make, methodOf, once, redraw, saveAs } from "./page.js";
import { reason, translatedReport } from "./reasons.js";
import { columnName, RecordTable } from "./table.js";
import { current, methodName, number, t, valueName } from "./texts.js";

const EXPORTS = { csv: "CSV", xlsx: "XLSX", jsonl: "JSONL", parquet: "Parquet", sqlite: "SQLite" };
const OVER = ["done", "limited", "cancelled", "failed"];
const POLL_MS = 700;
const AGAIN_MS = 2500; // between two tries to reach a server that does not answer
const UNLIMITED = 100000; // pages or minutes
const OTHER_HOSTS = /same_host = false (?!is set)/; // in the message of a run that left them out
const SHOWN_EMPTY = 5; // columns
const SHOWN_CHARACTERS = 120; // of a value that has changed
const BEFORE_CHANGE = 30; // characters

// What Runs and Evaluate share: a list of runs, and the head of the one that is open.
export class RunList {
  constructor({ guarded, go, prefix, kinds, left, opened, changed }) {
    Object.assign(this, { guarded, go, prefix, kinds, left, opened, changed });
    // Where one button was, another one may be by the second click: what starts a run does not stop it.
    this.alone = once((action) => guarded(action));
    this.schedules = this.missing = {};
    this.runs = [];
    this.loads = 0;
    this.chosen = null;
    this.isPolling = false;
    this.isRead = false; // whether the server has told the runs
    this.$("exports").replaceChildren(...Object.entries(EXPORTS).map(([kind, name]) => make("button", { type: "button", "data-export": kind, onclick: () => guarded(() => this.export(kind)) }, name)));
    this.$("stop").addEventListener("click", () => this.alone(async () => { await ask(`/api/runs/${this.chosen}/stop`, {}); await this.load(); }));
    this.$("delete").addEventListener("click", () => { if (confirm(t("delete_sure"))) guarded(() => this.remove()); });
    // Another window may have done something meanwhile.
    addEventListener("focus", () => { if (this.isShown() && this.isRead) this.refresh().then(() => this.poll(), () => {}); });
  }

  $(name) { return $(`${this.prefix}-${name}`); }

  get run() { return this.runs.find((one) => one.id === this.chosen); }

  // What was asked last counts: an answer that comes later may be older.
  load() {
    const mine = ++this.loads;
    this.loading = this.askRuns().then((answer) => (mine === this.loads ? this.take(answer) : this.loading));
    return this.loading;
  }

  take({ runs, folders, missing_extras: missing, schedules }) {
    Object.assign(this, { folders, missing, schedules, isRead: true });
    for (const button of this.$("exports").children) {
      const needed = missing[button.dataset.export];
      button.disabled = Boolean(needed);
      button.title = needed ? t("not_installed", { needed: commandOf(needed) }) : "";
    }
    this.runs = runs.filter((one) => this.kinds.includes(one.kind));
    if (!this.run) this.chosen = null;
    this.draw();
    this.poll();
  }

  // A server that does not answer is asked again, and what is shown is read then.
  async askRuns() {
    try {
      return await ask("/api/runs");
    } catch (error) {
      this.isLost = !error.code;
      this.poll();
      throw error;
    }
  }

  // Until another run is there, the one before does not stand under its address.
  leave(id) {
    if (!id || id === this.chosen) return;
    this.chosen = id;
    this.left();
    this.draw();
  }

  async open(id) {
    this.leave(id);
    await this.load();
    // Another one may have been opened meanwhile; one that is not there is chosen no more.
    if (this.chosen && this.chosen !== id) return;
    if (!this.run) throw new Failure(t("failure_not_found"), t("hint_not_found"));
    if (this.isShown()) this.go(`${this.view}/${id}`, {}, { quiet: true });
    await this.opened(this.run);
  }

  get view() { return this.$("list").closest(".view").id; }

  // Does something with the run that is open; what comes of it is opened, unless another one is by then.
  async act(action, body = {}) {
    const { chosen } = this;
    const run = await ask(`/api/runs/${chosen}/${action}`, body);
    await (chosen === this.chosen ? this.open(run.id) : this.load());
  }

  async remove() {
    await ask(`/api/runs/${this.chosen}`, undefined, "DELETE");
    await this.load();
    if (!this.run && this.runs.length) await this.open(this.runs[0].id);
  }

  async export(kind, isOfChanges = false) {
    const name = `${fileName(isOfChanges ? `${this.run.title} ${t("changes")}` : this.run.title)}.${kind}`;
    const answer = await askAnswer(`/api/runs/${this.chosen}/export?format=${kind}${isOfChanges ? "&changes=true" : ""}`);
    saveAs(name, await answer.blob());
    const n = answer.headers.get("Maintext-Cut-Texts");
    if (n) throw new Failure(t("texts_cut", { name, n: number(Number(n)) }), t("texts_cut_hint"));
  }

  // Asks again as long as the view is shown and something is under way or repeats. A server that does not answer is asked
  // until it does.
  async poll() {
    if (this.isPolling) return;
    this.isPolling = true;
    while (this.isShown() && (this.isLost || Object.keys(this.schedules).length || this.runs.some((one) => !OVER.includes(one.status)))) {
      await new Promise((resolve) => setTimeout(resolve, this.isLost ? AGAIN_MS : POLL_MS));
      try {
        await this.refresh();
        this.isLost = false;
        if (!this.isRead) dispatchEvent(new HashChangeEvent("hashchange"));
      } catch (error) {
        if (error.code) break; // the next action says what is wrong
        this.isLost = true;
      }
      $("lost").hidden = !this.isLost;
    }
    this.isPolling = false;
  }

  async refresh() {
    const before = this.run;
    const { loads } = this;
    const { runs, schedules } = await ask("/api/runs");
    if (loads !== this.loads) return; // the list was loaded meanwhile, after something was done
    const mine = runs.filter((one) => this.kinds.includes(one.kind));
    const isSame = JSON.stringify([mine, schedules]) === JSON.stringify([this.runs, this.schedules]);
    Object.assign(this, { runs: mine, schedules });
    if (!isSame) this.draw();
    if (before && before.id === this.run?.id && (this.isLost || before.n_done !== this.run.n_done || before.status !== this.run.status)) await this.changed(this.run, before);
  }

  isShown() { return !this.$("list").closest(".view").hidden; }

  draw() {
    const list = this.$("list");
    redraw(list, () => list.replaceChildren(...this.runs.map((run) => make("button", { type: "button", class: "entry", "data-run": run.id, "aria-current": run.id === this.chosen ? "true" : null, onclick: () => this.guarded(() => this.open(run.id)) },
      make("b", {}, run.title), make("span", { class: "hint" }, `${t(`run_kind_${run.kind}`)} · ${moment(run.created)}`),
      ...(this.schedules[run.series] ? [make("span", { class: "hint" }, t(`every_${this.schedules[run.series].every}`))] : []),
      OVER.includes(run.status) ? outcome(run) : make("progress", { ...bar(run), "aria-label": t("progress") })))));
    this.$("result").hidden = !this.runs.length;
    this.$("empty").hidden = !this.isRead || this.runs.length > 0;
    this.$("detail").hidden = !this.run;
    if (this.run) this.head(this.run);
  }

  head(run) {
    const isOver = OVER.includes(run.status);
    this.$("title").textContent = run.title;
    const { className, textContent } = outcome(run);
    Object.assign(this.$("status"), { className, textContent });
    this.$("about").textContent = [t(`run_kind_${run.kind}`), moment(run.created), duration(run.seconds), ...(isOver ? [] : pace(run))].join(" · ");
    const progress = this.$("progress");
    progress.hidden = isOver;
    progress.setAttribute("aria-label", t("progress"));
    const { value } = bar(run);
    if (value === undefined) progress.removeAttribute("value");
    else progress.value = value;
    const done = run.n_total ? t("pages_of", { n: number(run.n_done), all: number(run.n_total) }) : t("pages_done", { n: number(run.n_done) });
    const counts = Object.entries(run.counts).map(([name, n]) => make("span", {}, make("b", {}, number(n)), ` ${countName(name, n)}`));
    const empty = Object.entries(run.empty ?? {}).slice(0, SHOWN_EMPTY).map(([name, n]) => make("span", {}, t("empty_cells", { name: columnName(name), n: number(n) })));
    this.$("facts").replaceChildren(make("span", {}, done), ...counts, ...empty);
    this.$("now").textContent = isOver ? "" : run.now;
    this.$("message").hidden = !run.message;
    this.$("message").className = `notice${run.status === "failed" ? " bad" : ""}`;
    this.$("message").replaceChildren(...(run.kind === "recipe" && run.status === "done" && run.message ? [make("b", {}, t(this.hasEarlier(run) ? "site_changed" : "look_at_this"))] : []), make("ul", { class: "notes" }, ...reasonLines(run.message).map((line) => make("li", {}, line))));
    this.$("stop").hidden = isOver;
    this.$("stop").disabled = run.status === "stopping";
    this.$("exports").hidden = !run.n_done;
    this.$("save-as").hidden = !run.n_done || run.kind === "train";
    if (this.$("report")) this.life(run, isOver);
  }

  hasEarlier(run) { return this.runs.some((one) => one.series === run.series && one.created < run.created); }

  // What can be done with a run of a site or of files.
  life(run, isOver) {
    this.$("report").hidden = !run.has_report;
    this.$("database").hidden = !run.n_done;
    this.$("continue").hidden = !isOver || (run.status === "done" && !run.message && !run.counts.errors && !run.counts.error);
    this.$("continue").textContent = t(run.status === "limited" ? "continue_to_end" : run.status === "done" ? "try_failed" : "continue_run");
    this.$("again").hidden = !isOver;
    this.$("open").hidden = run.kind !== "recipe";
    this.$("hosts").hidden = !isOver || !OTHER_HOSTS.test(run.message);
    const every = this.schedules[run.series];
    if (document.activeElement !== this.$("every")) fillSelect(this.$("every"), ["", "hour", "day", "week"].map((name) => [name, t(`every_${name || "never"}`)]), every?.every ?? "");
    this.$("next").textContent = every ? t("next_run", { when: moment(every.next) }) : "";
  }
}

const bar = (run) => ({ max: 1, ...(run.share === null ? {} : { value: run.share }) });
const countName = (name, n) => (t(`count_${name}`) === `count_${name}` ? name : t(`count_${name}`, { n }));

function moment(text) {
  return new Date(text).toLocaleString(current(), { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" });
}

function duration(seconds) {
  const s = Math.round(seconds);
  return s < 60 ? t("seconds", { n: s }) : s < 3600 ? t("minutes", { m: Math.floor(s / 60), s: s % 60 }) : t("hours", { h: Math.floor(s / 3600), m: Math.floor((s % 3600) / 60) });
}

// A value of a record in words: lists and objects without brackets and quotation marks.
function plainValue(name, value) {
  if (name === "drift" || name === "error") return [value].flat().map(reason).join(t("semicolon"));
  if (Array.isArray(value)) return value.map((one) => plainValue(name, one)).join(t("comma"));
  if (typeof value === "object" && value !== null) return Object.entries(value).map(([key, one]) => [key, one === null ? "" : plainValue(key, one)]).filter(([key, one]) => one && !(key === "role" && value[key] === "author")).map(([key, one]) => (key === "name" ? one : `${columnName(key)}${t("colon")}${one}`)).join(t("semicolon"));
  return typeof value === "boolean" ? t(value ? "yes" : "no") : valueName(name, String(value));
}

const isAddress = (value) => typeof value === "string" && /^https?:\/\/\S+$/i.test(value);

// What a run came to, in word and colour; the same wherever runs are named.
export function outcome(run) {
  const differs = run.status === "done" && run.message;
  return make("span", { class: `badge s-${differs ? "limited" : run.status}` }, t(`status_${differs ? "differs" : run.status}`));
}

// Where to begin to show two values, so that the place is seen where they begin to differ.
function beginOfChange(old, now) {
  const [a, b] = [String(old), String(now)];
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at < SHOWN_CHARACTERS / 2 ? 0 : at - BEFORE_CHANGE;
}

// How fast a run is, and how long it still takes if it goes on like this.
function pace(run) {
  if (!run.n_done || run.seconds < 1) return [];
  const rate = run.n_done / run.seconds;
  const left = run.n_total ? (run.n_total - run.n_done) / rate : run.share ? (run.seconds * (1 - run.share)) / run.share : null;
  return [t("pages_per_s", { n: number(rate, rate < 10 ? 1 : 0) }), ...(left > 0 ? [t("time_left", { time: duration(left) })] : [])];
}

// Each line of a message, in the language of the page.
const reasonLines = (message) => message.split("\n").filter(Boolean).map(reason);

// The command in the message of a missing package.
const commandOf = (message) => /pip install \S+/.exec(message)?.[0] ?? message;

export class Runs {
  constructor({ state, guarded, go }) {
    this.state = state;
    this.go = go;
    this.guarded = guarded;
    this.table = new RecordTable($("run-table"), { guarded, empty: "no_records_yet", pick: (n) => guarded(() => this.record(n)) });
    this.list = new RunList({ guarded, go, prefix: "run", kinds: ["crawl", "recipe", "batch"], left: () => this.left(), opened: (run) => this.opened(run), changed: (run, before) => this.changed(run, before) });
    this.recipes = [];
    this.recipeTitle = ""; // the run is called by it
    this.wrapper = "";
    this.uploaded = {}; // ids of files that no run has taken yet
    for (const radio of document.querySelectorAll("input[name=run]")) radio.addEventListener("change", () => this.kind(radio.value));
    const start = once(() => guarded(() => this.start()));
    $("run-form").addEventListener("submit", (event) => { event.preventDefault(); if (["run-pages", "run-minutes"].every((name) => $(name).reportValidity())) start(); });
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
    $("run-report-save").addEventListener("click", () => saveAs("report.html", new Blob([translatedReport(this.reportText)], { type: "text/html" })));
    $("record-close").addEventListener("click", () => $("record").close());
    $("record").addEventListener("close", () => { if (this.list.isShown() && this.list.chosen) go(`runs/${this.list.chosen}`, {}, { quiet: true }); });
    $("run-continue").addEventListener("click", () => this.list.alone(() => this.list.act("continue", this.list.run.status === "limited" ? { max_pages: UNLIMITED } : {})));
    $("run-again").addEventListener("click", () => this.list.alone(() => this.list.act("again")));
    $("run-open").addEventListener("click", () => go("table", { run: this.list.chosen }));
    $("run-hosts").addEventListener("click", () => this.list.alone(() => this.withHosts()));
    $("run-rename").addEventListener("click", () => {
      const title = prompt(t("rename_to"), this.list.run.title)?.trim();
      if (title) guarded(() => this.list.act("rename", { title: title.slice(0, 200) }));
    });
    $("run-every").addEventListener("change", () => guarded(() => this.schedule()));
    $("run-database").addEventListener("click", () => { this.databaseChanged(); $("database").showModal(); });
    $("database-url").addEventListener("input", () => this.databaseChanged());
    $("database-close").addEventListener("click", () => $("database").close());
    $("database-test").addEventListener("click", () => this.send(true));
    $("database-form").addEventListener("submit", (event) => { event.preventDefault(); this.send(false); });
  }

  // The address may name a run, and one of its records.
  shown([id, n] = []) {
    this.list.leave(id);
    $("record").close();
    this.guarded(async () => {
      await this.list.load();
      this.recipes = (await ask("/api/recipes")).recipes;
      this.options();
      const wanted = this.list.chosen ?? id ?? this.list.runs[0]?.id;
      if (wanted && (wanted !== this.list.chosen || !this.table.run || id)) await this.list.open(wanted);
      if (n && id === this.list.chosen) await this.record(Number(n));
    });
  }

  async schedule() {
    try {
      await this.list.act("schedule", { every: $("run-every").value });
    } catch (error) {
      $("run-every").blur();
      this.list.draw();
      throw error;
    }
  }

  // The connection is tested before the rows are sent; the password stays in the field of the dialog.
  async send(isTest) {
    const said = $("database-said");
    said.className = "hint";
    said.textContent = t("working");
    const sent = { database: $("database-url").value.trim(), table: $("database-table").value.trim() };
    try {
      await ask(`/api/runs/${this.list.chosen}/send`, { ...sent, test: true });
      const answer = isTest ? null : await ask(`/api/runs/${this.list.chosen}/send`, sent);
      said.textContent = answer ? t("rows_sent", { n: number(answer.n_records), table: answer.table }) : t("connected");
    } catch (error) {
      said.className = "notice bad";
      said.textContent = error.code === "bad_request" && /^(?:database|table) /.test(error.message) ? t("database_form") : reason(error.message);
    }
  }

  databaseChanged() {
    const kind = { postgres: "postgresql", postgresql: "postgresql", mysql: "mysql", mariadb: "mysql" }[$("database-url").value.split(":")[0].trim()];
    const needed = this.list.missing[kind];
    $("database-said").className = needed ? "notice" : "hint";
    $("database-said").textContent = needed ? t("not_installed", { needed: commandOf(needed) }) : "";
    $("database-test").disabled = $("database-send").disabled = !kind || Boolean(needed);
  }

  async changed(run, before) {
    // The server may have been away when the run was opened.
    if (this.table.run !== run.id || (OVER.includes(run.status) && !OVER.includes(before.status))) await this.opened(run);
    else await this.table.load();
  }

  // New, changed and gone records since the run before of the same series.
  async compare(run) {
    $("run-changes-card").hidden = true;
    if (!OVER.includes(run.status) || !this.list.hasEarlier(run)) return;
    const { previous, counts, rows } = await ask(`/api/runs/${run.id}/changes`);
    const before = this.list.runs.find((one) => one.id === previous);
    if (!before || this.list.chosen !== run.id) return;
    this.comparison = { before, counts, rows };
    this.drawChanges();
  }

  drawChanges() {
    const { before, counts, rows } = this.comparison;
    $("run-changes-about").textContent = `${t("compared_with", { when: moment(before.created) })}${Object.keys(counts).map((what) => t(`n_${what}`, { n: number(counts[what]) })).join(t("comma"))}`;
    const value = (one, at) => (one === null ? "—" : `${at ? "…" : ""}${String(one).slice(at, at + SHOWN_CHARACTERS)}`);
    const line = (row) => make("tr", {}, make("td", {}, make("span", { class: `badge ${{ new: "s-done", changed: "s-limited", gone: "s-failed" }[row.what]}` }, t(`is_${row.what}`))),
      make("th", { scope: "row" }, row.title || row.key), make("td", {}, ...row.values.map(([name, old, now]) => { const at = beginOfChange(old, now); return make("p", {}, `${columnName(name)}${t("colon")}`, make("del", {}, value(old, at)), " → ", make("ins", {}, value(now, at))); })));
    const saved = (kind) => make("button", { type: "button", "data-export": kind, disabled: Boolean(this.list.missing[kind]), onclick: () => this.guarded(() => this.list.export(kind, true)) }, EXPORTS[kind]);
    $("run-changes-exports").replaceChildren(...(rows.length ? [make("span", { class: "hint" }, t("save_changes_as")), ...["csv", "xlsx"].map(saved)] : []));
    $("run-changes").replaceChildren(...(rows.length ? [make("table", {}, make("thead", {}, make("tr", {}, ...["change", "entry", "change_of"].map((name) => make("th", { scope: "col" }, t(name))))), make("tbody", {}, ...rows.map(line)))] : []));
    $("run-changes-card").hidden = false;
  }

  translate() {
    this.options();
    this.filesChosen();
    this.list.draw();
    if (this.comparison && !$("run-changes-card").hidden) this.drawChanges();
    if (this.list.run && this.table.answer) this.table.draw();
    if (this.reportText) this.drawReport();
    if ($("record").open) this.drawRecord();
    if ($("database").open) this.databaseChanged();
  }

  options() {
    fillSelect($("run-recipe-name"), [["", t("choose")], ...this.recipes.map(({ name }) => [name, name])]);
    $("run-recipe-delete").hidden = !$("run-recipe-name").value;
    fillSelect($("run-method"), this.state.catalogue.map(({ id }) => [id, methodName(id)]), $("run-method").value || this.state.catalogue.find((one) => one.default)?.id);
    const folders = this.list.folders ?? [];
    $("run-folder-line").hidden = !folders.length;
    fillSelect($("run-folder"), [["", t("none")], ...folders.map((name, i) => [i, name])]);
    $("run-wrapper-line").hidden = !this.wrapper;
    this.needed();
  }

  // What a kind of run lacks is named before it is started.
  needed() {
    const kind = document.querySelector("input[name=run]:checked").value;
    const needed = this.list.missing[kind];
    $("run-needed").hidden = !needed;
    $("run-needed").textContent = needed ? t("not_installed", { needed: commandOf(needed) }) : "";
    $("run-start").disabled = Boolean(needed);
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
    this.needed();
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
    const limits = { max_pages: Number($("run-pages").value) || UNLIMITED, max_minutes: Number($("run-minutes").value) || UNLIMITED };
    const made = { crawl: () => this.crawl(), recipe: () => this.recipe(), batch: () => this.batch() }[kind];
    await this.begin(kind, { ...await made(), ...limits });
  }

  async begin(kind, request) {
    const run = await ask(`/api/run/${kind}`, request);
    await this.list.open(run.id);
    $("run-detail").scrollIntoView({ block: "nearest" });
  }

  // The same once more, with the entries on other hosts.
  async withHosts() {
    const { name, recipe } = (await ask(`/api/runs/${this.list.chosen}/recipe`)).recipes[0];
    await this.begin("recipe", { recipe: recipe.replace(/^same_host = true/m, "same_host = false"), title: name, max_pages: UNLIMITED, max_minutes: 600 });
  }

  crawl() {
    const urls = addressesIn($("run-urls").value);
    if (!urls.length) throw new Failure(t("no_address"), "");
    const wrong = urls.find((url) => !/^https?:\/\/[^\s/]\S*$/i.test(url));
    if (wrong) throw new Failure(t("no_address_in", { line: wrong.slice(0, 80) }), t("not_http"));
    const wrapper = this.wrapper && $("run-wrapper").checked ? { wrapper: this.wrapper } : {};
    return { urls, ...wrapper, options: { scope: $("run-scope").value, since: $("run-since").value } };
  }

  recipe() {
    const recipe = $("run-recipe-text").value;
    if (!recipe.trim()) throw new Failure(t("no_recipe"), "");
    return { recipe, ...(this.recipeTitle ? { title: this.recipeTitle } : {}) };
  }

  async batch() {
    const method = methodOf($("run-method").value);
    const listed = addressesIn($("run-addresses").value);
    const files = [...$("run-files").files, ...(listed.length ? [new File([listed.join("\n")], `${t("addresses")}.txt`)] : [])];
    if (!files.length && $("run-folder").value !== "") return { ...method, folder: Number($("run-folder").value) };
    if (!files.length) throw new Failure(t("no_files"), "");
    const uploads = [];
    for (const file of files) {
      $("status").textContent = t("uploading", { n: number(uploads.length + 1), all: number(files.length) });
      // What the server has already, from a start that failed at a later file, is not sent again.
      let sent = [file.name, file.size, file.lastModified].join("/");
      while (uploads.includes(this.uploaded[sent])) sent += "/"; // another file that only looks the same
      this.uploaded[sent] ??= (await ask(`/api/uploads?${new URLSearchParams({ name: file.name.slice(-200) })}`, file)).id;
      uploads.push(this.uploaded[sent]);
    }
    this.uploaded = {};
    $("run-files").value = $("run-addresses").value = "";
    this.filesChosen();
    return { ...method, uploads };
  }

  // What is of one run does not stand under the head of another one.
  left() {
    this.table.close();
    $("run-every").blur(); // what has the focus would be left as it is
    $("run-changes-card").hidden = $("run-report-card").hidden = true;
  }

  async opened(run) {
    $("run-report-card").hidden = true;
    if (this.table.run !== run.id) await this.table.open(run.id);
    else await this.table.load();
    await this.compare(run);
  }

  async record(n) {
    const { run } = this.table;
    const answer = await askLast(this, `/api/runs/${run}/records/${n}`);
    if (!answer || run !== this.table.run || !this.list.isShown()) return;
    this.recordShown = answer.record;
    this.go(`runs/${run}/${n}`, {}, { quiet: true });
    this.drawRecord();
    if (!$("record").open) $("record").showModal();
    $("record-body").scrollTop = 0;
  }

  drawRecord() {
    const record = this.recordShown;
    const { columns } = this.table.answer;
    // A record of a recipe has what its list and its rules say as columns, too.
    const skip = new Set(["text", "markdown", "html", "title", "images", "links", "tables", "media", "provenance", ...(record.listed ? ["listed", "fields"] : [])]);
    // A cell has a list as one text.
    const textOf = (name) => (Array.isArray(record[name]) ? record[name].join("; ") : record[name]);
    const said = new Set(columns.map(textOf));
    const isShown = (name) => !skip.has(name) && record[name] !== record.text && (columns.includes(name) || ![textOf(name), plainValue(name, record[name])].some((one) => said.has(one)));
    const isEmpty = (value) => [null, undefined, ""].includes(value) || (Array.isArray(value) && !value.length);
    const names = [...new Set([...columns, ...Object.keys(record)])];
    const rows = names.filter((name) => isShown(name) && !isEmpty(record[name])).map((name) => [name, record[name]]);
    $("record-title").textContent = record.title || record.url || record.key || t("untitled");
    $("record-body").replaceChildren(
      ...(record.error ? [make("p", { class: "notice bad" }, reason(record.error))] : []),
      ...(record.drift?.length ? [make("ul", { class: "notice notes" }, ...record.drift.map((one) => make("li", {}, reason(one))))] : []),
      make("div", { class: "text" }, ...String(textOf("text") ?? "").split("\n").filter((line) => line.trim()).map((line) => make("p", {}, line))),
      make("table", { class: "fields" }, make("tbody", {}, ...rows.map(([name, value]) => make("tr", {}, make("th", { scope: "row" }, columnName(name)), make("td", {}, isAddress(value) ? make("a", { href: value, target: "_blank", rel: "noopener noreferrer" }, value) : plainValue(name, value)))))),
    );
  }

  async report() {
    const { chosen } = this.list;
    const text = await (await askFile(`/api/runs/${chosen}/report`)).text();
    if (chosen !== this.list.chosen) return; // another run has been opened
    this.reportText = text;
    this.drawReport();
    $("run-report-card").hidden = false;
    $("run-report-card").scrollIntoView({ block: "nearest" });
  }

  drawReport() {
    $("run-report-frame").replaceChildren(make("iframe", { sandbox: "", title: t("report"), srcdoc: translatedReport(this.reportText), tabindex: "0" }));
  }
}

