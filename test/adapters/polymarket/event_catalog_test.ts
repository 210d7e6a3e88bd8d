import { describe, expect, test } from "bun:test";
import { Effect, Result } from "effect";
import { eventCatalogContract, ODD_NAMES } from "../../contract/event_catalog_contract.ts";
import { moveTime } from "../outbound/moved_time.ts";
import { writtenEvent, writtenMarket } from "./gamma/gamma_sample.ts";
import { EVENT, EVENT_BY_ID, makeGamma, wireEvent, withCatalog } from "./gamma/gamma_world.ts";

eventCatalogContract({
  name: "polymarket",
  stage: (events) =>
    Effect.gen(function* () {
      const gamma = yield* makeGamma();
      yield* Effect.forEach(events, (event) => gamma.put(wireEvent(event)));
      return yield* gamma.makeCatalog;
    }),
});

describe("polymarket catalog", () => {
  test.each<[string, Readonly<Record<string, unknown>>, object, number]>([
    ["500 every time", { kind: "status", status: 500 }, { reason: "unreachable" }, 3],
    ["503 every time", { kind: "status", status: 503 }, { reason: "unreachable" }, 3],
    ["dropped connections", { kind: "drop" }, { reason: "unreachable" }, 3],
    ["400", { kind: "status", status: 400 }, { reason: "refused" }, 1],
    ["an answer cut off", { kind: "malformed" }, { reason: "unreadable" }, 1],
    ["an accepted request", { kind: "status", status: 202 }, { reason: "unreadable" }, 1],
    ["an empty list", { kind: "status", status: 200, body: [] }, { reason: "unreadable" }, 1],
    ["null", { kind: "status", status: 200, body: null }, { reason: "unreadable" }, 1],
    ["a page", { kind: "status", status: 200, body: "<html>" }, { reason: "unreadable" }, 1],
    ["keyset events", { kind: "status", status: 200, body: { events: [] } }, {
      reason: "unreadable",
    }, 1],
    ["429", { kind: "status", status: 429, retry_after: 7 }, {
      reason: "limited",
      retryAfterSec: 7,
    }, 1],
    ["429 without a time", { kind: "status", status: 429 }, {
      reason: "limited",
      retryAfterSec: 10,
    }, 1],
    ["the firewall", { kind: "status", status: 403, body: "<!DOCTYPE html>" }, {
      reason: "limited",
      retryAfterSec: 60,
    }, 1],
    ["a region", { kind: "status", status: 451 }, { reason: "limited", retryAfterSec: 600 }, 1],
  ])("fails on %s, with the identifier of the request", async (_, fault, failure, calls) => {
    const named = { _tag: "ProviderFailed", provider: "venue metadata", ...failure };
    for (const kind of ["event", "market"] as const) {
      const [result, asked] = await withCatalog(({ fault: strike, event, market, asked }) =>
        Effect.all([
          Effect.andThen(
            strike(fault),
            kind === "event" ? event("current") : market(),
          ),
          asked,
        ])
      );
      const slug = kind === "event" ? EVENT.slug : "market-1";
      expect(result).toMatchObject({ failure: { ...named, wanted: `${kind} slug "${slug}"` } });
      expect(String(Result.isFailure(result) && result.failure.message))
        .toStartWith(`Cannot get ${kind} slug "${slug}" from the venue metadata: it`);
      expect(asked).toHaveLength(calls);
    }
  });

  test.each([404, 422])("takes %d for: nothing of that name", async (status) => {
    const results = await withCatalog(({ fault, event, market }) =>
      Effect.andThen(
        fault({ kind: "status", status }),
        Effect.all([
          event("current"),
          event("current", EVENT_BY_ID),
          market(),
        ]),
      )
    );
    expect(results).toMatchObject([
      { failure: { _tag: "NotListed", kind: "event", named: `slug "${EVENT.slug}"` } },
      { failure: { _tag: "NotListed", kind: "event", named: 'id "260654"' } },
      { failure: { _tag: "NotListed", kind: "market", named: 'slug "market-1"' } },
    ]);
  });

  test.each([
    ["one 500", { kind: "status", status: 500, times: 1 }],
    ["two 502s", { kind: "status", status: 502, times: 2 }],
    ["a dropped connection", { kind: "drop", times: 1 }],
    ["a call made twice", { kind: "duplicate" }],
    ["a slow answer", { kind: "delay", delay_ms: 300 }],
  ])("gets over %s", async (_, fault) => {
    const result = await withCatalog(({ fault: strike, event }) =>
      Effect.andThen(strike(fault), event("current"))
    );
    expect(result).toMatchObject({ success: { value: { id: "260654" }, isCached: false } });
  });

  test("waits for one call that hangs, and for a service that hangs 8 s", async () => {
    using time = moveTime();
    const hanging = (times: number) =>
      time.during(withCatalog(({ fault, event }) =>
        Effect.andThen(fault({ kind: "stall", times }), event("current"))
      ));
    expect(await hanging(1)).toMatchObject({ success: { value: { id: "260654" } } });
    const startedMs = time.nowMs();
    expect(await hanging(1e9)).toMatchObject({
      failure: { reason: "timeout", wanted: `event slug "${EVENT.slug}"` },
    });
    expect(time.nowMs() - startedMs).toBeWithin(8_000, 8_100);
  });

  test.each([
    ["another slug", writtenEvent({ slug: "other" })],
    ["a slug in another case", writtenEvent({ slug: EVENT.slug.toUpperCase() })],
    ["another id", writtenEvent({ id: "1" })],
  ])("does not take an answer of %s", async (what, body) => {
    const result = await withCatalog(({ fault, event }) =>
      Effect.andThen(
        fault({ kind: "status", status: 200, body }),
        event("current", what === "another id" ? EVENT_BY_ID : EVENT),
      )
    );
    expect(result).toMatchObject({ failure: { reason: "unreadable" } });
  });

  test("does not take another market, nor one that cannot be read", async () => {
    const results = await withCatalog(({ fault, market }) =>
      Effect.forEach(
        [writtenMarket(2), writtenMarket(1, { outcomes: '["A"]' })],
        (body) =>
          Effect.andThen(
            fault({ kind: "status", status: 200, body, times: 1 }),
            market(),
          ),
      )
    );
    expect(results).toMatchObject(results.map(() => ({ failure: { reason: "unreadable" } })));
  });

  test("asks for an event and for a market with its tags, and nothing beside them", async () => {
    const asked = await withCatalog(({ event, market, asked }) =>
      Effect.all([
        ...ODD_NAMES.flatMap((name) => [
          event("lasting", { by: "slug", slug: name }),
          event("lasting", { by: "id", id: name }),
          market(name),
        ]),
        market(),
        event("lasting", EVENT_BY_ID),
      ]).pipe(Effect.andThen(asked))
    );
    const [market, event] = asked.slice(-2);
    expect([market, event]).toEqual(["/markets/slug/market-1?include_tag=true", "/events/260654"]);
    const one = /^\/(events\/slug\/[^/?]+|markets\/slug\/[^/?]+\?include_tag=true)$/;
    expect(asked.slice(0, -2).filter((path) => !one.test(path))).toEqual([]);
    expect(asked.length).toBeGreaterThan(20);
    expect(Math.max(...asked.map((path) => path.length))).toBeLessThan(100);
  });

  test("sends no request during a Retry-After, and reports how long it is", async () => {
    const seen = await withCatalog(({ fault, event, market, asked, advance }) =>
      Effect.gen(function* () {
        yield* event("lasting");
        yield* fault({ kind: "status", status: 429, retry_after: 20, times: 1 });
        yield* market();
        advance(15);
        const waiting = yield* market();
        const remembered = yield* event("lasting");
        advance(5);
        return { waiting, remembered, after: yield* market(), asked: yield* asked };
      })
    );
    expect(seen.waiting).toMatchObject({ failure: { reason: "limited", retryAfterSec: 5 } });
    expect(seen.remembered).toMatchObject({ success: { isCached: true } });
    expect(seen.after).toMatchObject({ success: { isCached: false } });
    expect(seen.asked).toHaveLength(3);
  });

  test("requests again after a minute, however long the Retry-After", async () => {
    const [result, later] = await withCatalog(({ fault, market, advance }) =>
      Effect.gen(function* () {
        yield* fault({ kind: "status", status: 429, retry_after: 86_400, times: 1 });
        const result = yield* market();
        advance(60);
        return [result, yield* market()] as const;
      })
    );
    expect(result).toMatchObject({ failure: { reason: "limited", retryAfterSec: 86_400 } });
    expect(later).toMatchObject({ success: { value: { market: { slug: "market-1" } } } });
  });

  test("is not kept waiting by the firewall, which may mind one name alone", async () => {
    const result = await withCatalog(({ fault, market }) =>
      Effect.gen(function* () {
        yield* fault({ kind: "status", status: 403, times: 1 });
        yield* market("odd");
        return yield* market();
      })
    );
    expect(result).toMatchObject({ success: { value: { market: { slug: "market-1" } } } });
  });

  test("does not read an answer of many megabytes", async () => {
    const reference = { by: "slug", slug: "huge" } as const;
    // Short where it is put, and four times as long where it is served.
    const junk = "1e20,".repeat(500_000);
    const result = await withCatalog(({ url, event }) =>
      Effect.andThen(
        Effect.promise(() =>
          fetch(`${url}/__event`, {
            method: "PUT",
            body: `{ "id": "5", "slug": "huge", "junk": [${junk} 0] }`,
          })
        ),
        event("current", reference),
      )
    );
    expect(result).toMatchObject({ failure: { reason: "unreadable" } });
  });

  test("names the market of an event that cannot be read", async () => {
    const markets = [writtenMarket(1), writtenMarket(2, { feeSchedule: {} })];
    const [result, warned] = await withCatalog(({ put, event, warnings }) =>
      Effect.andThen(
        put(writtenEvent({ markets })),
        Effect.map(event("current"), (result) => [result, warnings] as const),
      )
    );
    expect(result).toMatchObject({
      success: {
        value: {
          unreadableMarkets: [{ named: 'slug "market-2"' }],
          tags: [{ slug: "5M" }, {}, {}, {}],
        },
      },
    });
    expect(warned).toEqual([expect.stringMatching(/Cannot read a market.*market-2.*feeSchedule/)]);
  });
});
