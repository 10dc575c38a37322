// Teach, for a list: all entries like the one that was clicked, and the recipe of the list and its entries.
import { ask, Failure } from "./ask.js";
import { download, fileName, make } from "./page.js";
import { columnName } from "./table.js";
import { number, t } from "./texts.js";

const $ = (id) => document.getElementById(id);
const SHOWN = 8;
const SHOWN_CHARACTERS = 40;

export class ListTeacher {
  constructor(teach, { guarded, open, views }) {
    this.teach = teach;
    this.guarded = guarded;
    this.list = null; // what /api/items gave, with the address of its page
    this.source = null;
    this.learned = null; // what /api/recipe gave
    $("open-entry").addEventListener("click", () => guarded(async () => {
      this.teach.choose("entry");
      await open("teach", { url: this.list.items[0].url });
    }));
    $("learn-recipe").addEventListener("click", () => guarded(() => this.learn()));
    $("try-recipe").addEventListener("click", () => guarded(() => this.try()));
    $("save-recipe").addEventListener("click", () => guarded(() => this.save()));
    $("download-recipe").addEventListener("click", () => download(`${fileName(this.name())}.toml`, $("recipe").value, "text/plain"));
    $("run-recipe").addEventListener("click", () => guarded(async () => {
      const { runs } = views();
      location.hash = "runs";
      $("run-recipe-text").value = $("recipe").value;
      runs.recipeTitle = this.name();
      runs.kind("recipe");
      await runs.begin("recipe", { recipe: $("recipe").value, title: this.name(), max_minutes: 60, max_pages: Math.max(1, Math.round(Number($("run-pages").value) || 1)) });
    }));
  }

  // Another page is shown in Teach.
  opened(source) {
    this.source = source;
    this.row = null;
    if (this.teach.mode === "list") this.forget();
  }

  forget() {
    this.list = null;
    $("list-items").replaceChildren();
    $("list-about").textContent = "";
    $("list-steps").hidden = true;
    $("recipe").value = $("recipe-name").value = "";
    $("recipe-card").hidden = true;
  }

  pick(row) {
    return this.guarded(async () => {
      const list = await ask("/api/items", { ...this.source, row });
      if (this.list && this.list.url !== this.source.url) this.forget();
      this.list = { ...list, url: this.source.url };
      this.row = row;
      $("recipe").value = "";
      this.show();
      this.teach.paint();
    });
  }

  // Class of the mark of a row: where it was clicked, in an entry, or neither.
  look(row) {
    if (!this.list || this.list.url !== this.source.url) return "";
    const isInside = this.list.records.some(([start, end]) => row >= start && row < end);
    return row === this.row ? "picked" : isInside ? "other" : "";
  }

  translate() {
    this.show();
    this.about();
  }

  show() {
    const isList = this.teach.mode === "list";
    const { list } = this;
    // On the page of an entry the recipe of its list can be learned with the rules that were clicked.
    $("recipe-card").hidden = !list || (!$("recipe").value && (isList || !this.teach.taught));
    if (list && !isList && this.teach.taught && this.withRules !== this.teach.taught.wrapper) {
      this.withRules = this.teach.taught.wrapper;
      this.guarded(() => this.learn());
    }
    if (!list) return;
    $("list-about").textContent = t("n_entries", { n: number(list.items.length) });
    $("list-steps").hidden = false;
    $("open-entry").hidden = $("learn-recipe").hidden = !list.url;
    const more = list.items.length - SHOWN;
    $("list-items").replaceChildren(make("table", { class: "items" }, make("tbody", {}, ...list.items.slice(0, SHOWN).map((item) => make("tr", {}, make("td", {}, item.title), make("td", { class: "n hint" }, item.date ?? item.date_text ?? ""))))),
      make("p", { class: "hint" }, [more > 0 ? t("and_more", { n: number(more) }) : "", list.next_url ? t("next_page", { url: list.next_url }) : t("no_next_page"), list.url ? "" : t("list_needs_address")].filter(Boolean).join(" ")));
  }

