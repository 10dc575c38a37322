// What this tab keeps until it is closed, also when the page is loaded again.

export function remember(name, value) {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    sessionStorage.removeItem(name); // too large to keep: nothing is better than what was before
  }
}

// What was kept under a name, null for nothing.
export function recalled(name) {
  try {
    return JSON.parse(sessionStorage.getItem(name));
  } catch {
    return null;
  }
}
