import { describe, expect, test } from "bun:test";
import { Effect, Layer, Option, Result } from "effect";
import { TestClock } from "effect/testing";
import fc from "fast-check";
import {
  type Interval,
  type MarketWindow,
  PROFILE_BY_NAME,
  type VenueProfile,
  windowAfter,
  windowContaining,
} from "../../../../core/market/mod.ts";
import { PriceMissing } from "../../../../core/port/price_feed.ts";
import { UnixSec } from "../../../../core/time/mod.ts";
import {
  HistoryCache,
  type KnownTarget,
  TargetCache,
  type TargetResult,
  windowOutcomes,
} from "../../../../core/use_case/price/mod.ts";
import { Venue } from "../../../../core/use_case/venue/mod.ts";
import { profile as anyProfile } from "../../../arbitrary.ts";

/** After the venue's last change of rules for targets. */
const START_SEC = Date.parse("2026-09-01T00:00:00Z") / 1000;

/** The book's answer for the window that starts then; undefined if it runs out of time. */
type Book = (startSec: number) => TargetResult | undefined;

const found = (priceE18: bigint, isProvisional = false): TargetResult =>
  Result.succeed({
    priceE18,
    source: "oracle_twap",
    ...(isProvisional ? { isProvisional: true } as const : {}),
  });
const missing = (startSec: number): TargetResult =>
  Result.fail(new PriceMissing({ asset: "btc", interval: "5min", startSec, isPending: false }));

function windowsFrom(
  profile: VenueProfile,
  { interval, startSec = START_SEC, count }: {
    readonly interval: Interval;
    readonly startSec?: number;
    readonly count: number;
  },
): ReadonlyArray<MarketWindow> {
  const windows = [windowContaining(profile.calendar, interval, UnixSec(startSec))];
  while (windows.length < count) {
    windows.push(windowAfter(profile.calendar, windows.at(-1) as MarketWindow));
  }
  return windows;
}

/** Asks how windows ended, at an instant, of a book and an exchange that closed at 7. */
function ask(
  { windows, nowSec, book, profile = PROFILE_BY_NAME.polymarket }: {
    readonly windows: ReadonlyArray<MarketWindow>;
    readonly nowSec: number;
    readonly book: Book;
    readonly profile?: VenueProfile;
  },
) {
  const asked: Array<number> = [];
  const targetBook: Pick<TargetCache["Service"], "askUntil"> = {
    askUntil: (queries) =>
      Effect.sync(() => {
        asked.push(...queries.map(({ window }) => window.startSec));
        const results = queries.map(({ window }) => Option.fromUndefinedOr(book(window.startSec)));
        return { results, isCached: false };
      }),
  };
  const layer = Layer.mergeAll(
    Layer.succeed(TargetCache, targetBook as TargetCache["Service"]),
    Layer.mock(HistoryCache, {
      closes: ({ windows }) =>
        Effect.succeed({ answer: windows.map(() => Option.some(7n)), isCached: true }),
    }),
    TestClock.layer(),
  );
  const targets = windows.map((window) => ({
    window,
    result: Option.fromUndefinedOr(book(window.startSec)),
  }));
  const program = Effect.andThen(
    TestClock.setTime(nowSec * 1000),
    windowOutcomes({ asset: "btc", targets }),
  );
  return program.pipe(
    Effect.updateService(Venue, (venue) => ({ ...venue, profile })),
    Effect.provide(layer),
    Effect.map((answer) => ({ ...answer, asked })),
    Effect.runPromise,
  );
}

const NOTHING = { closeE18: Option.none(), outcome: Option.none(), isFinal: false };

test("a published double of the price at which a window opened is a tie, and up", async () => {
  const exact = 78_803_715_261_094_101_516_288n;
  const rounded = 78_803_715_261_094_100_000_000n;
  const windows = windowsFrom(PROFILE_BY_NAME.spec, { interval: "5min", count: 1 });
  const outcomeOf = async (target: KnownTarget, close: KnownTarget) => {
    const { outcomes: [outcome] } = await ask({
      windows,
      nowSec: START_SEC + 400,
      book: (startSec) => Result.succeed(startSec === START_SEC ? target : close),
      profile: PROFILE_BY_NAME.spec,
    });
    return Option.getOrUndefined(outcome?.outcome ?? Option.none());
  };
  const signed = (priceE18: bigint): KnownTarget => ({ priceE18, source: "oracle_twap" });
  const written = (priceE18: bigint): KnownTarget => ({ priceE18, source: "venue_metadata" });
  expect(await outcomeOf(signed(exact), written(rounded))).toBe("up");
  expect(await outcomeOf(signed(exact), written(rounded - 10n ** 9n))).toBe("down");
  const roundedUp = rounded + 10n ** 7n;
  expect(await outcomeOf(written(roundedUp), signed(exact))).toBe("up");
  expect(await outcomeOf(written(roundedUp + 10n ** 9n), signed(exact))).toBe("down");
  // The oracle's own numbers are exact: one that is lower by a digit is lower.
  expect(await outcomeOf(signed(exact), signed(exact - 1n))).toBe("down");
});

