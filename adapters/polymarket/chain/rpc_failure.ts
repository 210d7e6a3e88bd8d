/**
 * What a node's answers mean for us.
 *
 * Source: JSON-RPC 2.0, and the errors that nodes of Ethereum's kind write.
 *
 * @module
 */
import { Option, Schema } from "effect";
import { ProviderFailed } from "../../../core/port/provider_failure.ts";
import { type HttpAnswer, makeStatusFailures } from "../../outbound/mod.ts";
import { cleanMessage } from "../clob/http_failure.ts";

/** The name under which the chain's failures and calls are known. */
export const CHAIN = "chain";

/** 429 asks to slow down. A key that is not known, or not paid for, is a refusal: 401, 402, 403. */
const FALLBACK_WAIT_SEC: ReadonlyMap<number, number> = new Map([[429, 5]]);

const failures = makeStatusFailures({ provider: CHAIN, waitSecOf: FALLBACK_WAIT_SEC });

/** Returns the failure of an answer that cannot be used. */
export const { unreadable } = failures;

/** Nodes and those who resell them ask for fewer calls by these codes, also with status 200. */
const LIMIT_CODES: ReadonlySet<number> = new Set([-32005, -32029, 429]);

/** The node answers a question with an error. */
export class RpcError extends Schema.TaggedError<RpcError>()("RpcError", {
  code: Schema.Number,
  /** In the node's own words, on one line. */
  nodeMessage: Schema.String,
  /** What a contract gave back when it reverted: `0x` and hex digits. */
  data: Schema.Option(Schema.String),
}) {
  override get message(): string {
    return `The node answers ${this.code}: ${this.nodeMessage}`;
  }
}

const decodeError = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({
    error: Schema.Struct({
      code: Schema.Number,
      message: Schema.String,
      data: Schema.optional(Schema.Unknown),
    }),
  })),
);

/**
 * Returns the error of an answer; none where it is none. Some nodes write it beside a status.
 * `secrets`: what it may not quote.
 */
export function rpcErrorOf(
  { text }: Pick<HttpAnswer, "text">,
  secrets: ReadonlyArray<string>,
): Option.Option<RpcError> {
  return Option.map(decodeError(text), ({ error: { code, message, data } }) =>
    new RpcError({
      code,
      nodeMessage: cleanMessage(message, secrets),
      data: Option.filter(
        Option.some(data),
        (it): it is string => typeof it === "string" && /^0x([0-9a-f]{2})*$/i.test(it),
      ),
    }));
}

/** Returns the failure of an answer; none for one that answers the question, if by an error. */
export function failureOf(answer: HttpAnswer): ProviderFailed | undefined {
  const { status } = answer;
  const error = rpcErrorOf(answer, []);
  // An answer that is not quoted repeats no key.
  const failed = (as: number) => failures.failureOf({ ...answer, text: "", status: as });
  if (Option.exists(error, ({ code }) => LIMIT_CODES.has(code))) return failed(429);
  const isAnswer = Option.isSome(error) && status < 500 && !REFUSED.has(status);
  return isAnswer ? undefined : failed(UNCERTAIN.has(status) ? 500 : status);
}

const REFUSED: ReadonlySet<number> = new Set([401, 402, 403, 429]);
/** Statuses with which a server gives up on a request that it may have begun. */
const UNCERTAIN: ReadonlySet<number> = new Set([408, 409, 425, 499]);

/** Returns the failure that an error is for a question which no node refuses. */
export function asFailure(error: RpcError | ProviderFailed): ProviderFailed {
  return error._tag === "ProviderFailed"
    ? error
    : new ProviderFailed({ provider: CHAIN, reason: "refused", cause: new Error(error.message) });
}

/**
 * Returns the same failure without the node's address, which is a secret: the runtime's errors have
 * it. Its code stays, which says whether anything was sent.
 */
export function withoutAddress(failure: ProviderFailed): ProviderFailed {
  const { provider, reason, retryAfterSec: waitSec, cause } = failure;
  const code = cause instanceof Error && "code" in cause ? { code: cause.code } : {};
  const clean = Object.assign(new Error(SENTENCES[reason]), code);
  const retryAfter = waitSec === undefined ? {} : { retryAfterSec: waitSec };
  return new ProviderFailed({ provider, reason, ...retryAfter, cause: clean });
}

const SENTENCES = {
  unreachable: "the connection failed",
  timeout: "no answer in time",
  limited: "no more calls for now",
  queued: "other calls come first",
  refused: "refused",
  unreadable: "an answer that cannot be used",
} as const satisfies Record<ProviderFailed["reason"], string>;
