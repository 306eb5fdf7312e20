// Where in the page we are: the part of the address after `#`, so that reload, back and links work.

import { standardStart } from "../rules";
import { decodeShare, encodeShare, type Shared } from "./share";

export const LEARN_PARTS = ["mistakes", "puzzles"] as const;
export type LearnPart = (typeof LEARN_PARTS)[number];

export type Route =
  /** A game to be set up; from the standard start unless it says otherwise. */
  | { readonly view: "new"; readonly from: Shared | null }
  | { readonly view: "game"; readonly id: number }
  | { readonly view: "analysis"; readonly game: number | null; readonly from: Shared }
  | { readonly view: "editor"; readonly from: Shared | null }
  | { readonly view: "games" }
  | { readonly view: "engines" }
  | { readonly view: "settings" }
  /** What can be learnt: an overview, one's own mistakes, or puzzles. */
  | { readonly view: "learn"; readonly part: LearnPart | null }
  | { readonly view: "lab"; readonly place: LabPlace }
  /** An address that leads nowhere, and why if that is known. */
  | { readonly view: "nowhere"; readonly error: unknown };

/** Where in the lab: all experiments, one of them, or a document of recorded results. */
export type LabPlace =
  | { readonly kind: "all" }
  | { readonly kind: "experiment"; readonly paper: string; readonly name: string }
  | { readonly kind: "results"; readonly name: string };

const fresh = (): Shared => ({ start: standardStart(), moves: [] });

export function readRoute(hash: string): Route {
  try {
    const path = decodeURI(hash.replace(/^#?\/?/, ""));
    const [head, ...rest] = path.split("/");
    const tail = rest.join("/");
    if (path === "") return { view: "new", from: null };
    if (head === "new") return { view: "new", from: decodeShare(tail) };
    if (/^game\/\d+$/.test(path)) return { view: "game", id: Number(tail) };
    if (path === "analysis") return { view: "analysis", game: null, from: fresh() };
    if (/^analysis\/game\/\d+$/.test(path)) return { view: "analysis", game: Number(rest[1]), from: fresh() };
    if (path.startsWith("a=")) return { view: "analysis", game: null, from: decodeShare(path.slice(2)) };
    if (head === "editor") return { view: "editor", from: tail === "" ? null : decodeShare(tail) };
    if (path === "games" || path === "engines" || path === "settings") return { view: path };
    if (path === "learn") return { view: "learn", part: null };
    const part = LEARN_PARTS.find((name) => path === `learn/${name}`);
    if (part) return { view: "learn", part };
    if (path === "lab") return { view: "lab", place: { kind: "all" } };
    if (/^lab\/results\/[\w-]+$/.test(path))
      return { view: "lab", place: { kind: "results", name: rest[1] } };
    if (/^lab\/[\w-]+\/[\w-]+$/.test(path))
      return { view: "lab", place: { kind: "experiment", paper: rest[0], name: rest[1] } };
  } catch (error) {
    return { view: "nowhere", error };
  }
  return { view: "nowhere", error: null };
}

export const addresses = {
  new: (from?: Shared) => (from ? `#/new/${encodeShare(from)}` : "#/"),
  game: (id: number) => `#/game/${id}`,
  analysis: (from?: Shared) => (from ? `#/a=${encodeShare(from)}` : "#/analysis"),
  review: (id: number) => `#/analysis/game/${id}`,
  editor: (from?: Shared) => (from ? `#/editor/${encodeShare(from)}` : "#/editor"),
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

/** A link to a position or game that opens without anything being kept anywhere. */
export function shareLink(shared: Shared): string {
  return `${location.origin}${location.pathname}${addresses.analysis(shared)}`;
}
