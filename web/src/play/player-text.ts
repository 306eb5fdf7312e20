// Names of players and levels, and texts of results.

import type { Game, GameResult } from "../api/types";
import { t } from "../i18n";
import { levelsJa } from "../i18n/levels.ja";
import { opponent, type Side } from "../rules";
import { settings } from "../shell/settings.svelte";
import { serverInfo } from "./server-info.svelte";

export const LEVELS = 20;

/** The server has the levels in English. */
function levelInfo(level: number): { name: string; description: string } | undefined {
  if (settings.language === "ja") return levelsJa[level - 1];
  return serverInfo.server?.levels.find((entry) => entry.level === level);
}

export function levelName(level: number): string {
  return levelInfo(level)?.name ?? t("level.number", { level });
}

export function levelDescription(level: number): string {
  return levelInfo(level)?.description ?? "";
}

/** The side of the human in a game against a computer; null in any other game. */
export function humanSide(game: Pick<Game, Side>): Side | null {
  if ((game.black.kind === "person") === (game.white.kind === "person")) return null;
  return game.black.kind === "person" ? "black" : "white";
}

export function playerName(game: Pick<Game, Side>, side: Side): string {
  const player = game[side];
  if (player.kind === "engine")
    return t("player.engine", { level: player.level, name: levelName(player.level) });
  if (player.kind === "program") return player.name ?? "";
  return player.name ?? (humanSide(game) === side ? t("player.you") : t(`side.${side}`));
}

/** A time in milliseconds since 1970, as date and minute. */
export function formatTime(time: number): string {
  const format = new Intl.DateTimeFormat(settings.language, { dateStyle: "medium", timeStyle: "short" });
  return format.format(time);
}

export function moveCount(count: number): string {
  return count === 1 ? t("games.one_move") : t("games.moves", { count });
}

export function resultText(result: GameResult): string {
  const loser = t(`side.${opponent(result.winner)}`);
  return t(`result.${result.reason}`, { winner: t(`side.${result.winner}`), loser });
}
