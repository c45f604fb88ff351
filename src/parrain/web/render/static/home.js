// Home and new table: play now, tables to join or go back to, the upload of a record, and the form of a new table.

import { $, api, attempt, el, remembered, say } from "./parrain.js";

async function make(wish) {
  const made = await attempt(() => api("/api/tables", wish));
  if (made) location.assign(made.link);
}

const bot = (seat, spec) => ({ kind: "bot", bot: spec, name: say("bot_name", { number: seat + 1 }) });

function playNow() {
  for (const button of document.querySelectorAll("[data-play]")) {
    button.addEventListener("click", () => {
      const bots = Array.from({ length: Number(button.dataset.seats) - 1 }, (_, i) => bot(i + 1, button.dataset.bot));
      const sand = Number(button.dataset.sand), clock = sand ? { kind: "sand", seconds: sand } : null;
      make({ game: button.dataset.play, seats: [{ kind: "person", name: remembered.name }, ...bots], clock });
    });
  }
}

function line(table) {
  const free = table.seats.filter((seat) => seat.kind === "open").length;
  const people = table.seats.filter((seat) => seat.kind === "person").map((seat) => seat.name).join(", ");
  const state = table.my_turn ? say("your_turn") : table.state === "waiting" ? say("seats_free", { count: free }) : say("state_" + table.state);
  const verb = table.mine.length ? say(table.state === "over" ? "see" : "go_back") : table.state === "waiting" && free ? say("join") : say("watch");
  return el("li", { class: table.my_turn ? "mine-now" : "" },
    el("a", { href: table.link }, el("strong", {}, table.title), el("span", { class: "who" }, people || "–"),
      el("span", { class: "state" }, state), el("span", { class: "verb" }, verb)));
}

async function tables() {
  const lists = await api("/api/tables").catch(() => null);
  if (!lists) return;
  for (const [id, found] of [["mine", lists.mine], ["open", lists.open.filter((table) => !table.mine.length)]]) {
    const shown = found.slice(0, 12).map(line);
    $(id).replaceChildren(...(shown.length ? shown : [el("li", { class: "none" }, say("none_" + id))]));
  }
}

function upload() {
  $("upload").addEventListener("change", async (event) => {
    const file = event.target.files[0];
    event.target.value = "";
    if (!file) return;
    const made = await attempt(() => api("/api/replays", new Blob([file], { type: "text/plain" })));
    if (made) location.assign("/replay/" + made.table);
  });
}

function form() {
  const form = $("new"), raw = JSON.parse($("raw").textContent);
  const count = form.elements.players, rows = [...form.querySelectorAll("[data-seat]")];
  const name = form.elements["name-0"];
  name.value = remembered.name;
  const settle = () => {
    rows.forEach((row, seat) => {
      row.hidden = seat >= Number(count.value);
      const kind = form.elements["kind-" + seat].value;
      form.elements["name-" + seat].hidden = kind !== "person";
      form.elements["bot-" + seat].hidden = kind !== "bot";
    });
    $("clock-seconds").hidden = !form.elements.clock.value;
  };
  form.addEventListener("change", settle);
  settle();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const seats = rows.slice(0, Number(count.value)).map((_, seat) => {
      const kind = form.elements["kind-" + seat].value;
      if (kind === "bot") return bot(seat, form.elements["bot-" + seat].value);
      if (kind === "open") return { kind };
      return { kind, name: form.elements["name-" + seat].value.trim() };
    });
    remembered.name = name.value.trim();
    const options = {};
    for (const [key, choices] of Object.entries(raw)) options[key] = choices[Number(form.elements["option-" + key].value)];
    const clock = form.elements.clock.value ? { kind: form.elements.clock.value, seconds: Number(form.elements.seconds.value) } : null;
    make({ game: form.dataset.game, seats, options, edition: form.elements.edition.value, clock, open: form.elements.open.value === "yes" });
  });
}

playNow();
if ($("new")) form();
if ($("mine")) {
  tables();
  setInterval(() => { if (!document.hidden) tables(); }, 15000);
  upload();
}
