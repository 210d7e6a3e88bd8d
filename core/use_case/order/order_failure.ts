/**
 * Why a request about orders fails.
 *
 * @module
 */
import type { BookTooThin, LimitPassed } from "../../order/mod.ts";
import type { OrderEntryPaused } from "../../port/order_gate.ts";
import type { NoOrderBook, VenueRefused } from "../../port/order_venue.ts";
import type { SecretBoxOff, SecretUnreadable } from "../../port/secret_box.ts";
import type { WalletRefused } from "../../port/venue_account.ts";
import type { EntryLimited } from "../../port/venue_limits.ts";
import type { ApprovalMissing } from "./admission.ts";
import type { HeartbeatsFull } from "./guard.ts";
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
import type { SharesUnsettled } from "./unsettled_sale.ts";

/** Every failure of a request about orders, besides those of every request. */
export type OrderFailure =
  | ApprovalMissing
  | BalanceShort
  | BookTooThin
  | EntryLimited
  | EventAmbiguous
  | HeartbeatsFull
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
  | ReplacementUncertain
  | SecretBoxOff
  | SecretUnreadable
  | SharesUnsettled
  | TokensUnclear
  | VenueRefused
  | WalletForbidden
  | WalletNotReady
  | WalletRefused;
