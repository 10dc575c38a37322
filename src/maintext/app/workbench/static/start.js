// Start: one question, and what was done before.
import { ask } from "./ask.js";
import { $, make } from "./page.js";
import { outcome } from "./runs.js";
import { t } from "./texts.js";

const SHOWN = 8;

export class Start {
  constructor({ guarded, go, state, views }) {
    Object.assign(this, { guarded, go, state, views });
    this.recipes = this.runs = [];
  }

  run() {}

  clear() { this.askForm(null); }

  translate() {
    if (this.asked) this.askForm(...this.asked);
    this.draw();
  }

  shown() {
    this.guarded(async () => {
      this.recipes = (await ask("/api/recipes")).recipes;
      this.runs = (await ask("/api/runs")).runs.slice(0, SHOWN);
      this.draw();
    });
  }

  draw() {
    const line = (hash, name, ...more) => make("li", {}, make("a", { href: hash }, name), ...more);
    $("start-recipes").hidden = !this.recipes.length;
    $("start-recipes").lastElementChild.replaceChildren(...this.recipes.map(({ name }) => line(`#table?${new URLSearchParams({ recipe: name })}`, name)));
    $("start-runs").hidden = !this.runs.length;
    $("start-runs").lastElementChild.replaceChildren(...this.runs.map((run) => line(`#${["evaluate", "train"].includes(run.kind) ? "evaluate" : "runs"}/${run.id}`, run.title, " ", outcome(run))));
    $("start-more").hidden = !this.recipes.length && !this.runs.length;
  }

  // A page with a search form and no list: what to search for.
  askForm(answer, source) {
    this.asked = answer ? [answer, source] : null;
    $("forms").replaceChildren(...(answer?.forms ?? []).map((form) => {
      const inputs = form.fields.map(({ name, label }) => make("label", { class: "with" }, make("span", {}, label || name), " ", make("input", { name, "aria-label": label || name, spellcheck: "false" })));
      const node = make("form", { class: "card row", novalidate: true }, make("p", { class: "wide" }, t("form_found")), ...inputs, make("button", { class: "main" }, t("search_it")));
      node.addEventListener("submit", (event) => {
        event.preventDefault();
        const fill = Object.fromEntries([...new FormData(node)].filter(([, value]) => value.trim()));
        if (!Object.keys(fill).length) return;
        this.state.source = { ...source, fill };
        this.askForm(null);
        this.go("table");
      });
      return node;
    }));
    $("forms").querySelector("input")?.focus();
  }
}
