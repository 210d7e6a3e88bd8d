/**
 * Windows: the open ones, one by its slug, and past ones.
 *
 * @module
 */
import { Effect, Schema } from "effect";
import { Elysia } from "elysia";
import { ASSETS, INTERVALS } from "../../../core/market/mod.ts";
import { makeCursors } from "../../../core/page/mod.ts";
import type { LegStore } from "../../../core/port/leg_store.ts";
import type { LegVenues } from "../../../core/port/leg_venue.ts";
import { EARLIEST_SEC, secOf, UnixSec } from "../../../core/time/mod.ts";
import { type LegDays, windowLegs } from "../../../core/use_case/leg/mod.ts";
import type { LiveStream } from "../../../core/use_case/live/mod.ts";
import {
  type HistoryCache,
  RangeBudget,
  type TargetCache,
  withinOneBudget,
} from "../../../core/use_case/price/mod.ts";
import { CallerPatience } from "../../../core/use_case/time/mod.ts";
import { Venue } from "../../../core/use_case/venue/mod.ts";
import {
  activeWindows,
  pastWindows,
  windowBySlug,
  type WindowFactsCache,
} from "../../../core/use_case/window/mod.ts";
import type { WindowState } from "../../../core/window/mod.ts";
import { EncodedBody } from "../edge/answer/answer.ts";
import { answers } from "../edge/answer/answers.ts";
import { IfNoneMatch, namesTag, NotModified, weakTagOf } from "../edge/answer/etag.ts";
import { isoNow } from "../edge/answer/iso_now.ts";
import { edge } from "../edge/edge.ts";
import type { Gate, HandlerCall } from "../edge/gate.ts";
import { otherMethods } from "../edge/other_methods.ts";
import { retryAfterSec } from "../price/range_body.ts";
import { ASSET_DEFAULT } from "../price/wire_question.ts";
import { refuse } from "../wire/kind.ts";
import { readEventSlug } from "../wire/venue_name.ts";
import { windowBasis } from "./window_basis.ts";
import { activeWindowBody, windowStateBody } from "./window_body.ts";
import { WindowBasis, WindowBasisQuestion } from "./wire_basis.ts";
import {
  ActiveWindows,
  ActiveWindowsQuestion,
  OneWindow,
  WindowBySlug,
  WindowQuestion,
  Windows,
  WINDOWS_LIMIT,
  WindowsQuestion,
} from "./wire_windows.ts";

/** What the routes need. */
export type WindowPorts =
  | HistoryCache
  | LegDays
  | LegStore
  | LegVenues
  | LiveStream
  | TargetCache
  | WindowFactsCache;

const STORE = "The store cannot be reached";
const NULLS =
  "What is not known, or not certain yet, is null. What there was no time for is null " +
  "too, and then there is `Retry-After`.";

/** The routes. */
export function windows<Ports>(gate: Gate<Ports | WindowPorts>) {
  return new Elysia({ name: "windows", prefix: "/api/v1", tags: ["Windows"] })
    .use(edge(gate, "coded"))
    .get("/windows/active", ({ query, call, answer }) => answer(active(query, call)), {
      access: "public",
      query: ActiveWindowsQuestion,
      response: answers("coded", { 200: ActiveWindows, 503: STORE }),
      detail: {
        operationId: "getActiveWindows",
        summary: "The open windows",
        description: "The open window of each series: its target, the live price and its " +
          "distance from the target, the market with its best prices, and from a minute before " +
          "it opens the window after it. What is not known within 2 s is null: nothing here is " +
          "guessed, or old.",
      },
    })
    .get("/windows/basis", ({ query, call, answer }) => answer(windowBasis(query, call)), {
      access: "public",
      query: WindowBasisQuestion,
      response: answers("coded", { 200: WindowBasis, 503: STORE }),
      detail: {
        operationId: "getWindowBasis",
        summary: "How often another venue named the same winner",
        description: "Counts past windows of a series by how close they were at the primary " +
          "venue; without `from` those of the day before `to`. What is not known, or was not " +
          "fetched in time, is `missing`, and then there may be `Retry-After`.",
      },
    })
    .get(
      "/windows/:slug",
      ({ params, query, call, answer }) => answer(bySlug(params, query, call)),
      {
        access: "public",
        params: WindowBySlug,
        query: WindowQuestion,
        headers: IfNoneMatch,
        response: answers("coded", {
          200: OneWindow,
          304: NotModified,
          404: "No window has this slug",
          503: STORE,
        }),
        detail: {
          operationId: "getWindow",
          summary: "One window by its slug",
          description: `Past, open or to come. ${NULLS}`,
        },
      },
    )
    .get("/windows", ({ query, call, answer }) => answer(past(query, call)), {
      access: "public",
      query: WindowsQuestion,
      headers: IfNoneMatch,
      response: answers("coded", { 200: Windows, 304: NotModified, 503: STORE }),
      detail: {
        operationId: "listWindows",
        summary: "Past windows with their ends",
        description: "The windows of a series that have ended, newest first: target, close, " +
          `outcome, and the venue's own resolution. ${NULLS}`,
      },
    })
    .use(otherMethods);
}

