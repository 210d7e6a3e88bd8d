/**
 * The signed bodies that the relayer takes, one form for each type of wallet.
 *
 * Source: the venue's official clients, autumn 2026; vectors are in the test.
 *
 * @module
 */
import type { Hex } from "../clob/contracts.ts";
import type { ContractCall } from "../chain/contract_call.ts";
import { proxyBody } from "./proxy_calls.ts";
import type { RelayedType } from "./client.ts";
import { safeBody } from "./safe_calls.ts";
import { depositWalletBody } from "./deposit_wallet_calls.ts";

/** Calls that are executed together or not at all. */
export interface RelayedCalls {
  /** At least one. */
  readonly calls: ReadonlyArray<ContractCall>;
  /** The address of the key, with its checksum, as all addresses here. */
  readonly signer: Hex;
  /** The contract that makes the calls. */
  readonly wallet: Hex;
  readonly nonce: bigint;
  /** The relay that the relayer chose, of which a proxy is told. */
  readonly relay: Hex;
  /** In unix seconds, for deposit wallets alone: other signatures are good for ever. */
  readonly deadlineSec: number;
}

/** Signs calls, and returns the body to submit: JSON. `signingKey` is 32 bytes. */
export const BODY_OF: Readonly<
  Record<RelayedType, (calls: RelayedCalls, signingKey: Uint8Array) => string>
> = {
  WALLET: depositWalletBody,
  SAFE: safeBody,
  PROXY: proxyBody,
};
