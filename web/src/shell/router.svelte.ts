// Hash router.

import { decodeLink, encodeLink, type SharedGame } from "./share";

const LEARN_PARTS = ["mistakes", "puzzles"] as const;
export type LearnPart = (typeof LEARN_PARTS)[number];

export type Route =
  /** The new-game form; null for the standard start. */
  | { readonly view: "new"; readonly from: SharedGame | null }
  | { readonly view: "game"; readonly id: number }
  | { readonly view: "analysis"; readonly target: AnalysisTarget }
  | { readonly view: "editor"; readonly from: SharedGame | null }
  | { readonly view: "games" }
  | { readonly view: "engines" }
  | { readonly view: "settings" }
  /** Null for the overview. */
  | { readonly view: "learn"; readonly part: LearnPart | null }
  | { readonly view: "lab"; readonly target: LabTarget }
  /** Unknown address, with the error if there is one. */
  | { readonly view: "not-found"; readonly error: unknown };

export type AnalysisTarget =
  /** The draft that was open last. */
  | { readonly kind: "last" }
  | { readonly kind: "draft"; readonly id: string }
  | { readonly kind: "link"; readonly link: SharedGame }
  /** A stored game; `startsReview` reviews it unless it is reviewed. */
  | { readonly kind: "game"; readonly id: number; readonly startsReview: boolean };

export type LabTarget =
  | { readonly kind: "all" }
  | { readonly kind: "experiment"; readonly paper: string; readonly name: string }
  | { readonly kind: "results"; readonly name: string };

export function readRoute(hash: string): Route {
  try {
    const path = decodeURI(hash.replace(/^#?\/?/, ""));
    const [head, ...rest] = path.split("/");
    const tail = rest.join("/");
    if (path === "") return { view: "new", from: null };
    if (head === "new") return { view: "new", from: decodeLink(tail) };
    if (/^game\/\d+$/.test(path)) return { view: "game", id: Number(tail) };
    if (path === "analysis") return { view: "analysis", target: { kind: "last" } };
    const game = /^analysis\/game\/(\d+)(\/review)?$/.exec(path);
    if (game)
      return {
        view: "analysis",
        target: { kind: "game", id: Number(game[1]), startsReview: game[2] !== undefined },
      };
    if (/^analysis\/draft\/[\w-]+$/.test(path))
      return { view: "analysis", target: { kind: "draft", id: rest[1] } };
    if (path.startsWith("a="))
      return { view: "analysis", target: { kind: "link", link: decodeLink(path.slice(2)) } };
    if (head === "editor") return { view: "editor", from: tail === "" ? null : decodeLink(tail) };
    if (path === "games" || path === "engines" || path === "settings") return { view: path };
    if (path === "learn") return { view: "learn", part: null };
    const part = LEARN_PARTS.find((name) => path === `learn/${name}`);
    if (part) return { view: "learn", part };
    if (path === "lab") return { view: "lab", target: { kind: "all" } };
    if (/^lab\/results\/[\w-]+$/.test(path))
      return { view: "lab", target: { kind: "results", name: rest[1] } };
    if (/^lab\/[\w-]+\/[\w-]+$/.test(path))
      return { view: "lab", target: { kind: "experiment", paper: rest[0], name: rest[1] } };
  } catch (error) {
    return { view: "not-found", error };
  }
  return { view: "not-found", error: null };
}

export const addresses = {
  new: (from?: SharedGame) => (from ? `#/new/${encodeLink(from)}` : "#/"),
  game: (id: number) => `#/game/${id}`,
  analysis: (from?: SharedGame) => (from ? `#/a=${encodeLink(from)}` : "#/analysis"),
  draft: (id: string) => `#/analysis/draft/${id}`,
  gameAnalysis: (id: number) => `#/analysis/game/${id}`,
  /** The analysis of a stored game, which starts with its review. */
  gameReview: (id: number) => `#/analysis/game/${id}/review`,
  editor: (from?: SharedGame) => (from ? `#/editor/${encodeLink(from)}` : "#/editor"),
  games: () => "#/games",
  engines: () => "#/engines",
  settings: () => "#/settings",
  learn: (part?: LearnPart) => (part ? `#/learn/${part}` : "#/learn"),
  lab: () => "#/lab",
  experiment: (id: string) => `#/lab/${id}`,
  results: (document: string) => `#/lab/results/${document}`,
};

export const router = $state<{ route: Route }>({ route: { view: "new", from: null } });

export function startRouter(): void {
  const follow = () => (router.route = readRoute(location.hash));
  addEventListener("hashchange", follow);
  follow();
}

export function go(address: string): void {
  location.hash = address;
}

/** Link to a game that needs no stored data. */
export function shareLink(shared: SharedGame): string {
  return `${location.origin}${location.pathname}${addresses.analysis(shared)}`;
}
