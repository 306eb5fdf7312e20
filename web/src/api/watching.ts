// Work that goes on in the server: asked about again and again, until it is over or nobody looks any more.

/** How long to wait before asking again how far it is. */
const PATIENCE_MS = 500;

/** Asks until the answer says that it is over. Gives the way to leave before. */
export function watch<T>(
  ask: () => Promise<T>,
  hear: (state: T) => void,
  isOver: (state: T) => boolean,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLeft = false;
  const look = async () => {
    let over = false;
    try {
      const state = await ask();
      if (isLeft) return;
      hear(state);
      over = isOver(state);
    } catch {
      // A server that is away may come back.
    }
    if (!isLeft && !over) timer = setTimeout(() => void look(), PATIENCE_MS);
  };
  void look();
  return () => {
    isLeft = true;
    clearTimeout(timer);
  };
}
