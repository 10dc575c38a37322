// Table: what a list page gives as a table that can be edited; clicks on its pages add and correct columns.
import { ask, askLast, Failure } from "./ask.js";
import { html, nothing, render } from "./lit-html.js";
import { recalled, remember } from "./memory.js";
import { $, download, dress, fileName, Framed, marksIn, once, showResult } from "./page.js";
import { reason } from "./reasons.js";
import { kindOfText } from "./words.js";
import { number, plainTime, t, tOr } from "./texts.js";

const NAMED = ["title", "published", "author", "source", "text", "url", "summary", "image_url", "price", "currency", "brand", "sku", "availability", "rating", "n_ratings", "tags"];
const TYPES = ["text", "number", "date", "several"];
const MOST_STEPS = 60;
const SAMPLE = 10;

export class Sheet {
  constructor({ state, guarded, go, askForm }) {
    Object.assign(this, { state, guarded, go, askForm });
    this.source = null;
    this.turn = Promise.resolve();
    this.begin(recalled("sheet"));
    this.dressed = true;
    this.collect = once((n) => guarded(() => this.start(n)));
    $("sheet-dressed").addEventListener("change", () => { this.dressed = $("sheet-dressed").checked; this.guarded(() => this.showPage()); });
    addEventListener("keydown", (event) => this.shortcut(event));
    addEventListener("beforeunload", (event) => { if (this.isUnsaved) event.preventDefault(); });
  }

  // -- steps --------------------------------------------------------------------------------------

  // Every edit is a step: the sheet after it, and the clicks so far.
  begin(kept) {
    this.opened = {}; // tells this table from the next one
    this.steps = kept?.steps ?? [];
    this.at = kept?.at ?? -1;
    this.saved = kept?.saved ?? ""; // the recipe as it was saved last
    this.savedName = kept?.savedName ?? "";
    this.name = kept?.name ?? "";
    this.key = kept?.key ?? ""; // what the sheet was made from
    this.column = "";
    this.last = null; // the last click, to widen or to take its link
    this.said = "";
    this.other = ""; // the saved table of the same list
    this.ofRun = "";
    this.isText = false;
    this.versions = null;
    this.page = "";
    this.error = null;
    this.framed = this.view = null;
  }

  get sheet() { return this.steps[this.at]?.sheet; }

  get isUnsaved() { return this.isDraft || (this.steps.length > 1 && this.sheet?.recipe !== this.saved); }

  // Whether the text has changes that are not in the table.
  get isDraft() { return this.isText && this.text !== this.sheet?.recipe; }

  push(sheet, marks = this.steps[this.at]?.marks ?? []) {
    this.steps = [...this.steps.slice(0, this.at + 1), { sheet, marks }].slice(-MOST_STEPS);
    this.at = this.steps.length - 1;
    this.error = this.last = null;
    this.changed();
  }

  changed() {
    this.text = this.sheet.recipe;
    if (!this.sheet.columns.some((one) => one.name === this.column)) this.column = "";
    remember("sheet", { steps: this.steps.slice(-12), at: this.at - Math.max(0, this.steps.length - 12), saved: this.saved, savedName: this.savedName, name: this.name, key: this.key });
    this.draw();
    this.paint();
    this.tell();
  }

  move(by) {
    const to = this.at + by;
    if (!this.steps[to] || !this.dropDraft()) return;
    this.at = to;
    this.last = null;
    this.said = t(by < 0 ? "undone" : "redone");
    this.changed();
  }

