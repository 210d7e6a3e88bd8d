import { describe, expect, test } from "bun:test";
import { Option, Result } from "effect";
import fc from "fast-check";
import {
  canonicalName,
  maxAgeSecOf,
  overlap,
  providerOf,
} from "../../../../../app/client/typescript/stream/topic.ts";
import * as market from "../../../../../core/market/mod.ts";
import { asset, interval, profile, unixSec } from "../../../../arbitrary.ts";

describe("the client's names", () => {
  test("are those of the service", () => {
    for (const name of market.INTERVAL_NAMES) {
      const known = Result.getSuccess(market.parseInterval(name.toUpperCase()));
      expect(Option.some<string>(canonicalName(name.toUpperCase()))).toEqual(known);
    }
    for (const one of market.INTERVALS) {
      for (const channel of ["targets", "windows"]) {
        expect(providerOf(`${channel}:btc:${one}`)).toBe(market.providerOf(one));
      }
    }
    expect(providerOf("games:nba")).toBeUndefined();
    expect(providerOf("orders:5f0c1c9e-6f0e-4a53-9d5a-0f5f6d1b7c12")).toBeUndefined();
    expect(providerOf("twap:btc:60")).toBe("oracle");
    expect(providerOf("spot:btc")).toBe("exchange");
    expect(canonicalName(" BTC")).toBe("btc");
    expect(canonicalName("ＢＴＣ\u00a0")).toBe("btc");
    expect(canonicalName("１Ｈ")).toBe("1hour");
    expect(canonicalName("constructor")).toBe("constructor");
  });

  test("a topic of every asset overlaps with each of its interval, and with no other", () => {
    const [all, one] = ["targets:*:5min", "targets:btc:5min"];
    for (const pair of [[all, one], [one, all], [one, one], [all, all]] as const) {
      expect([pair, overlap(...pair)]).toEqual([pair, true]);
    }
    for (const other of ["targets:btc:15min", "targets:*:15min", "twap:*:60", "games:*"]) {
      for (const mine of [all, one]) {
        expect([mine, other, overlap(mine, other)]).toEqual([mine, other, false]);
        expect([other, mine, overlap(other, mine)]).toEqual([other, mine, false]);
      }
    }
  });

  test("an open window started less than its topic's maximum age ago, on every calendar", () => {
    fc.assert(fc.property(profile, asset, interval, unixSec, (profile, asset, interval, now) => {
      const { startSec } = market.windowContaining(profile.calendar, interval, now);
      expect(startSec).toBeGreaterThan(now - maxAgeSecOf(`targets:${asset}:${interval}`));
    }));
  });
});
