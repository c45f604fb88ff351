// A drawing in the page: put in as parsed SVG, pieces moved from where they were, zoom, pan, arrow keys.
// What a board promises is written in docs/boards.md.

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const MOVE = { duration: 420, easing: "cubic-bezier(.3,.1,.2,1)" };

/** SVG text as an element of this page; it comes from our own server, and scripts and handlers in it would not run anyway. */
export function parseSvg(text) {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return root.localName === "svg" ? document.importNode(root, true) : null;
}

let pieces = [];  // of the last drawing, cut before every <g as the server does

/** The drawing of a message: all of it, or what changed since the last one. */
export function wholeBoard({ board, patch }) {
  const text = patch ? patch.map((part) => typeof part === "string" ? part : pieces.slice(part[0], part[0] + part[1]).join("")).join("") : board;
  pieces = text.split(/(?=<g)/);
  return text;
}

function places(host) {
  const found = new Map();
  for (const piece of host.querySelectorAll("[data-piece]")) {
    found.set(piece.dataset.piece, { kind: piece.dataset.kind || "", box: piece.getBoundingClientRect() });
  }
  return found;
}

/** For every piece of the new drawing, where it comes from: its own name, else a vanished one of its kind, else a hidden one. */
function origins(before, pieces) {
  const names = new Set(pieces.map((piece) => piece.dataset.piece));
  const vanished = [...before].filter(([name]) => !names.has(name)).map(([, place]) => place);
  const take = (kind) => {
    const at = vanished.findIndex((place) => place.kind === kind);
    return at < 0 ? null : vanished.splice(at, 1)[0];
  };
  return pieces.map((piece) => before.get(piece.dataset.piece) || (piece.dataset.kind && take(piece.dataset.kind)) || take("?"));
}

function move(piece, from) {
  const matrix = piece.getScreenCTM();
  const to = piece.getBoundingClientRect();
  if (!matrix || !to.width || !from.width) return;
  if (Math.abs(from.x - to.x) < 1 && Math.abs(from.y - to.y) < 1 && Math.abs(from.width - to.width) < 2) return;
  const back = matrix.inverse();
  const local = (x, y) => new DOMPoint(x, y).matrixTransform(back);
  const start = local(from.x, from.y), end = local(to.x, to.y);
  const scale = Math.min(4, Math.max(0.25, from.height / to.height));
  const shift = `translate(${start.x - end.x * scale}px, ${start.y - end.y * scale}px) scale(${scale})`;
  piece.animate([{ transform: shift }, { transform: "translate(0px, 0px) scale(1)" }], { ...MOVE, composite: "add" });
}

const ROLL = { duration: 750, easing: "cubic-bezier(.2,.6,.3,1)", composite: "add" };

/** Dice that fell anew roll, one a little after the other; what is late (sums) appears when they lie still. */
function roll(before, pieces) {
  const falling = pieces.filter((piece) => /^rolled /.test(piece.dataset.kind || "") && before.get(piece.dataset.piece)?.kind !== piece.dataset.kind);
  falling.forEach((piece, i) => {
    piece.style.transformBox = "fill-box";
    piece.style.transformOrigin = "center";
    const turns = [{ transform: "translateY(-26px) rotate(-540deg) scale(.7)" }, { transform: "translateY(5px) rotate(-60deg) scale(1.08)", offset: .7 },
      { transform: "translateY(0px) rotate(0deg) scale(1)" }];
    piece.animate(turns, { ...ROLL, delay: i * 70, fill: "backwards" });
  });
  const still = falling.length ? ROLL.duration + falling.length * 70 : 0;
  pieces.filter((piece) => piece.dataset.kind === "late" && (falling.length || !before.has(piece.dataset.piece))).forEach((piece, i) => {
    piece.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 350, delay: still + i * 450, fill: "backwards" });
  });
}

