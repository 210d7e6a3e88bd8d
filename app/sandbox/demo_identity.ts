/**
 * The identity of the sandbox's demo user, derived from the seed, so that all processes of a world
 * agree.
 *
 * Anyone can compute these secrets. They only open sandboxes.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { Option } from "effect";
import { makeApiKey } from "../../core/access/mod.ts";

/** The demo account's e-mail address, which cannot receive mail. */
export const DEMO_EMAIL = "demo@sandbox.invalid";

/** The choice of a demo user: the seed's, with an API key or wallet id of the operator, if set. */
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

/** Returns the demo user of a choice. */
export function demoIdentity({ seed, apiKey, walletId }: DemoChoice): DemoIdentity {
  const id = Option.getOrElse(walletId, () => demoUuid(seed, "wallet"));
  return {
    seed,
    apiKey: Option.getOrElse(apiKey, () => makeApiKey("test", demoBytes(seed, "api key"))),
    walletId: id,
    signingKey: demoBytes(seed, `signing key of ${id}`),
  };
}

/** Returns a UUID of a seed and a purpose, for records that must be the same in every process. */
export function demoUuid(seed: number, purpose: string): string {
  return toUuid(demoBytes(seed, purpose));
}

/** Returns the key of 32 bytes that seals a sandbox's secrets if `WALLET_KEY` is not set. */
export function demoWalletKey(seed: number): Uint8Array {
  return demoBytes(seed, "wallet key");
}

function demoBytes(seed: number, purpose: string): Uint8Array {
  const digest = createHash("sha256").update(`strikeline sandbox ${seed}: ${purpose}`).digest();
  return new Uint8Array(digest);
}

/** Makes a UUID of RFC 9562, version 4, of bytes that were drawn. Version 8 is of paper wallets. */
function toUuid(bytes: Uint8Array): string {
  const own = Uint8Array.from(bytes.subarray(0, 16));
  own[6] = (own[6] ?? 0) & 0x0f | 0x40;
  own[8] = (own[8] ?? 0) & 0x3f | 0x80;
  const hex = own.toHex();
  const parts = [[0, 8], [8, 12], [12, 16], [16, 20], [20, 32]] as const;
  return parts.map(([from, to]) => hex.slice(from, to)).join("-");
}
