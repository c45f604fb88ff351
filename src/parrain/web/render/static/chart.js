// The scores over the game as a drawing: a line for each seat, told apart by colour, dashes, mark and name.

const NS = "http://www.w3.org/2000/svg";
const SHAPES = [  // of the colours, as the pieces of the seats are shaped
  (x, y) => `M${x - 4} ${y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z`,
  (x, y) => `M${x} ${y - 5}L${x + 5} ${y}L${x} ${y + 5}L${x - 5} ${y}Z`,
  (x, y) => `M${x - 4} ${y - 4}h8v8h-8Z`,
  (x, y) => `M${x} ${y - 5}L${x + 5} ${y + 4}H${x - 5}Z`,
  (x, y) => `M${x - 5} ${y}L${x - 2.5} ${y - 4.4}h5L${x + 5} ${y}L${x + 2.5} ${y + 4.4}h-5Z`,
  (x, y) => `M${x - 4} ${y - 4}h8v4q0 4 -4 5q-4 -1 -4 -5Z`,
];
SHAPES.push(SHAPES[4], SHAPES[1]);  // brown and grey have those of orange and red

function shape(tag, attributes, text) {
  const made = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

// A tick may be -0, which would be written with its sign.
const minus = (number) => (number || 0).toLocaleString(document.documentElement.lang).replace("-", "−");

/** Steps of 1, 2 or 5 times a power of ten: about five of them. */
function ticks(low, high) {
  const rough = Math.max(1, (high - low) / 5), power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough);
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) found.push(at);
  return found;
}

/** `scores` is a list of the scores of all seats after every moment, told by `write`; the drawing, and a function that marks a moment. */
export function chart(scores, { names, colours = [] }, title, wide = 640, write = minus, high = 260) {
  const all = scores.flat(), low = Math.min(0, ...all), most = Math.max(1, ...all), last = Math.max(1, scores.length - 1);
  const longest = Math.max(...ticks(low, most).map((tick) => minus(tick).length));
  const left = 20 + 8 * longest, right = 132 + Math.max(0, 8 * (longest - 3)), top = 14, foot = 26;
  const x = (moment) => left + (moment / last) * (wide - left - right);
  const y = (score) => high - foot - ((score - low) / (most - low)) * (high - top - foot);
  const drawing = shape("svg", { viewBox: `0 0 ${wide} ${high}`, width: wide, height: high, role: "img", class: "chart" });
  drawing.append(shape("title", {}, title));
  drawing.append(shape("desc", {}, names.map((name, seat) => `${name}: ${write(scores.at(-1)?.[seat] ?? 0)}`).join("; ")));
  for (const tick of ticks(low, most)) {
    drawing.append(shape("line", { x1: left, x2: wide - right, y1: y(tick), y2: y(tick), class: tick ? "grid" : "axis" }));
    drawing.append(shape("text", { x: left - 8, y: y(tick) + 4, class: "end" }, minus(tick)));
  }
  const cursor = shape("line", { x1: left, x2: left, y1: top, y2: high - foot, class: "cursor", visibility: "hidden" });
  drawing.append(cursor);
  const labels = names.map((name, seat) => ({ name, seat, at: y(scores.at(-1)?.[seat] ?? 0) })).sort((one, two) => one.at - two.at);
  for (let i = 1; i < labels.length; i++) labels[i].at = Math.max(labels[i].at, labels[i - 1].at + 17);
  const over = Math.max(0, (labels.at(-1)?.at ?? 0) - (high - 8));
  for (const { name, seat, at } of labels) {
    const colour = colours[seat]?.[0] ?? seat;
    const d = scores.map((row, moment) => (moment ? `H${x(moment).toFixed(1)}V${y(row[seat]).toFixed(1)}` : `M${left} ${y(row[seat]).toFixed(1)}`));
    drawing.append(shape("path", { d: d.join(""), class: `line colour-${colour}` }));
    drawing.append(shape("path", { d: SHAPES[colour](x(last), y(scores.at(-1)?.[seat] ?? 0)), class: `mark colour-${colour}` }));
    const label = shape("text", { x: wide - right + 12, y: at - over + 4, class: "name" });
    label.textContent = (name.length > 14 ? name.slice(0, 13) + "…" : name) + "  " + write(scores.at(-1)?.[seat] ?? 0);
    drawing.append(label);
  }
  const mark = (moment) => {
    cursor.removeAttribute("visibility");
    for (const end of ["x1", "x2"]) cursor.setAttribute(end, x(Math.min(moment, last)));
  };
  return { drawing, mark };
}
