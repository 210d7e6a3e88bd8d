/** Teams, games and platform games for the tests of matching. @module */
import {
  type Game,
  indexTeams,
  LEAGUE_FACTS,
  type LeagueCode,
  makeNameTable,
  type Match,
  matchPlatformGames,
  type NameTable,
  type PlatformGame,
  type PlatformKickoff,
  type PlatformSide,
  type PreviousKickoff,
  type Team,
} from "../../../core/game/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { gameOf } from "./arbitrary_game.ts";

/** A team whose id is made of its league and name. */
export function makeTeam(league: LeagueCode, name: string, rest: Partial<Team> = {}): Team {
  const { sport } = LEAGUE_FACTS[league];
  return {
    id: `${sport}:espn:${league}-${name}`,
    name,
    abbreviation: "",
    logoUrl: null,
    sport,
    league,
    otherNames: [],
    ...rest,
  };
}

/** A game of two teams. Its id is `espn:` and the number. */
export function makeGame(
  { id, home, away, kickoff, ...rest }:
    & { readonly id: string; readonly home: Team; readonly away: Team; readonly kickoff: string }
    & Partial<Omit<Game, "id" | "home" | "away">>,
): Game {
  const kickoffSec = sec(kickoff);
  const facts = { league: home.league, home, away, kickoffSec, redistributable: "yes" } as const;
  return gameOf(id, { ...facts, ...rest });
}

/** ISO text as unix seconds. */
export function sec(iso: string): UnixSec {
  return UnixSec(Date.parse(iso) / 1000);
}

/** A kickoff that was given up. */
export function gaveUp(iso: string): PreviousKickoff {
  return { kickoffSec: sec(iso), changedSec: sec(iso) };
}

/** A side by its names. */
export function named(...names: ReadonlyArray<string>): PlatformSide {
  return { names, codes: [] };
}

/** A side by a code alone. */
export function coded(...codes: ReadonlyArray<string>): PlatformSide {
  return { names: [], codes };
}

/** A kickoff at an instant. */
export function at(iso: string): PlatformKickoff {
  return { kind: "at", sec: sec(iso) };
}

/** A kickoff of which only the US Eastern day is known. */
export function onDay(iso: string, gameNumber: number | null = null): PlatformKickoff {
  const [year = 0, month = 0, day = 0] = iso.split("-").map(Number);
  return { kind: "day", day: { year, month, day }, gameNumber };
}

/** A platform's game with one event of one market. */
export function makePlatformGame(
  rest: Partial<PlatformGame> & Pick<PlatformGame, "home" | "away" | "kickoff">,
): PlatformGame {
  return {
    source: "kalshi",
    key: "listed",
    league: "nfl",
    isOpen: true,
    events: [{ id: "event", title: "Title", markets: ["market"] }],
    ...rest,
  };
}

const NOW = "2026-09-20T00:00:00Z";
const NO_NAMES = makeNameTable([]);

/** Matches platform games with games, of which the teams are all there are. */
export function match(
  { league, games, listed, teams, table = NO_NAMES, now = NOW, seen = now, since }: {
    readonly league: LeagueCode;
    readonly games: ReadonlyArray<Game>;
    readonly listed: ReadonlyArray<PlatformGame>;
    readonly teams?: ReadonlyArray<Team>;
    readonly table?: NameTable;
    readonly now?: string;
    /** When the platform was last seen to list them. */
    readonly seen?: string;
    /** Since when all games are at hand. */
    readonly since?: string;
  },
): ReadonlyArray<Match> {
  const met = games.flatMap(({ home, away }) => [home, away]);
  const index = indexTeams({ league, teams: teams ?? met, table });
  return matchPlatformGames({
    league,
    index,
    games,
    listed: listed.map((game) => ({ game, lastSeenSec: sec(seen) })),
    nowSec: sec(now),
    ...(since === undefined ? {} : { sinceSec: sec(since) }),
  });
}
