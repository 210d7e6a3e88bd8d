import { describe, expect, spyOn, test } from "bun:test";
import { ApiError, createClient, NoAnswer } from "../../../../app/client/typescript/mod.ts";
import { turn, until } from "../../../until.ts";
import { answerOf, startService } from "./scripted_service.ts";

const ORDER = { walletId: "w", slug: "s", outcome: "Up", side: "BUY", amount: 0.1 } as const;
const failureOf = (promise: Promise<unknown>) => promise.then(() => undefined, (error) => error);

describe("a request", () => {
  test("is sent as the service declares it", async () => {
    const { client, asked } = await startService(() => answerOf(200, {}), { apiKey: "sk_test_1" });
    const timestamp = new Date("2026-01-01T00:00:00Z");
    await client.targets.batch({ assets: ["btc", "eth"], type: "5min", timestamp });
    await client.fees.eventBySlug({ eventSlug: "a/b c$&" });
    await client.orders.market({ ...ORDER, limitPrice: 0.51 }, { idempotencyKey: "mine" });
    await client.orders.preview(ORDER, { idempotencyKey: "of a preview" });
    await client.orders.fills({ walletId: "w", state: ["mined", "failed"], since: timestamp });
    // A bot without types may send null for what is not set.
    await client.orders.cancel({ walletId: "w", market: null } as never);
    expect(asked.map(({ method, address }) => `${method} ${address}`)).toEqual([
      "GET /api/v1/targets/timestamp/batch?assets=btc%2Ceth&type=5min" +
      "&timestamp=2026-01-01T00%3A00%3A00.000Z",
      "GET /api/v1/fees/event/slug/a%2Fb%20c%24%26",
      "POST /api/v1/simpleOrders/easyMarketOrder",
      "POST /api/v1/simpleOrders/easyMarketOrder",
      "GET /api/v1/fills?walletId=w&state=mined%2Cfailed&since=2026-01-01T00%3A00%3A00.000Z",
      "DELETE /api/v1/orders?walletId=w",
    ]);
    for (const { headers } of asked) expect(headers.get("x-api-key")).toBe("sk_test_1");
    expect(asked.map(({ headers }) => headers.get("idempotency-key"))).toEqual(
      [null, null, "mine", "of a preview", null, null],
    );
    expect(JSON.parse(asked[2]?.body ?? "")).toEqual({ ...ORDER, limitPrice: 0.51 });
    expect(JSON.parse(asked[3]?.body ?? "")).toEqual({ ...ORDER, dryRun: true });
  });

  test("with a number or a date that is none is not sent", async () => {
    const { client, asked } = await startService(() => answerOf(200, {}));
    for (const limitPrice of [NaN, Infinity, 0 / 0, Number("0,5")]) {
      expect(await failureOf(client.orders.market({ ...ORDER, limitPrice })))
        .toEqual(new TypeError(`Cannot use limitPrice ${limitPrice}: omit it, or pass a value`));
      expect(await failureOf(client.orders.preview({ ...ORDER, limitPrice })))
        .toBeInstanceOf(TypeError);
    }
    expect(await failureOf(client.games.list({ from: new Date("soon") })))
      .toEqual(new TypeError("Cannot use from Invalid Date: omit it, or pass a value"));
    expect(asked).toEqual([]);
  });

  test("under a path is sent there", async () => {
    const { address, asked } = await startService(() => answerOf(200, {}));
    await createClient(`${address}/strikeline/`).service.health();
    expect(asked[0]?.address).toBe("/strikeline/health");
    for (const wrong of ["nowhere", "localhost:3000", "ftp://host"]) {
      expect(() => createClient(wrong)).toThrow("http://127.0.0.1:3000");
    }
    for (const wrong of ["http://me:secret@host", "http://host/?x=1", "http://host/#x"]) {
      expect(() => createClient(wrong)).toThrow(/^Cannot use cred[^@?]*$/);
    }
  });

  test("and the stream go under the same path", async () => {
    const paths: Array<string> = [];
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: ({ url }) => {
        paths.push(new URL(url).pathname);
        return answerOf(404, {});
      },
    });
    for (const path of ["", "/", "/behind/a/proxy", "/behind/a/proxy/"]) {
      const client = createClient(`ws://127.0.0.1:${server.port}${path}`);
      await failureOf(client.service.status());
      const loop = client.stream.targets()[Symbol.asyncIterator]();
      const end = loop.next();
      await until(() => paths.length >= 2);
      client.stream.close();
      await end;
      const base = path.replace(/\/$/, "");
      expect(paths.splice(0).slice(0, 2)).toEqual([
        `${base}/api/v1/status`,
        `${base}/api/v1/stream`,
      ]);
    }
    await server.stop(true);
  });

  test("that reads is repeated until it is answered", async () => {
    const answers = [
      () => "hang up" as const,
      () => answerOf(503, { error: "Away" }, { "retry-after": "0" }),
      () => answerOf(500, { error: "An error of ours" }),
      () => new Response("<h1>Bad gateway</h1>", { status: 502 }),
      () => new Response('{"now": "20', { headers: { "content-type": "application/json" } }),
      () => answerOf(200, { now: "2026" }),
    ];
    const { client, asked } = await startService((number) =>
      answers[number]?.() ?? answerOf(200, {})
    );
    expect(await client.service.health()).toEqual({ now: "2026" } as never);
    expect(asked.length).toBe(6);
  });

  test("that is refused for good is not", async () => {
    for (const status of [400, 404, 409, 502, 503]) {
      const body = { error: "No", code: "unavailable", hint: "Ask otherwise" };
      const { client, asked } = await startService(() => answerOf(status, body));
      const failure = await failureOf(client.service.status());
      expect(failure).toBeInstanceOf(ApiError);
      expect(failure.message).toBe("No: Ask otherwise");
      expect({ ...failure }).toEqual({
        name: "ApiError",
        error: "No",
        code: "unavailable",
        hint: "Ask otherwise",
        status,
        requestId: "request-1",
        retryAfterSec: undefined,
      });
      expect(asked.length).toBe(1);
    }
  });

  test("is given up at its deadline, with what was said last", async () => {
    const wait = { "retry-after": "3600" };
    const limited = await startService(() => answerOf(429, { error: "Rate limit exceeded" }, wait));
    const failure = await failureOf(limited.client.service.status());
    expect([failure.name, failure.retryAfterSec]).toEqual(["ApiError", 3600]);
    expect(limited.asked.length).toBe(1);

    const cut = await startService(() => "hang up", { deadlineMs: 1_000 });
    expect(await failureOf(cut.client.service.status())).toBeInstanceOf(NoAnswer);
    expect(cut.asked.length).toBeGreaterThan(1);

    const silent = await startService(() => new Promise<never>(() => {}), { deadlineMs: 20 });
    const gone = await failureOf(silent.client.service.status());
    expect([gone.name, gone.cause.name]).toEqual(["NoAnswer", "TimeoutError"]);
  });

  test("is repeated as often as is wanted, and no more", async () => {
    for (const repeatsMax of [0, 1, 3]) {
      const cut = await startService(() => "hang up", { repeatsMax });
      expect(await failureOf(cut.client.service.status())).toBeInstanceOf(NoAnswer);
      expect(cut.asked.length).toBe(repeatsMax + 1);
    }
    const broken = await startService(() => answerOf(502, {}), { repeatsMax: 1 });
    expect(await failureOf(broken.client.service.status())).toMatchObject({ status: 502 });
    expect(broken.asked.length).toBe(2);
  });

  test("waits as long as it is told, as others of its kind do", async () => {
    const arrived = Promise.withResolvers<void>();
    const { client, asked } = await startService(
      (number) =>
        number === 0
          ? answerOf(429, { error: "Rate limit exceeded" }, { "retry-after": "1" })
          : answerOf(200, {}),
      {
        fetch: async (url, init) => {
          const response = await fetch(url, init);
          const text = await response.text();
          arrived.resolve();
          return new Response(text, response);
        },
      },
    );
    const first = client.service.status();
    await arrived.promise;
    // The client reads what is there already before any timer fires.
    await turn();
    await Promise.all([first, client.service.status(), client.service.health()]);
    const [refused, health, ...later] = asked;
    expect(health?.address).toBe("/health");
    expect(later.length).toBe(2);
    for (const { atMs } of later) expect(atMs - (refused?.atMs ?? 0)).toBeGreaterThan(990);
  });

  test("that its signal ends is not repeated", async () => {
    const controller = new AbortController();
    const { client, asked } = await startService(() => "hang up", { firstRetryMs: 60_000 });
    const asking = failureOf(client.service.health({}, { signal: controller.signal }));
    await until(() => asked.length > 0);
    controller.abort(new Error("enough"));
    expect((await asking).message).toBe("enough");
    expect((await failureOf(client.service.health({}, { signal: controller.signal }))).message)
      .toBe("enough");
    expect(asked.length).toBe(1);
    // An estimate is never sent twice, and waits for nothing.
    const slow = await startService(() => Promise.withResolvers<never>().promise);
    const other = new AbortController();
    const estimate = { eventSlug: "e", makingAmount: 1, takingAmount: 2 };
    const estimating = failureOf(slow.client.fees.estimate(estimate, { signal: other.signal }));
    await until(() => slow.asked.length > 0);
    other.abort(new Error("too much"));
    expect((await estimating).message).toBe("too much");
  });

  test("leaves nothing at a signal that outlives it", async () => {
    const { signal } = new AbortController();
    const added = spyOn(signal, "addEventListener");
    const removed = spyOn(signal, "removeEventListener");
    const { client } = await startService((number) => number < 2 ? "hang up" : answerOf(200, {}));
    await client.service.health({}, { signal });
    const listeners = (spy: typeof added | typeof removed) => spy.mock.calls.map(([, one]) => one);
    expect(added.mock.calls.length).toBeGreaterThan(1);
    expect(listeners(removed)).toEqual(listeners(added));
  });

  test("and its key follow no redirection", async () => {
    const elsewhere = await startService(() => answerOf(200, {}));
    const { client } = await startService(
      () => Response.redirect(`${elsewhere.address}/health`, 307),
      { apiKey: "sk_test_1" },
    );
    const failure = await failureOf(client.service.health());
    expect(failure.status).toBe(307);
    expect(elsewhere.asked.length).toBe(0);
  });
});

