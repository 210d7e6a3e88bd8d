/**
 * `POST /api/v1/new_fees/trade-estimate`: a trade's fee by the flat formula.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect } from "effect";
import { type FlatEstimate, type Trade, tradeOfAmounts } from "../../../core/fee/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { type EventFeeEstimate, flatFeeEstimate } from "../../../core/use_case/fee/mod.ts";
import { Venue } from "../../../core/use_case/price/mod.ts";
import { readFeeBody } from "./fee_body.ts";
import { isoNow } from "../edge/iso_now.ts";
import { type Call, declareRoute } from "../edge/route.ts";
import {
  decimalBody,
  ESTIMATE_BODY_FIELDS,
  eventNamesBody,
  EventNamesWire,
  flatFeeBody,
  FlatFeeWire,
  inputsBody,
  InputsWire,
  SideWire,
  sourcedFeeConfigBody,
  SourcedFeeConfigWire,
} from "./wire_fee.ts";
import { IsoWire } from "../price/wire_target.ts";

const Body = Type.Object({
  now: IsoWire,
  event: EventNamesWire,
  feeConfig: SourcedFeeConfigWire,
  side: SideWire,
  inputs: InputsWire,
  averagePrice: Type.Number({ description: "USDC for one share, to 8 decimals" }),
  shares: Type.Number({ description: "Shares traded" }),
  fee: FlatFeeWire,
  result: Type.Object({
    grossShares: Type.Number({ description: "Shares traded" }),
    netShares: Type.Number({ description: "The same: the fee does not touch shares" }),
    grossUsdc: Type.Number({ description: "USDC traded" }),
    netUsdc: Type.Number({
      description: "What leaves the wallet in a BUY, fee on top, or reaches it in a SELL. Exact",
    }),
  }),
}, { $id: "FlatFeeEstimate" });

const answer = Effect.fnUntraced(function* ({ body, nowMs }: Call) {
  const { side, amounts, reference } = yield* Effect.fromResult(readFeeBody(body, yield* Venue));
  const trade = yield* Effect.fromResult(tradeOfAmounts(amounts, side));
  const atSec = UnixSec(Math.floor(nowMs / 1000));
  const found = yield* flatFeeEstimate({ reference, atSec }, trade);
  const now = isoNow(nowMs);
  return { body: { now, ...estimateBody(trade, found) }, isCached: found.isCached };
});

function estimateBody(trade: Trade, { event, config, estimate }: EventFeeEstimate<FlatEstimate>) {
  const shares = decimalBody(trade.shares);
  return {
    event: eventNamesBody(event),
    feeConfig: sourcedFeeConfigBody(config),
    side: trade.side,
    inputs: inputsBody(trade),
    averagePrice: decimalBody(estimate.averagePrice),
    shares,
    fee: flatFeeBody(estimate),
    result: {
      grossShares: shares,
      netShares: shares,
      grossUsdc: decimalBody(trade.usdc),
      netUsdc: decimalBody(estimate.netUsdc),
    },
  };
}

/** The route. */
export const feesNewEstimateRoute = declareRoute({
  method: "POST",
  path: "/api/v1/new_fees/trade-estimate",
  family: "plain",
  access: "public",
  sendsCacheHeader: true,
  tag: "Fees",
  summary: "The fee of a trade, by the flat formula",
  description:
    "For C shares at the price p, `fee = C * feeRate * p * (1 - p)` in USDC, on top of " +
    "what a BUY costs and off what a SELL brings. The rate is the one that the venue publishes, " +
    "where all markets of the event agree on it, else that of the rule for the event's tags, " +
    "whose exponent is reported but not used. The smaller amount is USDC, so `side` need not be " +
    "sent; if it is, it must agree. 502 if the venue publishes an exponent other than 1.",
  parameters: [],
  body: {
    description: "A trade in an event, identified by `eventSlug` or by `eventId`",
    schema: Type.Object({ ...ESTIMATE_BODY_FIELDS, side: Type.Optional(SideWire) }),
    example: { makingAmount: 50, takingAmount: 100, eventSlug: "btc-updown-5m-1787414400" },
  },
  responses: {
    200: {
      description: "The estimate",
      schema: Body,
      example: {
        now: "2026-08-22T16:01:00.000Z",
        event: { id: "811601", slug: "btc-updown-5m-1787414400" },
        feeConfig: {
          source: "venue",
          hasTakerFees: true,
          type: "crypto",
          feeRate: 0.07,
          exponent: 1,
          makerRebate: "20%",
        },
        side: "BUY",
        inputs: {
          makingAmount: 50,
          makingAmountUnit: "usdc",
          takingAmount: 100,
          takingAmountUnit: "shares",
        },
        averagePrice: 0.5,
        shares: 100,
        fee: { usdc: 1.75, shares: 3.5, chargedIn: "usdc", effectiveRate: 0.035 },
        result: { grossShares: 100, netShares: 100, grossUsdc: 50, netUsdc: 51.75 },
      },
    },
    502: {
      description: "The venue lists no such event, could not be reached, or publishes a schedule " +
        "that the formula does not describe",
    },
  },
  handle: answer,
});
