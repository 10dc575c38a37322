// Addresses as people write and paste them: numbered, in quotation marks, with words around them.
const STOPS = /[\s<>"“”‘’«»「」『』《》【】,.;:?，。；：！？、]$/;
const OPENING = { ")": "(", "]": "[", "）": "（" };

// Chinese keyboards write the colon and the strokes of an address in their full width.
export const plainScheme = (text) => text.replace(/(https?)[:：][/／]{2}/gi, "$1://");

// An address without the marks around it; a bracket that it opens itself is part of it. One of ASCII ends at the first
// mark of full width, behind which Chinese goes on without a space; ’ in a word is an apostrophe.
export function bareAddress(text) {
  let one = text.replace(/^[^\p{L}\p{N}]+/u, "").replace(/^(https?:\/\/[!-~]+)(?:[，。；：！？、（）【】《》「」『』“”‘…]|’(?![a-z])|——).*/is, "$1");
  while (STOPS.test(one) || (one.at(-1) in OPENING && !one.includes(OPENING[one.at(-1)]))) one = one.slice(0, -1);
  return one;
}

// The addresses in a text, each once; a line that has none is given as it is.
export function addressesIn(text) {
  const found = plainScheme(text).replace(/([^!-~])(?=https?:\/\/)/gi, "$1 ").split("\n").flatMap((line) => {
    const parts = line.split(/\s+|[,，;；、|]\s*(?=https?:\/\/)/i).map((part) => /https?:\/\/.*/i.exec(part)?.[0]).filter(Boolean);
    if (parts.length) return parts.map(bareAddress);
    const one = bareAddress(line);
    return /^[^\s/:]+\.[^\s/]{2,}(?:\/\S*)?$/.test(one) ? `https://${one}` : line.trim();
  });
  return [...new Set(found)].filter(Boolean);
}
