// The parts of a table on the page: each drawing in its place, at its own size or larger, pieces moving from where they were.

import { $, el, say } from "./parrain.js";
import { origins, move, parseSvg, roll } from "./board.js";
import { preferences, whenPreferred } from "./preferences.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** What is drawn wide or narrow, as the window is. */
export const narrow = matchMedia("(max-width: 56.19em)");  // a phone, or much larger text
export const pictures = () => (narrow.matches ? "narrow" : "wide");

const board = $("board"), view = $("board-view");

/** The drawings after a message: what it leaves out stays, null is gone, a list is a patch. */
export function mended(before, parts) {
  const after = { ...before };
  for (const [name, part] of Object.entries(parts)) {
    if (part === null) delete after[name];
    else if (typeof part === "string") after[name] = part;
    else {
      const [first, ...rest] = before[name].split("<g");
      const pieces = [first, ...rest.map((each) => "<g" + each)];
      after[name] = part.map((each) => (typeof each === "string" ? each : pieces.slice(each[0], each[0] + each[1]).join(""))).join("");
    }
  }
  return after;
}

function host(name) {
  if (name === "board") return board;
  if (name.startsWith("panel.")) return document.querySelector(`[data-panel="${name.slice(6)}"]`);
  return $("part-" + name);
}

const shown = new Map();  // host: the text it shows
let last = {}, behind = false;  // the drawings on the page; whether one looks at the board behind

/** While something else lies on the stage, one may look at the board behind it, and back. */
function offerBehind() {
  const words = last.behind ? parseSvg(last.behind)?.querySelector(":scope > title")?.textContent ?? "" : "";
  for (const each of document.querySelectorAll(".see-behind")) {
    each.hidden = !last.behind;
    each.textContent = words;
    each.setAttribute("aria-pressed", String(behind));
  }
}
for (const each of document.querySelectorAll(".see-behind")) each.addEventListener("click", () => { behind = !behind; showParts(last, false); });

/** What explains itself needs no tooltip of the browser beside its card. */
function quiet(drawing) {
  for (const thing of drawing.querySelectorAll("[data-about]")) {
    const words = thing.querySelector(":scope > title");
    if (!words) continue;
    if (thing.getAttribute("role") === "button") thing.setAttribute("aria-label", words.textContent);
    words.remove();
  }
  for (const choice of drawing.querySelectorAll("[data-action],[data-touch]")) {
    const words = choice.querySelector(":scope > title");
    if (words) { choice.setAttribute("aria-label", words.textContent); words.remove(); }
  }
}

const unit = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

const roomy = matchMedia("(min-width: 1700px) and (min-height: 940px)");  // text is larger then

/** A part at its own size: one unit is one pixel, or more where text is larger. */
function size(place, drawing, one = unit()) {
  const box = drawing.viewBox.baseVal;
  drawing.setAttribute("width", box.width * one);
  drawing.setAttribute("height", box.height * one);
  place.dataset.wide = box.width;
}

/** The board fills the stage; never smaller than its own size: then the stage scrolls. */
export function fit() {
  const drawing = board.querySelector("svg");
  if (!drawing) return;
  const box = drawing.viewBox.baseVal, { clientWidth, clientHeight } = view;  // read before anything is written: one layout
  const scale = Math.max(unit(), Math.min(clientWidth / box.width, clientHeight / box.height)) * Number(preferences.larger) * zoomed.at;
  const width = Math.floor(box.width * scale), height = Math.floor(box.height * scale);
  drawing.setAttribute("width", width);
  drawing.setAttribute("height", height);
  view.classList.toggle("pans", width > clientWidth + 1 || height > clientHeight + 1);
  reachable(view, view.classList.contains("pans"));
  chartBoard();
  for (const hand of document.querySelectorAll(".hand-view")) reachable(hand, hand.scrollWidth > hand.clientWidth);
}

const SVG = "http://www.w3.org/2000/svg", PLACE = 60;  // what is this large on the board is a place

