// The pages about a game: the contents folded on a phone, the section being read, all sources at once, printing.

import "./parrain.js";

const wide = matchMedia("(min-width: 900px)");
const contents = document.querySelector("[data-contents]");
function fold() { if (contents) contents.open = wide.matches; }
fold();
wide.addEventListener("change", fold);
contents?.addEventListener("click", (event) => { if (event.target.closest("a") && !wide.matches) contents.open = false; });

const all = document.querySelector("[data-all-sources]");
all?.addEventListener("click", () => {
  const open = all.getAttribute("aria-pressed") !== "true";
  all.setAttribute("aria-pressed", open);
  for (const mark of document.querySelectorAll("[data-source]")) {
    mark.setAttribute("aria-expanded", open);
    document.getElementById(mark.getAttribute("aria-controls")).hidden = !open;
  }
});

document.querySelector("[data-print]")?.addEventListener("click", () => print());

// The last section whose head is in the upper third of the window, or above it, is the one being read.
const links = [...document.querySelectorAll("[data-contents] nav a")];
const sections = links.map((link) => document.getElementById(link.hash.slice(1)));
function mark() {
  const at = sections.findLastIndex((section) => section && section.getBoundingClientRect().top < innerHeight / 3);
  links.forEach((link, i) => (i === at ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current")));
  for (const box of document.querySelectorAll("[data-turn]")) box.classList.toggle("here", links[at]?.hash === `#section-${box.dataset.turn}`);
  if (wide.matches && contents) links[at]?.scrollIntoView({ block: "nearest" });
}
let waiting = false;
addEventListener("scroll", () => {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => { waiting = false; mark(); });
}, { passive: true });
if (sections.length) mark();
