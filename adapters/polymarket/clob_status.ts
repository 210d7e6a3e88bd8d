/**
 * What the order book's status codes and words mean for us.
 *
 * @module
 */
import { Option, Result, Schema } from "effect";
import { ProviderFailed } from "../../core/port/mod.ts";
import { type HttpAnswer, retryAfterSec } from "../outbound/mod.ts";

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

const WORDS_LENGTH_MAX = 200;
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
  if (status === 403 || Option.isNone(words)) {
    return Result.fail(clobFailed(asked, { reason: "refused", because }));
  }
  return Result.fail(new ClobRefusal({ status, wanted: asked.wanted, words: words.value }));
}

const decodeError = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ error: Schema.String })),
);

/** The venue's words, without whatever it may have repeated of the request's secrets. */
function wordsOf({ text }: HttpAnswer, { secrets }: Asked): Option.Option<string> {
  return decodeError(text).pipe(
    Option.map(({ error }) =>
      secrets.reduce((words, secret) => words.replaceAll(secret, "[hidden]"), error)
        .replaceAll(/\s+/g, " ").trim().slice(0, WORDS_LENGTH_MAX)
    ),
    Option.filter((words) => words !== ""),
  );
}
