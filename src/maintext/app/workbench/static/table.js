// A table of records that the server filters and sorts, a page at a time.
import { askLast } from "./ask.js";
import { make, redraw } from "./page.js";
import { reason } from "./reasons.js";
import { number, t, valueName } from "./texts.js";

const ROWS = 100;
const NUMERIC = new Set(["n_words", "n_changes", "n_chars", "f1", "precision", "recall", "cpu_ms"]);
const SHARES = new Set(["f1", "precision", "recall"]);
const WAIT_MS = 250;

export class RecordTable {
  constructor(holder, { pick, guarded, empty }) {
    this.holder = holder;
    this.pick = pick;
    this.guarded = guarded;
    this.empty = empty;
    this.run = this.answer = null;
    this.values = {};
    this.questions = 0;
  }

  async open(run, { sort = "", order = "up", values = {} } = {}) {
    this.run = run;
    this.query = { start: 0, text: "", sort, order };
    this.values = { ...values };
    this.answer = null;
    this.search = make("input", { type: "search", class: "search", placeholder: t("search"), "aria-label": t("search"), "data-t-placeholder": "search", "data-t-label": "search", oninput: () => this.typed() });
    this.chosen = make("span", { class: "group" });
    this.count = make("span", { class: "hint push", "aria-live": "polite" });
    this.body = make("div", { class: "records", tabindex: "0", role: "region", "aria-label": t("records"), "data-t-label": "records" });
    this.pager = make("div", { class: "row pager" });
    this.holder.replaceChildren(make("div", { class: "row above" }, this.search, this.chosen, this.count), this.body, this.pager);
    await this.load();
  }

  // Until the next run is open, nothing of the last one can be chosen.
  close() {
    this.run = this.answer = null;
    this.questions++;
    this.holder.replaceChildren();
  }

  typed() {
    clearTimeout(this.typing);
    this.typing = setTimeout(() => this.change({ text: this.search.value.trim() }), WAIT_MS);
  }

  change(query) {
    Object.assign(this.query, { start: 0 }, query);
    return this.guarded(() => this.load());
  }

  async load() {
    if (!this.run) return;
    const words = Object.entries({ ...this.query, ...this.values, limit: ROWS }).filter(([, value]) => value !== "");
    const answer = await askLast(this, `/api/runs/${this.run}/records?${new URLSearchParams(words)}`);
    if (!answer) return;
    const before = this.body.scrollTop;
    const isSame = this.answer && this.lastStart === this.query.start;
    this.answer = answer;
    this.lastStart = this.query.start;
    this.draw();
    this.body.scrollTop = isSame ? before : 0;
  }

  draw() { redraw(this.holder, () => this.fill(), this.body); }

  fill() {
    const { answer } = this;
    this.facets();
    const all = answer.n_found === answer.n_records;
    this.count.textContent = all ? t("n_records", { n: number(answer.n_records) }) : t("n_of_records", { n: number(answer.n_found), all: number(answer.n_records) });
    if (!answer.rows.length) {
      this.body.replaceChildren(make("p", { class: "hint pad" }, t(answer.n_records ? "nothing_fits" : this.empty)));
      this.pager.replaceChildren();
      return;
    }
    // Columns without a value on this page would only push the others away.
    const shown = answer.columns.map((name, i) => ({ name, i })).filter(({ name, i }) => name === this.query.sort || answer.rows.some((row) => row.values[i] !== null));
    const head = make("tr", {}, ...shown.map(({ name }) => this.heading(name)));
    this.body.replaceChildren(make("table", {}, make("thead", {}, head), make("tbody", {}, ...answer.rows.map((row) => this.row(row, shown)))));
    this.pages();
  }

  heading(name) {
    const isSorted = this.query.sort === name;
    const way = isSorted ? (this.query.order === "up" ? "ascending" : "descending") : "none";
    return make("th", { scope: "col", "aria-sort": way, class: NUMERIC.has(name) ? "n" : null }, make("button", { type: "button", "data-sort": name, onclick: () => this.sort(name) }, columnName(name), make("i", { "aria-hidden": "true" }, isSorted ? (way === "ascending" ? " ↑" : " ↓") : "")));
  }

  sort(name) {
    const isUp = this.query.sort === name ? this.query.order !== "up" : !NUMERIC.has(name) || SHARES.has(name);
    this.change({ sort: name, order: isUp ? "up" : "down" });
  }

  row(row, shown) {
    const open = () => this.pick(row.n);
    const line = make("tr", { tabindex: row === this.answer.rows[0] ? "0" : "-1", "data-n": row.n, onclick: open, onkeydown: (event) => {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); open(); }
      const next = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[event.key];
      if (next && line[next]) { event.preventDefault(); line[next].focus(); }
    } }, ...shown.map(({ name, i }) => make("td", { class: `c-${cssName(name)}${NUMERIC.has(name) ? " n" : ""}`, title: typeof row.values[i] === "string" && row.values[i].length > 40 ? row.values[i] : null }, shownValue(name, row.values[i]))));
    return line;
  }

  facets() {
    const { answer } = this;
    const names = Object.keys(answer.facets);
    if (this.chosen.contains(document.activeElement)) return; // somebody is choosing
    this.chosen.replaceChildren(...names.map((name) => {
      const choice = make("select", { "aria-label": columnName(name), "data-facet": name, onchange: (event) => {
        if (event.target.value === "") delete this.values[name];
        else this.values[name] = event.target.value.slice(1);
        this.change({});
      } }, make("option", { value: "" }, `${columnName(name)}${t("colon")}${t("all")}`), ...Object.entries(answer.facets[name]).map(([value, n]) => make("option", { value: `=${value}` }, `${shownValue(name, value).slice(0, 60) || t("none")} (${number(n)})`)));
      const others = answer.n_records - Object.values(answer.facets[name]).reduce((sum, n) => sum + n, 0);
      if (others > 0) choice.append(make("option", { disabled: true }, `… (${number(others)})`));
      choice.value = name in this.values ? `=${this.values[name]}` : "";
      return choice;
    }));
  }

  pages() {
    const { n_found: n } = this.answer;
    const { start } = this.query;
    if (n <= ROWS) { this.pager.replaceChildren(); return; }
    const go = (to) => this.guarded(() => { this.query.start = to; return this.load(); });
    const last = Math.floor((n - 1) / ROWS) * ROWS;
    const button = (label, name, to, isOff) => make("button", { type: "button", "data-page": name, "aria-label": t(name), title: t(name), disabled: isOff, onclick: () => go(to) }, label);
    this.pager.replaceChildren(
      button("⇤", "first_page", 0, start === 0), button("←", "page_before", Math.max(0, start - ROWS), start === 0),
      make("span", { class: "hint" }, t("rows_of", { from: number(start + 1), to: number(Math.min(start + ROWS, n)), n: number(n) })),
      button("→", "page_after", start + ROWS, start + ROWS >= n), button("⇥", "last_page", last, start + ROWS >= n),
    );
  }
}

export function columnName(name) {
  const key = `column_${name}`;
  const said = t(key);
  return said === key ? name : said;
}

const cssName = (name) => name.replace(/[^a-z0-9_]+/gi, "-");

function shownValue(name, value) {
  if (value === null || value === undefined) return "";
  if (SHARES.has(name)) return number(value, 3);
  if (name === "cpu_ms") return number(value, 1);
  if (NUMERIC.has(name)) return number(value);
  if (name === "drift" || name === "error") return reason(String(value));
  return valueName(name, String(value)).replace(/\s+/g, " ");
}
