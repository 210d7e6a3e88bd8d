/**
 * Why a request places no order, in one word that programs can branch on.
 *
 * @module
 */

/**
 * Why an order did not go through, grouped by what its owner or the operator can do about it.
 *
 * - `killed`: a FOK order that the book could not fill.
 * - `no_liquidity`: a FAK order that met nothing in the book.
 * - `would_cross`: a post-only order that would have traded at once.
 * - `balance`: the wallet's balance is too small.
 * - `allowance`: a contract of the venue may not move the wallet's funds or shares, or not
 *   enough of them.
 * - `unsettled`: it sells shares that were bought moments ago and are not in the wallet yet, or
 *   that are not confirmed and may still fail.
 * - `accuracy`: an amount has more decimals than the venue takes.
 * - `too_small`: its amount or size is less than the venue takes.
 * - `expiration`: it would end too soon for the venue.
 * - `terms`: its amount or price breaks another rule of the market.
 * - `market_closed`: the market takes no orders.
 * - `wallet`: the venue refuses this wallet, or its API key.
 * - `region`: the venue does not serve the region that this service runs in.
 * - `closed_only`: the wallet may only close positions.
 * - `paused`: the venue takes no orders at the moment.
 * - `post_only`: the venue takes only post-only orders at the moment.
 * - `busy`: too many orders in a short time.
 * - `not_sent`: nothing was sent: the venue was unreachable, or storing took too long.
 * - `never_arrived`: it was sent, and the venue does not know it.
 * - `stale`: it was signed by rules that the venue has changed since.
 * - `rejected`: anything else.
 */
export const REFUSAL_REASONS = [
  "killed",
  "no_liquidity",
  "would_cross",
  "balance",
  "allowance",
  "unsettled",
  "accuracy",
  "too_small",
  "expiration",
  "terms",
  "market_closed",
  "wallet",
  "region",
  "closed_only",
  "paused",
  "post_only",
  "busy",
  "not_sent",
  "never_arrived",
  "stale",
  "rejected",
] as const;

/** One of {@linkcode REFUSAL_REASONS}. */
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/**
 * The reasons of a refused order, and those for which none was ever sent.
 *
 * - `limit_price`: the book offers less than the amount within `limitPrice`.
 * - `off_tick`: the price is not one of the market's.
 * - `limit_order`, `limit_day`: the wallet's own limits.
 * - `protocol`: the market trades by rules that this service does not know for certain.
 * - `unknown_market`, `unknown_outcome`, `unknown_order`, `unknown_wallet`: there is none.
 * - `ambiguous`: the request names several markets or outcomes.
 * - `not_ready`: the wallet is not provisioned.
 * - `invalid`: the request itself cannot be used.
 * - `key_reused`, `key_in_use`: its idempotency key belongs to another request, or is in use.
 * - `uncertain`: it is not known yet whether it was placed.
 * - `unavailable`: the store, the venue or the key to the wallets gives no answer.
 */
export const ORDER_REASONS = [
  ...REFUSAL_REASONS,
  "limit_price",
  "off_tick",
  "limit_order",
  "limit_day",
  "protocol",
  "unknown_market",
  "unknown_outcome",
  "unknown_order",
  "unknown_wallet",
  "ambiguous",
  "not_ready",
  "invalid",
  "key_reused",
  "key_in_use",
  "uncertain",
  "unavailable",
] as const;

/** One of {@linkcode ORDER_REASONS}. */
export type OrderReason = (typeof ORDER_REASONS)[number];

/** The failures whose reason is always the same. */
const REASON_BY_TAG = {
  ApprovalMissing: "allowance",
  BalanceShort: "balance",
  EntryLimited: "busy",
  EventAmbiguous: "ambiguous",
  FeeScheduleUnusable: "unavailable",
  HeartbeatsFull: "unavailable",
  IdempotencyKeyBusy: "key_in_use",
  IdempotencyKeyReused: "key_reused",
  MarketClosed: "market_closed",
  MarketElsewhere: "unknown_market",
  MarketUnknown: "unknown_market",
  NoOrderBook: "market_closed",
  OrderEntryPaused: "paused",
  OrderNotResting: "invalid",
  OrderNotStored: "unavailable",
  OrderUncertain: "uncertain",
  OrderUnknown: "unknown_order",
  OutcomesAlike: "ambiguous",
  OutcomeUnknown: "unknown_outcome",
  PostOnlyCrosses: "would_cross",
  ProtocolUnclear: "protocol",
  ProviderFailed: "unavailable",
  ProviderOff: "unavailable",
  ReplacementUncertain: "uncertain",
  SecretBoxOff: "unavailable",
  SharesUnsettled: "unsettled",
  SecretUnreadable: "unavailable",
  StoreFailed: "unavailable",
  TokensUnclear: "protocol",
  VenueRefused: "rejected",
  WalletForbidden: "unknown_wallet",
  WalletNotReady: "not_ready",
  WalletRefused: "wallet",
} as const satisfies Readonly<Record<string, OrderReason>>;

/** A failure of a request about orders, as far as its reason depends on it. */
export type ReasonedFailure =
  | { readonly _tag: keyof typeof REASON_BY_TAG }
  | { readonly _tag: "BookTooThin"; readonly reason: "empty" | "thin" | "limit" }
  | { readonly _tag: "LimitPassed"; readonly limit: "order" | "day" }
  | { readonly _tag: "OrderRefused"; readonly reason: RefusalReason }
  | { readonly _tag: "RequestRejected"; readonly reason?: string | undefined };

/** Returns the reason of a failure. */
export function reasonOf(failure: ReasonedFailure): OrderReason {
  switch (failure._tag) {
    case "BookTooThin":
      return failure.reason === "limit" ? "limit_price" : "no_liquidity";
    case "LimitPassed":
      return failure.limit === "order" ? "limit_order" : "limit_day";
    case "OrderRefused":
      return failure.reason;
    case "RequestRejected":
      // Only the core gives a reason, out of the same list.
      return (failure.reason ?? "invalid") as OrderReason;
    default:
      return REASON_BY_TAG[failure._tag];
  }
}
