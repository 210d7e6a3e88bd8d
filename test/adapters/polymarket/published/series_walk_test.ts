import { describe, expect, test } from "bun:test";
import { Effect, Result } from "effect";
import fc from "fast-check";
import type { EventPage } from "../../../../adapters/polymarket/published/client.ts";
import type { PublishedEvent } from "../../../../adapters/polymarket/published/event.ts";
import { walkSeries } from "../../../../adapters/polymarket/published/series_walk.ts";
import { ProviderFailed } from "../../../../core/port/provider_failure.ts";

const BROKEN = new ProviderFailed({ provider: "p", reason: "unreachable", cause: "broken" });

/** Walks pages by their cursors for these slugs. */
async function walk(
  slugs: ReadonlyArray<string>,
  pageAfter: (cursor: string, call: number) => EventPage | undefined,
) {
  let calls = 0;
  const found = new Map<string, PublishedEvent>();
  const page = (_: unknown, cursor = "") => {
    calls += 1;
    const given = pageAfter(cursor, calls);
    return given === undefined ? Effect.fail(BROKEN) : Effect.succeed(given);
  };
  const range = { seriesId: "1", firstEndSec: 300, lastEndSec: 600 };
  const result = await Effect.runPromise(
    Effect.result(walkSeries({ page }, { ...range, slugs: new Set(slugs), found })),
  );
  return { found: [...found.keys()].sort(), isDone: Result.isSuccess(result), calls };
}

const eventsOf = (slugs: ReadonlyArray<string>) => slugs.map((slug) => ({ slug }));

describe("walkSeries()", () => {
  test("finds all that is on any page, in any order, and keeps it where one fails", async () => {
    const slug = fc.constantFrom(..."abcdefgh");
    const pages = fc.array(fc.array(slug, { maxLength: 4 }), { minLength: 1, maxLength: 8 });
    const wanted = fc.uniqueArray(slug, { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(pages, wanted, fc.nat({ max: 10 }), async (all, wanted, broken) => {
        const { found, isDone, calls } = await walk(wanted, (cursor) => {
          const at = Number(cursor === "" ? 0 : cursor);
          const next = at + 1 < all.length ? String(at + 1) : undefined;
          return at === broken ? undefined : { events: eventsOf(all[at] ?? []), nextCursor: next };
        });
        const given = new Set(all.slice(0, broken).flat());
        const expected = wanted.filter((slug) => given.has(slug)).sort();
        expect(found).toEqual(expected);
        // It fails only where something is still missing.
        expect(isDone).toBe(broken >= all.length || expected.length === wanted.length);
        expect(calls).toBeLessThanOrEqual(all.length);
      }),
    );
  });

  test("asks no more once all is found", async () => {
    const { isDone, calls } = await walk(
      ["a"],
      () => ({ events: eventsOf("ba".split("")), nextCursor: "x" }),
    );
    expect({ isDone, calls }).toEqual({ isDone: true, calls: 1 });
  });

  test("ends unfinished where a cursor comes again, and where there is no end", async () => {
    const again = await walk(["a"], () => ({ events: [], nextCursor: "x" }));
    expect(again).toEqual({ found: [], isDone: false, calls: 2 });
    const endless = await walk(["a"], (_, call) => ({ events: [], nextCursor: `${call}` }));
    expect(endless).toEqual({ found: [], isDone: false, calls: 30 });
  });

  test("asks for a second more on either side", async () => {
    let asked: unknown;
    await Effect.runPromise(walkSeries({
      page: (query) => {
        asked = query;
        return Effect.succeed({ events: [], nextCursor: undefined });
      },
    }, {
      seriesId: "10684",
      slugs: new Set("a"),
      firstEndSec: Date.UTC(2026, 10, 20, 10) / 1000,
      lastEndSec: Date.UTC(2026, 10, 20, 11) / 1000,
      found: new Map(),
    }));
    expect(asked).toEqual({
      seriesId: "10684",
      endDateMin: "2026-11-20T09:59:59Z",
      endDateMax: "2026-11-20T11:00:01Z",
    });
  });
});