describe("windows that the oracle decides", () => {
  const interval = fc.constantFrom("5min", "15min", "4hour");
  const read = fc.constantFrom("found", "provisional", "missing", "late");

  test("close at exactly the next target, once they have ended, and are final if both are", () =>
    fc.assert(
      fc.asyncProperty(
        anyProfile,
        interval,
        fc.array(fc.record({ read, priceE18: fc.bigInt({ min: 1n, max: 3n }) }), {
          minLength: 2,
          maxLength: 12,
        }),
        fc.nat(12),
        fc.nat(299),
        async (profile, interval, facts, ended, sinceSec) => {
          const all = windowsFrom(profile, { interval, count: facts.length });
          const windows = all.slice(0, -1);
          const factOf = new Map(all.map((window, at) => [Number(window.startSec), facts[at]]));
          const nowSec = (windows[ended % windows.length]?.startSec ?? 0) + sinceSec;
          const book: Book = (startSec) => {
            const fact = factOf.get(startSec);
            if (fact === undefined || fact.read === "late") return undefined;
            if (fact.read === "missing") return missing(startSec);
            return found(fact.priceE18, fact.read === "provisional");
          };
          const { outcomes, asked, leftCount } = await ask({ windows, nowSec, book, profile });
          const closed = windows.filter(({ endSec }) => endSec <= nowSec);
          expect(asked).toEqual(closed.map(({ endSec }) => endSec));
          expect(leftCount)
            .toBe(closed.filter(({ endSec }) => factOf.get(endSec)?.read === "late").length);
          for (const [at, { startSec, endSec }] of windows.entries()) {
            const [own, next] = [factOf.get(startSec), factOf.get(endSec)];
            const isKnown = (fact: typeof own) =>
              fact?.read === "found" || fact?.read === "provisional";
            if (endSec > nowSec || !isKnown(next)) {
              expect(outcomes[at]).toEqual(NOTHING);
              continue;
            }
            expect(outcomes[at]).toEqual({
              closeE18: Option.fromUndefinedOr(next?.priceE18),
              outcome: isKnown(own)
                ? Option.some((next?.priceE18 ?? 0n) >= (own?.priceE18 ?? 0n) ? "up" : "down")
                : Option.none(),
              isFinal: own?.read === "found" && next?.read === "found",
            });
          }
        },
      ),
    ));

  test.each(
    [
      ["5min", "2026-08-07T00:00:00Z"],
      ["15min", "2026-08-07T00:00:00Z"],
      ["5min", "2026-08-14T00:00:00Z"],
    ] as const,
  )("of %s do not close by another stream, from %s on", async (interval, iso) => {
    const profile = PROFILE_BY_NAME.polymarket;
    const switchSec = Date.parse(iso) / 1000;
    const startSec = switchSec - 2 * (interval === "5min" ? 300 : 900);
    const windows = windowsFrom(profile, { interval, startSec, count: 4 });
    const { outcomes, leftCount } = await ask({
      windows,
      nowSec: switchSec + 86_400,
      book: () => found(5n),
    });
    expect(outcomes.map(({ isFinal }) => isFinal)).toEqual([true, false, true, true]);
    expect(outcomes[1]).toEqual(NOTHING);
    expect(leftCount).toBe(0);
  });
});

describe("windows that the exchange decides", () => {
  test.each(
    [
      ["1hour", "spec", 7n, "up"],
      ["1hour", "polymarket", 8n, "down"],
      ["daily", "spec", 7n, "tie"],
    ] as const,
  )("%s of %s close at the last trade inside", async (interval, name, priceE18, ended) => {
    const profile = PROFILE_BY_NAME[name];
    const windows = windowsFrom(profile, { interval, count: 2 });
    const { outcomes, isCached } = await ask({
      windows,
      nowSec: (windows[0]?.endSec ?? 0) + 1,
      book: () => found(priceE18),
      profile,
    });
    expect(outcomes).toEqual([
      { closeE18: Option.some(7n), outcome: Option.some(ended), isFinal: true },
      NOTHING,
    ]);
    expect(isCached).toBe(true);
  });

  test("from noon to noon close where the next one opens", async () => {
    const windows = windowsFrom(PROFILE_BY_NAME.polymarket, { interval: "daily", count: 3 });
    const prices = new Map(windows.map(({ startSec }, at) => [Number(startSec), BigInt(at + 1)]));
    const { outcomes } = await ask({
      windows: windows.slice(0, -1),
      nowSec: windows[2]?.startSec ?? 0,
      book: (startSec) => found(prices.get(startSec) ?? 0n),
    });
    expect(outcomes.map(({ closeE18 }) => closeE18)).toEqual([Option.some(2n), Option.some(3n)]);
  });
});

test("makes no request for windows that are all open", async () => {
  const profile = PROFILE_BY_NAME.polymarket;
  for (const interval of ["5min", "1hour", "daily"] as const) {
    const windows = windowsFrom(profile, { interval, count: 1 });
    const { outcomes, asked, isCached } = await ask({
      windows,
      nowSec: START_SEC,
      book: () => found(5n),
    });
    expect({ outcomes, asked, isCached }).toEqual({
      outcomes: [NOTHING],
      asked: [],
      isCached: true,
    });
  }
});
