// Requests to the server: JSON in, JSON out, failures as errors with message and hint.
import { t } from "./texts.js";

export class Failure extends Error {
  constructor(message, hint) {
    super(message);
    this.hint = hint;
  }
}

// The token stands behind the # of the address that the server printed. It is kept for this tab only.
export function takeToken() {
  const found = /^#token=(.+)$/.exec(location.hash);
  if (!found) return;
  sessionStorage.setItem("token", decodeURIComponent(found[1]));
  history.replaceState(null, "", location.pathname);
}

export async function ask(path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method: body === undefined ? "GET" : "POST",
      headers: headers(body !== undefined),
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Failure(t("no_server"), t("no_server_hint"));
  }
  if (answer.status === 401) {
    await askForToken();
    return ask(path, body);
  }
  const value = await answer.json();
  if (!answer.ok) throw new Failure(value.message, value.hint);
  return value;
}

function headers(hasBody) {
  const token = sessionStorage.getItem("token");
  return {
    ...(hasBody ? { "Content-Type": "application/json" } : {}),
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
  };
}

let asking = null;

function askForToken() {
  asking ??= new Promise((resolve, reject) => {
    const dialog = document.getElementById("token");
    const word = document.getElementById("token-word");
    dialog.addEventListener("close", () => {
      asking = null;
      if (dialog.returnValue !== "ok" || !word.value) {
        reject(new Failure(t("token"), t("token_hint")));
        return;
      }
      sessionStorage.setItem("token", word.value.trim());
      word.value = "";
      resolve();
    }, { once: true });
    dialog.showModal();
  });
  return asking;
}

// The bytes of a file as Base64.
export async function base64(file) {
  const address = await new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result));
    reader.addEventListener("error", () => reject(new Failure(t("unreadable"), "")));
    reader.readAsDataURL(file);
  });
  return address.slice(address.indexOf(",") + 1);
}
