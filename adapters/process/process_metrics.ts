/**
 * What this process takes of its machine, and how long its event loop is held up.
 *
 * Read when somebody asks for the metrics, except the event loop's delay, which a timer measures.
 *
 * @module
 */
import { Effect, Layer, Metric } from "effect";
import { monitorEventLoopDelay } from "node:perf_hooks";
import process from "node:process";
import { registerGauge, registerMetric } from "./register_metric.ts";

/** How precisely the delay is measured: so often a timer of the runtime's fires. */
const RESOLUTION_MS = 50;
/** A window of the delay's quantiles. */
const WINDOW_MS = 15_000;

const NS_PER_SEC = 1e9;
const US_PER_SEC = 1e6;

const RESIDENT = Metric.gauge("process_resident_memory_bytes", {
  description: "Resident memory size in bytes.",
});
const HEAP = Metric.gauge("strikeline_heap_used_bytes", {
  description: "Bytes of the JavaScript heap that are in use.",
});
const CPU = Metric.counter("process_cpu_seconds_total", {
  description: "Total user and system CPU time spent in seconds.",
  incremental: true,
});
const STARTED = Metric.gauge("process_start_time_seconds", {
  description: "Start time of the process since unix epoch in seconds.",
});
const DELAY = Metric.gauge("strikeline_event_loop_delay_seconds", {
  description: `How late the event loop was, over ${WINDOW_MS / 1000} s, by quantile.`,
});

/** Registers the metrics for as long as its scope is open. */
export const layerProcessMetrics: Layer.Layer<never> = Layer.effectDiscard(
  Effect.gen(function* () {
    const context = yield* Effect.context<never>();
    registerGauge(RESIDENT, context, () => process.memoryUsage.rss());
    registerGauge(HEAP, context, () => process.memoryUsage().heapUsed);
    registerGauge(STARTED, context, () => performance.timeOrigin / 1000);
    registerMetric(CPU, context, () => ({
      count: cpuSec(process.cpuUsage()),
      incremental: true,
    }));
    const delay = yield* Effect.acquireRelease(
      Effect.sync(watchDelay),
      ({ stop }) => Effect.sync(stop),
    );
    for (const [quantile, name] of Object.entries(QUANTILES)) {
      const ofQuantile = Metric.withAttributes(DELAY, { quantile });
      registerGauge(ofQuantile, context, () => delay.last()[name]);
    }
  }),
);

function cpuSec({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / US_PER_SEC;
}

/** The delays of one window, in seconds. */
interface Delays {
  readonly median: number;
  readonly p99: number;
  readonly max: number;
}

/** The value of the label, and the delay that it names. */
const QUANTILES: Readonly<Record<string, keyof Delays>> = {
  "0.5": "median",
  "0.99": "p99",
  "1": "max",
};

/** Measures in windows, so that any number of readers see the same. */
function watchDelay() {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  let last = delaysOf(histogram);
  const turning = setInterval(() => {
    last = delaysOf(histogram);
    histogram.reset();
  }, WINDOW_MS);
  turning.unref();
  return {
    last: () => last,
    stop: () => {
      clearInterval(turning);
      histogram.disable();
    },
  };
}

function delaysOf(histogram: ReturnType<typeof monitorEventLoopDelay>): Delays {
  if (histogram.count === 0) return { median: 0, p99: 0, max: 0 };
  return {
    median: histogram.percentile(50) / NS_PER_SEC,
    p99: histogram.percentile(99) / NS_PER_SEC,
    max: histogram.max / NS_PER_SEC,
  };
}
