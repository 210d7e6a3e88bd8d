import { describe, expect, test } from "bun:test";
import { Effect, Option, Result } from "effect";
import fc from "fast-check";
import { ProviderFailed, type TwapFeed, TwapFeedMissing } from "../../../core/port/mod.ts";
import { ORACLE_STREAMS } from "../../../core/price/mod.ts";
import { joinTwapFeeds } from "../../../core/use_case/mod.ts";

const SERIES = { asset: "btc", windowSec: 60 } as const;
const failed = new ProviderFailed({ provider: "relay", reason: "timeout", cause: null });
const observation = (observedSec: number) =>
  ({ stream: "twap_60", validFromSec: observedSec, observedSec, priceE18: 1n }) as const;

/** Nothing here hangs, unless a test says so. */
let sleepMs: (ms: number) => Effect.Effect<void> = () => Effect.never;

type Answer = Effect.Success<ReturnType<typeof answerOf>>;
const answerOf = (feed: TwapFeed["Service"] | undefined, other: TwapFeed["Service"] | undefined) =>
  Effect.result(
    joinTwapFeeds([
      { streams: ORACLE_STREAMS, feed, setting: "CHAINLINK_API_KEY" },
      { streams: ["twap_60"], feed: other, setting: "POLYMARKET_RELAY_WALLET" },
    ], sleepMs).latest(SERIES),
  );
const ask = (...feeds: Parameters<typeof answerOf>): Promise<Answer> =>
  Effect.runPromise(answerOf(...feeds));

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
  test("gives the newest of those that answer, whichever source that is", async () => {
    await fc.assert(fc.asyncProperty(says, says, async (first, second) => {
      const seconds = [first, second].filter((one) => typeof one === "number");
      fc.pre(seconds.length > 0);
      const found = Result.getOrThrow(await ask(feedOf(first), feedOf(second)));
      expect(Option.getOrThrow(found).observedSec).toBe(Math.max(...seconds));
    }));
  });

  test("says what to turn on: what the relay does not carry, it does not help with", async () => {
    const nobody = await ask(undefined, undefined);
    expect(Result.isFailure(nobody) && nobody.failure).toMatchObject({
      _tag: "ProviderOff",
      setting: "CHAINLINK_API_KEY or POLYMARKET_RELAY_WALLET",
    });
    const short = joinTwapFeeds([
      { streams: ORACLE_STREAMS, feed: undefined, setting: "CHAINLINK_API_KEY" },
      { streams: ["twap_60"], feed: feedOf(7), setting: "POLYMARKET_RELAY_WALLET" },
    ], sleepMs).latest({ asset: "btc", windowSec: 30 });
    const found = await Effect.runPromise(Effect.result(short));
    expect(Result.isFailure(found) && found.failure)
      .toMatchObject({ _tag: "ProviderOff", setting: "CHAINLINK_API_KEY" });
  });

  test("a source that hangs does not hide what another has", async () => {
    sleepMs = () => Effect.void;
    const found = Result.getOrThrow(await ask({ latest: () => Effect.never }, feedOf(8)));
    sleepMs = () => Effect.never;
    expect(Option.getOrThrow(found).observedSec).toBe(8);
  });

  test("fails as the best source does", async () => {
    const missing = new TwapFeedMissing(SERIES);
    const found = await ask({ latest: () => Effect.fail(missing) }, feedOf("failed"));
    expect(Result.isFailure(found) && found.failure).toBe(missing);
  });
});
