/** Listings of a simulated season, compared with the game that each really is. @module */
import { expect, test } from "bun:test";
import { Effect } from "effect";
import fc from "fast-check";
import { clubNames } from "../../../adapters/openfootball/club_names.ts";
import { makeSeason } from "../../../app/simulator/season/make_season.ts";
import type {
  Offer,
  Season,
  SeasonGame,
  SeasonTeam,
} from "../../../app/simulator/season/season.ts";
import {
  type Game,
  indexTeams,
  KNOWN_NAMES,
  type LeagueCode,
  makeNameTable,
  type Match,
  matchPlatformGames,
  PLATFORMS,
  type Team,
} from "../../../core/game/mod.ts";
import { easternDaysOf, UnixSec } from "../../../core/time/mod.ts";
import { makeGame, makePlatformGame, makeTeam, sec } from "../../core/game/made_games.ts";

const DAY_SEC = 86_400;
const table = makeNameTable([...await Effect.runPromise(clubNames), ...KNOWN_NAMES]);

function toTeam(team: SeasonTeam): Team {
  return makeTeam(team.league, team.displayName, {
    abbreviation: team.abbreviation,
    otherNames: [team.location, team.nickname, team.shortName],
  });
}

function toGame(game: SeasonGame): Game {
  const [home, away] = [toTeam(game.home), toTeam(game.away)];
  const made = makeGame({ id: `${game.number}`, home, away, kickoff: "2026-01-01T00:00:00Z" });
  return { ...made, kickoffSec: game.kickoffSec };
}

function toListed(offer: Offer, key: number) {
  const home = { names: [offer.homeName], codes: [offer.homeCode] };
  const away = { names: [offer.awayName], codes: [offer.awayCode] };
  return makePlatformGame({
    source: offer.platform,
    key: `${key}`,
    league: offer.game.league,
    home: offer.isSwapped ? away : home,
    away: offer.isSwapped ? home : away,
    kickoff: offer.lacksKickoff ? { kind: "unknown" } : { kind: "at", sec: offer.kickoffSec },
  });
}

/** Each listing, what it was linked to, and the id of the game that it really is of. */
function verdicts(season: Season, league: LeagueCode, nowSec: UnixSec) {
  const [startSec, endSec] = [UnixSec(nowSec - 2 * DAY_SEC), UnixSec(nowSec + 14 * DAY_SEC)];
  // The schedule as it is read, with nothing cached.
  const games = easternDaysOf({ startSec, endSec })
    .flatMap((day) => season.gamesOn(league, day, nowSec)).map(toGame);
  const offers = PLATFORMS.flatMap((platform) =>
    season.offers(platform, { league, range: { startSec, endSec } }, nowSec)
  );
  const index = indexTeams({ league, teams: games.flatMap((g) => [g.home, g.away]), table });
  const listed = offers.map((offer, at) => ({ game: toListed(offer, at), lastSeenSec: nowSec }));
  const matches = matchPlatformGames({ league, index, games, listed, nowSec });
  expect(matches.length).toBe(offers.length);
  return offers.flatMap((offer, at) => {
    const truth = `espn:${offer.game.number}`;
    const isScheduled = games.some(({ id }) => id === truth);
    return matches.slice(at, at + 1).map((found) => ({ offer, found, truth, isScheduled }));
  });
}

/** Both names are known, or one is and the kickoff is about right. */
function canBeFound({ game, kickoffSec, lacksKickoff }: Offer, { why }: Match): boolean {
  const isOnTime = !lacksKickoff && Math.abs(kickoffSec - game.kickoffSec) <= 3 * 3_600;
  return isOnTime || why === null || !why.startsWith("Knows no team");
}

test("a season's listings are linked to the right games, or not linked for certain", () => {
  const instant = fc.integer({ min: sec("2026-01-01T00:00:00Z"), max: sec("2026-12-31T00:00:00Z") })
    .map(UnixSec);
  const seed = fc.integer({ min: 1, max: 1_000_000 });
  let listed = 0;
  let exact = 0;
  fc.assert(
    fc.property(seed, instant, fc.nat(), (seed, nowSec, at) => {
      const season = makeSeason(seed);
      const league = season.leagues[at % season.leagues.length] ?? "nfl";
      for (const { offer, found, truth, isScheduled } of verdicts(season, league, nowSec)) {
        listed += 1;
        const { link, maybe } = found;
        if (link?.confidence === "exact") {
          exact += 1;
          expect(link).toMatchObject({ gameId: truth, isSwapped: offer.isSwapped });
        }
        const mayBe = link === null ? maybe : [link.gameId, ...maybe];
        if (link?.confidence === "high" && !offer.lacksKickoff) expect(link.gameId).toBe(truth);
        if (isScheduled && canBeFound(offer, found)) expect(mayBe).toContain(truth);
      }
    }),
    {
      numRuns: 30,
      // A game that was moved by a day keeps its kickoff, 17 h from another one of its two teams.
      examples: [[770_916, sec("2026-01-01T00:00:00Z"), 2_147_483_625]],
    },
  );
  expect(exact / listed).toBeGreaterThan(0.8);
}, 300_000);
