// A table: what the server shows goes on the page, what one presses goes to the server. It knows no rule of any game.

import { analysis } from "./analysis.js";
import { listen, parseSvg } from "./board.js";
import { calls } from "./calls.js";
import { cards } from "./cards.js";
import { chart } from "./chart.js";
import { dragging } from "./drag.js";
import { film } from "./film.js";
import { openLine } from "./line.js";
import { negotiation } from "./negotiation.js";
import { $, api, attempt, copy, el, lang, leadTo, notice, recall, remember, remembered, rules, say, unnotice, writing } from "./parrain.js";
import { prefer, preferences, whenPreferred } from "./preferences.js";
import { centre, light, markRecent, mended, narrow, pictures, previewing, showBar, showParts, tabs, token, zooming } from "./stage.js";
import { storyOf } from "./story.js";

const table = document.body.dataset.table;
const board = $("board");
const MOST_RECENT = 8;
const LONG = 6;  // letters of a score: sums of money are written smaller, so that names keep their room
const levels = JSON.parse($("levels").textContent);
const first = firstMessages();

let latest = null;  // the last `shown` that was heard
let now = null;  // the one that is on the page
let drawings = {};  // by name, after the last that was heard
let waiting = null;  // the last `waiting`, before the game begins
let sitters = [];
let host = false, openTalk = false;  // I made the table; spectators may talk
let revealed = null;  // hot seat: whose eyes are at the screen
let falling = 0;  // hot seat: the curtain is about to fall
let chosen = false;  // I have chosen since the last picture
let asked = "";  // the choice that is to be confirmed
let following = "";  // how the choice begins that a drag makes after the first
let recent = [];  // the events since my last choice
let heardAt = 0;
let past = null;  // a moment of the story that is looked at
let afterShown = false;

