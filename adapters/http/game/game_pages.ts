/**
 * The games of a window, page by page.
 *
 * @module
 */
import { Effect, Result, Schema } from "effect";
import {
  filterText,
  type GameFilter,
  type GameKey,
  gamePage,
  gameTotals,
  parseWindow,
  unreadLeagues,
} from "../../../core/game/mod.ts";
import { makeCursors, PAGE_LIMIT } from "../../../core/page/mod.ts";
import type { RequestRejected } from "../../../core/request.ts";
import { secOf, UnixSec } from "../../../core/time/mod.ts";
import { GameReadModel } from "../../../core/use_case/game/mod.ts";
import { taggedAnswer, taggedBody } from "../edge/answer/etag.ts";
import type { HandlerCall } from "../edge/gate.ts";
import { asItIs } from "../wire/answer.ts";
import { listingOf, metaBody } from "./game_envelope.ts";
import type { GameWriter } from "./game_writer.ts";
import { KeptPages } from "./kept_pages.ts";
import type { Games, GamesQuestion } from "./wire_listing.ts";

type Question = typeof GamesQuestion.static;
type Body = typeof Games.static;

const Instant = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0));

/** The window of the first page and the last game of the previous page. */
const CURSORS = makeCursors(
  "games",
  Schema.Tuple([Instant, Instant, Instant, Schema.String]),
);

/** Which games are asked for, and from where on. */
interface Selection {
  readonly filter: GameFilter;
  /** The text that a cursor's filters are compared by. */
  readonly filters: string;
  readonly after: GameKey | null;
}

/** Reads what only several values together say. */
function selectionOf(
  question: Question,
  nowSec: UnixSec,
): Result.Result<Selection, RequestRejected> {
  return Result.gen(function* () {
    const asked = yield* parseWindow(question, nowSec);
    const { league: leagues = [], status: statuses = [], source: sources = [], cursor } = question;
    const filter = { window: asked.range, leagues, statuses, sources };
    const filters = `${asked.text} ${filterText(filter)}`;
    if (cursor === undefined) return { filter, filters, after: null };
    const [startSec, endSec, kickoffSec, id] = yield* CURSORS.read(cursor, filters);
    // Following pages keep the first page's today.
    const window = { startSec: UnixSec(startSec), endSec: UnixSec(endSec) };
    return { filter: { ...filter, window }, filters, after: { kickoffSec, id } };
  });
}

/** Makes what answers a question, with its kept pages. `gameWriter` writes each game. */
export function makeGamePages(gameWriter: GameWriter) {
  const pages = new KeptPages();

  const make = Effect.fnUntraced(function* (question: Question, { nowMs, request }: HandlerCall) {
    const nowSec = secOf(nowMs);
    const { include = ["platforms"], limit = PAGE_LIMIT.usual } = question;
    const { filter, filters, after } = yield* Effect.fromResult(selectionOf(question, nowSec));
    const listing = yield* listingOf(filter.leagues);
    const { rows, next } = gamePage(listing, { filter, after, limit });
    const { shown, withheld } = gameTotals(listing, filter);
    const { startSec, endSec } = filter.window;
    const rest: Pick<Body, "next_cursor" | "meta"> = {
      next_cursor: next === null
        ? null
        : CURSORS.write([startSec, endSec, next.kickoffSec, next.id], filters),
      meta: {
        ...metaBody(listing, { total: shown, withheld }),
        unread_leagues: asItIs(unreadLeagues(listing.reaches, filter)),
      },
    };
    const page = taggedBody([
      `{"data":[`,
      ...gameWriter.ofRows(listing, rows, include),
      `],${JSON.stringify(rest).slice(1)}`,
    ]);
    const { current } = yield* GameReadModel;
    const sent = pages.set(spellingOf(question), page, { current, listing, nowSec });
    return taggedAnswer<Body>(request, sent);
  });

  return (question: Question, call: HandlerCall) => {
    const kept = pages.get(spellingOf(question), secOf(call.nowMs));
    return kept === undefined ? make(question, call) : taggedAnswer<Body>(call.request, kept);
  };
}

/** Requests that repeat share what was read of them, so that it is spelled once. */
const SPELLINGS = new WeakMap<Question, string>();

/** Equal exactly for questions with the same values. */
function spellingOf(question: Question): string {
  const known = SPELLINGS.get(question);
  if (known !== undefined) return known;
  const spelling = JSON.stringify(question);
  SPELLINGS.set(question, spelling);
  return spelling;
}
