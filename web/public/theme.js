// Runs before the page is painted, so that a chosen theme does not flash in the other one first.
try {
  const { theme, colours } = JSON.parse(localStorage.getItem("thermodon.settings") ?? "{}");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  if (colours === "safe") document.documentElement.dataset.colours = colours;
} catch {
  // Without storage the system's choice holds.
}
