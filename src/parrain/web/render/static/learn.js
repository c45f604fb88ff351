// A guided first game: the coach's bubble, one task at a time, glowing choices; what others do is shown as a film.
// The server keeps nothing: this page sends how far one is, and keeps it on the device under "courses".

import { listen } from "./board.js";
import { cards } from "./cards.js";
import { film } from "./film.js";
import { $, api, attempt, el, notice, recall, remember, say, writing } from "./parrain.js";
import { centre, fit, mended, narrow, pictures, previewing, showBar, showParts, tabs, token, zooming } from "./stage.js";
import { clear, point } from "./spotlight.js";

const { game } = document.body.dataset, board = $("board"), coach = $("coach");
const told = JSON.parse($("course").textContent), titles = told.map(([title]) => title);
const ruleLink = (number) => `/rules/${game}#rule-${number.replace(/[ .]/g, "-")}`;
const path = () => `/api/courses/${game}/${at.chapter}`;

// -- how far one is ----------------------------------------------------------------------------------------

const kept = Object(recall("courses")[game]);
const asked = Number(new URLSearchParams(location.search).get("chapter"));
const at = { chapter: 1, ways: [], played: [], attempt: 0, done: [], ...kept };
if (asked >= 1 && asked <= titles.length && asked !== at.chapter) Object.assign(at, { chapter: asked, ways: [], played: [] });

function keep() {
  const all = recall("courses");
  remember("learning", { game });
  remember("courses", { ...all, [game]: { chapter: at.chapter, ways: at.ways, played: at.played, attempt: at.attempt, done: at.done, of: titles.length } });
}

const here = () => ({ ways: at.ways, played: at.played, attempt: at.attempt });

let now = null;  // the last answer of the server
let drawings = {};
let busy = false;

// -- the table -----------------------------------------------------------------------------------------------

function put(frame) {
  showBar(frame.bar);
  $("seats").replaceChildren(...frame.panels.map((panel, seat) => el("li", { class: seat === now.seat ? "mine" : "", "data-about": `seat.${seat}` },
    el("div", { class: "seat-line" }, el("span", { class: "seat-tokens" }, ...panel.colours.map(token)),
      el("span", { class: "seat-name" }, now.names[seat]), el("span", { class: "seat-facts" }, panel.note),
      panel.gain ? el("span", { class: "seat-gain", title: say("gain") }, panel.gain) : null, el("span", { class: "seat-score" }, panel.score)),
    document.querySelector(`[data-panel="${seat}"]`) ?? el("div", { class: "part", "data-panel": seat }))));
  showParts(frame.drawings, frame.moves);
  document.body.dataset.pictures = pictures();
}

/** Show the frames of an answer one after the other; the coach speaks when the last one is there. */
function play(seen, spoken) {
  now = seen;
  [at.ways, at.played] = [seen.ways, seen.played];
  document.body.classList.add("undecided");
  clear();
  if (!seen.frames.length) { decide(spoken); return; }
  seen.frames.forEach((frame, i) => {
    drawings = mended(i ? drawings : {}, frame.parts);
    for (const event of frame.events) event.colours = event.seat === null ? [] : frame.panels[event.seat]?.colours;
    const mine = frame.seat === seen.seat;
    movie.add({ ...frame, drawings: { ...drawings }, moves: Boolean(i) || spoken, quiet: mine && i === 0, last: i === seen.frames.length - 1, spoken });
  });
}

function decide(spoken) {
  busy = false;
  document.body.classList.remove("undecided");
  board.dataset.step = `${at.chapter}.${now.step}.${at.played.length}`;
  board.dataset.told = String(Number(board.dataset.told ?? 0) + 1);
  const made = (choice) => el("button", { type: "button", class: "choice-button" + (now.glow.includes(choice.action) ? " glowing" : ""), "data-choice": choice.action, onclick: () => choose(choice.action) }, choice.label);
  const waits = now.answer?.kind === "done";
  const offered = waits ? [] : now.choices, drawn = new Set([...document.querySelectorAll("#table [data-action]")].map((each) => each.dataset.action));
  $("choices").replaceChildren(...offered.map((choice) => el("li", {}, made(choice))));
  $("acts").replaceChildren(...offered.filter((choice) => !drawn.has(choice.action)).map(made));
  $("in-words").replaceChildren(...now.text.map((each) => el("li", {}, each)));
  speak(spoken);
  lock();
  lightUp();
  keep();
  chapters();
}

/** What leads on glows, what is to be looked at is lit, the rest is dim; nothing is in free play. */
function lightUp() {
  const waits = now.answer?.kind === "done" || now.over;
  const [glow, look] = waits ? [[], []] : [now.glow, now.look];
  point(glow, look, false);
  place();
  point(glow, look, !waits && !now.free);
  centre(board.querySelector(".glowing, .lit") ? ".glowing, .lit" : "[data-action], [data-about]");
}

function lock() {
  for (const each of document.querySelectorAll(".locked")) each.classList.remove("locked");
  for (const { name } of now.locked) for (const found of things(name)) found.classList.add("locked");
}

