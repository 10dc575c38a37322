// A curve along the page as an SVG picture: kept parts shaded, the piece under the pointer told.
import { make } from "./page.js";
import { number, t } from "./texts.js";

const NS = "http://www.w3.org/2000/svg";
const HEIGHT = 200;
const MARGIN = { left: 46, right: 10, top: 10, bottom: 26 };

function shape(name, attributes, ...children) {
  const node = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

// Round steps between two numbers: 1, 2 or 5 times a power of ten.
function ticks(low, high, wanted) {
  const raw = (high - low) / wanted || 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((f) => f * power).find((one) => one >= raw);
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high + step / 1e6; at += step) found.push(Number(at.toPrecision(12)));
  return found;
}

export class Plot {
  // pick(mark) is called for a click; about(mark) gives the text of a mark.
  constructor(holder, { pick, about }) {
    this.holder = holder;
    this.pick = pick;
    this.about = about;
    this.at = -1;
    new ResizeObserver(() => { if (this.curve && this.holder.clientWidth !== this.width) this.draw(); }).observe(holder);
  }

  show(curve, cut) {
    this.curve = curve;
    this.cut = cut;
    this.at = -1;
    this.draw();
  }

  draw() {
    const { curve } = this;
    const n = curve.height.length;
    this.width = this.holder.clientWidth;
    if (!n || this.width < 50) return this.holder.replaceChildren(make("p", { class: "hint" }, t("no_curve")));
    const heights = curve.height.filter((one) => one !== null);
    const low = Math.min(0, heights.reduce((a, b) => Math.min(a, b), Infinity), this.cut ?? 0);
    const top = Math.max(heights.reduce((a, b) => Math.max(a, b), -Infinity), this.cut ?? -Infinity, low + 1e-9);
    const high = top + (top - low) * 0.04;
    const inner = this.width - MARGIN.left - MARGIN.right;
    const first = curve.edges[0], last = curve.edges[n];
    this.x = (value) => MARGIN.left + (inner * (value - first)) / (last - first || 1);
    this.y = (value) => HEIGHT - MARGIN.bottom - ((HEIGHT - MARGIN.top - MARGIN.bottom) * (value - low)) / (high - low);
    this.svg = shape("svg", { viewBox: `0 0 ${this.width} ${HEIGHT}`, width: this.width, height: HEIGHT, tabindex: 0, role: "img", "aria-label": t("plot_label", { y: t(`y_${curve.y}`), x: t(`x_${curve.x}`) }) });
    this.axes(low, high, first, last);
    this.shades();
    this.svg.append(shape("path", { class: "line", d: this.path() }));
    if (this.cut !== undefined) this.svg.append(shape("line", { class: "cut", x1: MARGIN.left, x2: this.width - MARGIN.right, y1: this.y(this.cut), y2: this.y(this.cut) }));
    this.cursor = shape("rect", { class: "cursor", y: MARGIN.top, height: HEIGHT - MARGIN.top - MARGIN.bottom, width: 0, x: -10 });
    this.svg.append(this.cursor);
    this.told = make("p", { class: "told", "aria-live": "polite" }, t("plot_hint"));
    this.listen();
    return this.holder.replaceChildren(this.svg, this.told);
  }

  axes(low, high, first, last) {
    const base = HEIGHT - MARGIN.bottom;
    for (const value of ticks(low, high, 4)) {
      this.svg.append(shape("line", { class: "grid", x1: MARGIN.left, x2: this.width - MARGIN.right, y1: this.y(value), y2: this.y(value) }),
        shape("text", { x: MARGIN.left - 6, y: this.y(value) + 4, "text-anchor": "end" }, short(value)));
    }
    for (const value of ticks(first, last, Math.max(4, this.width / 110))) {
      this.svg.append(shape("text", { x: this.x(value), y: base + 16, "text-anchor": "middle" }, short(value)));
    }
  }

  shades() {
    const { kept, edges } = this.curve;
    for (let i = 0; i < kept.length; i++) {
      if (!kept[i]) continue;
      const start = i;
      while (i + 1 < kept.length && kept[i + 1]) i++;
      const x = this.x(edges[start]);
      this.svg.append(shape("rect", { class: "shade", x, y: MARGIN.top, width: Math.max(0.5, this.x(edges[i + 1]) - x), height: HEIGHT - MARGIN.top - MARGIN.bottom }));
    }
  }

  path() {
    let path = "";
    let isDown = false;
    this.curve.height.forEach((height, i) => {
      if (height === null) { isDown = false; return; }
      const y = this.y(height).toFixed(1);
      path += `${isDown ? "L" : "M"}${this.x(this.curve.edges[i]).toFixed(1)} ${y}H${this.x(this.curve.edges[i + 1]).toFixed(1)}`;
      isDown = true;
    });
    return path;
  }

  listen() {
    this.svg.addEventListener("pointermove", (event) => this.tell(this.piece(event)));
    this.svg.addEventListener("click", (event) => {
      this.tell(this.piece(event));
      this.choose();
    });
    this.svg.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (event.key === "Enter") this.choose();
      if (!by) return;
      event.preventDefault();
      this.tell(Math.min(this.curve.height.length - 1, Math.max(0, this.at + by)));
    });
  }

  // The piece of the page under the pointer.
  piece(event) {
    const { edges } = this.curve;
    const box = this.svg.getBoundingClientRect();
    const share = (event.clientX - box.left - MARGIN.left) / (box.width - MARGIN.left - MARGIN.right);
    const value = edges[0] + share * (edges[edges.length - 1] - edges[0]);
    let low = 0, high = edges.length - 2;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (edges[middle] <= value) low = middle; else high = middle - 1;
    }
    return low;
  }

  tell(i) {
    this.at = i;
    const { edges, height, kept, mark, x, y } = this.curve;
    this.cursor.setAttribute("x", this.x(edges[i]));
    this.cursor.setAttribute("width", Math.max(1.5, this.x(edges[i + 1]) - this.x(edges[i])));
    const text = mark && mark[i] >= 0 ? this.about(mark[i]) : "";
    this.told.replaceChildren(
      make("b", { class: kept[i] ? "badge kept" : "badge off" }, t(kept[i] ? "kept" : "dropped")),
      ` ${t(`y_${y}`)} ${height[i] ?? "–"} · ${t(`x_${x}`)} ${number(edges[i])} `, make("span", {}, text));
  }

  choose() {
    const { mark } = this.curve;
    if (mark && mark[this.at] >= 0) this.pick(mark[this.at]);
  }
}

function short(value) {
  return Math.abs(value) >= 10_000 ? `${value / 1000}k` : String(value);
}
