// Teach: click elements of a page, and a wrapper for its site is learned from them.
import { ask, base64 } from "./ask.js";
import { download, Framed, make } from "./page.js";
import { ListTeacher } from "./list.js";
import { t } from "./texts.js";

const $ = (id) => document.getElementById(id);
const FIELDS = ["body", "title", "author", "date", "source", "tags"];

export class Teach {
  constructor({ state, guarded, open, views }) {
    this.state = state;
    this.list = new ListTeacher(this, { guarded, open, views });
    for (const radio of document.querySelectorAll("input[name=teach]")) radio.addEventListener("change", () => this.choose(radio.value));
    $("run-site").addEventListener("click", () => views().runs.crawlWith(new URL("/", this.source.url).href, this.taught.wrapper));
    this.source = null;
    this.view = null;
    this.taught = null;
    this.fields = [...FIELDS];
    this.field = "body";
    this.clicks = new Map(); // field → {row, deepest}
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
    const { view } = await ask("/api/look", { ...source });
    this.source = source;
    this.view = view;
    this.clicks.clear();
    this.taught = null;
    // Rows of elements by their number, for names.
    this.names = new Map(view.element.map((row, i) => [row, view.name[i]]));
    document.querySelector("[data-empty=teach]").hidden = true;
    $("teach-result").hidden = false;
    $("second").hidden = true;
    $("save").hidden = $("run-site").hidden = true;
    $("learned").replaceChildren();
    this.list.opened(source);
    this.choose(this.mode);
    this.framed = new Framed($("teach-frame"), view, {
      title: t("original_safe"),
      pick: (k) => this.pick(k),
      ready: (framed) => { framed.root.classList.add("pick"); this.paint(); },
    });
    this.translate();
  }

  get mode() {
    return document.querySelector("input[name=teach]:checked").value;
  }

  // One page with its fields, or a page that lists entries.
  choose(mode) {
    document.querySelector(`input[name=teach][value=${mode}]`).checked = true;
    const isList = mode === "list";
    $("fields").hidden = $("wrapper-card").hidden = isList;
    $("list-card").hidden = !isList;
    $("second").hidden = isList || !this.taught;
    $("wider").parentElement.hidden = isList;
    this.list.show();
    if (this.framed?.root) this.paint();
    this.tell();
  }

  translate() {
    this.list.translate();
    if (!this.view) return;
    const own = make("button", { type: "button", class: "chip", onclick: () => this.add() }, `+ ${t("own_field")}`);
    $("fields").replaceChildren(...this.fields.map((name) => make("button", {
      type: "button", class: `chip${this.clicks.has(name) ? " has" : ""}`, role: "radio", "aria-checked": String(name === this.field), "data-field": name,
      onclick: () => { this.field = name; this.paint(); },
    }, this.label(name))), own);
    this.tell();
  }

  label(name) {
    return FIELDS.includes(name) ? t(`teach_${name}`) : name;
  }

  add() {
    const name = prompt(t("own_field_name"))?.trim().replace(/[^\p{L}\p{N}_-]+/gu, "_");
    if (!name) return;
    if (!this.fields.includes(name)) this.fields.push(name);
    this.field = name;
    this.paint();
  }

  // -- choosing an element ------------------------------------------------------------------------

  pick(k) {
    if (this.mode === "list") {
      this.list.pick(this.view.row[k]);
      return;
    }
    const deepest = this.view.parent[this.view.row[k]];
    this.clicks.set(this.field, { row: deepest, deepest });
    this.paint();
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

  marksIn(row) {
    const end = this.view.end[row];
    const found = [];
    this.view.row.forEach((one, k) => { if (one >= row && one < end) found.push(k); });
    return found;
  }

  paint() {
    if (this.mode === "list") {
      this.framed.paint((k) => this.list.look(this.view.row[k]));
      return;
    }
    const other = new Set();
    for (const [name, click] of this.clicks) if (name !== this.field) this.marksIn(click.row).forEach((k) => other.add(k));
    const mine = new Set(this.clicks.has(this.field) ? this.marksIn(this.clicks.get(this.field).row) : []);
    this.framed.paint((k) => (mine.has(k) ? "picked" : other.has(k) ? "other" : ""));
    this.translate();
  }

  tell() {
    if (!this.view) return;
    if (this.mode === "list") {
      $("picked").textContent = t("pick_item");
      return;
    }
    const click = this.clicks.get(this.field);
    $("picked").textContent = click ? t("picked", { field: this.label(this.field), name: this.names.get(click.row), n: this.marksIn(click.row).length }) : t("pick_hint", { field: this.label(this.field) });
    for (const id of ["wider", "narrower", "unpick"]) $(id).disabled = !click;
  }

  // -- learning and trying ------------------------------------------------------------------------

  async learn() {
    const clicks = Object.fromEntries([...this.clicks].map(([name, click]) => [name, [click.row]]));
    this.taught = await ask("/api/teach", { pages: [{ ...this.source, clicks }], site: $("site").value.trim() });
    $("learned").replaceChildren(make("pre", { class: "file", tabindex: "0" }, this.taught.wrapper), ...outcome(this.taught.results[0]));
    $("save").hidden = false;
    $("second").hidden = false;
    $("run-site").hidden = !this.source.url;
    this.list.show();
    $("applied").replaceChildren();
  }

  async apply() {
    const file = $("apply-file").files[0];
    const url = $("apply-url").value.trim();
    const source = url ? { url: /^https?:\/\//i.test(url) ? url : `https://${url}` } : { file: await base64(file ?? new Blob([])) };
    $("apply-file").value = "";
    const wrapped = await ask("/api/apply", { ...source, wrapper: this.taught.wrapper });
    $("applied").replaceChildren(...outcome(wrapped));
  }
}

function outcome(wrapped) {
  const rows = Object.entries(wrapped.fields).map(([name, value]) => make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, Array.isArray(value) ? value.join(", ") : String(value))));
  return [
    wrapped.drift.length ? make("p", { class: "notice" }, `${t("drift")} ${wrapped.drift.join("; ")}`) : make("p", { class: "notice good" }, t("fits")),
    make("table", { class: "fields" }, make("tbody", {}, ...rows)),
    make("div", { class: "panel text short", tabindex: "0" }, ...wrapped.document.text.split("\n").filter(Boolean).map((line) => make("p", {}, line))),
  ];
}
