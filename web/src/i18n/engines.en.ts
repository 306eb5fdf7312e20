// What the page says about other engines, in English.

export const enginesEn = {
  "nav.engines": "Engines",

  "engines.title": "Engines",
  "engines.intro":
    "Engines that speak UCI or GTP can play here, think about your positions, or play each other while you watch.",
  "engines.not_allowed": "This server runs no other engines. Whoever starts it can allow it:",
  "engines.not_here":
    "The engines run on the server's machine with your rights there, so they can be added only in a browser on that machine.",
  "engines.yours": "Your engines",
  "engines.none": "None yet. Add one below by its file.",
  "engines.add": "Add an engine",
  "engines.path": "Program file",
  "engines.path_example": "/usr/local/bin/thermodon",
  "engines.arguments": "Arguments",
  "engines.arguments_example": "uci",
  "engines.arguments_note": "Separated by spaces; quotation marks hold words together. No shell reads them.",
  "engines.protocol": "Speaks",
  "engines.name": "Name",
  "engines.name_example": "As the file",
  "engines.adding": "Asking it …",
  "engines.added": "{name} answers, and was added.",
  "engines.rename": "Rename",
  "engines.save": "Save",
  "engines.remove": "Remove",
  "engines.remove_sure": "Remove: sure?",
  "engines.play": "Play against it",
  "engines.quotes": "A quotation mark is never closed.",

  "watch.title": "Watch two play",
  "watch.intro": "Each thinks for the same time; the game is kept among your games.",
  "watch.start": "Let them play",
  "watch.levels": "Thermodon's levels",
  "watch.engines": "Engines",

  "new.opponent.program": "Engine",
  "new.program": "Engine",
  "player.program": "{name}",
  "result.fault": "{loser}'s engine failed. {winner} wins.",
  "play.watching": "{name} is thinking.",
  "play.waiting": "{name} may not run on this server now: the game waits.",
  "analyst.label": "Who analyses",
  "analyst.own": "Thermodon",
} as const;