  shortcut(event) {
    if (event.key === "Escape" && this.column && !this.isHidden()) {
      this.select(this.column);
      return;
    }
    if (this.isHidden() || !(event.ctrlKey || event.metaKey) || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    const by = event.key.toLowerCase() === "z" ? (event.shiftKey ? 1 : -1) : event.key.toLowerCase() === "y" ? 1 : 0;
    if (!by) return;
    event.preventDefault();
    this.move(by);
  }

  isHidden() { return $("table").hidden; }

  // -- from an address or a recipe ------------------------------------------------------------------

  async run(source) {
    if (source.url === undefined) throw new Failure(t("list_needs_address"), "");
    const key = JSON.stringify([source.url, source.fill ?? null, Boolean(source.draw)]);
    const before = this.source;
    this.source = source;
    if (key === this.key && this.sheet) {
      this.show();
      return;
    }
    if (!this.leave()) {
      this.stay(before);
      return;
    }
    this.askForm(null);
    try {
      const sheet = await askLast(this, "/api/sheet", { url: source.url, ...(source.fill ? { fill: source.fill } : {}), ...(source.row !== undefined ? { row: source.row } : {}), names: names() });
      if (!sheet) return;
      this.open(sheet, key, "");
      await this.findSaved();
    } catch (error) { // a search may give the list
      const answer = error.code === "no_list" ? await askLast(this, "/api/open", { url: source.url }) : null;
      if (answer?.forms.length) this.askForm(answer, { url: source.url, ...(source.draw ? { draw: true } : {}) });
      throw error;
    }
  }

  async load(name) {
    if (this.name === name && this.saved && this.sheet) {
      this.show();
      return;
    }
    if (!this.leave()) {
      this.stay();
      return;
    }
    const answer = await askLast(this, "/api/recipes");
    if (!answer) return;
    const found = answer.recipes.find((one) => one.name === name);
    if (!found) throw new Failure(t("no_such_table", { name }), "");
    if (!await this.openRecipe(found, { recipe: name })) return;
    Object.assign(this, { saved: this.sheet.recipe, savedName: name });
    this.draw();
  }

  // The table of a run, which need not have been saved.
  async loadRun(id) {
    if (this.sheet && this.ofRun === id) {
      this.show();
      return;
    }
    if (!this.leave()) {
      this.stay();
      return;
    }
    const answer = await askLast(this, `/api/runs/${encodeURIComponent(id)}/recipe`);
    if (answer && await this.openRecipe(answer.recipes[0])) this.ofRun = id;
  }

  // Its pages are fetched anew: what is kept of them may be what they were before.
  async openRecipe({ name, recipe }) {
    const sheet = await askLast(this, "/api/sheet", { recipe, fresh: true, names: names() });
    if (!sheet) return false;
    this.open(sheet, "", name);
    this.source = { url: sheet.list.url };
    return true;
  }

  // The saved table of the list, if there is one: its columns need not be clicked again.
  async findSaved() {
    const { opened, sheet } = this;
    const { recipes } = await ask("/api/recipes");
    if (opened !== this.opened) return;
    this.other = recipes.find((one) => one.recipe.includes(`\nstart = [${JSON.stringify(sheet.list.url)}]`))?.name ?? "";
    this.draw();
  }

  async refresh() {
    if (!this.dropDraft()) return;
    const step = this.steps[this.at];
    step.sheet = await ask("/api/sheet", { recipe: step.sheet.recipe, fresh: true, names: names() });
    this.changed();
    await this.showPage();
  }

  open(sheet, key, name) {
    this.begin(null);
    $("sheet-frame").replaceChildren(); // a click on the page of the last table would be one on another page
    this.key = key;
    this.name = name || fileTitle(sheet.list.title) || new URL(sheet.list.url).hostname.replace(/^www\./, "");
    this.push(sheet, []);
    this.show();
  }

  // Whether what is not saved may be given up.
  leave() { return !this.isUnsaved || confirm(t("unsaved_sure")); }

  // The table that is shown stays, and so does its address.
  stay(source = this.source) {
    this.source = this.state.source = source;
    $("url").value = source?.url ?? "";
    this.go("table", {}, { quiet: true });
  }

  show() {
    showResult("table", true);
    this.draw();
    if (!this.page || !this.framed) this.guarded(() => this.showPage(this.page || this.sheet.list.url));
  }

  clear() {
    this.source = null;
    showResult("table", false);
  }

  translate() { if (this.sheet) { this.draw(); this.tell(); } }

  // -- edits --------------------------------------------------------------------------------------

  async edit(edit, { marks, said, base = this.at } = {}) {
    const { opened } = this;
    const step = this.steps[base];
    const sheet = await ask("/api/sheet/edit", { recipe: step.sheet.recipe, edit, marks: step.marks, names: names() });
    if (opened !== this.opened) return false; // another table is open by now
    this.at = base;
    this.said = said ?? "";
    this.push(sheet, marks ?? step.marks);
    return true;
  }

  // Whether changes of the text may be given up for one of the table.
  dropDraft() { return !this.isDraft || confirm(t("draft_sure")); }

  // One edit after the other: each is made on the table that the one before gave.
  inTurn(action) {
    if (!this.dropDraft()) return;
    const { opened } = this;
    const act = () => (opened === this.opened ? action() : null);
    this.guarded(() => (this.turn = this.turn.then(act, act)));
  }

  rename(column, input) {
    const name = input.value.trim();
    if (!name || name === column) {
      input.value = column;
      return;
    }
    this.inTurn(async () => {
      const place = this.sheet.columns.findIndex((one) => one.name === column);
      if (!await this.edit({ do: "rename", column, to: name })) return;
      this.column = this.sheet.columns[place].name;
      if (this.column !== name) this.said = t("other_name", { name, now: this.column });
      const step = this.steps[this.at];
      step.marks = step.marks.map((one) => (one.column === column ? { ...one, column: this.column } : one));
      this.changed();
      if (document.activeElement === document.body) document.querySelector("#column-type:enabled, .column-bar button:enabled")?.focus();
    });
  }

  shift(column, by) {
    this.inTurn(async () => {
      const place = this.sheet.columns.findIndex((one) => one.name === column) + by;
      if (place < 0 || place >= this.sheet.columns.length) return;
      await this.edit({ do: "move", column, place });
      document.querySelector(`#sheet [data-column="${CSS.escape(column)}"]`)?.focus();
    });
  }

  drop(column) {
    this.inTurn(async () => {
      const place = this.sheet.columns.findIndex((one) => one.name === column);
      if (!await this.edit({ do: "delete", column }, { said: t("deleted_column", { name: column }) })) return;
      const headings = document.querySelectorAll("#sheet [data-column]");
      headings[Math.min(place, headings.length - 1)]?.focus();
    });
  }

  retype(column, to) {
    this.inTurn(async () => {
      const filled = () => this.sheet.columns.find((one) => one.name === column)?.n ?? 0;
      const before = filled();
      if (!await this.edit({ do: "type", column, to })) return;
      const [n, all] = [filled(), this.sheet.rows.length];
      this.say(n < before ? t("typed_less", { n, before, all, type: t(`type_${to}`) }) : t("filled", { n, all }));
    });
  }

  select(column) {
    this.column = this.column === column ? "" : column;
    this.draw();
    this.paint();
    this.tell();
  }

  // A click: the chosen column is corrected, or a new one is added.
  click(row, part, text, from) {
    const { column } = this;
    const url = this.page;
    if (url === this.sheet.list.url && !this.sheet.list.n_items) {
      this.takeList(row);
      return;
    }
    this.inTurn(async () => {
      const base = from ?? this.at;
      const last = { row, part, text, column, base };
      const before = new Set(this.steps[base].sheet.columns.map((one) => one.name));
      const edit = { do: column ? "correct" : "add", url, row, part, text: text.slice(0, 2000), fallback: t({ image: "column_image_url", link: "column_url" }[part] ?? "new_column"), ...(column ? { column } : {}) };
      try {
        if (!await this.edit(edit, { marks: column ? [...this.steps[base].marks, { column, url, row }] : undefined, base })) return;
      } catch (error) { // the part around it may do
        this.say(reason(error.message), { ...last, isElsewhere: error.code === "no_column" && error.message.startsWith("this is no part") });
        throw error;
      }
      const added = this.sheet.columns.find((one) => !before.has(one.name));
      if (added) this.steps[this.at].marks = [...this.steps[this.at].marks, { column: added.name, url, row }];
      const name = column || added?.name || "";
      const filled = this.sheet.columns.find((one) => one.name === name);
      this.say(!name ? t("already_there") : t(column ? "corrected_column" : "added_column", { name, n: filled?.n ?? 0, all: this.sheet.rows.length }), last);
    });
  }

  // The list around an element becomes that of the table.
  takeList(row) {
    const url = this.page;
    this.inTurn(async () => {
      if (await this.edit({ do: "list", url, row }, { marks: [] })) this.say(t("list_taken", { n: number(this.sheet.list.n_items) }));
    });
  }

  refuse(url, row) {
    const { column } = this;
    this.inTurn(() => this.edit({ do: "refuse", column, url, row }, { marks: [...this.steps[this.at].marks, { column, url, row, is_wrong: true }], said: t("refused_value", { name: column }) }));
  }

  // The same click again, on the element around it, or on its link.
  instead(row, part) {
    const { column, base } = this.last;
    this.column = column;
    const text = part === "text" ? this.textOf(row) : "";
    this.click(row, part, text, base);
  }

  async applyText() {
    try {
      const sheet = await ask("/api/sheet", { recipe: this.text, names: names() });
      this.said = t("text_applied");
      this.push(sheet, []);
    } catch (error) {
      if (error.code !== "bad_recipe") throw error;
      const line = Number(/line (\d+)/.exec(error.message)?.[1] ?? 0);
      this.error = { line, message: error.message };
      this.draw();
      this.toLine(line);
    }
  }

  toLine(line) {
    const area = document.querySelector("#sheet textarea.file");
    if (!line || !area) return;
    const lines = area.value.split("\n");
    const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    area.focus();
    area.setSelectionRange(start, start + lines[line - 1].length);
    area.scrollTop = (line - 4) * (area.scrollHeight / lines.length);
  }

  async save() {
    this.name = fileTitle(this.name) || "table";
    const sent = { name: this.name, recipe: this.sheet.recipe };
    try {
      await ask("/api/recipes", { ...sent, overwrite: this.savedName === sent.name });
    } catch (error) {
      if (error.code !== "name_taken") throw error;
      if (!confirm(t("overwrite_sure", { name: sent.name }))) return;
      await ask("/api/recipes", { ...sent, overwrite: true });
    }
    Object.assign(this, { saved: sent.recipe, savedName: sent.name });
    Object.assign(this, { said: t("saved_as", { name: sent.name }), last: null, versions: null });
    this.go("table", { recipe: sent.name }, { quiet: true });
    this.changed();
  }

  async history() {
    this.versions = this.versions ? null : (await ask(`/api/recipes/${encodeURIComponent(this.savedName)}`)).versions;
    this.draw();
  }

  async restore(recipe) {
    if (!this.dropDraft()) return;
    const sheet = await ask("/api/sheet", { recipe, names: names() });
    this.said = t("restored");
    this.push(sheet, []);
  }

  async start(n) {
    const run = await ask("/api/run/recipe", { recipe: this.sheet.recipe, title: this.name.trim(), max_minutes: 600, ...(n ? { max_pages: n } : { max_pages: 100000 }) });
    this.go(`runs/${run.id}`);
  }

  // -- the page -----------------------------------------------------------------------------------

  async showPage(url = this.page) {
    if (url !== this.page) this.last = null; // its place is one of the page before
    this.page = url;
    this.draw();
    const { list } = this.sheet;
    const isList = url === list.url;
    const isDrawn = isList ? list.uses_browser : list.draws_entries;
    let view;
    try {
      ({ view } = await ask("/api/page", { url, ...(isDrawn ? { draw: true } : {}) }));
    } catch (error) {
      if (this.page === url) this.undraw();
      throw error;
    }
    if (this.page !== url) return; // another one was chosen meanwhile
    this.view = view;
    this.kinds = new Map(view.element.map((row, i) => [row, view.name[i]]));
    this.framed = new Framed($("sheet-frame"), view, {
      title: t("original_safe"),
      hover: (k, picture) => this.hover(k, picture),
      // Until another page is there, clicks on this one would be clicks on that one.
      pick: (k) => { if (this.page === url) this.click(this.elementOf(k), "text", this.framed.marks[k].textContent.trim()); },
      picture: (row) => { if (this.page === url) this.click(row, "image", ""); },
      key: (event) => this.pageKey(event),
      ready: (framed) => {
        framed.root.classList.add("pick");
        this.cursor = -1;
        this.paint();
        if (this.dressed) dress(framed, url, isDrawn);
      },
    });
    this.tell();
  }

  // No page is better than the one before under the name of another.
  undraw() {
    $("sheet-frame").replaceChildren();
    Object.assign(this, { framed: null, view: null, said: "" });
    this.tell();
  }

  elementOf(k) { return this.view.parent[this.view.row[k]]; }

  marksIn(row) { return marksIn(this.view, row); }

  textOf(row) { return this.marksIn(row).map((k) => this.framed.marks[k].textContent).join(" ").trim(); }

  // The values of columns on the page: the chosen column's and the others'.
  paint() {
    if (!this.framed?.root || !this.sheet) return;
    const row = this.sheet.rows.find((one) => one.url === this.page);
    const mine = new Set();
    const other = new Set();
    const pictures = new Map();
    for (const [i, one] of this.sheet.columns.entries()) {
      const at = row?.at[i] ?? -1;
      if (at < 0) continue;
      const isChosen = one.name === this.column;
      pictures.set(at, isChosen ? "picked" : "other");
      for (const k of this.marksIn(at)) (isChosen ? mine : other).add(k);
    }
    this.framed.paint((k) => `${mine.has(k) ? "picked" : other.has(k) ? "other" : ""}${k === this.cursor ? " at" : ""}`);
    for (const image of this.framed.root.querySelectorAll("img[data-r]")) for (const name of ["picked", "other"]) image.classList.toggle(name, pictures.get(Number(image.dataset.r)) === name);
  }

  hover(k, picture) {
    if (k < 0 && picture < 0) return;
    const said = k < 0 ? t("is_image") : this.words(k);
    this.tell(said);
  }

  // What a text is, in words: "price, 24 like it on this page".
  words(k) {
    const text = this.framed.marks[k].textContent.trim();
    const kind = kindOfText(text, this.chain(k));
    const like = this.view.like[k];
    return like > 1 ? t("pointed_like", { kind: t(`is_${kind}`), n: number(like), text: text.slice(0, 60) }) : t("pointed", { kind: t(`is_${kind}`), text: text.slice(0, 60) });
  }

  // Names of the elements around a text, the nearest first.
  chain(k) {
    const found = [];
    for (let row = this.elementOf(k); row > 0; row = this.view.parent[row]) found.push(this.kinds.get(row));
    return found;
  }

  pageKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Escape") { this.shortcut(event); return; }
    const by = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
    if (by) {
      event.preventDefault();
      const { marks } = this.framed;
      let next = this.cursor + by;
      while (marks[next] && !marks[next].getClientRects().length) next += by;
      if (!marks[next]) return;
      this.cursor = next;
      this.framed.show(next);
      this.paint();
      this.tell(this.words(next));
    } else if ((event.key === "Enter" || event.key === " ") && this.cursor >= 0) {
      event.preventDefault();
      this.click(this.elementOf(this.cursor), "text", this.framed.marks[this.cursor].textContent.trim());
    }
  }

