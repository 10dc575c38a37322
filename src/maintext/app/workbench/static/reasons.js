// What the library says, in the language of the page: sentences with gaps, by /lang/reasons.zh.json.
import { current } from "./texts.js";

let rules = [];

export async function loadReasons() {
  if (rules.length) return;
  const found = await (await fetch("/lang/reasons.zh.json")).json();
  const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  rules = Object.entries(found).map(([said, words]) => [new RegExp(`^${said.split("{}").map(escaped).join("(.*?)")}$`, "s"), words]);
}

export function reason(said) {
  if (current() !== "zh" || !said) return said;
  for (const [rule, words] of rules) {
    const match = rule.exec(said);
    if (match) return words.replace(/\{(\d)\}/g, (_whole, n) => inner(match[Number(n)] ?? ""));
  }
  const parts = /; /.test(said) ? said.split("; ") : [];
  return parts.length > 1 ? parts.map(reason).join("；") : said;
}

// What stands in a gap may be a sentence itself.
const inner = (text) => reason(text);
