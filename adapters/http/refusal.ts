/**
 * Every answer that is not what was asked for: its status, and its body in either family.
 *
 * @module
 */
import { type Cause, Data } from "effect";

/** `plain`: `error` and `hint`. `coded`: those and a stable `code`. */
export type Family = "plain" | "coded";

/** What a refused caller is told. `hint` says what to do about it. */
export interface Refusal {
  readonly status: number;
  readonly error: string;
  readonly hint: string;
  /** Sets `Retry-After`, in whole seconds. */
  readonly retryAfterSec?: number;
  /** Further headers, such as `Allow`. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Whether it is told without asking a provider. Where it is left out, everything below 500 is:
   * what a caller did wrong.
   */
  readonly isCached?: boolean;
  /** What lies behind it: for the log, and never sent. */
  readonly why?: Cause.Cause<unknown>;
}

/** A refusal that a handler raises itself, where no failure of the core says it. */
export class Refused extends Data.TaggedError("Refused")<Refusal> {
  override get message(): string {
    return this.error;
  }
}

/** The codes of the coded family. There are no others. */
export const CODES = [
  "bad_request",
  "unauthorized",
  "forbidden",
  "not_found",
  "method_not_allowed",
  "rate_limited",
  "unavailable",
  "internal",
] as const;

/** One of {@linkcode CODES}. */
export type Code = (typeof CODES)[number];

const CODE_BY_STATUS: ReadonlyMap<number, Code> = new Map([
  [400, "bad_request"],
  [401, "unauthorized"],
  [403, "forbidden"],
  [404, "not_found"],
  [405, "method_not_allowed"],
  [409, "bad_request"],
  [413, "bad_request"],
  [415, "bad_request"],
  [426, "bad_request"],
  [429, "rate_limited"],
  [500, "internal"],
  [503, "unavailable"],
]);

/** The status a family answers with: the coded one calls a failed provider 503, not 502. */
export function statusOf(refusal: Refusal, family: Family): number {
  return family === "coded" && refusal.status === 502 ? 503 : refusal.status;
}

/** The code of a refusal in the coded family. */
export function codeOf(refusal: Refusal): Code {
  return CODE_BY_STATUS.get(statusOf(refusal, "coded")) ?? "internal";
}

/** The body, as JSON text. */
export function refusalBody(refusal: Refusal, family: Family): string {
  const { error, hint } = refusal;
  if (family === "plain") return JSON.stringify({ error, hint });
  return JSON.stringify({ error, code: codeOf(refusal), hint });
}

/** What is told of an error that nobody foresaw: nothing. */
export const UNEXPECTED: Refusal = {
  status: 500,
  error: "Cannot answer the request",
  hint: "Report this with the X-Request-Id of this answer",
};

/** What is told when the service ends while it works on the answer. */
export const STOPPING: Refusal = {
  status: 502,
  error: "Cannot answer the request: the service is stopping",
  hint: "Try again shortly",
  retryAfterSec: 1,
};
