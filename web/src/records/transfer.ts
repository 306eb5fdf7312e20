// Games in and out of the page, as text. The server reads and writes all notations, so that there is one
// reader for the whole program and its sentences about what is wrong reach the person as they are.

import { call } from "../api/client";
import type { RecordFormat } from "../api/types";
import { GameTree } from "./tree";

/** The notations that the page offers, and the ending of their files. */
export const FORMATS: readonly {
  readonly format: RecordFormat;
  readonly name: string;
  readonly ending: string;
}[] = [
  { format: "sgf", name: "SGF", ending: "sgf" },
  { format: "ggf", name: "GGF", ending: "ggf" },
  { format: "little-golem", name: "Little Golem", ending: "txt" },
  { format: "text", name: "Text", ending: "txt" },
];

/** All games of a text, in whichever notation it is. Throws the server's sentence if there are none. */
export async function readGames(text: string): Promise<GameTree[]> {
  const { records } = await call("post", "/api/v1/records/read", { body: { text } });
  return records.map((record) => GameTree.fromData(record));
}

/** A game in some notation. */
export async function writeGame(tree: GameTree, format: RecordFormat): Promise<string> {
  const { text } = await call("post", "/api/v1/records/write", { body: { tree: tree.toData(), format } });
  return text;
}

/** What to call a game: its players, its event, or nothing. */
export function gameName(tree: GameTree): string {
  const { black, white, event } = tree.info;
  if (black || white) return [black || "?", white || "?"].join(" – ");
  return event ?? "";
}

/** A name that every file system takes. */
export function fileName(tree: GameTree, ending: string): string {
  const name = gameName(tree)
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  return `${name === "" ? "amazons" : name.slice(0, 60)}.${ending}`;
}

/** Hands a text to the browser as a file to keep. */
export function download(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has to have begun before the address may go.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
