// Animates moves: step, arrow, burning square. Skipped if the system asks for reduced motion.

import type { Geometry } from "./geometry";
import type { MoveDiff } from "./position-diff";

const STEP_MS = 190;
const ARROW_MS = 170;
const BURN_MS = 240;

const EASING = "cubic-bezier(0.3, 0, 0.2, 1)";

function prefersReducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function animateStep(board: Element, geometry: Geometry, from: string, to: string): void {
  const amazon = board.querySelector(`[data-amazon="${to}"]`);
  if (!amazon || prefersReducedMotion()) return;
  const [start, end] = [geometry.corner(from), geometry.corner(to)];
  const offset = `translate(${start.x - end.x}px, ${start.y - end.y}px)`;
  amazon.animate([{ transform: offset }, { transform: "none" }], { duration: STEP_MS, easing: EASING });
}

/** Animates a move or its undo; `isStepShown` if the amazon is already at its destination. */
export function animateMove(board: Element, geometry: Geometry, diff: MoveDiff, isStepShown: boolean): void {
  if (prefersReducedMotion()) return;
  const { from, to, arrow } = diff.move;
  if (diff.undone) {
    animateStep(board, geometry, to, from);
    return;
  }
  if (!isStepShown) animateStep(board, geometry, from, to);
  const delay = isStepShown ? 0 : STEP_MS;
  const [start, end] = [geometry.center(to), geometry.center(arrow)];
  const angle = `rotate(${Math.atan2(end.y - start.y, end.x - start.x)}rad)`;
  board.querySelector("[data-arrow]")?.animate(
    [
      { transform: `translate(${start.x}px, ${start.y}px) ${angle}`, opacity: 1 },
      { transform: `translate(${end.x}px, ${end.y}px) ${angle}`, opacity: 1 },
    ],
    { duration: ARROW_MS, delay, easing: "ease-in" },
  );
  // The line of the last move appears after the arrow.
  board.querySelector("[data-past]")?.animate([{ opacity: 0 }, { opacity: 0 }], delay + ARROW_MS);
  board.querySelector(`[data-burned="${arrow}"]`)?.animate(
    [
      { transform: "scale(0.3)", opacity: 0 },
      { transform: "scale(1.12)", opacity: 1, offset: 0.6 },
      { transform: "none", opacity: 1 },
    ],
    { duration: BURN_MS, delay: delay + ARROW_MS, fill: "backwards", easing: "ease-out" },
  );
}
