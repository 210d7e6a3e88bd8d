/**
 * The failure of a command: what failed, and what to do next.
 *
 * @module
 */
import { Result } from "effect";
import type { RequestRejected } from "../../../core/request.ts";

/** What failed, and what to do next: one line each. */
export interface FailureText {
  readonly error: string;
  readonly hint: string;
}

/** A parsed value, or why it cannot be used. */
export type Read<A> = Result.Result<A, FailureText>;

/** Returns what a parser of requests read, with its refusal as a command's. */
export const readOf = Result.mapError(
  ({ message, hint }: RequestRejected): FailureText => ({ error: message, hint }),
);

/** Returns a failed result. */
export function complain(error: string, hint: string): Read<never> {
  return Result.fail({ error, hint });
}

/** Thrown to end the command from anywhere. */
export class CommandFailed extends Error {
  readonly hint: string;

  constructor({ error, hint }: FailureText) {
    super(error);
    this.hint = hint;
  }
}
