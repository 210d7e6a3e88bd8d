/**
 * What the order book's status codes and words mean for us.
 *
 * @module
 */
import { Option, Result, Schema } from "effect";
import { ProviderFailed } from "../../../core/port/mod.ts";
import { type HttpAnswer, retryAfterSec } from "../../outbound/mod.ts";

/** The name under which the order book's failures and calls are known. */
export const VENUE_ORDERS = "venue orders";

/** The venue says no, in its own words. Whether to us or to the wallet depends on the question. */
export class ClobRefusal extends Schema.TaggedError<ClobRefusal>()("ClobRefusal", {
  status: Schema.Number,
  wanted: Schema.String,
  words: Schema.String,
}) {
  override get message(): string {
    return `Cannot get ${this.wanted}: status ${this.status}, ${this.words}`;
  }
}

/** Of what was asked: its name in failures, and what of the request must not come back in one. */
export interface Asked {
  readonly wanted: string;
  readonly secrets: ReadonlyArray<string>;
}

/** Longer than any words of the venue that help: with a spender and two amounts they have 190. */
const WORDS_LENGTH_MAX = 300;
/** The limits of the venue are over ten seconds. */
const LIMIT_WAIT_SEC = 10;

/** Makes the failure of a question, whose cause is our own sentence and never quotes an answer. */
export function clobFailed(
  { wanted }: Pick<Asked, "wanted">,
  failure: {
    readonly reason: ProviderFailed["reason"];
    readonly because: string;
    readonly retryAfterSec?: number;
  },
): ProviderFailed {
  const { because, ...rest } = failure;
  return new ProviderFailed({ provider: VENUE_ORDERS, wanted, ...rest, cause: new Error(because) });
}

/**
 * An answer that is no refusal. A region that the venue does not serve, and what its firewall turns
 * away (403), concern us and no wallet; 425 is a restart of the engine.
 */
export function okAnswer(
  answer: HttpAnswer,
  asked: Asked,
): Result.Result<HttpAnswer, ProviderFailed | ClobRefusal> {
  const { status, headers } = answer;
  if (status >= 200 && status < 300) return Result.succeed(answer);
  const words = wordsOf(answer, asked);
  const because = `status ${status}: ${Option.getOrElse(words, () => "an answer without words")}`;
  if (status === 429 || status === 425) {
    const waitSec = retryAfterSec(headers, LIMIT_WAIT_SEC);
    return Result.fail(clobFailed(asked, { reason: "limited", retryAfterSec: waitSec, because }));
  }
  if (status >= 500) return Result.fail(clobFailed(asked, { reason: "unreachable", because }));
  // For what it does not have, the venue may have no words either; a web page is not from it.
  const refused = status === 404 && answer.text.trim() === "" ? Option.some("not found") : words;
  if (status === 403 || Option.isNone(refused)) {
    return Result.fail(clobFailed(asked, { reason: "refused", because }));
  }
  return Result.fail(new ClobRefusal({ status, wanted: asked.wanted, words: refused.value }));
}

const decodeError = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ error: Schema.String })),
);

/** What the venue says of an error; none where it has no words of its own, as a web page. */
export function wordsOf(
  { text }: Pick<HttpAnswer, "text">,
  { secrets }: Pick<Asked, "secrets">,
): Option.Option<string> {
  return decodeError(text).pipe(
    Option.map(({ error }) => cleanWords(error, secrets)),
    Option.filter((words) => words !== ""),
  );
}

/** The venue's words on one short line, without what they may repeat of a request's secrets. */
export function cleanWords(words: string, secrets: ReadonlyArray<string>): string {
  if (words === "") return words;
  return secrets.filter((secret) => secret !== "")
    .reduce((clean, secret) => clean.replaceAll(secret, "[hidden]"), words)
    .replaceAll(/\s+/g, " ").trim().slice(0, WORDS_LENGTH_MAX);
}
