// A negotiation: the sand on the stage, and in the dock what one may do about the claims in one press. The felt itself is a
// drawing of the server. It knows no rule of any game.

import { lateTone } from "./calls.js";
import { el, say } from "./parrain.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const SVG = "http://www.w3.org/2000/svg";
const LAST = 5;  // seconds in which the figure grows, after a soft sound
const FRESH = 3000;  // how long who changed a claim is marked

function shape(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/** An hourglass whose sand runs for so many of its seconds; for who wants no motion it is drawn anew each second. */
function hourglass() {
  const top = shape("path", { d: "M6 6 H34 L21 27 H19 Z", class: "sand-top" }), heap = shape("path", { d: "M6 54 H34 L21 33 H19 Z", class: "sand-heap" });
  const stream = shape("path", { d: "M20 27 V52", class: "sand-stream" });
  const glass = shape("path", { d: "M4 4 H36 M4 56 H36 M6 4 V8 L18.5 28 V32 L6 52 V56 M34 4 V8 L21.5 28 V32 L34 52 V56", class: "sand-glass" });
  const drawing = shape("svg", { viewBox: "0 0 40 60", class: "hourglass", "aria-hidden": "true" });
  drawing.append(top, heap, stream, glass);
  let running = [];
  const set = (part) => {
    top.style.transform = `scaleY(${part})`;
    heap.style.transform = `scaleY(${1 - part})`;
  };
  return {
    drawing,
    run(left, seconds) {
      for (const each of running) each.cancel();
      running = [];
      const part = seconds ? left / seconds : 0;
      set(part);
      stream.style.display = left > 0 ? "" : "none";
      if (calm.matches || left <= 0) return;
      const timing = { duration: left * 1000, fill: "forwards" };
      running = [
        top.animate([{ transform: `scaleY(${part})` }, { transform: "scaleY(0)" }], timing),
        heap.animate([{ transform: `scaleY(${1 - part})` }, { transform: "scaleY(1)" }], timing),
        stream.animate([{ strokeDashoffset: 0 }, { strokeDashoffset: -12 }], { duration: 500, iterations: Math.ceil(left * 2) }),
      ];
    },
    set,
  };
}

/** Fill a place only if what belongs there has changed: nothing one is about to press is pulled away. */
function fill(place, content, make) {
  const sign = JSON.stringify(content);
  if (place.dataset.sign === sign) return;
  place.dataset.sign = sign;
  place.replaceChildren(...[make()].flat());
}

export function negotiation({ host, speak, sand, rules, send, openRules, warns }) {
  let told = null, heardAt = 0, seat = null;
  const changed = new Map();  // seat: when it last said something else
  const glass = hourglass(), figure = el("b"), word = el("span");
  const clock = el("p", { class: "sand-left", role: "timer" }, figure, " ", word);
  const moves = el("p", { class: "moves" }), sentences = el("p", { class: "sentences", id: "sentences" });
  sand.replaceChildren(glass.drawing, clock);
  host.replaceChildren(moves);
  host.after(sentences);
  sentences.hidden = true;  // else its row parts offer and hand in games without talk
  let warned = 0;  // the negotiation whose end was called
  /** On a phone the sentences take the place of the moves while one looks for one: the felt keeps its room. */
  const fold = (open) => {
    speak.setAttribute("aria-expanded", String(open));
    host.classList.toggle("aside", open);
    sentences.classList.toggle("open", open);
  };
  speak.addEventListener("click", () => fold(speak.getAttribute("aria-expanded") !== "true"));

  const mine = () => Boolean(told?.on && told.seats.some((each) => each.seat === seat));
  const remaining = () => (told ? Math.max(0, told.left - (performance.now() - heardAt) / 1000) : 0);

  const about = () => ({ seat, number: told.number });
  const does = {
    hold: () => send({ do: "ready", ...about() }),
    accept: () => send({ do: "accept", ...about() }),
    counter: (words) => send({ do: "claim", ...about(), words }),
    refuse: (words) => { send({ do: "claim", ...about(), words }); send({ do: "ready", ...about() }); },
    reopen: () => send({ do: "ready", ...about(), yes: false }),
  };

  /** Make a move, unless the coach warns of it. */
  function act(move) {
    const go = () => does[move.does](move.words);
    if (!warns(move.does, go)) go();
  }

  function update() {
    fill(moves, [told.number, told.moves], () => told.moves.map((move, i) => el("button", {
      type: "button", class: `move move-${move.does}${i || move.does === "reopen" ? "" : " solid"}`, "data-says": move.does, title: move.note, onclick: () => act(move),
    }, el("span", {}, move.label, el("small", {}, move.note)))));
    fill(sentences, [told.number, told.sentences], () => told.sentences.map((each) => el("button", {
      type: "button", class: "sentence", "aria-pressed": String(each.said), "data-says": each.code, title: each.text, onclick: () => { fold(false); send({ do: "speak", ...about(), code: each.code }); },
    }, each.label)));
    speak.hidden = sentences.hidden = !told.sentences.length;
    const numbers = [...new Set(told.clashes.map((clash) => clash.rule))];
    fill(rules, numbers, () => numbers.flatMap((rule) => [el("a", { href: "#rules", onclick: (event) => { event.preventDefault(); openRules(rule); } }, rule), " "]));
  }

  function tick() {
    if (!told?.on || !told.seconds) return;
    const left = remaining(), seconds = Math.ceil(left);
    figure.textContent = String(seconds);
    word.textContent = say("sand_seconds");
    clock.classList.toggle("short", seconds <= LAST);
    if (seconds <= LAST && seconds > 0 && mine() && warned !== told.number) { warned = told.number; lateTone(); }
    if (calm.matches) glass.set(told.seconds ? seconds / told.seconds : 0);
  }
  setInterval(tick, 250);

  /** Whoever has just said something else is marked for a moment. */
  function mark() {
    for (const each of document.querySelectorAll("#board .changed")) each.classList.remove("changed");
    for (const [who, at] of changed) {
      if (performance.now() - at < FRESH) document.querySelector(`#board [data-piece="says.${who}"]`)?.classList.add("changed");
    }
  }

  return {
    mine, mark,
    show(message, now) {
      const another = !told || told.number !== message.number || !told.on;
      const before = another ? null : new Map(told.seats.map((each) => [each.seat, JSON.stringify(each.words)]));
      told = message;
      seat = now?.seat ?? null;
      heardAt = performance.now();
      host.hidden = !told.on;
      sand.hidden = !told.on || !told.seconds;
      document.body.classList.toggle("bargaining", mine());
      document.body.classList.toggle("talking", told.on);
      speak.hidden = sentences.hidden = !told.on;
      if (another) fold(false);
      if (!told.on) { changed.clear(); fill(rules, [], () => []); return; }
      for (const each of before ? told.seats : []) {
        if (before.get(each.seat) !== JSON.stringify(each.words)) { changed.set(each.seat, heardAt); setTimeout(mark, FRESH + 50); }
      }
      glass.run(told.left, told.seconds);
      update();
      mark();
      tick();
    },
  };
}
