/**
 * The output of a command: results for scripts, and notes for the person who runs it.
 *
 * @module
 */
import { isPaperWallet, walletTypeName } from "../../../core/order/mod.ts";
import type { KeyFacts } from "../../operator/account_operations.ts";
import type { WalletFacts } from "../../operator/wallet_facts.ts";
import { ownCommand, shellWord } from "../../wiring/own_command.ts";

/** Lines for standard output, and lines for standard error that are printed before them. */
export interface CommandOutput {
  readonly results: ReadonlyArray<string>;
  readonly notes: ReadonlyArray<string>;
  /** Whether the command was incomplete, so that it exits with 1. */
  readonly isFailure?: boolean;
}

/** Returns an output with results only. */
export function results(...lines: ReadonlyArray<string>): CommandOutput {
  return { results: lines, notes: [] };
}

/** Formats a table: a header line, and columns as wide as their widest cell. */
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

/** Formats unix milliseconds as ISO 8601 to the second; a dash for null. */
export function instant(ms: number | null): string {
  return ms === null ? "-" : `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** Formats an account's keys, one per line. */
export function keyTable(keys: ReadonlyArray<KeyFacts>): ReadonlyArray<string> {
  return tableLines(
    ["prefix", "last four", "scopes", "created", "last used", "revoked", "name"],
    keys.map((key) => [
      key.prefix,
      key.lastFour,
      key.scopes.join(","),
      instant(key.createdMs),
      instant(key.lastUsedMs),
      instant(key.revokedMs),
      key.name,
    ]),
  );
}

/** Says how to ask for a key that trades, of one that does not. */
export function tradeNotes(
  { email, key }: { readonly email: string; readonly key: KeyFacts },
): ReadonlyArray<string> {
  const command = `account key ${shellWord(email)} --scopes read,trade`;
  return key.scopes.includes("trade")
    ? []
    : [`It cannot trade. A key that can: ${ownCommand(command)}`];
}

/** Formats an account's wallets, one per line. */
export function walletTable(wallets: ReadonlyArray<WalletFacts>): ReadonlyArray<string> {
  return tableLines(
    ["id", "address", "type", "missing", "created"],
    wallets.map((wallet) => [
      wallet.id,
      wallet.address,
      `${wallet.signatureType} ${walletTypeName(wallet)}`,
      wallet.missing.join(",") || "-",
      instant(wallet.createdMs),
    ]),
  );
}

/** Formats a wallet, one fact per line. */
export function walletLines(wallet: WalletFacts): ReadonlyArray<string> {
  const { signatureType } = wallet;
  return factLines([
    ["wallet", wallet.id],
    ...isPaperWallet(wallet.id) ? [["paper", "yes: nothing of it is real"] as const] : [],
    ["address", wallet.address],
    ["funder", wallet.funder],
    ["type", `${signatureType} ${walletTypeName(wallet)}`],
    ["created", instant(wallet.createdMs)],
    ["venue API key", wallet.hasVenueKey ? "set" : "not set"],
    ["missing", wallet.missing.join(", ") || "nothing"],
    ["order limit", limitText(wallet.orderMaxE6)],
    ["daily limit", limitText(wallet.dayMaxE6)],
    ["claims", wallet.claimPolicy === "auto" ? "auto" : "off: only on request"],
  ]);
}

/** Says the limits of a new wallet, and how to change them. */
export function limitNote({ id, orderMaxE6, dayMaxE6 }: WalletFacts): string {
  const change = `account wallet limit ${id} --max-order-usdc 250 --max-daily-usdc 1000`;
  return `Limits: ${limitText(orderMaxE6)} an order, ${limitText(dayMaxE6)} a UTC day. ` +
    `To change them: ${ownCommand(change)}, or --none`;
}

/** A daily limit applies to a UTC day. */
function limitText(maxE6: string | null): string {
  return maxE6 === null ? "none" : `${usdcText(maxE6)} USDC`;
}

/** Formats USDC times 10^6 as USDC: at least two decimals, without loss. */
export function usdcText(valueE6: string): string {
  const digits = valueE6.padStart(7, "0");
  const decimals = digits.slice(-6).replace(/0{1,4}$/, "");
  return `${digits.slice(0, -6)}.${decimals}`;
}

/** Formats names and values in two columns. */
export function factLines(
  facts: ReadonlyArray<readonly [name: string, fact: string]>,
): ReadonlyArray<string> {
  return facts.map(([name, fact]) => `${name.padEnd(NAME_WIDTH)}${fact}`);
}

const NAME_WIDTH = 15;
