// What one should look at is lit and what leads on glows; the rest of the board and of the hand is dim.

import { $ } from "./parrain.js";

const SVG = "http://www.w3.org/2000/svg";
const board = $("board"), hand = $("part-hand");

function made(tag, attributes) {
  const found = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) found.setAttribute(name, value);
  return found;
}

export function clear() {
  for (const each of document.querySelectorAll(".glowing, .lit")) each.classList.remove("glowing", "lit");
  for (const each of document.querySelectorAll(".spotlight")) each.remove();
}

/** The elements that a name of a course stands for: a drawing, a thing in one ("hand/card.8"), or in any. */
function named(look) {
  const [part, name] = look.split("/");
  const host = (each) => (each === "board" ? board : each.startsWith("panel.") ? document.querySelector(`[data-panel="${each.slice(6)}"]`)?.closest("li") : $("part-" + each));
  if (!name && host(part)) return [host(part)];
  const thing = CSS.escape(name ?? part), found = `[data-about="${thing}"],[data-piece="${thing}"]`;
  return [...(name ? host(part) : $("table")).querySelectorAll(found)].slice(0, 3);
}

/** Dim all of a drawing but these, and draw a ring round what glows. */
function shade(host, glowing, lit) {
  const drawing = host.querySelector("svg");
  if (!drawing) return;
  const frame = drawing.getBoundingClientRect();
  const holes = (elements, grow) => elements.filter((each) => drawing.contains(each)).map((each) => each.getBoundingClientRect()).filter((box) => box.width)
    .map((box) => ({ x: box.x - frame.x - grow, y: box.y - frame.y - grow, w: box.width + 2 * grow, h: box.height + 2 * grow }));
  const rings = holes(glowing, 5), all = [...rings, ...holes(lit, 3)];
  const cover = made("svg", { class: "spotlight", width: frame.width, height: frame.height, viewBox: `0 0 ${frame.width} ${frame.height}`, "aria-hidden": "true" });
  const mask = made("mask", { id: `spot-${host.id}` });
  mask.append(made("rect", { width: frame.width, height: frame.height, fill: "#fff" }), ...all.map(({ x, y, w, h }) => made("rect", { x, y, width: w, height: h, rx: 8, fill: "#000" })));
  cover.append(mask, made("rect", { class: "spot-dim", width: frame.width, height: frame.height, mask: `url(#spot-${host.id})` }),
    ...rings.map(({ x, y, w, h }) => made("rect", { class: "spot-ring", x, y, width: w, height: h, rx: 8 })));
  cover.style.left = `${frame.x - host.getBoundingClientRect().x}px`;
  cover.style.top = `${frame.y - host.getBoundingClientRect().y}px`;
  host.append(cover);
}

export function point(glow, looks, dim) {
  clear();
  const glowing = glow.flatMap((action) => [...document.querySelectorAll(`#table [data-action="${CSS.escape(action)}"], #acts [data-choice="${CSS.escape(action)}"]`)]);
  const lit = looks.flatMap(named);
  for (const each of glowing) each.classList.add("glowing");
  for (const each of lit) if (!each.classList.contains("glowing")) each.classList.add("lit");
  if (dim && (glowing.length || lit.length)) for (const host of [board, hand]) shade(host, glowing, lit);
  const below = glowing.find((each) => hand.contains(each) || each.matches("#acts *"));
  below?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
