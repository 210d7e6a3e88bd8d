/**
 * The body of a request for a limit order: how it is declared and read.
 *
 * @module
 */
import { type Static, Type } from "@sinclair/typebox";
import { Option, Result } from "effect";
import { AMOUNT_MAX, toE6 } from "../../../core/fee/mod.ts";
import { canRest, EXPIRY_SEC_MIN, ORDER_TYPES, SIZE_DECIMALS } from "../../../core/order/mod.ts";
import type { RequestRejected } from "../../../core/request.ts";
import { toIsoSeconds } from "../../../core/time/mod.ts";
import type { LimitOrderRequest } from "../../../core/use_case/order/mod.ts";
import type { PageContext } from "../../../core/venue/mod.ts";
import { IdempotencyKey } from "../edge/request/idempotency_key.ts";
import { BodyInstant } from "../wire/instant.ts";
import { refuse, strict } from "../wire/kind.ts";
import { Decimal, Fraction, Whole } from "../wire/number.ts";
import { WALLET_ID_EXAMPLE, WalletId } from "../wire/order_id.ts";
import { Bool, Word } from "../wire/text.ts";
import { DryRun, EventOfMarket, SettledOnly, TRADE_FIELDS } from "./order_body.ts";
import { SLUG_EXAMPLE } from "./order_example.ts";
import { readOrderMarket } from "./order_market.ts";

/** The finest step of the prices of any market. */
const PRICE_DECIMALS_MAX = 6;

const LIFE_SEC_MAX = 86_400;

/** The price of a limit order. */
export const Price = Fraction({
  decimalsMax: PRICE_DECIMALS_MAX,
  hint: "Send a JSON number between 0 and 1, neither included: a price of the market, in USDC",
  description: "USDC a share, on the market's tick: the worst price of any fill",
  examples: [0.53],
});

/** The size of a limit order. */
export const Size = Decimal({
  minimum: "0.01",
  maximum: AMOUNT_MAX,
  decimalsMax: SIZE_DECIMALS,
  description: "Shares, at most 2 decimals, at least the market's `min_size`",
  examples: [20],
});

const TERMS = {
  ...TRADE_FIELDS,
  price: Price,
  size: Size,
  eventSlug: Type.Optional(EventOfMarket),
  orderType: Type.Optional(Word(ORDER_TYPES, {
    default: "GTC",
    description: "`GTC`: rests until it is canceled. `GTD`: until `expiresAt`. `FOK`: all of it " +
      "at once, or nothing. `FAK`: what there is at once. A BUY of the latter two spends `size` " +
      "times `price`: more shares at a better price",
    examples: ["GTC"],
  })),
  expiresAt: Type.Optional(BodyInstant({
    description: `When a GTD order ends, at least ${EXPIRY_SEC_MIN} s ahead`,
    examples: ["2026-08-22T17:00:00Z"],
  })),
  lifeS: Type.Optional(Whole({
    minimum: 1,
    maximum: LIFE_SEC_MAX,
    description: "Seconds after its acceptance in which this service cancels a GTC order",
    examples: [30],
  })),
  postOnly: Type.Optional(Bool({
    hint: "Send true for an order that may only rest, or leave it out",
    default: false,
    description: "The venue refuses the order if it would trade at once. With GTC and GTD",
    examples: [true],
  })),
  settledOnly: Type.Optional(SettledOnly),
};

const EXAMPLE = {
  slug: SLUG_EXAMPLE,
  outcome: "Up",
  side: "BUY",
  price: 0.53,
  size: 20,
  lifeS: 30,
  postOnly: true,
};

/** The body of a request for a limit order. */
export const LimitBody = strict({
  walletId: WalletId,
  ...TERMS,
  dryRun: Type.Optional(DryRun),
}, {
  description: "What to trade, at which price, and from which wallet",
  examples: [{ walletId: WALLET_ID_EXAMPLE, ...EXAMPLE }],
});

/** The most orders of a batch. */
export const BATCH_MAX = 15;

const BatchedOrder = strict({
  ...TERMS,
  idempotencyKey: Type.Optional(IdempotencyKey),
});

/** The body of a request for several limit orders. */
export const BatchBody = strict({
  walletId: WalletId,
  orders: Type.Array(BatchedOrder, {
    minItems: 1,
    maxItems: BATCH_MAX,
    description: `1 to ${BATCH_MAX} orders, each with a key of its own`,
  }),
}, {
  description: "Several orders of one wallet",
  examples: [{
    walletId: WALLET_ID_EXAMPLE,
    orders: [
      { ...EXAMPLE, idempotencyKey: "quote-1-up" },
      { ...EXAMPLE, outcome: "Down", price: 0.45, idempotencyKey: "quote-1-down" },
    ],
  }],
});

/** What is sent of the terms of a limit order. */
type SentTerms = Static<typeof BatchedOrder>;

/** Reads what is to be traded. The core checks whether the market has the outcome and the price. */
export function readLimitRequest(
  sent: Omit<SentTerms, "idempotencyKey">,
  pages: Pick<PageContext, "eventBaseUrl">,
): Result.Result<LimitOrderRequest, RequestRejected> {
  const { outcome, side, price, size, orderType = "GTC", postOnly = false, settledOnly = false } =
    sent;
  return Result.gen(function* () {
    yield* checkEnd(sent);
    if (postOnly && !canRest(orderType)) {
      return yield* refuse({ name: "postOnly" }, postOnly, "Send it with GTC or GTD alone");
    }
    return {
      kind: "limit",
      ...yield* readOrderMarket(sent, pages),
      outcome,
      side,
      orderType,
      priceE6: toE6(price),
      sizeE6: toE6(size),
      expiresSec: Option.fromUndefinedOr<number | undefined>(sent.expiresAt),
      lifeSec: Option.fromUndefinedOr(sent.lifeS),
      isPostOnly: postOnly,
      isSettledOnly: settledOnly,
    };
  });
}

/** A GTD order has an end, a GTC order may have a life, and no other has either. */
function checkEnd(
  { orderType = "GTC", expiresAt, lifeS }: Pick<SentTerms, "orderType" | "expiresAt" | "lifeS">,
): Result.Result<void, RequestRejected> {
  if (lifeS !== undefined && orderType !== "GTC") {
    return refuse({ name: "lifeS" }, String(lifeS), "Send it with the orderType GTC alone");
  }
  if (orderType !== "GTD") {
    if (expiresAt === undefined) return Result.void;
    const hint = "Send it with the orderType GTD alone; for a life of seconds send lifeS with GTC";
    return refuse({ name: "expiresAt" }, toIsoSeconds(expiresAt), hint);
  }
  if (expiresAt === undefined) {
    return refuse({ name: "orderType" }, orderType, "Send expiresAt too, or the orderType GTC");
  }
  return Result.void;
}
