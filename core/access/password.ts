/**
 * Passwords of accounts: which ones are accepted.
 *
 * @module
 */
import { Result, Schema } from "effect";
import { foldName } from "../fold_name.ts";
import { COMMON_PASSWORDS } from "./common_passwords.ts";

/** The fewest characters of a password, as Unicode counts them. */
export const PASSWORD_CHARS_MIN = 12;
/** The most bytes of a password in UTF-8: far beyond what anyone types, and cheap to hash. */
export const PASSWORD_BYTES_MAX = 1_024;

const PROBLEMS = {
  short: `it has fewer than ${PASSWORD_CHARS_MIN} characters`,
  long: `it has more than ${PASSWORD_BYTES_MAX} bytes`,
  common: "it is among the commonest ones",
  email: "it is the e-mail address",
} as const;

/** A password is refused. Never quotes it. */
export class PasswordWeak extends Schema.TaggedError<PasswordWeak>()("PasswordWeak", {
  problem: Schema.Literals(["short", "long", "common", "email"]),
}) {
  override get message(): string {
    return `Cannot use this password: ${PROBLEMS[this.problem]}`;
  }
}

/**
 * Returns a password as it is hashed: keyboards differ in how they compose the same character, so
 * it is in normal form (NFKC, one of the two that NIST SP 800-63B names).
 */
export function normalPassword(text: string): string {
  return text.normalize("NFKC");
}

/**
 * Whether a password may be someone's. One that is too long need not be hashed, and an empty one
 * cannot be by every implementation.
 */
export function mayBePassword(password: string): boolean {
  return password !== "" && !isTooLong(password);
}

/** Checks a new password of the account with this e-mail address. Returns its normal form. */
export function checkPassword(text: string, email: string): Result.Result<string, PasswordWeak> {
  const password = normalPassword(text);
  const [lower, own] = [foldName(password), foldName(email)];
  const problem = isTooLong(password)
    ? "long"
    : [...password].length < PASSWORD_CHARS_MIN
    ? "short"
    : lower === own || lower === own.split("@", 1)[0]
    ? "email"
    : COMMON_PASSWORDS.has(lower)
    ? "common"
    : undefined;
  return problem === undefined
    ? Result.succeed(password)
    : Result.fail(new PasswordWeak({ problem }));
}

function isTooLong(password: string): boolean {
  return new TextEncoder().encode(password).length > PASSWORD_BYTES_MAX;
}
