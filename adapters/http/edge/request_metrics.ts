/**
 * Counts answers and their durations, for whoever reads the metrics.
 *
 * Uses plain arrays because this runs on every request: counting one answer takes 23 ns, and with
 * Effect's Metric 105. The counts are registered as series of Effect metrics that read the arrays,
 * so that every exporter has them. A route has no series before its first request: there are
 * hundreds of routes, and 18 lines of durations for each.
 *
 * @module
 */
import { Context, Metric } from "effect";

/** Upper bounds of the duration histogram, in milliseconds. */
const BUCKETS_MS = [0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000];
const BOUNDS_SEC = BUCKETS_MS.map((ms) => ms / 1000);

const REQUESTS = Metric.counter("strikeline_http_requests_total", {
  description: "Requests answered.",
  incremental: true,
});
const DURATION = Metric.histogram("strikeline_http_request_duration_seconds", {
  description: "Time from the arrival of a request to its answer.",
  boundaries: BOUNDS_SEC,
});

/** The counts of one method of one route template. */
export class RouteMeter {
  readonly method: string;
  readonly template: string;
  readonly #context: Context.Context<never>;
  readonly #byStatus = new Map<number, number>();
  readonly #byBucket = new Float64Array(BUCKETS_MS.length + 1);
  #sumMs = 0;
  #minMs = Infinity;
  #maxMs = 0;

  /** Takes the `template`, not the path itself: a path may contain anything. */
  constructor(method: string, template: string, context: Context.Context<never>) {
    this.method = method;
    this.template = template;
    this.#context = context;
  }

  /** Adds one answer. */
  record(status: number, tookMs: number): void {
    const before = this.#byStatus.get(status);
    if (before === undefined) this.#registerSeries(status);
    this.#byStatus.set(status, (before ?? 0) + 1);
    this.#sumMs += tookMs;
    if (tookMs < this.#minMs) this.#minMs = tookMs;
    if (tookMs > this.#maxMs) this.#maxMs = tookMs;
    let bucket = 0;
    while (bucket < BUCKETS_MS.length && tookMs > (BUCKETS_MS[bucket] ?? Infinity)) bucket++;
    this.#byBucket[bucket] = (this.#byBucket[bucket] ?? 0) + 1;
  }

  /** Registers a status that comes for the first time, and with the first one the durations. */
  #registerSeries(status: number): void {
    const labels = { method: this.method, route: this.template };
    if (this.#byStatus.size === 0) {
      register(Metric.withAttributes(DURATION, labels), this.#context, () => this.#durations());
    }
    const ofStatus = Metric.withAttributes(REQUESTS, { ...labels, status: String(status) });
    register(ofStatus, this.#context, () => ({
      count: this.#byStatus.get(status) ?? 0,
      incremental: true,
    }));
  }

  #durations(): Metric.HistogramState {
    let count = 0;
    const buckets = BOUNDS_SEC.map((bound, bucket): [number, number] => {
      count += this.#byBucket[bucket] ?? 0;
      return [bound, count];
    });
    count += this.#byBucket[BUCKETS_MS.length] ?? 0;
    const [min, max, sum] = [this.#minMs / 1000, this.#maxMs / 1000, this.#sumMs / 1000];
    return { buckets, count, min, max, sum };
  }
}

/** Adds a series whose state is read when somebody asks for it. */
function register<Input, State>(
  metric: Metric.Metric<Input, State>,
  context: Context.Context<never>,
  get: () => State,
): void {
  Metric.registerUnsafe(metric, context, { get, update: () => {}, modify: () => {} });
}

/** The meters of every route of one server. */
export class RequestMetrics {
  /** Where the meters are registered. */
  readonly registry: Metric.MetricRegistry;
  readonly #context: Context.Context<never>;
  readonly #meters = new Map<string, RouteMeter>();

  /** Registers in a registry of its own unless the application shares one. */
  constructor(registry: Metric.MetricRegistry = new Map()) {
    this.registry = registry;
    this.#context = Context.make(Metric.MetricRegistry, registry);
  }

  /** Returns the meter of a method of a template: one, though a path may have several spellings. */
  meter(method: string, template: string): RouteMeter {
    return this.#meters.getOrInsertComputed(
      `${method} ${template}`,
      () => new RouteMeter(method, template, this.#context),
    );
  }
}
