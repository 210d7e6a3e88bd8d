/**
 * The health of each provider, from this process's calls.
 *
 * @module
 */
import { Clock, Effect, Layer, Metric } from "effect";
import {
  type ProviderCall,
  type ProviderReport,
  type ProviderState,
  ProviderWatch,
} from "../../core/port/provider_watch.ts";
import { registerGauge } from "./register_metric.ts";

/** How long a call counts, in milliseconds. */
const LOOK_BACK_MS = 300_000;
/** The precision of the look-back, in milliseconds. */
const BUCKET_MS = 10_000;
/** A provider with a higher error rate is degraded. */
const HEALTHY_ERROR_RATE_MAX = 0.05;
/** This many consecutive failures, or only failures for this long: the provider is down. */
const DOWN_FAILURES = 5;
const DOWN_AFTER_MS = 60_000;

/** All providers to report, and those that are not configured. */
export interface ProviderWatchOptions {
  readonly providers: ReadonlyArray<string>;
  readonly off: ReadonlyArray<string>;
}

/** The counts of one provider: at most 31 buckets, however many calls there are. */
interface Tally {
  readonly buckets: Map<number, { calls: number; failures: number }>;
  lastSuccessAtMs: number | null;
  lastCallAtMs: number;
  failuresInARow: number;
}

const UP = Metric.gauge("strikeline_provider_up", {
  description: "Whether a provider answers: 1, or 0 where it is down. Absent while nobody called.",
});
const ERROR_RATIO = Metric.gauge("strikeline_provider_error_ratio", {
  description: "Share of the calls of the last minutes that failed, 0 to 1.",
});

/** Uses the runtime's clock. A provider that is not listed is reported from its first call on. */
export function layerProviderWatch(
  options: ProviderWatchOptions,
): Layer.Layer<ProviderWatch> {
  return Layer.effect(
    ProviderWatch,
    Effect.gen(function* () {
      const clock = yield* Clock.Clock;
      const context = yield* Effect.context<never>();
      const records = new Map(options.providers.map((name) => [name, emptyTally()]));
      for (const name of options.off) records.set(name, records.get(name) ?? emptyTally());

      function register(provider: string, record: Tally): void {
        const gauge = (metric: Metric.Gauge<number>, read: (report: ProviderReport) => number) => {
          registerGauge(Metric.withAttributes(metric, { provider }), context, () => {
            const nowMs = clock.currentTimeMillisUnsafe();
            return read(reportOf(provider, record, { nowMs, isOff: false }));
          });
        };
        gauge(UP, ({ state }) => Number(state !== "down"));
        gauge(ERROR_RATIO, ({ errorRate }) => errorRate ?? 0);
      }

      return ProviderWatch.of({
        record: (call) =>
          Effect.sync(() => {
            const record = records.get(call.provider) ?? emptyTally();
            records.set(call.provider, record);
            if (record.lastCallAtMs === 0) register(call.provider, record);
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
    }),
  );
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
  // Without recent calls a provider keeps the state of its last call.
  const rate = errorRate ?? (failuresInARow === 0 ? 0 : 1);
  return rate < HEALTHY_ERROR_RATE_MAX ? "healthy" : "degraded";
}
