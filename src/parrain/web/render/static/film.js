// What others do, shown one thing after the other at the pace of the person who looks; scenes step by step.
// Nobody waits for another's film: messages are kept until their turn has come.

import { $, el, say } from "./parrain.js";
import { parseSvg } from "./board.js";
import { light, token } from "./stage.js";
import { preferences, prefer, whenPreferred } from "./preferences.js";

const PACES = { slow: 2600, normal: 1300, fast: 550, none: 0 };
const STAYS = 5000;  // what happened last can be read so long; then it is in the story
const PLACES = ["below", "above", "below left", "below right", "above left", "above right"];
const MOST = 60;  // frames that are waited for; beyond, the older ones are passed over

/** `show(frame)` puts a frame on the page; `done(frame)` is told when the newest one is there. */
export function film({ show, done }) {
  const queue = [];
  let playing = false, paused = false, hurry = false, wake = null, scene = null, last = null, fading = 0;

  const pace = () => (hurry || document.hidden ? 0 : PACES[preferences.pace] ?? 0);
  const rest = (time) => new Promise((resolve) => {
    const timer = paused ? 0 : setTimeout(resolve, time);
    wake = () => { clearTimeout(timer); resolve(); };
  }).finally(() => { wake = null; });

  function caption(events) {
    const lines = events.map((event) => el("p", {}, ...(event.colours ?? []).slice(0, 1).map(token), el("span", {}, event.text)));
    $("caption-lines").replaceChildren(...lines);
    $("caption").hidden = !lines.length;
    if (lines.length) aside();
  }

  /** A caption covers nothing that can be pressed, and as little else as can be; if there is no such place it is only in the story. */
  function aside() {
    const place = $("caption"), boxes = (what) => [...document.querySelectorAll(what)].map((each) => each.getBoundingClientRect());
    const targets = boxes("#board [data-action]"), things = boxes("#board [data-piece], #board [data-about]");
    const covered = (box, all) => all.reduce((sum, each) => sum + Math.max(0, Math.min(each.right, box.right) - Math.max(each.left, box.left))
      * Math.max(0, Math.min(each.bottom, box.bottom) - Math.max(each.top, box.top)), 0);
    let best = PLACES[0], least = Infinity;
    for (const where of PLACES) {
      place.dataset.at = where;
      const box = place.getBoundingClientRect(), cost = 1000 * covered(box, targets) + covered(box, things);
      if (cost < least) { least = cost; best = where; }
    }
    place.dataset.at = best;
    if (!document.body.classList.contains("undecided") && covered(place.getBoundingClientRect(), targets)) place.hidden = true;
  }

  /** Put a frame on the page and tell what happened, unless it was my own choice, or scenes have told it. */
  async function tell(frame, played) {
    show(frame);
    if (!frame.events.length) return;
    if (frame.quiet || played) { last = frame.events.slice(-2); return; }
    for (const event of frame.events) {
      last = [event];
      caption([event]);
      light(event.pieces);
      const time = pace();
      if (time || paused) await rest(Math.max(time, time * event.text.length / 60));
      if (hurry) break;
    }
    last = frame.events.slice(-2);
  }

  /** Play scenes; whether any was played. */
  async function act(scenes) {
    if (preferences.scenes === "none" || document.hidden || hurry || !scenes.length) return false;
    const now = !busy();
    for (const each of scenes) await perform(each);
    return now;
  }

  // Nothing covers the stage while the sand runs for me: a bar says what waits to be seen.
  const later = [];
  function wait(told) {
    if (told) later.push(told);
    $("scene-bar").hidden = !later.length;
    $("scene-bar-title").textContent = later[0]?.title ?? "";
  }
  async function seeLater() {
    while (later.length) {
      const told = later.shift();
      wait();
      await perform(told, true);
    }
  }
  const busy = () => document.body.classList.contains("bargaining");
  new MutationObserver(() => {
    if (busy() && scene && !scene.wanted) { wait(scene.told); scene.end(); }
    else if (!busy() && later.length && !scene && !playing) seeLater();
  }).observe(document.body, { attributeFilter: ["class"] });

  function perform(told, wanted = false) {
    if (busy() && !wanted) { wait(told); return null; }
    return new Promise((resolve) => {
      let at = 0, timer = 0;
      const end = () => { clearTimeout(timer); scene = null; $("scene").hidden = true; document.body.classList.remove("in-scene"); resolve(); };
      const auto = () => preferences.scenes === "play";
      const showStep = () => {
        clearTimeout(timer);
        const step = told.steps[at];
        $("scene-title").textContent = told.title;
        $("scene-count").textContent = told.steps.length > 1 ? say("step", { at: at + 1, of: told.steps.length }) : "";
        const drawing = parseSvg(step.picture);
        $("scene-picture").replaceChildren(...(drawing ? [drawing] : []));
        $("scene-caption").replaceChildren(step.caption, ...(step.note ? [el("small", {}, step.note)] : []));
        $("scene-auto").setAttribute("aria-pressed", String(auto()));
        if (auto()) timer = setTimeout(next, 1.9 * Math.max(900, pace()) * Math.max(1, step.caption.length / 60));
      };
      const next = () => { at += 1; if (at >= told.steps.length) end(); else showStep(); };
      scene = { told, wanted, next, end, again() { at = 0; showStep(); }, redo: showStep };
      document.body.classList.add("in-scene");
      $("scene").hidden = false;
      showStep();
      $("scene-next").focus({ preventScroll: true });
    });
  }

  async function run() {
    playing = true;
    clearTimeout(fading);
    document.body.classList.add("film");
    while (queue.length) {
      const frame = queue.shift();
      await tell(frame, await act(frame.scenes));  // players, story and what is asked next are as before until a scene is over
      if (!queue.length) done(frame);
    }
    document.body.classList.remove("film");
    playing = hurry = false;
    light([]);
    caption(preferences.pace === "none" ? [] : last ?? []);
    fading = setTimeout(() => caption([]), STAYS);
  }

  const skip = () => { hurry = true; paused = false; mark(); scene?.end(); wake?.(); };
  const step = () => { if (scene) scene.next(); else wake?.(); };
  const pause = () => { paused = !paused; mark(); if (!paused) wake?.(); };
  const mark = () => { $("film-pause").setAttribute("aria-pressed", String(paused)); };
  for (const [id, does] of Object.entries({ "film-skip": skip, "film-step": step, "film-pause": pause, "scene-next": () => scene?.next(),
    "scene-skip": () => scene?.end(), "scene-again": () => scene?.again(), "scene-see": seeLater,
    "scene-auto": () => { prefer("scenes", preferences.scenes === "play" ? "step" : "play"); scene?.redo(); } })) $(id).addEventListener("click", does);
  whenPreferred((_, name) => { if (name === "pace") wake?.(); });

  return {
    /** Take a message; `quiet`: it is the answer to my own choice, to be seen at once. */
    add(frame) {
      queue.push(frame);
      while (queue.length > MOST) queue.splice(0, queue.length - MOST);
      if (!playing) run();
    },
    skip, step,
    /** Forget what is still to be shown. */
    clear() { queue.length = 0; skip(); },
    get busy() { return playing; },
    get inScene() { return Boolean(scene); },
    caption,
  };
}
