// Import and export of games as text. The server parses and writes all formats.

import { request } from "../api/client";
import type { RecordFormat } from "../api/types";
import { GameTree } from "./tree";

/** Offered formats with their file extensions. */
export const FORMATS: readonly {
  readonly format: RecordFormat;
  readonly name: string;
  readonly extension: string;
}[] = [
  { format: "sgf", name: "SGF", extension: "sgf" },
  { format: "ggf", name: "GGF", extension: "ggf" },
  { format: "little-golem", name: "Little Golem", extension: "txt" },
  { format: "text", name: "Text", extension: "txt" },
];

/**
 * Parses all games of a text in any format. Rejects with the server's message if there are none.
 */
export async function readGames(text: string): Promise<GameTree[]> {
  const { records } = await request("post", "/api/v1/records/read", { body: { text } });
  return records.map((record) => GameTree.fromData(record));
}

export async function writeGame(tree: GameTree, format: RecordFormat): Promise<string> {
  const { text } = await request("post", "/api/v1/records/write", { body: { tree: tree.toData(), format } });
  return text;
}

/** The players, else the event, else an empty string. */
export function gameName(tree: GameTree): string {
  const { black, white, event } = tree.info;
  if (black || white) return [black || "?", white || "?"].join(" – ");
  return event ?? "";
}

/** A record's date without the time of day: `2002.07.14_10:20:36` and ISO times are for programs. */
export function recordDate(date: string): string {
  const match = /^(\d{4})[-.](\d{2})[-.](\d{2})[T_ ]\d/.exec(date);
  return match ? match.slice(1).join("-") : date;
}

/** A file name that is valid on every system. */
export function fileName(tree: GameTree, extension: string): string {
  const name = gameName(tree)
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  return `${name === "" ? "amazons" : name.slice(0, 60)}.${extension}`;
}
