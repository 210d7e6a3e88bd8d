/**
 * Maps the order book's status codes and error messages to failures.
 *
 * @module
 */
import { Option, Result, Schema } from "effect";
import { ProviderFailed } from "../../../core/port/provider_failure.ts";
import { type HttpAnswer, retryAfterSec } from "../../outbound/mod.ts";

/** The provider name of the order book's calls and failures. */
export const VENUE_ORDERS = "venue orders";

/**
 * The venue refuses a request, and says why. The request decides whether it concerns the wallet.
 */
export class ClobRefusal extends Schema.TaggedError<ClobRefusal>()("ClobRefusal", {
  status: Schema.Number,
  wanted: Schema.String,
  venueMessage: Schema.String,
}) {
  override get message(): string {
    return `Cannot get ${this.wanted}: status ${this.status}, ${this.venueMessage}`;
  }
}

/** A request's name in failures, and its secrets, which no failure may quote. */
export interface Asked {
  readonly wanted: string;
  readonly secrets: ReadonlyArray<string>;
}

/** Longer than any helpful message of the venue: one with a spender and two amounts has 190. */
const MESSAGE_LENGTH_MAX = 300;
/** The venue's rate windows are ten seconds long. */
const LIMIT_WAIT_SEC = 10;

/** Makes the failure of a request. Its cause is our own sentence, and never quotes an answer. */
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
 * Returns a successful answer, or fails. A region that the venue does not serve and a request that
 * its firewall refuses (403) concern this service and no wallet; 425 is a restart of the engine.
 */
export function okAnswer(
  answer: HttpAnswer,
  asked: Asked,
): Result.Result<HttpAnswer, ProviderFailed | ClobRefusal> {
  const { status, headers } = answer;
  if (status >= 200 && status < 300) return Result.succeed(answer);
  const message = messageOf(answer, asked);
  const because = `status ${status}: ${
    Option.getOrElse(message, () => "an answer without a message")
  }`;
  if (status === 429 || status === 425) {
    const waitSec = retryAfterSec(headers, LIMIT_WAIT_SEC);
    return Result.fail(clobFailed(asked, { reason: "limited", retryAfterSec: waitSec, because }));
  }
  if (status >= 500) return Result.fail(clobFailed(asked, { reason: "unreachable", because }));
  // A 404 of the venue may have an empty body; a web page does not come from the venue.
  const refused = status === 404 && answer.text.trim() === "" ? Option.some("not found") : message;
  if (status === 403 || Option.isNone(refused)) {
    return Result.fail(clobFailed(asked, { reason: "refused", because }));
  }
  return Result.fail(
    new ClobRefusal({ status, wanted: asked.wanted, venueMessage: refused.value }),
  );
}

const decodeError = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ error: Schema.String })),
);

/** Returns the venue's error message; none where the body has none, as in a web page. */
export function messageOf(
  { text }: Pick<HttpAnswer, "text">,
  { secrets }: Pick<Asked, "secrets">,
): Option.Option<string> {
  return decodeError(text).pipe(
    Option.map(({ error }) => cleanMessage(error, secrets)),
    Option.filter((message) => message !== ""),
  );
}

/**
 * Returns the venue's message on one short line, with the request's secrets hidden. It can be
 * stored: it has no NUL and no half of a character.
 */
export function cleanMessage(message: string, secrets: ReadonlyArray<string>): string {
  if (message === "") return message;
  return secrets.filter((secret) => secret !== "")
    .reduce((clean, secret) => clean.replaceAll(secret, "[hidden]"), message)
    .replaceAll(/[\s\p{Cc}]+/gu, " ").trim().slice(0, MESSAGE_LENGTH_MAX).toWellFormed();
}
