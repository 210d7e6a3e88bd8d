import { describe, expect, test } from "bun:test";
import { HashMap } from "effect";
import fc from "fast-check";
import {
  coverageOf,
  emptyListing,
  type Game,
  type GameListing,
  MEASURED_GAMES_MIN,
  patchListing,
} from "../../../../core/game/mod.ts";
import { UnixSec } from "../../../../core/time/mod.ts";
import { gameOf, SOME_DAY_SEC } from "../arbitrary_game.ts";
import {
  clubOf,
  lastOf,
  listingOf,
  scan,
  settings,
  settingsOf,
  writes,
} from "./arbitrary_listing.ts";

const scans = fc.array(scan, { maxLength: 6 });

/** The content of a listing, apart from the write that it reflects. */
function contentOf({ rows, durations, teams, shownTeams }: GameListing) {
  return { rows, durations, teams, shownTeams };
}

describe("a listing", () => {
  test("equals the listing built from everything in one step", () =>
    fc.assert(fc.property(settings, writes, (settings, writes) => {
      const patched = listingOf(settings, writes);
      const afresh = listingOf(settings, [[...lastOf(writes).values()]]);
      expect(contentOf(patched)).toEqual(contentOf(afresh));
    })));

  test("has a new list of teams exactly if a changed game changes it", () => {
    const change = fc.constantFrom<Partial<Game>>(
      { status: "live" },
      { kickoffSec: UnixSec(SOME_DAY_SEC + 99 * 3_600) },
      { kickoffSec: UnixSec(SOME_DAY_SEC - 3_600) },
      { redistributable: "yes" },
      { redistributable: "no" },
      { home: clubOf("epl", "Z") },
      { away: clubOf("epl", "Z") },
    );
    fc.assert(fc.property(settings, writes, fc.nat(), change, (settings, writes, at, change) => {
      const games = [...lastOf(writes).values()];
      const record = games[at % games.length];
      fc.pre(record !== undefined);
      const changed = { ...record, game: { ...record.game, ...change } };
      const patched = listingOf(settings, [games, [changed]]);
      const afresh = listingOf(settings, [[...games, changed]]);
      expect(contentOf(patched)).toEqual(contentOf(afresh));
    }));
  });

  test("finds every game in it by id, and no other", () =>
    fc.assert(fc.property(settings, writes, (settings, writes) => {
      const { byId, rows } = listingOf(settings, writes);
      expect(new Map(HashMap.entries(byId))).toEqual(new Map(lastOf(writes)));
      expect(new Set(rows.records)).toEqual(new Set(HashMap.values(byId)));
    })));

  test("is not changed by later patches", () =>
    fc.assert(fc.property(settings, writes, writes, (settings, writes, later) => {
      const listing = listingOf(settings, writes);
      const before = structuredClone(contentOf(listing));
      for (const [at, records] of later.entries()) {
        const head = { revision: 100 + at, atSec: UnixSec(SOME_DAY_SEC + 100 + at) };
        patchListing(listing, { head, nowSec: head.atSec, records, reaches: new Map(), scans: [] });
      }
      expect(contentOf(listing)).toEqual(before);
    })));

  test("stays the same object until something changes or becomes too old", () =>
    fc.assert(
      fc.property(writes, scans, fc.nat(4_000), fc.nat(4_000), (writes, scans, one, later) => {
        const head = { revision: 7, atSec: SOME_DAY_SEC };
        const at = (listing: GameListing, seconds: number) =>
          patchListing(listing, {
            head,
            nowSec: UnixSec(SOME_DAY_SEC + seconds),
            records: [],
            reaches: new Map(),
            scans,
          });
        const games = patchListing(emptyListing(settingsOf("internal")), {
          head,
          nowSec: SOME_DAY_SEC,
          records: writes.flat(),
          reaches: new Map(),
          scans,
        });
        const first = at(games, one);
        const second = at(first, one + later);
        expect(second.asOfSec).toBeGreaterThanOrEqual(first.asOfSec);
        expect(second.asOfSec).toBeLessThanOrEqual(SOME_DAY_SEC + one + later);
        const on = settingsOf("internal").platforms;
        const contentOf = ({ rows, evidence }: GameListing) =>
          rows.records.map((record) => coverageOf(record, { evidence, on }));
        expect(second === first).toBe(second.asOfSec === first.asOfSec);
        if (second === first) return;
        // Another process that has read the same store has the same content, as of the same second.
        const elsewhere = at({ ...games, revision: 0, asOfSec: UnixSec(0) }, one + later);
        expect(elsewhere.asOfSec).toBe(second.asOfSec);
        expect(contentOf(elsewhere)).toEqual(contentOf(second));
      }),
    ));

  test("is as of its last write, even where that is ahead of this clock", () => {
    const head = { revision: 3, atSec: UnixSec(SOME_DAY_SEC + 50) };
    const window = { startSec: UnixSec(0), endSec: UnixSec(SOME_DAY_SEC * 2) };
    const look = { source: "kalshi", league: "mlb", window, isComplete: true } as const;
    const listing = patchListing(emptyListing(settingsOf("internal")), {
      head,
      nowSec: SOME_DAY_SEC,
      records: [],
      reaches: new Map(),
      scans: [{ ...look, atSec: UnixSec(SOME_DAY_SEC - 1_790) }],
    });
    expect([listing.revision, listing.asOfSec]).toEqual([3, head.atSec]);
    expect(listing.evidence.scans.get("mlb")?.get("kalshi")).toEqual([]);
  });
});

describe("durations", () => {
  const ended = (id: number, minutes: number) => ({
    game: gameOf(String(id), {
      league: "nba",
      status: "finished",
      actualEndSec: UnixSec(SOME_DAY_SEC + minutes * 60),
    }),
    platforms: [],
    maybeOn: [],
  });
  const games = Array.from({ length: MEASURED_GAMES_MIN }, (_, id) => ended(id, 100));

  test("are measured as games end, and corrected as those are", () => {
    const listing = listingOf(settingsOf("internal"), [games.slice(1)]);
    expect(listing.durations.get("nba")?.basis).toBe("sport_prior");
    const measured = listingOf(settingsOf("internal"), [games.slice(1), games.slice(0, 1)]);
    expect(measured.durations.get("nba"))
      .toEqual({ medianMin: 100, p90Min: 100, basis: "league_measured" });
    expect(measured.durations.get("wnba")?.basis).toBe("sport_prior");
    const [first] = games;
    if (first === undefined) throw new Error("no game");
    const corrected = { ...first, game: { ...first.game, status: "live" as const } };
    expect(listingOf(settingsOf("internal"), [games, [corrected]]).durations.get("nba")?.basis)
      .toBe("sport_prior");
  });

  test("stay the same object while their content is the same", () => {
    const listing = listingOf(settingsOf("internal"), [games]);
    const more = patchListing(listing, {
      head: { revision: 9, atSec: UnixSec(SOME_DAY_SEC + 9) },
      nowSec: UnixSec(SOME_DAY_SEC + 9),
      records: [ended(77, 100)],
      reaches: new Map(),
      scans: [],
    });
    expect(more.durations.get("nba")).toBe(listing.durations.get("nba"));
    expect(more.durationCounts.get("nba")?.[100]).toBe(21);
    expect(listing.durationCounts.get("nba")?.[100]).toBe(20);
  });
});
