/**
 * `GET /api/v1/leagues`: the codes of leagues, and how long their games last.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect } from "effect";
import {
  durationOf,
  type GameListing,
  LEAGUE_FACTS,
  type LeagueCode,
  LEAGUES,
  noDurations,
  shownGames,
  withheldGames,
} from "../../../core/game/mod.ts";
import {
  IF_NONE_MATCH_PARAMETER,
  NOT_MODIFIED_DOC,
  taggedAnswer,
  taggedBody,
} from "../edge/etag.ts";
import { currentListing, metaText } from "./game_envelope.ts";
import { declareKeyedRoute } from "../edge/route.ts";
import { GAMES_META_EXAMPLE, GamesMetaWire, LeagueWire } from "./wire_team.ts";

const Body = Type.Object(
  { data: Type.Array(LeagueWire), meta: GamesMetaWire },
  { $id: "Leagues" },
);

/** The route. */
export const leaguesRoute = declareKeyedRoute({
  method: "GET",
  path: "/api/v1/leagues",
  access: "read",
  isCompressed: true,
  family: "coded",
  needsNoProvider: true,
  tag: "Games",
  summary: "Leagues",
  description: "Every league by which games are listed, including those without a game yet.",
  parameters: [IF_NONE_MATCH_PARAMETER],
  responses: {
    200: {
      description: "The leagues",
      schema: Body,
      example: {
        data: [{
          code: "nfl",
          name: "NFL",
          sport: "football",
          games: 272,
          duration: { median_min: 187, p90_min: 212, basis: "league_measured" },
        }],
        meta: GAMES_META_EXAMPLE,
      },
    },
    304: NOT_MODIFIED_DOC,
    503: {
      description:
        "The API key cannot be checked, or the games are not loaded yet: the body gives " +
        "the progress, or since when the schedule has been unreachable",
    },
  },
  handle: Effect.fnUntraced(function* ({ request }) {
    const listing = yield* currentListing;
    const data = LEAGUES.map((code) => leagueBody(listing, code));
    const withheld = withheldGames(listing, LEAGUES);
    const meta = metaText(listing, { total: data.length, withheld });
    return taggedAnswer(request, taggedBody([`{"data":${JSON.stringify(data)},"meta":${meta}}`]));
  }),
});

function leagueBody(listing: GameListing, code: LeagueCode) {
  const { name, sport } = LEAGUE_FACTS[code];
  const duration = listing.durations.get(code) ?? durationOf(code, noDurations());
  return {
    code,
    name,
    sport,
    games: shownGames(listing, [code]),
    duration: {
      median_min: duration.medianMin,
      p90_min: duration.p90Min,
      basis: duration.basis,
    },
  };
}
