/**
 * Counts how often API keys are used, by minute, and stores it every few seconds.
 *
 * Counting one request takes a lookup in a map: it runs with every request of a key.
 *
 * @module
 */
import { Cause, Clock, Context, Effect, Layer, Schedule } from "effect";
import { BoundedMap } from "../../bounded_map.ts";
import { KeyUsageStore } from "../../port/key_usage_store.ts";
import { repeatJob } from "../time/repeat_job.ts";

/** Counts the requests of keys. */
export class KeyUsage extends Context.Service<KeyUsage, {
  /** Counts a request at an instant of the service's clock, in unix milliseconds. */
  readonly count: (keyId: string, nowMs: number, isRefused: boolean) => void;

  /** Stores what was counted. What cannot be stored is kept for the next time. */
  readonly write: Effect.Effect<void>;
}>()("core/use_case/KeyUsage") {}

/** The most minutes of keys that wait to be stored. While there are more, new ones are dropped. */
export const PENDING_MAX = 20_000;
/** The most keys whose current minute is at hand. */
const KEYS_AT_HAND_MAX = 10_000;

/** A minute of a key that is still counted. */
interface OpenMinute {
  readonly keyId: string;
  readonly minuteSec: number;
  requests: number;
  refused: number;
  /** Whether it was taken to be stored: what comes next is counted anew. */
  isTaken: boolean;
}

/** Stores what is left at its end. */
export const layerKeyUsage: Layer.Layer<KeyUsage, never, KeyUsageStore> = Layer.effect(
  KeyUsage,
  Effect.gen(function* () {
    const usage = makeKeyUsage(yield* KeyUsageStore);
    yield* Effect.addFinalizer(() => usage.write);
    return usage;
  }),
);

function makeKeyUsage(store: KeyUsageStore["Service"]): KeyUsage["Service"] {
  const open = new BoundedMap<string, OpenMinute>(KEYS_AT_HAND_MAX);
  let pending: Array<OpenMinute> = [];

  const begin = (keyId: string, minuteSec: number): OpenMinute | undefined => {
    if (pending.length >= PENDING_MAX) return undefined;
    const minute = { keyId, minuteSec, requests: 0, refused: 0, isTaken: false };
    open.setNewest(keyId, minute);
    pending.push(minute);
    return minute;
  };

  return KeyUsage.of({
    count: (keyId, nowMs, isRefused) => {
      const minuteSec = Math.floor(nowMs / 60_000) * 60;
      const known = open.get(keyId);
      const minute = known?.minuteSec === minuteSec && !known.isTaken
        ? known
        : begin(keyId, minuteSec);
      if (minute === undefined) return;
      minute.requests += 1;
      if (isRefused) minute.refused += 1;
    },
    write: Effect.suspend(() => {
      const taken = pending;
      if (taken.length === 0) return Effect.void;
      pending = [];
      for (const minute of taken) minute.isTaken = true;
      return store.add(taken).pipe(
        Effect.catch((failure) => {
          pending = merged([...taken, ...pending]);
          return Effect.logWarning("Cannot store how often API keys are used", failure);
        }),
        // A service that stops would lose what was taken.
        Effect.uninterruptible,
      );
    }),
  });
}

/** Joins what was counted of the same minute, so that a store that stays away costs no more. */
function merged(minutes: ReadonlyArray<OpenMinute>): Array<OpenMinute> {
  const groups = Map.groupBy(minutes, ({ keyId, minuteSec }) => `${minuteSec} ${keyId}`);
  return [...groups.values()].slice(-PENDING_MAX).map((parts) => {
    const last = parts[parts.length - 1] as OpenMinute;
    if (parts.length === 1) return last;
    const earlier = parts.slice(0, -1);
    last.requests += earlier.reduce((sum, { requests }) => sum + requests, 0);
    last.refused += earlier.reduce((sum, { refused }) => sum + refused, 0);
    return last;
  });
}

const WRITE_EVERY_MS = 5_000;
const PRUNE_EVERY_MS = 10 * 60_000;
/** Minutes are kept for a day of the service's clock. */
const KEPT_SEC = 86_400;

const pruneKeyUsage = Effect.gen(function* () {
  const beforeSec = Math.floor((yield* Clock.currentTimeMillis) / 1000) - KEPT_SEC;
  yield* (yield* KeyUsageStore).prune(beforeSec);
});

/** Stores what was counted, and drops what is old, each in a loop. */
export const keepKeyUsage = Effect.raceFirst(
  repeatJob(KeyUsage.use(({ write }) => write), { schedule: Schedule.spaced(WRITE_EVERY_MS) }),
  repeatJob(pruneKeyUsage, {
    schedule: Schedule.spaced(PRUNE_EVERY_MS),
    failed: (cause) => Effect.logWarning("Cannot drop old counts of API keys", Cause.squash(cause)),
  }),
);
