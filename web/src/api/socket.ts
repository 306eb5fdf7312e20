// A WebSocket that reconnects with exponential backoff, or immediately when the browser goes online
// or the page becomes visible.

const MIN_RECONNECT_DELAY_MS = 300;
const MAX_RECONNECT_DELAY_MS = 10_000;

export interface Listener {
  /** Called with every message, parsed from JSON. */
  readonly onmessage: (message: unknown) => void;
  /** Called after every (re)connection; send subscriptions here. */
  readonly onopen?: () => void;
  /** Called when the connection is lost, and after every failed attempt to reconnect. */
  readonly onlost?: () => void;
}

export class ReconnectingSocket {
  #socket: WebSocket | null = null;
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  /** Consecutive failed attempts. */
  #failures = 0;
  #isClosed = false;

  constructor(
    readonly path: string,
    readonly listener: Listener,
  ) {
    addEventListener("online", this.#reconnectNow);
    document.addEventListener("visibilitychange", this.#reconnectNow);
    this.#connect();
  }

  /** Sends a message; returns false if not connected. Nothing is queued: `onopen` must resend. */
  send(message: unknown): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Closes the connection for good. */
  close(): void {
    this.#isClosed = true;
    removeEventListener("online", this.#reconnectNow);
    document.removeEventListener("visibilitychange", this.#reconnectNow);
    clearTimeout(this.#reconnectTimer);
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
      const delay = Math.min(MAX_RECONNECT_DELAY_MS, MIN_RECONNECT_DELAY_MS * 2 ** this.#failures++);
      // Jitter, so that clients do not all reconnect at the same time.
      this.#reconnectTimer = setTimeout(() => this.#connect(), delay * (0.75 + Math.random() / 2));
    };
  }

  #reconnectNow = (): void => {
    if (this.#isClosed || document.hidden || this.#socket?.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.#reconnectTimer);
    this.#connect();
  };
}
