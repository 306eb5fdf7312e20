// Messages of the settings page, in English.

export const settingsEn = {
  "nav.settings": "Settings",

  "settings.saved": "Settings are saved in this browser.",
  "settings.language": "Language",
  "settings.switch_language": "Switch to Japanese",
  "settings.theme": "Theme",
  "settings.theme.auto": "System",
  "settings.theme.light": "Light",
  "settings.theme.dark": "Dark",
  "settings.colors": "Colors",
  "settings.colors.default": "Default",
  "settings.colors.color-blind": "Color-blind safe",
  "settings.colors.note": "Color-blind safe: gray board with blue, yellow and vermilion.",
  "settings.hearing": "Sound and speech",
  "settings.sound": "Sound",
  "settings.sound_note": "Plays a sound for every move.",
  "settings.speech": "Speech",
  "settings.speech_note": "Reads moves and results aloud in the browser’s voice.",
  "settings.board_description": "Board description",
  "settings.board_description_note":
    "For screen readers: describes the position below every board and adds a field to enter moves.",
  "settings.app": "App",
  "settings.install": "Install Thermodon",
  "settings.installed": "Thermodon is installed.",
  "settings.install_note":
    "Browsers that support it can install Thermodon as an app from their menu. Playing needs the server.",
  "settings.engines": "External engines",
} as const;