/** Shade the edges of the stage beyond which the board goes on. */
function shadeEdges() {
  const { scrollLeft: left, scrollTop: top, clientWidth, clientHeight, scrollWidth, scrollHeight } = view;
  const beyond = { up: top, down: scrollHeight - clientHeight - top, left, right: scrollWidth - clientWidth - left };
  $("stage").dataset.more = Object.keys(beyond).filter((edge) => beyond[edge] > 3).join(" ");
}

/** A small map of a board that is larger than the screen of a phone: its places, where one may choose, what is in sight. */
function chartBoard() {
  const map = $("minimap"), drawing = board.querySelector("svg");
  if (view.classList.contains("pans")) shadeEdges(); else delete $("stage").dataset.more;
  map.hidden = !(drawing && narrow.matches && view.classList.contains("pans"));
  document.body.classList.toggle("has-map", !map.hidden);
  if (map.hidden) return;
  const whole = drawing.getBoundingClientRect(), frame = view.getBoundingClientRect();
  const mark = (box, kind) => {
    const made = document.createElementNS(SVG, "rect");
    for (const [name, value] of Object.entries({ x: box.left - whole.left, y: box.top - whole.top, width: box.width, height: box.height, class: kind })) made.setAttribute(name, value);
    return made;
  };
  const boxes = (what) => [...drawing.querySelectorAll(what)].map((each) => each.getBoundingClientRect());
  const places = boxes("[data-about]").filter((box) => Math.min(box.width, box.height) > PLACE && Math.max(box.width, box.height) < 4 * PLACE);
  const drawn = document.createElementNS(SVG, "svg");
  drawn.setAttribute("viewBox", `0 0 ${whole.width} ${whole.height}`);
  drawn.setAttribute("aria-hidden", "true");
  drawn.append(...places.map((box) => mark(box, "map-place")), ...boxes("[data-action]").map((box) => mark(box, "map-choice")), mark(frame, "map-frame"));
  map.replaceChildren(drawn);
}

/** What scrolls can be scrolled by keys. */
function reachable(place, scrolls) {
  if (scrolls) place.tabIndex = 0; else place.removeAttribute("tabindex");
}

const zoomed = { at: 1 };

const inside = (box, frame) => box.left >= frame.left && box.right <= frame.left + frame.width && box.top >= frame.top && box.bottom <= frame.top + frame.height;

/** The boxes that fit together into a window of that size, as many as possible. */
function together(found, { width, height }) {
  let best = [];
  for (const { left } of found) {
    for (const { top } of found) {
      const seen = found.filter((each) => inside(each, { left, top, width, height }));
      if (seen.length > best.length) best = seen;
    }
  }
  return best.length ? best : found;
}

/** Where a board is larger than the stage, most of what can be chosen is brought into sight, else what just happened, else pieces, else places. */
export function centre(what = "[data-action]") {
  if (!view.classList.contains("pans")) return;
  const boxes = (which) => [...board.querySelectorAll(which)].map((each) => each.getBoundingClientRect()).filter((each) => each.width);
  const found = [what, ".recent", "[data-piece]", "[data-about]"].map(boxes).find((each) => each.length);
  if (!found) return;
  const frame = view.getBoundingClientRect(), seen = found.filter((each) => inside(each, frame)).length, best = together(found, frame);
  if (seen >= best.length || (seen && !board.querySelector(what))) return;
  const left = Math.min(...best.map((each) => each.left)), right = Math.max(...best.map((each) => each.right));
  const top = Math.min(...best.map((each) => each.top)), bottom = Math.max(...best.map((each) => each.bottom));
  view.scrollBy({ left: (left + right) / 2 - frame.left - frame.width / 2, top: (top + bottom) / 2 - frame.top - frame.height / 2, behavior: calm.matches ? "auto" : "smooth" });
}

function places() {
  const found = new Map();
  for (const piece of document.querySelectorAll("#table [data-piece], .bar [data-piece]")) {
    found.set(piece.dataset.piece, { box: piece.getBoundingClientRect(), kind: piece.dataset.kind });
  }
  return found;
}

