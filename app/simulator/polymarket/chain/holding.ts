/**
 * What a wallet has of an outcome, from the records of the chain.
 *
 * Source: the venue's own subgraph of profits: a purchase moves the average price, a sale realizes
 * its difference to that, a split buys and a merge sells both outcomes at half a USDC, and shares
 * that came without a trade have no price, and realize nothing.
 *
 * @module
 */
import { ONE_E6 } from "../clob/micro_units.ts";
import { type ChainMarket, type ChainRecord } from "./chain_record.ts";

/** One outcome's shares. Amounts are times 10^6. */
export interface Holding {
  readonly market: ChainMarket;
  readonly tokenId: string;
  readonly sizeE6: bigint;
  /** The shares of these that were bought. */
  readonly pricedE6: bigint;
  /** USDC a share times 10^12; undefined until something is bought. */
  readonly averageE12: bigint | undefined;
  /** Everything that was ever bought. */
  readonly boughtE6: bigint;
  /** Fees of purchases. */
  readonly feesE6: bigint;
  /** Without fees, negative for a loss. */
  readonly realizedE6: bigint;
  /** Unix seconds; 0 until something is bought. */
  readonly firstEntrySec: number;
  readonly lastEventSec: number;
}

/** Holdings by token. */
export type Holdings = ReadonlyMap<string, Holding>;

const ONE_E12 = ONE_E6 * ONE_E6;

/** Returns the holdings after more records, in their order. */
export function afterRecords(before: Holdings, records: ReadonlyArray<ChainRecord>): Holdings {
  const after = new Map(before);
  for (const record of records) {
    for (const { tokenId, ...change } of changesOf(record)) {
      const held = after.get(tokenId) ?? nothing(record, tokenId);
      after.set(tokenId, {
        ...changed(held, change, record),
        lastEventSec: Math.floor(record.atMs / 1000),
      });
    }
  }
  return after;
}

/** `usdcE6` is what was paid or received for the shares; undefined for none that is known. */
interface Change {
  /** Negative if the shares left. */
  readonly sizeE6: bigint;
  readonly usdcE6: bigint | undefined;
  readonly feeE6: bigint;
}

function changesOf(record: ChainRecord): ReadonlyArray<Change & { readonly tokenId: string }> {
  const { sizeE6, market } = record;
  const feeE6 = 0n;
  switch (record.type) {
    case "TRADE": {
      const isBuy = record.side === "BUY";
      return [{ ...record, sizeE6: isBuy ? sizeE6 : -sizeE6, feeE6: isBuy ? record.feeE6 : 0n }];
    }
    case "SPLIT":
    case "MERGE": {
      const change = { sizeE6: record.type === "SPLIT" ? sizeE6 : -sizeE6, feeE6 };
      return market.tokenIds.map((tokenId) => ({ ...change, tokenId, usdcE6: sizeE6 / 2n }));
    }
    case "REDEEM":
      return [{ ...record, sizeE6: -sizeE6, feeE6 }];
    case "TRANSFER":
      return [{ ...record, usdcE6: undefined, feeE6 }];
  }
}

function changed(before: Holding, change: Change, { atMs }: ChainRecord): Holding {
  const { pricedE6, averageE12 = 0n } = before;
  const { usdcE6 } = change;
  const sizeE6 = notBelowZero(before.sizeE6 + change.sizeE6);
  if (change.sizeE6 <= 0n) {
    const goneE6 = pricedE6 < -change.sizeE6 ? pricedE6 : -change.sizeE6;
    const priced = { ...before, sizeE6, pricedE6: pricedE6 - goneE6 };
    if (usdcE6 === undefined || goneE6 === 0n) return priced;
    const proceedsE6 = usdcE6 * goneE6 / -change.sizeE6;
    const costE6 = averageE12 * goneE6 / ONE_E12;
    return { ...priced, realizedE6: before.realizedE6 + proceedsE6 - costE6 };
  }
  if (usdcE6 === undefined) return { ...before, sizeE6 };
  const heldE6 = pricedE6 + change.sizeE6;
  return {
    ...before,
    sizeE6,
    pricedE6: heldE6,
    averageE12: (averageE12 * pricedE6 + usdcE6 * ONE_E12) / heldE6,
    boughtE6: before.boughtE6 + change.sizeE6,
    feesE6: before.feesE6 + change.feeE6,
    firstEntrySec: before.firstEntrySec || Math.floor(atMs / 1000),
  };
}

function nothing({ market }: ChainRecord, tokenId: string): Holding {
  return {
    market,
    tokenId,
    sizeE6: 0n,
    pricedE6: 0n,
    averageE12: undefined,
    boughtE6: 0n,
    feesE6: 0n,
    realizedE6: 0n,
    firstEntrySec: 0,
    lastEventSec: 0,
  };
}

/** Balances that trades left below zero are zero there, too. */
function notBelowZero(amountE6: bigint): bigint {
  return amountE6 < 0n ? 0n : amountE6;
}
