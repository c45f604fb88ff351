// The story of a game, grouped by turn and phase: every line points at its place on the board and leads to its moment.

import { $, el, say } from "./parrain.js";
import { light, token } from "./stage.js";

/** `go(event)` shows the moment of a line. */
export function storyOf(list, go) {
  let heading = "", last = null;

  function lineOf(event) {
    const link = el("button", { type: "button", class: "story-line", onclick: () => go(event), title: say("look_back") },
      ...(event.colours ?? []).slice(0, 1).map(token), el("span", {}, event.text));
    for (const on of ["mouseenter", "focus"]) link.addEventListener(on, () => light(event.pieces));
    for (const on of ["mouseleave", "blur"]) link.addEventListener(on, () => light([]));
    return el("li", {}, link);
  }

  return {
    add(events, fresh) {
      if (fresh) { list.replaceChildren(); heading = ""; }
      for (const each of list.querySelectorAll(".new")) each.classList.remove("new");
      for (const event of events) {
        if (event.heading !== heading) {
          heading = event.heading;
          list.append(el("li", { class: "story-heading" }, heading));
        }
        const line = lineOf(event);
        if (!fresh) line.classList.add("new");
        list.append(line);
      }
      if (!fresh && events.length && $("table").dataset.tab !== "story") {
        $("story-new").textContent = String(Number($("story-new").textContent || 0) + events.length);
      }
      last = list.lastElementChild;
      list.scrollTop = list.scrollHeight;
    },
    get last() { return last; },
  };
}
