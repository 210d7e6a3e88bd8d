/** Random listings of a few games, teams and kickoffs, so that they meet. @module */
import fc from "fast-check";
import {
  emptyListing,
  GAME_STATUSES,
  type GameFilter,
  type GameListing,
  type GameRecord,
  LEAGUE_FACTS,
  type LeagueCode,
  LEAGUES,
  type ListingSettings,
  patchListing,
  type PlatformCode,
  REDISTRIBUTION_FILTERS,
  type RedistributionFilter,
  REDISTRIBUTIONS,
  type Scan,
  type Team,
} from "../../../../core/game/mod.ts";
import { UnixSec } from "../../../../core/time/mod.ts";
import { gameOf, SOME_DAY_SEC } from "../arbitrary_game.ts";

/** Settings of a service that scans two platforms. */
export function settingsOf(redistributionFilter: RedistributionFilter): ListingSettings {
  return {
    redistributionFilter,
    leagues: LEAGUES,
    platforms: [
      {
        code: "polymarket",
        redistributable: "unknown",
        licenseNote: "Says nothing",
        listsOnlyOpen: false,
      },
      { code: "kalshi", redistributable: "no", licenseNote: 'Says "ask us"', listsOnlyOpen: false },
    ],
    schedules: [{ source: "espn", licenseNote: (league) => `Says nothing of ${league}` }],
  };
}

export const settings = fc.constantFrom(...REDISTRIBUTION_FILTERS).map(settingsOf);

const league = fc.constantFrom<LeagueCode[]>("epl", "ucl", "nba");

/** A team of a league. The clubs of the cup are those of the league. */
export function clubOf(league: LeagueCode, letter: string, changes: Partial<Team> = {}): Team {
  const { sport } = LEAGUE_FACTS[league];
  return {
    id: `${sport}:espn:${letter.charCodeAt(0)}`,
    name: `Élan ${letter}`,
    abbreviation: `${letter}${letter}`,
    logoUrl: letter === "A" ? null : `https://example.com/${letter}.png`,
    sport,
    league,
    otherNames: [],
    ...changes,
  };
}

/** A few teams of each league, as the book shares them, and one under another logo. */
const SIDES = new Map<LeagueCode, ReadonlyArray<Team>>(
  (["epl", "ucl", "nba"] as const).map((league) => [league, [
    clubOf(league, "A"),
    clubOf(league, "A", { logoUrl: "https://example.com/new.png" }),
    clubOf(league, "B"),
    clubOf(league, "C"),
  ]]),
);

const sideOf = (league: LeagueCode) => fc.constantFrom(...SIDES.get(league) ?? []);

const source = fc.constantFrom<PlatformCode[]>("polymarket", "kalshi", "sx_bet");

const platform = fc.record({
  source,
  confidence: fc.constantFrom("exact", "high", "review"),
  events: fc.integer({ min: 1, max: 3 }),
  marketsStored: fc.nat(5),
  lastSeenSec: fc.nat(3).map((minutes) => UnixSec(SOME_DAY_SEC - minutes * 60)),
});

/** Five kickoffs, an hour apart. */
const kickoffSec = fc.nat(4).map((hours) => UnixSec(SOME_DAY_SEC + hours * 3_600));

/** One of ten games, somehow. */
export const gameRecord: fc.Arbitrary<GameRecord> = league.chain((league) =>
  fc.record({
    game: fc.record({
      league: fc.constant(league),
      home: sideOf(league),
      away: sideOf(league),
      status: fc.constantFrom(...GAME_STATUSES),
      kickoffSec,
      actualEndSec: fc.option(kickoffSec),
      redistributable: fc.constantFrom(...REDISTRIBUTIONS),
      score: fc.option(fc.record({
        home: fc.nat(2),
        away: fc.nat(2),
        clock: fc.constantFrom(null, "45'+5'"),
        period: fc.constantFrom(null, 2),
        detail: fc.constantFrom(null, 'a "quoted" word'),
        updatedSec: kickoffSec,
      })),
      previousKickoffs: fc.array(
        fc.record({ kickoffSec, changedSec: kickoffSec }),
        { maxLength: 2 },
      ),
      supersedes: fc.constantFrom(null, "espn:9"),
      isKickoffConfirmed: fc.boolean(),
    }),
    eventId: fc.nat(9).map(String),
    platforms: fc.uniqueArray(platform, { selector: ({ source }) => source }),
    maybeOn: fc.uniqueArray(source),
  }).map(({ game, eventId, ...rest }) => ({ game: gameOf(eventId, game), ...rest }))
);

/** Writes of some games each. */
export const writes = fc.array(fc.array(gameRecord, { maxLength: 6 }), { maxLength: 5 });

/** A scan of a league; the listing is of the second day. */
export const scan: fc.Arbitrary<Scan> = fc.record({
  source: fc.constantFrom("polymarket", "kalshi"),
  league,
  window: fc.constantFrom(1, 2, 3).map((days) => ({
    startSec: UnixSec(SOME_DAY_SEC - days * 86_400),
    endSec: UnixSec(SOME_DAY_SEC + days * 86_400),
  })),
  atSec: fc.constantFrom(0, 1_000, 1_800, 1_801).map((age) => UnixSec(SOME_DAY_SEC - age)),
  isComplete: fc.boolean(),
});

/** What is asked for; often everything. */
export const gameFilter: fc.Arbitrary<GameFilter> = fc.record({
  window: fc.tuple(fc.integer({ min: -1, max: 5 }), fc.integer({ min: 1, max: 6 })).map(
    ([from, hours]) => ({
      startSec: UnixSec(SOME_DAY_SEC + from * 3_600),
      endSec: UnixSec(SOME_DAY_SEC + (from + hours) * 3_600),
    }),
  ),
  leagues: fc.uniqueArray(league),
  statuses: fc.uniqueArray(fc.constantFrom(...GAME_STATUSES)),
  sources: fc.uniqueArray(source),
});

/** The listing after some writes, each at a second of its own. */
export function listingOf(
  settings: ListingSettings,
  writes: ReadonlyArray<ReadonlyArray<GameRecord>>,
  scans: ReadonlyArray<Scan> = [],
): GameListing {
  return writes.reduce(
    (listing, records, index) =>
      patchListing(listing, {
        head: { revision: index + 1, atSec: UnixSec(SOME_DAY_SEC + index) },
        nowSec: UnixSec(SOME_DAY_SEC + index),
        records,
        reaches: new Map(),
        scans,
      }),
    emptyListing(settings),
  );
}

/** What the writes come to: the last of each game. */
export function lastOf(
  writes: ReadonlyArray<ReadonlyArray<GameRecord>>,
): ReadonlyMap<string, GameRecord> {
  return new Map(writes.flat().map((record) => [record.game.id, record]));
}
