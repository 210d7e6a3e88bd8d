import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { PROFILE_BY_NAME, windowContaining, windowOfSlug } from "../../../core/market/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { asset, interval, profile, unixSec } from "../../arbitrary.ts";

/** From the venue's first windows on; a year before it, dates without a year are not told apart. */
const recentSec = fc.integer({ min: 1_760_000_000, max: 2_145_916_799 }).map(UnixSec);
const LATER = UnixSec(4_000_000_000);

describe("windowOfSlug()", () => {
  test("finds a window of the same slug for every window, by either profile", () =>
    fc.assert(
      fc.property(profile, asset, interval, recentSec, (profile, asset, interval, atSec) => {
        const window = windowContaining(profile.calendar, interval, atSec);
        const slug = profile.slugOf(asset, window);
        const found = windowOfSlug(profile, slug, LATER);
        expect(found?.asset).toBe(asset);
        // Only the repeated hour in November has another one.
        const apart = Math.abs((found?.window.startSec ?? 0) - window.startSec);
        expect(found && profile.slugOf(found.asset, found.window)).toBe(slug);
        expect([0, 3_600]).toContain(apart);
        if (interval !== "1hour") expect(found?.window).toEqual(window);
      }),
      {
        // An hour that comes twice, and one whose slug has no year.
        examples: [1_793_509_200, 1_767_243_600].map((sec) => [
          PROFILE_BY_NAME.polymarket,
          "btc",
          "1hour",
          UnixSec(sec),
        ]),
      },
    ));

  test("finds nothing for what no profile writes, be it nearly a slug", () =>
    fc.assert(fc.property(profile, asset, unixSec, fc.nat(40), fc.string({ maxLength: 1 }), (
      profile,
      asset,
      atSec,
      at,
      other,
    ) => {
      const slug = profile.slugOf(asset, windowContaining(profile.calendar, "15min", atSec));
      const changed = slug.slice(0, at) + other + slug.slice(at + 1);
      const found = windowOfSlug(profile, changed, LATER);
      if (found !== undefined) expect(profile.slugOf(found.asset, found.window)).toBe(changed);
    })));

  test.each([
    "",
    "btc-updown-5m-1767225601",
    "btc-updown-1h-1767225600",
    "nope-updown-5m-1767225600",
    "constructor-updown-5m-1767225600",
    "bitcoin-up-or-down-smarch-3-2026-5pm-et",
    "bitcoin-up-or-down-july-32-2026-5pm-et",
    "btc-15m-2026-02-30-0015",
    "btc-updown-5m-99999999999",
  ])("finds nothing for %j", (slug) => {
    for (const profile of Object.values(PROFILE_BY_NAME)) {
      expect(windowOfSlug(profile, slug, LATER)).toBeUndefined();
    }
  });

  test("gives the first of two hours with one slug until the second begins", () => {
    const { polymarket } = PROFILE_BY_NAME;
    // 2026-11-01 01:00 EDT and 01:00 EST.
    const [firstSec, secondSec] = [UnixSec(1_793_509_200), UnixSec(1_793_512_800)];
    const slug = "bitcoin-up-or-down-november-1-2026-1am-et";
    const at = (sec: number) => windowOfSlug(polymarket, slug, UnixSec(sec))?.window.startSec;
    expect([at(firstSec - 9), at(secondSec - 1), at(secondSec)])
      .toEqual([firstSec, firstSec, secondSec]);
  });
});