const line = openLine(
  () => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${table}?lang=${lang}&pictures=${pictures()}&patches=1&words=0&first=${firstKey()}`,
  (message) => heard[message.is]?.(message),
  (up) => {
    $("status").textContent = up ? "" : say("lost");
    document.body.classList.toggle("offline", !up);
  },
);

/** What came with the page, if it is drawn for this window; the line goes on from there. */
function firstMessages() {
  const found = JSON.parse($("first")?.textContent ?? "null");
  return found?.shown.pictures === pictures() ? found : null;
}

/** Its key is good for one line. */
function firstKey() {
  const key = first?.key ?? "";
  if (first) first.key = "";
  return key;
}

function send(message) {
  if (!line.send(message)) notice(say("lost"), "warning");
}

// -- what the server says --------------------------------------------------------------------------------

const heard = {
  shown(message) {
    drawings = mended(message.fresh ? {} : drawings, message.parts);
    message.drawings = drawings;
    for (const event of message.events) event.colours = event.seat === null ? [] : message.panels[event.seat]?.colours;
    waiting = null;
    heardAt = performance.now();
    const before = latest;
    latest = message;
    calling.turn(message, before);
    if (message.mine.length > 1 || message.fresh) {  // one screen for several people, or the first look: no film
      movie.clear();
      if (message.mine.length > 1 && curtain(message)) return;
      if (!before) message.scenes = [];
      present(message);
      decide(message);
      return;
    }
    message.quiet = bargaining.mine() || chosen && message.events.every((event) => event.seat === message.seat || event.seat === null);
    chosen = false;
    undecide();  // the choices of before are gone
    movie.add(message);
  },
  waiting(message) {
    waiting = message;
    document.body.classList.add("before");
    $("prompt").textContent = message.prompt;
    $("begin").hidden = !(message.maker && message.open.length);
    sitForm(message.open, message.mine);
    seats();
  },
  presence(message) {
    sitters = message.seats;
    [host, openTalk] = [message.host, message.open_talk];
    $("open-talk-box").hidden = !host;
    $("open-talk").checked = openTalk;
    talkForm();
    $("watching").textContent = message.watching ? say("watching", { count: message.watching }) : "";
    seats();
  },
  said(message) {
    const lines = message.lines.map((each) => el("li", {}, el("strong", {}, each.name), ...(each.seat === null ? [el("small", {}, ` (${say("spectator")})`)] : []), " ", each.words));
    if (message.fresh) $("talk").replaceChildren(...lines); else $("talk").append(...lines);
    $("talk").lastElementChild?.scrollIntoView({ block: "nearest" });
    if (!message.fresh && lines.length && !$("menu").open && !$("mute").checked) {
      unread += lines.length;
      $("menu-new").textContent = $("chat-new").textContent = String(unread);
      const words = message.lines.at(-1);
      notice(`${words.name}: ${words.words}`);
    }
  },
  described(message) {
    if (message.seat !== latest?.seat) return;
    $("in-words").replaceChildren(...message.text.map((each) => el("li", {}, each)));
    $("facts").replaceChildren(...message.facts.map((each) => el("li", {}, each)));
  },
  bargained(message) { bargaining.show(message, latest); if (now) consult(); },
  asked(message) {
    const mine = message.seats ?? [];
    const answer = (yes) => () => { for (const seat of mine) send({ do: "consent", seat, yes }); unnotice(); };
    if (mine.length) notice(message.text, "question", button(say("yes"), answer(true)), button(say("no"), answer(false)));
    else notice(message.text);
  },
  answered(message) { notice(message.text); },
  moved(message) { notice(message.text, "question", el("a", { class: "button", href: message.link }, say("go_there"))); },
  coached(message) { advised(message); },
  hinted(message) {
    if (!now || message.step !== now.step) return;
    const go = button(message.label, () => { unnotice(); choose(message.action); }, "solid");
    notice(`${say("hint_is")} ${message.label}. ${message.reason}`, "hint", go);
    preview(message.action);
  },
  forbidden(message) {
    if (message.allowed) choose(message.action);
    else refused(message);
  },
  weighed(message) { weighing.get(message.action)?.(message); weighing.delete(message.action); },
  explained(message) { info.show(message); },
  error(message) {
    chosen = false;
    if (message.rule) refused(message);
    else notice(message.text, LATE.has(message.code) ? "passing" : "warning");
    if (now === latest && now) decide(now);
  },
};

/** Refusals of what came a moment too late, by nobody's fault. */
const LATE = new Set(["out-of-date", "no-talk", "nothing", "over"]);

let unread = 0;

function refused({ text, rule, rule_text }) {
  const lead = el("a", { href: "#rules", onclick: (event) => { event.preventDefault(); unnotice(); openRules(rule); } }, say("see_rule", { rule }));
  notice(text, "warning", ...(rule_text ? [el("p", { class: "rule-text" }, `${rule} · ${rule_text}`)] : []), ...(rule ? [lead] : []));
}

function button(text, onclick, kind = "") {
  return el("button", { type: "button", class: kind, onclick }, text);
}

/** Put a message on the page; nothing can be chosen before `decide`. */
function present(message) {
  const first = !now;
  now = message;
  document.body.classList.remove("before");
  closePast();
  info.close();
  showBar(message.bar);
  seats();
  showParts(message.drawings, !first);
  bargaining.mark();
  board.dataset.step = message.step;
  document.body.dataset.pictures = message.pictures;
  story.add(message.events, message.fresh);
  recent = message.fresh ? [] : [...recent, ...message.events.filter((event) => event.seat !== message.seat)];
  words(message);
  undecide();
}

/** The newest message is on the page: what may be chosen can be chosen. */
function decide(message) {
  if (message !== latest) return;
  choices(message);
  markRecent(recent.slice(-MOST_RECENT).flatMap((event) => event.pieces));
  consult();
  centre();
  const second = following ? message.choices.filter((choice) => choice.action.startsWith(following)) : [];
  following = "";
  if (second.length === 1) choose(second[0].action);
  $("deal").textContent = $("after-deal").textContent = say("deal", { commitment: message.commitment });
  if (message.over) after(message);
}

// -- hot seat --------------------------------------------------------------------------------------------

/** Several seats of mine at one screen: nobody sees another's hand. True while this picture must not be shown. */
function curtain(message, fallen = false) {
  if (message.mine.length < 2 || message.over) { $("curtain").close(); return false; }
  const due = message.to_move.filter((seat) => message.mine.includes(seat));
  if (revealed !== null && (due.includes(revealed) || !due.length)) {
    if (message.seat === revealed) return false;
    send({ do: "look", seat: revealed });
    return true;
  }
  if (!due.length) {
    if (message.seat === null) return false;
    send({ do: "look", seat: null });
    return true;
  }
  if (revealed !== null && message.seat === revealed && !fallen) {  // who has chosen sees it happen, then the curtain falls
    falling ||= setTimeout(() => { falling = 0; curtain(latest, true) || (present(latest), decide(latest)); }, 900);
    return false;
  }
  const wanted = due[0];
  if (![wanted, revealed].some((seat) => message.hidden.includes(seat))) {  // nothing that the other may not see
    revealed = wanted;
    $("curtain").close();
    send({ do: "look", seat: wanted });
    return true;
  }
  revealed = null;
  $("curtain-who").textContent = say("pass_to", { name: message.names[wanted] });
  $("curtain-go").textContent = say("i_am", { name: message.names[wanted] });
  $("curtain-go").onclick = () => { revealed = wanted; send({ do: "look", seat: wanted }); $("curtain").close(); };
  if (!$("curtain").open) $("curtain").showModal();
  if (message.seat === null) return false;
  showParts({}, false);
  undecide();
  for (const id of ["in-words", "log"]) $(id).replaceChildren();
  send({ do: "look", seat: null });
  return true;
}

// The table in words is asked for while it is open: most people never look at it, and it is long.
function describe() {
  if ($("words-box").open && latest) line.send({ do: "describe" });
  else for (const id of ["in-words", "facts"]) $(id).replaceChildren();
}
$("words-box").addEventListener("toggle", describe);

// -- what is on the page ---------------------------------------------------------------------------------

function words(message) {
  const mine = message.seat !== null && message.to_move.includes(message.seat);
  $("prompt").textContent = message.prompt;
  $("turn").classList.toggle("mine", mine);
  $("ask-token").replaceChildren(...(message.panels[message.to_move[0]]?.colours ?? []).slice(0, 1).map(token));
  if (message.to_move.length) $("ask-clock").dataset.clock = mine ? message.seat : message.to_move[0];
  else delete $("ask-clock").dataset.clock;
  describe();
  $("facts-box").hidden = message.seat === null;
  $("undo").hidden = !message.can_undo || message.choices.some((choice) => choice.action === "back");  // one button for one thing
  $("undo-word").textContent = $("undo").title = say(message.can_undo === "ask" ? "ask_undo" : "undo");
  $("device").hidden = !message.mine.length;
  $("leave").hidden = !message.mine.length || message.over;
  $("rename").hidden = message.mine.length !== 1;
  if (!$("rename").contains(document.activeElement)) $("rename").elements.name.value = message.names[message.mine[0]] ?? "";
  talkForm();
}

/** Who sits here talks; who watches too, by a name, where the host allows it. */
function talkForm() {
  const seated = Boolean((now ?? waiting)?.mine.length);
  $("chat-form").hidden = !seated && !openTalk;
  $("chat-form").elements.name.hidden = $("chat-form").elements.name.disabled = seated;
  if (!seated && !$("chat-form").elements.name.value) $("chat-form").elements.name.value = remembered.name;
}

/** Nothing can be chosen while a film runs. */
function undecide() {
  asked = "";
  $("confirm").hidden = true;
  $("acts").replaceChildren();
  $("choices").replaceChildren();
  $("list-choices").hidden = true;
  $("hint").hidden = true;
  document.body.classList.add("undecided");
}

function choices(message) {
  document.body.classList.remove("undecided");
  const list = $("choices"), held = list.contains(document.activeElement);
  const made = (choice, number, kind = "") => el("button", { type: "button", class: "choice-button" + kind, "data-choice": choice.action, onclick: () => choose(choice.action) },
    ...(number ? [el("span", { class: "key", "aria-hidden": "true" }, String(number))] : []), choice.label);
  list.replaceChildren(...message.choices.map((choice, i) => el("li", {}, made(choice, i + 1))));
  const drawn = new Set([...document.querySelectorAll("#table [data-action]")].map((each) => each.dataset.action));
  const covered = [...document.querySelectorAll("#table [data-covers]")].map((each) => each.dataset.covers);  // the list has the rest of these
  const loose = bargaining.mine() ? [] : message.choices.filter((choice) => !drawn.has(choice.action) && !covered.some((begin) => choice.action.startsWith(begin)));
  $("acts").replaceChildren(...loose.map((choice, i) => made(choice, 0, loose.length === 1 && message.choices.length === 1 ? " solid" : "")));
  $("choices-count").textContent = String(message.choices.length);
  $("list-choices").hidden = !message.choices.length;
  $("hint").hidden = !message.choices.length;
  if (held) (list.querySelector("button") ?? $("prompt")).focus({ preventScroll: true });
}

/** The list of all choices, for keys and screen readers, folded away until one wants it. */
whenPreferred(({ list }) => {
  $("choices-box").classList.toggle("open", list === "yes");
  $("list-choices").setAttribute("aria-expanded", String(list === "yes"));
});
$("list-choices").addEventListener("click", () => prefer("list", preferences.list === "yes" ? "no" : "yes"));

function seats() {
  const message = now ?? waiting;
  if (!message) return;
  const rows = message.names.map((name, seat) => {
    const sitter = sitters[seat] ?? {}, moving = now?.to_move.includes(seat), panel = now?.panels?.[seat];
    const mine = message.mine.includes(seat);
    const facts = [];
    if (mine) facts.push(say("seat_mine"));
    if (panel?.note) facts.push(panel.note);
    if (sitter.kind === "bot") facts.push(say("seat_bot"));
    else if (sitter.kind === "open") facts.push(say("seat_open"));
    else if (sitter.standin) facts.push(say("seat_standin"));
    else if (sitter.kind === "person" && !sitter.here) facts.push(say("seat_away"));
    if (now?.over) facts.push(say("seat_place", { place: now.places[seat] }));
    const body = document.querySelector(`[data-panel="${seat}"]`) ?? el("div", { class: "part panel-body-part", "data-panel": seat });
    const row = el("li", { class: (moving ? "moving " : "") + (mine ? "mine" : ""), "data-about": `seat.${seat}` },
      el("div", { class: "seat-line" },
        el("span", { class: "seat-tokens" }, ...(panel?.colours ?? []).map(token)),
        el("span", { class: "seat-name" }, name || say("player", { number: seat + 1 })),
        ...(panel?.signs ?? []).map(([sign, meaning]) => signs(sign, meaning)),
        el("span", { class: "seat-facts", title: sitter.kind === "bot" ? levels[sitter.bot] ?? sitter.bot : "" }, facts.join(" · ")),
        ...(moving ? [el("span", { class: "unseen" }, say("seat_moving"))] : []),
        el("span", { class: "seat-clock", "data-clock": seat }),
        panel?.gain ? el("span", { class: "seat-gain", title: say("gain") }, panel.gain) : null,
        now ? el("span", { class: (panel?.score ?? "").length > LONG ? "seat-score long" : "seat-score" }, el("span", { class: "unseen" }, say("score") + " "), panel?.score ?? String(now.scores[seat])) : null),
      body);
    if (sitter.reminded && !sitter.standin && message.mine.length && !mine) {
      row.append(button(say("let_bot"), () => send({ do: "standin", seat })));
    }
    return row;
  });
  $("seats").replaceChildren(...rows);
  $("im-back").hidden = !message.mine.some((seat) => sitters[seat]?.standin);
  tick();
}

const SIGNS = "http://www.w3.org/2000/svg";

/** A sign beside a name: a figure of the page. */
function signs(name, meaning) {
  const drawing = document.createElementNS(SIGNS, "svg"), use = document.createElementNS(SIGNS, "use"), title = document.createElementNS(SIGNS, "title");
  drawing.setAttribute("viewBox", "0 0 24 24");
  drawing.setAttribute("class", "seat-sign");
  drawing.setAttribute("role", "img");
  title.textContent = meaning;
  use.setAttribute("href", `#fig-${name}`);
  use.setAttribute("width", "24");
  use.setAttribute("height", "24");
  drawing.append(title, use);
  return drawing;
}

