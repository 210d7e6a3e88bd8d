import { describe, expect, test } from "bun:test";
import { Effect, Logger, Option, Result } from "effect";
import { TestClock } from "effect/testing";
import fc from "fast-check";
import { makeStagedCatalog } from "../../../memory/event_catalog.ts";
import {
  type MarketWindow,
  PROFILE_BY_NAME,
  windowsStartingIn,
} from "../../../../core/market/mod.ts";
import { EventCatalog } from "../../../../core/port/event_catalog.ts";
import { ProviderFailed } from "../../../../core/port/provider_failure.ts";
import { Resolutions } from "../../../../core/port/resolutions.ts";
import { UnixSec } from "../../../../core/time/mod.ts";
import {
  RangeBudget,
  refuseTooManyResolutions,
  RESOLUTIONS_MAX,
  windowResolutions,
} from "../../../../core/use_case/price/mod.ts";
import { Venue } from "../../../../core/use_case/venue/mod.ts";
import type { ConditionId, VenueMarket } from "../../../../core/venue/mod.ts";
import { stagedEvent, stagedMarket } from "../../../contract/event_catalog_contract.ts";
import { resolvedTo } from "../../../contract/resolutions_contract.ts";

const PROFILE = PROFILE_BY_NAME.polymarket;
const DAY_SEC = Date.parse("2026-11-20T00:00:00Z") / 1000;
const WINDOWS = [...windowsStartingIn(PROFILE.calendar, "5min", {
  startSec: UnixSec(DAY_SEC),
  endSec: UnixSec(DAY_SEC + 12 * 300),
})];
const slugOf = (window: MarketWindow) => PROFILE.slugOf("btc", window);
const conditionOf = (window: MarketWindow) =>
  Option.getOrThrow(stagedMarket(slugOf(window)).conditionId);

/** How the port answers for a condition; undefined for never. */
type Answering = (
  conditionId: ConditionId,
) => Effect.Effect<ReturnType<typeof resolvedTo>, ProviderFailed> | undefined;

const UP = resolvedTo(1_000_000n, 0n);
const REFUSED = new ProviderFailed({ provider: "venue data", reason: "refused", cause: "no" });

/** Asks for windows of btc. The venue lists their events, less those taken away. */
function ask(
  { windows = WINDOWS, markets = {}, unlisted = [], answering = () => Effect.succeed(UP) }: {
    readonly windows?: ReadonlyArray<MarketWindow>;
    /** Other markets than the one of its name, by the slug of the event. */
    readonly markets?: Readonly<Record<string, ReadonlyArray<VenueMarket>>>;
    readonly unlisted?: ReadonlyArray<MarketWindow>;
    readonly answering?: Answering;
  },
) {
  const events = WINDOWS.filter((window) => !unlisted.includes(window)).map((window) => {
    const other = markets[slugOf(window)];
    return stagedEvent(slugOf(window), other === undefined ? {} : { markets: other });
  });
  let underWay = 0;
  let underWayMax = 0;
  const resolutions = Resolutions.of({
    of: (conditionId) =>
      Effect.gen(function* () {
        underWayMax = Math.max(underWayMax, ++underWay);
        yield* Effect.yieldNow;
        const value = yield* answering(conditionId) ?? Effect.never;
        return { value: Option.some(value), isCached: true };
      }).pipe(Effect.ensuring(Effect.sync(() => {
        underWay -= 1;
      }))),
  });
  const gate = Promise.withResolvers<void>();
  const program = windowResolutions({ asset: "btc", windows }).pipe(
    Effect.provideService(RangeBudget, Effect.promise(() => gate.promise)),
    Effect.provideService(EventCatalog, makeStagedCatalog(events)),
    Effect.provideService(Resolutions, resolutions),
    Effect.updateService(Venue, (venue) => ({ ...venue, profile: PROFILE })),
    Effect.provide(Logger.layer([])),
  );
  return {
    answer: Effect.runPromise(program),
    timeIsUp: gate.resolve,
    underWayMax: () => underWayMax,
  };
}

const failuresOf = async (answer: ReturnType<typeof ask>["answer"]) =>
  (await answer).results.map((result) =>
    Option.match(Option.flatMap(result, Result.getFailure), {
      onNone: () => "",
      onSome: ({ message }) => message,
    })
  );

