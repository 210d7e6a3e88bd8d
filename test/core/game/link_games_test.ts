import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  type GamePlatform,
  linkGames,
  makeNameTable,
  mergeScans,
  type PlatformGame,
  type PlatformKickoff,
} from "../../../core/game/mod.ts";
import { DAY_SEC, UnixSec } from "../../../core/time/mod.ts";
import { at, makeGame, makePlatformGame, makeTeam, named, onDay, sec } from "./made_games.ts";

const KICKOFF = "2026-09-20T17:00:00Z";
const [home, away] = [makeTeam("mlb", "Chicago Cubs"), makeTeam("mlb", "Cincinnati Reds")];

/** A listing of the two teams with one event, of as many markets. */
function listing(
  key: string,
  kickoff: PlatformKickoff,
  { isSwapped = false, markets = 1 } = {},
): PlatformGame {
  const sides = [named(home.name), named(away.name)] as const;
  const [first, second] = isSwapped ? [sides[1], sides[0]] : sides;
  const ids = Array.from({ length: markets }, (_, i) => `${key}-${i}`);
  return makePlatformGame({
    key,
    league: "mlb",
    home: first,
    away: second,
    kickoff,
    events: [{ id: key, title: "", markets: ids }],
  });
}

/** What the platforms have of games of the two teams that begin at these times. */
function platformsOf(
  kickoffs: ReadonlyArray<string>,
  listed: ReadonlyArray<PlatformGame>,
  nowSec = sec(KICKOFF),
): ReadonlyArray<ReadonlyArray<GamePlatform>> {
  const records = kickoffs.map((kickoff, i) => ({
    game: makeGame({ id: `${i}`, home, away, kickoff }),
    platforms: [],
    maybeOn: [],
  }));
  const { games } = linkGames({
    league: "mlb",
    names: makeNameTable([]),
    nowSec,
    sinceSec: UnixSec(0),
    records,
    listed: mergeScans([], [{ atSec: nowSec, games: listed }]),
  });
  return records.map(({ game: { id } }) =>
    games.find(({ game }) => game.id === id)?.platforms ?? []
  );
}

test.each([[2 * DAY_SEC, 1], [2 * DAY_SEC + 1, 0]])(
  "of a listing without a kickoff the markets count from 2 days before the game: %d s, %d",
  (beforeSec, expected) => {
    const nowSec = UnixSec(sec(KICKOFF) - beforeSec);
    const [platforms] = platformsOf([KICKOFF], [listing("x", { kind: "unknown" })], nowSec);
    expect(platforms).toMatchObject([{ confidence: "high", marketsStored: expected }]);
  },
);

describe("a game counts of the listings of its teams", () => {
  const own = listing("own", at(KICKOFF), { markets: 3 });
  const late = (hours: number, rest = {}) =>
    listing(`late-${hours}`, { kind: "at", sec: UnixSec(sec(KICKOFF) + hours * 3_600) }, {
      markets: 5,
      ...rest,
    });

  test.each<[string, ReadonlyArray<string>, ReadonlyArray<PlatformGame>, object]>([
    ["its own, and not one 4.5 hours later", [KICKOFF], [own, late(4.5)], [
      [{ confidence: "exact", events: 1, marketsStored: 3 }],
    ]],
    ["its own, and neither one before nor one with the sides swapped", [KICKOFF], [
      late(-4.5),
      own,
      late(4.5, { isSwapped: true }),
    ], [[{ confidence: "exact", events: 1, marketsStored: 3 }]]],
    ["its own, and not one whose kickoff could be an anchor", [KICKOFF], [late(2), own], [
      [{ confidence: "exact", events: 1, marketsStored: 3 }],
    ]],
    ["its own with swapped sides, and not a later one", [KICKOFF], [
      late(4.5),
      listing("swapped", at(KICKOFF), { isSwapped: true }),
    ], [[{ confidence: "high", events: 1, marketsStored: 1 }]]],
    ["its own without a kickoff, and not a later one", [KICKOFF], [
      listing("unknown", { kind: "unknown" }),
      late(4.5),
    ], [[{ confidence: "high", events: 1, marketsStored: 1 }]]],
    ["its own and those of its spreads and totals, which begin with it", [KICKOFF], [
      own,
      listing("spread", at("2026-09-20T17:05:00Z")),
      late(4.5),
      listing("total", at(KICKOFF)),
    ], [[{ confidence: "exact", events: 3, marketsStored: 5 }]]],
    ["the doubtful ones where it has no other", [KICKOFF], [late(4.5), late(-5)], [
      [{ confidence: "review", events: 2, marketsStored: 10 }],
    ]],
    ["one each, of a doubleheader that the schedule has", [KICKOFF, "2026-09-20T21:30:00Z"], [
      late(4.5),
      own,
    ], [
      [{ confidence: "exact", events: 1, marketsStored: 3 }],
      [{ confidence: "exact", events: 1, marketsStored: 5 }],
    ]],
    ["its own, if the other game of the day has none", [KICKOFF, "2026-09-20T21:30:00Z"], [own], [
      [{ confidence: "exact", events: 1, marketsStored: 3 }],
      [],
    ]],
  ])("%s", (_, kickoffs, listed, expected) => {
    expect(platformsOf(kickoffs, listed)).toMatchObject(expected);
  });

  test("the same, in whatever order the platform lists them", () => {
    const kickoff = fc.oneof(
      fc.constantFrom(-5, -4.5, -2, 0, 0.2, 1, 4.5, 20).map((hours): PlatformKickoff => ({
        kind: "at",
        sec: UnixSec(sec(KICKOFF) + hours * 3_600),
      })),
      fc.constantFrom<PlatformKickoff>({ kind: "unknown" }, onDay("2026-09-20", 2)),
    );
    const listings = fc.array(fc.tuple(kickoff, fc.boolean()), { minLength: 1, maxLength: 5 })
      .map((all) =>
        all.map(([kickoff, isSwapped], i) => listing(`${i}`, kickoff, { isSwapped, markets: i }))
      ).chain((all) =>
        fc.tuple(
          fc.constant(all),
          fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
        )
      );
    const games = fc.subarray([KICKOFF, "2026-09-20T21:30:00Z"], { minLength: 1 });
    fc.assert(fc.property(games, listings, (kickoffs, [listed, shuffled]) => {
      expect(platformsOf(kickoffs, shuffled)).toEqual(platformsOf(kickoffs, listed));
    }));
  });
});
