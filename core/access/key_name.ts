/**
 * The name that an account's owner gives to an API key.
 *
 * @module
 */
import { Result } from "effect";
import { RequestRejected } from "../request.ts";

/** The most characters of a name. */
export const KEY_NAME_CHARS_MAX = 60;

/** Parses a name, which may be empty. */
export function parseKeyName(text: string): Result.Result<string, RequestRejected> {
  const name = text.trim();
  const isValid = [...name].length <= KEY_NAME_CHARS_MAX && !/[\p{Cc}\p{Cs}]/u.test(name);
  const hint = `Send at most ${KEY_NAME_CHARS_MAX} characters on one line, such as "market maker"`;
  return isValid
    ? Result.succeed(name)
    : Result.fail(new RequestRejected({ parameter: "name", received: text, hint }));
}
