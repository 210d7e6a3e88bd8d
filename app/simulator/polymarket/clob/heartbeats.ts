/**
 * The venue's dead-man switch: an API key that has sent a heartbeat and then stops loses its open
 * orders.
 *
 * Source: the venue's documentation of heartbeats, which has no way to switch the watch off: a key
 * without heartbeats loses its orders at every look.
 *
 * @module
 */
import { type KeptMaps, UNKEPT } from "../../kit/kept_maps.ts";
import { inventedNames } from "./trade_log.ts";

/** The heartbeats of every API key. Ids form a chain: each answer has the id to send next. */
export interface Heartbeats {
  /** Returns the id to send next, or undefined if `id` is not the one that was expected. */
  beat(apiKey: string, id: string): string | undefined;
  /** Returns the id that the key is expected to send, empty at the start of a chain. */
  expected(apiKey: string): string;
  /** Counts as a heartbeat, and starts the key's chain anew. */
  restart(apiKey: string): void;
  /**
   * Returns the last look, in unix milliseconds, if the key's heartbeats had stopped by then: what
   * was open is cancelled.
   */
  stoppedMs(apiKey: string): number | undefined;
}

/** Milliseconds of the clock without a heartbeat, and between two looks for such keys. */
const PATIENCE_MS = 10_000;
const LOOK_MS = 5_000;
/** Keys that sent a heartbeat. Whoever was silent the longest is forgotten. */
const KEYS_MAX = 10_000;

interface Chain {
  readonly nextId: string;
  readonly count: number;
  readonly lastMs: number;
}

/** Makes heartbeats without keys. */
export function makeHeartbeats(nowMs: () => number, kept: KeptMaps = UNKEPT): Heartbeats {
  const chains = kept.map<Chain>("heartbeats", KEYS_MAX);
  const expected = (apiKey: string) => chains.get(apiKey)?.nextId ?? "";
  const countOf = (apiKey: string) => chains.get(apiKey)?.count ?? 0;
  return {
    expected,
    beat(apiKey, id) {
      if (id !== expected(apiKey)) return undefined;
      const count = countOf(apiKey) + 1;
      const nextId = inventedNames(`heartbeat ${count} of ${apiKey}`).uuid;
      chains.setNewest(apiKey, { nextId, count, lastMs: nowMs() });
      return nextId;
    },
    restart(apiKey) {
      chains.setNewest(apiKey, { nextId: "", count: countOf(apiKey), lastMs: nowMs() });
    },
    stoppedMs(apiKey) {
      const lastMs = chains.get(apiKey)?.lastMs ?? Infinity;
      const lookMs = Math.floor(nowMs() / LOOK_MS) * LOOK_MS;
      return lookMs - lastMs >= PATIENCE_MS ? lookMs : undefined;
    },
  };
}
