// Home: a card for each game, the tables I sit at and those that wait for somebody, the lessons done and the next one.

import { against, opens } from "./making.js";
import { $, api, attempt, el, lang, make, notice, pathLink, recall, remembered, say } from "./parrain.js";

const FIRST = 3; // tables shown before one asks for all
const token = (colour) => $("token-" + colour).content.cloneNode(true);

// -- the cards ---------------------------------------------------------------------------------------------

function card(article) {
  const play = article.querySelector("[data-play]"), { play: game, bot, sand } = play.dataset;
  const least = Number(play.dataset.fewest) - 1, most = Number(play.dataset.most) - 1;
  const find = (selector) => article.querySelector(selector), all = (selector) => [...article.querySelectorAll(selector)];
  const levels = find("[data-set-level]");
  const chosen = { count: Number(play.dataset.seats) - 1, level: bot, role: 0, ...against.of(game) };
  const words = (level) => say(level + (chosen.count === 1 ? "_one" : "_many"), { count: chosen.count }).split(", ");
  const level = () => ([...levels.options].some((each) => each.value === chosen.level) ? chosen.level : bot);

  const show = () => {
    chosen.count = Math.min(Math.max(chosen.count, least), most);
    const [bots, strong] = words(level());
    find("[data-count]").textContent = bots;
    find("[data-level]").textContent = strong;
    find("[data-number]").textContent = chosen.count;
    all(".men svg").forEach((man, at) => man.toggleAttribute("hidden", at >= chosen.count));
    levels.value = level();
    for (const each of all("[data-role]")) each.setAttribute("aria-pressed", Number(each.dataset.role) === chosen.role);
    for (const each of all("[data-step]")) each.disabled = chosen.count + Number(each.dataset.step) !== Math.min(Math.max(chosen.count + Number(each.dataset.step), least), most);
  };
  const change = (what) => { Object.assign(chosen, what); show(); against.keep(game, chosen); };
  const seats = (other) => {
    const made = Array.from({ length: chosen.count }, () => ({ ...other }));
    made.splice(chosen.role, 0, { kind: "person", name: remembered.name });
    return made;
  };
  const clock = Number(sand) ? { kind: "sand", seconds: Number(sand) } : null;

  opens(find("[data-vs]"), find(".against"));
  for (const each of all("[data-step]")) each.addEventListener("click", () => change({ count: chosen.count + Number(each.dataset.step) }));
  levels.addEventListener("change", () => change({ level: levels.value }));
  for (const each of all("[data-role]")) each.addEventListener("click", () => change({ role: Number(each.dataset.role) }));
  find("[data-invite]").addEventListener("click", () => make({ game, seats: seats({ kind: "open" }), clock }));
  play.addEventListener("click", () => make({ game, seats: seats({ kind: "bot", bot: level() }), clock }));
  show();
}

// -- the tables --------------------------------------------------------------------------------------------

const day = (time) => new Date(time).toLocaleDateString(lang, { day: "numeric", month: "long" });
const clockTime = (time) => new Date(time).toLocaleTimeString(lang, { hour: "2-digit", minute: "2-digit" });

/** Since when, in words. */
function since(seconds) {
  const time = seconds * 1000, minutes = Math.floor((Date.now() - time) / 60000);
  if (minutes < 1) return say("since_now");
  if (minutes < 60) return say("since_minutes", { count: minutes });
  const midnight = new Date().setHours(0, 0, 0, 0);
  if (time >= midnight || minutes < 360) return say("since_hours", { count: Math.floor(minutes / 60) });
  if (time >= midnight - 86400000) return say("since_yesterday", { time: clockTime(time) });
  return say("since_day", { date: day(time) });
}

const nameOf = (table, seat) => table.seats[seat].name || say("player", { number: seat + 1 });
const free = (table) => table.seats.filter((seat) => seat.kind === "open").length;

