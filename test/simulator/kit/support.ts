/**
 * Shared parts of the simulators' tests: a clock that stands still, signed requests, recorded data.
 *
 * @module
 */
import { createHmac } from "node:crypto";
import { Clock, Duration, Effect, Layer } from "effect";
import { type SandboxClock } from "../../../app/simulator/kit/clock.ts";
import { type SimulatorName, startSimulator } from "../../../app/simulator/start_simulator.ts";

/** The oracle's user in tests. */
export const ORACLE_KEY = { apiKey: "4f5c9b2e-7d1a-4c3b-9e8f-001122334455", apiSecret: "secret" };

/** A clock that only the test moves. */
export interface StillClock extends SandboxClock {
  /** Sets the clock to this instant, in unix milliseconds. */
  set(nowMs: number): void;
}

/** Returns the unix milliseconds of an ISO time. */
export function ms(iso: string): number {
  return Date.parse(iso);
}

export function makeStillClock(startMs: number): StillClock {
  let nowMs = startMs;
  return {
    speed: 1,
    nowMs: () => nowMs,
    realMs: (virtualMs) => virtualMs,
    set: (to) => void (nowMs = to),
  };
}

/** Provides a still clock to every Effect: sleeping advances it without waiting. */
export function layerStillClock(clock: StillClock): Layer.Layer<never> {
  const nanos = () => BigInt(clock.nowMs()) * 1_000_000n;
  return Layer.succeed(Clock.Clock, {
    currentTimeMillisUnsafe: clock.nowMs,
    currentTimeMillis: Effect.sync(clock.nowMs),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: nanos,
    monotonicTimeNanos: Effect.sync(nanos),
    sleep: (duration) =>
      Effect.sync(() => clock.set(clock.nowMs() + Math.ceil(Duration.toMillis(duration)))),
  });
}

/** Starts a simulator of seed 1 on a free port. */
export function start(name: SimulatorName, clock: SandboxClock, seed = 1) {
  return startSimulator(name, { seed, clock, oracleKey: ORACLE_KEY });
}

/** An object answer whose fields a test still has to check. */
type Body = Readonly<Record<string, unknown>>;

/** Returns the status, headers and JSON of a GET. */
export async function get<T = Body>(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers });
  const body = await response.json() as T;
  return { status: response.status, headers: response.headers, body };
}

/** Sends a control call, and returns its status and JSON. */
export async function control<T = Body>(url: string, method: string, body?: unknown) {
  const response = await fetch(url, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() as T };
}

/** Returns the oracle's three headers. */
export function signed(
  target: string,
  { nowMs, method = "GET", apiSecret = ORACLE_KEY.apiSecret, apiKey = ORACLE_KEY.apiKey }: {
    readonly nowMs: number;
    readonly method?: string;
    readonly apiSecret?: string;
    readonly apiKey?: string;
  },
): Record<string, string> {
  const emptyHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  const text = `${method} ${target} ${emptyHash} ${apiKey} ${nowMs}`;
  return {
    Authorization: apiKey,
    "X-Authorization-Timestamp": String(nowMs),
    "X-Authorization-Signature-SHA256": createHmac("sha256", apiSecret).update(text).digest("hex"),
  };
}
