/**
 * Says in one word why a request places no order.
 *
 * @module
 */
import type { FeeScheduleUnusable } from "../../fee/mod.ts";
import type { BookTooThin, LimitPassed, OrderReason } from "../../order/mod.ts";
import type { OrderEntryPaused } from "../../port/order_gate.ts";
import type { NoOrderBook, VenueRefused } from "../../port/order_venue.ts";
import type { ProviderFailed, ProviderOff } from "../../port/provider_failure.ts";
import type { SecretBoxOff, SecretUnreadable } from "../../port/secret_box.ts";
import type { StoreFailed } from "../../port/store_failure.ts";
import type { WalletRefused } from "../../port/venue_account.ts";
import type { EntryLimited } from "../../port/venue_limits.ts";
import type { RequestRejected } from "../../request.ts";
import type { ApprovalMissing } from "./admission.ts";
import type { OrderNotStored } from "./idempotency.ts";
import type { IdempotencyKeyBusy } from "./idempotency_claim.ts";
import type { BalanceShort } from "./lower_for_fee.ts";
import type { EventAmbiguous } from "./market_slug.ts";
import type { OrderUnknown } from "./one_order.ts";
import type { IdempotencyKeyReused, OrderRefused, OrderUncertain } from "./place_order.ts";
import type { PostOnlyCrosses } from "./preview_order.ts";
import type { OrderNotResting, ReplacementUncertain } from "./replacement.ts";
import type {
  MarketClosed,
  MarketElsewhere,
  MarketUnknown,
  OutcomesAlike,
  OutcomeUnknown,
} from "./resolve_order.ts";
import type { ProtocolUnclear, TokensUnclear } from "./traded_markets.ts";
import type { WalletForbidden, WalletNotReady } from "./trading_wallet.ts";

/** Every failure of a request about orders. */
export type OrderFailure =
  | ApprovalMissing
  | BalanceShort
  | BookTooThin
  | EntryLimited
  | EventAmbiguous
  | FeeScheduleUnusable
  | IdempotencyKeyBusy
  | IdempotencyKeyReused
  | LimitPassed
  | MarketClosed
  | MarketElsewhere
  | MarketUnknown
  | NoOrderBook
  | OrderEntryPaused
  | OrderNotResting
  | OrderNotStored
  | OrderRefused
  | OrderUncertain
  | OrderUnknown
  | OutcomesAlike
  | OutcomeUnknown
  | PostOnlyCrosses
  | ProtocolUnclear
  | ProviderFailed
  | ProviderOff
  | ReplacementUncertain
  | RequestRejected
  | SecretBoxOff
  | SecretUnreadable
  | StoreFailed
  | TokensUnclear
  | VenueRefused
  | WalletForbidden
  | WalletNotReady
  | WalletRefused;

type Reasons = {
  readonly [Tag in OrderFailure["_tag"]]:
    | OrderReason
    | ((failure: Extract<OrderFailure, { readonly _tag: Tag }>) => OrderReason);
};

const REASONS: Reasons = {
  ApprovalMissing: "allowance",
  BalanceShort: "balance",
  BookTooThin: ({ reason }) => reason === "limit" ? "limit_price" : "no_liquidity",
  EntryLimited: "busy",
  EventAmbiguous: "ambiguous",
  FeeScheduleUnusable: "unavailable",
  IdempotencyKeyBusy: "key_in_use",
  IdempotencyKeyReused: "key_reused",
  LimitPassed: ({ limit }) => limit === "order" ? "limit_order" : "limit_day",
  MarketClosed: "market_closed",
  MarketElsewhere: "unknown_market",
  MarketUnknown: "unknown_market",
  NoOrderBook: "market_closed",
  OrderEntryPaused: "paused",
  OrderNotResting: "invalid",
  OrderNotStored: "unavailable",
  OrderRefused: ({ reason }) => reason,
  OrderUncertain: "uncertain",
  OrderUnknown: "unknown_order",
  OutcomesAlike: "ambiguous",
  OutcomeUnknown: "unknown_outcome",
  PostOnlyCrosses: "would_cross",
  ProtocolUnclear: "protocol",
  ProviderFailed: "unavailable",
  ProviderOff: "unavailable",
  ReplacementUncertain: "uncertain",
  // Only the core gives a reason, out of the same list.
  RequestRejected: ({ reason }) => (reason ?? "invalid") as OrderReason,
  SecretBoxOff: "unavailable",
  SecretUnreadable: "unavailable",
  StoreFailed: "unavailable",
  TokensUnclear: "protocol",
  VenueRefused: "rejected",
  WalletForbidden: "unknown_wallet",
  WalletNotReady: "not_ready",
  WalletRefused: "wallet",
};

/** Returns the reason of a failure. */
export function reasonOf(failure: OrderFailure): OrderReason {
  const reason = REASONS[failure._tag] as OrderReason | ((failure: OrderFailure) => OrderReason);
  return typeof reason === "string" ? reason : reason(failure);
}
