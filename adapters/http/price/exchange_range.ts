/**
 * `GET /api/v1/history/exchange/range`: the windows, or the denser points, that the exchange
 * decides.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect, Option, Result } from "effect";
import { foldName } from "../../../core/fold_name.ts";
import { type Interval, parseInterval } from "../../../core/market/mod.ts";
import { e18ToNumber, type TargetSource } from "../../../core/price/mod.ts";
import { RequestRejected } from "../../../core/request.ts";
import { toIso } from "../../../core/time/mod.ts";
import {
  exchangePoints,
  type RangeTarget,
  Venue,
  type VenueChoice,
} from "../../../core/use_case/price/mod.ts";
import { type OutcomeDetail, readOutcomeDetail } from "./outcome_detail.ts";
import { ENVELOPE_FIELDS, envelopeBody } from "./price_envelope.ts";
import {
  ASSET_PARAMETER,
  END_PARAMETER,
  OUTCOME_PARAMETER,
  START_PARAMETER,
  TYPE_PARAMETER,
} from "./price_parameters.ts";
import { readAsset, readRange } from "./price_request.ts";
import { rangeAnswer, type RangeQuestion } from "./range_answer.ts";
import { withFields } from "./with_fields.ts";
import { rangeBody } from "./range_body.ts";
import { type Call, declareRoute } from "../edge/route.ts";
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
    ...OUTCOME_PARAMETER,
    description: "Adds `outcomeMeta` to each window; requires `mode=market`",
  },
] as const;

/** The first second of the range. */
const POINTS_EXAMPLE = [{
  timestamp: 1_767_225_600,
  timestamp_iso: "2026-01-01T00:00:00.000Z",
  source: "aggTrades",
  price: 87_648.21,
}];

const Body = Type.Object({
  ...ENVELOPE_FIELDS,
  mode: wordSchema(MODES),
  method: {
    ...SourceWire,
    description: "The `source` of the items; if windows were read in several ways, the most " +
      "frequent one",
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
      { description: "With `mode=source`", examples: [POINTS_EXAMPLE] },
    ),
  ),
}, { $id: "ExchangeRange" });

interface Question extends RangeQuestion {
  readonly interval: "1hour" | "daily";
}

const readQuestion = Effect.fnUntraced(function* ({ query, nowMs }: Call<typeof PARAMETERS>) {
  const asset = yield* Effect.fromResult(readAsset(query.asset));
  const interval = yield* Effect.fromResult(
    Result.flatMap(parseInterval(query.type), (interval) => ofExchange(interval, query.type)),
  );
  const mode = MODES.find((mode) => mode === foldName(query.mode ?? "market"));
  if (mode === undefined) {
    const hint = `Use one of ${MODES.join(", ")}`;
    return yield* new RequestRejected({ parameter: "mode", received: query.mode ?? "", hint });
  }
  const detail = yield* Effect.fromResult(readOutcomeDetail(query));
  if (detail !== "nothing" && mode === "source") {
    const hint = "Points have no outcome; send mode=market";
    const parameter = "includeOutcomeMeta";
    return yield* new RequestRejected({ parameter, received: "true", hint });
  }
  const range = yield* Effect.fromResult(readRange(query, nowMs));
  return { question: { asset, interval, range } satisfies Question, mode, detail };
});

function ofExchange(
  interval: Interval,
  received: string,
): Result.Result<Question["interval"], RequestRejected> {
  if (interval === "1hour" || interval === "daily") return Result.succeed(interval);
  const hint = "Use one of 1hour, daily; the oracle decides the others";
  return Result.fail(new RequestRejected({ parameter: "type", received, hint }));
}

const marketFields = Effect.fnUntraced(function* (question: Question, detail: OutcomeDetail) {
  const { fields, targets, ...rest } = yield* rangeAnswer(question, detail);
  const method = methodOf(targets) ?? usualMethod(yield* Venue, question.interval);
  return { method, fields, ...rest };
});

/**
 * Returns the source of the items that have a price; the most frequent one if there are several.
 */
function methodOf(targets: ReadonlyArray<RangeTarget>): TargetSource | undefined {
  const counts = new Map<TargetSource, number>();
  for (const { result } of targets) {
    const target = Option.getOrUndefined(Option.flatMap(result, Result.getSuccess));
    if (target !== undefined) counts.set(target.source, (counts.get(target.source) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  return most?.[0];
}

/** Returns the source of a single window, for an answer without a price. */
function usualMethod({ profile }: VenueChoice, interval: Question["interval"]): TargetSource {
  if (interval === "1hour") return "aggTrades";
  return profile.dailyOpen === "day_candle" ? "klines" : "klines_1m";
}

const sourceFields = Effect.fnUntraced(function* (question: Question) {
  const { answer: { method, points }, isCached } = yield* exchangePoints(question);
  const body = {
    range: rangeBody(question.range),
    count: points.length,
    points: points.map(({ atSec, source, priceE18 }) => ({
      timestamp: atSec,
      timestamp_iso: toIso(atSec),
      source,
      price: e18ToNumber(priceE18),
    })),
  };
  return { method, fields: [JSON.stringify(body).slice(1, -1)], isCached };
});

const answer = Effect.fnUntraced(function* (call: Call<typeof PARAMETERS>) {
  const { question, mode, detail } = yield* readQuestion(call);
  const { method, fields, ...rest } = yield* mode === "market"
    ? marketFields(question, detail)
    : sourceFields(question);
  const envelope = { ...envelopeBody({ ...question, nowMs: call.nowMs }), mode, method };
  return { body: withFields(envelope, fields), ...rest };
});

/** The route. */
export const exchangeRangeRoute = declareRoute({
  method: "GET",
  path: "/api/v1/history/exchange/range",
  family: "plain",
  access: "public",
  tag: "History",
  summary: "Exchange prices of a range",
  description:
    "`mode=market` returns windows like `history/range`, at most 2,500 of them. `mode=source` " +
    "returns the first trade of each second (1hour, `aggTrades`), or the open of each minute " +
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
