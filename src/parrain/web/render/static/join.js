// A seat comes from another device: one press, so that opening a link alone changes nothing.

import { $, api, attempt } from "./parrain.js";

$("take").addEventListener("click", async () => {
  const { table, key } = document.body.dataset;
  const made = await attempt(() => api(`/api/tables/${table}/join`, { key }));
  if (made) location.replace(made.link);
});
