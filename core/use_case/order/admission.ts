/**
 * Admission: which orders a wallet may place, and when.
 *
 * No order is sent that its wallet lacks a right for or that passes the wallet's limit, none faster
 * than the venue takes the orders of its signer, and none while the venue keeps failing. An order
 * that is not admitted was not signed. The limit for a day is kept where orders are stored, because
 * all replicas share it.
 *
 * @module
 */
import { Effect, Option, Schema } from "effect";
import { SIDES } from "../../fee/mod.ts";
import {
  isPaperWallet,
  MARKET_KIND_NAMES,
  MARKET_KINDS,
  missingFor,
  notionalE6,
  passedOrderLimit,
  type RefusalReason,
  type SendOutcome,
} from "../../order/mod.ts";
import { type GateVerdict, OrderGate } from "../../port/order_gate.ts";
import { OrderVenue } from "../../port/order_venue.ts";
import { VenueAccount } from "../../port/venue_account.ts";
import { STORED_TOO_LATE } from "./note_outcome.ts";
import type { OrderRequest } from "./order_request.ts";
import { priceOrder } from "./price_order.ts";
import { type ResolvedOrder, resolveOrder } from "./resolve_order.ts";
import { type TradingWallet, tradingWallet, type WalletClaim } from "./trading_wallet.ts";
import { checkSettled } from "./unsettled_sale.ts";

/** The wallet's funder has not approved what an order of this kind needs. */
export class ApprovalMissing extends Schema.TaggedError<ApprovalMissing>()("ApprovalMissing", {
  id: Schema.String,
  funder: Schema.String,
  kind: Schema.Literals(MARKET_KINDS),
  side: Schema.Literals(SIDES),
  /** The call that gives each approval. `isKnown`: the venue says that it is missing. */
  missing: Schema.Array(Schema.Struct({ call: Schema.String, isKnown: Schema.Boolean })),
}) {
  override get message(): string {
    const action = this.side === "BUY" ? "buy" : "sell";
    return `Cannot ${action} with the wallet "${this.id}": it lacks what ${
      MARKET_KIND_NAMES[this.kind]
    } markets need`;
  }
}

/** An order that its wallet has every right for. */
export interface AdmittedOrder {
  readonly wallet: TradingWallet;
  readonly resolved: ResolvedOrder;
}

/** Loads the wallet, finds the market, and checks that the one may trade in the other. */
export const admitOrder = Effect.fnUntraced(function* (
  { request, ...claim }: WalletClaim & { readonly request: OrderRequest },
) {
  const trading = yield* tradingWallet(claim);
  const { id, funder, rights } = trading.wallet;
  const resolved = yield* resolveOrder(request);
  const order = { kind: resolved.market.kind, side: request.side };
  const missingRights = missingFor(rights, order);
  if (missingRights.length > 0) {
    const { approvalCall } = yield* VenueAccount;
    const missing = missingRights.map(({ right, isKnown }) => ({
      call: approvalCall(right),
      isKnown,
    }));
    return yield* new ApprovalMissing({ id, funder, missing, ...order });
  }
  return { wallet: trading, resolved } satisfies AdmittedOrder;
});

/**
 * Prices an order on the current book, up to the wallet's limit for one order. What is to sell
 * settled shares only is refused where it sells others.
 */
export const priceAdmitted = Effect.fnUntraced(function* ({ wallet, resolved }: AdmittedOrder) {
  const priced = yield* priceOrder(resolved);
  const limit = passedOrderLimit(wallet.wallet.limits, {
    walletId: wallet.wallet.id,
    orderE6: notionalE6(priced.order),
  });
  if (Option.isSome(limit)) return yield* limit.value;
  yield* checkSettled(priced, wallet.wallet.id);
  return priced;
});

/**
 * Runs `place`, which places one order of the wallet, as soon as the venue's limit for its signer
 * allows, unless order entry is paused. What came of it shows whether the venue works.
 */
export const whenAdmitted = Effect.fnUntraced(function* <
  A extends { readonly outcome: SendOutcome },
  E,
  R,
>({ holder, wallet }: TradingWallet, place: Effect.Effect<A, E, R>) {
  const [venue, gate] = [yield* OrderVenue, yield* OrderGate];
  // What meets the venue's books on paper shows nothing of how it takes orders.
  if (isPaperWallet(wallet.id)) return yield* venue.withinLimits(holder, place);
  return yield* venue.withinLimits(holder, gate.pass(place, verdictOn));
});

/** One that the venue has shows that it works. */
function verdictOn({ outcome }: { readonly outcome: SendOutcome }): GateVerdict {
  if (outcome === STORED_TOO_LATE) return "nothing";
  const isTrouble = outcome.kind === "unknown"
    ? outcome.isAtVenue !== true
    : outcome.kind === "refused" && TROUBLES.has(outcome.refusal.reason);
  return isTrouble ? "failed" : "worked";
}

const TROUBLES: ReadonlySet<RefusalReason> = new Set<RefusalReason>([
  "paused",
  "post_only",
  "not_sent",
]);
