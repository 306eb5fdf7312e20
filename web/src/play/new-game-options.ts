// Options of the new-game form, saved in the browser.

import type { NewGame, Player, TimeControl } from "../api/types";
import { moveText, opponent, standardStartOf, writeFen, type Position, type Side, type Size } from "../rules";
import type { SharedGame } from "../shell/share";
import { asObject, readStorage, writeStorage } from "../shell/storage";

export type ClockOption = "none" | "5+5" | "10+10" | "20+10" | "own";

interface NewGameOptions {
  opponent: "engine" | "person" | "program";
  /** Id of an external engine. */
  program: number;
  level: number;
  /** Thinking time per move at full strength without a clock. */
  seconds: number;
  side: Side | "either";
  width: number;
  height: number;
  clock: ClockOption;
  minutes: number;
  increment: number;
}

export const CLOCKS: readonly ClockOption[] = ["none", "5+5", "10+10", "20+10", "own"];

export const SIZES: readonly Size[] = [10, 8, 6, 5].map((side) => ({ width: side, height: side }));

const KEY = "thermodon.options";

const DEFAULTS: NewGameOptions = {
  opponent: "engine",
  program: 0,
  level: 3,
  seconds: 3,
  side: "white",
  width: 10,
  height: 10,
  clock: "none",
  minutes: 15,
  increment: 10,
};

function isWithin(value: unknown, min: number, max: number): value is number {
  return typeof value === "number" && value >= min && value <= max;
}

/** Valid fields of a stored value, completed by defaults. */
export function validate(stored: unknown): NewGameOptions {
  const fields = asObject(stored);
  const options = { ...DEFAULTS };
  if (fields.opponent === "person" || fields.opponent === "program") options.opponent = fields.opponent;
  if (fields.side === "black" || fields.side === "either") options.side = fields.side;
  const clock = CLOCKS.find((choice) => choice === fields.clock);
  if (clock) options.clock = clock;
  for (const [name, min, max] of [
    ["program", 0, Infinity],
    ["level", 1, 20],
    ["seconds", 1, 60],
    ["width", 4, 10],
    ["height", 4, 10],
    ["minutes", 1, 180],
    ["increment", 0, 180],
  ] as const) {
    const value = fields[name];
    if (isWithin(value, min, max)) options[name] = value;
  }
  return options;
}

export function loadOptions(): NewGameOptions {
  return validate(readStorage(KEY));
}

export function saveOptions(options: NewGameOptions): void {
  writeStorage(KEY, options);
}

export function startPosition({ width, height }: NewGameOptions): Position {
  // The form only offers sizes with a standard start.
  return standardStartOf({ width, height }) as Position;
}

function toTimeControl({ clock, minutes, increment }: NewGameOptions): TimeControl | null {
  if (clock === "none") return null;
  if (clock === "own") return { seconds: minutes * 60, increment };
  const [presetMinutes, presetIncrement] = clock.split("+").map(Number);
  return { seconds: presetMinutes * 60, increment: presetIncrement };
}

/** The request for a new game. `coinFlip` decides the human's side if it is random. */
export function toNewGame(options: NewGameOptions, from: SharedGame | null, coinFlip: boolean): NewGame {
  const clock = toTimeControl(options);
  const seconds = clock === null ? options.seconds : undefined;
  const program: Player = { kind: "program", program: options.program, name: "", seconds };
  const engine: Player =
    options.level === 20 && clock === null
      ? { kind: "engine", level: options.level, seconds: options.seconds }
      : { kind: "engine", level: options.level };
  const person: Player = { kind: "person" };
  const side = options.side === "either" ? (coinFlip ? "white" : "black") : options.side;
  const players: Record<Side, Player> = { black: person, white: person };
  if (options.opponent !== "person")
    players[opponent(side)] = options.opponent === "program" ? program : engine;
  return {
    start: writeFen(from?.start ?? startPosition(options)),
    moves: from?.moves.map(moveText) ?? [],
    ...players,
    clock,
    name: "",
  };
}