function tick() {
  const clock = now?.clock;
  if (!clock) return;
  const passed = (performance.now() - heardAt) / 1000;
  for (const place of document.querySelectorAll("[data-clock]")) {
    const seat = Number(place.dataset.clock), running = clock.running.includes(seat), left = clock.left[seat];
    if (left == null) { place.textContent = ""; continue; }
    const seconds = Math.max(0, Math.ceil(left - (running && !now.over ? passed : 0)));
    place.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (clock.kind === "sand") place.prepend($("sand").content.cloneNode(true));
    place.classList.toggle("running", running);
    place.classList.toggle("short", running && seconds <= 10);
  }
}
setInterval(tick, 250);

// -- before and after ------------------------------------------------------------------------------------

function sitForm(open, mine) {
  $("sit").hidden = !open.length;
  const select = $("sit").elements.seat, kept = select.value;
  select.replaceChildren(...open.map((seat) => el("option", { value: seat }, say("player", { number: seat + 1 }))));
  if (open.includes(Number(kept)) && kept) select.value = kept;
  if (!$("sit").elements.name.value && !mine.length) $("sit").elements.name.value = remembered.name;
}

$("sit").addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = event.target.elements.name.value.trim();
  remembered.name = name;
  const made = await attempt(() => api(`/api/tables/${table}/sit`, { name, seat: Number(event.target.elements.seat.value) }));
  if (!made) return;
  event.target.elements.name.value = "";
  line.again();  // the line was opened by somebody without a seat
});
$("begin").addEventListener("click", () => attempt(() => api(`/api/tables/${table}/begin`, {})));

