/**
 * What the book of targets holds in memory: final targets, and failures too fresh to try again.
 *
 * @module
 */
import type { OpeningFailure, StoredTarget, TargetId } from "../port/mod.ts";
import { targetKey } from "../price/mod.ts";

/** A target as the book knows it; what proves it stays in the store. */
export type KnownTarget = Pick<StoredTarget, "priceE18" | "source">;

/** About 100 bytes each. Past this the oldest are dropped; the store still has them. */
const TARGETS_MAX = 300_000;
const MISSES_MAX = 50_000;

/** How long a failure answers for the provider, by what a second question would change. */
const PENDING_TTL_MS = 250;
const FAILED_TTL_MS = 1_000;
const MISSING_TTL_MS = 10_000;

/** Is told of every target when it becomes known, once. It must not throw. */
export type TargetListener = (id: TargetId, target: KnownTarget) => void;

/** Both memories, by target key. */
export interface TargetMemory {
  readonly known: (key: string) => KnownTarget | undefined;
  readonly missed: (key: string, nowMs: number) => OpeningFailure | undefined;
  readonly remember: (id: TargetId, target: KnownTarget) => void;
  readonly rememberMiss: (key: string, failure: OpeningFailure, nowMs: number) => void;
  /** Adds a listener; what it gives takes the listener away. */
  readonly listen: (listener: TargetListener) => () => void;
}

/** An empty memory. */
export function makeTargetMemory(): TargetMemory {
  const targets = new Map<string, KnownTarget>();
  const misses = new Map<string, { readonly failure: OpeningFailure; readonly untilMs: number }>();
  const listeners = new Set<TargetListener>();
  return {
    known: (key) => targets.get(key),
    missed: (key, nowMs) => {
      const miss = misses.get(key);
      if (miss === undefined) return undefined;
      if (nowMs < miss.untilMs) return miss.failure;
      misses.delete(key);
      return undefined;
    },
    remember: (id, { priceE18, source }) => {
      const key = keyOf(id);
      const isNew = !targets.has(key);
      misses.delete(key);
      targets.set(key, { priceE18, source });
      dropOldest(targets, TARGETS_MAX);
      if (isNew) { for (const tell of listeners) tell(id, { priceE18, source }); }
    },
    rememberMiss: (key, failure, nowMs) => {
      misses.set(key, { failure, untilMs: nowMs + ttlMs(failure) });
      dropOldest(misses, MISSES_MAX);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The same text as that of a question for the target. */
function keyOf({ asset, interval, startSec }: TargetId): string {
  return targetKey({ asset, window: { interval, startSec } });
}

function ttlMs(failure: OpeningFailure): number {
  if (failure._tag !== "PriceMissing") return FAILED_TTL_MS;
  return failure.isPending ? PENDING_TTL_MS : MISSING_TTL_MS;
}

/** A Map iterates in order of insertion, so its first key is its oldest. */
function dropOldest(map: Map<string, unknown>, sizeMax: number): void {
  if (map.size <= sizeMax) return;
  for (const key of map.keys()) {
    map.delete(key);
    if (map.size <= sizeMax) return;
  }
}
