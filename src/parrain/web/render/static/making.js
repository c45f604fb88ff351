// What the home page and the form of a new table share: my name, my preferences, against whom I play, making a table.

import { $, recall, remember, remembered, say } from "./parrain.js";
import "./preferences.js";

/** Against whom I play a game: `count` opponents, their `level`, and my `role` where seats are not alike. */
export const against = {
  of: (game) => Object(recall("against")[game]),
  keep: (game, chosen) => remember("against", { ...recall("against"), [game]: chosen }),
};

/** Show or hide what a button opens; Escape and a press elsewhere hide it again. */
export function opens(button, panel, whenOpen = () => {}) {
  const show = (open) => {
    panel.hidden = !open;
    button.setAttribute("aria-expanded", open);
    if (open) whenOpen();
  };
  button.addEventListener("click", () => show(panel.hidden));
  document.addEventListener("click", (event) => {
    if (!panel.hidden && !panel.contains(event.target) && !button.contains(event.target)) show(false);
  });
  for (const each of [panel, button]) {
    each.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !panel.hidden) { show(false); button.focus(); }
    });
  }
  return () => show(false);
}

const showName = () => { $("me-name").textContent = remembered.name || say("your_name"); };
const closeName = opens($("me"), $("me-form"), () => { $("my-name").value = remembered.name; $("my-name").select(); });
showName();
$("me-form").addEventListener("submit", (event) => {
  event.preventDefault();
  remembered.name = $("my-name").value.trim();
  showName();
  closeName();
  $("me").focus();
  document.dispatchEvent(new Event("renamed"));
});
$("open-preferences").addEventListener("click", () => $("preferences").showModal());
for (const each of document.querySelectorAll("[data-close]")) each.addEventListener("click", () => each.closest("dialog").close());
