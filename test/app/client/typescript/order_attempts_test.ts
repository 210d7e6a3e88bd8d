import { afterEach, describe, expect, spyOn, test } from "bun:test";
import { ApiError, NoAnswer } from "../../../../app/client/typescript/mod.ts";
import { until } from "../../../until.ts";
import { answerOf, type Scripted, startService } from "./scripted_service.ts";

const ORDER = { walletId: "w", slug: "s", outcome: "Up", side: "BUY", amount: 0.1 } as const;
const PLACED = { ok: true, orderId: "0x1" };
const BUSY = { error: "A request with this Idempotency-Key is in progress", code: "conflict" };
const failureOf = (promise: Promise<unknown>) => promise.then(() => undefined, (error) => error);

describe("an order", () => {
  test("is repeated with the same key and bytes until its outcome is certain", async () => {
    const answers = [
      () => "hang up" as const,
      () => answerOf(409, BUSY, { "retry-after": "0" }),
      () => answerOf(503, { error: "Outcome unknown" }, { "retry-after": "0" }),
      () => answerOf(500, { error: "An error of ours" }),
      () => answerOf(200, PLACED, { "idempotent-replayed": "true" }),
    ];
    const { client, asked } = await startService((number) =>
      answers[number]?.() ?? answerOf(200, PLACED)
    );
    expect(await client.orders.market(ORDER)).toEqual(PLACED as never);
    expect(asked.length).toBe(5);
    expect(new Set(asked.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
    expect(new Set(asked.map(({ body }) => body)).size).toBe(1);
    await client.orders.market(ORDER);
    expect(asked[5]?.headers.get("idempotency-key")).not.toBe(
      asked[0]?.headers.get("idempotency-key") ?? "",
    );
  });

  test("whose outcome stays unknown says with which key to go on", async () => {
    const { client, asked } = await startService(() =>
      answerOf(503, { error: "Outcome unknown" }, { "retry-after": "3600" })
    );
    const failure = await failureOf(client.orders.market(ORDER));
    expect(failure).toBeInstanceOf(NoAnswer);
    expect(failure.idempotencyKey).toBe(asked[0]?.headers.get("idempotency-key"));
    expect(failure.cause.status).toBe(503);
  });
});

test.each([
  ["a sentence", { error: "upstream request timeout" }],
  ["a number for a code", { error: "Gateway timeout", code: 504 }],
  ["an object for an error", { error: { code: "504", message: "Gateway timeout" } }],
  ["nothing that the service says", null],
])("an order is repeated after JSON of a gateway that lost the answer: %s", async (_, body) => {
  const { client, asked } = await startService((number) =>
    number === 0 ? answerOf(504, body) : answerOf(200, PLACED)
  );
  expect(await client.orders.market(ORDER)).toEqual(PLACED as never);
  expect(asked.length).toBe(2);
});

const CHALLENGE = { "www-authenticate": "ApiKey" };
const REPLAYED = { "idempotent-replayed": "true" };
const pageOf = (status: number) => new Response("<h1>No</h1>", { status });

describe("an order that may have been placed", () => {
  test.each([
    [
      "a key that was revoked",
      () => answerOf(401, { error: "No key", code: "unauthorized" }, CHALLENGE),
    ],
    ["a key without the scope", () => answerOf(403, { error: "No", code: "forbidden" }, CHALLENGE)],
    ["a page of a proxy", () => pageOf(403)],
    ["a page that bears the id of a request", () => answerOf(404, "default backend")],
    ["a body that a proxy does not take", () => pageOf(413)],
    ["a redirection", () => Response.redirect("http://127.0.0.1:1/", 307)],
    ["a service that cannot look", () => answerOf(503, { error: "Away", code: "unavailable" })],
    ["JSON of a proxy, whose codes are numbers", () => answerOf(403, { error: "No", code: 1020 })],
    ["JSON of a proxy without sentences", () => answerOf(403, { code: "forbidden", error: {} })],
    ["a limit", () => answerOf(429, { error: "Slow" }, { "retry-after": "3600" })],
  ])("is not settled by %s", async (_, second) => {
    const { client, asked } = await startService((number) => number === 0 ? "hang up" : second());
    const failure = await failureOf(client.orders.market(ORDER));
    expect(failure).toBeInstanceOf(NoAnswer);
    expect(failure.idempotencyKey).toBe(asked[0]?.headers.get("idempotency-key"));
    expect(failure.cause).toBeInstanceOf(ApiError);
    expect(asked.length).toBe(2);
  });

  test.each([
    ["a refusal of the order", () => answerOf(400, { error: "Thin", code: "bad_request" })],
    ["another request's key", () => answerOf(409, { error: "Another", code: "conflict" })],
    [
      "the answer it got at first",
      () => answerOf(503, { error: "Not sent", code: "unavailable" }, REPLAYED),
    ],
  ])("is settled by %s", async (_, second) => {
    const { client } = await startService((number) => number === 0 ? "hang up" : second());
    expect(await failureOf(client.orders.market(ORDER))).toBeInstanceOf(ApiError);
  });
});

test.each([
  ["a limit", () => answerOf(429, { error: "Slow" }, { "retry-after": "3600" })],
  [
    "a service without the wallets' secrets",
    () => answerOf(503, { error: "Nothing was sent", code: "unavailable" }),
  ],
  ["an invalid key", () => answerOf(401, { error: "No key" }, CHALLENGE)],
])("an order that %s refused at once was not placed", async (_, answer) => {
  const { client } = await startService(answer);
  expect(await failureOf(client.orders.market(ORDER))).toBeInstanceOf(ApiError);
});

test("an order with an empty key gets one of its own", async () => {
  const { client, asked } = await startService((number) =>
    number === 0 ? "hang up" : answerOf(200, PLACED)
  );
  await client.orders.market(ORDER, { idempotencyKey: "" });
  const [first, second] = asked.map(({ headers }) => headers.get("idempotency-key"));
  expect(first).toBeTruthy();
  expect(second).toBe(first as string);
});

test("a pause that ends after the deadline is not waited for, and nothing is sent", async () => {
  const { client, asked } = await startService(() =>
    answerOf(429, { error: "Slow" }, { "retry-after": "3600" })
  );
  await failureOf(client.orders.market(ORDER));
  const failure = await failureOf(client.orders.market(ORDER));
  expect([failure.name, failure.retryAfterSec]).toEqual(["ApiError", 3600]);
  expect(asked.length).toBe(1);
});

/** Counts timers of more than a second, which only a client that waits for its turn sets. */
function watchPauses() {
  const timers = spyOn(globalThis, "setTimeout");
  // The longest of the waits that are drawn.
  const random = spyOn(Math, "random").mockReturnValue(0.99);
  afterThis.push(() => timers.mockRestore(), () => random.mockRestore());
  return { count: () => timers.mock.calls.filter(([, ms]) => (ms ?? 0) > 1_000).length };
}

const afterThis: Array<() => void> = [];
afterEach(() => {
  for (const end of afterThis.splice(0)) end();
});

describe("an order that its signal gives up", () => {
  const REASON = new Error("enough");

  test.each([
    ["while it waits for the answer", false, () => Promise.withResolvers<Scripted>().promise],
    ["between two attempts", true, () => "hang up" as const],
    ["in a pause", true, () => answerOf(503, { error: "Unknown" }, { "retry-after": "30" })],
  ])("%s says with which key to go on", async (_, isPausing, answer) => {
    const pauses = watchPauses();
    const controller = new AbortController();
    const { client, asked } = await startService(answer, { firstRetryMs: 30_000 });
    const ordering = failureOf(client.orders.market(ORDER, { signal: controller.signal }));
    await until(() => asked.length > 0 && (!isPausing || pauses.count() > 0));
    controller.abort(REASON);
    const failure = await ordering;
    expect(failure).toBeInstanceOf(NoAnswer);
    expect(failure.idempotencyKey).toBeTruthy();
    expect(failure.idempotencyKey).toBe(asked[0]?.headers.get("idempotency-key"));
    expect(failure.cause).toBe(REASON);
    expect(asked.length).toBe(1);
  });

  test("where none can have been placed throws the signal's reason", async () => {
    const unsent = await startService(() => answerOf(200, PLACED));
    const signal = AbortSignal.abort(REASON);
    expect(await failureOf(unsent.client.orders.market(ORDER, { signal }))).toBe(REASON);
    expect(unsent.asked.length).toBe(0);
    const controller = new AbortController();
    const pauses = watchPauses();
    const { client } = await startService(() => expect.unreachable(), {
      fetch: () => {
        void until(() => pauses.count() > 0).then(() => controller.abort(REASON));
        return Promise.resolve(answerOf(429, { error: "Slow" }, { "retry-after": "30" }));
      },
    });
    const ordering = client.orders.market(ORDER, { signal: controller.signal });
    expect(await failureOf(ordering)).toBe(REASON);
  });
});
