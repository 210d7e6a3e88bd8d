/**
 * Limits on how much a wallet may trade.
 *
 * @module
 */
import { Option, Schema } from "effect";
import { formatDecimal, fromE6 } from "../fee/mod.ts";

/** The limits of one wallet, in USDC times 10^6; none where there is no limit. */
export interface SpendingLimits {
  /** The limit for one order. */
  readonly orderMaxE6: Option.Option<bigint>;
  /** The limit for all orders of a UTC day together, buys and sells alike. */
  readonly dayMaxE6: Option.Option<bigint>;
}

/** The limits of a wallet that may trade any amount. */
export const UNLIMITED: SpendingLimits = { orderMaxE6: Option.none(), dayMaxE6: Option.none() };

/** Those of a new wallet until its owner says otherwise: a bot's first mistake stays small. */
export const NEW_WALLET_LIMITS: SpendingLimits = {
  orderMaxE6: Option.some(50_000_000n),
  dayMaxE6: Option.some(200_000_000n),
};

/** The order would exceed a limit of its wallet. Amounts are USDC times 10^6. */
export class LimitPassed extends Schema.TaggedError<LimitPassed>()("LimitPassed", {
  walletId: Schema.String,
  limit: Schema.Literals(["order", "day"]),
  maxE6: Schema.BigInt,
  /** The notional of the order. */
  orderE6: Schema.BigInt,
  /** What the wallet has already traded on this day. */
  spentE6: Schema.BigInt,
}) {
  override get message(): string {
    return `Cannot place an order of ${usdc(this.orderE6)}: the wallet's limit for ` +
      `${this.limit === "order" ? "one order" : "a UTC day"} is ${usdc(this.maxE6)}`;
  }
}

const DAY_MS = 86_400_000;

/** Returns the UTC day whose limit an order of this instant counts toward: `[startMs, endMs)`. */
export function spendingDayOf(atMs: number): { readonly startMs: number; readonly endMs: number } {
  const startMs = atMs - atMs % DAY_MS;
  return { startMs, endMs: startMs + DAY_MS };
}

/** Returns the failure of an order whose notional exceeds the limit for one order. */
export function passedOrderLimit(
  { orderMaxE6 }: Pick<SpendingLimits, "orderMaxE6">,
  { walletId, orderE6 }: { readonly walletId: string; readonly orderE6: bigint },
): Option.Option<LimitPassed> {
  return Option.map(
    Option.filter(orderMaxE6, (maxE6) => orderE6 > maxE6),
    (maxE6) => new LimitPassed({ walletId, limit: "order", maxE6, orderE6, spentE6: 0n }),
  );
}

/** Returns the failure of an order that exceeds the day's limit after `spentE6` was traded. */
export function passedDayLimit(
  { dayMaxE6 }: Pick<SpendingLimits, "dayMaxE6">,
  { walletId, orderE6, spentE6 }: {
    readonly walletId: string;
    readonly orderE6: bigint;
    readonly spentE6: bigint;
  },
): Option.Option<LimitPassed> {
  return Option.map(
    Option.filter(dayMaxE6, (maxE6) => spentE6 + orderE6 > maxE6),
    (maxE6) => new LimitPassed({ walletId, limit: "day", maxE6, orderE6, spentE6 }),
  );
}

function usdc(valueE6: bigint): string {
  return `${formatDecimal(fromE6(valueE6))} USDC`;
}
