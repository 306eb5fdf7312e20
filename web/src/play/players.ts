// Players and results in words.

import type { Game, GameResult } from "../api/types";
import { t } from "../i18n";
import { levelsJa } from "../i18n/levels.ja";
import { opponent, type Side } from "../rules";
import { settings } from "../shell/settings.svelte";
import { about } from "./about.svelte";

export const LEVELS = 20;

/** The engine names its levels, in English. */
function levelWords(level: number): { name: string; description: string } | undefined {
  if (settings.language === "ja") return levelsJa[level - 1];
  return about.server?.levels.find((entry) => entry.level === level);
}

export function levelName(level: number): string {
  return levelWords(level)?.name ?? t("level.number", { level });
}

export function levelDescription(level: number): string {
  return levelWords(level)?.description ?? "";
}

/** The side that a person plays against a computer; null if nobody or both do. */
export function personSide(game: Pick<Game, Side>): Side | null {
  if ((game.black.kind === "person") === (game.white.kind === "person")) return null;
  return game.black.kind === "person" ? "black" : "white";
}

export function playerName(game: Pick<Game, Side>, side: Side): string {
  const player = game[side];
  if (player.kind === "engine")
    return t("player.engine", { level: player.level, name: levelName(player.level) });
  if (player.kind === "program") return t("player.program", { name: player.name ?? "" });
  return player.name ?? (personSide(game) === side ? t("player.you") : t(`side.${side}`));
}

export function moveCount(count: number): string {
  return count === 1 ? t("games.one_move") : t("games.moves", { count });
}

export function resultText(result: GameResult): string {
  const loser = t(`side.${opponent(result.winner)}`);
  return t(`result.${result.reason}`, { winner: t(`side.${result.winner}`), loser });
}
