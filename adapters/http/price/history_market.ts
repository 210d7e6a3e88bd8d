/**
 * `GET /api/v1/history/market` and its alias under `/timeseries`: one window and its target.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect, Option, Result } from "effect";
import { parseInterval } from "../../../core/market/mod.ts";
import { targetAt, Venue, withinOneBudget } from "../../../core/use_case/price/mod.ts";
import { exactlyOneOf } from "../edge/exclusive.ts";
import { outcomeBodies } from "./outcome_body.ts";
import { readOutcomeDetail } from "./outcome_detail.ts";
import { foundPriceBody } from "./price_body.ts";
import { ENVELOPE_FIELDS, envelopeBody } from "./price_envelope.ts";
import {
  ASSET_PARAMETER,
  EVIDENCE_PARAMETER,
  OUTCOME_PARAMETER,
  RESOLUTION_PARAMETER,
  TIMESTAMP_PARAMETER,
  TYPE_PARAMETER,
} from "./price_parameters.ts";
import { readAsset, readFlag, readInstant } from "./price_request.ts";
import { retryAfterSec } from "./range_body.ts";
import { type Call, declareRoute } from "../edge/route.ts";
import { windowBody } from "./window_body.ts";
import { EvidenceWire } from "./wire_evidence.ts";
import { OUTCOME_META_EXAMPLE, OutcomeMetaWire } from "./wire_outcome_meta.ts";
import { DatapointWire } from "./wire_target.ts";
import { MARKET_WINDOW_EXAMPLE, MarketWindowWire } from "./wire_window.ts";

/** Three names for the same instant. */
const NAMES = ["marketStart", "start", "timestamp"] as const;
const instant = <const Name extends string>(name: Name) => ({
  ...TIMESTAMP_PARAMETER,
  name,
  required: false as const,
  description: `Any instant inside the window; send one of ${NAMES.join(", ")}`,
});

const PARAMETERS = [
  ASSET_PARAMETER,
  TYPE_PARAMETER,
  instant("marketStart"),
  instant("start"),
  { ...instant("timestamp"), isSuggested: true },
  EVIDENCE_PARAMETER,
  OUTCOME_PARAMETER,
  RESOLUTION_PARAMETER,
] as const;

const Body = Type.Object({
  ...ENVELOPE_FIELDS,
  market: MarketWindowWire,
  datapoint: DatapointWire,
  outcomeMeta: Type.Optional(OutcomeMetaWire),
  evidence: Type.Optional(EvidenceWire),
}, { $id: "MarketHistory" });

const answer = Effect.fnUntraced(function* ({ query, nowMs }: Call<typeof PARAMETERS>) {
  const asset = yield* Effect.fromResult(readAsset(query.asset));
  const interval = yield* Effect.fromResult(parseInterval(query.type));
  const given = yield* Effect.fromResult(exactlyOneOf(query, NAMES, TIMESTAMP_PARAMETER.example));
  const at = yield* Effect.fromResult(readInstant(given.value, given.name, nowMs));
  const withEvidence = yield* Effect.fromResult(readFlag(query.evidence, "evidence"));
  const detail = yield* Effect.fromResult(readOutcomeDetail(query));
  const found = yield* targetAt({ asset, interval, at, withEvidence });
  const { window, target } = found;
  const targets = [{ window, result: Option.some(Result.succeed(target)) }];
  const ended = yield* detail === "nothing"
    ? outcomeBodies(detail, { asset, targets })
    : withinOneBudget(outcomeBodies(detail, { asset, targets }));
  return {
    body: {
      ...envelopeBody({ asset, interval, nowMs }),
      market: windowBody(yield* Venue, asset, window),
      datapoint: foundPriceBody(target),
      ...ended.metas[0],
      ...(withEvidence ? { evidence: Option.getOrNull(found.evidence) } : {}),
    },
    isCached: found.isCached && ended.isCached,
    ...retryAfterSec(ended.leftCount),
  };
});

const route = (path: string) =>
  declareRoute({
    method: "GET",
    path,
    family: "plain",
    access: "public",
    tag: "History",
    summary: "One window and its target",
    description:
      "The instant is aligned to the window it falls in. `outcomeMeta` is its outcome, as in " +
      "`history/range`; what is not available within 20 s is null, with `Retry-After`.",
    parameters: PARAMETERS,
    responses: {
      200: {
        description: "The window and its target",
        schema: Body,
        example: {
          now: "2026-01-01T00:20:00.000Z",
          asset: "btc",
          marketType: "15min",
          provider: "oracle",
          market: MARKET_WINDOW_EXAMPLE,
          datapoint: { source: "oracle", price: 87_648.21 },
          outcomeMeta: OUTCOME_META_EXAMPLE,
        },
      },
      502: { description: "The provider failed, or has not published the price yet" },
    },
    handle: answer,
  });

/** The route and its alias. */
export const historyMarketRoutes = [
  route("/api/v1/history/market"),
  route("/api/v1/timeseries/market"),
];
