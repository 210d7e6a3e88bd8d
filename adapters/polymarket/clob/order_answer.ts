/**
 * Reads the venue's answer to an order: every status and message that it has for one.
 *
 * Whatever is not certain is unknown: a caller may place an order again that looks refused.
 *
 * Source: the venue's documentation of error codes, and messages that users have reported.
 *
 * @module
 */
import { Option, Schema } from "effect";
import type { Side } from "../../../core/fee/mod.ts";
import { type JsonFields, jsonFields } from "../../../core/json_fields.ts";
import {
  canRest,
  type Fill,
  NO_FILL,
  type OrderRefusal,
  type OrderType,
  type RefusalReason,
  type SendOutcome,
} from "../../../core/order/mod.ts";
import { type HttpAnswer, retryAfterSec } from "../../outbound/mod.ts";
import { cleanMessage, messageOf } from "./http_failure.ts";
import { readE6 } from "./e6_text.ts";
import { shortStatus } from "./order_status.ts";

/** The parts of an order that its answer is read with. No message may quote `secrets`. */
export interface SentOrder {
  readonly side: Side;
  readonly orderType: OrderType;
  readonly makerAmountE6: bigint;
  readonly takerAmountE6: bigint;
  readonly secrets: ReadonlyArray<string>;
}

/** How long a restart of the engine takes if the venue does not say. */
const RESTART_SEC = 60;
/** The venue's rate windows are ten seconds long. */
const LIMIT_WAIT_SEC = 10;

/** The meaning of the venue's messages. The first match wins, so doubtful messages come first. */
const MEANINGS: ReadonlyArray<readonly [message: RegExp, means: RefusalReason | "unknown"]> = [
  [/\bduplicated\b/i, "unknown"],
  [/context (canceled|deadline exceeded)|could not run the execution/i, "unknown"],
  [/\bdelayed\b/i, "unknown"],
  [/order_version_mismatch|invalid order version/i, "stale"],
  [/breaks minimum tick size rule/i, "stale"],
  [/couldn't be fully filled|FOK orders are filled or killed/i, "killed"],
  [/no orders found to match|there are no matching orders/i, "no_liquidity"],
  [/crosses (the )?book/i, "would_cross"],
  [/allowance is not enough|\bspender\b/i, "allowance"],
  [/not enough balance/i, "balance"],
  [/in closed only mode/i, "closed_only"],
  [/address banned|maker address not allowed/i, "wallet"],
  [/owner has to be the owner|signer address has to be/i, "wallet"],
  [/invalid signature|unauthorized|invalid api key|invalid L1 request/i, "wallet"],
  [/max accuracy/i, "accuracy"],
  [/not yet ready to process new orders|no orderbook exists|market not found/i, "market_closed"],
  [/lower than the minimum|min size/i, "too_small"],
  [/invalid expiration/i, "expiration"],
  [/invalid amount|decimal places|invalid price/i, "terms"],
  [/rounding issues|discrepancy greater/i, "terms"],
  [/post-only mode/i, "post_only"],
  [/trading is currently/i, "paused"],
  [/restricted in your region/i, "region"],
  [/too many requests/i, "busy"],
  [/invalid order payload|too many orders in payload/i, "rejected"],
];

/** Returns the meaning of the venue's message about an order; none for an unknown message. */
export function meaningOf(message: string): Option.Option<RefusalReason | "unknown"> {
  return Option.fromUndefinedOr(MEANINGS.find(([pattern]) => pattern.test(message))?.[1]);
}

/** Returns the outcome of sending an order, from the answer to it. */
export function readOrderAnswer(answer: HttpAnswer, order: SentOrder): SendOutcome {
  const { status, headers } = answer;
  if (status >= 200 && status < 300) return readSuccess(answer, order);
  const said = messageOf(answer, order);
  const message = Option.getOrElse(said, () => `the venue answered with the status ${status}`);
  const askedSec = retryAfterSec(headers, NaN);
  const waitSec = Option.liftPredicate(askedSec, Number.isFinite);
  switch (status) {
    case 400:
      return Option.isSome(said) ? byMessage(message) : unknown(message);
    case 401:
      return refused("wallet", message);
    case 403:
      return refused("region", message);
    case 404:
      return refused("market_closed", message);
    case 425:
      return refused("paused", message, Option.getOrElse(waitSec, () => RESTART_SEC));
    case 429:
      return refused("busy", message, Option.getOrElse(waitSec, () => LIMIT_WAIT_SEC));
    case 503:
      return readPause(answer, { message, waitSec });
    default:
      return unknown(Option.isSome(said) ? `status ${status}: ${message}` : message);
  }
}

/** Fields that the answer leaves out are empty. */
type Success = Readonly<Record<(typeof SUCCESS_TEXTS)[number], string>> & {
  readonly success: boolean;
};

const SUCCESS_TEXTS = ["errorMsg", "status", "makingAmount", "takingAmount"] as const;

/** Decodes by hand, because every order waits for it. */
function successOf(text: string): Option.Option<Success> {
  const fields: JsonFields = Option.getOrElse(jsonFields(text), () => ({}));
  const { success } = fields;
  if (typeof success !== "boolean") return Option.none();
  const texts = { errorMsg: "", status: "", makingAmount: "", takingAmount: "" };
  for (const name of SUCCESS_TEXTS) {
    const value = fields[name] ?? "";
    if (typeof value !== "string") return Option.none();
    texts[name] = value;
  }
  return Option.some({ ...texts, success });
}

/** Reads the answer to an order that the venue has taken note of. */
export function readSuccess({ text }: Pick<HttpAnswer, "text">, order: SentOrder): SendOutcome {
  const read = successOf(text);
  if (Option.isNone(read)) return unknown("the venue's answer cannot be read");
  const { success, makingAmount, takingAmount } = read.value;
  const message = cleanMessage(read.value.errorMsg, order.secrets);
  const status = shortStatus(cleanMessage(read.value.status, order.secrets)).toLowerCase();
  if (!success || (message !== "" && status === "")) {
    return message === ""
      ? unknown("the venue says that it failed, but not why")
      : byMessage(message);
  }
  if (message !== "") return unknown(`the venue says that it is ${status}, and: ${message}`);
  if (canRest(order.orderType)) {
    const amounts = { making: makingAmount, taking: takingAmount };
    return readResting(status, amounts, order);
  }
  switch (status) {
    case "matched":
      return {
        kind: "matched",
        fill: fillOf({ making: makingAmount, taking: takingAmount }, order),
      };
    // An order that cannot rest may yet be filled or killed.
    case "live":
    case "unmatched":
      return atVenue(
        `the venue says that it is "${status}", and has neither matched nor killed it`,
      );
    case "delayed":
      return atVenue("the venue delays it before it is matched");
    default:
      return status === ""
        ? unknown("the venue does not say what became of it")
        : atVenue(`the venue says that it is "${status}"`);
  }
}

/**
 * Reads the status of an order that can rest. One that the venue calls matched may have traded only
 * a part of its shares, and rest with the others.
 */
function readResting(status: string, amounts: StatedAmounts, order: SentOrder): SendOutcome {
  switch (status) {
    case "live":
    case "unmatched":
    case "delayed": {
      const stated = fillOf(amounts, order);
      const fill = Option.isSome(stated.sharesE6) ? stated : NO_FILL;
      return { kind: "live", isDelayed: status === "delayed", fill };
    }
    case "matched": {
      const fill = fillOf(amounts, order);
      const sizeE6 = order.side === "BUY" ? order.takerAmountE6 : order.makerAmountE6;
      const isWhole = Option.exists(fill.sharesE6, (e6) => e6 >= sizeE6);
      return isWhole ? { kind: "matched", fill } : { kind: "live", isDelayed: false, fill };
    }
    default:
      return status === ""
        ? unknown("the venue does not say what became of it")
        : atVenue(`the venue says that it is "${status}"`);
  }
}

/** What an answer says that an order gave and took, as text. */
interface StatedAmounts {
  readonly making: string;
  readonly taking: string;
}

/**
 * Returns the amounts of a match. The venue writes decimals but documents whole numbers times 10^6:
 * a whole number that exceeds the order's maker amount is the latter.
 */
function fillOf(
  { making, taking }: StatedAmounts,
  { side, makerAmountE6 }: SentOrder,
): Fill {
  const isWhole = /^\d+$/.test(making) && (readE6(making) ?? 0n) > makerAmountE6;
  const read = (text: string) => {
    const e6 = isWhole && /^\d{1,21}$/.test(text) ? BigInt(text) : readE6(text);
    // The venue also writes 0 for an amount that it does not know yet.
    return Option.filter(Option.fromUndefinedOr(e6), (amountE6) => amountE6 > 0n);
  };
  return side === "BUY"
    ? { usdcE6: read(making), sharesE6: read(taking) }
    : { usdcE6: read(taking), sharesE6: read(making) };
}

const decodePause = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({
  error: Schema.String,
  retry_after_seconds: Schema.optional(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))),
})));

