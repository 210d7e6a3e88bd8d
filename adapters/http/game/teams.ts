/**
 * `GET /api/v1/teams`: the teams that appear in games.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect, Schema } from "effect";
import { LEAGUES, parseSearch, SPORTS, teamFilterText, teamPage } from "../../../core/game/mod.ts";
import { makeCursors, parseLimit, parseList } from "../../../core/page/mod.ts";
import {
  IF_NONE_MATCH_PARAMETER,
  NOT_MODIFIED_DOC,
  taggedAnswer,
  taggedBody,
} from "../edge/etag.ts";
import { currentListing, metaText } from "./game_envelope.ts";
import {
  LEAGUE_PARAMETER,
  LIMIT_PARAMETER,
  SPORT_PARAMETER,
  TEAM_CURSOR_PARAMETER,
  TEXT_PARAMETER,
} from "./game_parameters.ts";
import { teamBody } from "./game_text.ts";
import { declareKeyedRoute } from "../edge/route.ts";
import {
  GAMES_META_EXAMPLE,
  GamesMetaWire,
  HOME_EXAMPLE,
  NextCursorWire,
  TeamWire,
} from "./wire_team.ts";

const Body = Type.Object({
  data: Type.Array(TeamWire),
  next_cursor: { ...NextCursorWire, examples: [TEAM_CURSOR_PARAMETER.example] },
  meta: GamesMetaWire,
}, { $id: "Teams" });

/** The id of the last team of the previous page. */
const CURSORS = makeCursors("teams", Schema.Tuple([Schema.String]));

/** The route. */
export const teamsRoute = declareKeyedRoute({
  method: "GET",
  path: "/api/v1/teams",
  access: "read",
  isCompressed: true,
  family: "coded",
  needsNoProvider: true,
  tag: "Games",
  summary: "Teams that appear in games",
  description: "Ordered by id, each once. A team of several leagues has the first of the " +
    "requested ones; if none is requested, its own league rather than a cup.",
  parameters: [
    LEAGUE_PARAMETER,
    SPORT_PARAMETER,
    TEXT_PARAMETER,
    LIMIT_PARAMETER,
    TEAM_CURSOR_PARAMETER,
    IF_NONE_MATCH_PARAMETER,
  ],
  responses: {
    200: {
      description: "A page of teams",
      schema: Body,
      example: { data: [HOME_EXAMPLE], next_cursor: null, meta: GAMES_META_EXAMPLE },
    },
    304: NOT_MODIFIED_DOC,
    503: {
      description:
        "The API key cannot be checked, or the games are not loaded yet: the body gives " +
        "the progress, or since when the schedule has been unreachable",
    },
  },
  handle: Effect.fnUntraced(function* ({ query, request }) {
    const leagues = yield* Effect.fromResult(parseList("league", query.league, LEAGUES));
    const sports = yield* Effect.fromResult(parseList("sport", query.sport, SPORTS));
    const text = yield* Effect.fromResult(parseSearch(query.q));
    const filter = { leagues, sports, text };
    const limit = yield* Effect.fromResult(parseLimit(query.limit));
    const filters = teamFilterText(filter);
    const cursorKey = query.cursor === undefined
      ? undefined
      : yield* Effect.fromResult(CURSORS.read(query.cursor, filters));
    const listing = yield* currentListing;
    const { teams, next, ...totals } = teamPage(listing, {
      filter,
      after: cursorKey?.[0] ?? null,
      limit,
    });
    const cursor = next === null ? null : CURSORS.write([next], filters);
    const meta = metaText(listing, totals);
    const body = taggedBody([
      `{"data":${JSON.stringify(teams.map(teamBody))},"next_cursor":${JSON.stringify(cursor)},`,
      `"meta":${meta}}`,
    ]);
    return taggedAnswer(request, body);
  }),
});