describe("windowResolutions()", () => {
  test("returns each window's own, some in parallel, whatever fails for the others", () =>
    fc.assert(
      fc.asyncProperty(
        fc.subarray([...WINDOWS]),
        fc.subarray([...WINDOWS]),
        async (refused, unlisted) => {
          const asked = ask({
            unlisted,
            answering: (conditionId) => {
              const at = WINDOWS.findIndex((window) => conditionOf(window) === conditionId);
              if (refused.some((window) => conditionOf(window) === conditionId)) {
                return Effect.fail(REFUSED);
              }
              return Effect.succeed(resolvedTo(BigInt(at), 1_000_000n - BigInt(at)));
            },
          });
          const { results, leftCount, isCached } = await asked.answer;
          expect(leftCount).toBe(0);
          expect(isCached).toBe(refused.length + unlisted.length === 0);
          if (unlisted.length === 0) expect(asked.underWayMax()).toBe(4);
          expect(asked.underWayMax()).toBeLessThanOrEqual(4);
          for (const [at, window] of WINDOWS.entries()) {
            const result = Option.getOrThrow(results[at] ?? Option.none());
            const failure = Option.getOrUndefined(Result.getFailure(result))?._tag;
            if (unlisted.includes(window)) expect(failure).toBe("NotListed");
            else if (refused.includes(window)) expect(failure).toBe("ProviderFailed");
            else {
              expect(result).toEqual(
                Result.succeed(Option.some(resolvedTo(BigInt(at), 1_000_000n - BigInt(at)))),
              );
            }
          }
        },
      ),
      { numRuns: 40 },
    ));

  test("has what was there when time is up, and counts what was not", async () => {
    const reached = Promise.withResolvers<void>();
    const hanging = WINDOWS.slice(2, 6).map(conditionOf);
    let hung = 0;
    const { answer, timeIsUp } = ask({
      answering: (conditionId) => {
        if (!hanging.includes(conditionId)) return Effect.succeed(UP);
        if (++hung === hanging.length) reached.resolve();
        return undefined;
      },
    });
    await reached.promise;
    timeIsUp();
    const { results, leftCount, isCached } = await answer;
    expect(results.map(Option.isSome)).toEqual(WINDOWS.map((_, at) => at < 2));
    expect(leftCount).toBe(10);
    expect(isCached).toBe(false);
  });

  const slug = slugOf(WINDOWS[0] as MarketWindow);
  const market = stagedMarket(slug);
  const named = (...names: ReadonlyArray<string>) => [
    stagedMarket(slug, { outcomes: names.map((name) => ({ name, tokenId: Option.none() })) }),
  ];
  test.each<[string, ReadonlyArray<VenueMarket>]>([
    [`its outcomes are ["Down","Up"]`, named("Down", "Up")],
    [`its outcomes are ["Up"]`, named("Up")],
    [`its outcomes are ["Up","Down","Same"]`, named("Up", "Down", "Same")],
    ["the venue lists 2 markets instead of one", [market, stagedMarket("other")]],
    ["the venue lists 0 markets instead of one", []],
    ["it has no condition yet", [stagedMarket(slug, { conditionId: Option.none() })]],
  ])("does not guess where %s", async (because, markets) => {
    const { answer } = ask({ windows: WINDOWS.slice(0, 2), markets: { [slug]: markets } });
    expect(await failuresOf(answer))
      .toEqual([`Cannot read the resolution of slug "${slug}": ${because}`, ""]);
  });

  test("refuses payouts for another number of outcomes", async () => {
    const payoutsE6 = Option.some([1_000_000n, 0n, 0n]);
    const { answer } = ask({
      windows: WINDOWS.slice(0, 1),
      answering: () => Effect.succeed({ ...UP, payoutsE6 }),
    });
    expect(await failuresOf(answer))
      .toEqual([`Cannot read the resolution of slug "${slug}": it pays 3 outcomes`]);
  });
});

test.each([[RESOLUTIONS_MAX, "Success"], [RESOLUTIONS_MAX + 1, "Failure"]] as const)(
  "of %d windows: %s",
  async (count, tag) => {
    const range = { startSec: UnixSec(DAY_SEC), endSec: UnixSec(DAY_SEC + count * 300) };
    const asked = refuseTooManyResolutions("5min", { ...range, startText: "a", endText: "b" });
    const result = await Effect.runPromise(
      Effect.andThen(TestClock.setTime((DAY_SEC + 86_400) * 1000), Effect.result(asked)).pipe(
        Effect.provide(TestClock.layer()),
      ),
    );
    expect(result._tag).toBe(tag);
    if (Result.isFailure(result)) {
      expect(result.failure).toMatchObject({
        parameter: "end",
        received: "b",
        hint: "The range has 51 windows with resolutions and an answer at most 50; " +
          "ask for a shorter one",
      });
    }
  },
);
