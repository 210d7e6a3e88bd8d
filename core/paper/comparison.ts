/**
 * Two wallets side by side: what became of their orders, how long these took, and at which prices
 * both traded the same outcomes.
 *
 * @module
 */
import { Option } from "effect";
import type { Side } from "../fee/mod.ts";
import { type FillRole, type FillState, fillUsdcE6 } from "../order/mod.ts";

/** A fill, as far as a comparison needs it. */
export interface ComparedFill {
  readonly slug: string;
  readonly outcome: string;
  readonly tokenId: string;
  readonly side: Side;
  readonly role: FillRole;
  readonly state: FillState;
  readonly priceE6: bigint;
  readonly sharesE6: bigint;
  /** USDC times 10^6; none where it is not known. */
  readonly feeE6: Option.Option<bigint>;
}

/** An order, as far as a comparison needs it. */
export interface ComparedOrder {
  readonly end: "matched" | "canceled" | "refused" | "open";
  readonly latencyMs: Option.Option<number>;
}

/** What one wallet did. Amounts are times 10^6. */
export interface WalletRecord {
  readonly orders: Readonly<Record<ComparedOrder["end"], number>>;
  readonly fills: number;
  readonly makerFills: number;
  readonly failedFills: number;
  readonly sharesE6: bigint;
  readonly usdcE6: bigint;
  /** None where a fee is not known. */
  readonly feesE6: Option.Option<bigint>;
  /** Of its orders, in milliseconds: the middle, and the slowest tenth and hundredth. */
  readonly latencyMs: Option.Option<{
    readonly p50: number;
    readonly p90: number;
    readonly p99: number;
  }>;
}

/** An outcome that both traded on one side. */
export interface SharedOutcome {
  readonly slug: string;
  readonly outcome: string;
  readonly side: Side;
  /** The average price of each, USDC a share times 10^6. */
  readonly paperE6: bigint;
  readonly realE6: bigint;
  /** How much worse the real one traded, USDC a share times 10^6; below zero, better. */
  readonly slippageE6: bigint;
}

/** Returns what one wallet did. What failed moved nothing. */
export function recordOf(
  orders: ReadonlyArray<ComparedOrder>,
  fills: ReadonlyArray<ComparedFill>,
): WalletRecord {
  const counts = { matched: 0, canceled: 0, refused: 0, open: 0 };
  for (const { end } of orders) counts[end] += 1;
  const standing = fills.filter(({ state }) => state !== "failed");
  const latencies = orders.flatMap(({ latencyMs }) => Option.toArray(latencyMs))
    .toSorted((a, b) => a - b);
  const at = (part: number) => latencies[Math.ceil(latencies.length * part) - 1] ?? 0;
  return {
    orders: counts,
    fills: fills.length,
    makerFills: fills.filter(({ role }) => role === "maker").length,
    failedFills: fills.length - standing.length,
    sharesE6: standing.reduce((sum, { sharesE6 }) => sum + sharesE6, 0n),
    usdcE6: standing.reduce((sum, fill) => sum + fillUsdcE6(fill), 0n),
    feesE6: Option.map(
      Option.all(standing.map(({ feeE6 }) => feeE6)),
      (fees) => fees.reduce((sum, feeE6) => sum + feeE6, 0n),
    ),
    latencyMs: latencies.length === 0
      ? Option.none()
      : Option.some({ p50: at(0.5), p90: at(0.9), p99: at(0.99) }),
  };
}

/** Returns the outcomes that both traded on the same side, in the order of the paper's fills. */
export function sharedOutcomes(
  paper: ReadonlyArray<ComparedFill>,
  real: ReadonlyArray<ComparedFill>,
): ReadonlyArray<SharedOutcome> {
  const byTrade = ({ tokenId, side }: ComparedFill) => `${side} ${tokenId}`;
  const [ofPaper, ofReal] = [paper, real].map((fills) =>
    Map.groupBy(fills.filter(({ state }) => state !== "failed"), byTrade)
  ) as [Map<string, Array<ComparedFill>>, Map<string, Array<ComparedFill>>];
  return [...ofPaper].flatMap(([trade, fills]) => {
    const [first] = fills;
    const paperE6 = averageE6(fills);
    const realE6 = averageE6(ofReal.get(trade) ?? []);
    if (first === undefined || paperE6 === undefined || realE6 === undefined) return [];
    const { slug, outcome, side } = first;
    const slippageE6 = side === "BUY" ? realE6 - paperE6 : paperE6 - realE6;
    return [{ slug, outcome, side, paperE6, realE6, slippageE6 }];
  });
}

function averageE6(fills: ReadonlyArray<ComparedFill>): bigint | undefined {
  let [sharesE6, usdcE12] = [0n, 0n];
  for (const fill of fills) {
    sharesE6 += fill.sharesE6;
    usdcE12 += fill.priceE6 * fill.sharesE6;
  }
  return sharesE6 === 0n ? undefined : (usdcE12 + sharesE6 / 2n) / sharesE6;
}
