import { afterEach, describe, expect, spyOn, test } from "bun:test";
import { ApiError, type Client, NoAnswer } from "../../../../app/client/typescript/mod.ts";
import { until } from "../../../until.ts";
import TABLE from "../order_answers.json" with { type: "json" };
import { answerOf, type Scripted, startService } from "./scripted_service.ts";

const TRADE = { slug: "s", outcome: "Up", side: "BUY" } as const;
const ORDER = { walletId: "w", ...TRADE, amount: 0.1 } as const;
const LIMIT = { ...TRADE, price: 0.5, size: 5 } as const;
const PLACED = { ok: true, orderId: "0x1" };
const BUSY = { error: "A request with this Idempotency-Key is in progress", code: "conflict" };
const failureOf = (promise: Promise<unknown>) => promise.then(() => undefined, (error) => error);

/** Every request that does something under one key. */
const PLACING: ReadonlyArray<readonly [name: string, place: (client: Client) => Promise<unknown>]> =
  [
    ["a market order", ({ orders }) => orders.market(ORDER)],
    ["a limit order", ({ orders }) => orders.limit({ walletId: "w", ...LIMIT })],
    [
      "a replacement",
      ({ orders }) => orders.replace({ orderId: "0x1", walletId: "w", price: 0.5 }),
    ],
    ["a claim", ({ positions }) => positions.claim({ walletId: "w" })],
    ["a split", ({ positions }) => positions.split({ walletId: "w", slug: "s", size: 5 })],
    ["a merge", ({ positions }) => positions.merge({ walletId: "w", slug: "s", size: 5 })],
  ];

describe.each(PLACING)("%s", (_, place) => {
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
    expect(await place(client)).toEqual(PLACED);
    expect(asked.length).toBe(5);
    expect(new Set(asked.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
    expect(new Set(asked.map(({ body }) => body)).size).toBe(1);
    await place(client);
    expect(asked[5]?.headers.get("idempotency-key")).not.toBe(
      asked[0]?.headers.get("idempotency-key") ?? "",
    );
  });

  test("whose outcome stays unknown says with which key to go on", async () => {
    const { client, asked } = await startService(() =>
      answerOf(503, { error: "Outcome unknown" }, { "retry-after": "3600" })
    );
    const failure = await failureOf(place(client));
    expect(failure).toBeInstanceOf(NoAnswer);
    expect(failure.idempotencyKey).toBe(asked[0]?.headers.get("idempotency-key"));
    expect(failure.idempotencyKeys).toEqual([failure.idempotencyKey]);
    expect(failure.cause.status).toBe(503);
  });
});

describe("an order whose key an earlier call may have sent", () => {
  const PAUSED = { error: "Cannot trade now", code: "unavailable", reason: "paused" };
  const goOn = { idempotencyKey: "earlier" };

  test("is not told to be refused by what is true of this moment", async () => {
    const { client } = await startService(() => answerOf(503, PAUSED));
    expect(await failureOf(client.orders.market(ORDER, goOn))).toBeInstanceOf(NoAnswer);
    // Of a key that nobody has sent before, the same answer is certain.
    expect(await failureOf(client.orders.market(ORDER))).toBeInstanceOf(ApiError);
  });

  test("is refused where the service says what became of it", async () => {
    const killed = { error: "Killed", code: "bad_request", reason: "killed" };
    const { client } = await startService(() =>
      answerOf(400, killed, { "idempotent-replayed": "true" })
    );
    expect((await failureOf(client.orders.market(ORDER, goOn))).reason).toBe("killed");
  });
});

test("a refusal of an order says why in one of the service's words", async () => {
  const refusal = { error: "No", code: "bad_request", reason: "would_cross" };
  const { client } = await startService(() => answerOf(400, refusal));
  expect((await failureOf(client.orders.market(ORDER))).reason).toBe("would_cross");
});