/** How a table stands, in two lines. */
function standing(table) {
  if (table.my_turn) return [say("my_turn"), since(table.since)];
  if (table.state === "waiting") return [say(free(table) === 1 ? "free_one" : "free_many", { count: free(table) }), since(table.created)];
  if (table.state === "over") {
    const places = table.mine.map((seat) => table.places[seat]).filter(Boolean), best = Math.min(...places);
    const result = !places.length ? say("is_over") : best === 1 ? say("won") : say("lost_place", { place: best, count: table.seats.length });
    return [result, day(table.since * 1000)];
  }
  if (!table.to_move.length) return [say("being_played"), since(table.since)];
  const one = table.to_move.length === 1;
  return [one ? say("thinks", { name: nameOf(table, table.to_move[0]) }) : say("think", { count: table.to_move.length }), since(table.since)];
}

const others = (table) => table.seats.filter((seat) => seat.kind !== "open" && !table.mine.includes(seat.seat));
const cover = (table) => {
  const drawn = document.querySelector(`.game[data-game="${table.game}"] .cover`);
  return el("span", { class: "thumb", "aria-hidden": "true" }, drawn ? drawn.firstElementChild.cloneNode(true) : "");
};
const people = (table) => el("span", { class: "who" }, ...others(table).map((seat) =>
  el("span", {}, ...(table.colours[seat.seat] ?? []).map(token), nameOf(table, seat.seat))));
const verb = (table) => (table.my_turn ? say("play") : table.state === "over" ? say("see") : say("open"));
const go = (table, words) => el("a", { class: table.my_turn ? "button solid" : "button", href: table.link }, words, el("span", { class: "unseen" }, ": " + table.title));

function mineLine(table) {
  const [how, when] = standing(table);
  return el("li", { class: table.my_turn ? "mine-now" : "" }, cover(table), el("div", {}, el("b", {}, table.title), people(table)),
    el("div", { class: "standing" }, el("b", {}, how), el("span", {}, when)), go(table, verb(table)));
}

function openLine(table) {
  const places = table.state === "waiting" && free(table);
  const sit = async () => {
    if (!remembered.name) return location.assign(table.link); // the table asks for a name
    const made = await attempt(() => api(`/api/tables/${table.table}/sit`, { name: remembered.name }));
    return made && location.assign(made.link);
  };
  const how = places ? say(places === 1 ? "seats_one" : "seats_many", { count: places }) : standing(table)[0];
  return el("li", {}, cover(table), el("div", {}, el("b", {}, table.title),
    el("span", { class: "who" }, [...others(table).map((seat) => nameOf(table, seat.seat)), how].join(", "))),
  places ? el("button", { type: "button", onclick: sit }, say("sit"), el("span", { class: "unseen" }, ": " + table.title)) : go(table, say("watch")));
}

/** On a phone, above the games: the table that waits for me, and the others in a line. */
function banner(mine) {
  const [first, ...rest] = mine.filter((table) => table.state !== "over");
  $("banner").hidden = !first;
  if (!first) return;
  const [how, when] = standing(first);
  const told = [when, ...others(first).map((seat) => nameOf(first, seat.seat))];
  $("banner").replaceChildren(
    el("div", { class: first.my_turn ? "banner-first mine-now" : "banner-first" }, cover(first),
      el("p", {}, el("b", {}, first.my_turn ? say("my_turn_at", { game: first.title }) : `${first.title}, ${how}`), el("span", {}, told.join(" · "))), go(first, verb(first))),
    ...(rest.length ? [el("a", { class: "banner-rest", href: "#mine-title" }, say("others", { tables: rest.slice(0, 2).map((table) => standing(table)[0]).join(", ") }), el("span", { "aria-hidden": "true" }, "▸"))] : []));
}

let whole = false;

async function tables() {
  const lists = await api("/api/tables").catch(() => null);
  if (!lists) return;
  const mine = lists.mine, open = lists.open.slice(0, 6);
  const shown = whole ? mine : mine.slice(0, FIRST), running = mine.filter((table) => table.state !== "over").length;
  const fill = (id, lines) => $(id).replaceChildren(...(lines.length ? lines : [el("li", { class: "none" }, say("none_" + id))]));
  fill("mine", shown.map(mineLine));
  fill("open", open.map(openLine));
  banner(mine);
  $("running").textContent = running ? say("running", { count: running }) : "";
  $("all-mine").hidden = shown.length === mine.length;
  $("all-mine").textContent = say("all_tables", { count: mine.length });
  document.title = (mine.some((table) => table.my_turn) ? "● " : "") + document.title.replace(/^● /, "");
}

