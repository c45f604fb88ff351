// The designer's page: change values of an edition, compare, download the file, play a table with it.

import { $, api, attempt, el, say } from "./parrain.js";
import "./rules.js";

const form = $("design"), game = form.dataset.game, inputs = [...form.querySelectorAll("input[data-was]")];
const NS = "http://www.w3.org/2000/svg";
let running = 0;  // the number of the comparison under way: an answer to an earlier one is dropped

/** What has been changed, by path; a number is one. */
function changes() {
  const found = {};
  for (const input of inputs) {
    const text = input.value.trim();
    if (text !== input.dataset.was) found[input.name] = /^-?\d+$/.test(text) ? Number(text) : text;
  }
  return found;
}

function settle() {
  const found = Object.entries(changes());
  for (const input of inputs) input.closest(".design-row").classList.toggle("changed", input.name in changes());
  for (const id of ["compare", "download", "play", "back"]) $(id).disabled = !found.length;
  $("changes").textContent = found.length
    ? found.map(([path, value]) => `${path} = ${value}`).join(", ")
    : say("design_nothing");
}

function shape(tag, attributes, text) {
  const made = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

/** Shares of the win by seat: a square before, a diamond after, the interval of what the change makes of it. */
function draw(found) {
  const wide = Math.min(700, Math.max(280, $("chart").clientWidth)), narrow = wide < 560;  // names above the bars
  const left = narrow ? 20 : 180, row = narrow ? 54 : 38, high = 34 + row * found.names.length;
  const x = (share) => left + Math.min(1, Math.max(0, share)) * (wide - left - 24);
  const drawing = shape("svg", { viewBox: `0 0 ${wide} ${high}`, role: "img", class: "design-chart" });
  drawing.append(shape("title", {}, say("design_chart")), shape("desc", {}, found.text.join(" ")));
  for (const tick of [0, 0.25, 0.5, 0.75, 1]) {
    drawing.append(shape("line", { x1: x(tick), x2: x(tick), y1: 6, y2: high - 24, class: "grid" }));
    drawing.append(shape("text", { x: x(tick), y: high - 6, class: "middle" }, `${100 * tick} %`));
  }
  const fair = 1 / found.names.length;
  drawing.append(shape("line", { x1: x(fair), x2: x(fair), y1: 6, y2: high - 24, class: "fair" }));
  found.names.forEach((name, seat) => {
    const y = (narrow ? 36 : 24) + seat * row, before = found.base[seat], after = found.changed[seat];
    drawing.append(narrow ? shape("text", { x: left, y: y - 14 }, name) : shape("text", { x: left - 12, y: y + 5, class: "end" }, name));
    drawing.append(shape("line", { x1: x(before + found.low[seat]), x2: x(before + found.high[seat]), y1: y, y2: y, class: "interval" }));
    drawing.append(shape("rect", { x: x(before) - 5, y: y - 5, width: 10, height: 10, class: "before" }));
    drawing.append(shape("path", { d: `M${x(after)} ${y - 8}l8 8l-8 8l-8 -8Z`, class: "after" }));
  });
  $("chart").replaceChildren(drawing, el("p", { class: "small" }, say("design_marks")));
}

function show(found, most) {
  $("progress").max = most;
  $("progress").value = found.tally.games;
  $("played").textContent = say("design_played", { games: found.tally.games, most });
  draw(found);
  $("said").replaceChildren(...found.text.map((text) => el("li", {}, text)));
}

async function compare() {
  const mine = ++running, most = Number(form.elements.most.value), players = Number(form.elements.players.value);
  const wish = { changes: changes(), players, most, tally: null };
  $("result").hidden = $("stop").hidden = false;
  $("progress").removeAttribute("value");
  $("played").textContent = "";
  $("chart").replaceChildren();
  $("said").replaceChildren();
  $("result").dataset.state = "running";
  $("result").scrollIntoView({ block: "nearest" });
  for (let found = { done: false }; !found.done && mine === running;) {
    found = await attempt(() => api(`/api/design/${game}/compare`, wish));
    if (!found || mine !== running) break;
    wish.tally = found.tally;
    show(found, most);
  }
  if (mine !== running) return;
  stop();
  $("result").hidden = !wish.tally;  // refused: the notice says why
}

function stop() {
  running++;
  $("stop").hidden = true;
  $("result").dataset.state = "done";
}

form.addEventListener("input", settle);
form.addEventListener("submit", (event) => { event.preventDefault(); compare(); });
$("stop").addEventListener("click", stop);
$("back").addEventListener("click", () => { for (const input of inputs) input.value = input.dataset.was; settle(); });
$("download").addEventListener("click", () => attempt(async () => {
  const made = await api(`/api/design/${game}/edition`, { changes: changes() });
  const link = el("a", { href: URL.createObjectURL(new Blob([made.file], { type: "application/toml" })), download: `${made.edition}.toml` });
  link.click();
  URL.revokeObjectURL(link.href);
}));
$("play").addEventListener("click", () => attempt(async () => {
  const made = await api(`/api/design/${game}/edition`, { changes: changes(), keep: true });
  location.href = `/new/${game}?edition=${made.edition}`;
}));
settle();