describe("a batch", () => {
  const REFUSED = { ok: false, error: "No", code: "bad_request", reason: "balance" };
  const UNCERTAIN = { ok: false, error: "?", code: "unavailable", reason: "uncertain" };
  const batchOf = (...orders: ReadonlyArray<object>) => ({
    walletId: "w",
    orders: orders.map((one) => ({ ...LIMIT, ...one })),
  });
  const keysOf = (body: string) =>
    JSON.parse(body).orders.map((one: { idempotencyKey: string }) => one.idempotencyKey);

  test("asks again for what has no outcome, under the same keys, and no more", async () => {
    const answers = [
      () => "hang up" as const,
      () => answerOf(200, { ok: true, results: [PLACED, UNCERTAIN, REFUSED] }),
      () => answerOf(200, { ok: true, results: [{ ...UNCERTAIN, reason: "key_in_use" }] }),
      () => answerOf(200, { ok: true, results: [PLACED] }),
    ];
    const { client, asked } = await startService((number) => answers[number]?.() ?? "hang up");
    const { results } = await client.orders.batch(batchOf({}, { idempotencyKey: "mine" }, {}));
    const [first, second, third, fourth] = asked.map(({ body }) => keysOf(body));
    expect([first[1], new Set(first).size, second]).toEqual(["mine", 3, first]);
    expect([third, fourth, asked.length]).toEqual([["mine"], ["mine"], 4]);
    expect<unknown>(results).toEqual(
      [PLACED, PLACED, REFUSED].map((one, at) => ({ ...one, idempotencyKey: first[at] })),
    );
  });

  test("says which orders have no outcome yet, with their keys, where time is over", async () => {
    const { client } = await startService(
      (number) =>
        number === 0 ? answerOf(200, { ok: true, results: [PLACED, UNCERTAIN] }) : "hang up",
      { repeatsMax: 2 },
    );
    const { results } = await client.orders.batch(
      batchOf({ idempotencyKey: "a" }, { idempotencyKey: "b" }),
    );
    expect<unknown>(results).toEqual([
      { ...PLACED, idempotencyKey: "a" },
      { ...UNCERTAIN, idempotencyKey: "b" },
    ]);
  });

  test.each(["unavailable", "expiration"])(
    "takes %s for the end of an order only where no earlier attempt may have placed it",
    async (reason) => {
      const refused = { ok: false, error: "No", code: "unavailable", reason };
      const answer = () => answerOf(200, { ok: true, results: [refused] });
      const orders = batchOf({ idempotencyKey: "a" });
      const { client, asked } = await startService(answer);
      expect((await client.orders.batch(orders)).results[0]).toMatchObject(refused);
      expect(asked.length).toBe(1);
      const lost = await startService((number) => number === 0 ? "hang up" : answer(), {
        repeatsMax: 2,
      });
      expect((await lost.client.orders.batch(orders)).results[0])
        .toMatchObject({ reason: "uncertain", idempotencyKey: "a" });
    },
  );

  test("takes no price that JSON cannot write", async () => {
    const { client } = await startService(() => expect.unreachable());
    expect(await failureOf(client.orders.batch(batchOf({ price: NaN })))).toBeInstanceOf(TypeError);
  });

  test("without any answer names all of its keys, and refused as a whole is refused", async () => {
    const lost = await startService(() => "hang up", { repeatsMax: 1 });
    const failure = await failureOf(lost.client.orders.batch(batchOf({}, {})));
    expect([failure.name, failure.idempotencyKeys])
      .toEqual(["NoAnswer", keysOf(lost.asked[0]?.body ?? "")]);
    const { client, asked } = await startService(() => answerOf(400, REFUSED));
    expect(await failureOf(client.orders.batch(batchOf({})))).toBeInstanceOf(ApiError);
    expect(asked.length).toBe(1);
  });
});

type Row = readonly [name: string, status: number, headers: string, body: string, end: string];

/** The same answers settle an order of the Python client. */
const { headers, bodies, ...ANSWERS } = TABLE as unknown as {
  readonly headers: Readonly<Record<string, Record<string, string>>>;
  readonly bodies: Readonly<Record<string, string>>;
  readonly "after a lost answer": ReadonlyArray<Row>;
  readonly "at once": ReadonlyArray<Row>;
};

describe.each(Object.entries(ANSWERS))("an order that is answered %s", (when, rows) => {
  test.each(rows)("by %s (%i %s %s) is %s", async (_, status, header, body, end) => {
    const { client, asked } = await startService(
      (number) =>
        number === 0 && when !== "at once"
          ? "hang up"
          : new Response(bodies[body], { status, headers: headers[header] ?? {} }),
      { repeatsMax: 2 },
    );
    const failure = await failureOf(client.orders.market(ORDER));
    const refusal = end === "refused" ? failure : failure.cause;
    expect(failure).toBeInstanceOf(end === "refused" ? ApiError : NoAnswer);
    expect([refusal, refusal.status]).toEqual([expect.any(ApiError), status]);
    if (end === "refused") return;
    expect(failure.idempotencyKey).toBe(asked[0]?.headers.get("idempotency-key"));
  });
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

test("every order may ask for settled shares alone", async () => {
  const { client, asked } = await startService(() =>
    answerOf(200, { ...PLACED, unsettled_shares: 3.5, results: [PLACED] })
  );
  const settled = { side: "SELL", settledOnly: true } as const;
  const order = { ...ORDER, ...settled };
  const limit = { walletId: "w", ...LIMIT, ...settled };
  expect((await client.orders.market(order)).unsettled_shares).toBe(3.5);
  await client.orders.preview(order);
  await client.orders.limit(limit);
  await client.orders.previewLimit(limit);
  await client.orders.batch({ walletId: "w", orders: [{ ...LIMIT, ...settled }] });
  const bodies = asked.map(({ body }) => JSON.parse(body));
  expect(bodies.map(({ settledOnly, orders }) => settledOnly ?? orders[0].settledOnly))
    .toEqual([true, true, true, true, true]);
});

test("a guard is asked for, and its renewal is repeated until it is answered", async () => {
  const { client, asked } = await startService((number) =>
    number === 1 ? "hang up" : answerOf(200, { ok: true, seconds: 15 })
  );
  await client.wallets.guard({ walletId: "w" });
  const change = { walletId: "w", seconds: 15, venue: true };
  expect((await client.wallets.setGuard(change)).seconds).toBe(15);
  expect(asked.map(({ method, address, body }) => [method, address, body])).toEqual([
    ["GET", "/api/v1/wallets/guard?walletId=w", ""],
    ["PUT", "/api/v1/wallets/guard?walletId=w", '{"seconds":15,"venue":true}'],
    ["PUT", "/api/v1/wallets/guard?walletId=w", '{"seconds":15,"venue":true}'],
  ]);
});
