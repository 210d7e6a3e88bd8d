/**
 * `GET /api/v1/history/exchange/range`: the windows, or the denser points, that the exchange
 * decides.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect, Option, Result } from "effect";
import { type Asset, type Interval, parseInterval } from "../../core/market/mod.ts";
import { e18ToNumber, outcomeOf, type TargetSource } from "../../core/price/mod.ts";
import { RequestRejected } from "../../core/request.ts";
import { toIso } from "../../core/time/mod.ts";
import {
  type AskedRange,
  exchangePoints,
  type RangeTarget,
  targetRange,
  Venue,
  type VenueChoice,
  windowCloses,
} from "../../core/use_case/mod.ts";
import { ENVELOPE_FIELDS, envelopeBody } from "./price_envelope.ts";
import {
  ASSET_PARAMETER,
  END_PARAMETER,
  START_PARAMETER,
  TYPE_PARAMETER,
} from "./price_parameters.ts";
import { readAsset, readFlag, readRange } from "./price_request.ts";
import { refusalOfAll } from "./price_body.ts";
import { historyBody, rangeBody, retryAfterSec, timeseriesBody } from "./range_body.ts";
import { Refused } from "./refusal.ts";
import { type Call, declareRoute } from "./route.ts";
import {
  HISTORY_ITEM_EXAMPLE,
  HistoryItemWire,
  RANGE_EXAMPLE,
  RangeWire,
  TimeseriesWire,
} from "./wire_range.ts";
import { IsoWire, PriceWire, SourceWire, wordSchema } from "./wire_target.ts";

const MODES = ["market", "source"] as const;
const TYPES = ["1hour", "1h", "1hr", "daily", "day"];

const PARAMETERS = [
  ASSET_PARAMETER,
  { ...TYPE_PARAMETER, schema: wordSchema(TYPES), example: "1hour" },
  START_PARAMETER,
  END_PARAMETER,
  {
    name: "mode",
    in: "query",
    required: false,
    schema: wordSchema(MODES, { default: "market" }),
    description: "`market`: one item a window. `source`: the exchange's own, denser points",
    example: "source",
  },
  {
    name: "includeOutcomeMeta",
    in: "query",
    required: false,
    schema: wordSchema(["true", "false"], { default: "false" }),
    description: "Adds `outcomeMeta` to each window; only with `mode=market`",
    example: "true",
  },
] as const;

const Body = Type.Object({
  ...ENVELOPE_FIELDS,
  mode: wordSchema(MODES),
  method: {
    ...SourceWire,
    description: "The `source` of the items: of most of those that have a price, should windows " +
      "have been read in several ways",
  },
  range: RangeWire,
  count: Type.Integer({ description: "Length of `history` or of `points`" }),
  history: Type.Optional(Type.Array(HistoryItemWire, { description: "With `mode=market`" })),
  timeseries: Type.Optional(TimeseriesWire),
  points: Type.Optional(
    Type.Array(
      Type.Object({
        timestamp: Type.Integer({ description: "Unix seconds" }),
        timestamp_iso: IsoWire,
        source: SourceWire,
        price: PriceWire,
      }),
      { description: "With `mode=source`" },
    ),
  ),
}, { $id: "ExchangeRange" });

interface Question {
  readonly asset: Asset;
  readonly interval: "1hour" | "daily";
  readonly range: AskedRange;
}

const readQuestion = Effect.fnUntraced(function* ({ query, nowMs }: Call<typeof PARAMETERS>) {
  const asset = yield* Effect.fromResult(readAsset(query.asset));
  const interval = yield* Effect.fromResult(
    Result.flatMap(parseInterval(query.type), (interval) => ofExchange(interval, query.type)),
  );
  const mode = MODES.find((mode) => mode === (query.mode ?? "market").trim().toLowerCase());
  if (mode === undefined) {
    const hint = `Use one of ${MODES.join(", ")}`;
    return yield* new RequestRejected({ parameter: "mode", received: query.mode ?? "", hint });
  }
  const withOutcome = yield* Effect.fromResult(
    readFlag(query.includeOutcomeMeta, "includeOutcomeMeta"),
  );
  if (withOutcome && mode === "source") {
    const hint = "Points have no outcome; send mode=market";
    const parameter = "includeOutcomeMeta";
    return yield* new RequestRejected({ parameter, received: "true", hint });
  }
  const range = yield* Effect.fromResult(readRange(query, nowMs));
  return { question: { asset, interval, range } satisfies Question, mode, withOutcome };
});

function ofExchange(
  interval: Interval,
  received: string,
): Result.Result<Question["interval"], RequestRejected> {
  if (interval === "1hour" || interval === "daily") return Result.succeed(interval);
  const hint = "Use one of 1hour, daily; the others are decided by the oracle";
  return Result.fail(new RequestRejected({ parameter: "type", received, hint }));
}

const marketBody = Effect.fnUntraced(function* (question: Question, withOutcome: boolean) {
  const venue = yield* Venue;
  const { targets, isCached } = yield* targetRange(question);
  const refusal = refusalOfAll(targets.map(({ result }) => result));
  if (refusal !== undefined) return yield* new Refused(refusal);
  const items = historyBody(venue, question.asset, targets);
  const ended = withOutcome ? yield* outcomesOf(question, targets) : NO_OUTCOMES;
  const history = items.map((item, index) => ({ ...item, ...ended.outcomes[index] }));
  return {
    body: {
      method: methodOf(targets) ?? usualMethod(venue, question.interval),
      range: rangeBody(question.range),
      count: history.length,
      history,
      timeseries: timeseriesBody(history),
    },
    isCached: isCached && ended.isCached,
    ...retryAfterSec(targets),
  };
});

/** The label of the items that have a price: of most of them, should they have several. */
function methodOf(targets: ReadonlyArray<RangeTarget>): TargetSource | undefined {
  const counts = new Map<TargetSource, number>();
  for (const { result } of targets) {
    const target = Option.getOrUndefined(Option.flatMap(result, Result.getSuccess));
    if (target !== undefined) counts.set(target.source, (counts.get(target.source) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  return most?.[0];
}

/** The label of a single window, for an answer without a price. */
function usualMethod({ profile }: VenueChoice, interval: Question["interval"]): TargetSource {
  if (interval === "1hour") return "aggTrades";
  return profile.dailyOpen === "day_candle" ? "klines" : "klines_1m";
}

const NO_OUTCOMES = { outcomes: [], isCached: true } as const;

const outcomesOf = Effect.fnUntraced(function* (
  { asset, interval }: Question,
  targets: ReadonlyArray<RangeTarget>,
) {
  const windows = targets.map(({ window }) => window);
  const { closes, isCached } = yield* windowCloses({ asset, windows });
  const outcomes = targets.map(({ result }, index) => {
    const closeE18 = Option.getOrNull(closes[index] ?? Option.none());
    const target = Option.getOrNull(Option.flatMap(result, Result.getSuccess));
    const outcome = closeE18 === null || target === null
      ? null
      : outcomeOf(interval, { targetE18: target.priceE18, closeE18 });
    const closePrice = closeE18 === null ? null : e18ToNumber(closeE18);
    return { outcomeMeta: { closePrice, outcome, final: closeE18 !== null } };
  });
  return { outcomes, isCached };
});

const sourceBody = Effect.fnUntraced(function* (question: Question) {
  const { answer: { method, points }, isCached } = yield* exchangePoints(question);
  return {
    body: {
      method,
      range: rangeBody(question.range),
      count: points.length,
      points: points.map(({ atSec, source, priceE18 }) => ({
        timestamp: atSec,
        timestamp_iso: toIso(atSec),
        source,
        price: e18ToNumber(priceE18),
      })),
    },
    isCached,
  };
});

const answer = Effect.fnUntraced(function* (call: Call<typeof PARAMETERS>) {
  const { question, mode, withOutcome } = yield* readQuestion(call);
  const { body, ...rest } = yield* mode === "market"
    ? marketBody(question, withOutcome)
    : sourceBody(question);
  return {
    body: {
      ...envelopeBody({ ...question, nowMs: call.nowMs }),
      mode,
      ...body,
    },
    ...rest,
  };
});

/** The route. */
export const exchangeRangeRoute = declareRoute({
  method: "GET",
  path: "/api/v1/history/exchange/range",
  family: "plain",
  access: "public",
  tag: "History",
  summary: "A range as the exchange decides it",
  description:
    "`mode=market` gives windows as `history/range` does, at most 2,500 of them. `mode=source` " +
    "gives the first trade of each second (1hour, `aggTrades`), or the open of each minute " +
    "(`klines_1m`), or of each hour where minutes do not fit (daily, `klines`): at most 10,000 " +
    "points, which are two hours and three quarters of seconds, or six days of minutes. The " +
    "exchange's trades of hype reach back 48 hours: for a start before that 1hour gives minutes, " +
    "`klines_1m`. An operator may set other limits: `MAX_RANGE_POINTS` windows, and four times " +
    "as many points.",
  parameters: PARAMETERS,
  responses: {
    200: {
      description: "Windows or points, in chronological order",
      schema: Body,
      example: {
        now: "2026-01-01T07:00:00.000Z",
        asset: "btc",
        marketType: "1hour",
        provider: "exchange",
        mode: "market",
        method: "klines",
        range: RANGE_EXAMPLE,
        count: 1,
        history: [{ ...HISTORY_ITEM_EXAMPLE, source: "klines" }],
        timeseries: [{ timestamp_start: 1_767_225_600, price: 87_648.21 }],
      },
    },
    502: { description: "The exchange failed" },
  },
  handle: answer,
});
