/**
 * The body of a request for a market order: how it is declared and read; and what every order says
 * of what it trades, with a digest of its meaning.
 *
 * @module
 */
import { type Static, Type } from "@sinclair/typebox";
import { Option, Result } from "effect";
import { formatDecimal } from "../../../core/fee/mod.ts";
import { foldName } from "../../../core/fold_name.ts";
import { MARKET_ORDER_TYPES } from "../../../core/order/mod.ts";
import type { RequestRejected } from "../../../core/request.ts";
import type {
  LimitOrderRequest,
  MarketOrderRequest,
  OrderRequest,
} from "../../../core/use_case/order/mod.ts";
import type { PageContext } from "../../../core/venue/mod.ts";
import { Amount, Side } from "../fee/wire_fee.ts";
import { type KindOptions, strict } from "../wire/kind.ts";
import { Fraction } from "../wire/number.ts";
import { WALLET_ID_EXAMPLE, WalletId } from "../wire/order_id.ts";
import { Bool, Word } from "../wire/text.ts";
import { OutcomeName } from "../wire/outcome_name.ts";
import { PageAddress } from "../wire/venue_name.ts";
import { SLUG_EXAMPLE } from "./order_example.ts";
import { readOrderMarket } from "./order_market.ts";

/** Prices are stored in millionths, so a finer limit would differ from the one that was sent. */
const LIMIT_DECIMALS_MAX = 6;

const slug = (of: "market" | "event", options: KindOptions) =>
  PageAddress({
    ask: `Send the slug from the address of the ${of}'s page on the venue, or that address`,
    examples: [SLUG_EXAMPLE],
    ...options,
  });

/** What every order says of what it trades. */
export const TRADE_FIELDS = {
  slug: slug("market", {
    description: "The market's slug, or its page's address",
    liveExample: "marketSlug",
  }),
  outcome: OutcomeName(),
  side: Side,
};

/** Whether a sale may sell confirmed shares alone. */
export const SettledOnly = Bool({
  hint: "Send true to sell confirmed shares only, or leave it out",
  default: false,
  description: "Refuses a SELL of more shares than were bought here and are confirmed",
  examples: [true],
});

/** The event of an order's market. */
export const EventOfMarket = slug("event", {
  description: "The event that the market has to be of",
});

/** Whether an order is only previewed. */
export const DryRun = Bool({
  hint: "Send true for a preview that places nothing, or leave it out",
  default: false,
  description: "True: preview the order without signing or sending it",
  examples: [false],
});

/** The body of a request for a market order. */
export const OrderBody = strict({
  walletId: WalletId,
  ...TRADE_FIELDS,
  amount: Amount({
    description: "BUY: USDC to spend, at least 1. SELL: shares to sell. Rounded down to 2 decimals",
  }),
  eventSlug: Type.Optional(EventOfMarket),
  orderType: Type.Optional(Word(MARKET_ORDER_TYPES, {
    hint: "Send FOK to fill all of it immediately or nothing, or FAK to fill what is available now",
    default: "FOK",
    examples: ["FOK"],
    description: "`FOK`: all of it at once, or nothing. `FAK`: what there is at once",
  })),
  limitPrice: Type.Optional(Fraction({
    decimalsMax: LIMIT_DECIMALS_MAX,
    hint: "Send a JSON number between 0 and 1, neither included, with at most " +
      `${LIMIT_DECIMALS_MAX} decimals: the worst price accepted, in USDC`,
    description: "The worst price accepted, USDC a share, with at most 6 decimals",
  })),
  settledOnly: Type.Optional(SettledOnly),
  dryRun: Type.Optional(DryRun),
}, {
  description: "What to trade, and from which wallet",
  examples: [{
    walletId: WALLET_ID_EXAMPLE,
    slug: SLUG_EXAMPLE,
    outcome: "Up",
    side: "BUY",
    amount: 25,
    limitPrice: 0.9,
  }],
});

/** Reads what is to be traded. The core checks whether the market has the outcome. */
export function readOrderRequest(
  sent: Static<typeof OrderBody>,
  pages: Pick<PageContext, "eventBaseUrl">,
): Result.Result<MarketOrderRequest, RequestRejected> {
  const { outcome, side, amount, orderType = "FOK", limitPrice, settledOnly = false } = sent;
  return Result.map(readOrderMarket(sent, pages), (market) => ({
    kind: "market",
    ...market,
    outcome,
    side,
    amount,
    orderType,
    limitPrice: Option.fromNullishOr(limitPrice),
    isSettledOnly: settledOnly,
  }));
}

/**
 * Returns the SHA-256, in hex, of what a request means: another spelling of a number, another case
 * of an outcome, or the page of a market instead of its slug, gives the same digest. The page of an
 * event has its own digest: only the venue knows which market it names.
 */
export function orderSha256(walletId: string, request: OrderRequest): string {
  return sha256Of([
    walletId,
    request.market.by === "slug" ? request.market.slug : { event: request.market.eventSlug },
    Option.getOrNull(request.eventSlug),
    foldName(request.outcome),
    request.side,
    ...request.isSettledOnly ? ["settled only"] : [],
    ...request.kind === "market" ? marketMeaning(request) : limitMeaning(request),
  ]);
}

function marketMeaning({ amount, orderType, limitPrice }: MarketOrderRequest) {
  return [
    formatDecimal(amount),
    orderType,
    Option.getOrNull(Option.map(limitPrice, formatDecimal)),
  ];
}

function limitMeaning({ orderType, ...terms }: LimitOrderRequest) {
  const { priceE6, sizeE6, expiresSec, lifeSec, isPostOnly } = terms;
  return [
    "limit",
    orderType,
    String(priceE6),
    String(sizeE6),
    Option.getOrNull(expiresSec),
    Option.getOrNull(lifeSec),
    isPostOnly,
  ];
}

/** Returns the SHA-256, in hex, of what a request means. */
export function sha256Of(meaning: ReadonlyArray<unknown>): string {
  return new Bun.CryptoHasher("sha256").update(JSON.stringify(meaning)).digest("hex");
}
