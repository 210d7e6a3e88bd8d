/**
 * Maps the failures of the order routes to refusals: status, message and hint.
 *
 * @module
 */
import { Cause } from "effect";
import { formatDecimal, fromE6 } from "../../../core/fee/mod.ts";
import type { ApprovalMissing, OrderFailure } from "../../../core/use_case/order/mod.ts";
import { reasonOf } from "../../../core/order_reason.ts";
import { PROTOCOLS } from "../../../core/venue/mod.ts";
import { REPLAYED_HEADER } from "../edge/request/idempotency_key.ts";
import type { Hint } from "../edge/answer/hint.ts";
import type { Refusal } from "../edge/answer/refusal.ts";
import { REFUSED_ORDER } from "./refused_order.ts";
import { NEED_WORD } from "../account/need_word.ts";

type Rows = {
  readonly [Tag in OrderFailure["_tag"]]: (
    failure: Extract<OrderFailure, { readonly _tag: Tag }>,
  ) => Refusal;
};

/** The suggested wait, in seconds, while an order's outcome is unknown. */
const UNCERTAIN_SEC = 2;

const ROWS = {
  WalletForbidden: ({ message }) => ({
    status: 403,
    error: message,
    hint: "Send the id of one of your wallets, which GET /api/v1/account lists",
  }),
  WalletNotReady: ({ message, id }) => ({
    status: 403,
    error: message,
    hint: provisionHint(id, `It lacks ${NEED_WORD.clobApiKey}; `),
  }),
  ApprovalMissing: ({ message, id, funder, missing }) => ({
    status: 403,
    error: message,
    hint: provisionHint(
      id,
      `${missingSentence(missing)} from its funder ${funder}; once it is given, `,
    ),
  }),
  WalletRefused: ({ message }) => ({
    status: 403,
    error: message,
    hint: provisionHint("<walletId>", "Use another wallet, or have this one provisioned: "),
    isCached: false,
  }),
  // Only the operator's log says which key is missing.
  SecretBoxOff: (failure) => ({
    status: 503,
    error: "Cannot open the secrets of the wallet",
    hint: `The operator of this service turns it on with ${failure.setting}`,
    why: Cause.fail(failure),
  }),
  SecretUnreadable: (failure) => ({
    status: 503,
    error: "Cannot open the secrets of the wallet",
    hint: "Report this with the X-Request-Id of this answer: the operator of this service finds " +
      "the reason in its log",
    why: Cause.fail(failure),
  }),
  MarketUnknown: ({ message }) => ({
    status: 404,
    error: message,
    hint: "Send the slug of a market, which may differ from that of its event",
  }),
  EventAmbiguous: ({ message, slugs }) => ({
    status: 400,
    error: message,
    hint: `Send the slug of one of them: ${firstOf(slugs)}`,
  }),
  OutcomeUnknown: ({ message, outcomes }) => ({
    status: 404,
    error: message,
    hint: `Send one of its outcomes: ${outcomes.join(", ")}`,
  }),
  OutcomesAlike: ({ message }) => ({
    status: 400,
    error: message,
    hint: "Nothing was sent, and no spelling will help: outcomes are found by their name in any " +
      "case and Unicode form. Trade this market on the venue's own site",
  }),
  MarketElsewhere: ({ message }) => ({
    status: 400,
    error: message,
    hint: "Send the slug of the event it belongs to, or leave eventSlug out",
  }),
  MarketClosed: ({ message }) => ({
    status: 400,
    error: message,
    hint: "Send the slug of a market that is open",
  }),
  NoOrderBook: ({ message }) => ({
    status: 400,
    error: message,
    hint: "Send the slug of a market that is open",
  }),
  ProtocolUnclear: ({ message }) => ({
    status: 503,
    error: message,
    hint: (ownCommand) =>
      `Nothing was signed. This service trades by the protocols ${PROTOCOLS.join(" and ")}, and ` +
      `needs an upgrade for anything else: its operator asks the venue with ` +
      `\`${ownCommand("probe")}\`. Prices and fees of the market are still available`,
  }),
  TokensUnclear: ({ message }) => ({
    status: 503,
    error: message,
    hint: "Nothing was sent. Try again shortly, or another market",
  }),
  BookTooThin: ({ message, reason, available }) => ({
    status: 400,
    error: message,
    hint: reason === "empty"
      ? "Try again later, or another outcome"
      : available.startsWith("0 ")
      ? "No liquidity at this price right now: send another limitPrice, or try again later"
      : `Available right now: ${available}. Send a smaller amount, another limitPrice, or the ` +
        "orderType FAK",
  }),
  SharesUnsettled: ({ message, settled }) => ({
    status: 400,
    error: message,
    hint:
      `Nothing was sent. ${settled === "0" ? "Wait" : `Sell at most ${settled} shares, wait`} ` +
      "until GET /api/v1/fills has the rest as confirmed, or leave settledOnly out",
  }),
  BalanceShort: ({ message }) => ({
    status: 400,
    error: message,
    hint: "Send a smaller amount, or move funds to the wallet",
  }),
  LimitPassed: ({ message, walletId, limit, maxE6, orderE6, spentE6 }) => ({
    status: 403,
    error: message,
    hint: (ownCommand) => {
      const raised = limit === "order"
        ? `--max-order-usdc ${usdc(orderE6)}`
        : `--max-daily-usdc ${usdc(spentE6 + orderE6)}`;
      return (limit === "order"
        ? `The wallet's max_order_usdc is ${usdc(maxE6)}; send a smaller amount`
        : `The wallet's max_daily_usdc is ${usdc(maxE6)}, of which ${usdc(spentE6)} are used; ` +
          "send a smaller amount, wait until it resets at 00:00 UTC") +
        `, or have the operator raise it with \`${
          ownCommand(`account wallet limit ${walletId} ${raised}`)
        }\``;
    },
  }),
  IdempotencyKeyBusy: ({ message }) => ({
    status: 409,
    error: message,
    hint: "Send the same request again in 1 s to get its answer",
    retryAfterSec: 1,
  }),
  IdempotencyKeyReused: ({ message }) => ({
    status: 409,
    error: message,
    hint: "Use a new key for a new request, and the same key only to repeat one",
  }),
  HeartbeatsFull: ({ message }) => ({
    status: 503,
    error: message,
    hint: "Nothing was changed. Send venue: false for a wallet that no longer trades",
  }),
  OrderEntryPaused: ({ message, retryAfterSec }) => ({
    status: 503,
    error: message,
    hint: `Nothing was sent. Try again in ${retryAfterSec} s; orders can be listed and cancelled`,
    retryAfterSec,
  }),
  EntryLimited: ({ message, retryAfterSec }) => ({
    status: 503,
    error: message,
    hint: `Nothing was sent. Try again in ${retryAfterSec} s; GET /api/v1/status shows what ` +
      "remains of the venue's limits",
    retryAfterSec,
  }),
  OrderRefused: ({ message, reason, retryAfterSec, isFinal, isReplayed }) => {
    const { status, hint, command, waitSec } = REFUSED_ORDER[reason];
    const knownSec = retryAfterSec === undefined ? waitSec : Math.max(1, Math.ceil(retryAfterSec));
    const mayPass = status === 503 && knownSec !== undefined;
    const wait = mayPass ? `, after ${knownSec} s,` : "";
    const again = isFinal
      ? `. This answer is settled: to try again${wait} send a new Idempotency-Key`
      : status === 503
      ? ". The same request may be sent again"
      : "";
    return {
      status,
      error: message,
      hint: (ownCommand) => {
        const how = command === undefined ? "" : `: \`${ownCommand(command)}\``;
        return `Nothing was placed. ${hint}${how}${again}`;
      },
      // Whoever obeys it would get the same answer for a day.
      ...(mayPass && !isFinal ? { retryAfterSec: knownSec } : {}),
      ...replayed(isReplayed),
    };
  },
  OrderUnknown: ({ message }) => ({
    status: 404,
    error: message,
    hint: "Send the orderId of an order of this wallet; GET /api/v1/orders/history lists those " +
      "that were sent through this service",
  }),
  OrderNotResting: ({ message }) => ({
    status: 400,
    error: message,
    hint: "Send the hash of a GTC or GTD order; any other is over at once",
  }),
  PostOnlyCrosses: ({ message }) => ({
    status: 400,
    error: message,
    hint: REFUSED_ORDER.would_cross.hint,
  }),
  ReplacementUncertain: ({ message }) => ({
    status: 503,
    error: message,
    hint: "Send the same request with the same Idempotency-Key: it goes on where it stood, and " +
      "what is left is placed once",
    retryAfterSec: UNCERTAIN_SEC,
  }),
  OrderNotStored: ({ message }) => ({
    status: 503,
    error: message,
    hint: "Nothing was sent, and this order will not be sent later. Send the same request again, " +
      "with the same Idempotency-Key if it had one: it is placed at most once",
    retryAfterSec: 1,
  }),
  OrderUncertain: ({ message, orderId, isReplayed }) => ({
    status: 503,
    error: message,
    hint: "Send the same request with the same Idempotency-Key to get its outcome. If you " +
      "sent none, do not repeat it: what became of the order is told by " +
      `GET /api/v1/orders/${orderId}?walletId=<walletId>`,
    retryAfterSec: UNCERTAIN_SEC,
    ...replayed(isReplayed),
  }),
  VenueRefused: ({ message }) => ({
    status: 400,
    error: message,
    hint: "Check your request against the venue's message",
    isCached: false,
  }),
} satisfies Rows;

