// Messages about external engines, in English.

export const enginesEn = {
  "nav.engines": "Engines",

  "engines.intro":
    "UCI and GTP engines can play here, analyze your positions, or play each other while you watch.",
  "engines.not_allowed": "This server does not run external engines. Allow them when you start it:",
  "engines.not_here":
    "Engines run on the server’s computer with your rights there, so they can only be added in a browser on that computer.",
  "engines.yours": "Your engines",
  "engines.none": "No engines yet. Add one below.",
  "engines.add": "Add engine",
  "engines.path": "Program file",
  "engines.arguments": "Arguments",
  "engines.arguments_note":
    "Separate with spaces; quote arguments that contain spaces. They are not run through a shell.",
  "engines.protocol": "Protocol",
  "engines.name": "Name",
  "engines.name_example": "File name",
  "engines.adding": "Checking…",
  "engines.added": "{name} added.",
  "engines.rename": "Rename",
  "engines.save": "Save",
  "engines.remove": "Remove",
  "engines.remove_confirm": "Confirm removal",
  "engines.play": "Play against it",
  "engines.quotes": "A quotation mark is not closed.",

  "watch.title": "Watch an engine game",
  "watch.intro": "Both have the same thinking time. The game is saved in Games.",
  "watch.levels": "Thermodon levels",
} as const;