/** Show drawings by name; those of a name that is missing go. */
export function showParts(drawings, animate = true) {
  const still = calm.matches || !animate || document.hidden || !board.firstElementChild;
  const before = still ? null : places();
  const active = document.activeElement?.closest?.("#table") ? document.activeElement.dataset : null;
  const at = [...board.querySelectorAll("[data-action]")].indexOf(document.activeElement);
  const fresh = [];
  if (!drawings.behind) behind = false;
  last = drawings;
  offerBehind();
  for (const name of ["board", "hand", "tracks", "offer", "goal", ...Object.keys(drawings).filter((each) => each.startsWith("panel."))]) {
    const place = host(name), text = (name === "board" && behind ? drawings.behind : drawings[name]) ?? "";
    if (!place || (shown.get(place) === text && (place.firstElementChild || !text))) continue;
    shown.set(place, text);
    const drawing = text ? parseSvg(text) : null;
    place.replaceChildren(...(drawing ? [drawing] : []));
    place.hidden = !drawing;
    if (!drawing) continue;
    quiet(drawing);
    if (!drawing.querySelector(":scope > title")) {  // a panel is named by its player
      const words = place.closest("li")?.querySelector(".seat-name")?.textContent;
      if (words) drawing.setAttribute("aria-label", words); else drawing.setAttribute("aria-hidden", "true");
    }
    fresh.push(drawing);
  }
  const one = unit();  // not before all of them are in: it costs a calculation of styles
  for (const drawing of fresh) if (drawing.parentElement !== board) size(drawing.parentElement, drawing, one);
  $("tab-tracks").hidden = !drawings.tracks;
  const tracks = $("part-tracks").querySelector("svg > title")?.textContent;
  if (tracks) $("tab-tracks").textContent = tracks;
  fit();
  if (before) {
    const all = fresh.flatMap((drawing) => [...drawing.querySelectorAll("[data-piece]")]);
    const thrown = (piece) => /^(rolled |late$)/.test(piece.dataset.kind || "");
    const pieces = all.filter((piece) => !thrown(piece)), from = origins(before, pieces, present());
    pieces.forEach((piece, i) => from[i] && move(piece, from[i].box));
    roll(before, all.filter(thrown));
  }
  if (active && !document.activeElement?.closest?.("#table")) {
    const same = active.action && document.querySelector(`#table [data-action="${CSS.escape(active.action)}"]`);
    if (active.action || active.touch) (same || (drawings.behind && board.querySelectorAll("[data-action]")[at]) || board.querySelector("[data-action]") || board).focus({ preventScroll: true });
  }
}

const present = () => new Set([...document.querySelectorAll("#table [data-piece], .bar [data-piece]")].map((each) => each.dataset.piece));

/** The bar above the table: turn, phases, goal. */
export function showBar(bar) {
  $("turn-name").textContent = bar.turn;
  $("phases").replaceChildren(...bar.phases.map((phase, i) => el("li", i === bar.phase ? { class: "now", "aria-current": "step" } : { class: i < bar.phase ? "done" : "" }, phase)));
  $("goal-words").textContent = bar.goal;
}

/** The shape of a colour, as an element. */
export const token = (colour) => $("token-" + colour).content.cloneNode(true);

const named = (name) => document.querySelector(`#table [data-piece="${CSS.escape(name)}"]`) ?? board.querySelector(`[data-about="${CSS.escape(name)}"]`);

/** Light up what an event is about. */
export function light(pieces) {
  for (const lit of document.querySelectorAll("#table .lit")) lit.classList.remove("lit");
  for (const name of pieces) named(name)?.classList.add("lit");
  if (pieces.length) centre(".lit");
}

const LARGE = 12000;  // square units: a card is smaller, a place is larger

/** Mark what has changed since my last choice: pieces and cards, not the places they stand at. */
export function markRecent(pieces) {
  for (const each of document.querySelectorAll("#board .recent")) each.classList.remove("recent");
  for (const name of pieces) {
    const found = named(name), box = board.contains(found) ? found.getBBox() : null;
    if (box && box.width * box.height < LARGE) found.classList.add("recent");
  }
}

