/**
 * Past windows: one, a range of them, and what the exchange decides.
 *
 * @module
 */
import { Effect, Option, Result } from "effect";
import { Elysia } from "elysia";
import type { EventCatalog } from "../../../core/port/event_catalog.ts";
import type { Resolutions } from "../../../core/port/resolutions.ts";
import {
  type HistoryCache,
  refuseTooManyResolutions,
  targetAt,
  type TargetCache,
  withinOneBudget,
} from "../../../core/use_case/price/mod.ts";
import { Venue } from "../../../core/use_case/venue/mod.ts";
import { namedWindow } from "../../../core/use_case/window/mod.ts";
import { answers } from "../edge/answer/answers.ts";
import { edge } from "../edge/edge.ts";
import type { Gate, HandlerCall } from "../edge/gate.ts";
import { otherMethods } from "../edge/other_methods.ts";
import { asItIs } from "../wire/answer.ts";
import { refuse } from "../wire/kind.ts";
import { readEventSlug } from "../wire/venue_name.ts";
import { exchangeRange } from "./exchange_range.ts";
import { outcomeBodies } from "./outcome_body.ts";
import { readOutcomeDetail } from "./outcome_detail.ts";
import { foundPriceBody } from "./price_body.ts";
import { envelopeBody } from "./price_envelope.ts";
import { rangeAnswer } from "./range_answer.ts";
import { retryAfterSec, withFields } from "./range_body.ts";
import { placeBody, windowBody } from "./window_body.ts";
import {
  ExchangeQuestion,
  ExchangeRange,
  MarketHistory,
  MarketQuestion,
  RangeHistory,
  rangeOf,
  RangeQuestion,
} from "./wire_history.ts";
import { ASSET_DEFAULT } from "./wire_question.ts";

const ONE_WINDOW = {
  summary: "One window and its target",
  description:
    "The instant is aligned to the window it falls in; or send the window's slug. `outcomeMeta` " +
    "is its outcome, as in `history/range`; what is not available within 20 s is null, with " +
    "`Retry-After`.",
};
const A_RANGE = {
  summary: "The targets of a range",
  description:
    "One item per window that starts inside `[start, end)` and has opened. A price that is " +
    'not available within 20 s is `ok: false`, "not fetched yet", with `Retry-After`: fetched ' +
    "prices are kept, so repeating the request continues. `outcomeMeta` is the outcome of a " +
    "window: of 5min, 15min and 4hour by the target of the next window, where equal prices are " +
    "up; of 1hour and daily as the exchange decides them.",
};
const EXCHANGE =
  "`mode=market` returns windows like `history/range`, at most 2,500 of them. `mode=source` " +
  "returns the first trade of each second (1hour, `aggTrades`), or the open of each minute " +
  "(`klines_1m`), or of each hour where minutes do not fit (daily, `klines`): at most 10,000 " +
  "points, which are two hours and three quarters of seconds, or six days of minutes. The " +
  "exchange's trades of hype reach back 48 hours: for a start before that 1hour gives minutes, " +
  "`klines_1m`. An operator may set other limits: `MAX_RANGE_POINTS` windows, and four times " +
  "as many points.";

