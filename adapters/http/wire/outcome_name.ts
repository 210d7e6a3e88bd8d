/**
 * Names of outcomes on the wire.
 *
 * @module
 */
import { Result } from "effect";
import { hasControlChars } from "../edge/request/percent_decoding.ts";
import { type KindOptions, refuse } from "./kind.ts";
import { Parsed } from "./text.ts";

/** The longest name that is accepted. */
const CHARS_MAX = 256;
const HINT = `Send the name of an outcome in any case, such as "Up", in at most ` +
  `${CHARS_MAX} characters`;

/** An outcome of a market by its name. Whether there is one is for the market to say. */
export function OutcomeName(options: KindOptions = {}) {
  return Parsed<string>({ minLength: 1, maxLength: CHARS_MAX }, {
    description: "The outcome's name, in any case",
    ...options,
  }, {
    ask: HINT,
    parse: (outcome, at) =>
      outcome.trim() !== "" && outcome.length <= CHARS_MAX && outcome.isWellFormed() &&
        !hasControlChars(outcome)
        ? Result.succeed(outcome)
        : refuse(at, outcome, HINT),
  });
}
