// What the library says, in the language of the page: sentences with gaps, by /lang/reasons.zh.json.
import { current, tOr } from "./texts.js";

let rules = [];

export async function loadReasons() {
  if (rules.length) return;
  const found = await (await fetch("/lang/reasons.zh.json")).json();
  const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  // A gap holds no "; ", which ends a sentence.
  rules = Object.entries(found).map(([said, words]) => [new RegExp(`^${said.split("{}").map(escaped).join("((?:(?!; )[^])*?)")}$`), words]);
}

export function reason(said) {
  if (current() !== "zh" || !said) return said;
  const parts = said.split("; ");
  for (let n = parts.length; n > 0; n--) {
    const words = sentence(parts.slice(0, n).join("; "));
    if (words === null && n > 1) continue;
    return [words ?? parts[0], ...(n < parts.length ? [reason(parts.slice(n).join("; "))] : [])].join("；");
  }
  return said;
}

function sentence(said) {
  for (const [rule, words] of rules) {
    const match = rule.exec(said);
    if (match) {
      let at = 0;
      return words.replace(/\{(\d?)\}/g, (_whole, n) => inner(match[(n === "" ? at++ : Number(n)) + 1] ?? ""));
    }
  }
  return null;
}

// What stands in a gap may be the name of a field, or a sentence itself.
const inner = (text) => sentence(text) ?? tOr(`column_${text}`, text);
