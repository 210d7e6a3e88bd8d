/**
 * `GET /api/v1/history/range` and its alias under `/timeseries`: the targets of a range.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect } from "effect";
import { parseInterval } from "../../../core/market/mod.ts";
import { refuseTooManyResolutions } from "../../../core/use_case/price/mod.ts";
import { readOutcomeDetail } from "./outcome_detail.ts";
import { ENVELOPE_FIELDS, envelopeBody } from "./price_envelope.ts";
import {
  ASSET_PARAMETER,
  END_PARAMETER,
  OUTCOME_PARAMETER,
  RESOLUTION_PARAMETER,
  START_PARAMETER,
  TYPE_PARAMETER,
} from "./price_parameters.ts";
import { readAsset, readRange } from "./price_request.ts";
import { rangeAnswer } from "./range_answer.ts";
import { withFields } from "./with_fields.ts";
import { type Call, declareRoute } from "../edge/route.ts";
import { OUTCOME_META_EXAMPLE } from "./wire_outcome_meta.ts";
import {
  HISTORY_ITEM_EXAMPLE,
  HistoryItemWire,
  RANGE_EXAMPLE,
  RangeWire,
  TimeseriesWire,
} from "./wire_range.ts";

const PARAMETERS = [
  ASSET_PARAMETER,
  TYPE_PARAMETER,
  START_PARAMETER,
  END_PARAMETER,
  OUTCOME_PARAMETER,
  RESOLUTION_PARAMETER,
] as const;

const Body = Type.Object({
  ...ENVELOPE_FIELDS,
  range: RangeWire,
  count: Type.Integer({ description: "Length of `history`" }),
  history: Type.Array(HistoryItemWire),
  timeseries: TimeseriesWire,
}, { $id: "RangeHistory" });

const answer = Effect.fnUntraced(function* ({ query, nowMs }: Call<typeof PARAMETERS>) {
  const asset = yield* Effect.fromResult(readAsset(query.asset));
  const interval = yield* Effect.fromResult(parseInterval(query.type));
  const range = yield* Effect.fromResult(readRange(query, nowMs));
  const detail = yield* Effect.fromResult(readOutcomeDetail(query));
  if (detail === "resolution") yield* refuseTooManyResolutions(interval, range);
  const { fields, targets: _, ...rest } = yield* rangeAnswer({ asset, interval, range }, detail);
  return { body: withFields(envelopeBody({ asset, interval, nowMs }), fields), ...rest };
});

const route = (path: string) =>
  declareRoute({
    method: "GET",
    path,
    family: "plain",
    access: "public",
    tag: "History",
    summary: "The targets of a range",
    description:
      "One item per window that starts inside `[start, end)` and has opened. A price that is " +
      'not available within 20 s is `ok: false`, "not fetched yet", with `Retry-After`: fetched ' +
      "prices are kept, so repeating the request continues. `outcomeMeta` is the outcome of a " +
      "window: of 5min, 15min and 4hour by the target of the next window, where equal prices are " +
      "up; of 1hour and daily as the exchange decides them.",
    parameters: PARAMETERS,
    responses: {
      200: {
        description: "The windows in chronological order",
        schema: Body,
        example: {
          now: "2026-01-01T07:00:00.000Z",
          asset: "btc",
          marketType: "15min",
          provider: "oracle",
          range: RANGE_EXAMPLE,
          count: 1,
          history: [{ ...HISTORY_ITEM_EXAMPLE, outcomeMeta: OUTCOME_META_EXAMPLE }],
          timeseries: [{ timestamp_start: 1_767_225_600, price: 87_648.21 }],
        },
      },
      502: { description: "No target is available" },
    },
    handle: answer,
  });

/** The route and its alias. */
export const historyRangeRoutes = [
  route("/api/v1/history/range"),
  route("/api/v1/timeseries/range"),
];
