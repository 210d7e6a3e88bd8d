import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import type { Freshness } from "../../../core/port/mod.ts";
import type { EventReference } from "../../../core/venue/mod.ts";
import { writtenEvent, writtenMarket } from "./gamma/gamma_sample.ts";
import { EVENT, EVENT_BY_ID, withCatalog } from "./gamma/gamma_world.ts";

describe("what the polymarket catalog remembers", () => {
  test("forgets failures and what is not listed", async () => {
    const asked = await withCatalog(({ put, fault, event, asked }) =>
      Effect.gen(function* () {
        const other = { by: "slug", slug: "other" } as const;
        expect(yield* event("lasting", other)).toMatchObject({
          failure: { _tag: "NotListed" },
        });
        yield* put(writtenEvent({ id: "9", slug: "other" }));
        expect(yield* event("lasting", other)).toMatchObject({ success: { isCached: false } });
        yield* fault({ kind: "malformed", times: 1 });
        expect(yield* event("lasting")).toMatchObject({ failure: { reason: "unreadable" } });
        expect(yield* event("lasting")).toMatchObject({ success: { isCached: false } });
        return yield* asked;
      })
    );
    expect(asked).toHaveLength(4);
  });

  test("remembers names for minutes and fees for seconds, under slug and id alike", async () => {
    const seen = await withCatalog(({ catalog, asked, advance }) =>
      Effect.gen(function* () {
        const ask = (freshness: Freshness, reference: EventReference) =>
          Effect.map(catalog.event(reference, freshness), ({ isCached }) => isCached);
        const steps: ReadonlyArray<readonly [sec: number, Freshness, EventReference]> = [
          [0, "lasting", EVENT],
          [9, "current", EVENT_BY_ID],
          [1, "lasting", EVENT_BY_ID],
          [0, "current", EVENT_BY_ID],
          [9, "current", EVENT],
          [290, "lasting", EVENT],
          [1, "lasting", EVENT_BY_ID],
        ];
        const cached: Array<boolean> = [];
        for (const [sec, freshness, reference] of steps) {
          advance(sec);
          cached.push(yield* ask(freshness, reference));
        }
        return { cached, asked: yield* asked };
      })
    );
    expect(seen.cached).toEqual([false, true, true, false, true, true, false]);
    expect(seen.asked).toHaveLength(3);
  });

  test("remembers a market for seconds, and longer once it is closed", async () => {
    const cached = await withCatalog(({ put, catalog, advance }) =>
      Effect.gen(function* () {
        yield* put(writtenEvent({
          markets: [writtenMarket(1), writtenMarket(2, { closed: true })],
        }));
        const ask = Effect.forEach(["market-1", "market-2"], (slug) =>
          Effect.map(catalog.market(slug, "current"), ({ isCached }) => isCached));
        const answers = [yield* ask];
        for (const sec of [9, 1, 109, 1]) {
          advance(sec);
          answers.push(yield* ask);
        }
        return answers;
      })
    );
    expect(cached).toEqual([
      [false, false],
      [true, true],
      [false, true],
      [false, true],
      [true, false],
    ]);
  });
});