  // Says what was done, below the page after a click on it and else below the table, too.
  say(said, last = null) {
    Object.assign(this, { said, last });
    this.draw();
    this.tell();
  }

  // What the last click did stays; below it, what the mouse or the keys are at.
  tell(pointed = "") {
    const isList = this.page === this.sheet?.list.url;
    const isGone = isList && !this.sheet.list.n_items;
    const hint = isGone ? t("click_entry") : this.column ? t("click_correct", { name: this.column }) : t(isList ? "click_list" : "click_add");
    render(html`<p class="hint">${pointed || hint}</p>${this.said ? html`<div class="row outcome"><p>${this.said}</p>${this.last ? this.choices() : nothing}</div>` : nothing}`, $("sheet-told"));
  }

  // What else the last click may have meant.
  choices() {
    if (!this.view) return nothing;
    const { row, part, base, isElsewhere } = this.last;
    if (isElsewhere) return html`<button type="button" id="take-list" @click=${() => this.takeList(row)}>${t("take_list")}</button>`;
    const now = this.marksIn(row).length;
    let around = this.view.parent[row];
    while (around > 0 && this.marksIn(around).length === now) around = this.view.parent[around];
    let link = row;
    while (link > 0 && this.kinds.get(link) !== "a") link = this.view.parent[link];
    return html`
      ${this.at > base ? html`<button type="button" @click=${() => this.move(-1)}>${t("undo")}</button>` : nothing}
      ${around > 0 && this.kinds.get(around) !== "body" ? html`<button type="button" @click=${() => this.instead(around, "text")}>${t("take_larger")}</button>` : nothing}
      ${link > 0 && part !== "link" ? html`<button type="button" @click=${() => this.instead(link, "link")}>${t("take_link")}</button>` : nothing}`;
  }