// -- the learning path ---------------------------------------------------------------------------------------

const STAGES = ["course", "basics", "examples", "puzzles", "game"];
let looked = "";  // the game whose path one looks at

function paths() {
  const all = JSON.parse($("paths").textContent), done = { courses: recall("courses"), lessons: recall("lessons"), finished: recall("finished") };
  const isDone = (game, [stage, id]) => (stage === "course" ? done.courses[game]?.done?.includes(Number(id)) : stage === "game" ? done.finished[game] : done.lessons[game]?.includes(id)) ?? false;
  const left = (game) => all[game].filter((unit) => !isDone(game, unit));
  let sum = 0;
  for (const line of document.querySelectorAll("[data-path]")) {
    const game = line.dataset.path, count = all[game].length - left(game).length;
    sum += count;
    line.querySelector("[data-done]").textContent = count;
    line.querySelector(".ring-done").setAttribute("stroke-dasharray", `${count / all[game].length} 1`);
    line.classList.toggle("begun", count > 0);
  }
  $("learned").textContent = sum ? say("learned", { count: sum, all: Object.values(all).reduce((total, path) => total + path.length, 0) }) : "";
  const open = Object.keys(all).filter((game) => left(game).length), last = recall("learning").game;
  const game = looked || [last, ...open].find((each) => open.includes(each)) || Object.keys(all)[0];
  for (const line of document.querySelectorAll("[data-path]")) line.querySelector("button").setAttribute("aria-pressed", line.dataset.path === game);
  const article = document.querySelector(`.game[data-game="${game}"]`), play = article.querySelector("[data-play]").dataset;
  const name = article.querySelector("h3").textContent, link = (unit) => pathLink(game, unit, Number(play.seats), Number(play.sand));
  const next = left(game)[0], box = $("next-lesson"), stage = (next ?? all[game].at(-1))[0], fellows = all[game].filter(([each]) => each === stage);
  box.querySelector("b").textContent = !next ? say("all_learned") : stage === "game" ? say("path_first_game") : next[2];
  box.querySelector("span").textContent = next ? `${name} · ` + say("path_" + stage + "_at", { number: fellows.indexOf(next) + 1, count: fellows.length }) : name;
  const go = link(next ?? all[game].at(-1));
  go.className = "button";
  go.textContent = say(next && all[game].length > left(game).length ? "learn_on" : "learn_first");
  box.querySelector("a, p + button").replaceWith(go);
  $("stages").replaceChildren(...STAGES.map((each) => {
    const units = all[game].filter(([name]) => name === each), count = units.filter((unit) => isDone(game, unit)).length;
    if (!units.length) return "";
    const line = link(units.find((unit) => !isDone(game, unit)) ?? units[0]);
    line.classList.add("plain");
    line.replaceChildren(el("b", {}, count === units.length ? "✓" : units.length > 1 ? `${count}/${units.length}` : "◆"), el("span", {}, say("path_" + each)));
    return el("li", { class: count === units.length ? "done" : each === stage ? "now" : "" }, line);
  }));
}
for (const line of document.querySelectorAll("[data-path]")) line.querySelector("button").addEventListener("click", () => { looked = line.dataset.path; paths(); });

// -- links and records -------------------------------------------------------------------------------------

function upload() {
  $("upload").addEventListener("change", async (event) => {
    const file = event.target.files[0];
    event.target.value = "";
    if (!file) return;
    const made = await attempt(() => api("/api/replays", new Blob([file], { type: "text/plain" })));
    if (made) location.assign("/replay/" + made.table);
  });
}

$("by-link").addEventListener("submit", (event) => {
  event.preventDefault();
  const found = /\/(?:t|replay)\/[\w-]{1,40}(?:\/join\?as=[\w-]+)?$/.exec($("given-link").value.trim());
  if (found) location.assign(found[0]);
  else notice(say("bad_link"), "warning");
});
document.querySelectorAll(".game").forEach(card);
paths();
tables();
upload();
$("all-mine").addEventListener("click", () => { whole = true; tables(); });
setInterval(() => { if (!document.hidden) tables(); }, 15000);
document.addEventListener("visibilitychange", () => { if (!document.hidden) tables(); });
window.addEventListener("pageshow", (event) => { if (event.persisted) paths(); });
