/**
 * Games, and the teams and leagues that appear in them.
 *
 * @module
 */
import { Effect, Schema } from "effect";
import { Elysia } from "elysia";
import {
  durationOf,
  type GameListing,
  LEAGUE_FACTS,
  type LeagueCode,
  LEAGUES,
  noDurations,
  shownGames,
  teamFilterText,
  teamPage,
  withheldGames,
} from "../../../core/game/mod.ts";
import { makeCursors, PAGE_LIMIT } from "../../../core/page/mod.ts";
import type { GameReadModel } from "../../../core/use_case/game/mod.ts";
import { answers } from "../edge/answer/answers.ts";
import { edge } from "../edge/edge.ts";
import { IfNoneMatch, NotModified, taggedAnswer, taggedBody } from "../edge/answer/etag.ts";
import type { Gate, HandlerCall } from "../edge/gate.ts";
import { otherMethods } from "../edge/other_methods.ts";
import { currentListing, metaBody } from "./game_envelope.ts";
import { makeGamePages } from "./game_pages.ts";
import { teamBody } from "./game_text.ts";
import { type GameWriter, makeGameWriter } from "./game_writer.ts";
import { Games, GamesQuestion, Leagues, Teams, TeamsQuestion } from "./wire_listing.ts";
import type { LeagueWire } from "./wire_team.ts";

const UNREAD = "The API key cannot be checked, or the games are not loaded yet: the body gives " +
  "the progress, or since when the schedule has been unreachable";

/** The routes. The writer caches the text of games; pass one to share its cache. */
export function games<Ports>(
  gate: Gate<Ports | GameReadModel>,
  gameWriter: GameWriter = makeGameWriter(),
) {
  const pageOf = makeGamePages(gameWriter);
  return new Elysia({ name: "games", prefix: "/api/v1", tags: ["Games"] })
    .use(edge(gate, "coded"))
    .get("/games", ({ query, call, answerHolder }) => answerHolder(() => pageOf(query, call)), {
      access: "read",
      isCompressed: true,
      needsNoProvider: true,
      query: GamesQuestion,
      headers: IfNoneMatch,
      response: answers("coded", { 200: Games, 304: NotModified, 503: UNREAD }),
      detail: {
        operationId: "listGames",
        summary: "Games in a window",
        description: "Every game of the reference schedule that begins in the window, with the " +
          "platforms on which it was found: several, one or none. Ordered by kickoff, then id. A " +
          "platform missing from a game's `platforms` does not offer the game only if its " +
          "`coverage` is `not_listed`. The schedule is read from some days back to some ahead: a " +
          "league in `meta.unread_leagues` may have games that are not listed.",
      },
    })
    .get("/teams", ({ query, call, answerHolder }) => answerHolder(() => teams(query, call)), {
      access: "read",
      isCompressed: true,
      needsNoProvider: true,
      query: TeamsQuestion,
      headers: IfNoneMatch,
      response: answers("coded", { 200: Teams, 304: NotModified, 503: UNREAD }),
      detail: {
        operationId: "listTeams",
        summary: "Teams that appear in games",
        description: "Ordered by id, each once. A team of several leagues has the first of the " +
          "requested ones; if none is requested, its own league rather than a cup.",
      },
    })
    .get("/leagues", ({ call, answerHolder }) => answerHolder(() => leagues(call)), {
      access: "read",
      isCompressed: true,
      needsNoProvider: true,
      headers: IfNoneMatch,
      response: answers("coded", { 200: Leagues, 304: NotModified, 503: UNREAD }),
      detail: {
        operationId: "listLeagues",
        summary: "Leagues",
        description: "Every league by which games are listed, including those without a game yet.",
      },
    })
    .use(otherMethods);
}

/** The id of the last team of the previous page. */
const CURSORS = makeCursors("teams", Schema.Tuple([Schema.String]));

const teams = Effect.fnUntraced(
  function* (question: typeof TeamsQuestion.static, { request }: HandlerCall) {
    const { league = [], sport = [], q = null, limit = PAGE_LIMIT.usual, cursor } = question;
    const filter = { leagues: league, sports: sport, text: q };
    const filters = teamFilterText(filter);
    const [after = null] = cursor === undefined
      ? []
      : yield* Effect.fromResult(CURSORS.read(cursor, filters));
    const listing = yield* currentListing;
    const { teams, next, ...totals } = teamPage(listing, { filter, after, limit });
    const body: typeof Teams.static = {
      data: teams.map(teamBody),
      next_cursor: next === null ? null : CURSORS.write([next], filters),
      meta: metaBody(listing, totals),
    };
    return taggedAnswer<typeof body>(request, taggedBody([JSON.stringify(body)]));
  },
);

const leagues = Effect.fnUntraced(function* ({ request }: HandlerCall) {
  const listing = yield* currentListing;
  const data = LEAGUES.map((code) => leagueBody(listing, code));
  const withheld = withheldGames(listing, LEAGUES);
  const meta = metaBody(listing, { total: data.length, withheld });
  const body: typeof Leagues.static = { data, meta };
  return taggedAnswer<typeof body>(request, taggedBody([JSON.stringify(body)]));
});

function leagueBody(listing: GameListing, code: LeagueCode): typeof LeagueWire.static {
  const { name, sport } = LEAGUE_FACTS[code];
  const { medianMin, p90Min, basis } = listing.durations.get(code) ??
    durationOf(code, noDurations());
  return {
    code,
    name,
    sport,
    games: shownGames(listing, [code]),
    duration: { median_min: medianMin, p90_min: p90Min, basis },
  };
}
