/**
 * A game of the season in the provider's format.
 *
 * @module
 */
import { LEAGUE_FACTS } from "../../../core/game/mod.ts";
import { easternDay } from "../../../core/time/mod.ts";
import { type SeasonGame, type SeasonTeam } from "../season/season.ts";
import { type ScoreboardLeague } from "./scoreboard_league.ts";
import { utcMinute } from "./eastern_text.ts";
import { gameStatusObject } from "./game_clock.ts";
import { seasonObject } from "./season_object.ts";

/** A JSON object as it is served. */
export type WireObject = Readonly<Record<string, unknown>>;

/**
 * Returns an event with its one competition. The home side comes first in the list and last in the
 * name.
 */
export function eventObject(game: SeasonGame, league: ScoreboardLeague): WireObject {
  const { home, away, kickoffSec, isKickoffConfirmed } = game;
  const id = String(game.number);
  const uid = `s:${league.sportId}~l:${league.leagueId}~e:${id}`;
  const date = utcMinute(kickoffSec);
  const status = gameStatusObject(game, LEAGUE_FACTS[game.league].sport);
  return {
    id,
    uid,
    date,
    name: `${away.displayName} at ${home.displayName}`,
    shortName: `${away.abbreviation} @ ${home.abbreviation}`,
    season: seasonObject(game.league, easternDay(kickoffSec)),
    competitions: [{
      id,
      uid: `${uid}~c:${id}`,
      date,
      startDate: date,
      attendance: 0,
      timeValid: isKickoffConfirmed,
      neutralSite: false,
      conferenceCompetition: false,
      recent: status.type.state === "in",
      wasSuspended: false,
      competitors: [
        competitorObject(home, { game, league, isHome: true }),
        competitorObject(away, { game, league, isHome: false }),
      ],
      notes: [],
      status,
    }],
    status,
  };
}

interface Side {
  readonly game: SeasonGame;
  readonly league: ScoreboardLeague;
  readonly isHome: boolean;
}

/** Before a game, or if it is not played, both sides have the score `"0"`. */
function competitorObject(team: SeasonTeam, { game, league, isHome }: Side): WireObject {
  const { phase, homeScore, awayScore } = game.moment;
  const isPlayed = phase === "playing" || phase === "break" || phase === "final";
  const scored = isPlayed ? isHome ? homeScore : awayScore : 0;
  const id = String(team.id);
  return {
    id,
    uid: teamUid(team, league),
    type: "team",
    order: isHome ? 0 : 1,
    homeAway: isHome ? "home" : "away",
    ...(phase === "final" ? { winner: scored > (isHome ? awayScore : homeScore) } : {}),
    team: {
      id,
      uid: teamUid(team, league),
      location: team.location,
      name: team.nickname,
      abbreviation: team.abbreviation,
      displayName: team.displayName,
      shortDisplayName: team.shortName,
      isActive: true,
      logo: logoUrl(team, league),
    },
    score: String(scored),
  };
}

/** A soccer club is the same in every league, so its uid names no league. */
function teamUid({ id }: SeasonTeam, { sport, sportId, leagueId }: ScoreboardLeague): string {
  return sport === "soccer" ? `s:${sportId}~t:${id}` : `s:${sportId}~l:${leagueId}~t:${id}`;
}

function logoUrl({ id, abbreviation }: SeasonTeam, { sport, slug }: ScoreboardLeague): string {
  const folder = "https://a.espncdn.com/i/teamlogos";
  if (sport === "soccer") return `${folder}/soccer/500/${id}.png`;
  if (slug.includes("college")) return `${folder}/ncaa/500/${id}.png`;
  return `${folder}/${slug}/500/scoreboard/${abbreviation.toLowerCase()}.png`;
}
