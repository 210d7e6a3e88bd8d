/**
 * What a command says: results for scripts, and notes for the person who runs it.
 *
 * @module
 */
import { SIGNATURE_TYPE_NAMES } from "../../core/order/mod.ts";
import type { KeyFacts } from "../operator/account_orders.ts";
import type { WalletFacts } from "../operator/wallet_facts.ts";

/** Lines for standard output, and lines for standard error that go before them. */
export interface Printed {
  readonly results: ReadonlyArray<string>;
  readonly notes: ReadonlyArray<string>;
  /** Whether something was left undone. */
  readonly isFailure?: boolean;
}

/** Results alone. */
export function results(...lines: ReadonlyArray<string>): Printed {
  return { results: lines, notes: [] };
}

/** Columns as wide as their widest word, below their names. */
export function tableLines(
  names: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
): ReadonlyArray<string> {
  const all = [names, ...rows];
  const widths = names.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) =>
    row.map((word, column) => word.padEnd(widths[column] ?? 0)).join("  ").trimEnd()
  );
}

/** An instant as a person reads it, to the second; a dash for none. */
export function instant(ms: number | null): string {
  return ms === null ? "-" : `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** An account's keys, one a line. */
export function keyTable(keys: ReadonlyArray<KeyFacts>): ReadonlyArray<string> {
  return tableLines(
    ["prefix", "last four", "scopes", "created", "last used", "revoked"],
    keys.map((key) => [
      key.prefix,
      key.lastFour,
      key.scopes.join(","),
      instant(key.createdMs),
      instant(key.lastUsedMs),
      instant(key.revokedMs),
    ]),
  );
}

/** An account's wallets, one a line. */
export function walletTable(wallets: ReadonlyArray<WalletFacts>): ReadonlyArray<string> {
  return tableLines(
    ["id", "address", "type", "missing", "created"],
    wallets.map((wallet) => [
      wallet.id,
      wallet.address,
      `${wallet.signatureType} ${SIGNATURE_TYPE_NAMES[wallet.signatureType]}`,
      wallet.missing.join(",") || "-",
      instant(wallet.createdMs),
    ]),
  );
}

/** A wallet, one fact a line. */
export function walletLines(wallet: WalletFacts): ReadonlyArray<string> {
  const { signatureType } = wallet;
  return factLines([
    ["wallet", wallet.id],
    ["address", wallet.address],
    ["funder", wallet.funder],
    ["type", `${signatureType} ${SIGNATURE_TYPE_NAMES[signatureType]}`],
    ["created", instant(wallet.createdMs)],
    ["venue API key", wallet.hasVenueKey ? "set" : "not set"],
    ["missing", wallet.missing.join(", ") || "nothing"],
    ["order limit", limitText(wallet.orderMaxE6)],
    ["daily limit", limitText(wallet.dayMaxE6)],
  ]);
}

/** A day is one of UTC. */
function limitText(maxE6: string | null): string {
  return maxE6 === null ? "none" : `${usdcText(maxE6)} USDC`;
}

/** USDC times 10^6 as USDC: whole cents at least, and no digit lost. */
export function usdcText(valueE6: string): string {
  const digits = valueE6.padStart(7, "0");
  const decimals = digits.slice(-6).replace(/0{1,4}$/, "");
  return `${digits.slice(0, -6)}.${decimals}`;
}

/** Names and what belongs to them, in two columns. */
export function factLines(
  facts: ReadonlyArray<readonly [name: string, fact: string]>,
): ReadonlyArray<string> {
  return facts.map(([name, fact]) => `${name.padEnd(NAME_WIDTH)}${fact}`);
}

const NAME_WIDTH = 15;
