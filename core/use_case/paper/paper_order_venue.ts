/**
 * The primary venue with paper wallets beside the real ones: their orders meet its books as they
 * are, and never leave the machine.
 *
 * @module
 */
import { Clock, Effect, Option } from "effect";
import { isPaperWallet } from "../../order/mod.ts";
import {
  endOrders,
  type PaperAccount,
  type PaperOrder,
  payableE6,
  settledSharesE6,
  unchanged,
} from "../../paper/mod.ts";
import {
  type OrderFilter,
  type OrderHolder,
  OrderVenue,
  VenueRefused,
} from "../../port/order_venue.ts";
import { PaperStore } from "../../port/paper_store.ts";
import { PaperWire } from "../../port/paper_wire.ts";
import { ProviderFailed } from "../../port/provider_failure.ts";
import type { StoreFailed } from "../../port/store_failure.ts";
import { isOnPaper, paperWalletOf } from "./on_paper.ts";
import { PaperAccounts } from "./paper_accounts.ts";
import { makePaperSending } from "./paper_sending.ts";
import { paperStatus } from "./paper_status.ts";

const OVER = "already canceled or matched";

/** Makes the venue of both. Needs the venue of the real ones. */
export const makePaperOrderVenue = Effect.gen(function* () {
  const venue = yield* OrderVenue;
  const [accounts, store, wire] = [yield* PaperAccounts, yield* PaperStore, yield* PaperWire];
  const send = yield* makePaperSending;

  const accountOf = Effect.fnUntraced(function* (holder: OrderHolder, wanted: string) {
    const kept = yield* Effect.mapError(accounts.read(paperWalletOf(holder)), unkept(wanted));
    if (Option.isSome(kept)) return kept.value.account;
    return yield* new VenueRefused({ wanted, venueMessage: "the wallet has no account on paper" });
  });
  const orderOf = (holder: OrderHolder, orderId: string) =>
    store.orders({ walletId: paperWalletOf(holder), orderIds: [orderId] }).pipe(
      Effect.map(([order]) => Option.fromUndefinedOr(order)),
      Effect.mapError(unkept(`look up the order ${orderId}`)),
    );
  /** Ends those of some orders that rest. */
  const end = Effect.fnUntraced(function* (
    holder: OrderHolder,
    idsOf: (account: PaperAccount) => ReadonlyArray<string>,
  ) {
    const atMs = Math.floor(yield* Clock.currentTimeMillis);
    const changed = yield* accounts.change(paperWalletOf(holder), (account) => {
      const orderIds = idsOf(account);
      return Effect.succeed(
        orderIds.length === 0
          ? unchanged(account)
          : endOrders(account, { orderIds, cause: "request", atMs }),
      );
    }).pipe(Effect.mapError(unkept("cancel orders")));
    const orders = Option.match(changed, { onNone: () => [], onSome: ({ orders }) => orders });
    return orders.map(({ orderId }) => orderId);
  });

  return OrderVenue.of({
    ...venue,
    withinLimits: (holder, place) => isOnPaper(holder) ? place : venue.withinLimits(holder, place),
    send: (order, holder) => isOnPaper(holder) ? send(order, holder) : venue.send(order, holder),
    batch: (batch) =>
      isPaperWallet(batch.walletId)
        ? Effect.succeed({ send, leave: Effect.void })
        : venue.batch(batch),
    balanceE6: (query) =>
      isOnPaper(query.holder)
        ? Effect.map(accountOf(query.holder, "get the balance"), payableE6)
        : venue.balanceE6(query),
    sharesE6: (query) =>
      isOnPaper(query.holder)
        ? Effect.map(
          accountOf(query.holder, "get the shares"),
          (account) => settledSharesE6(account, query.tokenId),
        )
        : venue.sharesE6(query),
    lookUp: (query) =>
      isOnPaper(query.holder)
        ? Effect.map(
          orderOf(query.holder, query.orderId),
          Option.match({ onNone: () => ({ kind: "missing" }), onSome: paperStatus }),
        )
        : venue.lookUp(query),
    openOrders: (query) =>
      isOnPaper(query.holder)
        ? Effect.map(accountOf(query.holder, "list the open orders"), ({ orders }) => ({
          orders: orders.filter(matches(query.filter)).map(wire.toOpenOrder),
          nextCursor: Option.none(),
        }))
        : venue.openOrders(query),
    order: (query) =>
      isOnPaper(query.holder)
        ? Effect.map(orderOf(query.holder, query.orderId), Option.map(wire.toOpenOrder))
        : venue.order(query),
    cancelIds: (query) =>
      isOnPaper(query.holder)
        ? Effect.map(end(query.holder, () => query.orderIds), (cancelled) => ({
          cancelled,
          kept: new Map(
            query.orderIds.filter((id) => !cancelled.includes(id)).map((id) => [id, OVER]),
          ),
        }))
        : venue.cancelIds(query),
    cancel: (query) =>
      isOnPaper(query.holder)
        ? Effect.map(
          end(
            query.holder,
            ({ orders }) => orders.filter(matches(query.filter)).map(({ orderId }) => orderId),
          ),
          (cancelled) => ({ cancelled, kept: new Map() }),
        )
        : venue.cancel(query),
  });
});

function matches({ conditionId, tokenId }: OrderFilter): (order: PaperOrder) => boolean {
  return (order) =>
    Option.getOrElse(conditionId, () => order.conditionId) === order.conditionId &&
    Option.getOrElse(tokenId, () => order.tokenId) === order.tokenId;
}

/** The store of paper wallets stands for the venue. */
function unkept(wanted: string): (failure: StoreFailed) => ProviderFailed {
  return (cause) =>
    new ProviderFailed({ provider: "paper account", reason: "unreachable", wanted, cause });
}