test("what is neither read nor keyed is sent once, whatever happens", async () => {
  for (
    const answer of [
      () => "hang up" as const,
      () => answerOf(500, { error: "An error of ours" }),
      () => answerOf(429, { error: "Rate limit exceeded" }, { "retry-after": "0" }),
    ]
  ) {
    const { client, asked } = await startService(answer);
    await failureOf(client.orders.cancel({ walletId: "w" }));
    await failureOf(
      client.fees.estimate({ side: "BUY", makingAmount: 1, takingAmount: 2, eventSlug: "s" }),
    );
    expect(asked.map(({ method }) => method)).toEqual(["DELETE", "POST"]);
  }
  const { client } = await startService(() => "hang up");
  const failure = await failureOf(client.orders.cancel({ walletId: "w" }));
  expect([failure.name, failure.idempotencyKey]).toEqual(["NoAnswer", undefined]);
});

describe("what is kept for If-None-Match", () => {
  test("answers a 304, by address", async () => {
    const { client, asked } = await startService((_, { headers, address }) =>
      headers.get("if-none-match") === `"${address}"`
        ? new Response(null, { status: 304 })
        : answerOf(200, { data: [address], next_cursor: null }, { etag: `"${address}"` })
    );
    const first = await client.games.list({ league: "nba" });
    await client.games.list({ league: "nfl" });
    const again = await client.games.list({ league: "nba" });
    expect(again).toEqual(first);
    // A bot that sorts one answer in place does not change the next.
    (again.data as Array<unknown>).pop();
    expect(await client.games.list({ league: "nba" })).toEqual(first);
    expect(asked.map(({ headers }) => headers.get("if-none-match"))).toEqual(
      [null, null, '"/api/v1/games?league=nba"', '"/api/v1/games?league=nba"'],
    );
  });

  test("is bounded: the oldest is asked for anew", async () => {
    const { client, asked } = await startService((_, { address }) =>
      answerOf(200, { data: [] }, { etag: `"${address}"` })
    );
    for (let day = 0; day < 101; day++) await client.games.list({ cursor: `${day}` });
    await client.games.list({ cursor: "0" });
    await client.games.list({ cursor: "100" });
    expect(asked.slice(-2).map(({ headers }) => headers.get("if-none-match"))).toEqual(
      [null, '"/api/v1/games?cursor=100"'],
    );
  });
});

test("pages are asked for as the loop reaches them, from any cursor", async () => {
  const { client, asked } = await startService((number) =>
    answerOf(200, { data: [number * 2, number * 2 + 1], next_cursor: number < 2 ? "more" : null })
  );
  for await (const _ of client.games.list.all({ cursor: "kept" })) break;
  expect(asked.splice(0).map(({ address }) => address)).toEqual(["/api/v1/games?cursor=kept"]);
  const seen: Array<unknown> = [];
  for await (const game of client.games.list.all({ league: "nba" })) {
    seen.push(game);
    if (seen.length === 1) expect(asked.length).toBe(1);
  }
  expect(seen).toEqual([0, 1, 2, 3, 4, 5]);
  expect(asked.map(({ address }) => address)).toEqual([
    "/api/v1/games?league=nba",
    "/api/v1/games?league=nba&cursor=more",
    "/api/v1/games?league=nba&cursor=more",
  ]);
});

test("a parser of the bot's own gets the exact text", async () => {
  const { client } = await startService(() => new Response('{"price": 62001.282272926891234567}'), {
    parse: (text) => text,
  });
  expect(await client.service.health() as unknown).toBe('{"price": 62001.282272926891234567}');
});
