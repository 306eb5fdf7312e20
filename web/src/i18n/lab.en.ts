// Messages of the lab, in English.

export const labEn = {
  "nav.lab": "Lab",
  "lab.about":
    "Experiments from papers on Amazons, repeated. Run each one here at small scale; it uses at most half of the processors.",
  "lab.paper": "Paper",
  "lab.paper.game": "The game",
  "lab.paper.evaluation": "Evaluations without search",
  "lab.paper.subgames": "Sums of subgames",
  "lab.paper.om": "Opponent-model search",
  "lab.paper.td": "TD learning of an evaluation",
  "lab.paper.book": "Opening books",
  "lab.paper.kinds": "Search depth by move kind",
  "lab.recorded": "Recorded results at the paper’s scale",
  "lab.all_results": "All recorded results",
  "lab.never": "Not run yet",
  "lab.has_run": "Finished",
  "lab.run": "Run on this computer",
  "lab.small": "Small scale: seconds to minutes.",
  "lab.start": "Run",
  "lab.again": "Run again",
  "lab.restart": "Restart",
  "lab.running": "Running: {done} of {total} units",
  "lab.partial": "{done} of {total} units finished",
  "lab.complete": "Finished: {total} units, {seconds} s of computing, started {begun}",
  "lab.legend": "Shaded columns are the paper’s numbers; ours have 95% confidence intervals.",
  "lab.no_document": "There are no recorded results named {name}.",
} as const;
