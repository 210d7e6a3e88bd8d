/** One request of a whole service is one trace, and nothing secret leaves with it. @module */
import { describe, expect, test } from "bun:test";
import { type ReceivedSpan, spansWhen, startOtlpReceiver } from "../adapters/otlp/otlp_receiver.ts";
import { openSandbox } from "./open_sandbox.ts";
import { placeUntilSent } from "./order/place_until_sent.ts";
import { makeFolder } from "../temporary_folder.ts";

const KEY = "sk_test_request_trace";
const receiver = startOtlpReceiver();
const folder = makeFolder();
const service = await openSandbox({
  DATA_DIR: folder.path,
  SANDBOX_API_KEY: KEY,
  OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
  OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
  OTEL_BSP_SCHEDULE_DELAY: "50",
  OTEL_METRIC_EXPORT_INTERVAL: "200",
});

/** The spans of a trace, once its first one is there, which ends last. */
async function traceOf(traceId: string, route: string): Promise<ReadonlyArray<ReceivedSpan>> {
  const isRoot = (span: ReceivedSpan) =>
    span.traceId === traceId && span.attributes["http.route"] === route;
  const spans = await spansWhen(receiver, (spans) => spans.some(isRoot));
  return spans.filter((span) => span.traceId === traceId);
}

/** The names of a span and of those it is in, outermost first. */
function pathOf(span: ReceivedSpan, trace: ReadonlyArray<ReceivedSpan>): ReadonlyArray<string> {
  const parent = trace.find(({ spanId }) => spanId === span.parentSpanId);
  return [...parent === undefined ? [] : pathOf(parent, trace), span.name];
}

const PLACE = "/api/v1/simpleOrders/easyMarketOrder";

/** Sends it, where the book moved or the machine was busy once more, in another trace. */
function placeOrder() {
  return placeUntilSent(async () => {
    const traceId = crypto.randomUUID().replaceAll("-", "");
    const answer = await fetch(`${service.url}${PLACE}`, {
      method: "POST",
      headers: {
        "x-api-key": KEY,
        "content-type": "application/json",
        "x-request-id": "of-this-test",
        traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
      },
      body: service.said(/-d '(\{[^']*\})'/),
    });
    return { status: answer.status, text: await answer.text(), traceId };
  });
}

describe("an order", () => {
  test("is one trace through key, core, provider and store, in its caller's", async () => {
    const { status, text, traceId } = await placeOrder();
    expect([status, text]).toEqual([200, text]);
    const trace = await traceOf(traceId, PLACE);
    const root = trace.find(({ parentSpanId }) => parentSpanId === "00f067aa0ba902b7");
    expect(root).toMatchObject({
      name: `POST ${PLACE}`,
      statusCode: 1,
      attributes: {
        "http.request.method": "POST",
        "http.route": PLACE,
        "http.response.status_code": 200,
        "strikeline.request_id": "of-this-test",
      },
    });
    // Every other span is below it.
    for (const span of trace) expect(pathOf(span, trace)[0]).toBe(`POST ${PLACE}`);
    const steps = trace.filter(({ parentSpanId }) => parentSpanId === root?.spanId);
    expect(steps.map(({ name }) => name).toSorted()).toEqual(["check key", "count", "handle"]);
    const sentOrder = trace.find(({ name }) => name === "POST venue orders");
    expect(sentOrder?.attributes).toEqual({
      "peer.service": "venue orders",
      "http.request.method": "POST",
      "server.address": expect.stringMatching(/^127\.0\.0\.1:\d+$/),
      "http.response.status_code": 200,
    });
    const stored = trace.filter(({ name }) => name === "store")
      .map(({ attributes }) => attributes["db.operation.name"]);
    expect(stored).toContain("insert");
  });

  test("shows neither the key nor anything else that a header or a query had", async () => {
    const trace = "a".repeat(31) + "1";
    const route = "/api/v1/targets/timestamp";
    const answer = await fetch(`${service.url}${route}?asset=btc&type=5min&sig=hidden-query`, {
      headers: {
        authorization: "Bearer hidden-header",
        traceparent: `00-${trace}-00f067aa0ba902b7-01`,
      },
    });
    expect(answer.status).toBe(400);
    await traceOf(trace, route);
    expect(receiver.texts()).not.toContain(KEY);
    expect(receiver.texts()).not.toContain("hidden");
    expect(receiver.texts()).not.toContain("signature");
  });
});

test.each<[string, string]>([
  ["short", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7"],
  ["without a trace", "00-00000000000000000000000000000000-00f067aa0ba902b7-01"],
  ["without a span", "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01"],
  ["of a forbidden version", "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"],
  ["long", `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-${"x".repeat(600)}`],
])("a traceparent that is %s begins a trace of its own", async (_, traceparent) => {
  const requestId = crypto.randomUUID();
  await fetch(`${service.url}/health`, { headers: { traceparent, "x-request-id": requestId } });
  const isOurs = (span: ReceivedSpan) => span.attributes["strikeline.request_id"] === requestId;
  const spans = await spansWhen(receiver, (spans) => spans.some(isOurs));
  expect(spans.find(isOurs)).toMatchObject({ name: "GET /health", parentSpanId: "" });
});

test("a caller that does not want to be traced is not", async () => {
  const headers = { traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4799-00f067aa0ba902b7-00" };
  await fetch(`${service.url}/health`, { headers });
  const requestId = crypto.randomUUID();
  await fetch(`${service.url}/health`, { headers: { "x-request-id": requestId } });
  const spans = await spansWhen(
    receiver,
    (spans) => spans.some(({ attributes }) => attributes["strikeline.request_id"] === requestId),
  );
  expect(spans.some(({ traceId }) => traceId.endsWith("4799"))).toBe(false);
});