async function after(message) {
  if (afterShown) return;
  afterShown = true;
  atEnd(true);
  if (message.mine.length) remember("finished", { ...recall("finished"), [message.game]: true });
  $("after").hidden = false;
  const order = message.names.map((name, seat) => ({ name, seat })).sort((one, two) => message.places[one.seat] - message.places[two.seat]);
  const most = Math.max(1, ...message.scores);
  const first = order.filter(({ seat }) => message.places[seat] === 1);
  $("after-tokens").replaceChildren(...first.flatMap(({ seat }) => (message.panels[seat]?.colours ?? []).slice(0, 1).map(token)));
  $("after-title").textContent = message.prompt;
  $("after-words").textContent = message.events.at(-1)?.text ?? "";
  $("places").replaceChildren(...order.map(({ name, seat }) => {
    const bar = el("span", { class: "place-bar", "data-colour": message.panels[seat]?.colours[0] ?? seat });
    bar.style.width = `${Math.max(2, 100 * Math.max(0, message.scores[seat]) / most)}%`;
    return el("li", { class: message.mine.includes(seat) ? "mine" : "" }, el("span", { class: "place" }, String(message.places[seat])),
      ...(message.panels[seat]?.colours ?? []).slice(0, 1).map(token), el("strong", {}, name),
      el("span", { class: "seat-score" }, message.panels[seat]?.score ?? String(message.scores[seat])), el("span", { class: "place-track" }, bar));
  }));
  $("rematch").hidden = !message.mine.length;
  const told = await api(`/api/replays/${table}`).catch(() => null);
  for (const [place, { seat }] of order.entries()) showSources($("places").children[place], told?.sources ?? [], seat);
  if (told?.scores?.length) $("chart").replaceChildren(chart(told.scores, { ...told, names: message.names }, say("chart"), Math.max(330, $("chart").clientWidth), undefined, Math.max(260, 0.36 * $("stage").clientHeight)).drawing);
  if (told?.over) {
    analysis(told, null, 3);
    if (preferences.coach === "yes") $("analyse").click();
  }
}

