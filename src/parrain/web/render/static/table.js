// A table: what the server shows goes on the page, what one presses goes to the server. It knows no rule of any game.

import { listen, parseSvg, point, showBoard, wholeBoard, zoomable } from "./board.js";
import { chart } from "./chart.js";
import { openLine } from "./line.js";
import { negotiation } from "./negotiation.js";
import { $, api, attempt, copy, el, lang, leadTo, notice, remembered, say, unnotice, writing } from "./parrain.js";

const table = document.body.dataset.table;
const board = $("board");
const levels = JSON.parse($("levels").textContent);
const narrow = matchMedia("(max-width: 899px)");
const pictures = () => (narrow.matches ? "narrow" : "wide");

let now = null;  // the last `shown`
let waiting = null;  // the last `waiting`, before the game begins
let sitters = [];
let revealed = null;  // hot seat: whose eyes are at the screen
let falling = 0;  // hot seat: the curtain is about to fall
let chosen = false;  // I have chosen since the last picture
let recent = [];
let heardAt = 0;
let afterShown = false;

const line = openLine(
  () => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${table}?lang=${lang}&pictures=${pictures()}&patches=1`,
  (message) => heard[message.is]?.(message),
  (up) => {
    $("status").textContent = up ? "" : say("lost");
    document.body.classList.toggle("offline", !up);
  },
);

function send(message) {
  if (!line.send(message)) notice(say("lost"), "warning");
}

// -- what the server says --------------------------------------------------------------------------------

const heard = {
  shown(message) {
    const first = !now;
    message.board = wholeBoard(message);
    now = message;
    waiting = null;
    heardAt = performance.now();
    if (curtain(message)) return;
    document.body.classList.remove("before");
    happened(message);
    words(message);
    showBoard(board, message.board, !message.fresh || !first);
    board.dataset.step = message.step;
    choices(message);
    seats();
    if (message.over) after(message);
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
    $("watching").textContent = message.watching ? say("watching", { count: message.watching }) : "";
    seats();
  },
  said(message) {
    const lines = message.lines.map((each) => el("li", {}, el("strong", {}, each.name), " ", each.words));
    if (message.fresh) $("talk").replaceChildren(...lines); else $("talk").append(...lines);
    $("talk").lastElementChild?.scrollIntoView({ block: "nearest" });
    if (!message.fresh && lines.length && !$("chat").open && !$("mute").checked) $("chat-new").textContent = say("new_words");
  },
  bargained(message) { bargaining.show(message, now); },
  asked(message) {
    const mine = message.seats ?? [];
    const answer = (yes) => () => { for (const seat of mine) send({ do: "consent", seat, yes }); unnotice(); };
    if (mine.length) notice(message.text, "question", button(say("yes"), answer(true)), button(say("no"), answer(false)));
    else notice(message.text);
  },
  answered(message) { notice(message.text); },
  moved(message) { notice(message.text, "question", el("a", { class: "button", href: message.link }, say("go_there"))); },
  hinted(message) {
    if (!now || message.step !== now.step) return;
    const go = button(message.label, () => { unnotice(); choose(message.action); }, "solid");
    notice(`${say("hint_is")} ${message.label}. ${message.reason}`, "hint", go);
    point(board, message.action);
  },
  forbidden(message) {
    if (message.allowed) choose(message.action);
    else refused(message);
  },
  error(message) {
    chosen = false;
    if (message.rule) refused(message); else notice(message.text, "warning");
    if (now) choices(now);
  },
};

function refused({ text, rule, rule_text }) {
  const lead = el("a", { href: "#rules", onclick: (event) => { event.preventDefault(); unnotice(); openRules(rule); } }, say("see_rule", { rule }));
  notice(text, "warning", ...(rule_text ? [el("p", { class: "rule-text" }, `${rule}: ${rule_text}`)] : []), ...(rule ? [lead] : []));
}

function button(text, onclick, kind = "") {
  return el("button", { type: "button", class: kind, onclick }, text);
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
    falling ||= setTimeout(() => { falling = 0; curtain(now, true); }, 900);
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
  board.replaceChildren();
  for (const id of ["choices", "in-words", "recent", "log"]) $(id).replaceChildren();
  send({ do: "look", seat: null });
  return true;
}

// -- what is on the page ---------------------------------------------------------------------------------

function words(message) {
  const mine = message.seat !== null && message.to_move.includes(message.seat);
  $("prompt").textContent = message.prompt;
  $("turn").classList.toggle("mine", mine);
  document.title = (mine ? "◆ " : "") + message.title + " · Parrain";
  $("in-words").replaceChildren(...message.text.map((each) => el("li", {}, each)));
  $("facts").replaceChildren(...message.facts.map((each) => el("li", {}, each)));
  $("facts-box").hidden = message.seat === null;
  $("undo").hidden = !message.can_undo;
  $("undo").textContent = say(message.can_undo === "ask" ? "ask_undo" : "undo");
  $("hint").hidden = !message.choices.length;
  $("device").hidden = !message.mine.length;
  $("leave").hidden = !message.mine.length || message.over;
  $("chat-form").hidden = !message.mine.length;
}

function happened(message) {
  const lines = message.events.map((each) => el("li", {},
    el("a", { href: `/replay/${table}?step=${each.step}${message.seat === null ? "" : `&seat=${message.seat}`}` }, each.text)));
  if (message.fresh) $("log").replaceChildren(...lines); else $("log").append(...lines);
  $("log").scrollTop = $("log").scrollHeight;
  const told = message.events.map((each) => each.text);
  if (message.fresh) recent = told.slice(-3);
  else if (told.length) { recent = (chosen ? told : [...recent, ...told]).slice(-8); chosen = false; }
  $("recent").replaceChildren(...recent.map((each) => el("li", {}, each)));
}

function choices(message) {
  const list = $("choices"), held = list.contains(document.activeElement);
  const shown = message.choices.map((choice, i) => {
    const made = el("button", { type: "button", class: "choice-button", "data-choice": choice.action, onclick: () => choose(choice.action) },
      el("span", { class: "key", "aria-hidden": "true" }, String(i + 1)), choice.label);
    for (const [on, action] of [["mouseenter", choice.action], ["focus", choice.action], ["mouseleave", ""], ["blur", ""]]) {
      made.addEventListener(on, () => point(board, action));
    }
    return el("li", {}, made);
  });
  list.replaceChildren(...shown);
  list.scrollTop = 0;
  $("choices-box").hidden = !shown.length;
  if (held) (list.querySelector("button") ?? $("prompt")).focus({ preventScroll: true });
}

function seats() {
  const message = now ?? waiting;
  if (!message) return;
  $("seats").replaceChildren(...message.names.map((name, seat) => {
    const sitter = sitters[seat] ?? {}, moving = now?.to_move.includes(seat);
    const mine = message.mine.includes(seat);
    const facts = [];
    if (mine) facts.push(say("seat_mine"));
    if (sitter.kind === "bot") facts.push(say("seat_bot", { level: levels[sitter.bot] ?? sitter.bot }));
    else if (sitter.kind === "open") facts.push(say("seat_open"));
    else if (sitter.standin) facts.push(say("seat_standin"));
    else if (sitter.kind === "person" && !sitter.here) facts.push(say("seat_away"));
    if (moving) facts.push(say("seat_moving"));
    if (now?.over) facts.push(say("seat_place", { place: now.places[seat] }));
    const row = el("li", { class: (moving ? "moving " : "") + (mine ? "mine" : "") },
      $("token-" + seat).content.cloneNode(true),
      el("span", { class: "seat-name" }, name || say("player", { number: seat + 1 })),
      el("span", { class: "seat-facts" }, facts.join(" · ")),
      el("span", { class: "seat-clock", "data-clock": seat }),
      now ? el("span", { class: "seat-score" }, el("span", { class: "unseen" }, say("score") + " "), String(now.scores[seat]).replace("-", "−")) : null);
    if (sitter.standin && mine) row.append(button(say("im_back"), () => send({ do: "back", seat })));
    else if (sitter.reminded && !sitter.standin && message.mine.length && !mine) {
      row.append(button(say("let_bot"), () => send({ do: "standin", seat })));
    }
    return row;
  }));
  tick();
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
  $("after").hidden = false;
  const order = message.names.map((name, seat) => ({ name, seat })).sort((one, two) => message.places[one.seat] - message.places[two.seat]);
  $("places").replaceChildren(...order.map(({ name, seat }) => el("li", {},
    el("span", { class: "place" }, String(message.places[seat])), el("strong", {}, name), el("span", { class: "seat-score" }, String(message.scores[seat]).replace("-", "−")))));
  $("rematch").hidden = !message.mine.length;
  const story = await api(`/api/replays/${table}`).catch(() => null);
  if (story?.scores?.length) $("chart").replaceChildren(chart(story.scores, message.names, say("chart"), narrow.matches ? 420 : 640).drawing);
  $("after").scrollIntoView({ block: "nearest" });
}

$("rematch").addEventListener("click", async () => {
  const made = await attempt(() => api(`/api/tables/${table}/rematch`, {}));
  if (made) location.assign(made.link);
});

// -- what one presses ------------------------------------------------------------------------------------

function choose(action) {
  if (!now || now.seat === null) return;
  chosen = true;
  unnotice();
  send({ do: "choose", seat: now.seat, step: now.step, action });
}

const ask = (action) => { if (now?.seat != null) send({ do: "why", seat: now.seat, action }); };
const undo = () => { if (now?.can_undo) send({ do: "undo", seat: now.seat, step: now.step }); };
const hint = () => { if (now?.choices.length) { notice(say("thinking")); send({ do: "hint", seat: now.seat }); } };

function openRules(number) {
  $("rules").showModal();
  if (number) leadTo($("rules"), number); else $("rules").querySelector("[data-search]").focus();
}

async function takeAlong() {
  const handed = await attempt(() => api(`/api/tables/${table}/handover`, {}));
  if (!handed) return;
  $("device-link").value = handed.link;
  $("device-qr").replaceChildren(parseSvg(handed.qr) ?? "");
  $("device-panel").showModal();
}

listen(board, choose, ask);
const bargaining = negotiation({ host: $("negotiation"), narrow, choose, send, openRules });
const zoom = zoomable($("board-view"), board);
const onclick = {
  hint, undo, "zoom-in": zoom.in, "zoom-out": zoom.out, "zoom-fit": zoom.fit, "open-rules": () => openRules(""), device: takeAlong,
  "open-help": () => $("help").showModal(), "open-invite": () => $("invite").showModal(),
  leave: async () => { if (confirm(say("leave_sure"))) { await attempt(() => api(`/api/tables/${table}/leave`, {})); location.assign("/"); } },
};
for (const [id, does] of Object.entries(onclick)) $(id).addEventListener("click", does);
for (const each of document.querySelectorAll("[data-close]")) each.addEventListener("click", () => each.closest("dialog").close());
for (const each of document.querySelectorAll("[data-copy]")) each.addEventListener("click", () => copy($(each.dataset.copy).value, each));
$("curtain").addEventListener("cancel", (event) => event.preventDefault());
$("chat").addEventListener("toggle", () => { $("chat-new").textContent = ""; });
$("mute").addEventListener("change", () => { $("talk").hidden = $("mute").checked; });
$("chat-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const box = event.target.elements.words, said = box.value.trim();
  if (said && line.send({ do: "say", words: said, ...(now?.seat != null ? { seat: now.seat } : {}) })) box.value = "";
});
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
  b: () => (board.querySelector("[data-action]") ?? board).focus(), c: () => $("choices").querySelector("button")?.focus(),
  t: () => { $("words-box").open = true; $("words-box").querySelector("summary").focus(); },
};

document.addEventListener("keydown", (event) => {
  if (writing(event) || document.querySelector("dialog[open]")) return;
  if (/^[0-9]$/.test(event.key) && bargaining.mine()) return;  // the list of numbers is not shown then
  if (/^[0-9]$/.test(event.key)) { digit(event.key); event.preventDefault(); }
  else if (KEYS[event.key]) { KEYS[event.key](); event.preventDefault(); }
  else if (event.key === "Escape") unnotice();
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
