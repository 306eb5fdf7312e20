// Keyboard shortcuts; ignored while typing in a field or with an open dialog.

/** Returns a `keydown` listener that runs the action of a key, such as `f` or `ArrowLeft`. */
export function shortcuts(actions: Record<string, () => void>): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target) || document.querySelector("dialog[open]")) return;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
}

/** `mousedown` listener: takes no focus and removes it from other controls, so that keys go to the page. */
export function avoidFocus(event: MouseEvent): void {
  event.preventDefault();
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** A label with its key, on devices with a keyboard: those with a mouse. */
export function withKey(label: string, key: string): string {
  return globalThis.matchMedia?.("(hover: hover)").matches ? `${label} (${key})` : label;
}

/** Maximum time between the two keys of a chord. */
const CHORD_MS = 1500;

/** Like `shortcuts`, for keys that are pressed after `first`. */
export function chord(first: string, actions: Record<string, () => void>): (event: KeyboardEvent) => void {
  let begun = -Infinity;
  const begin = shortcuts({ [first]: () => (begun = performance.now()) });
  const end = shortcuts(actions);
  return (event) => {
    const isSecond = performance.now() - begun < CHORD_MS;
    begun = -Infinity;
    if (isSecond) end(event);
    else begin(event);
  };
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
}
