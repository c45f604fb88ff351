// Before anything is painted: the theme and the size that were chosen on this device.
try {
  const kept = JSON.parse(localStorage.getItem("preferences") || "{}");
  if (kept.theme && kept.theme !== "system") document.documentElement.dataset.theme = kept.theme;
} catch { /* a private window remembers nothing */ }
