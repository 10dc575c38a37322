// The page in a frame without scripts and network, and small tools to make elements.
import { ask } from "./ask.js";
import { t } from "./texts.js";

// The part of a request that names a method: one of the catalogue, or a model that was trained here.
export const methodOf = (id) => (id.startsWith("model:") ? { model: id.slice(6) } : { method: id });

export const $ = (id) => document.getElementById(id);

export function make(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  // Texts of pages may run from right to left.
  if (["p", "pre", "td", "b", "h3"].includes(name) || attributes.scope === "row") node.dir = "auto";
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "class") node.className = value;
    else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

const DOUBLE_CLICK_MS = 500;

// An action that the second click of a double click does not do again, however fast it is done; true says that it is.
export function once(action) {
  let isBusy = false;
  return async (...given) => {
    if (isBusy) return;
    isBusy = true;
    const pause = new Promise((resolve) => setTimeout(resolve, DOUBLE_CLICK_MS));
    try { if (await action(...given)) await pause; } finally { isBusy = false; }
  };
}

const NAMES = ["data-n", "data-sort", "data-page", "data-run", "data-method", "data-place", "data-system"];

// Draws what a holder has anew; a part that has the focus keeps it, or gives it to another element.
export function redraw(holder, draw, other = null) {
  const had = document.activeElement;
  const name = holder.contains(had) && NAMES.find((one) => had.hasAttribute(one));
  draw();
  if (!name) return;
  const again = [...holder.querySelectorAll(`[${name}]`)].find((one) => one.getAttribute(name) === had.getAttribute(name) && !one.disabled);
  (again ?? other)?.focus({ preventScroll: true });
}

// Gives a select these options, [value, label] each. What is chosen stays, if it is still there.
export function fillSelect(select, options, chosen = select.value) {
  select.replaceChildren(...options.map(([value, label]) => make("option", { value }, label)));
  if (options.some(([value]) => String(value) === String(chosen))) select.value = chosen;
}

// Shows the result of a view, or the hint that stands there without one.
export function showResult(view, isThere) {
  document.querySelector(`[data-empty=${view}]`).hidden = isThere;
  $(`${view}-result`).hidden = !isThere;
}

// The numbers of the marks inside an element.
export const marksIn = ({ row, end }, element) => row.flatMap((one, k) => (one >= element && one < end[element] ? [k] : []));

const STYLE = `
mark[data-k] { cursor: default; border-radius: 2px; transition: background .12s }
mark[data-k].at { outline: 2px solid #b4531f !important; outline-offset: 1px }
mark[data-k].gold { box-shadow: inset 0 -3px 0 #15803d !important }
mark[data-k].picked { background: #bfdbfe !important; color: #111 !important; opacity: 1 }
mark[data-k].other { background: #dcfce7 !important; color: #111 !important; opacity: 1 }
html.pick mark[data-k], html.pick img[data-r] { cursor: pointer }
html.pick mark[data-k]:hover, html.pick img[data-r]:hover { outline: 2px solid #b4531f !important; outline-offset: 1px }
html.pick img[data-r]:not([src]) { min-width: 48px; min-height: 36px }
body { visibility: visible !important; opacity: 1 !important }
img.picked { outline: 3px solid #2563eb !important } img.other { outline: 3px solid #15803d !important }
`;

// Shows view.frame in a holder. Handlers get the number of a mark, or −1.
export class Framed {
  constructor(holder, view, { title, hover, pick, picture, key, ready }) {
    this.n = view.n_marks;
    this.marks = [];
    this.frame = make("iframe", { sandbox: "allow-same-origin", title, referrerpolicy: "no-referrer", tabindex: "0" });
    this.frame.addEventListener("load", () => {
      const inner = this.frame.contentDocument;
      if (!inner || inner.URL !== "about:srcdoc") return;
      this.begin(inner, { hover, pick, picture, key });
      ready?.(this);
    });
    this.frame.srcdoc = view.frame;
    holder.replaceChildren(this.frame);
  }

  begin(inner, { hover, pick, picture, key }) {
    inner.head.append(Object.assign(inner.createElement("style"), { textContent: STYLE }));
    // A browser may repair the page once more: marks are found by their number.
    const byNumber = new Array(this.n).fill(null);
    for (const mark of inner.querySelectorAll("mark[data-k]")) byNumber[Number(mark.dataset.k)] ??= mark;
    this.marks = byNumber.map((mark) => mark ?? inner.createElement("mark"));
    const at = (event) => Number(event.target.closest?.("mark[data-k]")?.dataset.k ?? -1);
    if (hover) inner.addEventListener("mouseover", (event) => hover(at(event), Number(event.target.closest?.("img[data-r]")?.dataset.r ?? -1)));
    inner.addEventListener("click", (event) => {
      event.preventDefault();
      if (pick && at(event) >= 0) pick(at(event));
      else if (picture && event.target.closest?.("img[data-r]")) picture(Number(event.target.closest("img[data-r]").dataset.r));
    });
    if (key) inner.addEventListener("keydown", key);
  }

  // Gives each mark the classes that name(k) says.
  paint(name) {
    this.marks.forEach((mark, k) => { mark.className = name(k); });
  }

  toggle(numbers, name, value) {
    for (const k of numbers) this.marks[k]?.classList.toggle(name, value);
  }

  show(k) {
    const mark = this.marks[k];
    if (!mark?.isConnected || !this.root) return;
    // Not scrollIntoView: it would move the page around the frame as well.
    const box = mark.getBoundingClientRect();
    this.frame.contentWindow.scrollTo(0, this.root.scrollTop + box.top - this.root.clientHeight / 2 + Math.min(box.height, this.root.clientHeight) / 2);
  }

  get root() {
    return this.frame.contentDocument?.documentElement ?? null;
  }
}

// Puts the style sheets and pictures of a page into its copy, as data; takes the styles out again if they hide it.
export async function dress(framed, url, isDrawn) {
  const { css, images } = await ask("/api/dress", { url, ...(isDrawn ? { draw: true } : {}) }).catch(() => ({ css: "", images: {} }));
  if (!framed.root) return; // another page is shown by now
  const seen = () => framed.marks.filter((mark) => mark.checkVisibility({ visibilityProperty: true, opacityProperty: true })).length;
  const before = seen();
  const style = Object.assign(framed.root.ownerDocument.createElement("style"), { textContent: css });
  framed.root.querySelector("head").prepend(style);
  if (seen() < before / 3) style.remove(); // scripts would have shown the rest
  for (const image of framed.root.querySelectorAll("img[data-r]")) if (images[image.dataset.r]) image.src = images[image.dataset.r];
}

// Says that scripts fill a page, and how it can be drawn.
export function sayDrawing(place, { needs_drawing: isNeeded }, source, { canDraw }) {
  place.hidden = !isNeeded || Boolean(source.draw);
  const how = source.url === undefined ? "drawing_saved" : canDraw ? "drawing_here" : "drawing_elsewhere";
  place.textContent = `${t("needs_drawing")} ${t(how, { url: source.url })}`;
}

export function download(name, text, type) {
  saveAs(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

export function saveAs(name, blob) {
  const address = URL.createObjectURL(blob);
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

// A name for a file, from a title.
export const fileName = (title) => title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").slice(0, 60) || "records";

export async function copy(text) {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return;
  }
  // Pages that are not from this computer have no clipboard without TLS.
  const area = make("textarea", { class: "sr" });
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}
