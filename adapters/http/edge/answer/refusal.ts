/**
 * Refusals: answers with an error status, and their bodies in both families.
 *
 * @module
 */
import { type Cause, Data } from "effect";
import type { OrderReason } from "../../../../core/order_reason.ts";
import { type Hint, hintText, type OwnCommand } from "./hint.ts";
import type { Code, CodedError, PlainError } from "./wire_error.ts";

/** `plain`: `error` and `hint`. `coded`: those and a stable `code`. */
export type Family = "plain" | "coded";

/** What a refused caller receives. `hint` says what to do next. */
export interface Refusal {
  readonly status: number;
  readonly error: string;
  readonly hint: Hint;
  /** Why an order is refused, in one word. */
  readonly reason?: OrderReason | undefined;
  /** Sets `Retry-After`, in whole seconds. */
  readonly retryAfterSec?: number;
  /** Additional headers, such as `Allow`. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Whether no provider was asked, for `X-Cache`. Defaults to true below status 500, where the
   * caller made a mistake.
   */
  readonly isCached?: boolean;
  /** The cause, for the log only; never sent. */
  readonly why?: Cause.Cause<unknown>;
}

/** A refusal that a handler raises itself, if no failure of the core fits. */
export class Refused extends Data.TaggedError("Refused")<Refusal> {
  override get message(): string {
    return this.error;
  }
}

const CODE_BY_STATUS: ReadonlyMap<number, Code> = new Map([
  [400, "bad_request"],
  [401, "unauthorized"],
  [403, "forbidden"],
  [404, "not_found"],
  [405, "method_not_allowed"],
  [409, "bad_request"],
  [411, "bad_request"],
  [413, "bad_request"],
  [415, "bad_request"],
  [417, "bad_request"],
  [426, "bad_request"],
  [429, "rate_limited"],
  [500, "internal"],
  [503, "unavailable"],
]);

/** Returns the status in a family: the coded one answers 503, not 502, for a failed provider. */
export function statusOf(refusal: Refusal, family: Family): number {
  return family === "coded" && refusal.status === 502 ? 503 : refusal.status;
}

/** Returns a refusal as the coded family has it, without the reason that orders have. */
export function codedError(
  refusal: Refusal,
  ownCommand: OwnCommand,
): { readonly error: string; readonly code: Code; readonly hint: string } {
  const code = CODE_BY_STATUS.get(statusOf(refusal, "coded")) ?? "internal";
  return { error: refusal.error, code, hint: hintText(refusal.hint, ownCommand) };
}

/** Returns the body of a refusal, as JSON text. */
export function refusalBody(
  refusal: Refusal,
  { family, ownCommand }: { readonly family: Family; readonly ownCommand: OwnCommand },
): string {
  const { error, code, hint } = codedError(refusal, ownCommand);
  if (family === "plain") return JSON.stringify({ error, hint } satisfies typeof PlainError.static);
  const { reason } = refusal;
  const coded: typeof CodedError.static = {
    error,
    code,
    hint,
    ...(reason === undefined ? {} : { reason }),
  };
  return JSON.stringify(coded);
}

/** The refusal for an unexpected error. It discloses nothing about the error. */
export const UNEXPECTED: Refusal = {
  status: 500,
  error: "Cannot answer the request",
  hint: "Report this with the X-Request-Id of this answer",
};

/** The refusal if the service stops while it works on the answer. */
export const STOPPING: Refusal = {
  status: 502,
  error: "Cannot answer the request: the service is stopping",
  hint: "Try again shortly",
  retryAfterSec: 1,
};
