// Keys that do something in a view, unless they are being typed into a field.

/** A listener for `keydown` that runs what is said for a key, such as `f` or `ArrowLeft`. */
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

/** How long the second of two keys may take. */
const SEQUENCE_MS = 1500;

/** The same for a key that is pressed after another one, which does nothing by itself. */
export function sequence(first: string, actions: Record<string, () => void>): (event: KeyboardEvent) => void {
  let begun = -Infinity;
  const begin = shortcuts({ [first]: () => (begun = performance.now()) });
  const end = shortcuts(actions);
  return (event) => {
    const isSecond = performance.now() - begun < SEQUENCE_MS;
    begun = -Infinity;
    if (isSecond) end(event);
    else begin(event);
  };
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
}
