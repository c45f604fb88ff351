// My account: on several devices by a link or a passkey; finished games, export, deletion.

import { parseSvg } from "./board.js";
import { $, api, attempt, copy, el, lang, notice, remembered, say } from "./parrain.js";

const day = (seconds) => new Date(seconds * 1000).toLocaleDateString(lang);
const show = (id, shown) => { $(id).hidden = !shown; };
// A passkey belongs to a name: a bare address has none, and a browser wants https (or localhost).
const passkeys = Boolean(window.PublicKeyCredential?.parseCreationOptionsFromJSON) && !/^[\d.]+$|^\[/.test(location.hostname);

/** Signed in: the tables of this device are taken along, and its name is the one of the account. */
async function arrived(signed) {
  for (const { table, key } of signed.tables) await api(`/api/tables/${table}/join`, { key }).catch(() => null);
  remembered.name = signed.name;
  history.replaceState(null, "", "/account");
  await refresh();
  $("account-title").focus();
}

const key = () => /^#([\w-]{16,100})$/.exec(location.hash)?.[1] ?? "";

async function refresh() {
  const mine = await attempt(() => api("/api/account"));
  if (!mine) return;
  const inside = mine.name !== "", can = passkeys && mine.passkeys_possible;
  const link = inside ? null : key() && await attempt(() => api("/api/account/peek", { key: key() }));
  if (inside && key()) { history.replaceState(null, "", "/account"); notice(say("account_already"), "warning"); }
  show("arriving", Boolean(link));
  show("outside", !inside && !link);
  show("inside", inside);
  show("sign-in", can);
  show("passkeys-part", can || mine.passkeys.length > 0);
  show("add-passkey", can);
  if (link) $("arriving-as").textContent = say("account_arriving", { name: link.name });
  if (!inside) { $("begin-name").value ||= remembered.name; return; }
  remembered.name = mine.name;
  $("my-account-name").value = mine.name;
  const out = (text, label, press) => el("li", {}, el("span", {}, text), el("button", { type: "button", class: "plain", onclick: press }, label));
  $("devices").replaceChildren(...mine.devices.map(({ id, created, seen, this: here }) => here
    ? el("li", {}, el("b", {}, say("account_this")), el("span", {}, say("account_since", { day: day(created) })))
    : out(say("account_device", { created: day(created), seen: day(seen) }), say("account_out"), () => change("leave", { device: id }))));
  show("others-out", mine.devices.length > 1 || mine.kept_link);
  show("unlink", mine.kept_link);
  $("passkeys").replaceChildren(...mine.passkeys.map(({ id, created }) =>
    out(say("account_since", { day: day(created) }), say("account_remove"), () => change("passkeys/remove", { id }))));
  $("history").checked = mine.history;
  show("statistics-part", mine.statistics.length > 0);
  show("rating-note", mine.statistics.some(({ points }) => points !== null));
  $("statistics").tBodies[0].replaceChildren(...mine.statistics.map(({ title, played, won, points, margin }) =>
    el("tr", {}, el("th", { scope: "row" }, title), ...[played, won, points === null ? "–" : `${points} ± ${margin}`].map((cell) => el("td", {}, String(cell))))));
  $("games").replaceChildren(...mine.games.map(({ table, title, at, place, players }) =>
    el("li", {}, el("a", { href: `/replay/${table}` }, title), el("span", {}, say("account_place", { place, players })), el("span", {}, day(at)))));
}

async function change(path, body) {
  if (await attempt(() => api("/api/account/" + path, body))) await refresh();
}

async function link(kept) {
  const made = await attempt(() => api("/api/account/link", { kept }));
  if (!made) return;
  $("link-text").value = made.link;
  $("link-qr").replaceChildren(parseSvg(made.qr) ?? "");
  $("link-note").textContent = say(kept ? "account_kept" : "account_once");
  show("linked", true);
  await refresh();
}

/** Ask an authenticator; whoever changes their mind has done nothing wrong. */
async function ask(path, parse, use, more) {
  const { options } = await api(path + "/new", {});
  let credential;
  try { credential = await use({ publicKey: parse(options) }); } catch { throw new Error(say("account_no_passkey")); }
  return api(path, { credential: credential.toJSON(), ...more });
}

function on(id, kind, doing) {
  $(id).addEventListener(kind, (event) => { event.preventDefault(); doing(); });
}

on("begin", "submit", async () => {
  const signed = await attempt(() => api("/api/account", { name: $("begin-name").value }));
  if (signed) await arrived(signed);
});
on("arrive", "click", async () => {
  const signed = await attempt(() => api("/api/account/join", { key: key(), tables: $("arriving-tables").checked }));
  if (signed) await arrived(signed);
});
on("sign-in", "click", async () => {
  const signed = await attempt(() => ask("/api/account/signin", (options) => PublicKeyCredential.parseRequestOptionsFromJSON(options), (wish) => navigator.credentials.get(wish)));
  if (signed) await arrived(signed);
});
on("add-passkey", "click", async () => {
  const done = await attempt(() => ask("/api/account/passkeys", (options) => PublicKeyCredential.parseCreationOptionsFromJSON(options), (wish) => navigator.credentials.create(wish)));
  if (done) await refresh();
});
on("by-key", "submit", () => {
  const found = /#([\w-]{16,100})$/.exec($("given-key").value.trim());
  if (found) { location.hash = found[1]; refresh(); } else notice(say("bad_link"), "warning");
});
on("rename", "submit", () => change("change", { name: $("my-account-name").value }).then(() => notice(say("account_renamed"), "passing")));
on("link", "click", () => link(false));
on("kept-link", "click", () => link(true));
on("unlink", "click", () => { show("linked", false); change("unlink", {}); });
on("others-out", "click", () => { show("linked", false); change("leave", { others: true }); });
on("copy-link", "click", () => copy($("link-text").value, $("copy-link")));
on("sign-out", "click", () => change("leave", {}));
on("delete", "submit", () => change("delete", { name: $("delete-name").value }));
$("history").addEventListener("change", () => change("change", { history: $("history").checked }));
addEventListener("hashchange", refresh);
refresh();
