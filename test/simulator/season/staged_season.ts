/** Seasons that a test writes itself, for the simulators of platforms. @module */
import type { Offer, Season, SeasonTeam } from "../../../app/simulator/season/season.ts";
import type { LeagueCode } from "../../../core/game/mod.ts";
import { isInside, UnixSec } from "../../../core/time/mod.ts";
import type { StagedGame, StagedSide } from "../../contract/staged_game.ts";
import { moment } from "../espn/season.ts";

/** A game as a platform offers it, listed long ago. */
export function stagedOffer(
  platform: Offer["platform"],
  game: StagedGame,
  changes: Partial<Offer> = {},
): Offer {
  const kickoffSec = game.kickoffSec ?? UnixSec(1_795_300_000);
  return {
    platform,
    game: {
      number: game.number,
      league: game.league,
      home: teamOf(game.league, game.home),
      away: teamOf(game.league, game.away),
      kickoffSec,
      isKickoffConfirmed: true,
      moment: moment("before"),
      gameNumber: null,
      replaces: null,
    },
    listedSec: UnixSec(1_787_000_000),
    kickoffSec,
    lacksKickoff: game.kickoffSec === null,
    isSwapped: false,
    homeName: game.home.name,
    awayName: game.away.name,
    homeCode: game.home.code,
    awayCode: game.away.code,
    kinds: game.kinds,
    isClosed: false,
    closedSec: null,
    ...changes,
  };
}

/** Makes a season of exactly these offers, read again on each call. */
export function stagedSeason(offers: () => ReadonlyArray<Offer>): Season {
  return {
    leagues: ["nba", "epl", "laliga", "nfl"],
    gamesOn: () => [],
    game: (number) => offers().find(({ game }) => game.number === number)?.game,
    offers: (platform, { league, range }) =>
      offers().filter((offer) =>
        offer.platform === platform && offer.game.league === league &&
        isInside(range, offer.kickoffSec)
      ),
  };
}

function teamOf(league: LeagueCode, { name, code }: StagedSide): SeasonTeam {
  return {
    id: 1,
    league,
    displayName: name,
    location: name,
    nickname: name,
    shortName: name,
    abbreviation: code,
  };
}