/** Show what a choice would change while one points at it. */
export function previewing(root) {
  let on = "";
  const show = (action) => {
    if (action === on) return;
    on = action;
    for (const each of document.querySelectorAll(".preview.on, #table .pointed")) each.classList.remove("on", "pointed");
    document.body.classList.toggle("previewing", Boolean(action) && preferences.previews === "yes");
    if (!action) return;
    if (preferences.previews === "yes") for (const each of document.querySelectorAll(`[data-preview="${CSS.escape(action)}"]`)) each.classList.add("on");
    document.querySelector(`#table [data-action="${CSS.escape(action)}"]`)?.classList.add("pointed");
  };
  const of = (event) => event.target.closest?.("[data-action],[data-choice]");
  const name = (found) => found?.dataset.action ?? found?.dataset.choice ?? "";
  root.addEventListener("pointerover", (event) => { if (event.pointerType !== "touch") show(name(of(event))); });
  root.addEventListener("pointerleave", () => show(""));
  root.addEventListener("focusin", (event) => show(name(of(event))));
  root.addEventListener("focusout", () => show(""));
  return show;
}

/** Closer, farther, the whole board; pan by dragging with a mouse. */
export function zooming() {
  let drag = null;
  const set = (wanted) => {
    const before = zoomed.at, x = view.scrollLeft + view.clientWidth / 2, y = view.scrollTop + view.clientHeight / 2;
    zoomed.at = Math.min(4, Math.max(1, wanted));
    fit();
    view.scrollTo(x * zoomed.at / before - view.clientWidth / 2, y * zoomed.at / before - view.clientHeight / 2);
  };
  view.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    set(zoomed.at * (event.deltaY < 0 ? 1.15 : 1 / 1.15));
  }, { passive: false });
  view.addEventListener("pointerdown", (event) => {
    delete board.dataset.dragged;
    if (view.classList.contains("pans") && event.pointerType === "mouse") drag = { x: event.clientX, y: event.clientY, left: view.scrollLeft, top: view.scrollTop };
  });
  view.addEventListener("pointermove", (event) => {
    if (drag && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 5) {
      board.dataset.dragged = "yes";
      view.scrollTo(drag.left - event.clientX + drag.x, drag.top - event.clientY + drag.y);
    }
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
    view.addEventListener(end, () => { drag = null; });  // that it was dragged is known until the next press: a click may follow
  }
  const does = { in: () => set(zoomed.at * 1.4), out: () => set(zoomed.at / 1.4), fit: () => set(1) };
  for (const [name, go] of Object.entries(does)) $("zoom-" + name).addEventListener("click", go);
  return does;
}

/** On a phone one pane at a time below the stage. */
export function tabs() {
  const show = (name) => {
    $("table").dataset.tab = name;
    for (const tab of document.querySelectorAll("#tabs [data-tab]")) tab.setAttribute("aria-pressed", String(tab.dataset.tab === name));
    if (name === "story") { $("story-new").textContent = ""; $("log")?.scrollTo(0, $("log").scrollHeight); }  // the newest
    fit();
  };
  for (const tab of document.querySelectorAll("#tabs [data-tab]")) tab.addEventListener("click", () => show(tab.dataset.tab));
  show("dock");
  return show;
}

let charting = 0;
view.addEventListener("scroll", () => { charting ||= requestAnimationFrame(() => { charting = 0; chartBoard(); }); }, { passive: true });
$("minimap").addEventListener("click", (event) => {
  const drawn = $("minimap").querySelector("svg"), box = drawn.getBoundingClientRect(), whole = board.querySelector("svg").getBoundingClientRect();
  const scale = Math.min(box.width / whole.width, box.height / whole.height);
  if (!event.clientX) return centre();  // by keys
  const across = (event.clientX - box.left - (box.width - whole.width * scale) / 2) / scale, down = (event.clientY - box.top - (box.height - whole.height * scale) / 2) / scale;
  return view.scrollTo({ left: across - view.clientWidth / 2, top: down - view.clientHeight / 2, behavior: calm.matches ? "auto" : "smooth" });
});

roomy.addEventListener("change", () => {
  for (const place of document.querySelectorAll(".part")) if (place !== board && place.firstElementChild?.viewBox) size(place, place.firstElementChild);
});
new ResizeObserver(fit).observe(view);
whenPreferred(() => fit());
