// The form of a new table: who sits where, what I play, options, edition, clock.

import { against } from "./making.js";
import { $, make, remembered } from "./parrain.js";

const form = $("new"), raw = JSON.parse($("raw").textContent), before = against.of(form.dataset.game);
const count = form.elements.players, rows = [...form.querySelectorAll("[data-seat]")], place = form.elements.place;
const field = (name, seat) => form.elements[`${name}-${seat}`];
let mine = 0;

if (before.count) count.value = before.count + 1;
for (const seat of rows.keys()) if (before.level) field("bot", seat).value = before.level;
field("name", 0).value = remembered.name;

/** I change places with whoever sits in that seat. */
function move(seat) {
  for (const name of ["kind", "name", "bot"]) {
    [field(name, mine).value, field(name, seat).value] = [field(name, seat).value, field(name, mine).value];
  }
  mine = seat;
  place.value = seat;
}

function settle() {
  const players = Number(count.value);
  if (mine >= players) move(0);
  for (const option of place.options) option.hidden = option.disabled = Number(option.value) >= players;
  rows.forEach((row, seat) => {
    row.hidden = seat >= players;
    row.classList.toggle("mine", seat === mine);
    const kind = field("kind", seat), person = kind.options[0];
    person.textContent = seat === mine ? person.dataset.me : person.dataset.other;
    field("name", seat).hidden = kind.value !== "person";
    field("bot", seat).hidden = kind.value !== "bot";
  });
  $("clock-seconds").hidden = !/^[a-z]+$/.test(form.elements.clock.value) || form.elements.clock.value === "free";
}

place.addEventListener("change", () => move(Number(place.value)));
form.addEventListener("change", settle);
document.addEventListener("renamed", () => { field("name", mine).value = remembered.name; });
if (before.role) move(before.role);
settle();
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const seats = rows.slice(0, Number(count.value)).map((_, seat) => {
    const kind = field("kind", seat).value;
    if (kind === "bot") return { kind, bot: field("bot", seat).value };
    if (kind === "open") return { kind };
    return { kind, name: field("name", seat).value.trim() };
  });
  if (seats[mine].kind === "person") remembered.name = seats[mine].name;
  const options = {};
  for (const [key, choices] of Object.entries(raw)) options[key] = choices[Number(form.elements["option-" + key].value)];
  const [kind, seconds] = form.elements.clock.value.split("-");  // decision, bank, sand, sand-30, free
  const clock = kind ? { kind, ...(kind === "free" ? {} : { seconds: Number(seconds ?? form.elements.seconds.value) }) } : null;
  make({ game: form.dataset.game, seats, options, edition: form.elements.edition.value, clock, open: form.elements.open.value === "yes" });
});
