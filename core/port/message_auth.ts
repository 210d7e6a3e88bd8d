/**
 * Port: authentication of texts that the service hands out and takes back, such as tokens.
 *
 * @module
 */
import { Context, type Effect } from "effect";
import type { SecretBoxOff } from "./secret_box.ts";

/**
 * Makes and checks authentication codes under the operator's key, so that every replica knows a
 * code that another one made, before and after a restart. `purpose` separates kinds of texts: a
 * code that was made for one is not valid for another.
 */
export class MessageAuth extends Context.Service<MessageAuth, {
  /** Returns the code of a text: 43 characters of base64url. */
  readonly codeOf: (text: string, purpose: string) => Effect.Effect<string, SecretBoxOff>;

  /** Whether a code is that of the text, under the operator's key or the previous one. */
  readonly isCodeOf: (
    code: string,
    text: string,
    purpose: string,
  ) => Effect.Effect<boolean, SecretBoxOff>;
}>()("core/port/MessageAuth") {}
