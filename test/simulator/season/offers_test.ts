import { describe, expect, test } from "bun:test";
import { makeSeason } from "../../../app/simulator/season/make_season.ts";
import type { Offer } from "../../../app/simulator/season/season.ts";
import { type PlatformCode, PLATFORMS } from "../../../core/game/mod.ts";
import { DAY_SEC, UnixSec } from "../../../core/time/mod.ts";

const HOUR_SEC = 3_600;
const SEASON = makeSeason(2);
const START_SEC = Date.parse("2026-10-28T00:00:00Z") / 1000;

/** What a platform has in all leagues, of kickoffs from three days before to one after. */
function offersAt(code: PlatformCode, nowSec: number): ReadonlyArray<Offer> {
  const range = { startSec: UnixSec(nowSec - 3 * DAY_SEC), endSec: UnixSec(nowSec + DAY_SEC) };
  return SEASON.leagues
    .flatMap((league) => SEASON.offers(code, { league, range }, UnixSec(nowSec)));
}

/** Offers of all platforms, each seen every half a day of ten days. */
const SEEN = PLATFORMS.flatMap((code) =>
  Array.from({ length: 20 }, (_, half) => START_SEC + half * DAY_SEC / 2)
    .flatMap((nowSec) => offersAt(code, nowSec).map((offer) => ({ nowSec, offer })))
);
const OFFERS = [
  ...new Map(SEEN.map(({ offer }) => [
    `${offer.platform} ${offer.game.number} ${offer.kickoffSec}`,
    offer,
  ])).values(),
];

describe("an offer of the sandbox's season", () => {
  test("stays with its names from its listing on, open until its game is over", () => {
    const first = new Map<string, Offer>();
    for (const { nowSec, offer } of SEEN) {
      const key = `${offer.platform} ${offer.game.number}`;
      const { homeName, awayName, isSwapped, kinds, listedSec } = first.get(key) ?? offer;
      first.set(key, first.get(key) ?? offer);
      expect(offer).toMatchObject({ homeName, awayName, isSwapped, kinds, listedSec });
      expect(listedSec).toBeLessThanOrEqual(nowSec);
      expect(kinds[0]).toBe("winner");
      expect(offer.isClosed).toBe(offer.closedSec !== null);
      if (offer.isClosed) expect(offer.closedSec).toBeWithin(listedSec, nowSec + 1);
      const { phase } = offer.game.moment;
      if (phase === "before" && offer.kickoffSec > nowSec) expect(offer.isClosed).toBe(false);
      if (phase === "final" && offer.game.kickoffSec < nowSec - 8 * HOUR_SEC) {
        expect(offer.isClosed).toBe(true);
      }
    }
  });

  const strange =
    /^(Northbridge|Eastmere|Old Quay|Harrowgate|Silverlake|Port Ellery|Ashdown|Vale Park)/;
  test.each<[string, (offer: Offer) => boolean]>([
    ["with swapped sides", ({ isSwapped }) => isSwapped],
    ["without a kickoff", ({ lacksKickoff }) => lacksKickoff],
    [
      "with the kickoff from before a move",
      ({ kickoffSec, game }) => kickoffSec !== game.kickoffSec && game.isKickoffConfirmed,
    ],
    [
      "with one unknown name",
      ({ homeName, awayName }) => strange.test(homeName) !== strange.test(awayName),
    ],
    ["of a game that is on no schedule", ({ game }) => game.number >= 700_000_000],
    [
      "listed only hours before its game",
      ({ game, listedSec, kickoffSec }) =>
        game.replaces === null && kickoffSec - listedSec < 10 * HOUR_SEC,
    ],
  ])("is found a few times a day %s", (_, isSo) => {
    expect(OFFERS.filter(isSo).length).toBeWithin(20, 200);
  });
});
