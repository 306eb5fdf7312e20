// How a move is shown happening: the amazon glides, her arrow flies, the square takes fire. Those who asked
// their system for less motion see the result at once.

import type { Change } from "./change";
import type { Geometry } from "./geometry";

const GLIDE = 190;
const FLIGHT = 170;
const IGNITION = 240;

const EASING = "cubic-bezier(0.3, 0, 0.2, 1)";

function wantsLessMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function glide(board: Element, geometry: Geometry, from: string, to: string): void {
  const amazon = board.querySelector(`[data-amazon="${to}"]`);
  if (!amazon || wantsLessMotion()) return;
  const [start, end] = [geometry.corner(from), geometry.corner(to)];
  const away = `translate(${start.x - end.x}px, ${start.y - end.y}px)`;
  amazon.animate([{ transform: away }, { transform: "none" }], { duration: GLIDE, easing: EASING });
}

/** Shows a change; `stepSeen` if the amazon stands where she goes already. */
export function show(board: Element, geometry: Geometry, change: Change, stepSeen: boolean): void {
  if (wantsLessMotion()) return;
  const { from, to, shot } = change.move;
  if (change.undone) {
    glide(board, geometry, to, from);
    return;
  }
  if (!stepSeen) glide(board, geometry, from, to);
  const delay = stepSeen ? 0 : GLIDE;
  const [start, end] = [geometry.centre(to), geometry.centre(shot)];
  const angle = `rotate(${Math.atan2(end.y - start.y, end.x - start.x)}rad)`;
  board.querySelector("[data-arrow]")?.animate(
    [
      { transform: `translate(${start.x}px, ${start.y}px) ${angle}`, opacity: 1 },
      { transform: `translate(${end.x}px, ${end.y}px) ${angle}`, opacity: 1 },
    ],
    { duration: FLIGHT, delay, easing: "ease-in" },
  );
  // The line that is left of the shot follows the arrow.
  board.querySelector("[data-past]")?.animate([{ opacity: 0 }, { opacity: 0 }], delay + FLIGHT);
  board.querySelector(`[data-stone="${shot}"]`)?.animate(
    [
      { transform: "scale(0.3)", opacity: 0 },
      { transform: "scale(1.12)", opacity: 1, offset: 0.6 },
      { transform: "none", opacity: 1 },
    ],
    { duration: IGNITION, delay: delay + FLIGHT, fill: "backwards", easing: "ease-out" },
  );
}
