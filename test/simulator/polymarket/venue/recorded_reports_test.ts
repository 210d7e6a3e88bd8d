import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { makeOracleSeries } from "../../../../app/simulator/chainlink/oracle_series.ts";
import { makeOracleValues } from "../../../../app/simulator/polymarket/venue/oracle_value.ts";
import { makeWorld } from "../../../../app/simulator/world/world.ts";
import { ORACLE_FEEDS } from "../../../../app/simulator/chainlink/feed.ts";

const FROM_SEC = Date.parse("2026-09-20T11:00:00Z") / 1_000;
const world = makeWorld(1);
const untouched = makeOracleValues(world);

function feedId(stream: "spot" | "twap_60"): string {
  const feed = [...ORACLE_FEEDS.values()]
    .find((feed) => feed.asset === "btc" && feed.stream === stream);
  if (feed === undefined) throw new Error(`there is no ${stream} feed of btc`);
  return feed.feedId;
}

describe("recorded reports of the oracle", () => {
  test("are the published values of their time, and nothing where none covers a second", () => {
    const seconds = fc.uniqueArray(fc.nat(40), { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(seconds, fc.integer({ min: -5, max: 45 }), (observed, asked) => {
        const series = makeOracleSeries(world);
        const reports = observed.toSorted((a, b) => a - b).map((at) => ({
          validFromSec: FROM_SEC + at,
          observedSec: FROM_SEC + at,
          priceE18: BigInt(at + 1),
        }));
        series.recorded.get(feedId("twap_60"))?.put(reports);
        const instant = { asset: "btc", stream: "twap_60", sec: FROM_SEC + asked } as const;
        const [first, last] = [Math.min(...observed), Math.max(...observed)];
        const isCovered = asked >= first && asked <= last;
        const found = makeOracleValues(world, { reports: series }).published(instant);
        expect(found).toBe(
          !isCovered
            ? untouched.published(instant)
            : observed.includes(asked)
            ? BigInt(asked + 1)
            : undefined,
        );
      }),
      { numRuns: 60 },
    );
  });

  test("of the spot feed are in the averages of the minute after them", () => {
    const series = makeOracleSeries(world);
    const price = 5n * 10n ** 18n;
    const reports = Array.from({ length: 120 }, (_, at) => ({
      validFromSec: FROM_SEC + at,
      observedSec: FROM_SEC + at,
      priceE18: price,
    }));
    series.recorded.get(feedId("spot"))?.put(reports);
    const values = makeOracleValues(world, { reports: series });
    const at = (sec: number) => values.settled({ asset: "btc", stream: "twap_60", sec });
    expect(at(FROM_SEC + 100)).toBe(price);
    expect(at(FROM_SEC + 150)).not.toBe(
      untouched.settled({ asset: "btc", stream: "twap_60", sec: FROM_SEC + 150 }),
    );
    expect(at(FROM_SEC + 200)).toBe(
      untouched.settled({ asset: "btc", stream: "twap_60", sec: FROM_SEC + 200 }),
    );
  });
});
