import { describe, expect, test } from "bun:test";
import { Effect, Option, Result } from "effect";
import fc from "fast-check";
import { ProviderFailed } from "../../../../core/port/provider_failure.ts";
import { type TwapFeed, TwapFeedMissing } from "../../../../core/port/twap_feed.ts";
import { ORACLE_STREAMS, type TwapSeries } from "../../../../core/price/mod.ts";
import { joinTwapFeeds } from "../../../../core/use_case/live/mod.ts";

const SERIES = { asset: "btc", windowSec: 60 } as const;
const failed = new ProviderFailed({ provider: "relay", reason: "timeout", cause: null });
const observation = (observedSec: number) =>
  ({ stream: "twap_60", validFromSec: observedSec, observedSec, priceE18: 1n }) as const;

type Feeds = readonly [TwapFeed["Service"] | undefined, TwapFeed["Service"] | undefined];

/** Nothing here hangs, unless a test says so. */
function ask(
  [feed, other]: Feeds,
  { series = SERIES, sleepMs = () => Effect.never }: {
    readonly series?: TwapSeries;
    readonly sleepMs?: (ms: number) => Effect.Effect<void>;
  } = {},
) {
  const joined = joinTwapFeeds([
    { streams: ORACLE_STREAMS, feed, setting: "CHAINLINK_API_KEY" },
    { streams: ["twap_60"], feed: other, setting: "POLYMARKET_RELAY_WALLET" },
  ], sleepMs);
  return Effect.runPromise(Effect.result(joined.latest(series)));
}

/** A source with a newest second, with none, that fails, or that is not set up. */
const says = fc.constantFrom<number | "none" | "failed" | "off">(7, 8, 9, "none", "failed", "off");
function feedOf(says: number | "none" | "failed" | "off"): TwapFeed["Service"] | undefined {
  if (says === "off") return undefined;
  return {
    latest: () =>
      says === "failed"
        ? Effect.fail(failed)
        : Effect.succeed(says === "none" ? Option.none() : Option.some(observation(says))),
  };
}

describe("joinTwapFeeds()", () => {
  test("returns the newest answer, whichever source it is from", () =>
    fc.assert(fc.asyncProperty(says, says, async (first, second) => {
      const seconds = [first, second].filter((one) => typeof one === "number");
      fc.pre(seconds.length > 0);
      const found = Result.getOrThrow(await ask([feedOf(first), feedOf(second)]));
      expect(Option.getOrThrow(found).observedSec).toBe(Math.max(...seconds));
    })));

  test("says what to turn on: what the relay does not carry, it does not help with", async () => {
    const nobody = await ask([undefined, undefined]);
    expect(Result.isFailure(nobody) && nobody.failure).toMatchObject({
      _tag: "ProviderOff",
      setting: "CHAINLINK_API_KEY or POLYMARKET_RELAY_WALLET",
    });
    const found = await ask([undefined, feedOf(7)], { series: { asset: "btc", windowSec: 30 } });
    expect(Result.isFailure(found) && found.failure)
      .toMatchObject({ _tag: "ProviderOff", setting: "CHAINLINK_API_KEY" });
  });

  test("a source that hangs does not hide what another has", async () => {
    const feeds = [{ latest: () => Effect.never }, feedOf(8)] as const;
    const found = Result.getOrThrow(await ask(feeds, { sleepMs: () => Effect.void }));
    expect(Option.getOrThrow(found).observedSec).toBe(8);
  });

  test("fails as the best source does", async () => {
    const missing = new TwapFeedMissing(SERIES);
    const found = await ask([{ latest: () => Effect.fail(missing) }, feedOf("failed")]);
    expect(Result.isFailure(found) && found.failure).toBe(missing);
  });
});
