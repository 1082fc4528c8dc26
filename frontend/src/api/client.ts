/** One door to the server: JSON in and out, errors as the server's own sentence, a session started when needed. */
import type { Problem, Session } from "./types";

export class ServerProblem extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
  ) {
    super(message);
    this.name = "ServerProblem";
  }
}

export interface RequestOptions {
  body?: unknown;
  signal?: AbortSignal;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

let session: Promise<Session> | null = null;

/** The session of this browser; started at most once, and with the token of the address if there is one. */
export function ensureSession(): Promise<Session> {
  session ??= send<Session>("POST", "/session", { body: { token: takeToken() } }).catch((error: unknown) => {
    session = null;
    throw error;
  });
  return session;
}

/** Reads `#token=...` once and drops it from the address, so that it is not copied or kept in the history. */
function takeToken(): string {
  const token = new URLSearchParams(window.location.hash.slice(1)).get("token") ?? "";
  if (token) window.history.replaceState(null, "", window.location.pathname + window.location.search);
  return token;
}

export async function request<T>(method: Method, path: string, options: RequestOptions = {}): Promise<T> {
  await ensureSession();
  try {
    return await send<T>(method, path, options);
  } catch (error) {
    if (!(error instanceof ServerProblem) || error.status !== 401) throw error;
    session = null;
    await ensureSession();
    return send<T>(method, path, options);
  }
}

async function send<T>(method: Method, path: string, { body, signal }: RequestOptions): Promise<T> {
  const init: RequestInit = { method, credentials: "same-origin" };
  if (signal) init.signal = signal;
  if (body !== undefined) {
    init.headers = { "content-type": "application/json" };
    init.body = JSON.stringify(body);
  }
  const response = await reach(`/api${path}`, init);
  if (response.status === 204) return undefined as T;
  const answer: unknown = await response.json().catch((error: unknown) => {
    if (signal?.aborted) throw error; // given up while it came in: not an empty answer
    return null;
  });
  if (!response.ok) throw asProblem(answer, response.status);
  return answer as T;
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ServerProblem("offline", "The server is not responding. Is it still running?", 0);
  }
}

function asProblem(answer: unknown, status: number): ServerProblem {
  const problem = answer as Partial<Problem> | null;
  const message = problem?.message ?? `The server responded with status ${status}.`;
  return new ServerProblem(problem?.code ?? "unknown", message, status);
}
