/** Any number of realistic games, each a function of its number. @module */
import { makeApiKey } from "../../../core/access/mod.ts";
import {
  GAME_STATUSES,
  type GameRecord,
  LEAGUE_FACTS,
  LEAGUES,
  PLATFORMS,
  type Scan,
  type Team,
} from "../../../core/game/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { gameRecord, scanAt } from "../../contract/game_fixture.ts";

/** The one API key of their service, which nobody issued but the benchmark. */
export const GAMES_KEY = makeApiKey("live", new Uint8Array(32).fill(7));

/** 2026-09-20T00:00:00Z. All games begin within 30 days from here. */
export const FIRST_SEC = UnixSec(1_789_862_400);

/** The longest time window of one request. */
export const WINDOW = "from=2026-09-20T00:00:00Z&to=2026-10-21T00:00:00Z";

const TEAMS_PER_LEAGUE = 60;
const SPAN_SEC = 30 * 86_400;

/** Scatters neighbouring numbers. */
function mixed(value: number): number {
  return Math.imul(value ^ (value >>> 7), 0x9e3779b1) >>> 0;
}

function team(place: number, number: number): Team {
  const league = LEAGUES[place] ?? "nba";
  const { sport, name } = LEAGUE_FACTS[league];
  return {
    id: `${sport}:espn:${place * 1_000 + number}`,
    name: `Atlético ${name} Club ${number}`,
    abbreviation: `T${number}`,
    logoUrl: `https://a.espncdn.com/i/teamlogos/${sport}/500/${place * 1_000 + number}.png`,
    sport,
    league,
    otherNames: [`Atlético ${number}`, `Club ${number}`, `${name} ${number}`],
  };
}

/** Returns the game of a number, which is on every platform. */
export function gameOfNumber(number: number): GameRecord {
  const chance = mixed(number);
  const place = chance % LEAGUES.length;
  const side = chance % TEAMS_PER_LEAGUE;
  const kickoffSec = UnixSec(
    FIRST_SEC + Math.floor(mixed(chance) / 2 ** 32 * (SPAN_SEC / 300)) * 300,
  );
  return gameRecord({
    id: `espn:${400_000_000 + number}`,
    league: LEAGUES[place] ?? "nba",
    home: team(place, side),
    away: team(place, (side + 1) % TEAMS_PER_LEAGUE),
    status: GAME_STATUSES[chance % 3] ?? "scheduled",
    kickoffSec,
    previousKickoffs: chance % 20 === 0 ? [{ kickoffSec, changedSec: FIRST_SEC }] : [],
    actualEndSec: chance % 3 === 2 ? UnixSec(kickoffSec + 7_000 + chance % 2_000) : null,
    score: chance % 3 === 0 ? null : {
      home: chance % 5,
      away: 0,
      clock: "45'+5'",
      period: 2,
      detail: "HT",
      updatedSec: FIRST_SEC,
    },
    redistributable: "unknown",
  }, {
    platforms: PLATFORMS.map((source, at) => ({
      source,
      confidence: "exact",
      events: 1,
      marketsStored: chance % 30,
      lastSeenSec: UnixSec(FIRST_SEC - at),
    })),
  });
}

/** Returns the scans of half an hour: every three minutes, each platform for each league. */
export function manyScans(): ReadonlyArray<Scan> {
  const window = { startSec: UnixSec(0), endSec: UnixSec(FIRST_SEC * 2) };
  return PLATFORMS.flatMap((source) =>
    LEAGUES.flatMap((league) =>
      Array.from(
        { length: 10 },
        (_, at) => scanAt(UnixSec(FIRST_SEC - at * 180), { source, league, window }),
      )
    )
  );
}
