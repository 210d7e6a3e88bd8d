import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { streamsInForce } from "../../../adapters/chainlink/stream_feeds.ts";
import { INTERVALS, windowContaining } from "../../../core/market/mod.ts";
import { targetRule } from "../../../core/price/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { profile, unixSec } from "../../arbitrary.ts";
import { ms } from "../../simulator/kit/support.ts";

const DAY_SEC = 86_400;
const streamsAt = (iso: string) =>
  fc.sample(profile, 2).map((profile) => streamsInForce(profile, ms(iso) / 1000));

describe("streamsInForce()", () => {
  test.each([
    ["2026-08-05T23:59:59Z", ["spot", "twap_30", "twap_60"]],
    ["2026-08-06T00:00:01Z", ["spot", "twap_30", "twap_60"]],
    ["2026-08-07T12:00:00Z", ["twap_30", "twap_60"]],
    ["2026-11-10T12:00:00Z", ["twap_30", "twap_60"]],
  ])("at %s", (iso, streams) => {
    for (const found of streamsAt(iso)) expect<ReadonlyArray<string>>(found).toEqual(streams);
  });

  test("has every stream that a window of the next day asks for", () => {
    const aroundChanges = fc.integer({
      min: ms("2026-08-05") / 1000,
      max: ms("2026-08-15") / 1000,
    });
    fc.assert(fc.property(
      profile,
      fc.oneof(unixSec, aroundChanges.map(UnixSec)),
      fc.integer({ min: 0, max: DAY_SEC - 1 }),
      (profile, nowSec, aheadSec) => {
        const streams = streamsInForce(profile, nowSec);
        for (const interval of INTERVALS) {
          const window = windowContaining(profile.calendar, interval, UnixSec(nowSec + aheadSec));
          const rule = targetRule(profile, window);
          if (rule.kind === "report") expect(streams).toContain(rule.stream);
        }
        expect(streams).toEqual(expect.arrayContaining(["twap_30", "twap_60"]));
      },
    ));
  });
});
