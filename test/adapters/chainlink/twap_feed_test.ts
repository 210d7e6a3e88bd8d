import { describe, expect, test } from "bun:test";
import { Effect, Option, Result } from "effect";
import { makeChainlinkTwapFeed } from "../../../adapters/chainlink/twap_feed.ts";
import type { Asset } from "../../../core/market/mod.ts";
import { TwapFeedMissing } from "../../../core/port/twap_feed.ts";
import type { TwapSeries } from "../../../core/price/mod.ts";
import { twapFeedContract } from "../../contract/twap_feed_contract.ts";
import { layerStillClock, makeStillClock, ms } from "../../simulator/kit/support.ts";
import { runStill } from "../../still_run.ts";
import { feedId, makeOracle } from "./oracle_world.ts";

const NOW_SEC = ms("2026-11-10T12:00:00Z") / 1000;
const PRICE = "87648210000000000000001";

/** The latest average of an asset, under whatever trouble the oracle has. */
function latest(
  series: Asset | TwapSeries,
  fault?: Readonly<Record<string, unknown>>,
) {
  const asked = typeof series === "string" ? { asset: series, windowSec: 60 } as const : series;
  const clock = makeStillClock(NOW_SEC * 1000);
  const program = Effect.gen(function* () {
    const oracle = yield* makeOracle({ clock });
    yield* oracle.put([{
      feedID: feedId("btc:twap_60"),
      validFromSec: NOW_SEC - 5,
      observedSec: NOW_SEC - 2,
      price: PRICE,
    }]);
    if (fault !== undefined) yield* oracle.fault(fault);
    return yield* Effect.result(makeChainlinkTwapFeed(oracle.account).latest(asked));
  });
  return runStill(clock, program);
}

twapFeedContract({
  name: "chainlink",
  stage: (facts, { nowSec }) =>
    Effect.gen(function* () {
      const clock = makeStillClock(nowSec * 1000);
      const oracle = yield* makeOracle({ clock });
      yield* oracle.put(facts.map(({ asset, windowSec, observedSec, priceE18 }) => ({
        feedID: feedId(`${asset}:twap_${windowSec}`),
        validFromSec: observedSec,
        observedSec,
        price: String(priceE18),
      })));
      const { latest } = makeChainlinkTwapFeed(oracle.account);
      return { latest: (series) => Effect.provide(latest(series), layerStillClock(clock)) };
    }),
});

const match = "GET /api/v1/reports/latest";

describe("chainlink twap feed", () => {
  test("gives the report's seconds, its feed and its bytes", async () => {
    const report = Option.getOrThrow(Result.getOrThrow(await latest("btc")));
    const seconds = { validFromSec: NOW_SEC - 5, observedSec: NOW_SEC - 2 };
    expect(report).toMatchObject({ feedId: feedId("btc:twap_60"), ...seconds });
    expect(report).toHaveProperty("fullReport", expect.stringMatching(/^0x/));
  });

  test("finds what is in no table, and says so where the oracle has no feed of it", async () => {
    const found = Option.getOrThrow(Result.getOrThrow(await latest("hype")));
    expect(found.stream).toBe("twap_60");
    const missing = await latest({ asset: "hype", windowSec: 30 });
    expect(Result.isFailure(missing) && missing.failure).toEqual(
      new TwapFeedMissing({ asset: "hype", windowSec: 30 }),
    );
  });

  test("has none where the oracle has none", async () => {
    expect(await latest("btc", { match, kind: "status", status: 404 }))
      .toEqual(Result.succeed(Option.none()));
  });

  test.each([
    ["unreachable", { match, kind: "status", status: 503 }],
    ["refused", { match, kind: "status", status: 401 }],
    ["limited", { match, kind: "status", status: 429 }],
    ["unreadable", { match, kind: "status", status: 200, body: { report: {} } }],
  ])("fails as %s", async (reason, fault) => {
    expect(await latest("btc", fault)).toMatchObject({ failure: { reason } });
  });
});