/** Where the points of a seat came from: parts of its bar, and figures below it. */
function showSources(line, sources, seat) {
  if (sources.length < 2) return;  // one is the score itself
  const write = (points) => points.toLocaleString(document.documentElement.lang).replace("-", "−");
  const parts = sources.map(({ points }) => el("span", {}));
  for (const [number, part] of parts.entries()) part.style.flexGrow = Math.max(0, sources[number].points[seat]);
  line.querySelector(".place-bar").replaceChildren(...parts);
  line.append(el("span", { class: "place-sources" }, ...sources.map(({ label, points }) => el("span", {}, label, " ", el("b", {}, write(points[seat]))))));
}

/** The end says who has won; the question below it is only heard. */
function atEnd(there) {
  document.body.classList.toggle("at-end", there);
  $("prompt").classList.toggle("unseen", there);
}

const seeBoard = (board) => () => { atEnd(!board); $("see-board").hidden = board; $("see-scores").hidden = !board; };
$("see-board").addEventListener("click", seeBoard(true));
$("see-scores").addEventListener("click", seeBoard(false));
$("share").addEventListener("click", () => copy(new URL(`/replay/${table}`, location.href).href, $("share")));
$("rematch").addEventListener("click", async () => {
  const made = await attempt(() => api(`/api/tables/${table}/rematch`, {}));
  if (made) location.assign(made.link);
});

