// Replays and lessons: a board that is looked at moment by moment, and one that asks something.

import { analysis } from "./analysis.js";
import { listen } from "./board.js";
import { cards } from "./cards.js";
import { chart } from "./chart.js";
import { $, api, attempt, copy, el, learned, notice, remember, remembered, say, writing } from "./parrain.js";
import { whenPreferred } from "./preferences.js";
import { centre, light, narrow, pictures, previewing, showBar, showParts, tabs, token, zooming } from "./stage.js";

const board = $("board");
zooming();
tabs();
whenPreferred(({ list }) => $("choices-box")?.classList.toggle("open", list === "yes"));
previewing($("main"));
let cardPath = null;  // where the card of a thing is asked for
const info = cards($("main"), async (thing) => { if (cardPath) info.show(await api(cardPath(encodeURIComponent(thing))).catch(() => null)); });

/** A table on the page: bar, players, drawings. */
function put(seen, names, moving, drawn = pictures()) {
  info.close();
  showBar(seen.bar);
  $("seats").replaceChildren(...seen.panels.map((panel, seat) => el("li", { "data-about": `seat.${seat}` },
    el("div", { class: "seat-line" }, el("span", { class: "seat-tokens" }, ...panel.colours.map(token)),
      el("span", { class: "seat-name" }, names[seat] ?? say("player", { number: seat + 1 })), el("span", { class: "seat-facts" }, panel.note),
      panel.gain ? el("span", { class: "seat-gain", title: say("gain") }, panel.gain) : null, el("span", { class: "seat-score" }, panel.score)),
    document.querySelector(`[data-panel="${seat}"]`) ?? el("div", { class: "part", "data-panel": seat }))));
  showParts(seen.parts, moving);
  document.body.dataset.pictures = drawn;
  centre();
}

async function replay() {
  const table = document.body.dataset.table, asked = new URLSearchParams(location.search);
  const story = await attempt(() => api(`/api/replays/${table}`));
  if (!story) return;
  let seat = asked.get("seat") ?? "", at = Number(asked.get("step") ?? 0), playing = 0, drawn = null, analysed = null, turn = 0;
  const slider = $("slider"), viewer = $("viewer");
  cardPath = (thing) => `/api/replays/${table}/${at}/card?thing=${thing}${seat === "" ? "" : `&seat=${seat}`}`;
  const moments = () => story.moments[seat === "" ? 0 : Number(seat) + 1] ?? [];
  viewer.replaceChildren(el("option", { value: "" }, say("spectator")), 
    ...story.names.map((name, i) => (story.over || story.moments[i + 1].length ? el("option", { value: i }, name) : "")));
  viewer.value = seat;

  const show = async (step, moving = true) => {
    at = Math.max(0, Math.min(step, moments().length));
    slider.max = moments().length;
    slider.value = at;
    slider.setAttribute("aria-valuetext", say("moment", { at, of: moments().length }));
    $("moment").textContent = say("moment", { at, of: moments().length });
    const mine = ++turn;
    const seen = await attempt(() => api(`/api/replays/${table}/${at}?pictures=${pictures()}${seat === "" ? "" : `&seat=${seat}`}`));
    if (!seen || mine !== turn) return;
    put(seen, seen.names, moving);
    board.dataset.step = at;
    light(seen.events.at(-1)?.pieces ?? []);
    $("prompt").textContent = seen.prompt;
    $("in-words").replaceChildren(...seen.text.map((each) => el("li", {}, each)));
    $("recent").replaceChildren(...seen.events.slice(-6).map((each) => el("li", {}, each.text)));
    const here = new URL(location.href);
    here.searchParams.set("step", at);
    if (seat === "") here.searchParams.delete("seat"); else here.searchParams.set("seat", seat);
    history.replaceState(null, "", here);
    for (const each of [drawn, analysed]) each?.mark(at ? moments()[at - 1] : 0);
  };
  const stop = () => { clearInterval(playing); playing = 0; $("auto").textContent = say("auto"); };
  const auto = () => {
    if (playing) return stop();
    $("auto").textContent = say("pause");
    if (at >= moments().length) at = -1;
    playing = setInterval(() => (at >= moments().length ? stop() : show(at + 1)), 1400);
    return show(at + 1);
  };
  if (story.over && story.scores.length) {
    drawn = chart(story.scores, story, say("chart"), Math.max(300, $("chart").clientWidth));
    $("chart").replaceChildren(drawn.drawing);
    analysed = analysis(story, (who, moment) => {
      stop();
      seat = viewer.value = String(who);
      show(moments().filter((each) => each <= moment).length, false);
    });
  }
  $("play-on").hidden = !story.over;
  $("record").hidden = !story.over;
  const does = { "first": () => show(0), "back": () => show(at - 1), "next": () => show(at + 1), "last": () => show(moments().length), auto };
  for (const [id, go] of Object.entries(does)) $(id).addEventListener("click", () => { if (id !== "auto") stop(); go(); });
  slider.addEventListener("input", () => { stop(); show(Number(slider.value)); });
  viewer.addEventListener("change", () => {
    const moment = at ? moments()[at - 1] : 0;
    seat = viewer.value;
    show(moments().filter((each) => each <= moment).length, false);
  });
  $("share").addEventListener("click", () => copy(location.href, $("share")));
  $("play-on").addEventListener("click", async () => {
    const made = await attempt(() => api(`/api/tables/${table}/fork`, {
      moment: at ? moments()[at - 1] : 0, seat: seat === "" ? 0 : Number(seat), name: remembered.name,
    }));
    if (made) location.assign(made.link);
  });
  document.addEventListener("keydown", (event) => {
    if (writing(event)) return;
    const go = { ArrowLeft: does.back, ArrowRight: does.next, Home: does.first, End: does.last, p: auto }[event.key];
    if (go) { if (event.key !== "p") stop(); go(); event.preventDefault(); }
  });
  narrow.addEventListener("change", () => show(at, false));
  show(at, false);
}

