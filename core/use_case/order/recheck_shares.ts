/**
 * Rechecks the shares of a SELL that the venue has refused for want of them, moments after they
 * were bought: until the purchase has settled, the venue may not see them.
 *
 * @module
 */
import { Clock, Effect, Option } from "effect";
import { isStated } from "../../order/mod.ts";
import { OrderStore, type StoredOrder } from "../../port/order_store.ts";
import { OrderVenue } from "../../port/order_venue.ts";
import type { PricedOrder } from "./price_order.ts";
import type { TradingWallet } from "./trading_wallet.ts";

/**
 * How long a purchase may take to settle, by the service's clock, in milliseconds.
 *
 * Source: users of the venue have reported 10 to 50 seconds, and purchases that never settled.
 */
const SETTLING_MS = 120_000;
/** Orders in one market that are read, newest first. Of more, the sum is not known. */
const ORDERS_MAX = 50;

/**
 * Makes the venue read the wallet's shares anew, if this service has just bought some of the
 * outcome, and returns how long ago that was, in milliseconds. None where it has not, and where not
 * even all of them would be enough: then the refusal is final.
 */
export const recheckShares = Effect.fnUntraced(function* (
  { instruction, market: { kind }, order }: PricedOrder,
  { holder, wallet: { id, signatureType } }: TradingWallet,
) {
  const { tokenId, conditionId } = instruction;
  const nowMs = yield* Clock.currentTimeMillis;
  const orders = yield* (yield* OrderStore).list({
    walletId: id,
    states: ["sent", "unknown", "matched"],
    conditionId: Option.some(conditionId),
    after: Option.none(),
    limit: ORDERS_MAX,
  });
  const bought = orders.filter(({ instruction: other, createdMs }) =>
    other.side === "BUY" && other.tokenId === tokenId && nowMs - createdMs < SETTLING_MS
  );
  const [newest] = bought;
  if (newest === undefined) return Option.none<number>();
  const venue = yield* OrderVenue;
  // A venue that does not say what it sees says nothing against the purchases.
  const heldE6 = yield* Effect.option(venue.sharesE6({ holder, signatureType, tokenId, kind }));
  const boughtE6 = orders.length < ORDERS_MAX ? sumOf(bought.map(sharesOf)) : Option.none();
  const isShort = Option.exists(sumOf([heldE6, boughtE6]), (e6) => e6 < order.makerAmountE6);
  if (isShort) return Option.none<number>();
  return Option.some(nowMs - newest.createdMs);
});

/** None where one of them is not known. */
function sumOf(shares: ReadonlyArray<Option.Option<bigint>>): Option.Option<bigint> {
  return Option.map(Option.all(shares), (known) => known.reduce((sum, e6) => sum + e6, 0n));
}

function sharesOf({ state }: StoredOrder): Option.Option<bigint> {
  return state.name === "final" && state.outcome.kind === "matched" && isStated(state.outcome.fill)
    ? state.outcome.fill.sharesE6
    : Option.none();
}
