// Dragging: a card or a piece pulled onto a place does what pressing the two does. It knows no rule of any game.

import { $ } from "./parrain.js";

const LEAST = 8;  // pixels before a press becomes a drag
const NEAR = 40;  // pixels beside a target that still count as on it
const EDGE = 56, REST = 250, STEP = 12;  // held so near the edge of a board and so long (ms), it moves on, by so much a frame at the very edge
const FINGER = 22;  // half of what a finger hits
const stage = $("stage"), board = $("board"), view = $("board-view");

/** The choice at a point, or the nearest that is close. */
function under(x, y, targets) {
  let best = null, least = NEAR;
  for (const each of targets) {
    const box = each.getBoundingClientRect();
    const away = Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
    if (away < least) { least = away; best = each; }
    if (away === 0 && each.contains(document.elementFromPoint(x, y))) return each;
  }
  return best;
}

/** What has a grip at a press. A browser moves a finger's press on to something near that can be pressed: then by its place. */
function gripAt(event) {
  const grip = event.target.closest?.("[data-grip]");
  if (grip || event.pointerType !== "touch") return grip;
  return [...board.querySelectorAll("[data-grip]")].find((each) => {
    const box = each.getBoundingClientRect(), away = (at, low, high) => Math.abs(at - (low + high) / 2) - Math.max((high - low) / 2, FINGER);
    return away(event.clientX, box.left, box.right) <= 0 && away(event.clientY, box.top, box.bottom) <= 0;
  });
}

/** A picture of what is dragged, that follows the pointer. */
function ghostOf(thing) {
  const box = thing.getBoundingClientRect(), drawing = thing.ownerSVGElement, matrix = thing.getScreenCTM(), shape = thing.getBBox();
  const ghost = drawing.cloneNode(false);
  ghost.setAttribute("viewBox", `${shape.x} ${shape.y} ${shape.width} ${shape.height}`);
  ghost.setAttribute("width", shape.width * matrix.a);
  ghost.setAttribute("height", shape.height * matrix.d);
  ghost.removeAttribute("role");
  ghost.setAttribute("aria-hidden", "true");
  const copy = thing.cloneNode(true);
  for (const each of [copy, ...copy.querySelectorAll("[data-piece],[data-action],[tabindex]")]) for (const name of ["data-piece", "data-action", "tabindex", "role"]) each.removeAttribute(name);
  copy.removeAttribute("transform");
  ghost.append(copy);
  ghost.classList.add("dragged");
  document.body.append(ghost);
  return { ghost, dx: box.width / 2, dy: box.height / 2 };
}

/**
 * What can be dragged: a choice in the hand or the offer, and what has a grip. `weigh(action)` says whether a choice is the first
 * of two: then it is made when the drag begins, and the second where it ends. Otherwise it is made by dropping it on the board.
 */
export function dragging({ root, weigh, choose, preview, begun }) {
  let drag = null;
  const end = () => {
    drag?.shown?.ghost.remove();
    for (const each of document.querySelectorAll(".drop-here, .drop-on")) each.classList.remove("drop-here", "drop-on");
    document.body.classList.remove("dragging");
    drag = null;
  };
  const targets = () => [...board.querySelectorAll("[data-action]")].filter((each) => !drag.verb || each.dataset.action.startsWith(drag.verb + " "));
  const over = (x, y) => {
    if (drag.onto === "stage") {
      const box = stage.getBoundingClientRect();
      return x > box.left && x < box.right && y > box.top && y < box.bottom ? stage : null;
    }
    return drag.onto === "choice" ? under(x, y, targets()) : null;
  };
  const start = async () => {
    drag.shown = ghostOf(drag.thing);
    root.setPointerCapture(drag.id);  // what is dragged may be drawn anew meanwhile
    document.body.classList.add("dragging");
    requestAnimationFrame(moveOn);
    begun();
    const mine = drag;
    if (drag.verb) drag.onto = "choice";
    else {
      const weighed = await weigh(drag.action);
      if (drag !== mine) return;
      drag.onto = weighed.back ? "choice" : "stage";
      if (weighed.back) choose(drag.action, true);
    }
    if (drag.onto === "stage") stage.classList.add("drop-here");
  };
  const onwards = (at, low, high) => (at < low || at > high ? 0 : STEP * (Math.max(0, 1 - (high - at) / EDGE) - Math.max(0, 1 - (at - low) / EDGE)));
  /** A board larger than the stage moves on while something is held at its edge: the target may be out of sight. */
  const moveOn = (now) => {
    if (!drag?.shown) return;
    requestAnimationFrame(moveOn);
    const box = view.getBoundingClientRect(), left = onwards(drag.x, box.left, box.right), top = onwards(drag.y, box.top, box.bottom);
    drag.rests = (left || top) && drag.onto === "choice" ? drag.rests || now : 0;
    if (!drag.rests || now - drag.rests < REST) return;
    view.scrollBy({ left, top, behavior: "instant" });
    show();
  };
  const show = () => {
    drag.shown.ghost.style.transform = `translate(${drag.x - drag.shown.dx}px, ${drag.y - drag.shown.dy}px)`;
    const found = over(drag.x, drag.y), action = found === stage ? drag.action : found?.dataset.action ?? "";
    for (const each of document.querySelectorAll(".drop-on")) if (each !== found) each.classList.remove("drop-on");
    found?.classList.add("drop-on");
    preview(action);
  };

  root.addEventListener("pointerdown", (event) => {
    if (event.button || !event.isPrimary) return;
    const thing = gripAt(event) ?? event.target.closest?.("#part-hand [data-action], #part-offer [data-action]");
    if (!thing || document.body.classList.contains("undecided")) return;
    drag = { thing, verb: thing.dataset.grip, then: thing.dataset.then, action: thing.dataset.action, x: event.clientX, y: event.clientY, from: [event.clientX, event.clientY], id: event.pointerId };
    if (thing.dataset.grip) event.stopPropagation();  // the board stays where it is
  }, true);
  addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    [drag.x, drag.y] = [event.clientX, event.clientY];
    if (!drag.shown) {
      if (Math.hypot(drag.x - drag.from[0], drag.y - drag.from[1]) < LEAST) return;
      if (!drag.thing.isConnected) { drag = null; return; }
      start();
    }
    show();
  });
  addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const found = drag.shown ? over(event.clientX, event.clientY) : null, action = found === stage ? drag.action : found?.dataset.action;
    if (drag.shown) {  // the click that follows presses nothing
      const stop = (click) => { if (click.detail) { click.stopPropagation(); click.preventDefault(); } };
      addEventListener("click", stop, { capture: true, once: true });
      addEventListener("pointerdown", () => removeEventListener("click", stop, true), { capture: true, once: true });
    }
    const { then } = drag;
    end();
    if (action) choose(action, false, then); else preview("");
  });
  addEventListener("pointercancel", end);
  root.addEventListener("touchmove", (event) => { if (drag?.verb || drag?.shown) event.preventDefault(); }, { passive: false });  // it does not scroll
  addEventListener("keydown", (event) => { if (event.key === "Escape" && drag) end(); }, true);
  return end;
}
