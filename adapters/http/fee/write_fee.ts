/**
 * Writes fees as their schemas declare them: a writer that drifts from its schema does not compile.
 *
 * @module
 */
import type { Static } from "@sinclair/typebox";
import { BigDecimal, Option } from "effect";
import {
  type FeeConfig,
  type FlatEstimate,
  type FlatFee,
  formatDecimal,
  LEGACY_FEE_MIN_USDC,
  type LegacyEstimate,
  type Trade,
} from "../../../core/fee/mod.ts";
import type { EventFeeEstimate, EventFeeFacts } from "../../../core/use_case/fee/mod.ts";
import { isoNow } from "../edge/answer/iso_now.ts";
import { exactNumber as exact } from "../wire/number.ts";
import type {
  EventFee,
  FeeConfigWire,
  FlatFeeEstimate,
  FlatFeeWire,
  InputsWire,
  LegacyFeeEstimate,
} from "./wire_fee.ts";

const HUNDRED = BigDecimal.fromBigInt(100n);

/** Writes the fee of an event. */
export function eventFeeBody(
  { event: { id, slug, title }, config, published, publishedAtMs }: EventFeeFacts,
  nowMs: number,
): Static<typeof EventFee> {
  return {
    now: isoNow(nowMs),
    event: { id, slug, title },
    ...feeConfigBody(config),
    published: Option.match(published, {
      onNone: () => null,
      onSome: ({ rate, exponent, isTakerOnly }) => ({
        rate: exact(rate),
        exponent: exact(exponent),
        takerOnly: isTakerOnly,
        source: "venue_metadata",
        at: new Date(publishedAtMs).toISOString(),
      }),
    }),
  };
}

function feeConfigBody(config: FeeConfig): Static<typeof FeeConfigWire> {
  const { matchedByTag } = config;
  return {
    hasTakerFees: config.hasTakerFees,
    type: Option.getOrNull(config.type),
    feeRate: exact(config.rate),
    exponent: exact(config.exponent),
    makerRebate: `${formatDecimal(BigDecimal.multiply(config.rebateRate, HUNDRED))}%`,
    ...(Option.isSome(matchedByTag) ? { matchedByTag: matchedByTag.value } : {}),
  };
}

function inputsBody({ making, taking, side }: Trade): Static<typeof InputsWire> {
  const isBuy = side === "BUY";
  return {
    makingAmount: exact(making),
    makingAmountUnit: isBuy ? "usdc" : "shares",
    takingAmount: exact(taking),
    takingAmountUnit: isBuy ? "shares" : "usdc",
  };
}

/** Writes an estimate by the formula with an exponent. */
export function legacyEstimateBody(
  trade: Trade,
  { event: { id, slug }, config, estimate }: EventFeeEstimate<LegacyEstimate>,
  nowMs: number,
): Static<typeof LegacyFeeEstimate> {
  return {
    now: isoNow(nowMs),
    event: { id, slug },
    feeConfig: feeConfigBody(config),
    side: trade.side,
    inputs: inputsBody(trade),
    averagePrice: exact(estimate.averagePrice),
    fee: {
      chargedIn: estimate.chargedIn,
      feeEquivalent: exact(estimate.feeEquivalent),
      feeInUsdcRaw: exact(estimate.feeInUsdcRaw),
      minFeeThresholdUsdc: exact(LEGACY_FEE_MIN_USDC),
    },
    result: {
      grossShares: exact(estimate.grossShares),
      netShares: exact(estimate.netShares),
      ...Option.match(estimate.usdc, {
        onNone: () => ({}),
        onSome: ({ gross, net }) => ({ grossUsdc: exact(gross), netUsdc: exact(net) }),
      }),
    },
  };
}

/** Writes a fee by the flat formula. */
export function flatFeeBody(
  { feeUsdc, feeShares, effectiveRate }: FlatFee,
): Static<typeof FlatFeeWire> {
  return {
    usdc: exact(feeUsdc),
    shares: exact(feeShares),
    chargedIn: "usdc",
    effectiveRate: exact(effectiveRate),
  };
}

/** Writes an estimate by the flat formula. */
export function flatEstimateBody(
  trade: Trade,
  { event: { id, slug }, config, estimate }: EventFeeEstimate<FlatEstimate>,
  nowMs: number,
): Static<typeof FlatFeeEstimate> {
  const shares = exact(trade.shares);
  return {
    now: isoNow(nowMs),
    event: { id, slug },
    feeConfig: { source: Option.getOrNull(config.source), ...feeConfigBody(config) },
    side: trade.side,
    inputs: inputsBody(trade),
    averagePrice: exact(estimate.averagePrice),
    shares,
    fee: flatFeeBody(estimate),
    result: {
      grossShares: shares,
      netShares: shares,
      grossUsdc: exact(trade.usdc),
      netUsdc: exact(estimate.netUsdc),
    },
  };
}
