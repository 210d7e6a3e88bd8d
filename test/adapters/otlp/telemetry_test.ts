/**
 * Export to a collector: what arrives, what never leaves, and what a collector that hangs costs.
 *
 * @module
 */
import { describe, expect, test } from "bun:test";
import { Effect, Exit, Layer, Logger, ManagedRuntime, Metric, Redacted } from "effect";
import { FetchHttpClient } from "effect/http";
import { BATCHES_MAX } from "../../../adapters/otlp/collector.ts";
import {
  BATCH_SPANS_MAX,
  layerTelemetry,
  type TelemetryOptions,
} from "../../../adapters/otlp/telemetry.ts";

import { type OtlpReceiver, startOtlpReceiver } from "./otlp_receiver.ts";
import { moveTime } from "../outbound/moved_time.ts";

interface Line {
  readonly level: string;
  readonly text: string;
}

/** Exports to a receiver, in a time that is moved until `stop`. */
function start(optionsFor: (receiver: OtlpReceiver) => Partial<TelemetryOptions> = () => ({})) {
  const time = moveTime();
  const receiver = startOtlpReceiver();
  const lines: Array<Line> = [];
  const logger = Logger.make(({ logLevel, message }) => {
    lines.push({ level: logLevel, text: String(message) });
  });
  let attempts = 0;
  const countedFetch = (...asked: Parameters<typeof fetch>) => {
    attempts++;
    return fetch(...asked);
  };
  const telemetry = layerTelemetry({
    tracesUrl: `${receiver.url}/v1/traces`,
    metricsUrl: undefined,
    protocol: "http/json",
    headers: Redacted.make({}),
    serviceName: "strikeline",
    resource: {},
    sampler: { ratio: 1, isParentKept: true },
    spansEveryMs: 20,
    metricsEveryMs: 20,
    timeoutMs: 1_000,
    ...optionsFor(receiver),
  });
  const layer = telemetry.pipe(
    Layer.provideMerge(Layer.sync(Metric.MetricRegistry, () => new Map())),
    Layer.provideMerge(Logger.layer([logger])),
    Layer.provideMerge(
      Layer.succeed(FetchHttpClient.Fetch, Object.assign(countedFetch, { preconnect() {} })),
    ),
  );
  const runtime = ManagedRuntime.make(layer);
  return {
    lines,
    /** How often a batch was sent: one that is given up soon need not reach the receiver. */
    attempts: () => attempts,
    time,
    receiver,
    run: <A, E>(effect: Effect.Effect<A, E>) => runtime.runPromise(Effect.exit(effect)),
    stop: async () => {
      await time.during(runtime.dispose());
      time[Symbol.dispose]();
    },
  };
}

const span = (name: string) => Effect.withSpan(Effect.void, name);