/**
 * Reads a 503: a pause of the venue itself is certain; a gateway's 503 leaves the outcome unknown.
 */
function readPause(
  { text }: HttpAnswer,
  { message, waitSec }: { readonly message: string; readonly waitSec: Option.Option<number> },
): SendOutcome {
  const pause = Option.getOrUndefined(decodePause(text));
  const isDoubtful = Option.contains(meaningOf(message), "unknown");
  if (pause === undefined || isDoubtful) return unknown(`status 503: ${message}`);
  const isPostOnly = Option.contains(meaningOf(message), "post_only");
  const afterSec = pause.retry_after_seconds ?? Option.getOrUndefined(waitSec);
  return refused(isPostOnly ? "post_only" : "paused", message, afterSec);
}

function byMessage(message: string): SendOutcome {
  const meaning = Option.getOrElse(meaningOf(message), () => "rejected" as const);
  if (meaning === "accuracy") return tooFine(message);
  if (meaning !== "unknown") return refused(meaning, message);
  if (!/duplicated/i.test(message)) return unknown(message);
  return atVenue("the venue says that it already has the order");
}

/** Orders give whole cents or hundredths of a share. */
const MAKER_DECIMALS = 2;

/** Reads the decimals that the venue takes: it writes them in words. */
function tooFine(message: string): SendOutcome {
  const maker = /maker amount[^,]*? max\D*(\d+)/i.exec(message)?.[1] ?? MAKER_DECIMALS;
  const taker = /taker amount[^,]*? max\D*(\d+)/i.exec(message)?.[1];
  if (taker === undefined) return refused("terms", message);
  const accuracy = { maker: Number(maker), taker: Number(taker) };
  return { ...refused("accuracy", message), accuracy };
}

function refused(
  reason: RefusalReason,
  message: string,
  waitSec?: number,
): Extract<SendOutcome, { readonly kind: "refused" }> {
  const refusal: OrderRefusal = {
    reason,
    message,
    retryAfterSec: Option.fromUndefinedOr(waitSec),
  };
  return { kind: "refused", refusal };
}

/** The outcome is unknown, but the venue has the order. */
function atVenue(why: string): SendOutcome {
  return { ...unknown(why), isAtVenue: true };
}

/** Nothing certain. */
export function unknown(why: string): Extract<SendOutcome, { readonly kind: "unknown" }> {
  return { kind: "unknown", why };
}
