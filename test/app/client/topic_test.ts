import { describe, expect, test } from "bun:test";
import { Option, Result } from "effect";
import fc from "fast-check";
import { canonicalName, INTERVALS, providerOf, reachSecOf } from "../../../app/client/topic.ts";
import * as market from "../../../core/market/mod.ts";
import { asset, interval, profile, unixSec } from "../../arbitrary.ts";

describe("the client's own words", () => {
  test("are the service's", () => {
    expect([...INTERVALS]).toEqual([...market.INTERVALS]);
    for (const name of market.INTERVAL_NAMES) {
      const known = Result.getSuccess(market.parseInterval(name.toUpperCase()));
      expect(Option.some<string>(canonicalName(name.toUpperCase()))).toEqual(known);
    }
    for (const one of market.INTERVALS) {
      expect(providerOf(`targets:btc:${one}`)).toBe(market.providerOf(one));
    }
    expect(providerOf("twap:btc:60")).toBe("oracle");
    expect(canonicalName(" BTC")).toBe("btc");
    expect(canonicalName("constructor")).toBe("constructor");
  });

  test("a window that is open started less than its topic's reach ago, on every calendar", () => {
    fc.assert(fc.property(profile, asset, interval, unixSec, (profile, asset, interval, now) => {
      const { startSec } = market.windowContaining(profile.calendar, interval, now);
      expect(startSec).toBeGreaterThan(now - reachSecOf(`targets:${asset}:${interval}`));
    }));
  });
});
