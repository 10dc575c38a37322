// Teach: click elements of a page, and rules for its site are learned from them.
import { ask, askLast, base64, Failure } from "./ask.js";
import { recalled, remember } from "./memory.js";
import { $, download, Framed, make, marksIn, sayDrawing, showResult } from "./page.js";
import { reason } from "./reasons.js";
import { columnName } from "./table.js";
import { t, valueName } from "./texts.js";

const FIELDS = ["body", "title", "author", "date", "source", "tags"];
const MOST_PAGES = 5; // that the server learns from
const SHOWN_CHARACTERS = 120;

export class Teach {
  constructor({ state, guarded, open, views }) {
    this.state = state;
    this.open = open;
    $("run-site").addEventListener("click", () => views().runs.crawlWith(new URL("/", this.source.url).href, this.taught.wrapper));
    this.source = null;
    this.view = null;
    this.at = -1; // the text that the keys are at
    this.begin(recalled("teach"));
    $("fields").addEventListener("keydown", (event) => this.chipKey(event));
    $("own-field").addEventListener("click", () => this.add());
    $("wider").addEventListener("click", () => this.wider());
    $("narrower").addEventListener("click", () => this.narrower());
    $("unpick").addEventListener("click", () => { this.clicks.delete(this.field); this.paint(); });
    $("learn").addEventListener("click", () => guarded(() => this.learn()));
    $("save").addEventListener("click", () => download(`${$("site").value.trim() || this.state.name}.toml`, this.taught.wrapper, "text/plain"));
    $("apply").addEventListener("submit", (event) => {
      event.preventDefault();
      guarded(() => this.apply());
    });
    $("apply-file").addEventListener("change", () => guarded(() => this.apply()));
  }

  async run(source) {
    const answer = await askLast(this, "/api/look", { ...source });
    if (!answer) return;
    const { document: found, view } = answer;
    this.answer = answer;
    this.source = source;
    this.view = view;
    this.at = -1;
    this.turnTo(source, found.title || source.url || this.state.name);
    // Rows of elements by their number, for names.
    this.names = new Map(view.element.map((row, i) => [row, view.name[i]]));
    showResult("teach", true);
    this.showTaught();
    this.framed = new Framed($("teach-frame"), view, {
      title: t("original_safe"),
      pick: (k) => this.pick(k),
      key: (event) => this.key(event),
      ready: (framed) => { framed.root.classList.add("pick"); this.paint(); },
    });
    this.translate();
  }

  clear() {
    this.source = this.view = null;
    showResult("teach", false);
    $("teach-drawing").hidden = true;
  }

  // -- the pages with clicks ----------------------------------------------------------------------

  // Anew, or with what was kept when the page was loaded again.
  begin(kept) {
    this.fields = kept?.fields ?? [...FIELDS];
    this.field = "body";
    this.taught = kept?.taught ?? null;
    // Pages with clicks, field → {row, deepest}; the one that is shown is among them, clicks or not.
    this.pages = (kept?.pages ?? []).map((one) => ({ ...one, clicks: new Map(one.clicks) }));
    this.page = null;
    $("site").value = kept?.site ?? "";
    $("applied").replaceChildren();
  }

  get clicks() { return this.page.clicks; }

  // All clicks as one text, to tell whether the rules are of them.
  get clicked() { return JSON.stringify(this.examples.map(({ source, clicks }) => [source.url, [...clicks].map(([name, { row }]) => [name, row])])); }

  get examples() { return this.pages.filter((one) => one.clicks.size); }

  // Clicks on pages of another site are of no use here.
  turnTo(source, title) {
    const host = hostOf(source);
    if (host && this.pages.some((one) => hostOf(one.source) && hostOf(one.source) !== host)) this.begin(null);
    const known = JSON.stringify(source);
    this.page = this.examples.find((one) => JSON.stringify(one.source) === known) ?? { source, title, clicks: new Map() };
    this.pages = [...new Set([...this.examples, this.page])];
  }

  keep() {
    const pages = this.examples.map((one) => ({ ...one, clicks: [...one.clicks] }));
    remember("teach", { pages, fields: this.fields, taught: this.taught, site: $("site").value });
  }

