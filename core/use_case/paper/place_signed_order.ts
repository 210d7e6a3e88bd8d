/**
 * Places an order on paper that a client of the venue has signed by itself, at most once: its hash
 * is its idempotency key.
 *
 * @module
 */
import { Clock, Effect, Option, Schema } from "effect";
import { formatDecimal, fromE6 } from "../../fee/mod.ts";
import {
  canRest,
  expiresSecOf,
  nearestPriceE6,
  NO_TOTALS,
  passedOrderLimit,
  type SentState,
} from "../../order/mod.ts";
import { type OrderInstruction, OrderStore, type StoredOrder } from "../../port/order_store.ts";
import type { SignedTerms } from "../../port/paper_wire.ts";
import { type ClientOrder, VenueSignatures } from "../../port/venue_signatures.ts";
import { marketFee } from "../fee/market_fee.ts";
import { placeOnce } from "../order/idempotency.ts";
import { type IdempotencyClaim, IdempotencyKeyTaken } from "../order/idempotency_claim.ts";
import { replayOrder } from "../order/place_order.ts";
import { noteSent, sendOnce } from "../order/send_once.ts";
import type { TradingWallet } from "../order/trading_wallet.ts";
import { MachineTime } from "../time/machine_time.ts";
import { type TokenMarket, tokenMarket } from "./token_market.ts";

/** Whose an order says it is, or who has signed it, is not who sends it. */
export class SignedOrderRefused extends Schema.TaggedError<SignedOrderRefused>()(
  "SignedOrderRefused",
  { why: Schema.Literals(["owner", "signer", "signature", "version"]) },
) {
  override get message(): string {
    return `Cannot place the order: its ${this.why} is wrong`;
  }
}

/** A command to place a signed order. */
export interface PlaceSignedCommand {
  /** The id of the order to place: a UUID of version 7. */
  readonly id: string;
  readonly wallet: TradingWallet;
  readonly order: ClientOrder;
  /** When the request arrived, by the machine's clock. */
  readonly arrivedMs: number;
}

/**
 * Places an order, and returns it in the state that its sending showed, refused ones too. One that
 * was placed before places nothing: the result is what became of it.
 */
export const placeSignedOrder = Effect.fnUntraced(function* (command: PlaceSignedCommand) {
  const { id, order, wallet: { wallet, owner } } = command;
  if (order.owner !== owner) return yield* new SignedOrderRefused({ why: "owner" });
  // The signer of a deposit wallet is the wallet; its signature shows the key behind it.
  const signer = order.signatureType === 3 ? order.maker : wallet.address;
  if (order.signer.toLowerCase() !== signer.toLowerCase()) {
    return yield* new SignedOrderRefused({ why: "signer" });
  }
  const traded = yield* tokenMarket(order.terms.tokenId);
  const { kind } = traded.market;
  const verdict = (yield* VenueSignatures).judge(order, { kind, address: wallet.address });
  if ("wrong" in verdict) return yield* new SignedOrderRefused({ why: verdict.wrong });
  const { orderId } = verdict;
  const asked = {
    accountId: wallet.accountId,
    idempotencyKey: orderId,
    requestSha256: orderId.slice(2),
    orderId: id,
  };
  const place = (claim: IdempotencyClaim) =>
    placeNew({ ...command, orderId, idempotency: asked, traded, claim });
  return yield* placeOnce(Option.some(asked), { place, replay: replayOrder });
});

interface NewSignedOrder extends PlaceSignedCommand {
  readonly orderId: string;
  readonly idempotency: {
    readonly accountId: string;
    readonly idempotencyKey: string;
    readonly requestSha256: string;
  };
  readonly traded: TokenMarket;
  readonly claim: IdempotencyClaim;
}

const placeNew = Effect.fnUntraced(function* (command: NewSignedOrder) {
  const { wallet, orderId, traded: { market }, claim } = command;
  const walletId = wallet.wallet.id;
  // Keys are kept for a day, and some refusals free them; a hash is for ever that of one order.
  const known = yield* (yield* OrderStore).ofOrderId({ walletId, orderId });
  if (Option.isSome(known)) return yield* new IdempotencyKeyTaken({ existing: known.value });
  const stored = yield* toStored(command);
  const passed = passedOrderLimit(wallet.wallet.limits, {
    walletId: wallet.wallet.id,
    orderE6: stored.notionalE6,
  });
  if (Option.isSome(passed)) return yield* passed.value;
  yield* claim.reserved;
  return yield* Effect.uninterruptible(Effect.gen(function* () {
    const sent = yield* sendOnce(stored, { wallet, market, saleE6: 0n, claim });
    return (yield* noteSent(sent, command)).order;
  }));
});

/** Returns the order as it is stored before its bytes are sent. */
const toStored = Effect.fnUntraced(function* (
  { id, orderId, wallet: { wallet }, order, idempotency, traded }: NewSignedOrder,
): Effect.fn.Return<StoredOrder<SentState>> {
  const { market } = traded;
  const amounts = amountsOf(order.terms);
  const { accountId, idempotencyKey, requestSha256 } = idempotency;
  return {
    id,
    accountId,
    walletId: wallet.id,
    idempotency: Option.some({ accountId, idempotencyKey, requestSha256 }),
    instruction: instructionOf(order.terms, traded),
    body: order.body,
    notionalE6: amounts.usdcE6,
    priceE6: Option.some(nearestPriceE6(amounts, market.terms)),
    state: { name: "sent", orderId, sentMs: yield* (yield* MachineTime).nowMs },
    loweredToE6: Option.none(),
    feeRate: Option.map(yield* Effect.option(marketFee(market.listed)), ({ rate }) => rate),
    fills: NO_TOTALS,
    unsettledE6: 0n,
    cancelAtMs: Option.none(),
    cancelCause: Option.none(),
    createdMs: yield* Clock.currentTimeMillis,
    latencyMs: Option.none(),
  };
});

function instructionOf(
  terms: SignedTerms,
  { slug, outcome, market }: TokenMarket,
): OrderInstruction {
  const { tokenId, side, orderType, expirationSec, isPostOnly } = terms;
  const { sharesE6 } = amountsOf(terms);
  const { conditionId, isNegRisk } = market.terms;
  const limit = {
    sizeE6: sharesE6,
    expiresSec: expiresSecOf(expirationSec),
    lifeSec: Option.none(),
    isPostOnly,
  };
  return {
    ...{ slug, outcome, tokenId, conditionId, side, orderType, isNegRisk },
    amount: formatDecimal(fromE6(terms.makerAmountE6)),
    limit: canRest(orderType) ? Option.some(limit) : Option.none(),
  };
}

function amountsOf({ side, makerAmountE6, takerAmountE6 }: SignedTerms) {
  return side === "BUY"
    ? { usdcE6: makerAmountE6, sharesE6: takerAmountE6 }
    : { usdcE6: takerAmountE6, sharesE6: makerAmountE6 };
}