  // -- the table ----------------------------------------------------------------------------------

  draw() {
    if (!this.sheet) return;
    render(this.whole(), $("sheet"));
    render(this.tabs(), $("sheet-pages"));
  }

  tabs() {
    const one = (url, label, title) => html`<button type="button" aria-pressed=${String(url === this.page)} title=${title} @click=${() => this.guarded(() => this.showPage(url))}>${label}</button>`;
    const { list, rows } = this.sheet;
    const others = (list.entries ?? []).filter((entry) => !rows.some((row) => row.url === entry.url));
    return html`${one(list.url, t("the_list"), list.url)}${rows.map((row, i) => one(row.url, t("entry_n", { n: i + 1 }), row.title))}
      ${others.length ? html`<select id="sheet-entry" aria-label=${t("other_entry")} @change=${(event) => this.guarded(() => this.showPage(event.target.value || list.url))}><option value="" ?selected=${!others.some((entry) => entry.url === this.page)}>${t("other_entry")}</option>${others.map((entry) => html`<option value=${entry.url} ?selected=${entry.url === this.page}>${entry.title || entry.url}</option>`)}</select>` : nothing}`;
  }

  whole() {
    const { sheet } = this;
    const nGaps = sheet.columns.filter((one) => one.n < sheet.rows.length).length;
    const nOther = sheet.rows.filter((row) => row.drift.length && !row.error).length;
    const unread = {};
    for (const row of sheet.rows) if (row.error) (unread[row.error.replace(/ \[[^\][]*\]$/, "")] ??= []).push(row);
    return html`
    <article class="card">
      <header><h2 dir="auto">${this.name || t("table")}</h2><p class="hint">${this.listWords()} <button type="button" class="link" id="sheet-refresh" @click=${() => this.guarded(() => this.refresh())}>${t("read_again")}</button></p>
        <span class="group push"><button type="button" ?disabled=${this.at < 1} @click=${() => this.move(-1)}>↶ ${t("undo")}</button>
        <button type="button" ?disabled=${this.at >= this.steps.length - 1} @click=${() => this.move(1)}>↷ ${t("redo")}</button></span></header>
      ${this.other ? html`<p class="notice" id="sheet-other">${t("has_saved", { name: this.other })} <button type="button" @click=${() => this.go("table", { recipe: this.other })}>${t("open_saved")}</button></p>` : nothing}
      ${nOther ? html`<p class="notice">${t("samples_differ", { n: nOther, all: sheet.rows.length })}</p>` : nothing}
      ${Object.values(unread).map((alike) => html`<p class="notice">${t("samples_unread", { n: alike.length, all: sheet.rows.length, why: reason(alike[0].error) })}</p>`)}
      ${(sheet.problems ?? []).map((one) => html`<p class="notice">${reason(one)}</p>`)}
      <div class="records samples" tabindex="0" role="region" aria-label=${t("samples")}><table>
        <thead><tr><th scope="col" class="pad-cell">${t("entry")}</th>${sheet.columns.map((one) => this.heading(one))}</tr></thead>
        <tbody>${sheet.rows.map((row) => this.row(row))}</tbody></table></div>
      ${this.column ? this.columnBar() : html`<p class="hint above-row">${t("table_hint")}${nGaps ? html` ${t("has_gaps", { n: nGaps })}` : nothing}</p>`}
      ${this.said && !this.last ? html`<p class="above-row" id="sheet-said">${this.said}</p>` : nothing}
      <p class="row">
        <label class="with"><span>${t("table_name")}</span> <input class="short" id="sheet-name" maxlength="60" spellcheck="false" .value=${this.name} @input=${(event) => { this.name = event.target.value; this.draw(); }}></label>
        <button type="button" id="sheet-save" ?disabled=${this.sheet.recipe === this.saved && this.savedName === this.name} @click=${() => this.guarded(() => this.save())}>${t("save")}</button>
        ${this.saved ? html`<button type="button" aria-expanded=${String(Boolean(this.versions))} @click=${() => this.guarded(() => this.history())}>${t("versions")}</button>` : nothing}
        <button type="button" id="sheet-text" aria-expanded=${String(this.isText)} @click=${() => { this.isText = !this.isText; this.draw(); }}>${t("as_text")}</button>
        <span class="group push"><button type="button" id="sheet-sample" @click=${() => this.collect(SAMPLE)}>${t("start_sample", { n: SAMPLE })}</button>
        <button type="button" class="main" id="sheet-run" @click=${() => this.collect()}>${t("start_all")}</button></span></p>
      ${this.versions ? this.versionList() : nothing}
      ${this.isText ? this.textEditor() : nothing}
    </article>`;
  }

