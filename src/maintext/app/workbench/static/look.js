// Look: the page with what was kept, next to the result in its forms.
import { askLast } from "./ask.js";
import { $, copy, download, fillSelect, Framed, make, methodOf, sayDrawing, showResult } from "./page.js";
import { reason } from "./reasons.js";
import { columnName } from "./table.js";
import { languageName, methodName, number, t, tOr, valueName } from "./texts.js";

const TABS = ["text", "markdown", "html", "json", "fields"];
const FILES = { text: ["txt", "text/plain"], markdown: ["md", "text/markdown"], html: ["html", "text/html"], json: ["json", "application/json"], fields: ["json", "application/json"] };
// Names of fields in the document and in its provenance.
const FIELDS = [
  ["title", "title"], ["subtitle", "subtitle"], ["authors", "author"], ["credits", "credit"], ["published", "published"], ["modified", "modified"],
  ["source", "source"], ["original_title", "original_title"], ["site_name", "site_name"], ["language", "language"],
  ["description", "description"], ["categories", "category"], ["tags", "tag"], ["licence", "licence"],
  ["canonical_url", "canonical_url"], ["source_url", "source_url"],
];
const COUNTED = ["images", "media", "links", "tables", "comments"];

export class Look {
  constructor({ state, guarded, read, go }) {
    this.state = state;
    this.source = null;
    this.answer = null;
    this.tab = "text";
    this.block = -1;
    this.pinned = false;
    const again = () => {
      this.controls();
      if (this.source) guarded(() => read("look", this.source));
    };
    $("look-offer").lastElementChild.addEventListener("click", () => go("table"));
    $("method").addEventListener("change", again);
    $("focus").addEventListener("change", again);
    $("previous").addEventListener("click", () => this.step(-1));
    $("next").addEventListener("click", () => this.step(1));
    $("inspector").addEventListener("keydown", (event) => this.key(event));
    $("copy").addEventListener("click", () => this.copied());
    $("download").addEventListener("click", () => {
      const [suffix, type] = FILES[this.tab];
      download(`${this.state.name}.${suffix}`, this.shownText(), type);
    });
    $("tabs").addEventListener("keydown", (event) => this.tabKey(event));
  }

  async run(source) {
    const method = $("method").value;
    const focus = document.querySelector("input[name=focus]:checked").value;
    const options = method === "learned" && focus !== "balanced" ? { method_options: { focus } } : {};
    const answer = await askLast(this, "/api/look", { ...source, ...methodOf(method), ...options });
    if (!answer) return;
    this.source = source;
    this.answer = answer;
    this.block = -1;
    this.pinned = false;
    showResult("look", true);
    this.drawing();
    this.frame();
    this.result();
  }

  clear() {
    this.source = this.answer = null;
    showResult("look", false);
    $("look-drawing").hidden = $("look-offer").hidden = true;
  }

  translate() {
    fillSelect($("method"), this.state.catalogue.map(({ id }) => [id, methodName(id)]), $("method").value || this.state.catalogue.find((method) => method.default)?.id);
    this.controls();
    if (this.answer) {
      this.result();
      this.inspect();
      this.drawing();
    }
  }

  drawing() {
    sayDrawing($("look-drawing"), this.answer, this.source, this.state);
    const n = this.source.url ? this.answer.n_items : 0;
    $("look-offer").hidden = !n;
    $("look-offer").firstElementChild.textContent = t("list_found", { n: number(n) });
  }

  controls() {
    const method = this.state.catalogue.find((one) => one.id === $("method").value);
    $("focus").hidden = method.id !== "learned";
    $("idea").replaceChildren(...(method.source ? [make("code", {}, method.id), ` · ${tOr(`source_${method.id}`, method.source)}`] : []));
  }

  // -- the page -----------------------------------------------------------------------------------

  frame() {
    const { view } = this.answer;
    this.marksOf = view.blocks.map(() => []);
    view.block_of.forEach((block, k) => this.marksOf[block]?.push(k));
    this.framed = new Framed($("look-frame"), view, {
      title: t("original_safe"),
      hover: (k) => { if (!this.pinned && k >= 0) this.at(view.block_of[k]); },
      pick: (k) => this.pin(view.block_of[k]),
      key: (event) => this.key(event),
      ready: (framed) => {
        framed.paint((k) => (view.kept[k] ? "kept" : "off"));
        const first = view.kept.indexOf(1);
        if (first >= 0) framed.show(first);
      },
    });
    this.inspect();
  }

  pin(block) {
    this.pinned = !(this.pinned && this.block === block);
    this.at(block);
  }

  step(by) {
    const seen = this.marksOf.map((marks, block) => (marks.length ? block : -1)).filter((block) => block >= 0);
    if (!seen.length) return;
    const place = seen.indexOf(this.block);
    const next = seen[place < 0 ? Math.max(0, seen.indexOf(this.answer.view.block_of[this.answer.view.kept.indexOf(1)])) : Math.min(seen.length - 1, Math.max(0, place + by))];
    this.pinned = true;
    this.at(next);
    this.framed.show(this.marksOf[next][0]);
  }

  key(event) {
    const by = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
    if (event.key === "Escape") this.pinned = false;
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.step(by);
  }

  at(block) {
    this.framed.toggle(this.marksOf[this.block] ?? [], "at", false);
    this.block = block;
    this.framed.toggle(this.marksOf[block] ?? [], "at", true);
    this.inspect();
  }