/** The rows of the failure table that concern orders. Each refusal says why in one word. */
export const ORDER_FAILURE_ROWS = Object.fromEntries(
  Object.entries(ROWS).map(([tag, row]) => [
    tag,
    (failure: OrderFailure) => ({ ...row(failure as never), reason: reasonOf(failure) }),
  ]),
) as unknown as Rows;

/** The most slugs that a hint lists: an event may have hundreds of markets. */
const NAMED_MAX = 10;

function firstOf(names: ReadonlyArray<string>): string {
  const more = names.length - NAMED_MAX;
  return names.slice(0, NAMED_MAX).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function replayed(isReplayed: boolean): Pick<Refusal, "headers"> {
  return isReplayed ? { headers: REPLAYED_HEADER } : {};
}

/** Lists what the venue reports missing, and what provisioning has not seen. */
function missingSentence(missing: ApprovalMissing["missing"]): string {
  const calls = (isKnown: boolean) =>
    missing.filter((each) => each.isKnown === isKnown).map(({ call }) => call).join(" and ");
  const [lacking, unseen] = [calls(true), calls(false)];
  return [
    ...lacking === "" ? [] : [`It lacks ${lacking}`],
    ...unseen === "" ? [] : [`Provisioning has not seen ${unseen}`],
  ].join("; ");
}

function provisionHint(walletId: string, why: string): Hint {
  return (ownCommand) =>
    `${why}the operator of this service provisions it with ` +
    `\`${ownCommand(`account wallet provision ${walletId}`)}\``;
}

function usdc(valueE6: bigint): string {
  return formatDecimal(fromE6(valueE6));
}