  listWords() {
    const { list } = this.sheet;
    const following = t(`next_is_${list.next}`);
    return `${t("n_entries", { n: number(list.n_items) })} · ${following}${list.uses_browser ? ` · ${t("in_browser")}` : ""}${list.fetched ? ` · ${t("read_at", { when: new Date(list.fetched).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" }) })}` : ""}`;
  }

  heading(column) {
    const isChosen = column.name === this.column;
    return html`<th scope="col" aria-selected=${String(isChosen)} class=${isChosen ? "chosen" : ""}><button type="button" data-column=${column.name} aria-pressed=${String(isChosen)} @click=${() => this.select(column.name)}>${column.name}<small>${t(`type_${column.kind}`)}</small></button></th>`;
  }

  row(row) {
    const isShown = row.url === this.page;
    const badge = row.error ? html`<span class="badge s-failed" title=${reason(row.error)}>${t("unreadable_page")}</span>`
      : row.drift.length ? html`<span class="badge s-limited" title=${row.drift.map(reason).join("; ")}>${t(isOtherTemplate(row.drift) ? "other_template" : "differs")}</span>`
        : row.template > 0 ? html`<span class="badge">${t("template_n", { n: row.template + 1 })}</span>` : nothing;
    return html`<tr class=${isShown ? "shown" : ""}><th scope="row"><button type="button" class="link" dir="auto" title=${row.title} @click=${() => this.guarded(() => this.showPage(row.url))}>${row.title || row.url}</button> ${badge}</th>
      ${row.values.map((value, i) => html`<td dir="auto" class=${`${value ? "" : "none"}${this.sheet.columns[i].name === this.column ? " chosen" : ""}`} title=${value.length > 40 ? value : nothing}>${value ? plainTime(value.replace(/\s+/g, " ")) : html`<span aria-label=${t("empty")}>—</span>`}</td>`)}</tr>`;
  }

  columnBar() {
    const column = this.sheet.columns.find((one) => one.name === this.column);
    const i = this.sheet.columns.indexOf(column);
    const row = this.sheet.rows.find((one) => one.url === this.page);
    const isTyped = TYPES.includes(column.kind);
    return html`<div class="column-bar" role="group" aria-label=${this.column}>
      <label class="with"><span>${t("column_name")}</span> <input class="short" id="column-name" maxlength="80" .value=${column.name} @change=${(event) => this.rename(column.name, event.target)}></label>
      <label class="with"><span>${t("type")}</span> <select id="column-type" ?disabled=${!column.is_rule || !isTyped} .value=${column.kind} @change=${(event) => this.retype(column.name, event.target.value)}>${(isTyped ? TYPES : [column.kind]).map((kind) => html`<option value=${kind} ?selected=${kind === column.kind}>${t(`type_${kind}`)}</option>`)}</select></label>
      <button type="button" ?disabled=${i === 0} @click=${() => this.shift(column.name, -1)} aria-label=${t("move_left")} title=${t("move_left")}>←</button>
      <button type="button" ?disabled=${i === this.sheet.columns.length - 1} @click=${() => this.shift(column.name, 1)} aria-label=${t("move_right")} title=${t("move_right")}>→</button>
      <button type="button" id="column-delete" ?disabled=${this.sheet.columns.length === 1} @click=${() => this.drop(column.name)}>${t("delete_column")}</button>
      ${row && row.at[i] >= 0 ? html`<button type="button" id="column-refuse" @click=${() => this.refuse(row.url, row.at[i])}>${t("not_this")}</button>` : nothing}
      <button type="button" class="push" @click=${() => this.select(column.name)}>${t("done")}</button>
      <p class="hint wide">${t("click_correct", { name: column.name })} ${t("filled", { n: column.n, all: this.sheet.rows.length })}${isTyped && !column.is_rule ? ` ${t(column.source.startsWith("listed.") ? "type_of_list" : "type_of_page")}` : ""}</p>
      ${column.places.length > 1 ? html`<details class="more wide"><summary>${t("places", { n: column.places.length })}</summary><ul class="notes">${column.places.map((one) => html`<li><code>${one.selector}</code> · ${t("on_pages", { n: one.n, all: this.sheet.rows.length })}</li>`)}</ul></details>` : nothing}
    </div>`;
  }

  versionList() {
    return html`<div class="versions"><h3>${t("versions")}</h3>${this.versions.length ? html`<ol class="pages">${this.versions.map((one) => html`<li><span>${new Date(one.saved).toLocaleString(document.documentElement.lang)}</span> <button type="button" class="link" ?disabled=${one.recipe === this.sheet.recipe} @click=${() => this.guarded(() => this.restore(one.recipe))}>${t("restore")}</button></li>`)}</ol>` : html`<p class="hint">${t("no_versions")}</p>`}</div>`;
  }

  textEditor() {
    return html`<div class="above-row">
      <p class="hint">${t("text_hint")}</p>
      ${this.error ? html`<p class="notice bad" role="alert">${reason(this.error.message)}</p>` : nothing}
      <textarea class="file" id="sheet-recipe" rows="16" spellcheck="false" aria-label=${t("as_text")} .value=${this.text} @input=${(event) => { this.text = event.target.value; this.draw(); }}></textarea>
      <p class="row"><button type="button" id="sheet-apply" ?disabled=${!this.isDraft} @click=${() => this.guarded(() => this.applyText())}>${t("apply_text")}</button>
        <button type="button" @click=${() => download(`${fileName(this.name)}.toml`, this.sheet.recipe, "text/plain")}>${t("download")}</button>
        <label class="button"><input type="file" class="sr" accept=".toml" @change=${(event) => this.readFile(event.target)}><span>${t("from_file")}</span></label></p></div>`;
  }

  async readFile(input) {
    this.text = await input.files[0].text();
    input.value = "";
    this.guarded(() => this.applyText());
  }
}

// Names of columns in this language, by what they hold.
function names() {
  return { column: t("new_column"), ...Object.fromEntries(NAMED.map((name) => [name, tOr(`column_${name}`, "")]).filter(([, name]) => name)) };
}

// A title as the name of a saved table: without what names of files cannot have.
const fileTitle = (title) => [...title.replace(/[/\\:*?"<>|\u0000-\u001f]+/g, " ").replace(/\s+/g, " ").replace(/^[ .]+/, "")].slice(0, 60).join("").trim();

const isOtherTemplate = (drift) => drift.some((one) => one.startsWith("structure changed"));
