// Compare: methods side by side on one page, with figures, agreement, a gold text and a curve.
import { ask, askLast, Failure } from "./ask.js";
import { $, fillSelect, Framed, make, redraw, showResult } from "./page.js";
import { Plot } from "./plot.js";
import { reason } from "./reasons.js";
import { methodName, number, t } from "./texts.js";

const MOST_MODELS = 5; // of those that were trained here
const ALL = -1; // the pane that shows how many methods keep each text
const MAX_PANES = 4;
const SHADES = 5;
const PAGE_TYPES = ["article", "documentation", "service", "forum", "listing", "collection", "product"];

export class Compare {
  constructor({ state, guarded }) {
    this.state = state;
    this.source = null;
    this.answer = null;
    this.panes = [];
    this.framed = new Map();
    this.gold = new Set();
    this.plot = new Plot($("plot"), { pick: (mark) => this.show(mark), about: (mark) => this.answer.view.text[mark] });
    $("curve-method").addEventListener("change", () => this.curve());
    $("score").addEventListener("click", () => guarded(() => {
      if (!$("gold").value.trim()) throw new Failure(t("no_gold"), t("gold_hint"));
      return this.score();
    }));
    $("mark").addEventListener("click", () => this.marking($("mark").getAttribute("aria-pressed") !== "true"));
    $("take").addEventListener("click", () => this.take());
    $("keep-form").addEventListener("submit", (event) => { event.preventDefault(); guarded(() => this.keep()); });
    $("gold").addEventListener("input", () => { $("kept-said").hidden = true; });
    $("clear").addEventListener("click", () => {
      this.gold.clear();
      this.write();
      guarded(() => this.score());
    });
  }

  async run(source) {
    const isNew = source !== this.source;
    const answer = await askLast(this, "/api/compare", { ...source, ...this.models(), view: true });
    if (!answer) return;
    this.source = source;
    this.answer = answer;
    if (isNew) {
      this.gold.clear();
      $("gold").value = this.state.gold ?? "";
      this.state.gold = null;
      $("kept-said").hidden = true;
      this.marking(false);
    }
    const ids = answer.methods.map((method) => method.method);
    if (!this.panes.length) this.panes = innerWidth < 720 ? [ids.indexOf("learned")] : [ids.indexOf("learned"), ids.indexOf("html2article")];
    this.shades = answer.view.frame && this.heat();
    showResult("compare", true);
    this.draw();
  }

  clear() {
    this.source = this.answer = null;
    showResult("compare", false);
  }

  draw() {
    this.options();
    this.frames();
    this.figures();
    this.matrix();
    this.curve();
  }

  translate() {
    fillSelect($("keep-type"), [["", t("not_known")], ...PAGE_TYPES.map((name) => [name, t(`kind_${name}`)])]);
    if (this.answer) this.draw();
  }

  // Puts the page and its gold text into a corpus that Evaluate can open.
  async keep() {
    const gold = $("gold").value;
    if (!gold.trim() && !confirm(t("keep_empty_sure"))) return;
    const type = $("keep-type").value ? { page_type: $("keep-type").value } : {};
    const { set, n_pages: n } = await ask("/api/gold", { ...this.source, set: $("keep-set").value.trim(), gold, ...type });
    $("kept-said").textContent = t("kept_gold", { set, n: number(n) });
    $("kept-said").hidden = false;
  }

  models() {
    const models = this.state.catalogue.filter(({ id }) => id.startsWith("model:")).map(({ id }) => id.slice(6));
    return models.length ? { models: models.slice(0, MOST_MODELS) } : {};
  }

  title(number) {
    return number === ALL ? t("heat") : methodName(this.answer.methods[number].method);
  }

  heat() {
    const { methods, n_marks: n } = this.answer.view;
    const counts = new Array(n).fill(0);
    for (const method of methods) method.kept.forEach((kept, k) => { counts[k] += kept; });
    return counts;
  }

  // -- panes --------------------------------------------------------------------------------------

  frames() {
    this.framed.clear();
    redraw($("panes"), () => $("panes").replaceChildren(...this.panes.map((number, place) => this.pane(number, place))));
    $("panes").dataset.n = this.panes.length;
  }