describe("what a collector receives", () => {
  const traced = async (options: Partial<TelemetryOptions>) => {
    const { receiver, run, stop } = start(() => options);
    await run(Effect.withSpan(span("inner"), "outer", { attributes: { colour: "blue" } }));
    await stop();
    return receiver;
  };

  test("is one trace, with the headers that are set", async () => {
    const headers = Redacted.make({ authorization: "Bearer told" });
    const receiver = await traced({ headers });
    const [inner, outer] = receiver.spans();
    expect([inner?.name, outer?.name]).toEqual(["inner", "outer"]);
    expect(outer?.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(inner).toMatchObject({ traceId: outer?.traceId, parentSpanId: outer?.spanId });
    expect(outer).toMatchObject({ parentSpanId: "", attributes: { colour: "blue" } });
    expect(receiver.headers()[0]?.get("authorization")).toBe("Bearer told");
  });

  test("is protobuf where that is set", async () => {
    const receiver = await traced({ protocol: "http/protobuf" });
    expect(receiver.headers()[0]?.get("content-type")).toBe("application/x-protobuf");
    for (const text of ["inner", "outer", "blue"]) expect(receiver.texts()).toContain(text);
  });

  test("is the name of a failure, and none of its words nor what was logged", async () => {
    const { receiver, run, stop } = start();
    const failing = Effect.andThen(
      Effect.logError("the secret told"),
      Effect.fail(new Error("the secret sentence", { cause: "the secret cause" })),
    );
    expect(Exit.isFailure(await run(Effect.withSpan(failing, "failing")))).toBe(true);
    await run(Effect.withSpan(Effect.die("the secret defect"), "dying"));
    const noted = Effect.map(Effect.currentSpan, (span) => span.event("the secret event", 0n));
    await run(Effect.withSpan(noted, "noting"));
    await stop();
    expect(receiver.spans().map(({ name, statusCode }) => [name, statusCode])).toEqual([
      ["failing", 2],
      ["dying", 2],
      ["noting", 1],
    ]);
    expect(receiver.texts()).toContain("Defect");
    expect(receiver.texts()).not.toContain("secret");
  });

  test("is metrics too, where they are asked for", async () => {
    const { receiver, run, stop, time } = start(({ url }) => ({ metricsUrl: `${url}/v1/metrics` }));
    await run(Metric.update(Metric.counter("strikeline_of_this_test_total"), 1));
    await time.until(() => receiver.metricNames().has("strikeline_of_this_test_total"));
    await stop();
  });

  test("is the share that the sampler keeps, and whole traces of it", async () => {
    const { receiver, run, stop } = start(() => ({ sampler: { ratio: 0.5, isParentKept: true } }));
    const traces = Effect.replicateEffect(Effect.withSpan(span("inner"), "outer"), 200);
    await run(Effect.asVoid(traces));
    await run(Effect.withSpan(Effect.void, "alone", { kind: "client" }));
    await stop();
    const counts = Map.groupBy(receiver.spans(), ({ name }) => name);
    expect(counts.get("inner")?.length).toBe(counts.get("outer")?.length);
    expect(counts.get("outer")?.length).toBeGreaterThan(50);
    expect(counts.get("outer")?.length).toBeLessThan(150);
    expect(counts.get("alone")).toBeUndefined();
  });
});

describe("a collector that hangs", () => {
  test("is sent a few batches, costs one line, and gets what comes once it answers", async () => {
    // Long enough for all batches to be made while the first ones wait.
    const { receiver, run, stop, time, lines } = start(() => ({ timeoutMs: 60_000 }));
    receiver.hang();
    const many = BATCH_SPANS_MAX * BATCHES_MAX * 20;
    await run(Effect.asVoid(Effect.replicateEffect(span("filling"), many, { discard: true })));
    await time.until(() => receiver.traceRequests() >= BATCHES_MAX && lines.length > 0);
    expect(receiver.traceRequests()).toBe(BATCHES_MAX);
    receiver.answer(200);
    await time.until(() => receiver.spans().length >= BATCH_SPANS_MAX * BATCHES_MAX);
    const levels = () => lines.map(({ level }) => level);
    for (let sent = 0; levels().length < 2 && sent < 1_000; sent++) {
      await run(span("after"));
      await time.pass(20);
    }
    expect(levels()).toEqual(["Warn", "Info"]);
    await stop();
    const kept = receiver.spans().filter(({ name }) => name === "filling");
    expect(kept.length).toBeLessThanOrEqual(BATCH_SPANS_MAX * (BATCHES_MAX + 1));
  });

  test("is given up if it never answers, and the end of the service does not wait", async () => {
    const { receiver, run, stop, time, lines, attempts } = start();
    receiver.hang();
    await run(span("lost"));
    await time.until(() => lines.length > 0);
    expect(lines.map(({ level }) => level)).toEqual(["Warn"]);
    // Once at first and twice again, and then no more.
    expect(attempts()).toBe(3);
    await run(span("at the end"));
    await stop();
    receiver.answer(200);
  });
});

test("a collector that refuses, or that is not there, costs one line", async () => {
  for (const at of ["", "http://127.0.0.1:1"]) {
    const { receiver, run, stop, time, lines } = start(({ url }) => ({
      tracesUrl: `${at || url}/v1/traces`,
    }));
    receiver.answer(503);
    await run(span("first"));
    await time.until(() => lines.length > 0);
    await run(span("second"));
    await stop();
    expect(lines).toEqual([{ level: "Warn", text: expect.stringContaining("Cannot export") }]);
  }
});
