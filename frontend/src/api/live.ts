/**
 * The stream of a table: a WebSocket that reconnects by itself. While it is down, long polling takes over, so that
 * play goes on behind proxies that do not pass WebSockets.
 */
import { ensureSession, ServerProblem } from "./client";
import { waitForTable } from "./play";
import type { Grade, ServerMessage, TableView } from "./types";

export type Connection = "connecting" | "live" | "polling" | "closed";

export interface Listener {
  onView(view: TableView): void;
  onGrade(grade: Grade): void;
  onConnection(connection: Connection): void;
  /** The table is closed or not ours; nothing more will come. */
  onGone(reason: string): void;
}

const NO_SESSION = 4401;
const FINAL: Record<number, string> = {
  4403: "The server refused this page's address.",
  4404: "There is no such table.",
  4410: "This table is closed.",
};
const FIRST_DELAY = 400;
const LONGEST_DELAY = 10_000;
const FAILURES_BEFORE_POLLING = 2;
const POLL_SECONDS = 20;

export class LiveTable {
  private socket: WebSocket | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private polling: AbortController | null = null;
  private failures = 0;
  private sequence = 0;
  private stopped = false;

  constructor(
    private readonly table: string,
    private readonly listener: Listener,
  ) {}

  start(): void {
    this.listener.onConnection("connecting");
    this.connect();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    this.polling?.abort();
    this.socket?.close();
  }

  private connect(): void {
    const { protocol, host } = window.location;
    const scheme = protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${host}/api/tables/${encodeURIComponent(this.table)}/live`);
    this.socket = socket;
    socket.onmessage = (event: MessageEvent<string>) => this.receive(JSON.parse(event.data) as ServerMessage);
    socket.onclose = (event) => this.lost(event.code);
  }

  private receive(message: ServerMessage): void {
    if (this.stopped) return;
    this.failures = 0;
    this.polling?.abort();
    this.polling = null;
    if (message.type === "bye") {
      this.finish(message.reason);
      return;
    }
    this.listener.onConnection("live");
    if (message.type === "state") this.show(message.table);
    else this.listener.onGrade(message.grade);
  }

  private show(view: TableView): void {
    this.sequence = Math.max(this.sequence, view.sequence);
    this.listener.onView(view);
  }

  private lost(code: number): void {
    if (this.stopped) return;
    const reason = FINAL[code];
    if (reason) {
      this.finish(reason);
      return;
    }
    this.failures += 1;
    if (this.failures >= FAILURES_BEFORE_POLLING) void this.poll();
    else this.listener.onConnection("connecting");
    const delay = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (this.failures - 1));
    const again = () => {
      if (!this.stopped) this.connect();
    };
    this.timer = setTimeout(() => {
      if (code === NO_SESSION) void ensureSession().then(again, again);
      else again();
    }, delay);
  }

  private async poll(): Promise<void> {
    if (this.polling) return;
    const polling = new AbortController();
    this.polling = polling;
    while (!polling.signal.aborted && !this.stopped) {
      try {
        const view = await waitForTable(this.table, this.sequence, POLL_SECONDS, polling.signal);
        this.listener.onConnection("polling");
        this.show(view);
      } catch (error) {
        if (polling.signal.aborted) return;
        if (error instanceof ServerProblem && error.status === 404) {
          this.finish(error.message);
          return;
        }
        this.listener.onConnection("connecting");
        await new Promise((resolve) => setTimeout(resolve, 2000));
      }
    }
  }

  private finish(reason: string): void {
    this.stop();
    this.listener.onConnection("closed");
    this.listener.onGone(reason);
  }
}
