/**
 * A collector that speaks OTLP over HTTP, for tests of what is sent to it. It reads JSON alone.
 *
 * @module
 */
import { afterAll } from "bun:test";
import { until } from "../../until.ts";

/** A span as it arrived. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentSpanId: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** 0 unset, 1 ok, 2 error. */
  readonly statusCode: number;
}

/** What arrived, and what the collector does with it. */
export interface OtlpReceiver {
  readonly url: string;
  readonly spans: () => ReadonlyArray<ReceivedSpan>;
  readonly metricNames: () => ReadonlySet<string>;
  /** The bodies as text, with all that is in them. */
  readonly texts: () => string;
  readonly headers: () => ReadonlyArray<Headers>;
  /** Requests for traces, answered or not. */
  readonly traceRequests: () => number;
  /** From now on nothing is answered, until `answer` is called. */
  readonly hang: () => void;
  /** From now on everything gets this status, and so does what waits. */
  readonly answer: (status: number) => void;
}

/** Starts one on a free port. */
export function startOtlpReceiver(): OtlpReceiver {
  const spans: Array<ReceivedSpan> = [];
  const metricNames = new Set<string>();
  const texts: Array<string> = [];
  const headers: Array<Headers> = [];
  let traceRequests = 0;
  let status: Promise<number> = Promise.resolve(200);
  let release: (status: number) => void = () => {};
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 0,
    fetch: async (request) => {
      const isTraces = new URL(request.url).pathname === "/v1/traces";
      if (isTraces) traceRequests++;
      const bytes = await request.bytes();
      const answered = await status;
      if (answered !== 200) return new Response(null, { status: answered });
      headers.push(request.headers);
      texts.push(new TextDecoder("latin1").decode(bytes));
      const isJson = request.headers.get("content-type") === "application/json";
      if (!isJson) return new Response(new Uint8Array());
      if (isTraces) spans.push(...jsonSpans(bytes));
      else for (const name of jsonMetricNames(bytes)) metricNames.add(name);
      return new Response("{}", { headers: { "content-type": "application/json" } });
    },
  });
  afterAll(() => server.stop(true));
  return {
    url: `http://127.0.0.1:${server.port}`,
    spans: () => spans,
    metricNames: () => metricNames,
    texts: () => texts.join("\n"),
    headers: () => headers,
    traceRequests: () => traceRequests,
    hang: () => {
      const held = Promise.withResolvers<number>();
      [status, release] = [held.promise, held.resolve];
    },
    answer: (code) => {
      release(code);
      status = Promise.resolve(code);
    },
  };
}

/** Waits until the receiver has the spans that `isComplete` looks for. */
export async function spansWhen(
  receiver: OtlpReceiver,
  isComplete: (spans: ReadonlyArray<ReceivedSpan>) => boolean,
): Promise<ReadonlyArray<ReceivedSpan>> {
  await until(() => isComplete(receiver.spans()));
  return receiver.spans();
}

interface JsonAttribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

function jsonSpans(bytes: Uint8Array): ReadonlyArray<ReceivedSpan> {
  const { resourceSpans } = JSON.parse(new TextDecoder().decode(bytes)) as {
    resourceSpans: Array<{ scopeSpans: Array<{ spans: Array<Record<string, unknown>> }> }>;
  };
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans))
    .map((span) => ({
      traceId: String(span["traceId"]),
      spanId: String(span["spanId"]),
      parentSpanId: String(span["parentSpanId"] ?? ""),
      name: String(span["name"]),
      attributes: Object.fromEntries(
        (span["attributes"] as Array<JsonAttribute>).map((
          { key, value },
        ) => [key, Object.values(value)[0]]),
      ),
      statusCode: Number((span["status"] as { code: number }).code),
    }));
}

function jsonMetricNames(bytes: Uint8Array): ReadonlyArray<string> {
  const { resourceMetrics } = JSON.parse(new TextDecoder().decode(bytes)) as {
    resourceMetrics: Array<{ scopeMetrics: Array<{ metrics: Array<{ name: string }> }> }>;
  };
  return resourceMetrics.flatMap(({ scopeMetrics }) =>
    scopeMetrics.flatMap(({ metrics }) => metrics.map(({ name }) => name))
  );
}
