// Teach, for a list: all entries like the one that was clicked, and the recipe of the list and its entries.
import { ask, Failure } from "./ask.js";
import { download, fileName, make } from "./page.js";
import { number, t } from "./texts.js";

const $ = (id) => document.getElementById(id);
const SHOWN = 8;

export class ListTeacher {
  constructor(teach, { guarded, open, views }) {
    this.teach = teach;
    this.guarded = guarded;
    this.list = null; // what /api/items gave, with the address of its page
    this.source = null;
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
      runs.kind("recipe");
      await runs.begin("recipe", { recipe: $("recipe").value, max_minutes: 60, max_pages: Math.max(1, Math.round(Number($("run-pages").value) || 1)) });
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
    $("recipe").value = "";
    $("recipe-card").hidden = true;
  }

  pick(row) {
    return this.guarded(async () => {
      const list = await ask("/api/items", { ...this.source, row });
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

  translate() { this.show(); }

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
    const { recipe, notes } = await ask("/api/recipe", { start: this.list.url, region: this.list.region, ...rules });
    $("recipe").value = recipe;
    $("recipe-notes").replaceChildren(...notes.map((note) => make("li", {}, note)));
    $("recipe-name").value ||= new URL(this.list.url).hostname.replace(/^www\./, "");
    $("tried").replaceChildren();
    $("recipe-card").hidden = false;
    $("recipe-card").scrollIntoView({ block: "nearest" });
  }

  name() { return $("recipe-name").value.trim() || "recipe"; }

  async save() {
    await ask("/api/recipes", { name: this.name(), recipe: $("recipe").value });
    $("tried").replaceChildren(make("p", { class: "notice good" }, t("saved_as", { name: this.name() })));
  }

  async try() {
    const { records } = await ask("/api/try", { recipe: $("recipe").value, n: 5 });
    if (!records.length) {
      $("tried").replaceChildren(make("p", { class: "notice" }, t("tried_nothing")));
      return;
    }
    const n = records.filter((one) => !one.error && !one.drift.length).length;
    $("tried").replaceChildren(
      make("p", { class: n === records.length ? "notice good" : "notice" }, t("tried_n", { n, all: records.length })),
      ...records.map((one) => make("details", { class: "trial" },
        make("summary", {}, make("b", {}, one.title || one.url), make("span", { class: "hint" }, [one.author, one.published?.slice(0, 10)].filter(Boolean).join(" · "))),
        one.error || one.drift.length ? make("p", { class: "notice bad" }, one.error || `${t("drift")} ${one.drift.join("; ")}`) : null,
        make("table", { class: "fields" }, make("tbody", {}, ...Object.entries(one.fields).map(([name, value]) => make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, Array.isArray(value) ? value.join(", ") : String(value)))))),
        make("p", { class: "hint" }, one.text))),
    );
  }
}
