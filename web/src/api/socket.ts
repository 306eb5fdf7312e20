// A WebSocket that comes back by itself: soon at first, then less and less often, and at once when the
// browser says that the network or the page is there again.

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 10_000;

export interface Listener {
  readonly onmessage: (message: unknown) => void;
  /** Also after each loss; what must be said again is said here. */
  readonly onopen?: () => void;
  readonly onlost?: () => void;
}

export class ReconnectingSocket {
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #isClosed = false;

  constructor(
    readonly path: string,
    readonly listener: Listener,
  ) {
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#connect();
  }

  /** Whether it was sent: nothing is kept for later, since `onopen` says what still holds. */
  send(message: unknown): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.#isClosed = true;
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${this.path}`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#failures = 0;
      this.listener.onopen?.();
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (!this.#isClosed) this.listener.onmessage(JSON.parse(event.data));
    };
    socket.onclose = () => {
      if (this.#isClosed) return;
      this.listener.onlost?.();
      const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures++);
      // Many pages that lost one server should not all come back in the same moment.
      this.#timer = setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2));
    };
  }

  #hurry = (): void => {
    if (this.#isClosed || document.hidden || this.#socket?.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.#timer);
    this.#connect();
  };
}