function things(name) {
  const [part, thing] = name.split("/");
  return [...(part === "board" ? board : $("part-" + part) ?? board).querySelectorAll(`[data-about="${CSS.escape(thing ?? part)}"],[data-piece="${CSS.escape(thing ?? part)}"]`)];
}

// -- the coach ------------------------------------------------------------------------------------------------

function speak(spoken) {
  const { answer } = now, over = now.over && (!answer || answer.kind === "done"), done = over || answer?.kind === "done", last = at.chapter === titles.length;
  $("coach-title").textContent = titles[at.chapter - 1];
  if (answer?.text) $("coach-words").textContent = answer.text;
  else if (!spoken) $("coach-words").textContent = now.step || at.played.length ? "" : now.idea;
  if (over && now.victory) $("coach-words").append(el("strong", { class: "victory" }, ` ${now.victory}`));
  $("coach-signs").replaceChildren(...(now.step || done ? [] : [...document.querySelectorAll(`#signs [data-from="${at.chapter}"]`)].map((sign) => sign.cloneNode(true))));
  for (const sign of $("coach-signs").children) sign.hidden = false;
  coach.dataset.kind = answer?.kind ?? "";
  $("coach-task").textContent = now.task;
  $("coach-task").hidden = done || !now.task;
  $("coach-ask").replaceChildren(...now.ask.map((each) => el("li", {}, each)));
  $("coach-ask").hidden = done || !now.ask.length;
  const rule = answer?.rule ? [[answer.rule, answer.rule_text]] : now.rules.map((each, i) => [each, now.rule_texts[i]]);
  $("coach-rule").replaceChildren(...rule.map(([number, words]) => el("p", {}, el("a", { href: ruleLink(number) }, number), " ", words)));
  why(false);
  $("coach-why").hidden = done || !rule.length;
  $("coach-show").hidden = !now.show;
  $("coach-on").hidden = !done || (over && last);
  $("coach-on").textContent = over && !last ? say("course_next", { title: titles[at.chapter] }) : say("go_on");
  $("coach-again").hidden = !over;
  const sections = told[at.chapter - 1][2];
  $("coach-read").hidden = !over || !sections.length;
  $("coach-read").querySelector("span").replaceChildren(...sections.flatMap(([title, rule], i) => [i ? ", " : "", el("a", { href: ruleLink(rule) }, title)]));
  $("coach-play").hidden = !(over && last);
  if ($("coach-lessons")) $("coach-lessons").hidden = !(over && last);
  if (over && !at.done.includes(at.chapter)) at.done.push(at.chapter);
  if (answer && answer.kind !== "on") fold(false);
  if (done) $("coach-on").focus({ preventScroll: true });
  if (answer && !["on", "done"].includes(answer.kind)) pulse();
}

function pulse() {
  coach.classList.remove("pulse");
  void coach.offsetWidth;
  coach.classList.add("pulse");
}

function fold(yes) {
  coach.classList.toggle("folded", yes);
  $("coach-fold").setAttribute("aria-expanded", String(!yes));
  $("coach-fold").textContent = yes ? "+" : "–";
  place();
}

function why(open) {
  $("coach-rule").hidden = !open;
  $("coach-why").setAttribute("aria-expanded", String(open));
}

const BESIDE = 20, WIDTHS = [18.5, 24, 30];  // rem: the bubble and the space around it; how wide it may be on the board

/** On a wide page the bubble stands beside the board if that leaves it room, else where it hides least of what matters. */
function place() {
  const stage = $("stage"), view = board.querySelector("svg")?.viewBox.baseVal;
  if (narrow.matches || !view) { stage.classList.remove("beside"); coach.removeAttribute("style"); return; }
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize), wide = stage.clientWidth, high = stage.clientHeight;
  const scale = (room) => Math.min(room / view.width, high / view.height), beside = scale(wide - BESIDE * rem);
  stage.classList.toggle("beside", beside >= rem / 16 && beside >= .7 * scale(wide));
  fit();
  if (stage.classList.contains("beside")) { coach.removeAttribute("style"); return; }
  const frame = stage.getBoundingClientRect();
  const boxes = (what) => [...board.querySelectorAll(what)].map((each) => each.getBoundingClientRect()).filter((box) => box.width && box.width < wide / 2);
  const lit = boxes(".glowing, .lit"), choices = boxes("[data-action]"), pieces = boxes("[data-about],[data-piece]");
  let [best, least] = [null, Infinity];
  for (const width of WIDTHS) {
    coach.style.width = `${width}rem`;
    const [w, h] = [coach.offsetWidth, coach.offsetHeight], [across, down] = [wide - w - 20, Math.max(0, high - h - 20)];
    const covered = (found, x, y) => found.reduce((sum, box) => sum
      + Math.max(0, Math.min(box.right - frame.x, x + w) - Math.max(box.left - frame.x, x))
      * Math.max(0, Math.min(box.bottom - frame.y, y + h) - Math.max(box.top - frame.y, y)), 0);
    for (const column of [8, 0, 7, 1, 6, 2, 5, 3, 4]) for (const row of [0, 4, 2, 1, 3]) {
      const [x, y] = [10 + across * column / 8, 10 + down * row / 4];
      const cost = 50 * covered(lit, x, y) + 3 * covered(choices, x, y) + covered(pieces, x, y);
      if (cost < least - 400) [best, least] = [[x, y, width], cost];
    }
  }
  Object.assign(coach.style, { left: `${Math.round(best[0])}px`, top: `${Math.round(best[1])}px`, right: "auto", width: `${best[2]}rem` });
}