/** Show a drawing in the place of the one before. */
export function showBoard(host, text, animate = true) {
  const drawing = parseSvg(text);
  if (!drawing) return host.replaceChildren();
  const still = calm.matches || !animate || document.hidden || !host.firstElementChild;
  const before = still ? null : places(host);
  const held = host.contains(document.activeElement) ? document.activeElement.dataset : null;
  host.replaceChildren(drawing);
  if (before) {
    const all = [...drawing.querySelectorAll("[data-piece]")], thrown = (piece) => /^(rolled |late$)/.test(piece.dataset.kind || "");
    const pieces = all.filter((piece) => !thrown(piece)), from = origins(before, pieces);
    pieces.forEach((piece, i) => from[i] && move(piece, from[i].box));
    roll(before, all.filter(thrown));
  }
  if (held) {
    const same = held.action && drawing.querySelector(`[data-action="${CSS.escape(held.action)}"]`);
    (same || drawing.querySelector("[data-action]") || host).focus({ preventScroll: true });
  }
}

/** What one may press in a drawing: `press(action)` for a choice, `ask(action)` for what is not allowed. */
export function listen(host, press, ask) {
  const act = (target) => {
    const found = target.closest?.("[data-action],[data-touch]");
    if (!found || !host.contains(found)) return false;
    if (found.dataset.action) press(found.dataset.action);
    else ask(found.dataset.touch);
    return true;
  };
  host.addEventListener("click", (event) => { if (!host.dataset.dragged) act(event.target); });
  host.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") { if (act(event.target)) event.preventDefault(); }
    else if (event.key.startsWith("Arrow") && step(host, event)) event.preventDefault();
  });
}

const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** From one thing that can be pressed to the nearest in that direction. */
function step(host, event) {
  const way = WAYS[event.key], here = event.target.closest?.("[data-action],[data-touch]");
  if (!way || !here || event.ctrlKey || event.altKey || event.metaKey) return false;
  const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
  const [x, y] = middle(here.getBoundingClientRect());
  let best = null, least = Infinity;
  for (const other of host.querySelectorAll("[data-action],[data-touch]")) {
    if (other === here) continue;
    const [ox, oy] = middle(other.getBoundingClientRect());
    const ahead = (ox - x) * way[0] + (oy - y) * way[1], aside = Math.abs((ox - x) * way[1]) + Math.abs((oy - y) * way[0]);
    if (ahead > 2 && ahead + 2 * aside < least) { least = ahead + 2 * aside; best = other; }
  }
  best?.focus();
  return Boolean(best);
}

/** Light up the choice that a button beside the board stands for. */
export function point(host, action) {
  for (const lit of host.querySelectorAll(".pointed")) lit.classList.remove("pointed");
  if (action) host.querySelector(`[data-action="${CSS.escape(action)}"]`)?.classList.add("pointed");
}

/** Zoom by buttons, or ctrl and wheel; pan by dragging. Two fingers zoom the page, as everywhere. */
export function zoomable(view, host) {
  let zoom = 1, drag = null;
  const set = (wanted, x = view.clientWidth / 2, y = view.clientHeight / 2) => {
    const next = Math.min(4, Math.max(1, wanted)), ratio = next / zoom;
    const left = (view.scrollLeft + x) * ratio - x, top = (view.scrollTop + y) * ratio - y;
    zoom = next;
    host.style.setProperty("--zoom", zoom);
    view.classList.toggle("zoomed", zoom > 1);
    if (zoom > 1) view.tabIndex = 0; else view.removeAttribute("tabindex");  // what scrolls can be scrolled by keys
    view.scrollTo(left, top);
  };
  view.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const box = view.getBoundingClientRect();
    set(zoom * (event.deltaY < 0 ? 1.15 : 1 / 1.15), event.clientX - box.x, event.clientY - box.y);
  }, { passive: false });
  view.addEventListener("pointerdown", (event) => {
    delete host.dataset.dragged;
    if (zoom > 1 && event.pointerType === "mouse") drag = { x: event.clientX, y: event.clientY, left: view.scrollLeft, top: view.scrollTop };
  });
  view.addEventListener("pointermove", (event) => {
    if (drag && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 5) {
      host.dataset.dragged = "yes";
      view.scrollTo(drag.left - event.clientX + drag.x, drag.top - event.clientY + drag.y);
    }
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
    view.addEventListener(end, () => { drag = null; setTimeout(() => { delete host.dataset.dragged; }); });  // after the click that ends a drag
  }
  return { in: () => set(zoom * 1.4), out: () => set(zoom / 1.4), fit: () => set(1) };
}