// -- a moment of the story, without leaving the table ------------------------------------------------------

async function lookBack(event) {
  if (!now || movie.busy) return;
  const seat = now.seat === null ? "" : `&seat=${now.seat}`;
  const seen = await attempt(() => api(`/api/replays/${table}/${event.step}?pictures=${pictures()}${seat}`));
  if (!seen) return;
  past = event;
  showBar(seen.bar);
  showParts(seen.parts, true);
  light(event.pieces);
  $("past-words").textContent = event.text;
  $("past").hidden = false;
  document.body.classList.add("in-past");
}

function closePast(back = false) {
  if (!past) return;
  past = null;
  $("past").hidden = true;
  document.body.classList.remove("in-past");
  light([]);
  if (back && now) { showBar(now.bar); showParts(now.drawings, true); }
}
$("past-back").addEventListener("click", () => closePast(true));

// -- what one presses ------------------------------------------------------------------------------------

const weighing = new Map();  // action: who waits for its answer

/** Whether a choice would be final, or is the first of two; the server knows. */
function weigh(action) {
  return new Promise((resolve) => {
    weighing.set(action, resolve);
    send({ do: "weigh", seat: now.seat, action });
  });
}

/** Make a choice, or ask once more before; `first`: it can be taken back; `then`: how the second begins, if it is one of two. */
function choose(action, first = false, then = "") {
  if (!now || now.seat === null || past) return;
  if (now !== latest || movie.busy) { movie.skip(); return; }
  if (warns(action)) return;
  if (asked !== action && !first && !bargaining.mine()) {
    if (preferences.confirming === "always") { confirmFirst(action); return; }
    if (preferences.confirming === "final") {
      const at = now;
      weigh(action).then(({ final }) => { if (at === now) { if (final) confirmFirst(action); else choose(action, true); } });
      return;
    }
  }
  asked = "";
  following = then;
  $("confirm").hidden = true;
  chosen = true;
  unnotice();
  info.close();
  recent = [];
  send({ do: "choose", seat: now.seat, step: now.step, action });
}

// -- the coach ------------------------------------------------------------------------------------------

const BLUNDER = 0.2;  // the share of the win that a choice gives away before the coach warns
let advice = null, warned = "";

/** Ask the coach about what is to be chosen, in a negotiation after every claim; the table never waits for him. */
function consult() {
  const wanted = preferences.coach === "yes" && now?.seat !== null && now?.choices.length > 0;
  $("coach-box").hidden = !wanted || $("coach-box").dataset.step !== String(now.step);
  if (!wanted || (advice?.step === now.step && !bargaining.mine())) return;
  warned = "";
  send({ do: "coach", seat: now.seat });
}

function advised(message) {
  if (!now || message.step !== now.step) return;
  advice = message;
  $("coach-about").replaceChildren(message.rule_text);
  $("coach-watch").replaceChildren(...message.watch.map((each) => el("li", {}, each)));
  if (bargaining.mine()) $("coach-watch").after($("coach-about")); else $("coach-watch").before($("coach-about"));  // what changes comes first
  $("coach-box").dataset.step = message.step;
  $("coach-box").hidden = preferences.coach !== "yes";
}

/** Beside the board the coach sits above the players; on a phone below the question, folded until he is asked. */
function seatCoach() {
  if (narrow.matches) $("turn").after($("coach-box")); else $("seats").before($("coach-box"));
  $("coach-box").open = !narrow.matches;
}
seatCoach();

