import { describe, expect, test } from "bun:test";
import { Effect, Result } from "effect";
import { eventCatalogContract, ODD_NAMES } from "../../contract/event_catalog_contract.ts";
import { troubleContract } from "../../contract/trouble_contract.ts";
import type { Freshness } from "../../../core/port/event_catalog.ts";
import type { EventReference } from "../../../core/venue/mod.ts";
import { moveTime } from "../outbound/moved_time.ts";
import { type Written, writtenEvent, writtenMarket } from "./gamma/gamma_sample.ts";
import {
  type Asked,
  EVENT,
  EVENT_BY_ID,
  makeGamma,
  wireEvent,
  withCatalog,
} from "./gamma/gamma_world.ts";

eventCatalogContract({
  name: "polymarket",
  stage: Effect.fnUntraced(function* (events) {
    const gamma = yield* makeGamma();
    yield* Effect.forEach(events, (event) => gamma.put(wireEvent(event)));
    return yield* gamma.makeCatalog;
  }),
});

/** Asks for an event or a market of a service in trouble; a failure names what was asked for. */
async function withFault(fault: Readonly<Record<string, unknown>>, kind: "event" | "market") {
  const [result, asked] = await withCatalog(({ fault: strike, event, market, asked }) =>
    Effect.all([
      Effect.andThen(strike(fault), kind === "event" ? event("current") : market()),
      asked,
    ])
  );
  const wanted = `${kind} slug "${kind === "event" ? EVENT.slug : "market-1"}"`;
  if (Result.isFailure(result)) {
    expect(result.failure).toMatchObject({ wanted });
    expect(result.failure.message).toStartWith(`Cannot get ${wanted} from the venue metadata: it`);
  } else expect(result.success).toMatchObject({ isCached: false });
  return { result, calls: asked.length };
}

const isCached = (answer: Asked) => Result.isSuccess(answer) && answer.success.isCached;

describe("polymarket catalog", () => {
  troubleContract({
    name: "the catalog",
    meet: async (fault) => {
      const [event, market] = [withFault(fault, "event"), withFault(fault, "market")];
      const met = [await event, await market];
      const [first, second] = met.map(({ calls }) => calls);
      expect(first).toBe(second ?? NaN);
      return { results: met.map(({ result }) => result), calls: first ?? NaN };
    },
    failure: { provider: "venue metadata" },
    troubles: [
      [{ status: 502, times: 2 }, "passes", 3],
      [500, "unreachable", 3],
      [400, "refused", 1],
      ["malformed", "unreadable", 1],
      [{ status: 200, body: { events: [] } }, "unreadable", 1],
      [{ status: 429, retry_after: 7 }, ["limited", 7], 1],
      [429, ["limited", 10], 1],
      [{ status: 403, body: "<!DOCTYPE html>" }, ["limited", 60], 1],
      [451, ["limited", 600], 1],
    ],
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

  test("waits for one call that hangs, and for a service that hangs 8 s", async () => {
    using time = moveTime();
    const hanging = (times: number) =>
      time.during(
        withCatalog(({ fault, event }) =>
          Effect.andThen(fault({ kind: "stall", times }), event("current"))
        ),
      );
    expect(await hanging(1)).toMatchObject({ success: { value: { id: "260654" } } });
    const startedMs = time.nowMs();
    expect(await hanging(1e9)).toMatchObject({
      failure: { reason: "timeout", wanted: `event slug "${EVENT.slug}"` },
    });
    expect(time.nowMs() - startedMs).toBeWithin(8_000, 8_100);
  });

  test.each<[string, Written, "event" | "event by id" | "market"]>([
    ["an event of another slug", writtenEvent({ slug: "other" }), "event"],
    ["a slug in another case", writtenEvent({ slug: EVENT.slug.toUpperCase() }), "event"],
    ["an event of another id", writtenEvent({ id: "1" }), "event by id"],
    ["another market", writtenMarket(2), "market"],
    ["a market that cannot be read", writtenMarket(1, { outcomes: '["A"]' }), "market"],
  ])("does not take an answer of %s", async (_, body, asked) => {
    const result = await withCatalog(({ fault, event, market }) =>
      Effect.andThen(
        fault({ kind: "status", status: 200, body }),
        asked === "market" ? market() : event("current", asked === "event" ? EVENT : EVENT_BY_ID),
      )
    );
    expect(result).toMatchObject({ failure: { reason: "unreadable" } });
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

  test("remembers names for minutes and fees for seconds, under slug and id alike", async () => {
    const cached = await withCatalog(({ event, advance }) => {
      const steps: ReadonlyArray<readonly [sec: number, Freshness, EventReference]> = [
        [0, "lasting", EVENT],
        [9, "current", EVENT_BY_ID],
        [1, "lasting", EVENT_BY_ID],
        [0, "current", EVENT_BY_ID],
        [299, "lasting", EVENT],
        [1, "lasting", EVENT],
      ];
      return Effect.forEach(steps, ([sec, freshness, reference]) => {
        advance(sec);
        return Effect.map(event(freshness, reference), isCached);
      });
    });
    expect(cached).toEqual([false, true, true, false, true, false]);
  });

  test("remembers a market for seconds, and longer once it is closed", async () => {
    const markets = [writtenMarket(1), writtenMarket(2, { closed: true })];
    const cached = await withCatalog(({ put, market, advance }) =>
      Effect.andThen(
        put(writtenEvent({ markets })),
        Effect.forEach([0, 9, 1, 109, 1], (sec) => {
          advance(sec);
          return Effect.map(
            Effect.all([market("market-1"), market("market-2")]),
            (answers) => answers.map(isCached),
          );
        }),
      )
    );
    expect(cached.map(String))
      .toEqual(["false,false", "true,true", "false,true", "false,true", "true,false"]);
  });

  test.each([
    ["a minute where the service asked for a day", 429, 60],
    ["no time where the firewall, which may mind one name alone, refused", 403, 0],
  ])("asks again after %s", async (_, status, sec) => {
    const [first, later] = await withCatalog(
      Effect.fnUntraced(function* ({ fault, market, advance }) {
        yield* fault({ kind: "status", status, retry_after: 86_400, times: 1 });
        const first = yield* market("odd");
        advance(sec);
        return [first, yield* market()] as const;
      }),
    );
    expect(first).toMatchObject({ failure: { reason: "limited" } });
    expect(later).toMatchObject({ success: { value: { market: { slug: "market-1" } } } });
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
