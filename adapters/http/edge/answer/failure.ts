/**
 * Maps every failure of a handler to the refusal that the caller receives.
 *
 * The table is exhaustive: a failure without a row, or a row without a failure, does not compile.
 *
 * @module
 */
import { Cause, Match, Option } from "effect";
import type { OrderReason } from "../../../../core/order_reason.ts";
import type { FeeScheduleUnusable } from "../../../../core/fee/mod.ts";
import type { NotListed } from "../../../../core/port/event_catalog.ts";
import type { PriceMissing } from "../../../../core/port/price_feed.ts";
import type { ProviderFailed, ProviderOff } from "../../../../core/port/provider_failure.ts";
import type { StoreFailed } from "../../../../core/port/store_failure.ts";
import type { TwapFeedMissing, TwapMissing } from "../../../../core/port/twap_feed.ts";
import { TWAP_WINDOW_SEC_DEFAULT } from "../../../../core/price/mod.ts";
import type { SpotMissing } from "../../../../core/use_case/live/mod.ts";
import type { BookMissing } from "../../../../core/use_case/book/mod.ts";
import type { ResolutionsPending } from "../../../../core/use_case/ledger/mod.ts";
import type { ChainFailure } from "../../../../core/use_case/chain/mod.ts";
import type { OutcomeMarketUnknown } from "../../../../core/use_case/venue2/mod.ts";
import type { WindowUnknown } from "../../../../core/use_case/window/mod.ts";
import type { RequestRejected } from "../../../../core/request.ts";
import { CONSOLE_FAILURE_ROWS, type ConsoleFailure } from "../../console/console_failure.ts";
import type { OrderFailure } from "../../../../core/use_case/order/mod.ts";
import { ORDER_FAILURE_ROWS } from "../../order/order_failure.ts";
import { CHAIN_FAILURE_ROWS } from "../../position/chain_failure.ts";
import { type Refusal, type Refused, STOPPING } from "./refusal.ts";

/** The failures a handler may return. */
export type Failure =
  | RequestRejected
  | PriceMissing
  | SpotMissing
  | TwapMissing
  | TwapFeedMissing
  | NotListed
  | FeeScheduleUnusable
  | ProviderFailed
  | ProviderOff
  | StoreFailed
  | OutcomeMarketUnknown
  | BookMissing
  | WindowUnknown
  | ResolutionsPending
  | OrderFailure
  | ChainFailure
  | ConsoleFailure
  | Refused;

/** Converts a failure to a refusal. Causes are not sent. */
export const toRefusal: (failure: Failure) => Refusal = Match.typeTags<Failure>()({
  RequestRejected: ({ message, hint, reason }) => ({
    status: 400,
    error: message,
    hint,
    // Only orders have one, out of their own list.
    ...(reason === undefined ? {} : { reason: reason as OrderReason }),
  }),
  PriceMissing: (failure) => ({
    status: 502,
    error: failure.message,
    hint: failure.isPending ? "Try again in 1 s" : "Request another window",
    ...(failure.isPending ? { retryAfterSec: 1 } : {}),
  }),
  SpotMissing: (failure) => ({
    status: 502,
    error: failure.message,
    hint: "Try again shortly; GET /api/v1/status says how the exchange's stream is doing",
    retryAfterSec: 1,
    isCached: true,
  }),
  TwapMissing: (failure) => ({
    status: 502,
    error: failure.message,
    hint: "Try again shortly",
    retryAfterSec: 1,
  }),
  TwapFeedMissing: (failure) => ({
    status: 502,
    error: failure.message,
    hint: failure.windowSec === TWAP_WINDOW_SEC_DEFAULT
      ? "Request another asset; a feed that the oracle adds becomes available within minutes"
      : `Request window=${TWAP_WINDOW_SEC_DEFAULT}, which markets resolve on`,
  }),
  NotListed: (failure) => ({
    status: 502,
    error: failure.message,
    hint: "Check the slug or id on the venue",
  }),
  FeeScheduleUnusable: (failure) => ({
    status: 502,
    error: failure.message,
    hint: "Use /api/v1/fees/trade-estimate, which applies the tag rules",
  }),
  ProviderFailed: ({ message, retryAfterSec, betterSetting }) => {
    const better = betterSetting === undefined
      ? ""
      : `; the operator of this service can enable a better source with ${betterSetting}`;
    if (retryAfterSec === undefined) {
      return { status: 502, error: message, hint: `Try again shortly${better}` };
    }
    const waitSec = Math.max(1, Math.ceil(retryAfterSec));
    const hint = `Try again in ${waitSec} s${better}`;
    return { status: 502, error: message, hint, retryAfterSec: waitSec };
  },
  ProviderOff: (failure) => ({
    status: 502,
    error: failure.message,
    hint: `The operator of this service can enable it with ${failure.setting}`,
    isCached: true,
  }),
  StoreFailed: (failure) => ({ status: 502, error: failure.message, hint: "Try again shortly" }),
  OutcomeMarketUnknown: ({ message, expirySec, isCached }) => ({
    status: 404,
    error: message,
    isCached,
    hint: expirySec === undefined
      ? "Send one of the live markets, which GET /api/v1/venue2/targets/active lists"
      : "Use GET /api/v1/venue2/targets/timestamp, which still finds it",
  }),
  BookMissing: ({ message }) => ({
    status: 404,
    error: message,
    hint: "A market has books while it is open: send the slug of one that is",
    isCached: false,
  }),
  WindowUnknown: ({ message, example }) => ({
    status: 404,
    error: message,
    hint: `Send the slug of a window, such as ${example}, which is open now`,
  }),
  ResolutionsPending: ({ message }) => ({
    status: 503,
    error: message,
    hint: "Try again in 5 s: what was found meanwhile is kept",
    retryAfterSec: 5,
  }),
  Refused: (failure) => failure,
  ...ORDER_FAILURE_ROWS,
  ...CHAIN_FAILURE_ROWS,
  ...CONSOLE_FAILURE_ROWS,
});

/**
 * Returns the refusal for how a handler ended, with the cause where the log needs it. Undefined for
 * an unexpected error.
 */
export function refusalOfCause(cause: Cause.Cause<Failure>): Refusal | undefined {
  const failure = Option.getOrUndefined(Cause.findErrorOption(cause));
  if (failure === undefined) return Cause.hasInterruptsOnly(cause) ? STOPPING : undefined;
  const refusal = toRefusal(failure);
  const hasMore = "cause" in failure && failure.cause !== undefined;
  return hasMore ? { ...refusal, why: cause } : refusal;
}