  showPages() {
    const one = (page) => make("li", {},
      make("button", { type: "button", class: "link", "aria-current": page === this.page ? "page" : null, onclick: () => this.open("teach", page.source, page.title) }, page.title),
      make("span", { class: "hint" }, [...page.clicks.keys()].map((name) => this.label(name)).join(t("comma"))),
      make("button", { type: "button", class: "quiet", "aria-label": `${t("unpick")}: ${page.title}`, title: t("unpick"), onclick: () => { page.clicks.clear(); this.paint(); } }, "×"));
    $("example-pages").hidden = !this.examples.length;
    $("example-pages").lastElementChild.replaceChildren(...this.examples.map(one));
  }

  translate() {
    if (!this.view) return;
    $("own-field").textContent = `+ ${t("own_field")}`;
    sayDrawing($("teach-drawing"), this.answer, this.source, this.state);
    this.chips();
    this.showPages();
    this.showTaught();
    this.tell();
  }

  // -- the fields ---------------------------------------------------------------------------------

  // Chips are changed where they stand: one that is made anew would lose the focus.
  chips() {
    const there = new Map([...$("fields").children].map((chip) => [chip.dataset.field, chip]));
    for (const name of this.fields) {
      const chip = there.get(name) ?? make("button", { type: "button", role: "radio", "data-field": name, onclick: () => this.chooseField(name) });
      const isChosen = name === this.field;
      chip.className = `chip${this.clicks.has(name) ? " has" : ""}`;
      chip.setAttribute("aria-checked", String(isChosen));
      chip.tabIndex = isChosen ? 0 : -1;
      if (chip.textContent !== this.label(name)) chip.textContent = this.label(name);
      if (!there.delete(name)) $("fields").append(chip);
    }
    for (const chip of there.values()) chip.remove();
  }

  chooseField(name) {
    this.field = name;
    this.paint();
  }

  chipKey(event) {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const n = this.fields.length;
    const next = { Home: 0, End: n - 1 }[event.key] ?? (by && (this.fields.indexOf(this.field) + by + n) % n);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.chooseField(this.fields[next]);
    $("fields").children[next].focus();
  }

  label(name) {
    return FIELDS.includes(name) ? t(`teach_${name}`) : name;
  }

  add() {
    const name = prompt(t("own_field_name"))?.trim().replace(/[^\p{L}\p{N}_-]+/gu, "_");
    if (!name) return;
    const known = this.fields.find((one) => [one, this.label(one)].includes(name));
    if (!known) this.fields.push(name);
    this.chooseField(known ?? name);
  }

  // -- choosing an element ------------------------------------------------------------------------

  pick(k) {
    this.at = k;
    const deepest = this.view.parent[this.view.row[k]];
    this.clicks.set(this.field, { row: deepest, deepest });
    this.paint();
  }