/** The routes. */
export function history<Ports>(
  gate: Gate<Ports | TargetCache | HistoryCache | EventCatalog | Resolutions>,
) {
  const ofWindow = () => ({
    access: "public" as const,
    query: MarketQuestion,
    response: answers("plain", {
      200: MarketHistory,
      502: "The provider failed, or has not published the price yet",
    }),
  });
  const ofRange = () => ({
    access: "public" as const,
    query: RangeQuestion,
    response: answers("plain", { 200: RangeHistory, 502: "No target is available" }),
  });
  return new Elysia({ name: "history", prefix: "/api/v1", tags: ["History"] })
    .use(edge(gate, "plain"))
    .get("/history/market", ({ query, call, answer }) => answer(oneWindow(query, call)), {
      ...ofWindow(),
      detail: { operationId: "getWindowHistory", ...ONE_WINDOW },
    })
    .get("/timeseries/market", ({ query, call, answer }) => answer(oneWindow(query, call)), {
      ...ofWindow(),
      detail: { operationId: "getWindowHistoryAlias", ...ONE_WINDOW },
    })
    .get("/history/range", ({ query, call, answer }) => answer(aRange(query, call)), {
      ...ofRange(),
      detail: { operationId: "listWindowHistory", ...A_RANGE },
    })
    .get("/timeseries/range", ({ query, call, answer }) => answer(aRange(query, call)), {
      ...ofRange(),
      detail: { operationId: "listWindowHistoryAlias", ...A_RANGE },
    })
    .get(
      "/history/exchange/range",
      ({ query, call, answer }) => answer(exchangeRange(query, call)),
      {
        access: "public",
        query: ExchangeQuestion,
        response: answers("plain", { 200: ExchangeRange, 502: "The exchange failed" }),
        detail: {
          operationId: "listExchangeHistory",
          summary: "Exchange prices of a range",
          description: EXCHANGE,
        },
      },
    )
    .use(otherMethods);
}

const oneWindow = Effect.fnUntraced(
  function* (question: typeof MarketQuestion.static, { nowMs }: HandlerCall) {
    const { evidence: withEvidence = false } = question;
    const { asset, interval, at } = yield* askedWindow(question);
    const detail = yield* Effect.fromResult(readOutcomeDetail(question));
    const found = yield* targetAt({ asset, interval, at, withEvidence });
    const { window, target } = found;
    const targets = [{ window, result: Option.some(Result.succeed(target)) }];
    const ended = yield* detail === "nothing"
      ? outcomeBodies(detail, { asset, targets })
      : withinOneBudget(outcomeBodies(detail, { asset, targets }));
    const venue = yield* Venue;
    const body: typeof MarketHistory.static = {
      ...envelopeBody({ asset, interval, nowMs }),
      ...placeBody(venue, asset, window),
      market: windowBody(venue, asset, window),
      datapoint: foundPriceBody(target),
      ...ended.metas[0],
      ...(withEvidence ? { evidence: asItIs(Option.getOrNull(found.evidence)) } : {}),
    };
    const isCached = found.isCached && ended.isCached;
    return { body, isCached, ...retryAfterSec(ended.leftCount) };
  },
);

const askedWindow = Effect.fnUntraced(function* (question: typeof MarketQuestion.static) {
  const { slug: sent } = question;
  if (sent === undefined) {
    const { asset = ASSET_DEFAULT, type: interval, marketStart, start, timestamp } = question;
    return { asset, interval, at: marketStart ?? start ?? timestamp };
  }
  const parameter = "slug";
  const slug = yield* Effect.fromResult(readEventSlug(sent, yield* Venue, parameter));
  const { asset, window } = yield* Effect.catchTag(
    namedWindow(slug),
    "WindowUnknown",
    ({ example }) =>
      Effect.fromResult(
        refuse({ name: parameter }, sent, `Send the slug of a window, such as ${example}`),
      ),
  );
  const at = { atSec: window.startSec, parameter, text: sent };
  return { asset, interval: window.interval, at };
});

const aRange = Effect.fnUntraced(
  function* (question: typeof RangeQuestion.static, { nowMs }: HandlerCall) {
    const { asset = ASSET_DEFAULT, type: interval } = question;
    const range = rangeOf(question);
    const detail = yield* Effect.fromResult(readOutcomeDetail(question));
    if (detail === "resolution") yield* refuseTooManyResolutions(interval, range);
    const { fields, targets: _, ...rest } = yield* rangeAnswer({ asset, interval, range }, detail);
    const envelope = envelopeBody({ asset, interval, nowMs });
    return { body: withFields(envelope, fields).as<typeof RangeHistory.static>(), ...rest };
  },
);