async function lesson() {
  const { game, lesson } = document.body.dataset, path = `/api/lessons/${game}/${lesson}/`;
  let at = 0, now = null;
  cardPath = (thing) => `${path}${at}/card?thing=${thing}`;
  const answer = $("answer");

  const show = async (step, moving) => {
    const seen = await attempt(() => api(`${path}${step}?pictures=${pictures()}`));
    if (!seen) return;
    [now, at] = [seen, step];
    put(seen, [], moving);
    board.dataset.step = at;
    $("moment").textContent = say("step", { at, of: seen.steps });
    $("said").textContent = step ? seen.said : seen.intro;
    $("task").textContent = seen.task;
    $("task-box").hidden = !seen.task;
    $("in-words").replaceChildren(...seen.text.map((each) => el("li", {}, each)));
    const made = (choice) => el("button", { type: "button", class: "choice-button", "data-choice": choice.action, onclick: () => attemptAnswer(choice.action) }, choice.label);
    const offered = seen.task ? seen.choices : [], drawn = new Set([...document.querySelectorAll("#table [data-action]")].map((each) => each.dataset.action));
    $("choices").replaceChildren(...offered.map((choice) => el("li", {}, made(choice))));
    $("acts").replaceChildren(...offered.filter((choice) => !drawn.has(choice.action)).map(made));
    $("choices-box").hidden = !offered.length;
    $("next").hidden = Boolean(seen.task) || seen.done;
    $("done").hidden = !seen.done;
    $("lesson-rules").replaceChildren(...seen.rules.map((rule, i) => el("li", {},
      el("a", { href: `/rules/${game}#rule-${rule.replace(/[ .]/g, "-")}` }, rule), " ", seen.rule_texts[i])));
    remember("learning", { game });
    if (seen.done) { learned(game, lesson); $("done").focus(); }
  };
  const attemptAnswer = async (action) => {
    if (!now?.task) return;
    const told = await attempt(() => api(path + at, { action }));
    if (!told) return;
    answer.className = told.right ? "answer right" : "answer wrong";
    answer.replaceChildren(el("p", {}, el("strong", {}, say(told.right ? "right" : "wrong")), " ", told.right ? "" : told.text),
      ...(told.rule ? [el("p", { class: "rule-text" }, el("a", { href: `/rules/${game}#rule-${told.rule.replace(/[ .]/g, "-")}` }, told.rule), " ", told.rule_text)] : []));
    if (told.right) await show(at + 1, true);
  };
  listen($("table"), attemptAnswer, attemptAnswer);
  $("next").addEventListener("click", () => { answer.replaceChildren(); show(at + 1, true); });
  $("again").addEventListener("click", () => { answer.replaceChildren(); show(0, false); });
  document.addEventListener("keydown", (event) => {
    if (writing(event) || !/^[1-9]$/.test(event.key)) return;
    const choice = now?.task && now.choices[Number(event.key) - 1];
    if (choice) attemptAnswer(choice.action);
  });
  narrow.addEventListener("change", () => show(at, false));
  show(0, false);
}

if (document.body.dataset.lesson) lesson().catch((error) => notice(error.message, "warning"));
else replay().catch((error) => notice(error.message, "warning"));