  // In the page, as in Look: the keys go from text to text, Enter chooses one.
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
    const isChoice = (event.key === "Enter" || event.key === " ") && this.at >= 0;
    if (!by && !isChoice) return;
    event.preventDefault();
    if (by) this.step(by);
    else this.pick(this.at);
  }

  step(by) {
    const { marks } = this.framed;
    let next = this.at + by;
    while (marks[next] && !marks[next].getClientRects().length) next += by; // hidden in the page
    if (!marks[next]) return;
    this.at = next;
    this.framed.show(next);
    this.paint();
    $("picked").textContent = t("at_text", { text: marks[next].textContent.trim().slice(0, SHOWN_CHARACTERS) });
  }

  wider() {
    const click = this.clicks.get(this.field);
    if (!click) return;
    // Up to the next element that holds more of what can be seen.
    const now = this.marksIn(click.row).length;
    let row = this.view.parent[click.row];
    while (row > 0 && this.marksIn(row).length === now) row = this.view.parent[row];
    if (row > 0) click.row = row;
    this.paint();
  }

  narrower() {
    const click = this.clicks.get(this.field);
    if (!click) return;
    const chain = [];
    for (let row = click.deepest; row >= 0 && row !== click.row; row = this.view.parent[row]) chain.push(row);
    const now = this.marksIn(click.row).length;
    const next = chain.reverse().find((row) => this.marksIn(row).length < now);
    if (next !== undefined) click.row = next;
    this.paint();
  }

  marksIn(row) { return marksIn(this.view, row); }

  paint() {
    const other = new Set();
    for (const [name, click] of this.clicks) if (name !== this.field) this.marksIn(click.row).forEach((k) => other.add(k));
    const mine = new Set(this.clicks.has(this.field) ? this.marksIn(this.clicks.get(this.field).row) : []);
    this.framed.paint((k) => this.marked(k, mine.has(k) ? "picked" : other.has(k) ? "other" : ""));
    this.translate();
    this.keep();
  }

  marked(k, name) { return k === this.at ? `${name} at` : name; }

  tell() {
    if (!this.view) return;
    const click = this.clicks.get(this.field);
    $("picked").textContent = click ? t("picked", { field: this.label(this.field), name: this.names.get(click.row), n: this.marksIn(click.row).length }) : t("pick_hint", { field: this.label(this.field) });
    for (const id of ["wider", "narrower", "unpick"]) $(id).disabled = !click;
  }

  // -- learning and trying ------------------------------------------------------------------------

  async learn() {
    const examples = this.examples.length ? this.examples : [this.page];
    if (examples.length > MOST_PAGES) throw new Failure(t("most_examples", { n: MOST_PAGES }), "");
    const pages = examples.map(({ source, clicks }) => ({ ...source, clicks: Object.fromEntries([...clicks].map(([name, click]) => [name, [click.row]])) }));
    const { clicked } = this;
    const { wrapper, not_learned: unlearned, results } = await ask("/api/teach", { pages, site: $("site").value.trim() });
    // Of what was found no more is kept than is shown.
    const shown = results.map(({ drift, fields, document: found }, i) => ({ drift, fields, title: examples[i].title, document: { text: found.text } }));
    this.taught = { wrapper, unlearned, results: shown, clicked };
    this.keep();
    this.showTaught();
    $("applied").replaceChildren();
  }

  // What the rules give on the pages they were learned from, then the rules.
  showTaught() {
    const { taught } = this;
    const isShown = (one) => one.title === this.page.title;
    const isOld = taught && taught.clicked !== this.clicked;
    $("second").hidden = $("save").hidden = !taught || isOld;
    $("run-site").hidden = !taught || isOld || !this.source.url;
    $("learned").replaceChildren(...(isOld ? [make("p", { class: "notice", role: "status" }, t("clicks_changed"))] : taught ? [
      ...(taught.unlearned?.length ? [make("p", { class: "notice", role: "alert" }, t("not_learned", { fields: taught.unlearned.map((name) => this.label(name)).join(t("comma")) }))] : []),
      ...[...taught.results].sort((one, other) => isShown(other) - isShown(one)).flatMap((one) => [taught.results.length > 1 ? make("h3", {}, one.title) : null, ...this.outcome(one)]).filter(Boolean),
      make("details", { class: "rules" }, make("summary", {}, t("wrapper_file")), make("pre", { class: "file", tabindex: "0" }, taught.wrapper)),
    ] : []));
  }

  async apply() {
    const file = $("apply-file").files[0];
    const url = $("apply-url").value.trim();
    if (!url && !file) throw new Failure(t("no_page_to_apply"), "");
    const source = file ? { file: await base64(file) } : { url: /^https?:\/\//i.test(url) ? url : `https://${url}` };
    $("apply-file").value = "";
    const wrapped = await ask("/api/apply", { ...source, wrapper: this.taught.wrapper });
    $("applied").replaceChildren(...this.outcome(wrapped));
  }

  outcome(wrapped) {
    const rows = Object.entries(wrapped.fields).map(([name, value]) => make("tr", {}, make("th", { scope: "row" }, columnName(name)), make("td", {}, Array.isArray(value) ? value.join(t("comma")) : valueName(name, String(value)))));
    const clicked = new Set(this.examples.flatMap(({ clicks }) => [...clicks.keys()]));
    const missing = [...clicked].filter((name) => name !== "body" && !wrapped.fields[name]?.length && !this.taught.unlearned?.includes(name));
    return [
      wrapped.drift.length ? make("p", { class: "notice" }, `${t("drift")} ${wrapped.drift.map(reason).join(t("semicolon"))}`) : make("p", { class: "notice good" }, t("fits")),
      missing.length && !wrapped.drift.length ? make("p", { class: "notice" }, t("no_value_here", { fields: missing.map((name) => this.label(name)).join(t("comma")) })) : "",
      make("table", { class: "fields" }, make("tbody", {}, ...rows)),
      make("div", { class: "panel text short", tabindex: "0" }, ...wrapped.document.text.split("\n").filter(Boolean).map((line) => make("p", {}, line))),
    ];
  }
}

function hostOf(source) {
  return source.url ? new URL(source.url).host.replace(/^www\./, "") : "";
}
