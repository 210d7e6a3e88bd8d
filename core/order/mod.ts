/** Orders on the primary venue, and the wallets that place them. @module */
export { averagePrice, filledPrice, type PriceBound } from "./average_price.ts";
export { type Book, type Demand, type Level, levelsFor, type Walk, walkBook } from "./book.ts";
export {
  endEntry,
  ENTRY_REST_MS_MAX,
  type EntryAnswer,
  type EntryBucket,
  type EntryInFlight,
  entryWaitMs,
  fullBucket,
  leftOf,
  releaseEntry,
  reserveEntry,
  sendEntry,
} from "./entry_bucket.ts";
export { ENTRY_TIERS, type EntryKind, type EntryRate, LOWEST_TIER } from "./entry_tier.ts";
export { amountWithFeeE6, feeOfSpendingE6, type FeeRoom } from "./fee_room.ts";
export { CANCEL_CAUSES, type CancelCause, whyCanceled } from "./cancel_cause.ts";
export { fillFeeUsdc } from "./fill_fee.ts";
export { type TradedShares, unsettledInE6 } from "./unsettled_sale.ts";
export {
  FILL_ROLES,
  FILL_STATES,
  filledOf,
  fillIdOf,
  type FillRole,
  fillsById,
  type FillState,
  type FillTotals,
  fillUsdcE6,
  isFinalFill,
  joinFills,
  NO_TOTALS,
  type OrderFill,
  rankOf,
  totalsOf,
} from "./fill.ts";
export { readFunder } from "./funder.ts";
export {
  checkExpiry,
  crossingQuote,
  expirationSec,
  expiresSecOf,
  EXPIRY_SEC_MIN,
  isOnGrid,
  limitNotionalE6,
  type LimitOrder,
  type LimitOrderTerms,
  type LimitRules,
  nearestPriceE6,
  priceLimitOrder,
  SIZE_DECIMALS,
} from "./limit_order.ts";
export { holdsIdempotencyKey, IDEMPOTENCY_MS } from "./idempotency_key.ts";
export { LISTED_STATES, type ListedState, listedStateOf } from "./listed_state.ts";
export { MARKET_KIND_NAMES, MARKET_KINDS, type MarketKind, marketKindOf } from "./market_kind.ts";
export {
  BookTooThin,
  type MarketOrder,
  type MarketOrderTerms,
  priceMarketOrder,
  type Quote,
} from "./market_order.ts";
export { amountStepE6 } from "./coarser_amount.ts";
export { BUY_MIN_E6, floorAmountE6, loweredToE6, readOrderAmount } from "./order_amount.ts";
export { refusedMessage, uncertainMessage, whyUncertain } from "./order_message.ts";
export { REFUSAL_REASONS, type RefusalReason } from "../order_reason.ts";
export { notionalE6, type PlacingOrder } from "./placing_order.ts";
export {
  canRest,
  MARKET_ORDER_TYPES,
  type MarketOrderType,
  ORDER_TYPES,
  type OrderType,
} from "./order_type.ts";
export {
  type Accuracy,
  type Cancellation,
  type Fill,
  isStated,
  type LiveOrder,
  NO_FILL,
  type OrderOutcome,
  type OrderRefusal,
  type SendOutcome,
  UNSTATED_FILL,
} from "./order_outcome.ts";
export {
  afterAnswer,
  afterLookup,
  AMOUNTS_MS_MAX,
  type FinalState,
  knownFill,
  knownOutcome,
  type LiveState,
  MISSING_MS_MIN,
  type OrderState,
  SENDING_MS_MAX,
  type SentState,
  type UnresolvedState,
  type VenueOrderStatus,
} from "./order_state.ts";
export { missingOf, readinessOf, WALLET_NEEDS, type WalletNeed } from "./readiness.ts";
export {
  type Approval,
  isApprovalGiven,
  missingFor,
  NO_RIGHTS,
  partsOfRight,
  type Right,
  RIGHTS,
  rightsNeeded,
  rightTo,
  type Spender,
  type WalletRights,
} from "./right.ts";
export {
  LimitPassed,
  NEW_WALLET_LIMITS,
  passedDayLimit,
  passedOrderLimit,
  spendingDayOf,
  type SpendingLimits,
  UNLIMITED,
} from "./spending_limit.ts";
export { amountDecimals } from "./tick.ts";
export {
  CLAIM_POLICIES,
  type ClaimPolicy,
  rightsOf,
  shortAllowances,
  SIGNATURE_TYPE_NAMES,
  SIGNATURE_TYPES,
  type SignatureType,
  type VenueWalletStatus,
  type Wallet,
} from "./wallet.ts";
export {
  type ByEstimate,
  byEstimate,
  type Estimate,
  ESTIMATES,
  NOTHING_TRADED,
  plusTraded,
  type Traded,
} from "./estimate.ts";
export { isPaperWallet, paperWalletId, walletTypeName } from "./paper_wallet.ts";
