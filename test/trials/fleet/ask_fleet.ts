/**
 * Asks replicas as callers behind a proxy do: where one gives no answer, another one is asked.
 *
 * @module
 */
import type { Replica } from "./ground.ts";

/** An answer, and how long its caller waited for it. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed; undefined if it is no JSON. */
  readonly body: unknown;
  readonly tookMs: number;
}

/** After this the other replica is asked as well. */
const PATIENCE_MS = 1_500;
/** Nobody waits for longer. */
const DEADLINE_MS = 20_000;
const STATE_TIMEOUT_MS = 3_000;

/** Asks one replica. Rejects without an answer. */
export async function askOne(
  url: string,
  { address, timeoutMs = DEADLINE_MS, signal }: {
    readonly address: string;
    readonly timeoutMs?: number;
    readonly signal?: AbortSignal;
  },
): Promise<Answered> {
  const startedMs = performance.now();
  const response = await fetch(url, {
    headers: { "x-forwarded-for": address },
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...signal ? [signal] : []]),
  });
  const text = await response.text();
  const tookMs = performance.now() - startedMs;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return { status: response.status, headers: response.headers, body, tookMs };
}

/** Asks the replica of this turn and, where it does not answer, the next one. */
export async function askFleet(
  replicas: ReadonlyArray<Replica>,
  { path, turn, address }: {
    readonly path: string;
    readonly turn: number;
    readonly address: string;
  },
): Promise<Answered | undefined> {
  const startedMs = performance.now();
  const answered = new AbortController();
  const { signal } = answered;
  const ask = (at: number) => {
    const url = `${replicas[at % replicas.length]?.url}${path}`;
    return askOne(url, { address, signal }).catch(() => undefined);
  };
  const first = ask(turn);
  const early = await Promise.race([first, Bun.sleep(PATIENCE_MS).then(() => "late" as const)]);
  if (early !== undefined && early !== "late") return early;
  const some = [first, ask(turn + 1)].map(async (asked) => await asked ?? Promise.reject());
  const answer = await Promise.any(some).catch(() => undefined);
  // What hangs would take up the connections of later questions.
  answered.abort();
  return answer && { ...answer, tookMs: performance.now() - startedMs };
}

/** What a replica says of its fleet. */
export interface FleetState {
  readonly state: "shared" | "alone";
  readonly holds: ReadonlyArray<string>;
  /** Where it counts requests. */
  readonly limits: "redis" | "memory";
}

/** Asks a replica. Rejects if it does not answer. */
export async function fleetStateOf({ url }: Replica): Promise<FleetState> {
  const asked = { address: "10.3.0.1", timeoutMs: STATE_TIMEOUT_MS };
  const { body } = await askOne(`${url}/api/v1/status`, asked);
  const { fleet, limits } = body as {
    readonly fleet: Pick<FleetState, "state" | "holds">;
    readonly limits: { readonly store: FleetState["limits"] };
  };
  return { ...fleet, limits: limits.store };
}