  pane(number, place) {
    const holder = make("div", { class: "frame" });
    const told = make("p", { class: "told" }, t("hover_short"));
    const choice = make("select", { "aria-label": t("method"), "data-place": place, onchange: (event) => {
      this.panes[place] = Number(event.target.value);
      this.frames();
      this.figures();
    } }, make("option", { value: ALL }, t("heat")), ...this.answer.methods.map((_, i) => make("option", { value: i }, this.title(i))));
    choice.value = number;
    const close = make("button", { type: "button", class: "quiet", "aria-label": t("close"), title: t("close"), onclick: () => this.toggle(number, false) }, "×");
    const { view } = this.answer;
    const framed = new Framed(holder, view, {
      title: `${t("original_safe")}: ${this.title(number)}`,
      hover: (k) => { if (k >= 0) told.replaceChildren(...this.verdict(number, k)); },
      pick: (k) => this.picked(k),
      ready: (one) => this.ready(one, number),
    });
    this.framed.set(place, framed);
    return make("article", { class: "card pane" }, make("header", {}, choice, this.panes.length > 1 ? close : null), holder, told);
  }

  ready(framed, number) {
    framed.paint((k) => this.look(number, k));
    this.showGold(framed);
    framed.root.classList.toggle("pick", $("mark").getAttribute("aria-pressed") === "true");
    const inner = framed.frame.contentDocument;
    inner.addEventListener("scroll", () => this.follow(framed), { passive: true });
    const first = this.first(number);
    if (framed === this.framed.get(0) && first >= 0) framed.show(first);
  }

  first(number) {
    return number === ALL ? this.shades.findIndex((n) => n > 0) : this.answer.view.methods[number].kept.indexOf(1);
  }

  look(number, k) {
    if (number !== ALL) return this.answer.view.methods[number].kept[k] ? "kept" : "off";
    const shade = Math.ceil((this.shades[k] / this.answer.view.methods.length) * SHADES);
    return shade ? `by${shade}` : "off";
  }

  verdict(number, k) {
    if (number === ALL) return [t("kept_by", { n: this.shades[k], all: this.answer.view.methods.length })];
    const method = this.answer.view.methods[number];
    const score = method.score[k] === null ? "" : ` · ${t("score")} ${method.score[k]}`;
    return [make("b", { class: method.kept[k] ? "badge kept" : "badge off" }, t(method.kept[k] ? "kept" : "dropped")), ` ${reason(method.reasons[method.why[k]] ?? "")}${score}`];
  }

  // Panes of one page scroll together, by share: they may differ in width.
  follow(from) {
    if (this.leader && this.leader !== from) return;
    this.leader = from;
    clearTimeout(this.release);
    this.release = setTimeout(() => { this.leader = null; }, 120);
    const share = from.root.scrollTop / Math.max(1, from.root.scrollHeight - from.root.clientHeight);
    for (const other of this.framed.values()) {
      if (other !== from && other.root) other.root.scrollTop = share * (other.root.scrollHeight - other.root.clientHeight);
    }
  }

  show(mark) {
    for (const framed of this.framed.values()) {
      framed.toggle(framed.marks.keys(), "at", false);
      framed.toggle([mark], "at", true);
    }
    this.framed.get(0)?.show(mark);
    $("panes").scrollIntoView({ block: "nearest" });
  }

  toggle(number, isOn) {
    this.panes = isOn ? [...this.panes, number].slice(-MAX_PANES) : this.panes.filter((one) => one !== number);
    if (!this.panes.length) this.panes = [number];
    this.frames();
    this.figures();
  }

  // -- figures ------------------------------------------------------------------------------------

