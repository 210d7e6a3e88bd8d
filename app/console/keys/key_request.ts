/**
 * The requests of the console about API keys.
 *
 * @module
 */
import { askConsole } from "../service/console_api.ts";
import type { KeyLimit, UsageMinute } from "./usage_hour.ts";

/** What a key may do. Neither includes the other. */
export type KeyScope = "read" | "trade";

/** A key, without itself. Instants are ISO 8601. */
export interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly last_four: string;
  readonly scopes: ReadonlyArray<KeyScope>;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
  readonly usage: ReadonlyArray<UsageMinute>;
}

/** Names a key to its owner. One that the command line made may have no name. */
export function keyName({ name, last_four }: Pick<KeyRow, "name" | "last_four">): string {
  return name === "" ? `unnamed …${last_four}` : name;
}

/** The account's keys. */
export interface KeyList {
  readonly now: string;
  readonly limit: KeyLimit | null;
  readonly keys: ReadonlyArray<KeyRow>;
}

/** A key that was just made: the only answer with the key itself. */
export interface MadeKey extends KeyRow {
  readonly key: string;
}

const PATH = "/console/api/keys";

/** Lists the account's keys. */
export function listKeys(signal: AbortSignal): Promise<KeyList> {
  return askConsole<KeyList>("GET", PATH, { signal });
}

/** Makes a key. */
export function makeKey(
  body: { readonly name: string; readonly scopes: ReadonlyArray<KeyScope> },
): Promise<MadeKey> {
  return askConsole<MadeKey>("POST", PATH, { body });
}

/** Revokes a key. */
export function revokeKey(id: string): Promise<KeyRow> {
  return askConsole<KeyRow>("DELETE", `${PATH}/${encodeURIComponent(id)}`);
}
