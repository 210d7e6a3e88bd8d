/**
 * What the venue's answer to an order means: every text and status that it has for one.
 *
 * Whatever is not certain is unknown: an order that is taken for refused may be placed anew.
 *
 * Source: the venue's documentation of error codes, and texts that users have reported.
 *
 * @module
 */
import { Option, Schema } from "effect";
import type { Side } from "../../../core/fee/mod.ts";
import { type JsonFields, jsonFields } from "../../../core/json_fields.ts";
import type { Fill, OrderRefusal, Outcome, RefusalReason } from "../../../core/order/mod.ts";
import { type HttpAnswer, retryAfterSec } from "../../outbound/mod.ts";
import { cleanWords, wordsOf } from "./status.ts";
import { readE6 } from "./e6_text.ts";

/** What of an order its answer is read by. `secrets` must not come back in words. */
export interface SentOrder {
  readonly side: Side;
  readonly makerAmountE6: bigint;
  readonly secrets: ReadonlyArray<string>;
}

/** How long a restart of the engine takes, where the venue does not say. */
const RESTART_SEC = 60;
/** The limits of the venue are over ten seconds. */
const LIMIT_WAIT_SEC = 10;

/** What the venue's words mean, first match first: what leaves a doubt comes before the rest. */
const MEANINGS: ReadonlyArray<readonly [words: RegExp, means: RefusalReason | "unknown"]> = [
  [/\bduplicated\b/i, "unknown"],
  [/context canceled/i, "unknown"],
  [/\bdelayed\b/i, "unknown"],
  [/order_version_mismatch/i, "stale"],
  [/breaks minimum tick size rule/i, "stale"],
  [/couldn't be fully filled|FOK orders are filled or killed/i, "not_filled"],
  [/no orders found to match|there are no matching orders/i, "not_filled"],
  [/allowance is not enough|\bspender\b/i, "allowance"],
  [/not enough balance/i, "funds"],
  [/in closed only mode/i, "closed_only"],
  [/address banned|maker address not allowed/i, "wallet"],
  [/owner has to be the owner|signer address has to be/i, "wallet"],
  [/invalid signature|unauthorized|invalid api key|invalid L1 request/i, "wallet"],
  [/not yet ready to process new orders|no orderbook exists|market not found/i, "market"],
  [/invalid amount|lower than the minimum|decimal places|invalid price/i, "order"],
  [/crosses (the )?book|invalid expiration|rounding issues|discrepancy greater/i, "order"],
  [/trading is currently|post-only mode/i, "paused"],
  [/restricted in your region/i, "region"],
  [/too many requests/i, "busy"],
  [/invalid order payload|too many orders in payload/i, "rejected"],
];

/** What words of the venue about an order mean; none for words that are not known. */
export function meaningOf(words: string): Option.Option<RefusalReason | "unknown"> {
  return Option.fromUndefinedOr(MEANINGS.find(([pattern]) => pattern.test(words))?.[1]);
}

/** What has become of an order, by the answer to it. */
export function readOrderAnswer(answer: HttpAnswer, order: SentOrder): Outcome {
  const { status, headers } = answer;
  if (status >= 200 && status < 300) return readSuccess(answer, order);
  const said = wordsOf(answer, order);
  const words = Option.getOrElse(said, () => `the venue answered with the status ${status}`);
  const askedSec = retryAfterSec(headers, NaN);
  const waitSec = Option.liftPredicate(askedSec, Number.isFinite);
  switch (status) {
    case 400:
      return Option.isSome(said) ? byWords(words) : unknown(words);
    case 401:
      return refused("wallet", words);
    case 403:
      return refused("region", words);
    case 404:
      return refused("market", words);
    case 425:
      return refused("paused", words, Option.getOrElse(waitSec, () => RESTART_SEC));
    case 429:
      return refused("busy", words, Option.getOrElse(waitSec, () => LIMIT_WAIT_SEC));
    case 503:
      return readPause(answer, { words, waitSec });
    default:
      return unknown(Option.isSome(said) ? `status ${status}: ${words}` : words);
  }
}

/** Texts that are left out are empty. */
type Success = Readonly<Record<(typeof SUCCESS_TEXTS)[number], string>> & {
  readonly success: boolean;
};

const SUCCESS_TEXTS = ["errorMsg", "status", "makingAmount", "takingAmount"] as const;

/** By hand, as everybody who places an order waits for it. */
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

function readSuccess({ text }: HttpAnswer, order: SentOrder): Outcome {
  const read = successOf(text);
  if (Option.isNone(read)) return unknown("the venue's answer cannot be read");
  const { success, makingAmount, takingAmount } = read.value;
  const words = cleanWords(read.value.errorMsg, order.secrets);
  const status = cleanWords(read.value.status, order.secrets).toLowerCase();
  if (!success || (words !== "" && status === "")) {
    return words === "" ? unknown("the venue says that it failed, and not why") : byWords(words);
  }
  if (words !== "") return unknown(`the venue says that it is ${status}, and: ${words}`);
  switch (status) {
    case "matched":
      return {
        kind: "matched",
        fill: fillOf({ making: makingAmount, taking: takingAmount }, order),
      };
    case "live":
    case "unmatched":
      return { kind: "live" };
    case "delayed":
      return thereAlready("the venue holds it back for a while before it is matched");
    default:
      return unknown(`the venue says that it is "${status}"`);
  }
}

/**
 * The amounts of a match. The venue writes decimals, and documents whole numbers times 10^6: what
 * would be more than the order makes is the latter.
 */
function fillOf(
  { making, taking }: { readonly making: string; readonly taking: string },
  { side, makerAmountE6 }: SentOrder,
): Fill {
  const isWhole = /^\d+$/.test(making) && (readE6(making) ?? 0n) > makerAmountE6;
  const read = (text: string) => {
    if (isWhole && /^\d{1,21}$/.test(text)) return Option.some(BigInt(text));
    return Option.fromUndefinedOr(readE6(text));
  };
  return side === "BUY"
    ? { usdcE6: read(making), sharesE6: read(taking) }
    : { usdcE6: read(taking), sharesE6: read(making) };
}

const decodePause = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({
  error: Schema.String,
  retry_after_seconds: Schema.optional(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))),
})));

/** The venue itself takes no orders now; a gateway's 503 does not say how far the order came. */
function readPause(
  { text }: HttpAnswer,
  { words, waitSec }: { readonly words: string; readonly waitSec: Option.Option<number> },
): Outcome {
  const pause = Option.getOrUndefined(decodePause(text));
  const isDoubtful = Option.contains(meaningOf(words), "unknown");
  if (pause === undefined || isDoubtful) return unknown(`status 503: ${words}`);
  return refused("paused", words, pause.retry_after_seconds ?? Option.getOrUndefined(waitSec));
}

function byWords(words: string): Outcome {
  const meaning = Option.getOrElse(meaningOf(words), () => "rejected" as const);
  if (meaning !== "unknown") return refused(meaning, words);
  if (!/duplicated/i.test(words)) return unknown(words);
  return thereAlready("the venue says that it has it already");
}

function refused(reason: RefusalReason, words: string, waitSec?: number): Outcome {
  const refusal: OrderRefusal = {
    reason,
    words,
    retryAfterSec: Option.fromUndefinedOr(waitSec),
  };
  return { kind: "refused", refusal };
}

/** How it ends is not known, but that the venue has it is. */
function thereAlready(why: string): Outcome {
  return { ...unknown(why), isAtVenue: true };
}

function unknown(why: string): Extract<Outcome, { readonly kind: "unknown" }> {
  return { kind: "unknown", why };
}
