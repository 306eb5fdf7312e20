// What the page says about itself and to those who hear it, in English.

export const peopleEn = {
  "nav.settings": "Settings",
  "nav.menu": "More",

  "settings.title": "Settings",
  "settings.kept": "What you choose is kept in this browser.",
  "settings.language_label": "Language",
  "settings.brightness": "Brightness",
  "settings.brightness.auto": "As the system",
  "settings.brightness.light": "Light",
  "settings.brightness.dark": "Dark",
  "settings.colours": "Colours",
  "settings.colours.river": "River and ember",
  "settings.colours.safe": "Colour-safe",
  "settings.colours.note":
    "Colour-safe: a grey board, and blue, yellow and vermilion, which eyes that see red and green alike tell apart.",
  "settings.hearing": "Sound and speech",
  "settings.sound_note": "A sound for every move.",
  "settings.spoken": "Speak",
  "settings.spoken_note": "Moves and results are said aloud in the browser's voice.",
  "settings.described": "Board in words",
  "settings.described_note":
    "For screen readers: below every board stands what is on it, and a field to type moves into.",
  "settings.keys": "Show all keys",
  "settings.app": "App",
  "settings.install": "Install Thermodon",
  "settings.installed": "Thermodon is installed.",
  "settings.install_note":
    "Where the browser offers it, its menu installs Thermodon as an app of its own. It needs the server to play.",
  "settings.engines": "Other engines",

  "words.label": "The board in words",
  "words.to_move": "{side} to move.",
  "words.over": "The game is over: {side} has won.",
  "words.amazons": "{side}: {squares}.",
  "words.none": "none",
  "words.burned": "Burned: {squares}.",
  "words.last": "Last move: {from} to {to}, burned {shot}.",
  "words.read": "Read the position",

  "away.title": "The server is away",
  "away.text":
    "Thermodon's server cannot be reached. Start it again with “thermodon”, and the page goes on by itself.",
  "away.retry": "Try again",

  "keys.here": "Here",
  "keys.elsewhere": "Elsewhere",
  "keys.read": "read the position",
  "keys.go": "go to: play, analysis, editor, learn, games, lab, engines, settings",
  "keys.close": "close what is open",
  "keys.buttons": "to the next button, and press it",
  "keys.tabs": "change the tab, where tabs have the focus",
} as const;
