import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { taggedBody } from "../../../adapters/http/edge/answer/etag.ts";
import { KeptPages } from "../../../adapters/http/game/kept_pages.ts";
import { type GameListing, type GameRecord } from "../../../core/game/mod.ts";
import { gameRecord } from "../../core/game/listing/arbitrary_listing.ts";
import { gameServer } from "./game_server.ts";

const listings = [1, 2].map((revision) => ({ revision }) as unknown as GameListing);
const page = taggedBody([`{"data":[]}`]);

describe("a kept page", () => {
  const basisOf = (current: () => GameListing | undefined) => ({
    current,
    listing: listings[0] as GameListing,
    nowSec: 7,
  });

  /** Makes a page twice, so that it is kept. */
  const keep = (pages: KeptPages, ...made: Parameters<KeptPages["set"]>) => {
    pages.set(...made);
    pages.set(...made);
  };

  test("is found from its second time on while listing and second are the same", () => {
    const pages = new KeptPages();
    let now = listings[0];
    pages.set("query", page, basisOf(() => now));
    expect(pages.get("query", 7)).toBeUndefined();
    pages.set("query", page, basisOf(() => now));
    expect(pages.get("query", 7)).toEqual(page);
    expect(pages.get("other", 7)).toBeUndefined();
    expect(pages.get("query", 8)).toBeUndefined();
    now = listings[1];
    expect(pages.get("query", 7)).toBeUndefined();
  });

  test.each([
    ["another listing", { listing: listings[1] as GameListing }],
    ["another second", { nowSec: 8 }],
  ])("of %s leaves none of those before, nor their listing, in memory", (_, change) => {
    const pages = new KeptPages();
    keep(pages, "query", page, basisOf(() => listings[0]));
    keep(pages, "another", page, basisOf(() => listings[0]));
    keep(pages, "query", page, { ...basisOf(() => listings[0]), ...change });
    expect(pages.bytes).toBe(2 * page.sizeBytes + "query".length);
  });

  test("never fills more than its bytes, whatever is asked", () => {
    const asked = fc.array(fc.tuple(fc.nat(20), fc.nat(300)), { maxLength: 100 });
    fc.assert(fc.property(asked, (requests) => {
      const pages = new KeptPages(1_000);
      for (const [query, size] of requests) {
        // One page a query, of one listing and second.
        const name = `${query} ${size}`;
        const made = taggedBody(["x".repeat(size * 4)]);
        keep(pages, name, made, basisOf(() => listings[0]));
        expect(pages.bytes).toBeLessThanOrEqual(1_000);
        const kept = pages.get(name, 7);
        expect(kept).toEqual(2 * made.sizeBytes + name.length > 1_000 ? undefined : made);
      }
    }));
  });
});

describe("a page that is asked again", () => {
  const PATHS = [
    "/api/v1/games",
    "/api/v1/games?include=",
    "/api/v1/games?day=2026-09-20",
    "/api/v1/games?day=2026-09-20&include=coverage",
    "/api/v1/games?day=2026-09-20&limit=1",
    "/api/v1/games?day=2026-09-20&limit=1&include=platforms",
  ];

  test("is the page of a server that keeps none", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            games: fc.uniqueArray(gameRecord, { maxLength: 2, selector: ({ game }) => game.id }),
            laterSec: fc.constantFrom(0, 0, 1, 43_200, 86_400),
          }),
          { minLength: 1, maxLength: 4 },
        ),
        async (changes) => {
          const keeping = gameServer();
          const history: Array<{ games: ReadonlyArray<GameRecord>; nowSec: number }> = [];
          for (const { games, laterSec } of changes) {
            history.push({ games, nowSec: keeping.clock.nowSec + laterSec });
            keeping.clock.nowSec += laterSec;
            await keeping.write({ games });
            // Nothing was asked of it before, so it has kept nothing.
            const fresh = gameServer();
            for (const { games, nowSec } of history) {
              fresh.clock.nowSec = nowSec;
              await fresh.write({ games });
            }
            for (const path of PATHS) {
              const expected = await fresh.ask(path);
              for (const _ of [1, 2]) expect((await keeping.ask(path)).text).toBe(expected.text);
            }
          }
        },
      ),
      { numRuns: 20 },
    ));

  test.each(["all", "=", "-"])(
    "is not the page of include=%s, which is refused",
    async (include) => {
      const { ask, write } = gameServer();
      await write({ games: [], scans: [] });
      await ask("/api/v1/games");
      await ask("/api/v1/games?include=");
      expect((await ask(`/api/v1/games?include=${include}`)).status).toBe(400);
    },
  );
});
