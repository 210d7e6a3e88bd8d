/**
 * Accounts: whose keys and wallets are whose.
 *
 * @module
 */
import { Result } from "effect";
import { RequestRejected } from "../request.ts";

/** An account. Its e-mail address names it to the operator and is written in lower case. */
export interface Account {
  readonly id: string;
  readonly email: string;
  readonly createdMs: number;
}

/** RFC 5321: the longest address that can be written to. */
const EMAIL_CHARS_MAX = 254;

/** Reads an address. Nothing is sent to it, so its shape is all that is looked at. */
export function parseEmail(text: string): Result.Result<string, RequestRejected> {
  const email = text.trim().toLowerCase();
  const isRight = email.length <= EMAIL_CHARS_MAX && /^[^\s@,;<>"]+@[^\s@,;<>"]+$/.test(email);
  const hint = "Send an address such as someone@example.com";
  return isRight
    ? Result.succeed(email)
    : Result.fail(new RequestRejected({ parameter: "e-mail address", received: text, hint }));
}
