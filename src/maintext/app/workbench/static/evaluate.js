// Evaluate: methods on a corpus of gold texts: leaderboard, worst pages, what each lost and added.
import { ask, askFile, Failure } from "./ask.js";
import { $, fillSelect, make, once, redraw, saveAs } from "./page.js";
import { RunList } from "./runs.js";
import { RecordTable } from "./table.js";
import { methodName, number, t } from "./texts.js";

const METRICS = ["f1", "precision", "recall", "with_rate", "without_rate", "ms_mean", "n_pages", "n_crashed"];
const CHOSEN = ["learned", "main_subtree", "html2article", "all_text"];
const BOARD_MS = 2000;

export class Evaluate {
  constructor({ state, guarded, open, go }) {
    Object.assign(this, { state, guarded, openPage: open });
    this.corpora = [];
    this.methods = new Set(CHOSEN);
    this.models = new Set();
    this.sets = new Set();
    this.table = new RecordTable($("worst"), { guarded, empty: "no_records_yet", pick: (n) => guarded(() => this.page(n)) });
    this.list = new RunList({ guarded, go, prefix: "evaluate", kinds: ["evaluate", "train"], left: () => this.left(), opened: (run) => this.opened(run), changed: (run, before) => this.changed(run, before) });
    const start = once((kind) => guarded(() => this.start(kind)));
    $("evaluate-form").addEventListener("submit", (event) => { event.preventDefault(); start("evaluate"); });
    $("train-start").addEventListener("click", () => start("train"));
    $("corpus").addEventListener("change", () => { this.sets.clear(); this.choices(); });
    $("board-group").addEventListener("change", () => this.board());
    $("diff-look").addEventListener("click", () => {
      this.state.gold = this.shownPage.gold;
      this.openPage("compare", { html: this.shownPage.html, ...(this.shownPage.url ? { url: this.shownPage.url } : {}) }, this.shownPage.title);
    });
  }

  shown([id] = []) {
    this.list.leave(id);
    this.guarded(async () => {
      await this.list.load();
      this.corpora = (await ask("/api/corpora")).corpora;
      this.choices();
      const wanted = this.list.chosen ?? id ?? this.list.runs[0]?.id;
      if (wanted && (wanted !== this.list.chosen || id)) await this.list.open(wanted);
    });
  }

  translate() {
    this.choices();
    this.list.draw();
    if (this.groups && this.list.run) this.nameGroups();
    if (this.shownPage) this.aboutPage();
    if (this.table.answer && this.list.run) this.table.draw();
  }

  // -- what to evaluate ---------------------------------------------------------------------------

  choices() {
    fillSelect($("corpus"), !this.corpora.length ? [["", t("none")]] : this.corpora.map(({ id, name }) => [id, id === "marked" ? t("own_corpus") : name]));
    for (const name of ["evaluate-start", "train-start"]) $(name).disabled = !this.corpora.length;
    $("corpus").disabled = !this.corpora.length;
    const sets = this.corpora.find((one) => one.id === $("corpus").value)?.sets ?? [];
    $("evaluate-sets-line").hidden = sets.length < 2;
    $("evaluate-sets").replaceChildren(...sets.map((name) => tick(name, name, this.sets, () => this.abouts())));
    const methods = this.state.catalogue.filter(({ id }) => !id.startsWith("model:")).map((one) => tick(one.id, methodName(one.id), this.methods, () => this.abouts()));
    const models = this.list.runs.filter((run) => run.has_model).map((run) => tick(run.id, t("model_of", { name: run.title, id: run.id.slice(0, 4) }), this.models, () => this.abouts()));
    $("evaluate-methods").replaceChildren(...methods, ...models);
    this.abouts();
  }

  abouts() {
    $("evaluate-sets-about").textContent = this.sets.size ? t("sets_are", { names: [...this.sets].join(", ") }) : t("all_sets");
    $("evaluate-methods-about").textContent = t("methods_are", { n: number(this.methods.size + this.models.size), names: [...this.methods].slice(0, 5).map(methodName).join(t("comma")) + (this.methods.size > 5 ? " …" : "") });
  }

  async start(kind) {
    const common = { corpus: $("corpus").value, sets: [...this.sets], limit: Math.max(0, Math.round(Number($("evaluate-limit").value) || 0)), max_minutes: 600 };
    if (kind === "evaluate" && !this.methods.size) throw new Failure(t("no_methods"), "");
    const request = kind === "train" ? common : { ...common, methods: [...this.methods], models: [...this.models] };
    const run = await ask(`/api/run/${kind}`, request);
    await this.list.open(run.id);
  }

  // -- what came of it ----------------------------------------------------------------------------

  left() {
    this.table.close();
    for (const name of ["board", "worst", "diff"]) $(`${name}-card`).hidden = true;
  }

