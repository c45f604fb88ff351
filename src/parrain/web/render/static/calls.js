// Called to the table: the title, the icon, a quiet sound, a notice of the browser, for those who want them.

import { say } from "./parrain.js";
import { preferences } from "./preferences.js";

let audio = null;

/** A soft tone; browsers allow sound only after the first press. */
function tone(notes) {
  audio ||= "AudioContext" in window ? new AudioContext() : null;
  if (!audio || audio.state === "suspended") return;
  notes.forEach(([pitch, at, long], i) => {
    const source = audio.createOscillator(), gain = audio.createGain(), start = audio.currentTime + at;
    source.type = i % 2 ? "triangle" : "sine";
    source.frequency.value = pitch;
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(.08, start + .02);
    gain.gain.exponentialRampToValueAtTime(.0001, start + long);
    source.connect(gain).connect(audio.destination);
    source.start(start);
    source.stop(start + long);
  });
}

/** Little sand is left: two low tones, for those who want sound. */
export function lateTone() {
  if (preferences.sound !== "no") tone([[294, 0, .35], [294, .4, .35]]);
}

export function calls() {
  addEventListener("pointerdown", () => { if (preferences.sound !== "no") { audio ||= "AudioContext" in window ? new AudioContext() : null; audio?.resume(); } });
  let notice = null;
  document.addEventListener("visibilitychange", () => { if (!document.hidden) notice?.close(); });
  const icon = document.querySelector('link[rel="icon"]');
  return {
    /** The table has changed: is it my turn now, and was it not before? */
    turn(message, before) {
      const mine = message.seat !== null && message.to_move.includes(message.seat);
      const was = before !== null && before.seat !== null && before.to_move.includes(before.seat);
      document.title = (mine ? "◆ " : "") + message.title + " · Parrain";
      if (icon) icon.href = icon.href.replace(/icon(-turn)?\.svg/, mine ? "icon-turn.svg" : "icon.svg");
      if (!before) return;
      if (mine && !was) {
        if (preferences.sound !== "no") tone([[587, 0, .5], [880, .16, .7]]);
        if (preferences.notices === "turn" && document.hidden && "Notification" in window && Notification.permission === "granted") {
          notice = new Notification(message.title, { body: say("your_turn"), tag: message.table });
          notice.onclick = () => { focus(); notice.close(); };
        }
      } else if (preferences.sound === "all" && message.events.length) tone([[392, 0, .25]]);
    },
  };
}
