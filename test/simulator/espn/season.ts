/** A season of a few fixed games, for the simulated schedule. @module */
import type { Season, SeasonGame, SeasonTeam } from "../../../app/simulator/season/season.ts";
import { LEAGUE_FACTS, LEAGUES } from "../../../core/game/mod.ts";
import { easternDay, toDayText, UnixSec } from "../../../core/time/mod.ts";

/** Returns a season with exactly these games at every instant. */
export function makeListedSeason(games: ReadonlyArray<SeasonGame>): Season {
  return {
    leagues: LEAGUES.filter((code) => games.some(({ league }) => league === code)),
    gamesOn: (league, day) =>
      games.filter((game) =>
        game.league === league && toDayText(easternDay(game.kickoffSec)) === toDayText(day)
      ).toSorted((a, b) => a.kickoffSec - b.kickoffSec || a.number - b.number),
    game: (number) => games.find((game) => game.number === number),
    offers: () => [],
  };
}

/** Returns a team of a league from its name: `Boston Celtics` plays in Boston. */
export function listedTeam(
  displayName: string,
  { id, league }: Pick<SeasonTeam, "id" | "league">,
): SeasonTeam {
  const words = displayName.split(" ");
  const isSoccer = LEAGUE_FACTS[league].sport === "soccer";
  return {
    id,
    league,
    displayName,
    location: isSoccer ? displayName : words.slice(0, -1).join(" "),
    nickname: isSoccer ? displayName : words.at(-1) ?? displayName,
    shortName: words.at(-1) ?? displayName,
    abbreviation: displayName.replaceAll(/[^A-Za-z]/g, "").slice(0, 3).toUpperCase(),
  };
}

/** Returns a game that has not begun: by default, the Celtics at the Pistons. */
export function listedGame(changes: Partial<SeasonGame> = {}): SeasonGame {
  const { league = "nba" } = changes;
  return {
    number: 401_000_001,
    league,
    home: listedTeam("Detroit Pistons", { id: 8, league }),
    away: listedTeam("Boston Celtics", { id: 2, league }),
    kickoffSec: atSec("2026-11-21T00:30:00Z"),
    isKickoffConfirmed: true,
    moment: moment("before"),
    gameNumber: null,
    replaces: null,
    ...changes,
  };
}

/** Returns the state on a scoreboard; by default, nothing has happened. */
export function moment(
  phase: SeasonGame["moment"]["phase"],
  changes: Partial<SeasonGame["moment"]> = {},
): SeasonGame["moment"] {
  return { phase, homeScore: 0, awayScore: 0, period: 0, clockSec: 0, isTop: false, ...changes };
}

/** An ISO time in seconds. */
export function atSec(iso: string): UnixSec {
  return UnixSec(Date.parse(iso) / 1000);
}
