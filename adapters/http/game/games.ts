/**
 * `GET /api/v1/games`: the games of a window, page by page.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect, Result, Schema } from "effect";
import {
  filterText,
  GAME_STATUSES,
  type GameFilter,
  type GameKey,
  gamePage,
  type GamePart,
  gameTotals,
  LEAGUES,
  parseInclude,
  parseWindow,
  PLATFORMS,
  unreadLeagues,
} from "../../../core/game/mod.ts";
import { makeCursors, parseLimit, parseList } from "../../../core/page/mod.ts";
import { RequestRejected } from "../../../core/request.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { GameReadModel } from "../../../core/use_case/game/mod.ts";
import {
  IF_NONE_MATCH_PARAMETER,
  NOT_MODIFIED_DOC,
  taggedAnswer,
  taggedBody,
} from "../edge/etag.ts";
import { listingOf, metaText } from "./game_envelope.ts";
import {
  INCLUDE_PARAMETER,
  LEAGUE_PARAMETER,
  LIMIT_PARAMETER,
  PAGE_CURSOR_PARAMETER,
  SOURCE_PARAMETER,
  STATUS_PARAMETER,
  WINDOW_PARAMETERS,
} from "./game_parameters.ts";
import { type WriteGame } from "./game_text.ts";
import { KeptPages } from "./kept_pages.ts";
import { type Call, declareKeyedRoute } from "../edge/route.ts";
import { GAME_EXAMPLE, GameWire } from "./wire_game.ts";
import { GAMES_META_EXAMPLE, GamesOfWindowMetaWire, NextCursorWire } from "./wire_team.ts";

const PARAMETERS = [
  ...WINDOW_PARAMETERS,
  LEAGUE_PARAMETER,
  STATUS_PARAMETER,
  SOURCE_PARAMETER,
  INCLUDE_PARAMETER,
  LIMIT_PARAMETER,
  PAGE_CURSOR_PARAMETER,
  IF_NONE_MATCH_PARAMETER,
] as const;

const Body = Type.Object({
  data: Type.Array(GameWire),
  next_cursor: { ...NextCursorWire, examples: [PAGE_CURSOR_PARAMETER.example] },
  meta: GamesOfWindowMetaWire,
}, { $id: "Games" });

const Instant = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0));

/** The window of the first page and the last game of the previous page. */
const CURSORS = makeCursors(
  "games",
  Schema.Tuple([Instant, Instant, Instant, Schema.String]),
);

/** A parsed request. */
interface GamesRequest {
  readonly filter: GameFilter;
  /** The text that a cursor's filters are compared by. */
  readonly filters: string;
  readonly after: GameKey | null;
  readonly limit: number;
  readonly parts: ReadonlyArray<GamePart>;
}

type Query = Call<typeof PARAMETERS>["query"];

function readRequest(
  query: Query,
  nowSec: UnixSec,
): Result.Result<GamesRequest, RequestRejected> {
  return Result.gen(function* () {
    const asked = yield* parseWindow(query, nowSec);
    const filter = {
      window: asked.range,
      leagues: yield* parseList("league", query.league, LEAGUES),
      statuses: yield* parseList("status", query.status, GAME_STATUSES),
      sources: yield* parseList("source", query.source, PLATFORMS),
    };
    const limit = yield* parseLimit(query.limit);
    const parts = yield* parseInclude(query.include);
    const filters = `${asked.text} ${filterText(filter)}`;
    if (query.cursor === undefined) return { filter, filters, limit, parts, after: null };
    const [startSec, endSec, kickoffSec, id] = yield* CURSORS.read(query.cursor, filters);
    // Following pages keep the first page's today.
    const window = { startSec: UnixSec(startSec), endSec: UnixSec(endSec) };
    return { filter: { ...filter, window }, filters, limit, parts, after: { kickoffSec, id } };
  });
}

/** Returns the route, with its kept pages. `writeGame` writes each game. */
export function gamesRoute(writeGame: WriteGame) {
  const pages = new KeptPages();

  const answer = Effect.fnUntraced(function* ({ query, nowMs, request }: Call<typeof PARAMETERS>) {
    const nowSec = UnixSec(Math.floor(nowMs / 1000));
    const { filter, filters, after, limit, parts } = yield* Effect.fromResult(
      readRequest(query, nowSec),
    );
    const listing = yield* listingOf(filter.leagues);
    const { records, next } = gamePage(listing, { filter, after, limit });
    const { shown, withheld } = gameTotals(listing, filter);
    const { startSec, endSec } = filter.window;
    const cursor = next === null
      ? null
      : CURSORS.write([startSec, endSec, next.kickoffSec, next.id], filters);
    const unread = unreadLeagues(listing.reaches, filter);
    const meta = metaText(listing, { total: shown, withheld, unreadLeagues: unread });
    const page = taggedBody([
      `{"data":[`,
      ...records.flatMap((record, at) => [
        ...(at === 0 ? [] : [","]),
        ...writeGame(listing, record, parts),
      ]),
      `],"next_cursor":${JSON.stringify(cursor)},"meta":${meta}}`,
    ]);
    const { current } = yield* GameReadModel;
    pages.set(spellingOf(query), page, { current, listing, nowSec });
    return taggedAnswer(request, page);
  });

  return declareKeyedRoute({
    method: "GET",
    path: "/api/v1/games",
    access: "read",
    isCompressed: true,
    family: "coded",
    needsNoProvider: true,
    tag: "Games",
    summary: "Games in a window",
    description: "Every game of the reference schedule that begins in the window, with the " +
      "platforms on which it was found: several, one or none. Ordered by kickoff, then id. A " +
      "platform missing from a game's `platforms` does not offer the game only if its " +
      "`coverage` is `not_listed`. The schedule is read from some days back to some ahead: a " +
      "league in `meta.unread_leagues` may have games that are not listed.",
    parameters: PARAMETERS,
    responses: {
      200: {
        description: "A page of games",
        schema: Body,
        example: {
          data: [GAME_EXAMPLE],
          next_cursor: null,
          meta: { ...GAMES_META_EXAMPLE, unread_leagues: [] },
        },
      },
      304: NOT_MODIFIED_DOC,
      503: {
        description:
          "The API key cannot be checked, or the games are not loaded yet: the body gives " +
          "the progress, or since when the schedule has been unreachable",
      },
    },
    handle: (call) => {
      const nowSec = Math.floor(call.nowMs / 1000);
      const kept = pages.get(spellingOf(call.query), nowSec);
      return kept === undefined ? answer(call) : taggedAnswer(call.request, kept);
    },
  });
}

/** Requests that repeat share their parsed query, so that it is spelled once. */
const SPELLINGS = new WeakMap<Query, string>();

/** Equal exactly for queries with the same values: no value that is accepted has a bar. */
function spellingOf(query: Query): string {
  const known = SPELLINGS.get(query);
  if (known !== undefined) return known;
  const spelling = spell(query);
  SPELLINGS.set(query, spelling);
  return spelling;
}

function spell(query: Query): string {
  const { from, to, day, tz, days, league, status, source, limit, cursor } = query;
  // The one value that may be empty is not the same as none.
  const include = query.include === undefined ? "" : `=${query.include}`;
  return `${from ?? ""}|${to ?? ""}|${day ?? ""}|${tz ?? ""}|${days ?? ""}|${league ?? ""}|` +
    `${status ?? ""}|${source ?? ""}|${include}|${limit ?? ""}|${cursor ?? ""}`;
}