function chapters() {
  for (const button of document.querySelectorAll("[data-chapter]")) {
    const number = Number(button.dataset.chapter), done = at.done.includes(number), current = number === at.chapter;
    const note = button.querySelector("[data-note]");
    button.closest("li").className = current ? "now" : done ? "done" : "";
    if (current) button.setAttribute("aria-current", "step"); else button.removeAttribute("aria-current");
    button.querySelector(".chapter-mark").textContent = done ? "✓" : String(number);
    if (current) button.scrollIntoView({ block: "nearest" });
    note.textContent = current ? say("course_step", { at: Math.min(now.step + 1, now.steps), of: now.steps }) : done ? say("course_done") : note.dataset.note;
  }
  [...$("segments").children].forEach((each, i) => { each.className = at.done.includes(i + 1) ? "done" : i + 1 === at.chapter ? "now" : ""; });
  let known = 0;
  for (const sign of document.querySelectorAll("#signs [data-from]")) {
    sign.hidden = Number(sign.dataset.from) > at.chapter && !at.done.includes(Number(sign.dataset.from));
    known += sign.hidden ? 0 : 1;
  }
  $("signs-box").hidden = !known;
}

// -- what one does ---------------------------------------------------------------------------------------------

async function look(spoken = false) {
  document.body.classList.add("undecided");
  let seen = await api(`${path()}?pictures=${pictures()}`, here()).catch(() => null);
  if (!seen) {  // the course has changed since: from the beginning of the chapter
    Object.assign(at, { ways: [], played: [] });
    seen = await attempt(() => api(`${path()}?pictures=${pictures()}`, here()));
  }
  if (seen) play(seen, spoken);
}

async function choose(action) {
  if (movie.busy) { movie.skip(); return; }
  if (!now || busy || now.over || now.answer?.kind === "done") return;
  busy = true;
  document.body.classList.add("undecided");
  info.close();
  const seen = await attempt(() => api(`${path()}?pictures=${pictures()}`, { ...here(), action }));
  if (seen) { play(seen, true); return; }
  busy = false;
  document.body.classList.remove("undecided");
}

function begin(chapter) {
  const goesOn = chapter === at.chapter + 1 && told[chapter - 1][1];
  at.chapter = chapter;
  at.played = [];
  if (!goesOn) at.ways = [];
  at.attempt = 0;
  $("coach-words").textContent = "";
  movie.clear();
  look();
}

/** A press inside something that is not used yet is told so. */
function lockedAt(target) {
  const found = target.closest?.(".locked");
  const name = found && now.locked.find((each) => things(each.name).includes(found));
  if (!name) return false;
  $("coach-words").textContent = name.text;
  coach.dataset.kind = "other";
  fold(false);
  pulse();
  return true;
}

const movie = film({ show: put, done: (frame) => { if (frame.last) decide(frame.spoken); } });
const info = cards($("main"), async (thing) => {
  const card = await api(`${path()}/card`, { ...here(), thing }).catch(() => null);
  if (card?.title) info.show(card);
});
zooming();
tabs();
previewing($("main"));
$("table").addEventListener("click", (event) => { if (lockedAt(event.target)) event.stopPropagation(); }, true);
listen($("table"), choose, choose);
$("coach-on").addEventListener("click", () => { if (now.over) begin(at.chapter + 1); else { $("coach-words").textContent = ""; look(); } });
$("coach-show").addEventListener("click", () => choose(now.show));
$("coach-why").addEventListener("click", () => { why($("coach-rule").hidden); place(); });
$("coach-fold").addEventListener("click", () => fold(!coach.classList.contains("folded")));
$("coach-again").addEventListener("click", () => {
  const attempts = at.attempt + 1;
  begin(at.chapter);
  at.attempt = attempts;
});
for (const button of document.querySelectorAll("[data-chapter]")) button.addEventListener("click", () => begin(Number(button.dataset.chapter)));
document.addEventListener("keydown", (event) => {
  if (writing(event) || !/^[1-9]$/.test(event.key)) return;
  const choice = now?.choices[Number(event.key) - 1];
  if (choice) choose(choice.action);
});
narrow.addEventListener("change", () => { at.ways = now.ways; look(true); });
new ResizeObserver(() => { if (now && !movie.busy) lightUp(); }).observe($("stage"));
look().catch((error) => notice(error.message, "warning"));