/** Whether the coach holds a move of a negotiation back; `go` makes it all the same. */
function warnsOf(move, go) {
  const words = preferences.coach === "yes" && advice?.step === now?.step ? advice.warnings[move] : "";
  if (!words || warned === move) return false;
  warned = move;
  notice(words, "question", button(say("coach_anyway"), () => { unnotice(); go(); }));
  return true;
}

/** Whether the coach holds a choice back: the search sees a much better one. */
function warns(action) {
  if (preferences.coach !== "yes" || advice?.step !== now.step || warned === action) return false;
  const value = advice.values[action], best = Math.max(...Object.values(advice.values));
  if (value === undefined || best - value < BLUNDER) return false;
  warned = action;
  const percent = (share) => say("percent", { number: Math.round(100 * share) });
  notice(say("coach_warns", { chance: percent(value), best: percent(best) }), "question",
    button(say("coach_show"), () => notice(`${say("hint_is")} ${advice.best}`, "hint"), "solid"), button(say("coach_anyway"), () => { unnotice(); choose(action); }));
  return true;
}
whenPreferred((_, changed) => { if (changed === "coach" && now) consult(); });

/** Show what a choice would change, and ask once more. */
function confirmFirst(action) {
  asked = action;
  preview(action);
  $("confirm-words").textContent = now.choices.find((choice) => choice.action === action)?.label ?? action;
  $("confirm").hidden = false;
  $("confirm-yes").focus({ preventScroll: true });
}
$("confirm-yes").addEventListener("click", () => { if (asked) choose(asked); });
$("confirm-no").addEventListener("click", () => { asked = ""; $("confirm").hidden = true; preview(""); });

const ask = (action) => { if (now?.seat != null && !past) send({ do: "why", seat: now.seat, action }); };
const undo = () => { if (now?.can_undo) send({ do: "undo", seat: now.seat, step: now.step }); };
const hint = () => { if (now?.choices.length && now === latest) { notice(say("thinking")); send({ do: "hint", seat: now.seat }); } };

/** The rules are fetched when somebody first wants to read them. */
async function fillRules() {
  const body = $("rules-body");
  if (body.childElementCount) return;
  const answer = await fetch(`/t/${table}/rules`).catch(() => null);
  if (!answer?.ok) throw new Error(say("unreachable"));
  const text = document.createElement("template");
  text.innerHTML = await answer.text();
  if (body.childElementCount) return;  // asked for twice
  body.append(text.content);
  rules($("rules"));
}

async function openRules(number) {
  if (await attempt(fillRules) === null) return;
  if (!$("rules").open) $("rules").showModal();
  if (number) leadTo($("rules"), number); else $("rules").querySelector("[data-search]").focus();
}

function openMenu() {
  unread = 0;
  $("menu-new").textContent = $("chat-new").textContent = "";
  $("menu").showModal();
}

async function takeAlong() {
  const handed = await attempt(() => api(`/api/tables/${table}/handover`, {}));
  if (!handed) return;
  $("device-link").value = handed.link;
  $("device-qr").replaceChildren(parseSvg(handed.qr) ?? "");
  $("menu").close();
  $("device-panel").showModal();
}