  inspect() {
    const block = this.answer.view.blocks[this.block];
    if (!block) {
      $("inspector").replaceChildren(make("p", { class: "hint" }, t("hover_hint")));
      return;
    }
    const isKept = this.marksOf[this.block].some((k) => this.answer.view.kept[k]);
    // A copy or a sign that the method keeps is still left out of the text.
    const why = block.kept && !isKept ? t("left_out") : reason(block.reason);
    const score = block.score === null ? null : make("span", { class: "score" }, `${t("score")} ${block.score}`);
    $("inspector").replaceChildren(
      make("p", { class: "verdict" }, make("b", { class: isKept ? "badge kept" : "badge off" }, t(isKept ? "kept" : "dropped")), make("span", {}, why), score),
      make("p", { class: "path" }, make("code", {}, block.path)),
      make("p", { class: "quote" }, block.text.length > 180 ? `${block.text.slice(0, 180)}…` : block.text),
    );
  }

  // -- the result ---------------------------------------------------------------------------------

  result() {
    const { document: found } = this.answer;
    $("result-title").textContent = found.title ?? t("untitled");
    $("result-about").textContent = [found.author, found.published && valueName("published", found.published), found.source ?? found.site_name, found.outcome === "found" && found.kind && t(`kind_${found.kind}`), languageName(found.language)].filter(Boolean).join(" · ");
    $("tabs").replaceChildren(...TABS.map((name) => make("button", {
      type: "button", role: "tab", id: `tab-${name}`, "aria-selected": String(name === this.tab), "aria-controls": "panel", tabindex: name === this.tab ? "0" : "-1",
      onclick: () => this.choose(name),
    }, t(`tab_${name}`))));
    this.panel();
  }

  choose(name) {
    this.tab = name;
    for (const tab of $("tabs").children) {
      const isChosen = tab.id === `tab-${name}`;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
    }
    this.panel();
  }

  tabKey(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    this.choose(TABS[(TABS.indexOf(this.tab) + by + TABS.length) % TABS.length]);
    $(`tab-${this.tab}`).focus();
  }

  shownText() {
    const { document: found } = this.answer;
    if (this.tab === "fields") return JSON.stringify(Object.fromEntries([...FIELDS.map(([name]) => [name, found[name]]), ["provenance", found.provenance]]), null, 2);
    return this.tab === "json" ? JSON.stringify(found, null, 2) : found[this.tab];
  }

  panel() {
    const { document: found } = this.answer;
    $("panel").setAttribute("aria-labelledby", `tab-${this.tab}`);
    $("panel").className = `panel ${this.tab}`;
    $("size").textContent = this.tab === "fields" ? "" : t("characters", { n: number([...this.shownText()].length) });
    $("panel").scrollTop = 0;
    if (this.tab === "fields") return $("panel").replaceChildren(fieldTable(found, this.state.name));
    if (this.tab !== "text") return $("panel").replaceChildren(make("pre", {}, make("code", {}, this.shownText())));
    const notes = found.text_origin === "visible" ? [] : [make("p", { class: "notice" }, t("from_script", { origin: found.text_origin }))];
    if (found.outcome !== "found") notes.push(make("p", { class: "notice" }, t(found.outcome)));
    const { frames } = this.answer;
    if (frames.length) notes.push(make("div", { class: "notice" }, t("in_frames"), make("ul", { class: "notes" }, ...frames.map((url) => make("li", {}, make("a", { href: `#look?${new URLSearchParams({ url })}` }, url))))));
    return $("panel").replaceChildren(...notes, ...found.text.split("\n").filter((line) => line.trim()).map((line) => make("p", {}, line)));
  }

  async copied() {
    await copy(this.shownText());
    $("copy").textContent = t("copied");
    setTimeout(() => { $("copy").textContent = t("copy"); }, 1500);
  }
}

// A table as CSV for spreadsheets, which would run a cell that begins like a formula.
function csv(rows) {
  const cell = (text) => `"${text.replace(/^(?=[=+\-@\t\r])(?![+-]?[\d.,]+$)/, "'").replaceAll('"', '""')}"`;
  return `\ufeff${rows.map((row) => `${row.map((text) => cell(text ?? "")).join(",")}\r\n`).join("")}`;
}

function fieldTable(found, name) {
  const rows = FIELDS.filter(([name]) => (Array.isArray(found[name]) ? found[name].length : found[name] !== null)).map(([name, key]) => {
    const from = found.provenance[key];
    const value = Array.isArray(found[name]) ? found[name].map((one) => (one.name ? `${one.name}${one.role === "author" ? "" : ` (${t(`role_${one.role}`)})`}` : one)).join(t("comma")) : found[name];
    return make("tr", {}, make("th", { scope: "row" }, columnName(name)), make("td", {}, valueName(name, value)), make("td", { class: "origin" }, from ? make("span", {}, valueName("origin", from.origin)) : "", from && from.confidence !== null ? make("span", { class: "sure", title: t("confidence") }, `${Math.round(from.confidence * 100)} %`) : ""));
  });
  const tables = found.tables.map(({ rows: lines }, i) => make("li", {}, make("button", { type: "button", class: "link", onclick: () => download(`${name}-${i + 1}.csv`, csv(lines), "text/csv") }, t("table_as_csv", { n: i + 1, rows: number(lines.length) }))));
  const counts = COUNTED.filter((name) => found[name].length).map((name) => `${columnName(name)} ${found[name].length}`).join(" · ");
  return make("div", {},
    rows.length ? make("table", { class: "fields" }, make("thead", {}, make("tr", {}, ...["field", "value", "origin"].map((name) => make("th", { scope: "col" }, t(name))))), make("tbody", {}, ...rows)) : make("p", { class: "hint" }, t("no_fields")),
    make("p", { class: "hint" }, counts), make("ul", { class: "pages" }, ...tables));
}
