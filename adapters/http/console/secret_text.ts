/**
 * A secret that a page sends, such as a password: no refusal quotes it, and no log.
 *
 * @module
 */
import { Effect, Redacted, Result } from "effect";
import { Refused } from "../edge/answer/refusal.ts";
import { kind } from "../wire/kind.ts";

/** The secret: null for what is no text. */
export const SecretText = () =>
  kind<Redacted.Redacted<string> | null, string>({ type: "string" }, {}, {
    ask: "Send text",
    read: (value) => Result.succeed(typeof value === "string" ? Redacted.make(value) : null),
  });

/** Returns it. Refuses what is no text, which may be a secret too. */
export function textOf(field: string, secret: Redacted.Redacted<string> | null) {
  return secret === null
    ? Effect.fail(
      new Refused({ status: 400, error: `Cannot read ${field} as text`, hint: "Send text" }),
    )
    : Effect.succeed(secret);
}
