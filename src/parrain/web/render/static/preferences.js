// What a person prefers, kept on this device: pace, scenes, theme, size, sounds, notices.

import { $ } from "./parrain.js";

const DEFAULTS = { pace: "normal", scenes: "step", confirming: "never", previews: "yes", coach: "no", theme: "system", larger: "1", sound: "no", notices: "no", list: "no" };
const listeners = [];

function read() {
  try { return { ...DEFAULTS, ...JSON.parse(localStorage.getItem("preferences") || "{}") }; } catch { return { ...DEFAULTS }; }
}

/** The preferences as they are now. */
export const preferences = read();

/** Call `then` now and whenever a preference changes. */
export function whenPreferred(then) {
  listeners.push(then);
  then(preferences);
}

function apply(name) {
  try { localStorage.setItem("preferences", JSON.stringify(preferences)); } catch { /* a private window remembers nothing */ }
  if (preferences.theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = preferences.theme;
  for (const listener of listeners) listener(preferences, name);
}

/** Change one preference. */
export function prefer(name, value) {
  preferences[name] = value;
  const field = $("preferences-form")?.elements[name];
  if (field) field.value = value;
  apply(name);
}

const form = $("preferences-form");
if (form) {
  for (const [name, value] of Object.entries(preferences)) if (form.elements[name]) form.elements[name].value = value;
  form.addEventListener("change", async (event) => {
    const { name, value } = event.target;
    if (name === "notices" && value !== "no" && "Notification" in window && await Notification.requestPermission() !== "granted") {
      event.target.value = "no";
      return prefer("notices", "no");
    }
    return prefer(name, value);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  $("preferences-reset").addEventListener("click", () => { for (const [name, value] of Object.entries(DEFAULTS)) prefer(name, value); });
}
