/**
 * Sends traces and metrics to an OpenTelemetry collector, through Effect's own exporter.
 *
 * @module
 */
import {
  Clock,
  ConfigProvider,
  Context,
  Effect,
  Layer,
  Redacted,
  References,
  Tracer,
} from "effect";
import { OtlpExporter, OtlpMetrics, OtlpSerialization, OtlpTracer } from "effect/observability";
import { layerCollector } from "./collector.ts";
import { makeSpanTracer, type Sampler } from "./span_tracer.ts";

/** The most spans in a batch. */
export const BATCH_SPANS_MAX = 512;

/** The encodings of OTLP over HTTP. */
export const PROTOCOLS = ["http/protobuf", "http/json"] as const;

/** Where telemetry goes, and how much of it. */
export interface TelemetryOptions {
  /** Undefined: no traces. */
  readonly tracesUrl: string | undefined;
  /** Undefined: no metrics. */
  readonly metricsUrl: string | undefined;
  readonly protocol: (typeof PROTOCOLS)[number];
  readonly headers: Redacted.Redacted<Readonly<Record<string, string>>>;
  readonly serviceName: string;
  /** What else describes this process, such as its environment. */
  readonly resource: Readonly<Record<string, string>>;
  readonly sampler: Sampler;
  /** How long spans are collected before they are sent, in milliseconds. */
  readonly spansEveryMs: number;
  readonly metricsEveryMs: number;
  /** The time limit of one attempt to send, in milliseconds. */
  readonly timeoutMs: number;
}

/** How long a stopping service waits for what is left to be sent. */
const SHUTDOWN_MS = 3_000;

/** Makes no spans at all. */
export const layerTelemetryOff: Layer.Layer<never> = Layer.succeed(References.TracerEnabled, false);

/** Exports the spans and the metrics of the runtime by the machine's clock. */
export function layerTelemetry(options: TelemetryOptions): Layer.Layer<never> {
  const { tracesUrl, metricsUrl, protocol } = options;
  const common = {
    resource: { serviceName: options.serviceName, attributes: options.resource },
    headers: Redacted.value(options.headers),
    shutdownTimeout: SHUTDOWN_MS,
  };
  const traces = tracesUrl === undefined ? layerTelemetryOff : Layer.effect(
    Tracer.Tracer,
    Effect.gen(function* () {
      const exporter = yield* OtlpTracer.make({
        ...common,
        url: tracesUrl,
        exportInterval: options.spansEveryMs,
        maxBatchSize: BATCH_SPANS_MAX,
      });
      return makeSpanTracer(exporter, { clock: yield* Clock.Clock, sampler: options.sampler });
    }),
  );
  const metrics = metricsUrl === undefined ? Layer.empty : Layer.effectDiscard(
    OtlpMetrics.make({
      ...common,
      url: metricsUrl,
      exportInterval: options.metricsEveryMs,
    }),
  );
  const isJson = protocol === "http/json";
  return Layer.mergeAll(traces, metrics).pipe(
    Layer.provide(OtlpExporter.layerFlusher),
    Layer.provide(isJson ? OtlpSerialization.layerJson : OtlpSerialization.layerProtobuf),
    Layer.provide(layerCollector(options)),
    Layer.provide(Layer.succeed(Clock.Clock, Context.get(Context.empty(), Clock.Clock))),
    // The exporter would read the environment itself; the application has read it.
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({}))),
  );
}
