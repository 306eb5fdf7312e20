// A WebSocket that reconnects with exponential backoff, and at once when the browser goes online or
// the page becomes visible.

const MIN_RECONNECT_MS = 300;
const MAX_RECONNECT_MS = 10_000;

export interface Listener {
  readonly onmessage: (message: unknown) => void;
  /** Called after every (re)connection; repeat requests here. */
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
    addEventListener("online", this.#reconnectNow);
    document.addEventListener("visibilitychange", this.#reconnectNow);
    this.#connect();
  }

  /** Whether the message was sent. Nothing is queued: `onopen` repeats what still applies. */
  send(message: unknown): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.#isClosed = true;
    removeEventListener("online", this.#reconnectNow);
    document.removeEventListener("visibilitychange", this.#reconnectNow);
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
      const wait = Math.min(MAX_RECONNECT_MS, MIN_RECONNECT_MS * 2 ** this.#failures++);
      // Jitter, so that many clients do not reconnect at once.
      this.#timer = setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2));
    };
  }

  #reconnectNow = (): void => {
    if (this.#isClosed || document.hidden || this.#socket?.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.#timer);
    this.#connect();
  };
}
