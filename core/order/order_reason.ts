/**
 * Why a request places no order, in one word that programs can branch on.
 *
 * @module
 */
import { REFUSAL_REASONS } from "./order_outcome.ts";

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
