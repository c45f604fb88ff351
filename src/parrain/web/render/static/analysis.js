// The analysis of a finished game: what every choice was worth to whoever made it, as a chart, and where the game turned.

import { chart } from "./chart.js";
import { $, api, attempt, el, say } from "./parrain.js";

const percent = (number) => say("percent", { number: Math.round(number) });

/** The share of the win of each seat after every moment: what it last expected of its own choice, an equal part before the first. */
function expectations(found, players, last) {
  const now = Array(players).fill(100 / players), rows = [[...now]];
  const by = new Map(found.choices.map((choice) => [choice.moment, choice]));
  for (let moment = 1; moment <= last; moment++) {
    const choice = by.get(moment);
    if (choice) now[choice.seat] = Math.round(100 * choice.expected);
    rows.push([...now]);
  }
  if (found.shares.length) rows.push(found.shares.map((share) => Math.round(100 * share)));
  return rows;
}

/** Its part of the page, with so many turning points at `most`; `go(seat, moment)` shows the table as that seat saw it then, else the replay opens there. */
export function analysis(story, go = null, most = Infinity) {
  const path = `/api/replays/${story.table}/analysis`, last = story.scores.length - 1;
  let drawn = null, here = 0;

  const point = (choice) => el("li", {},
    el("a", {
      href: `/replay/${story.table}?seat=${choice.seat}&step=${story.moments[choice.seat + 1].filter((each) => each < choice.moment).length}`,
      onclick: (event) => { if (go) { event.preventDefault(); go(choice.seat, choice.moment - 1); } },
    }, say("turning", { name: story.names[choice.seat], moment: choice.moment, label: choice.label })), " ",
    el("span", { class: "small" }, say("better", { label: choice.best_label, best: percent(100 * choice.best_expected), chance: percent(100 * choice.expected) })));

  const show = (found) => {
    const busy = found.state === "waiting" || found.state === "thinking", done = found.state === "done";
    $("analyse").hidden = busy || done;
    $("analysis-told").textContent = busy ? say("analysing", { at: found.done, of: found.of })
      : found.state === "failed" ? say("failed") : done && !found.turning.length ? say("no_turning") : "";
    if (done) {
      drawn = chart(expectations(found, story.names.length, last), story, say("expected"), Math.max(300, $("analysis-chart").clientWidth), percent);
      $("analysis-chart").replaceChildren(drawn.drawing);
      drawn.mark(here);
      const by = new Map(found.choices.map((choice) => [choice.moment, choice]));
      $("turning").replaceChildren(...found.turning.slice(0, most).map((moment) => point(by.get(moment))));
      $("turning-box").hidden = !found.turning.length;
    }
    if (busy) setTimeout(() => attempt(async () => show(await api(path))), 700);
  };
  $("analysis-box").hidden = false;
  $("analyse").addEventListener("click", () => attempt(async () => show(await api(path, {}))));
  attempt(async () => show(await api(path)));
  return { mark(moment) { here = moment; drawn?.mark(moment); } };
}