const active = Effect.fnUntraced(
  function* (question: typeof ActiveWindowsQuestion.static, { nowMs }: HandlerCall) {
    const { asset: assets = ASSETS, interval: intervals = INTERVALS, include } = question;
    const venue = yield* Venue;
    const { windows, isCached } = yield* activeWindows({ assets, intervals });
    const states = windows.flatMap(({ state, next }) => next === null ? [state] : [state, next]);
    const { legsOf, ...asked } = yield* askedLegs(states, include);
    const body: typeof ActiveWindows.static = {
      now: isoNow(nowMs),
      data: windows.map((window) => activeWindowBody(venue, window, legsOf)),
    };
    return { body, isCached: isCached && asked.isCached };
  },
);

const bySlug = Effect.fnUntraced(
  function* (
    question: typeof WindowBySlug.static,
    { include }: typeof WindowQuestion.static,
    { nowMs, request }: HandlerCall,
  ) {
    const venue = yield* Venue;
    const slug = yield* Effect.fromResult(readEventSlug(question.slug, venue, "slug"));
    const { states: [state], leftCount, isCached } = yield* windowBySlug(slug);
    if (state === undefined) throw new Error("a window has no state");
    const asked = yield* askedLegs([state], include);
    const window = windowStateBody(venue, state, asked.legsOf(state));
    const told: Omit<typeof OneWindow.static, "now"> = { window };
    return {
      ...tagged<typeof OneWindow.static>(request, nowMs, told),
      isCached: isCached && asked.isCached,
      ...retryAfterSec(leftCount + asked.leftCount),
    };
  },
);

const Instant = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0));

/** The start of the last window of the previous page. */
const CURSORS = makeCursors("windows", Schema.Tuple([Instant]));

const past = Effect.fnUntraced(
  function* (question: typeof WindowsQuestion.static, { nowMs, request }: HandlerCall) {
    const { asset = ASSET_DEFAULT, interval, from, to, cursor, include } = question;
    const { limit = WINDOWS_LIMIT.default } = question;
    const startSec = from?.atSec ?? EARLIEST_SEC;
    if (to !== undefined && to.atSec <= startSec) {
      const hint = "Send an instant after from, or leave it out for now";
      return yield* Effect.fromResult(refuse({ name: "to" }, to.text, hint));
    }
    const filters = JSON.stringify([asset, interval, from?.atSec ?? null, to?.atSec ?? null]);
    const endSec = cursor === undefined
      ? to?.atSec ?? UnixSec(secOf(nowMs) + 1)
      : UnixSec((yield* Effect.fromResult(CURSORS.read(cursor, filters)))[0]);
    const venue = yield* Venue;
    const { states, isMore, leftCount, isCached } = yield* pastWindows({
      asset,
      interval,
      range: { startSec, endSec },
      limit,
    });
    const last = states.at(-1)?.window.startSec;
    const { legsOf, ...asked } = yield* askedLegs(states, include);
    const told: Omit<typeof Windows.static, "now"> = {
      data: states.map((state) => windowStateBody(venue, state, legsOf(state))),
      next_cursor: isMore && last !== undefined ? CURSORS.write([last], filters) : null,
    };
    return {
      ...tagged<typeof Windows.static>(request, nowMs, told),
      isCached: isCached && asked.isCached,
      ...retryAfterSec(leftCount + asked.leftCount),
    };
  },
);

/** Finds the legs of windows if they are asked for. */
const askedLegs = Effect.fnUntraced(function* (
  states: ReadonlyArray<WindowState>,
  include: ReadonlyArray<string> = [],
) {
  if (!include.includes("legs")) {
    return { legsOf: () => undefined, leftCount: 0, isCached: true };
  }
  const { legs, ...found } = yield* withinOneBudget(windowLegs(states)).pipe(
    Effect.provideService(RangeBudget, yield* CallerPatience),
  );
  const byState = new Map(states.map((state, index) => [state, legs[index] ?? []]));
  return { legsOf: (state: WindowState) => byState.get(state), ...found };
});

/** Answers with a body whose tag is that of all but the clock, or 304 if the caller has it. */
function tagged<Body>(request: Request, nowMs: number, told: object) {
  const rest = JSON.stringify(told).slice(1);
  const tag = weakTagOf(rest);
  if (namesTag(request.headers.get("if-none-match"), tag)) {
    return { status: 304, body: null as Body | null, tag };
  }
  const body = new EncodedBody(`{"now":"${isoNow(nowMs)}",${rest}`).as<Body>();
  return { body: body as Body | null, tag };
}
