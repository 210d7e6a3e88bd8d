/**
 * The signed bodies that the relayer takes, one form for each type of wallet.
 *
 * Source: the venue's official clients, autumn 2026; vectors are in the test.
 *
 * @module
 */
import type { RelayedType } from "./client.ts";
import { depositWalletBody } from "./deposit_wallet_calls.ts";
import { proxyBody } from "./proxy_calls.ts";
import type { RelayedCalls } from "./relayed_calls.ts";
import { safeBody } from "./safe_calls.ts";

/** Signs calls, and returns the body to submit: JSON. `signingKey` is 32 bytes. */
export const BODY_OF: Readonly<
  Record<RelayedType, (calls: RelayedCalls, signingKey: Uint8Array) => string>
> = {
  WALLET: depositWalletBody,
  SAFE: safeBody,
  PROXY: proxyBody,
};