  async learn() {
    if (!this.list.url) throw new Failure(t("list_needs_address"), "");
    const rules = this.teach.mode === "entry" && this.teach.taught ? { wrapper: this.teach.taught.wrapper } : {};
    const learned = await ask("/api/recipe", { start: this.list.url, region: this.list.region, ...rules });
    $("recipe").value = learned.recipe;
    this.learned = { ...learned, isGiven: Boolean(rules.wrapper) };
    this.about();
    $("recipe-name").value ||= new URL(this.list.url).hostname.replace(/^www\./, "");
    $("tried").replaceChildren();
    $("recipe-card").hidden = false;
    $("recipe-card").scrollIntoView({ block: "nearest" });
  }

  // How the recipe came about: in this language what can be said in numbers, then the notes as they are.
  about() {
    if (!this.learned) return;
    const { n_items: n, has_next: hasNext, n_examples: nExamples, f1, isGiven, notes } = this.learned;
    const rules = isGiven ? t("recipe_given") : nExamples ? t("recipe_rules", { n: number(nExamples), f1: number(f1, 2) }) : t("recipe_no_rules");
    $("recipe-notes").replaceChildren(...[t("n_entries", { n: number(n) }), t(hasNext ? "recipe_next" : "no_next_page"), rules].map((line) => make("li", {}, line)),
      make("li", {}, make("details", {}, make("summary", {}, t("details")), ...notes.map((note) => make("p", { lang: "en" }, note)))));
  }

  name() { return $("recipe-name").value.trim() || "recipe"; }

  async save() {
    const sent = { name: this.name(), recipe: $("recipe").value };
    try {
      await ask("/api/recipes", sent);
    } catch (error) {
      if (error.code !== "name_taken") throw error;
      if (!confirm(t("overwrite_sure", { name: this.name() }))) return;
      await ask("/api/recipes", { ...sent, overwrite: true });
    }
    $("tried").replaceChildren(make("p", { class: "notice good" }, t("saved_as", { name: this.name() })));
  }

  async try() {
    const { fields, records } = await ask("/api/try", { recipe: $("recipe").value, n: 5 });
    if (!records.length) {
      $("tried").replaceChildren(make("p", { class: "notice" }, t("tried_nothing")));
      return;
    }
    const n = records.filter((one) => !one.error && !one.drift.length).length;
    // Columns for all fields of the rules, also for one that no entry has.
    // The title of an entry is its name in the table.
    const names = [...new Set([...fields, ...records.flatMap((one) => Object.keys(one.fields))])].filter((name) => name !== "title" || records.some((one) => isEmpty(one.fields[name])));
    const gaps = names.map((name) => [name, records.filter((one) => !one.error && isEmpty(one.fields[name])).length]).filter(([, gap]) => gap);
    const said = [t("tried_n", { n, all: records.length }), ...gaps.map(([name, gap]) => t("tried_empty", { name: columnName(name), n: gap, all: records.length }))];
    $("tried").replaceChildren(
      make("p", { class: n === records.length && !gaps.length ? "notice good" : "notice" }, said.join(" ")),
      make("div", { class: "scroll", tabindex: "0" }, make("table", {},
        make("thead", {}, make("tr", {}, ...[t("entry"), ...names.map(columnName), columnName("text")].map((name) => make("th", { scope: "col" }, name)))),
        make("tbody", {}, ...records.map((one) => trial(one, names))))),
    );
  }
}

const isEmpty = (value) => value === undefined || value === null || value === "" || (Array.isArray(value) && !value.length);

// The row of an entry that was tried.
function trial(one, names) {
  const wrong = one.error || (one.drift.length ? `${t("drift")} ${one.drift.join("; ")}` : "");
  const cells = names.map((name) => (isEmpty(one.fields[name]) ? make("td", { class: "none", title: t("empty") }, "—") : make("td", {}, [one.fields[name]].flat().join(", "))));
  return make("tr", {}, make("td", {}, one.title || one.url, wrong ? make("p", { class: "notice bad" }, wrong) : null), ...cells,
    make("td", one.text ? { class: "hint", title: one.text } : { class: "none", title: t("empty") }, one.text.length > SHOWN_CHARACTERS ? `${one.text.slice(0, SHOWN_CHARACTERS)}…` : one.text || "—"));
}
