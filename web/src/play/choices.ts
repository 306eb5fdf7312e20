// What a person chose for their last game, offered again for the next one.

import type { Clock, NewGame, Player } from "../api/types";
import { moveText, opponent, startOf, writeFen, type Position, type Side, type Size } from "../rules";
import type { Shared } from "../shell/share";

export type ClockChoice = "none" | "5+5" | "10+10" | "20+10" | "own";

export interface Choices {
  opponent: "engine" | "person" | "program";
  /** Another engine, by its number. */
  program: number;
  level: number;
  /** How long an engine thinks at full strength, where no clock says so. */
  seconds: number;
  side: Side | "either";
  width: number;
  height: number;
  clock: ClockChoice;
  minutes: number;
  increment: number;
}

export const CLOCKS: readonly ClockChoice[] = ["none", "5+5", "10+10", "20+10", "own"];

export const SIZES: readonly Size[] = [10, 8, 6, 5].map((side) => ({ width: side, height: side }));

const KEY = "thermodon.choices";

const DEFAULTS: Choices = {
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

function isWithin(value: unknown, least: number, most: number): value is number {
  return typeof value === "number" && value >= least && value <= most;
}

/** What was kept, where it makes sense; storage may hold anything. */
export function sensible(kept: unknown): Choices {
  const given = (typeof kept === "object" && kept !== null ? kept : {}) as Record<string, unknown>;
  const choices = { ...DEFAULTS };
  if (given.opponent === "person" || given.opponent === "program") choices.opponent = given.opponent;
  if (given.side === "black" || given.side === "either") choices.side = given.side;
  const clock = CLOCKS.find((choice) => choice === given.clock);
  if (clock) choices.clock = clock;
  for (const [name, least, most] of [
    ["program", 0, Infinity],
    ["level", 1, 20],
    ["seconds", 1, 60],
    ["width", 4, 10],
    ["height", 4, 10],
    ["minutes", 1, 180],
    ["increment", 0, 180],
  ] as const) {
    const value = given[name];
    if (isWithin(value, least, most)) choices[name] = value;
  }
  return choices;
}

export function readChoices(): Choices {
  try {
    return sensible(JSON.parse(localStorage.getItem(KEY) ?? "null"));
  } catch {
    return { ...DEFAULTS };
  }
}

export function keepChoices(choices: Choices): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(choices));
  } catch {
    // They are asked for again next time.
  }
}

export function startChosen({ width, height }: Choices): Position {
  // The form offers only sizes that have a start.
  return startOf({ width, height }) as Position;
}

function clockChosen({ clock, minutes, increment }: Choices): Clock | null {
  if (clock === "none") return null;
  if (clock === "own") return { seconds: minutes * 60, increment };
  const [presetMinutes, presetIncrement] = clock.split("+").map(Number);
  return { seconds: presetMinutes * 60, increment: presetIncrement };
}

/** The game to ask the server for. `toss` decides who plays White where either will do. */
export function gameChosen(choices: Choices, from: Shared | null, toss: boolean): NewGame {
  const clock = clockChosen(choices);
  const seconds = clock === null ? choices.seconds : undefined;
  const program: Player = { kind: "program", program: choices.program, name: "", seconds };
  const engine: Player =
    choices.level === 20 && clock === null
      ? { kind: "engine", level: choices.level, seconds: choices.seconds }
      : { kind: "engine", level: choices.level };
  const person: Player = { kind: "person" };
  const side = choices.side === "either" ? (toss ? "white" : "black") : choices.side;
  const players: Record<Side, Player> = { black: person, white: person };
  if (choices.opponent !== "person")
    players[opponent(side)] = choices.opponent === "program" ? program : engine;
  return {
    start: writeFen(from?.start ?? startChosen(choices)),
    moves: from?.moves.map(moveText) ?? [],
    ...players,
    clock,
    name: "",
  };
}
