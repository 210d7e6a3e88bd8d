/**
 * Rechecks the shares of a SELL that the venue has refused for want of them, moments after they
 * were bought: until the purchase has settled, the venue may not see them.
 *
 * @module
 */
import { Clock, Effect, Option } from "effect";
import { FILL_STATES, filledOf, knownFill, type ListedState } from "../../order/mod.ts";
import { FillStore } from "../../port/fill_store.ts";
import { type OrderInstruction, OrderStore, type StoredOrder } from "../../port/order_store.ts";
import { OrderVenue } from "../../port/order_venue.ts";
import type { StoredFill } from "../../port/stored_fill.ts";
import type { PricedOrder } from "./price_order.ts";
import type { TradingWallet } from "./trading_wallet.ts";

/**
 * How long a purchase may take to settle, by the service's clock, in milliseconds.
 *
 * Source: users of the venue have reported 10 to 50 seconds, and purchases that never settled.
 */
const SETTLING_MS = 120_000;
/** Orders, and fills, in one market that are read, newest first. Of more, the sum is not known. */
const READ_MAX = 50;
/** Orders that may have traded. */
const ORDER_STATES: ReadonlyArray<ListedState> = ["sent", "unknown", "live", "matched", "canceled"];

/** Shares that were just bought. */
interface Purchase {
  /** When it was ordered or matched, in unix milliseconds. */
  readonly atMs: number;
  /** The most that it brought, times 10^6; none where that is not known. */
  readonly sharesE6: Option.Option<bigint>;
}

/**
 * Makes the venue read the wallet's shares anew, if this service has just bought some of the
 * outcome, and returns how long ago that was, in milliseconds. None where it has not, and where not
 * even all of them would be enough: then the refusal is final.
 */
export const recheckShares = Effect.fnUntraced(function* (
  { instruction, market: { kind }, order }: PricedOrder,
  { holder, wallet: { id, signatureType } }: TradingWallet,
) {
  const nowMs = yield* Clock.currentTimeMillis;
  const bought = yield* purchasesOf(instruction, { walletId: id, nowMs });
  if (bought.length === 0) return Option.none<number>();
  const venue = yield* OrderVenue;
  // A venue that does not say what it sees says nothing against the purchases.
  const heldE6 = yield* Effect.option(
    venue.sharesE6({ holder, signatureType, tokenId: instruction.tokenId, kind }),
  );
  const sumE6 = sumOf([heldE6, ...bought.map(({ sharesE6 }) => sharesE6)]);
  if (Option.exists(sumE6, (e6) => e6 < order.makerAmountE6)) return Option.none<number>();
  return Option.some(nowMs - Math.max(...bought.map(({ atMs }) => atMs)));
});

/** Returns what may not be settled yet: of young orders, and what others have just traded. */
const purchasesOf = Effect.fnUntraced(function* (
  { tokenId, conditionId }: OrderInstruction,
  { walletId, nowMs }: { readonly walletId: string; readonly nowMs: number },
) {
  const isPurchase = ({ instruction }: Pick<StoredFill, "instruction">) =>
    instruction.side === "BUY" && instruction.tokenId === tokenId;
  const listing = {
    walletId,
    conditionId: Option.some(conditionId),
    after: Option.none(),
    limit: READ_MAX,
  };
  const orders = yield* (yield* OrderStore).list({ ...listing, states: ORDER_STATES });
  const fills = yield* (yield* FillStore).list({
    ...listing,
    states: FILL_STATES.filter((state) => state !== "failed"),
    orderId: Option.none(),
    sinceMs: Option.some(nowMs - SETTLING_MS + 1),
  });
  const young = orders.filter((order) =>
    isPurchase(order) && nowMs - order.createdMs < SETTLING_MS
  );
  const counted = new Set(young.map(({ state }) => state.orderId));
  const others = fills.filter((fill) => isPurchase(fill) && !counted.has(fill.orderId));
  const isWhole = Math.max(orders.length, fills.length) < READ_MAX;
  const purchases: ReadonlyArray<Purchase> = [
    ...young.map((order) => ({ atMs: order.createdMs, sharesE6: mostOf(order) })),
    // The venue's clock may be ahead.
    ...others.map(({ matchedMs, sharesE6 }) => ({
      atMs: Math.min(matchedMs, nowMs),
      sharesE6: Option.some(sharesE6),
    })),
  ];
  return purchases.filter(({ sharesE6 }) => !Option.contains(sharesE6, 0n))
    .map((purchase) => isWhole ? purchase : { ...purchase, sharesE6: Option.none<bigint>() });
});

/** None where one of them is not known. */
function sumOf(shares: ReadonlyArray<Option.Option<bigint>>): Option.Option<bigint> {
  return Option.map(Option.all(shares), (known) => known.reduce((sum, e6) => sum + e6, 0n));
}

/** Returns the most that an order can have bought by now, times 10^6; 0 where it has not traded. */
function mostOf({ state, fills, instruction: { limit } }: StoredOrder): Option.Option<bigint> {
  const tradedE6 = Option.flatMap(knownFill(state), (fill) => filledOf(fill, fills).sharesE6);
  // More of it may have traded since.
  const isMore = state.name === "live" && !Option.contains(tradedE6, 0n);
  return isMore ? Option.map(limit, ({ sizeE6 }) => sizeE6) : tradedE6;
}
