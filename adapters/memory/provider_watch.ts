/**
 * How each provider has been doing, from what this process saw.
 *
 * @module
 */
import { Clock, Effect, Layer } from "effect";
import {
  type ProviderCall,
  type ProviderReport,
  type ProviderState,
  ProviderWatch,
} from "../../core/port/mod.ts";

/** Calls older than this no longer count. */
const LOOK_BACK_MS = 300_000;
/** Calls are counted by this much time: the look-back is that precise. */
const BUCKET_MS = 10_000;
/** A provider that fails more often than this is degraded. */
const HEALTHY_ERROR_RATE_MAX = 0.05;
/** So many failures in a row, or failures alone for so long: it is down. */
const DOWN_FAILURES = 5;
const DOWN_AFTER_MS = 60_000;

/** Every provider to report on, and which of them are not set up. */
export interface ProviderWatchOptions {
  readonly providers: ReadonlyArray<string>;
  readonly off: ReadonlyArray<string>;
}

/** What is kept of one provider: at most 31 buckets, however many calls there were. */
interface Tally {
  readonly buckets: Map<number, { calls: number; failures: number }>;
  lastSuccessAtMs: number | null;
  lastCallAtMs: number;
  failuresInARow: number;
}

/** Reads the runtime's clock. Names it was not told of are reported from their first call on. */
export function layerMemoryProviderWatch(
  options: ProviderWatchOptions,
): Layer.Layer<ProviderWatch> {
  return Layer.sync(ProviderWatch, () => {
    const records = new Map(options.providers.map((name) => [name, emptyTally()]));
    for (const name of options.off) records.set(name, records.get(name) ?? emptyTally());
    return ProviderWatch.of({
      record: (call) =>
        Effect.sync(() => {
          const record = records.get(call.provider) ?? emptyTally();
          records.set(call.provider, record);
          note(record, call);
        }),
      reports: Effect.map(
        Clock.currentTimeMillis,
        (nowMs) =>
          [...records].map(([name, record]) =>
            reportOf(name, record, { nowMs, isOff: options.off.includes(name) })
          ),
      ),
    });
  });
}

function emptyTally(): Tally {
  return { buckets: new Map(), lastSuccessAtMs: null, lastCallAtMs: 0, failuresInARow: 0 };
}

function note(record: Tally, { ok, atMs }: ProviderCall): void {
  record.lastCallAtMs = Math.max(record.lastCallAtMs, atMs);
  record.failuresInARow = ok ? 0 : record.failuresInARow + 1;
  if (ok) record.lastSuccessAtMs = Math.max(record.lastSuccessAtMs ?? atMs, atMs);
  forget(record, record.lastCallAtMs);
  if (atMs <= record.lastCallAtMs - LOOK_BACK_MS) return;
  const at = Math.floor(atMs / BUCKET_MS);
  const bucket = record.buckets.get(at) ?? { calls: 0, failures: 0 };
  bucket.calls += 1;
  bucket.failures += ok ? 0 : 1;
  record.buckets.set(at, bucket);
}

function forget({ buckets }: Tally, nowMs: number): void {
  for (const at of buckets.keys()) {
    if ((at + 1) * BUCKET_MS <= nowMs - LOOK_BACK_MS) buckets.delete(at);
  }
}

function reportOf(
  name: string,
  record: Tally,
  { nowMs, isOff }: { readonly nowMs: number; readonly isOff: boolean },
): ProviderReport {
  forget(record, nowMs);
  let [calls, failures] = [0, 0];
  for (const bucket of record.buckets.values()) {
    calls += bucket.calls;
    failures += bucket.failures;
  }
  const errorRate = calls === 0 ? null : failures / calls;
  const state = isOff ? "off" : stateOf(record, errorRate);
  return { name, state, lastSuccessAtMs: record.lastSuccessAtMs, errorRate };
}

function stateOf(record: Tally, errorRate: number | null): ProviderState {
  const { lastSuccessAtMs, lastCallAtMs, failuresInARow } = record;
  if (lastCallAtMs === 0) return "unknown";
  if (failuresInARow >= DOWN_FAILURES) return "down";
  if (lastSuccessAtMs === null || lastCallAtMs - lastSuccessAtMs > DOWN_AFTER_MS) return "down";
  // A provider that nobody needed for a while is as it was when it was last asked.
  const rate = errorRate ?? (failuresInARow === 0 ? 0 : 1);
  return rate < HEALTHY_ERROR_RATE_MAX ? "healthy" : "degraded";
}
