// Everything on the table explains itself: a card opens by pointing, by focus, or by a finger that stays.

import { $, el, say } from "./parrain.js";
import { parseSvg } from "./board.js";

const HOVER = 260, HOLD = 450;

/** `ask(thing)` asks the server; the answer goes to `show`. */
const SHORT = 14;  // letters of a word that fits below its value; else they stand in lines

export function cards(root, ask) {
  const card = $("card");
  let thing = null, timer = 0, held = false;

  const close = () => { clearTimeout(timer); thing = null; card.hidden = true; };
  const open = (element) => { thing = element; ask(element.dataset.about); };
  const of = (event) => event.target.closest?.("[data-about]");

  root.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const found = of(event);
    if (found === thing) return;
    clearTimeout(timer);
    if (!found) { timer = setTimeout(close, 120); return; }
    timer = setTimeout(() => open(found), HOVER);
  });
  root.addEventListener("pointerleave", close);
  root.addEventListener("focusin", (event) => { const found = of(event); if (found && event.target.matches(":focus-visible")) open(found); });
  root.addEventListener("focusout", close);
  root.addEventListener("pointerdown", (event) => {
    held = false;
    if (event.pointerType !== "touch") return close();
    const found = of(event);
    close();
    if (found) timer = setTimeout(() => { held = true; open(found); }, HOLD);
  });
  for (const end of ["pointerup", "pointercancel", "pointermove"]) {
    root.addEventListener(end, (event) => { if (event.pointerType === "touch" && !held && (end !== "pointermove" || Math.hypot(event.movementX, event.movementY) > 6)) clearTimeout(timer); });
  }
  root.addEventListener("click", (event) => { if (held) { held = false; event.stopPropagation(); event.preventDefault(); } }, true);
  root.addEventListener("contextmenu", (event) => { if (of(event) && matchMedia("(pointer: coarse)").matches) event.preventDefault(); });

  /** The card beside the thing, on the emptier side of it. */
  function place() {
    const stage = $("table").getBoundingClientRect(), at = thing.getBoundingClientRect();
    card.hidden = false;
    const wide = card.offsetWidth, high = card.offsetHeight, gap = 10;
    const room = { right: stage.right - at.right, left: at.left - stage.left };
    let x = room.right >= wide + gap || room.right >= room.left ? at.right + gap : at.left - wide - gap;
    let y = at.top + at.height / 2 - high / 2;
    if (Math.max(room.left, room.right) < wide + gap) {
      x = at.left + at.width / 2 - wide / 2;
      y = at.top - stage.top > high + gap ? at.top - high - gap : at.bottom + gap;
    }
    card.style.left = `${Math.max(stage.left + 4, Math.min(x, stage.right - wide - 4)) - stage.left}px`;
    card.style.top = `${Math.max(stage.top + 4, Math.min(y, stage.bottom - high - 4)) - stage.top}px`;
  }

  return {
    close,
    /** What the server says about a thing. */
    show(told) {
      if (!told?.title || !thing || !thing.isConnected || thing.dataset.about !== told.thing) return;
      const picture = told.picture ? parseSvg(told.picture) : null;
      if (picture) {  // at its own size: what is written on it can be read
        picture.setAttribute("aria-hidden", "true");
        picture.setAttribute("width", picture.viewBox.baseVal.width);
        picture.setAttribute("height", picture.viewBox.baseVal.height);
      }
      card.replaceChildren(
        el("header", {}, ...(picture ? [el("span", { class: "card-picture" }, picture)] : []), el("div", {}, el("h3", {}, told.title), ...(told.kind ? [el("small", {}, told.kind)] : []))),
        ...(told.values.length ? [el("dl", { class: told.values.some((each) => each.word.length > SHORT) ? "card-values rows" : "card-values" }, ...told.values.map((each) => el("div", {}, el("dt", {}, each.word), el("dd", {}, each.value))))] : []),
        ...told.lines.map((line) => el("p", {}, line)),
        ...(told.rule_text ? [el("p", { class: "card-rule" }, `${told.rule} · ${told.rule_text}`)] : []),
        ...(told.reconstructed ? [el("p", { class: "card-ours" }, `◇ ${told.reconstructed}`)] : []));
      place();
    },
  };
}
