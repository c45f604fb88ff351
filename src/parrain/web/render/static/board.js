// Drawings in a page: parsed, pieces moved from where they were, dice rolled, pressed by mouse, finger and keys.
// What a board promises is written in docs/boards.md.

const MOVE = { duration: 420, easing: "cubic-bezier(.3,.1,.2,1)" };

/** SVG text as an element of this page; it comes from our own server, and scripts and handlers in it would not run anyway. */
export function parseSvg(text) {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return root.localName === "svg" ? document.importNode(root, true) : null;
}

/** For every piece of new drawings, where it comes from: its own name, else a vanished one of its kind, else a hidden one. */
export function origins(before, pieces, names) {
  const vanished = [...before].filter(([name]) => !names.has(name)).map(([, place]) => place);
  const take = (kind) => {
    const at = vanished.findIndex((place) => place.kind === kind);
    return at < 0 ? null : vanished.splice(at, 1)[0];
  };
  return pieces.map((piece) => before.get(piece.dataset.piece) || (piece.dataset.kind && take(piece.dataset.kind)) || take("?"));
}

export function move(piece, from) {
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
export function roll(before, pieces) {
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

/** What one may press in a drawing: `press(action)` for a choice, `ask(action)` for what is not allowed. */
export function listen(host, press, ask) {
  const act = (target) => {
    const found = target.closest?.("[data-action],[data-touch]");
    if (!found || !host.contains(found)) return false;
    if (found.dataset.action) press(found.dataset.action);
    else ask(found.dataset.touch);
    return true;
  };
  host.addEventListener("click", (event) => { if (!host.dataset.dragged || !event.detail) act(event.target); });
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
