// A negotiation while the sand runs: what is on offer, who claims what, what is free, what clashes. It knows no rule of any game.

import { el, say } from "./parrain.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const SVG = "http://www.w3.org/2000/svg";

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

export function negotiation({ host, choose, send, openRules }) {
  let told = null, heardAt = 0, seat = null, parts = null;
  const glass = hourglass();

  const mine = () => Boolean(told?.on && told.seats.some((each) => each.seat === seat));
  const remaining = () => (told ? Math.max(0, told.left - (performance.now() - heardAt) / 1000) : 0);

  function build(names) {
    const head = told.seats.map((each) => el("th", { scope: "col", class: each.seat === seat ? "my" : "" }));
    const rows = told.things.map(() => ({ row: el("tr"), name: el("th", { scope: "row" }), cells: told.seats.map(() => el("td")), free: el("td", { class: "free" }) }));
    for (const { row, name, cells, free } of rows) row.append(name, ...cells, free);
    parts = {
      head, rows, clock: el("span", { class: "sand-left", role: "timer" }), clashes: el("ul", { class: "clashes", "aria-live": "polite" }),
      giving: el("p", { class: "small" }), buttons: el("p", { class: "negotiation-do" }),
    };
    host.replaceChildren(
      el("div", { class: "negotiation-head" }, glass.drawing, el("div", {}, el("h2", { id: "negotiation-title" }, say("bargain", { place: told.title })), parts.clock)),
      el("p", { class: "small" }, told.help),
      el("div", { class: "negotiation-table", tabindex: "0", role: "region", "aria-labelledby": "negotiation-title" },
        el("table", {}, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, say("thing")), ...head, el("th", { scope: "col", class: "free" }, say("still_free")))),
          el("tbody", {}, ...rows.map((each) => each.row)))),
      parts.clashes, parts.buttons, parts.giving);
    names.forEach((name, i) => { head[i].title = name; });
  }

  /** My own cell: one press where there is one other thing to say, else a list. */
  function own(thing, now) {
    if (!thing.options.length) return el("span", {}, now || "…");
    if (thing.options.length === 1) {
      const [option] = thing.options;
      return el("button", { type: "button", class: "claim", title: option.label, "aria-label": `${thing.name}: ${now || "…"}. ${option.label}`, onclick: () => choose(option.action) }, now || "…");
    }
    const list = el("select", { class: "claim", "aria-label": say("your_claim", { thing: thing.name }), onchange: () => { if (list.value) choose(list.value); } },
      el("option", { value: "" }, now || "…"), ...thing.options.map((option) => el("option", { value: option.action }, option.label)));
    return list;
  }

  function update(names) {
    told.seats.forEach((each, i) => fill(parts.head[i], [names[i], each.ready, each.words === null], () => [
      each.seat === seat ? say("you_claim") : names[i], el("span", { class: "ready-mark" }, each.ready ? ` ✓ ${say("is_ready")}` : each.words === null ? " …" : ""),
      el("span", { class: "unseen" }, each.words === null ? ` ${say("not_spoken")}` : "")]));
    told.things.forEach((thing, i) => {
      const { row, name, cells, free } = parts.rows[i];
      row.className = thing.clash ? "clash" : "";
      fill(name, [thing.name, thing.note, thing.clash], () => [thing.name, thing.clash ? el("span", { class: "clash-mark", title: say("they_clash") }, " ⚡") : "", el("small", {}, thing.note)]);
      told.seats.forEach((each, at) => {
        const said = thing.claims[at];
        if (each.seat === seat) fill(cells[at], [said, thing.options], () => own(thing, said));
        else fill(cells[at], [said], () => el("span", {}, said || "…"));
        cells[at].className = each.seat === seat ? "my" : "";
      });
      fill(free, [thing.free], () => thing.free);
    });
    fill(parts.clashes, told.clashes.map((clash) => [clash.text, clash.rule]), () => (told.clashes.length
      ? told.clashes.map((clash) => el("li", {}, el("a", { href: "#rules", onclick: (event) => { event.preventDefault(); openRules(clash.rule); } }, clash.text)))
      : [el("li", { class: "agreed" }, say("no_clash"))]));
    const me = told.seats.find((each) => each.seat === seat);
    fill(parts.buttons, [told.options, me?.ready], () => (me?.ready
      ? [el("span", {}, say("you_are_ready")), el("button", { type: "button", onclick: () => send({ do: "ready", seat, number: told.number, yes: false }) }, say("not_ready"))]
      : told.options.map((option, i) => el("button", { type: "button", class: i ? "" : "solid", "data-says": option.action, onclick: () => choose(option.action) }, option.label))));
    fill(parts.giving, [me && !me.ready ? told.accept : ""], () => (me && !me.ready && told.accept ? say("accept_gives", { words: told.accept }) : ""));
  }

  function tick() {
    if (!told?.on || !parts) return;
    const left = remaining(), seconds = Math.ceil(left);
    parts.clock.textContent = say("sand_left", { seconds });
    parts.clock.classList.toggle("short", seconds <= 10);
    if (calm.matches) glass.set(told.seconds ? seconds / told.seconds : 0);
  }
  setInterval(tick, 250);

  return {
    mine,
    show(message, now) {
      const another = !told || told.number !== message.number || !told.on || seat !== (now?.seat ?? null);
      told = message;
      seat = now?.seat ?? null;
      heardAt = performance.now();
      host.hidden = !told.on;
      document.body.classList.toggle("bargaining", mine());
      if (!told.on) { parts = null; host.replaceChildren(); return; }
      const names = told.seats.map((each) => now?.names[each.seat] || say("player", { number: each.seat + 1 }));
      if (another || !parts) build(names);
      glass.run(told.left, told.seconds);
      update(names);
      tick();
    },
  };
}
