/**
 * Accounts: the owners of API keys and wallets.
 *
 * @module
 */
import { Result } from "effect";
import { RequestRejected } from "../request.ts";

/** An account. Operators identify it by its e-mail address, stored in lower case and composed. */
export interface Account {
  readonly id: string;
  readonly email: string;
  readonly createdMs: number;
}

/** RFC 5321: the longest deliverable address. */
const EMAIL_CHARS_MAX = 254;

/** No control characters and no halves of characters: a store does not keep all of them. */
const SHAPE = /^[^\s@,;<>"\p{Cc}\p{Cs}]+@[^\s@,;<>"\p{Cc}\p{Cs}]+$/u;

/** Parses an e-mail address. Checks only its shape, because no mail is ever sent to it. */
export function parseEmail(text: string): Result.Result<string, RequestRejected> {
  const email = text.normalize("NFC").trim().toLowerCase();
  const isValid = email.length <= EMAIL_CHARS_MAX && SHAPE.test(email);
  const hint = "Send an address such as someone@example.com";
  return isValid
    ? Result.succeed(email)
    : Result.fail(new RequestRejected({ parameter: "e-mail address", received: text, hint }));
}
