// The words of the page in the chosen language; each language is one file in /lang.
import { ask } from "./ask.js";
import { loadReasons } from "./reasons.js";

const LANGUAGES = ["en", "zh"];
let words = {};
let language = "en";
const listeners = [];

export const current = () => language;
export const onChange = (listener) => listeners.push(listener);

// t("key", {n: 3}) puts values in the place of {n}, and one of two words in that of {n|page|pages}.
export function t(key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name, one, many) => (many === undefined ? values[name] ?? whole : String(values[name]) === "1" ? one : many));
}

// The words for a key that may have none, or what stands for them.
export const tOr = (key, other) => words[key] ?? other;

export function number(value, digits = 0) {
  return value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export async function start() {
  const wanted = remembered() ?? (navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en");
  await choose(LANGUAGES.includes(wanted) ? wanted : "en");
}

export async function choose(name) {
  const found = await ask(`/lang/${name}.json`);
  if (name === "zh") await loadReasons();
  words = found;
  language = name;
  document.documentElement.lang = name === "zh" ? "zh-CN" : "en";
  try { localStorage.setItem("language", name); } catch { /* private windows may keep nothing */ }
  apply(document);
  for (const listener of listeners) listener();
}

function remembered() {
  try { return localStorage.getItem("language"); } catch { return null; }
}

function apply(root) {
  for (const node of root.querySelectorAll("[data-t]")) node.textContent = t(node.dataset.t);
  for (const node of root.querySelectorAll("[data-t-label]")) {
    node.setAttribute("aria-label", t(node.dataset.tLabel));
    if (node.tagName === "BUTTON") node.title = t(node.dataset.tLabel);
  }
  for (const node of root.querySelectorAll("[data-t-placeholder]")) node.placeholder = t(node.dataset.tPlaceholder);
}

// A language by its tag: zh-Hans is "Simplified Chinese".
export function languageName(tag) {
  if (!tag) return "";
  if (tag === "und") return t("unknown_language");
  try { return new Intl.DisplayNames([language], { type: "language" }).of(tag); } catch { return tag; }
}

let catalogue = [];
export const nameMethods = (methods) => { catalogue = methods; };

// A method in the language of the page; "wrapper" is none of the catalogue; else the name of another system.
export function methodName(id) {
  const method = catalogue.find((one) => one.id === id);
  return method ? (language === "zh" ? method.title_zh : method.title) : tOr(`origin_${id}`, id);
}

// A timestamp as people write it; midnight is a day without a time.
export const plainTime = (text) => text.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)[\d:.+Z-]*$/, "$1 $2").replace(/^(\d{4}-\d\d-\d\d) 00:00$/, "$1");

// The values of these columns are words of the library.
const WORDS = { kind: "kind", page_type: "kind", outcome: "outcome", role: "role" };

export function valueName(column, value) {
  if (column === "language" || column === "lang") return languageName(value);
  if (column === "system" || column === "method") return methodName(value);
  // An origin may say where: "wrapper:h1".
  if (/(^|_)(origin|source)$/.test(column) && /^[a-z][\w-]*(:|$)/.test(value)) return value.split(":").map((part) => tOr(`origin_${part}`, part)).join(t("colon"));
  return column in WORDS ? tOr(`${WORDS[column]}_${value}`, value) : plainTime(String(value));
}
