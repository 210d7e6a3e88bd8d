import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  type Asset,
  type Interval,
  PROFILE_BY_NAME,
  type VenueProfileName,
  windowAfter,
  windowContaining,
} from "../../../core/market/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { asset, interval, profile, unixSec } from "../../arbitrary.ts";

function slugAt(name: VenueProfileName, asset: Asset, interval: Interval, iso: string): string {
  const profile = PROFILE_BY_NAME[name];
  const window = windowContaining(profile.calendar, interval, UnixSec(Date.parse(iso) / 1000));
  return profile.slugOf(asset, window);
}

describe("slugs", () => {
  test.each(
    [
      ["btc", "5min", "2026-01-01T00:07:00Z", "btc-updown-5m-1767225900"],
      ["eth", "15min", "2026-01-01T00:16:00Z", "eth-15m-2026-01-01-0015"],
      ["sol", "1hour", "2026-01-01T09:30:00Z", "sol-1h-2026-01-01-0900"],
      ["hype", "4hour", "2026-01-01T23:00:00Z", "hype-4h-2026-01-01-2000"],
      ["bnb", "daily", "2026-01-01T23:00:00Z", "bnb-1d-2026-01-01-0000"],
    ] as const,
  )("spec: %s %s at %s is %s", (asset, interval, iso, slug) => {
    expect(slugAt("spec", asset, interval, iso)).toBe(slug);
  });

  // Real slugs of the venue.
  test.each(
    [
      ["btc", "5min", "2026-03-12T09:20:00Z", "btc-updown-5m-1773307200"],
      ["btc", "4hour", "2026-08-22T16:00:00Z", "btc-updown-4h-1787414400"],
      ["eth", "1hour", "2026-07-27T21:10:00Z", "ethereum-up-or-down-july-27-2026-5pm-et"],
      ["eth", "1hour", "2026-09-21T00:10:00Z", "ethereum-up-or-down-september-20-2026-8pm-et"],
      ["btc", "1hour", "2026-01-27T05:00:00Z", "bitcoin-up-or-down-january-27-12am-et"],
      ["btc", "1hour", "2026-03-15T16:00:00Z", "bitcoin-up-or-down-march-15-2026-12pm-et"],
      ["btc", "daily", "2026-07-14T16:00:00Z", "bitcoin-up-or-down-on-july-15-2026"],
      ["btc", "daily", "2026-02-25T20:00:00Z", "bitcoin-up-or-down-on-february-26"],
      ["hype", "daily", "2026-07-14T16:00:00Z", "hyperliquid-up-or-down-on-july-15-2026"],
      ["hype", "1hour", "2026-07-14T16:00:00Z", "hype-up-or-down-july-14-2026-12pm-et"],
      ["doge", "15min", "2026-07-14T16:00:00Z", "doge-updown-15m-1784044800"],
    ] as const,
  )("polymarket: %s %s at %s is %s", (asset, interval, iso, slug) => {
    expect(slugAt("polymarket", asset, interval, iso)).toBe(slug);
  });

  test("names the hour that is repeated in November alike both times, as the venue does", () => {
    const [first, second] = ["2026-11-01T05:00:00Z", "2026-11-01T06:00:00Z"]
      .map((iso) => slugAt("polymarket", "btc", "1hour", iso));
    expect(first).toBe("bitcoin-up-or-down-november-1-2026-1am-et");
    expect(second).toBe(first!);
  });

  test("is different for the next window and for another asset", () =>
    fc.assert(fc.property(profile, asset, asset, interval, unixSec, (...args) => {
      const [profile, one, other, interval, atSec] = args;
      const window = windowContaining(profile.calendar, interval, atSec);
      const next = windowAfter(profile.calendar, window);
      const isRepeatedHour = profile.name === "polymarket" && interval === "1hour" &&
        new Date(atSec * 1000).getUTCMonth() === 10;
      if (!isRepeatedHour) expect(profile.slugOf(one, next)).not.toBe(profile.slugOf(one, window));
      if (one !== other) {
        expect(profile.slugOf(other, window)).not.toBe(profile.slugOf(one, window));
      }
    })));

  test("is lower-case ASCII words between dashes", () =>
    fc.assert(fc.property(profile, asset, interval, unixSec, (profile, asset, interval, atSec) => {
      const slug = profile.slugOf(asset, windowContaining(profile.calendar, interval, atSec));
      expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)+$/);
    })));
});
