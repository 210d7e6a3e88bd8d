/**
 * `POST /api/v1/fees/trade-estimate`: a trade's fee by the formula with an exponent.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect, Option } from "effect";
import {
  LEGACY_FEE_MIN_USDC,
  type LegacyEstimate,
  type Trade,
  tradeOf,
} from "../../../core/fee/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { type EventFeeEstimate, legacyFeeEstimate } from "../../../core/use_case/fee/mod.ts";
import { Venue } from "../../../core/use_case/price/mod.ts";
import { isoNow } from "../edge/iso_now.ts";
import { readSide } from "../edge/body_field.ts";
import { readFeeBody } from "./fee_body.ts";
import { type Call, declareRoute } from "../edge/route.ts";
import {
  decimalBody,
  ESTIMATE_BODY_FIELDS,
  eventNamesBody,
  EventNamesWire,
  feeConfigBody,
  FeeConfigWire,
  inputsBody,
  InputsWire,
  SideWire,
} from "./wire_fee.ts";
import { IsoWire, wordSchema } from "../price/wire_target.ts";

const Body = Type.Object({
  now: IsoWire,
  event: EventNamesWire,
  feeConfig: FeeConfigWire,
  side: SideWire,
  inputs: InputsWire,
  averagePrice: Type.Number({ description: "USDC for one share, to 8 decimals" }),
  fee: Type.Object({
    chargedIn: wordSchema(["shares", "usdc"], { description: "Shares in a BUY, USDC in a SELL" }),
    feeEquivalent: Type.Number({ description: "The fee in that unit, to 8 decimals" }),
    feeInUsdcRaw: Type.Number({
      description: "What the formula gives in USDC, to 8 decimals, however small",
    }),
    minFeeThresholdUsdc: Type.Number({
      description: "Below this exact fee in USDC, `feeEquivalent` is 0",
    }),
  }),
  result: Type.Object({
    grossShares: Type.Number({ description: "To 8 decimals" }),
    netShares: Type.Number({ description: "In a BUY `grossShares` less the fee" }),
    grossUsdc: Type.Optional(
      Type.Number({ description: "Only in a SELL, to 8 decimals", examples: [50] }),
    ),
    netUsdc: Type.Optional(
      Type.Number({ description: "Only in a SELL: less the fee", examples: [49.21875] }),
    ),
  }),
}, { $id: "LegacyFeeEstimate" });

const answer = Effect.fnUntraced(function* ({ body, nowMs }: Call) {
  const side = yield* Effect.fromResult(readSide(body));
  const { amounts, reference } = yield* Effect.fromResult(readFeeBody(body, yield* Venue));
  const trade = yield* Effect.fromResult(tradeOf(side, amounts));
  const atSec = UnixSec(Math.floor(nowMs / 1000));
  const found = yield* legacyFeeEstimate({ reference, atSec }, trade);
  const now = isoNow(nowMs);
  return { body: { now, ...estimateBody(trade, found) }, isCached: found.isCached };
});

function estimateBody(
  trade: Trade,
  { event, config, estimate }: EventFeeEstimate<LegacyEstimate>,
) {
  return {
    event: eventNamesBody(event),
    feeConfig: feeConfigBody(config),
    side: trade.side,
    inputs: inputsBody(trade),
    averagePrice: decimalBody(estimate.averagePrice),
    fee: {
      chargedIn: estimate.chargedIn,
      feeEquivalent: decimalBody(estimate.feeEquivalent),
      feeInUsdcRaw: decimalBody(estimate.feeInUsdcRaw),
      minFeeThresholdUsdc: decimalBody(LEGACY_FEE_MIN_USDC),
    },
    result: {
      grossShares: decimalBody(estimate.grossShares),
      netShares: decimalBody(estimate.netShares),
      ...Option.match(estimate.usdc, {
        onNone: () => ({}),
        onSome: ({ gross, net }) => ({ grossUsdc: decimalBody(gross), netUsdc: decimalBody(net) }),
      }),
    },
  };
}

/** The route. */
export const feesTradeEstimateRoute = declareRoute({
  method: "POST",
  path: "/api/v1/fees/trade-estimate",
  family: "plain",
  access: "public",
  sendsCacheHeader: true,
  tag: "Fees",
  summary: "The fee of a trade, by the formula with an exponent",
  description: "For C shares at the price p, `fee = C * p * feeRate * (p * (1 - p)) ^ exponent` " +
    "in USDC, charged in shares on a BUY and in USDC on a SELL, as the venue did until " +
    "2026-03-30. Rate and exponent come from the rule for the event's tags. Amounts are read and " +
    "computed exactly; what is shown is rounded half to even. The price must lie strictly " +
    "between 0 and 1.",
  parameters: [],
  body: {
    description: "A trade in an event, identified by `eventSlug` or by `eventId`",
    schema: Type.Object({ side: SideWire, ...ESTIMATE_BODY_FIELDS }),
    example: {
      side: "BUY",
      makingAmount: 50,
      takingAmount: 100,
      eventSlug: "btc-updown-5m-1773307200",
    },
  },
  responses: {
    200: {
      description: "The estimate",
      schema: Body,
      example: {
        now: "2026-03-12T09:21:00.000Z",
        event: { id: "260654", slug: "btc-updown-5m-1773307200" },
        feeConfig: {
          hasTakerFees: true,
          type: "crypto",
          feeRate: 0.25,
          exponent: 2,
          makerRebate: "20%",
          matchedByTag: "5m",
        },
        side: "BUY",
        inputs: {
          makingAmount: 50,
          makingAmountUnit: "usdc",
          takingAmount: 100,
          takingAmountUnit: "shares",
        },
        averagePrice: 0.5,
        fee: {
          chargedIn: "shares",
          feeEquivalent: 1.5625,
          feeInUsdcRaw: 0.78125,
          minFeeThresholdUsdc: 0.0001,
        },
        result: { grossShares: 100, netShares: 98.4375 },
      },
    },
    502: { description: "The venue lists no such event, or could not be reached" },
  },
  handle: answer,
});
