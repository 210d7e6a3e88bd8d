/**
 * Calls of a wallet that is a contract, as they are signed for the relayer.
 *
 * @module
 */
import type { ContractCall } from "../chain/contract_call.ts";
import type { Hex } from "../clob/contracts.ts";

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