const movie = film({ show: present, done: decide });
const story = storyOf($("log"), lookBack);
const info = cards($("main"), async (thing) => {
  if (!past) line.send({ do: "explain", thing });
  else info.show(await api(`/api/replays/${table}/${past.step}/card?thing=${encodeURIComponent(thing)}${now.seat === null ? "" : `&seat=${now.seat}`}`).catch(() => null));
});
const preview = previewing($("main"));
const tab = tabs();
const zoom = zooming();
const calling = calls();
listen($("table"), (action) => choose(action), ask);
dragging({ root: $("table"), weigh, choose, preview, begun: info.close });
const bargaining = negotiation({ host: $("negotiation"), speak: $("speak"), sand: $("sand-box"), rules: $("clash-rules"), send, openRules, warns: warnsOf });
const instead = (id) => () => { $("menu").close(); $(id).showModal(); };
const onclick = {
  "im-back": () => { for (const seat of now.mine) if (sitters[seat]?.standin) send({ do: "back", seat }); },
  hint, undo, "open-rules": () => openRules(""), "menu-rules": () => { $("menu").close(); openRules(""); }, device: takeAlong, "open-menu": openMenu,
  "open-help": instead("help"), "open-invite": instead("invite"), "open-preferences": instead("preferences"),
  leave: async () => { if (confirm(say("leave_sure"))) { await attempt(() => api(`/api/tables/${table}/leave`, {})); location.assign("/"); } },
};
for (const [id, does] of Object.entries(onclick)) $(id).addEventListener("click", does);
for (const each of document.querySelectorAll("[data-close]")) each.addEventListener("click", () => each.closest("dialog").close());
for (const each of document.querySelectorAll("[data-copy]")) each.addEventListener("click", () => copy($(each.dataset.copy).value, each));
$("curtain").addEventListener("cancel", (event) => event.preventDefault());
$("mute").addEventListener("change", () => { $("talk").hidden = $("mute").checked; });
$("open-talk").addEventListener("change", () => send({ do: "open-talk", yes: $("open-talk").checked }));
$("rename").addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = event.target.elements.name.value.trim();
  if (name && await attempt(() => api(`/api/tables/${table}/rename`, { name, seat: now.mine[0] }))) { remembered.name = name; document.activeElement.blur(); }
});
$("chat-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const box = event.target.elements.words, said = box.value.trim();
  const { name } = event.target.elements, seated = Boolean((now ?? waiting)?.mine.length);
  if (!seated) remembered.name = name.value.trim();
  if (said && line.send({ do: "say", words: said, ...(seated ? now?.seat != null ? { seat: now.seat } : {} : { name: name.value.trim() }) })) box.value = "";
});
narrow.addEventListener("change", seatCoach);
narrow.addEventListener("change", () => { if (now) send({ do: "look", seat: now.seat, pictures: pictures() }); });

// -- keys ------------------------------------------------------------------------------------------------

let typed = "", typing = 0;

function takeTyped() {
  clearTimeout(typing);
  const choice = now?.choices[Number(typed) - 1];
  typed = "";
  $("typed").textContent = "";
  if (choice) choose(choice.action);
}

/** Digits choose: at once when no longer number is possible, else with Enter or after a moment. */
function digit(key) {
  clearTimeout(typing);
  typed += key;
  if (Number(typed) * 10 > (now?.choices.length ?? 0)) return takeTyped();
  $("typed").textContent = say("typed", { number: typed });
  typing = setTimeout(takeTyped, 900);
}

const KEYS = {
  h: hint, u: undo, r: () => openRules(""), "?": () => $("help").showModal(), "+": zoom.in, "-": zoom.out, "=": zoom.fit,
  b: () => (board.querySelector("[data-action]") ?? document.querySelector("#table [data-action]") ?? board).focus(),
  c: () => $("choices").querySelector("button")?.focus(),
  t: () => { openMenu(); $("words-box").open = true; $("words-box").querySelector("summary").focus(); },
};

document.addEventListener("keydown", (event) => {
  if (writing(event) || document.querySelector("dialog[open]")) return;
  if (/^[0-9]$/.test(event.key) && bargaining.mine()) return;  // the list of numbers is not shown then
  if (/^[0-9]$/.test(event.key)) { digit(event.key); event.preventDefault(); }
  else if (KEYS[event.key]) { KEYS[event.key](); event.preventDefault(); }
  else if (event.key === " " && movie.busy && !event.target.closest("button, [data-action]")) { movie.step(); event.preventDefault(); }
  else if (event.key === "Escape") { if (movie.busy) movie.skip(); unnotice(); info.close(); closePast(true); }
});
document.addEventListener("keydown", (event) => {
  if (!typed || event.key !== "Enter") return;
  takeTyped();
  event.preventDefault();
  event.stopPropagation();
}, true);
$("choices").addEventListener("keydown", (event) => {
  const way = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (!way) return;
  const all = [...$("choices").querySelectorAll("button")], at = all.indexOf(document.activeElement);
  all[(at + way + all.length) % all.length].focus();
  event.preventDefault();
});

if (first) { heard.presence(first.presence); heard.shown(first.shown); }
