/**
 * The wallets that are contracts on the simulated chain, as far as somebody named them, and their
 * nonces.
 *
 * The real chain knows every one that was deployed. Here all are, but whose an address is must be
 * learned: from derived addresses that are asked for, and from what is signed.
 *
 * @module
 */
import { type KeptMaps, UNKEPT } from "../../kit/kept_maps.ts";

/** A wallet. Addresses are in lower case. */
export interface ContractWallet {
  readonly owner: string;
  readonly kind: WalletKind;
}

/** As the relayer names them. */
export type WalletKind = "PROXY" | "SAFE" | "WALLET";

/** The wallets; addresses are in any case. */
export interface WalletRegistry {
  of(address: string): ContractWallet | undefined;
  /** Learns a wallet, unless it is known. */
  learn(address: string, wallet: ContractWallet): void;
  /** Returns the deposit wallet of a signer, in lower case. */
  depositWalletOf(owner: string): string | undefined;
  /** Returns how many transactions a wallet has executed. */
  nonce(address: string): bigint;
  count(address: string): void;
}

/** The oldest are forgotten. */
const WALLETS_MAX = 10_000;

/** Makes a registry, empty but for what was kept. */
export function makeWalletRegistry(kept: KeptMaps = UNKEPT): WalletRegistry {
  const wallets = kept.map<ContractWallet>("contract wallets", WALLETS_MAX);
  const deposits = kept.map<string>("deposit wallets", WALLETS_MAX);
  const nonces = kept.map<bigint>("nonces of contract wallets", WALLETS_MAX);
  const nonce = (address: string) => nonces.get(address.toLowerCase()) ?? 0n;
  return {
    of: (address) => wallets.get(address.toLowerCase()),
    learn(address, { owner, kind }) {
      const [wallet, key] = [address.toLowerCase(), owner.toLowerCase()];
      if (wallets.has(wallet)) return;
      wallets.set(wallet, { owner: key, kind });
      if (kind === "WALLET") deposits.set(key, wallet);
    },
    depositWalletOf: (owner) => deposits.get(owner.toLowerCase()),
    nonce,
    count: (address) => nonces.set(address.toLowerCase(), nonce(address) + 1n),
  };
}