  async opened(run) {
    this.left();
    this.model(run);
    if (run.kind === "train") return;
    await this.means();
    if (run.id !== this.list.chosen) return; // another run has been opened
    $("board-card").hidden = $("worst-card").hidden = false;
    await this.table.open(run.id, { sort: "f1", order: "up", values: this.first() });
  }

  // The worst pages of the best system say most.
  first() {
    const system = this.rows()[0]?.system;
    return system ? { system } : {};
  }

  async changed(run, before) {
    this.model(run);
    if (run.kind === "train") {
      this.choices();
      return;
    }
    const isOver = before.status !== run.status;
    if (!isOver && performance.now() - (this.asked ?? 0) < BOARD_MS) return;
    this.asked = performance.now();
    await this.means();
    if (!this.table.values.system) Object.assign(this.table.values, this.first());
    await this.table.load();
  }

  model(run) {
    $("evaluate-exports").querySelector("[data-model]")?.remove();
    for (const button of $("evaluate-exports").children) button.hidden = run.kind === "train";
    if (run.has_model) $("evaluate-exports").prepend(make("button", { type: "button", "data-model": "", onclick: () => this.guarded(async () => saveAs("model.npz", await askFile(`/api/runs/${run.id}/model`))) }, t("download_model")));
  }

  async means() {
    const { chosen } = this.list;
    const { groups } = await ask(`/api/runs/${chosen}/board`);
    if (chosen !== this.list.chosen) return;
    this.groups = groups;
    this.nameGroups();
  }

  nameGroups() {
    const names = [...new Set(this.groups.map((one) => one.group))];
    fillSelect($("board-group"), names.map((name) => [name, name === "overall" ? t("overall") : name]));
    this.board();
  }

  rows() {
    const by = (one) => one.f1 ?? one.with_rate ?? -1;
    return this.groups.filter((one) => one.group === $("board-group").value).sort((a, b) => by(b) - by(a));
  }

  board() {
    const rows = this.rows();
    const metrics = METRICS.filter((name) => rows.some((row) => row[name] !== null && (name !== "n_crashed" || row[name])));
    const best = Math.max(...rows.map((row) => row.f1 ?? 0));
    redraw($("board"), () => $("board").replaceChildren(
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, make("span", { class: "sr" }, t("rank"))), make("th", { scope: "col" }, t("method")), ...metrics.map((name) => make("th", { scope: "col" }, t(`metric_${name}`))))),
      make("tbody", {}, ...rows.map((row, i) => make("tr", { class: row.f1 === best ? "best" : null }, make("td", {}, number(i + 1)),
        make("th", { scope: "row" }, make("button", { type: "button", class: "link", "data-system": row.system, onclick: () => this.system(row.system) }, methodName(row.system)),
          row.trained_here ? make("span", { class: "trained", title: t("trained_here") }, " *") : null),
        ...metrics.map((name) => make("td", { class: name }, row[name] === null ? "–" : name === "f1" ? bar(row.f1) : "", row[name] === null || name === "f1" ? "" : number(row[name], name.startsWith("n_") ? 0 : name === "ms_mean" ? 1 : 3)))))),
    ));
  }

  system(name) {
    const group = this.groups.find((one) => one.group === $("board-group").value);
    this.table.values = { system: name, ...(group?.set ? { set: group.set } : {}) };
    this.table.change({ sort: "f1", order: "up" });
    $("worst-card").scrollIntoView({ block: "nearest" });
  }

  async page(n) {
    const { run } = this.table;
    const page = await ask(`/api/runs/${run}/pages/${n}`);
    if (run !== this.table.run) return; // another run has been opened
    this.shownPage = page;
    this.aboutPage();
    const pieces = page.gold === null ? [["found", page.text]] : page.difference;
    $("diff").replaceChildren(...(pieces.length ? pieces.flatMap(([kind, text], i) => [gap(pieces[i - 1]?.[1], text), make({ same: "span", gold: "del", found: "ins" }[kind], {}, text)]) : [make("p", { class: "hint" }, t("both_empty"))]));
    $("diff-card").hidden = false;
    $("diff").scrollTop = 0;
    $("diff-card").scrollIntoView({ block: "start", behavior: "smooth" });
  }

  aboutPage() {
    const { title, url, system } = this.shownPage;
    $("diff-title").textContent = title || url || t("untitled");
    $("diff-about").textContent = [methodName(system), url].filter(Boolean).join(" · ");
  }
}

function tick(value, label, chosen, changed) {
  const box = make("input", { type: "checkbox", value, onchange: () => { if (box.checked) chosen.add(value); else chosen.delete(value); changed(); } });
  box.checked = chosen.has(value);
  return make("label", { class: "check" }, box, make("span", {}, label));
}

// Pieces of two texts may meet without white space.
const gap = (before, after) => (/[\p{L}\p{N}]$/u.test(before ?? "") && /^[\p{L}\p{N}]/u.test(after) ? " " : "");

function bar(share) {
  return make("span", { class: "bar" }, make("meter", { min: 0, max: 1, value: share, "aria-hidden": "true" }), number(share, 3));
}
