// Sets the chosen theme before the first paint, so that the other one does not flash.
try {
  const { theme, colors, colours } = JSON.parse(localStorage.getItem("thermodon.settings") ?? "{}");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  if (colors === "color-blind" || colours === "safe") document.documentElement.dataset.colors = "color-blind";
} catch {
  // Without storage the system's theme applies.
}
