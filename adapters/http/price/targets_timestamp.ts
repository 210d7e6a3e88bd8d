/**
 * `GET /api/v1/targets/timestamp`: the target of the window that contains an instant.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect, Option } from "effect";
import { parseAsset, parseInterval } from "../../../core/market/mod.ts";
import { toIso } from "../../../core/time/mod.ts";
import { targetAt } from "../../../core/use_case/price/mod.ts";
import { foundPriceBody } from "./price_body.ts";
import { ENVELOPE_FIELDS, envelopeBody } from "./price_envelope.ts";
import {
  ASSET_REQUIRED_PARAMETER,
  EVIDENCE_PARAMETER,
  TIMESTAMP_PARAMETER,
  TYPE_PARAMETER,
} from "./price_parameters.ts";
import { readFlag, readInstant } from "./price_request.ts";
import { type Call, declareRoute } from "../edge/route.ts";
import { EvidenceWire } from "./wire_evidence.ts";
import { IsoWire, PriceWire, ProvisionalWire, SourceWire } from "./wire_target.ts";

const PARAMETERS = [
  ASSET_REQUIRED_PARAMETER,
  TYPE_PARAMETER,
  TIMESTAMP_PARAMETER,
  EVIDENCE_PARAMETER,
] as const;

const Body = Type.Object({
  ...ENVELOPE_FIELDS,
  requestedTimestamp: Type.Integer({ description: "The requested instant, unix seconds" }),
  requestedTimestampIso: IsoWire,
  source: SourceWire,
  price: PriceWire,
  provisional: ProvisionalWire,
  evidence: Type.Optional(EvidenceWire),
}, { $id: "TargetAt" });

const answer = Effect.fnUntraced(function* ({ query, nowMs }: Call<typeof PARAMETERS>) {
  const asset = yield* Effect.fromResult(parseAsset(query.asset));
  const interval = yield* Effect.fromResult(parseInterval(query.type));
  const at = yield* Effect.fromResult(readInstant(query.timestamp, "timestamp", nowMs));
  const withEvidence = yield* Effect.fromResult(readFlag(query.evidence, "evidence"));
  const found = yield* targetAt({ asset, interval, at, withEvidence });
  return {
    body: {
      ...envelopeBody({ asset, interval, nowMs }),
      requestedTimestamp: at.atSec,
      requestedTimestampIso: toIso(at.atSec),
      ...foundPriceBody(found.target),
      ...(withEvidence ? { evidence: Option.getOrNull(found.evidence) } : {}),
    },
    isCached: found.isCached,
  };
});

/** The route. */
export const targetsTimestampRoute = declareRoute({
  method: "GET",
  path: "/api/v1/targets/timestamp",
  family: "plain",
  access: "public",
  tag: "Targets",
  summary: "The target at an instant",
  description:
    "The target (opening) price of the window that contains the instant. A window that " +
    "has not opened is 400; one that opened a moment ago may be 502 with `Retry-After: 1`.",
  parameters: PARAMETERS,
  responses: {
    200: {
      description: "The target",
      schema: Body,
      example: {
        now: "2026-01-01T00:10:00.000Z",
        asset: "btc",
        marketType: "1hour",
        provider: "exchange",
        requestedTimestamp: 1_767_226_020,
        requestedTimestampIso: "2026-01-01T00:07:00.000Z",
        source: "aggTrades",
        price: 87_648.21,
      },
    },
    502: { description: "The provider failed, or has not published the price yet" },
  },
  handle: answer,
});
