/**
 * Makes an API key: the service gets only what it stores.
 *
 * @module
 */
import { randomBytes } from "node:crypto";
import { digestOfKey } from "../../../adapters/http/edge/limit/key_digest.ts";
import { KEY_BYTES, lastFourOfKey, makeApiKey, prefixOfKey } from "../../../core/access/mod.ts";
import { ACCOUNT_OPERATIONS } from "../../operator/account_operations.ts";
import type { AccountCommand } from "./account_command.ts";
import { call, type CommandContext } from "./command_context.ts";

/** A key: its text, what is stored of it, and where it may be tried. */
export interface IssuedKey {
  readonly text: string;
  readonly made: typeof ACCOUNT_OPERATIONS.issueKey.output.Type;
  readonly accountUrl: string;
}

/** Makes and stores it. */
export async function issueKey(
  { email, scopes, keyName }: Extract<AccountCommand, { name: "key" }>,
  context: CommandContext,
): Promise<IssuedKey> {
  const text = makeApiKey(context.world === "live" ? "live" : "test", randomBytes(KEY_BYTES));
  const kept = {
    prefix: prefixOfKey(text),
    lastFour: lastFourOfKey(text),
    sha256: digestOfKey(text),
  };
  const [first, ...others] = scopes;
  const input = { email, name: keyName, scopes: [first ?? "read", ...others] as const, ...kept };
  const made = await call(context, ACCOUNT_OPERATIONS.issueKey, input);
  return { text, made, accountUrl: `${made.url ?? context.url}/api/v1/account` };
}
