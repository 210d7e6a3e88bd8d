/**
 * `GET /api/v1/targets/timestamp/batch`: the targets of several assets at an instant.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect, Option } from "effect";
import { ASSETS, parseAsset, parseInterval, providerOf } from "../../../core/market/mod.ts";
import { toIso } from "../../../core/time/mod.ts";
import { targetBatch } from "../../../core/use_case/price/mod.ts";
import { priceBody, refusalOfAll } from "./price_body.ts";
import { TIMESTAMP_PARAMETER, TYPE_PARAMETER } from "./price_parameters.ts";
import { readInstant, readList } from "./price_request.ts";
import { isoNow } from "../edge/iso_now.ts";
import { Refused } from "../edge/refusal.ts";
import { type Call, declareRoute } from "../edge/route.ts";
import {
  AssetWire,
  IntervalWire,
  IsoWire,
  nullable,
  PriceErrorWire,
  PriceWire,
  ProviderWire,
  ProvisionalWire,
} from "./wire_target.ts";

const PARAMETERS = [
  {
    name: "assets",
    in: "query",
    required: false,
    schema: Type.String({ default: ASSETS.join(",") }),
    description: "Comma-separated assets; default: all seven",
    example: "btc,eth",
  },
  TYPE_PARAMETER,
  TIMESTAMP_PARAMETER,
] as const;

const Item = Type.Object({
  asset: AssetWire,
  ok: Type.Boolean(),
  source: Type.String({ description: "Where the price was found, or the provider that was asked" }),
  price: nullable(PriceWire),
  provisional: ProvisionalWire,
  error: PriceErrorWire,
});

const Body = Type.Object({
  now: IsoWire,
  marketType: IntervalWire,
  provider: ProviderWire,
  requestedTimestamp: Type.Integer({ description: "The requested instant, unix seconds" }),
  requestedTimestampIso: IsoWire,
  results: Type.Array(Item),
}, { $id: "TargetBatch" });

const answer = Effect.fnUntraced(function* ({ query, nowMs }: Call<typeof PARAMETERS>) {
  const assets = query.assets === undefined
    ? ASSETS
    : yield* Effect.fromResult(readList(query.assets, "assets", parseAsset));
  const interval = yield* Effect.fromResult(parseInterval(query.type));
  const at = yield* Effect.fromResult(readInstant(query.timestamp, "timestamp", nowMs));
  const { targets, isCached } = yield* targetBatch({ assets, interval, at });
  const refusal = refusalOfAll(targets.map(({ result }) => Option.some(result)));
  if (refusal !== undefined) return yield* new Refused(refusal);
  return {
    body: {
      now: isoNow(nowMs),
      marketType: interval,
      provider: providerOf(interval),
      requestedTimestamp: at.atSec,
      requestedTimestampIso: toIso(at.atSec),
      results: targets.map(({ asset, result }) => ({
        asset,
        ...priceBody(interval, Option.some(result)),
      })),
    },
    isCached,
  };
});

/** The route. */
export const targetsBatchRoute = declareRoute({
  method: "GET",
  path: "/api/v1/targets/timestamp/batch",
  family: "plain",
  access: "public",
  tag: "Targets",
  summary: "The targets of several assets at an instant",
  description: "Counts as one request. An asset without an available target is `ok: false`; 502 " +
    "only if all of them are.",
  parameters: PARAMETERS,
  responses: {
    200: {
      description: "One result per asset, in the order requested",
      schema: Body,
      example: {
        now: "2026-01-01T00:10:00.000Z",
        marketType: "15min",
        provider: "oracle",
        requestedTimestamp: 1_767_226_020,
        requestedTimestampIso: "2026-01-01T00:07:00.000Z",
        results: [{ asset: "btc", ok: true, source: "oracle", price: 87_648.21 }],
      },
    },
    502: { description: "No target is available" },
  },
  handle: answer,
});
