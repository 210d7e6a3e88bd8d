/**
 * What the answers of the venue's relayer mean for us.
 *
 * @module
 */
import { Option, Schema } from "effect";
import { ProviderFailed } from "../../../core/port/provider_failure.ts";
import { type HttpAnswer, retryAfterSec } from "../../outbound/mod.ts";
import { cleanMessage } from "../clob/http_failure.ts";

/** The name under which the relayer's failures and calls are known. */
export const VENUE_RELAYER = "venue relayer";

/** The relayer counts what is submitted by the minute. */
const LIMIT_WAIT_SEC = 60;

const decodeError = Schema.decodeUnknownOption(
  Schema.fromJsonString(
    Schema.Union([
      Schema.Struct({ error: Schema.String }),
      Schema.Struct({ message: Schema.String }),
    ]),
  ),
);

/** Returns the relayer's own words; none for an answer that is not its own, such as a web page. */
export function wordsOf(
  { text }: Pick<HttpAnswer, "text">,
  secrets: ReadonlyArray<string>,
): Option.Option<string> {
  return decodeError(text).pipe(
    Option.map((said) => cleanMessage("error" in said ? said.error : said.message, secrets)),
    Option.filter((words) => words !== ""),
  );
}

/** Returns how long a quota asks to wait, in seconds: `..., resets in 42 seconds`. */
export function quotaWaitSec({ text, headers }: HttpAnswer): number {
  const [, written] = /resets in (\d{1,6}) seconds?/i.exec(text) ?? [];
  return written === undefined ? retryAfterSec(headers, LIMIT_WAIT_SEC) : Number(written);
}

/**
 * Returns the failure that a question's answer is; undefined for 200, and for 404: not known. What
 * the relayer refuses without a word is its firewall's, which may let the next one pass.
 */
export function failureOf(
  answer: HttpAnswer,
  secrets: ReadonlyArray<string>,
): ProviderFailed | undefined {
  const { status } = answer;
  if (status === 200 || status === 404) return undefined;
  const words = wordsOf(answer, secrets);
  const isLimited = status === 429 || (status < 500 && Option.isNone(words));
  return new ProviderFailed({
    provider: VENUE_RELAYER,
    reason: isLimited ? "limited" : status >= 500 ? "unreachable" : "refused",
    ...(isLimited ? { retryAfterSec: quotaWaitSec(answer) } : {}),
    cause: new Error(
      `status ${status}: ${Option.getOrElse(words, () => "an answer without a message")}`,
    ),
  });
}

/** Returns the failure of an answer that cannot be used. */
export function unreadable(why: string): ProviderFailed {
  return new ProviderFailed({
    provider: VENUE_RELAYER,
    reason: "unreadable",
    cause: new Error(why),
  });
}
