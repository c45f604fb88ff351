// What every page shares: words, the API, small elements, the language switch, the search in the rules.
// All text goes in as text (textContent); drawings come from our own server as parsed SVG (board.js).

export const lang = document.documentElement.lang;
export const $ = (id) => document.getElementById(id);
const words = JSON.parse($("words").textContent);

/** A word of the page, its braces filled. */
export function say(key, filling = {}) {
  return words[key].replace(/\{(\w+)\}/g, (whole, name) => (name in filling ? String(filling[name]) : whole));
}

/** An element with attributes and children; strings become text. */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "class") made.className = value;
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value != null) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child != null));
  return made;
}

/** Ask the server; what it refuses comes back as an Error with its words. */
export async function api(path, body) {
  const url = path + (path.includes("?") ? "&" : "?") + "lang=" + lang;
  const wish = body === undefined ? {} : {
    method: "POST", headers: { "Content-Type": body instanceof Blob ? "text/plain" : "application/json" },
    body: body instanceof Blob ? body : JSON.stringify(body),
  };
  let answer;
  try { answer = await fetch(url, wish); } catch { throw new Error(say("unreachable")); }
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(data.text || say("failed"));
  return data;
}

let hiding = 0;

/** Say something at the foot of the page; it goes away by itself unless it wants an answer. What is "passing" lets presses through. */
export function notice(text, kind = "", ...more) {
  const place = $("notice");
  clearTimeout(hiding);
  place.className = "notice " + kind;
  const passing = kind === "passing";
  const close = passing ? [] : [el("button", { type: "button", class: "plain", onclick: unnotice }, say("close"))];
  place.replaceChildren(el("p", {}, text), ...more, ...close);
  place.hidden = false;
  if (!more.length) hiding = setTimeout(unnotice, passing ? 4000 : 9000);
}

export function unnotice() { $("notice").hidden = true; }

/** Do something that may fail, and say so if it does. */
export async function attempt(doing) {
  try { return await doing(); } catch (error) { notice(error.message, "warning"); return null; }
}

export function copy(text, button) {
  const done = () => { button.textContent = say("copied"); };
  if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, () => notice(text));
  else notice(text);
}

/** Whether a key press belongs to something one writes in. */
export function writing(event) {
  return /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || event.ctrlKey || event.altKey || event.metaKey;
}

/** Something kept on this device only: an object under a key, {} where there is none. */
export function recall(key) {
  try { return Object(JSON.parse(localStorage.getItem(key) || "{}")); } catch { return {}; }
}

export function remember(key, value) {
  try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* a private window remembers nothing */ }
}

/** The name I gave last time, on this device only. */
export const remembered = {
  get name() { try { return localStorage.getItem("name") || ""; } catch { return ""; } },
  set name(value) { try { localStorage.setItem("name", value); } catch { /* a private window remembers nothing */ } },
};

/** Note a lesson that was done. */
export function learned(game, lesson) {
  const done = recall("lessons");
  remember("lessons", { ...done, [game]: [...new Set([...(done[game] ?? []), lesson])] });
}

/** Make a table and go there. */
export async function make(wish) {
  const made = await attempt(() => api("/api/tables", wish));
  if (made) location.assign(made.link);
}

/** A first game against the easiest bots; where people bargain, without a timer. */
export function firstGame(game, seats, bargains) {
  const others = Array.from({ length: seats - 1 }, () => ({ kind: "bot", bot: "easy" }));
  return make({ game, seats: [{ kind: "person", name: remembered.name }, ...others], clock: bargains ? { kind: "free" } : null });
}

/** What leads to a step of a learning path: a link, or a button that makes the table. */
export function pathLink(game, [stage, id], seats, bargains) {
  if (stage === "game") return el("button", { type: "button", onclick: () => firstGame(game, seats, bargains) });
  return el("a", { href: stage === "course" ? `/learn/${game}?chapter=${id}` : `/lesson/${game}/${id}` });
}

function languages() {
  for (const button of document.querySelectorAll("[data-language]")) {
    button.addEventListener("click", () => {
      document.cookie = `lang=${button.dataset.language}; path=/; max-age=31536000; samesite=lax`;
      const here = new URL(location.href);
      here.searchParams.delete("lang");
      location.replace(here);
      if (here.hash) location.reload();
    });
  }
}

/** Letters without accents, small: what one searches by. */
export const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** A rules panel: its marks open where a rule comes from; its search shows the rules with every word, in either language. */
export function rules(panel) {
  const box = panel.querySelector("[data-search]"), found = panel.querySelector("[data-found]");
  panel.addEventListener("click", (event) => {
    const mark = event.target.closest("[data-source]");
    if (mark) mark.setAttribute("aria-expanded", !($(mark.getAttribute("aria-controls")).hidden = !$(mark.getAttribute("aria-controls")).hidden));
  });
  if (!box) return;
  const lines = [...panel.querySelectorAll("[data-rule]")].map((line) => [line, plain(line.textContent)]);
  box.addEventListener("input", () => {
    const wanted = plain(box.value).split(/\s+/).filter(Boolean);
    let count = 0;
    for (const [line, text] of lines) {
      line.hidden = !wanted.every((word) => text.includes(word));
      count += line.hidden ? 0 : 1;
    }
    for (const section of panel.querySelectorAll("[data-section]")) {
      section.hidden = !section.querySelector("[data-rule]:not([hidden])");
    }
    panel.classList.toggle("searching", wanted.length > 0);
    found.textContent = wanted.length ? say("found", { count }) : "";
  });
}

/** Lead to a rule in a panel, all of them shown again. */
export function leadTo(panel, number) {
  const box = panel.querySelector("[data-search]");
  if (box?.value) { box.value = ""; box.dispatchEvent(new Event("input")); }
  const line = [...panel.querySelectorAll("[data-rule]")].find((each) => each.dataset.rule === number);
  for (const lit of panel.querySelectorAll(".led-to")) lit.classList.remove("led-to");
  line?.classList.add("led-to");
  line?.scrollIntoView({ block: "center" });
}

languages();
for (const button of document.querySelectorAll("[data-first-game]")) {
  const { game, seats, sand } = document.body.dataset;
  button.addEventListener("click", () => firstGame(game, Number(seats), Number(sand)));
}
navigator.serviceWorker?.register("/sw.js").catch(() => { /* only what works offline is missing */ });
for (const panel of document.querySelectorAll("[data-rules]")) rules(panel);
if (location.hash.startsWith("#rule-")) $(location.hash.slice(1))?.classList.add("led-to");
