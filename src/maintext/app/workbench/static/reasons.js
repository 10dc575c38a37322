// What the library says, in the language of the page: clauses with gaps, by the catalogue of messages.
import { ask } from "./ask.js";
import { current, tOr, valueName } from "./texts.js";

let rules = [];
// An error may end with the step and the address that it is about.
const PLACE = / \[(?:\w+, )?(\w+|https?:[^\][]*)\]$/;

export async function loadReasons() {
  if (rules.length) return;
  const found = await ask("/lang/messages.zh.json");
  const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const fixed = (said) => said.replace(/\{n?\}/g, "").length;
  // A gap holds no "; ", which ends a clause, the first before ": " no other one, {n} a number; what has most fixed text is tried first.
  const gaps = { "{}": "((?:(?!; )[^])*?)", "{n}": "(\\d[\\d,]*)" };
  const whole = (said) => said.split(/(\{n?\})/).map((part) => gaps[part] ?? escaped(part)).join("");
  const pattern = (said) => (said.startsWith("{}: ") ? whole(said).replace("; )", "; |: )") : whole(said));
  rules = Object.entries(found).sort(([a], [b]) => fixed(b) - fixed(a)).map(([said, words]) => [new RegExp(`^${pattern(said)}$`), words]);
}

// Clauses that say what to do on the command line or in the text of a recipe; the page has its own buttons and hints.
const FOR_COMMANDS = /(?:^|[ (])--[a-z]|^maintext [a-z]+ (?:reads|follows|gives)|in the recipe$|^set (?:max_pages|same_host)|^raise (?:it|max_pages)|^same_host = false/;

export function reason(said) {
  if (!said) return said;
  const place = / \[[^\][]*\]$/.exec(said)?.[0] ?? "";
  const clauses = said.slice(0, said.length - place.length).split("; ");
  const kept = clauses.filter((one, i) => i === 0 || !FOR_COMMANDS.test(one)).join("; ") + place;
  return current() === "zh" ? inChinese(kept) : kept.replace(PLACE, (_whole, at) => (at.includes("/") ? ` (${at})` : ""));
}

function inChinese(said) {
  const parts = said.split("; ");
  for (let n = parts.length; n > 0; n--) {
    const words = clause(parts.slice(0, n).join("; "));
    if (words === null && n > 1) continue;
    return [words ?? parts[0], ...(n < parts.length ? [inChinese(parts.slice(n).join("; "))] : [])].join("；");
  }
  return said;
}

function clause(said) {
  const [place, address] = PLACE.exec(said) ?? [];
  const before = place ? clause(said.slice(0, -place.length)) : null;
  if (before) return address.includes("/") ? `${before}（${address}）` : before;
  for (const [rule, words] of rules) {
    const match = rule.exec(said);
    if (match) {
      let at = 0;
      return words.replace(/\{(\d?)\}/g, (_whole, n) => inner(match[(n === "" ? at++ : Number(n)) + 1] ?? ""));
    }
  }
  return null;
}

// What stands in a gap may be the name of a field, or a clause itself.
const inner = (text) => clause(text) ?? tOr(`column_${text}`, text);

const COUNTED = { "By kind": "kind", "By outcome": "outcome", "By language": "language", "by kind": "kind", "by language": "language" };

// A report of a run in the language of the page; its records stay as they are.
export function translatedReport(report) {
  const page = new DOMParser().parseFromString(report, "text/html");
  page.documentElement.lang = document.documentElement.lang;
  for (const section of page.querySelectorAll("section")) {
    const column = COUNTED[section.querySelector("h2").textContent];
    if (column) for (const cell of section.querySelectorAll("td:first-child")) cell.textContent = valueName(column, cell.textContent);
  }
  if (current() === "zh") for (const node of page.querySelectorAll("h1, h2, section td, table td, th, body > small, section > small")) if (!node.children.length) node.textContent = reason(node.textContent);
  return page.documentElement.outerHTML;
}