  figures() {
    const { methods } = this.answer;
    const scored = methods.some((method) => method.f1 !== undefined);
    const best = Math.max(...methods.map((method) => method.f1 ?? -1));
    const scores = scored ? ["f1", "precision", "recall"] : [];
    const head = ["", "method", ...scores, "chars", "share", "ms"];
    const line = (place, cells, isBest) => make("tr", { class: isBest ? "best" : null },
      make("td", {}, make("input", { type: "checkbox", "aria-label": `${t("show")} ${this.title(place)}`, checked: this.panes.includes(place), "data-method": place === ALL ? "all" : methods[place].method, onchange: (event) => this.toggle(place, event.target.checked) })),
      ...cells);
    const rows = methods.map((method, i) => line(i, [
      make("th", { scope: "row" }, this.title(i)),
      ...scores.map((name) => make("td", { class: name }, number(method[name], 3))),
      make("td", {}, number(method.n_chars)), make("td", {}, `${Math.round(method.share * 100)} %`), make("td", {}, number(method.cpu_ms, 1)),
    ], scored && method.f1 === best));
    rows.unshift(line(ALL, [make("th", { scope: "row", colspan: head.length - 1 }, t("heat"))]));
    redraw($("figures"), () => $("figures").replaceChildren(make("thead", {}, make("tr", {}, ...head.map((name) => make("th", { scope: "col" }, name ? t(`head_${name}`) : make("span", { class: "sr" }, t("show")))))), make("tbody", {}, ...rows)));
  }

  matrix() {
    const { agreement, methods } = this.answer;
    const head = make("tr", {}, make("th", { scope: "col" }, make("span", { class: "sr" }, t("method"))), ...methods.map((method, i) => make("th", { scope: "col", title: this.title(i) }, String(i + 1))));
    const rows = agreement.map((line, i) => make("tr", {}, make("th", { scope: "row" }, `${i + 1} ${this.title(i)}`), ...line.map((f1, j) => {
      // Rounded down, so that 99 is not yet equal.
      const cell = make("td", { "data-heat": Math.floor(f1 * 10), "data-i": i, "data-j": j }, i === j ? "·" : String(Math.floor(f1 * 100)));
      return cell;
    })));
    $("matrix").replaceChildren(make("thead", {}, head), make("tbody", {}, ...rows));
    $("matrix").onpointerover = (event) => {
      const cell = event.target.closest("td[data-i]");
      if (cell) $("pair").textContent = `${this.title(Number(cell.dataset.i))} — ${this.title(Number(cell.dataset.j))}: ${number(agreement[cell.dataset.i][cell.dataset.j], 3)}`;
    };
  }

  // -- the curve ----------------------------------------------------------------------------------

  options() {
    fillSelect($("curve-method"), this.answer.methods.map((_, i) => [i, this.title(i)]), $("curve-method").value || this.panes[0]);
  }

  curve() {
    const { curve, facts } = this.answer.view.methods[Number($("curve-method").value)];
    this.plot.show(curve, (curve.y === "score" ? facts.threshold ?? facts.cut : facts.cut) ?? undefined);
  }

  // -- the gold text ------------------------------------------------------------------------------

  marking(isOn) {
    $("mark").setAttribute("aria-pressed", String(isOn));
    for (const framed of this.framed.values()) framed.root?.classList.toggle("pick", isOn);
  }

  picked(k) {
    if ($("mark").getAttribute("aria-pressed") !== "true") {
      this.show(k);
      return;
    }
    const { block } = this.answer.view;
    const isIn = this.gold.has(k);
    block.forEach((other, i) => {
      if (other !== block[k]) return;
      if (isIn) this.gold.delete(i); else this.gold.add(i);
    });
    this.write();
  }

  take() {
    const method = this.answer.view.methods[Math.max(0, this.panes[0])];
    this.gold = new Set(method.kept.flatMap((kept, k) => (kept ? [k] : [])));
    this.write();
  }

  // The marked texts, a line for each block.
  write() {
    const { block, text } = this.answer.view;
    let gold = "";
    let last = null;
    for (const k of [...this.gold].sort((a, b) => a - b)) {
      gold += last === null ? text[k] : (block[k] === last ? " " : "\n") + text[k];
      last = block[k];
    }
    $("gold").value = gold;
    for (const framed of this.framed.values()) this.showGold(framed);
  }

  showGold(framed) {
    framed.marks.forEach((mark, k) => mark.classList.toggle("gold", this.gold.has(k)));
  }

  async score() {
    const gold = $("gold").value.trim();
    const shown = this.answer;
    const answer = await ask("/api/compare", { ...this.source, ...this.models(), ...(gold ? { gold } : {}) });
    if (this.answer !== shown) return; // another page is shown by now
    shown.methods = answer.methods;
    this.figures();
  }
}
