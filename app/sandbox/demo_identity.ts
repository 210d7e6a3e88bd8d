/**
 * Who the sandbox's demo user is: a function of the seed, so that every process of a world agrees.
 *
 * Anybody can work these secrets out. They open nothing but sandboxes.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { Option } from "effect";
import { makeApiKey } from "../../core/access/mod.ts";

/** The demo account's name; nobody can receive mail at it. */
export const DEMO_EMAIL = "demo@sandbox.invalid";

/** Which demo user is meant: the seed's own, or one whose names the operator fixed. */
export interface DemoChoice {
  readonly seed: number;
  readonly apiKey: Option.Option<string>;
  readonly walletId: Option.Option<string>;
}

/** The demo user of one world. */
export interface DemoIdentity {
  readonly seed: number;
  readonly apiKey: string;
  readonly walletId: string;
  /** Signs the demo wallet's orders: 32 bytes. A wallet of another id has another key. */
  readonly signingKey: Uint8Array;
}

/** The demo user of a choice. */
export function demoIdentity({ seed, apiKey, walletId }: DemoChoice): DemoIdentity {
  const id = Option.getOrElse(walletId, () => demoUuid(seed, "wallet"));
  return {
    seed,
    apiKey: Option.getOrElse(apiKey, () => makeApiKey("test", demoBytes(seed, "api key"))),
    walletId: id,
    signingKey: demoBytes(seed, `signing key of ${id}`),
  };
}

/** A UUID of a seed and a purpose, for records that must be the same in every process. */
export function demoUuid(seed: number, purpose: string): string {
  return toUuid(demoBytes(seed, purpose));
}

/** What seals the sandbox's secrets where `WALLET_KEY` is not set: 32 bytes. */
export function demoWalletKey(seed: number): Uint8Array {
  return demoBytes(seed, "wallet key");
}

function demoBytes(seed: number, purpose: string): Uint8Array {
  const digest = createHash("sha256").update(`strikeline sandbox ${seed}: ${purpose}`).digest();
  return new Uint8Array(digest);
}

/** RFC 9562, version 8: bytes of our own making. */
function toUuid(bytes: Uint8Array): string {
  const own = Uint8Array.from(bytes.subarray(0, 16));
  own[6] = (own[6] ?? 0) & 0x0f | 0x80;
  own[8] = (own[8] ?? 0) & 0x3f | 0x80;
  const hex = own.toHex();
  const parts = [[0, 8], [8, 12], [12, 16], [16, 20], [20, 32]] as const;
  return parts.map(([from, to]) => hex.slice(from, to)).join("-");
}
