// Requests to the server: JSON in, JSON out, failures as errors with message and hint.
import { t } from "./texts.js";

export class Failure extends Error {
  constructor(message, hint, code = "") {
    super(message);
    this.hint = hint;
    this.code = code; // of the server: the page has its own words for it
  }
}

// The token stands behind the # of the address that the server printed. It is kept for this tab only.
export function takeToken() {
  const found = /^#token=(.+)$/.exec(location.hash);
  if (!found) return;
  sessionStorage.setItem("token", decodeURIComponent(found[1]));
  history.replaceState(null, "", location.pathname);
}

export async function ask(path, body, verb) {
  const isFile = body instanceof Blob;
  const sent = body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) };
  const kind = isFile ? "application/octet-stream" : "application/json";
  const answer = await send(path, { method: verb ?? (body === undefined ? "GET" : "POST"), ...sent }, body === undefined ? {} : { "Content-Type": kind });
  return answer.json();
}

// Asks for a view; what comes after the view has asked something else is null, be it an answer or a failure.
export async function askLast(view, path, body) {
  const mine = view.questions = (view.questions ?? 0) + 1;
  try {
    const answer = await ask(path, body);
    return mine === view.questions ? answer : null;
  } catch (error) {
    if (mine === view.questions) throw error;
    return null;
  }
}

// A file of the server, as bytes; and with the headers of the answer.
export const askFile = async (path) => (await askAnswer(path)).blob();
export const askAnswer = (path) => send(path, {}, {});

async function send(path, request, headers) {
  const token = sessionStorage.getItem("token");
  let answer;
  try {
    answer = await fetch(path, { ...request, headers: { ...headers, ...(token ? { Authorization: `Bearer ${token}` } : {}) } });
  } catch {
    throw new Failure(t("no_server"), t("no_server_hint"));
  }
  if (answer.status === 401) {
    await askForToken(token);
    return send(path, request, headers);
  }
  if (!answer.ok) {
    // A proxy whose server is away answers with a page.
    const value = await answer.json().catch(() => { throw new Failure(t("no_server"), t("no_server_hint")); });
    throw new Failure(value.message, value.hint, value.error);
  }
  return answer;
}

let asking = null;

function askForToken(refused) {
  asking ??= new Promise((resolve, reject) => {
    const dialog = document.getElementById("token");
    const word = document.getElementById("token-word");
    dialog.querySelector("p").textContent = t(refused ? "token_refused" : "token_hint");
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
