/**
 * Why a command cannot go on, and what to do about it.
 *
 * @module
 */

import { Result } from "effect";

/** One line each. */
export interface Complaint {
  readonly error: string;
  readonly hint: string;
}

/** What was read, or why it cannot be used. */
export type Read<A> = Result.Result<A, Complaint>;

/** Refuses what was read. */
export function complain(error: string, hint: string): Read<never> {
  return Result.fail({ error, hint });
}

/** A complaint that ends the command from wherever it is noticed. */
export class CommandEnded extends Error {
  readonly hint: string;

  constructor({ error, hint }: Complaint) {
    super(error);
    this.hint = hint;
  }
}
