/** A WebSocket that pushes and reconnects by itself, later and later, for as long as somebody listens. */
import { ensureSession } from "../api/client";

const NO_SESSION = 4401;
const NOT_FOUND = 4404;
const FIRST_DELAY = 400;
const LONGEST_DELAY = 10_000;

export interface LiveListener<T> {
  onMessage(message: T): void;
  onConnection(isLive: boolean): void;
  /** There is no such thing, or it is somebody else's; nothing more will come. */
  onGone(): void;
}

export class LiveSocket<T> {
  private socket: WebSocket | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;
  private stopped = false;

  constructor(
    private readonly path: string,
    private readonly listener: LiveListener<T>,
  ) {}

  start(): void {
    void ensureSession().then(
      () => this.connect(),
      () => this.lost(0),
    );
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  private connect(): void {
    if (this.stopped) return;
    const { protocol, host } = window.location;
    const socket = new WebSocket(`${protocol === "https:" ? "wss" : "ws"}://${host}/api${this.path}`);
    this.socket = socket;
    socket.onmessage = (event: MessageEvent<string>) => {
      if (this.stopped) return;
      this.failures = 0;
      this.listener.onConnection(true);
      this.listener.onMessage(JSON.parse(event.data) as T);
    };
    socket.onclose = (event) => this.lost(event.code);
  }

  private lost(code: number): void {
    if (this.stopped) return;
    this.listener.onConnection(false);
    if (code === NOT_FOUND) {
      this.listener.onGone();
      return;
    }
    const delay = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** this.failures);
    this.failures += 1;
    const again = () => this.connect();
    this.timer = setTimeout(() => {
      if (code === NO_SESSION) void ensureSession().then(again, again);
      else again();
    }, delay);
  }
}
