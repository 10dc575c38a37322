// What a text of a page is, in one word of the interface (is_price, is_date …).
const DATE = /^\D{0,12}(?:\d{4}\s*[-/.年]\s*\d{1,2}\s*[-/.月]\s*\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{1,2}[-/]\d{1,2}|\d{1,2}\.\d{1,2}\.(?!\d)|\d{1,2}\s+[A-Z][a-z]{2,8}\.?\s+\d{4}|[A-Z][a-z]{2,8}\.?\s+\d{1,2},?\s+\d{4})\D{0,3}(?:\d{1,2}:\d{2}(?::\d{2})?)?\D{0,12}$/;
const PRICE = /^[^\d\n]{0,8}(?:[€$£¥￥₩₹]|(?:RMB|USD|EUR|GBP|CNY)\s?)\s?\d[\d.,\s]*\D{0,4}$|^[^\d\n]{0,8}\d[\d.,\s]*\s?[百千万萬亿億]{0,2}(?:[€$£¥元]|EUR|USD|CNY)$/;
const NUMBER = /^\D{0,3}\d[\d.,\s]*\s?[^\d\s]{0,4}$/;
const LONG = 80;

export function kindOfText(text, elements) {
  if (elements.some((name) => /^h[1-6]$/.test(name))) return "heading";
  if (PRICE.test(text)) return "price";
  if (DATE.test(text)) return "date";
  if (NUMBER.test(text)) return "number";
  if (elements.includes("button")) return "button";
  if (elements.includes("a")) return "link";
  if (text.length > LONG) return "paragraph";
  return elements.includes("td") || elements.includes("th") ? "cell" : "text";
}
