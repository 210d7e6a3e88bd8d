/**
 * The simulated chain's log of what was done to each wallet, from which the venue's index is made.
 *
 * @module
 */
import { BoundedMap } from "../../../../core/bounded_map.ts";
import { type ChainRecord } from "./chain_record.ts";
import { afterRecords, type Holding, type Holdings } from "./holding.ts";

/** Wallets by address, in any case. Instants are unix milliseconds, and inclusive. */
export interface ChainLog {
  add(address: string, record: ChainRecord): void;
  /** Returns a wallet's records until an instant, in their order. */
  recordsUntil(address: string, untilMs: number): ReadonlyArray<ChainRecord>;
  /** Returns what a wallet had at an instant, and what it once had. */
  holdingsAt(address: string, atMs: number): ReadonlyArray<Holding>;
  /** Does the same by what is recorded: what is due is not done before, as for who does it. */
  recordedAt(address: string, atMs: number): ReadonlyArray<Holding>;
  /** Sets what is told of each record. */
  watch(see: (address: string, record: ChainRecord) => void): void;
  /** Sets what brings the log up to date before it is read. */
  tendBy(tend: () => void): void;
}

/** Bounds memory, because a sandbox may run for days. The oldest wallet is forgotten. */
const WALLETS_MAX = 10_000;
/** Of a wallet; the older half then is known by what it left alone. */
const RECORDS_MAX = 20_000;

interface WalletLog {
  readonly records: ChainRecord[];
  /** What the records left that are not kept. */
  before: Holdings;
}

/** Makes an empty log. */
export function makeChainLog(): ChainLog {
  const wallets = new BoundedMap<string, WalletLog>(WALLETS_MAX);
  let tend = () => {};
  let see = (_address: string, _record: ChainRecord) => {};
  const walletOf = (address: string): WalletLog =>
    wallets.get(address.toLowerCase()) ?? { records: [], before: new Map() };
  const read = (address: string): WalletLog => {
    tend();
    return walletOf(address);
  };
  const holdingsOf = (
    { records, before }: WalletLog,
    atMs: number,
  ) => [...afterRecords(before, records.filter((record) => record.atMs <= atMs)).values()];
  return {
    add(address, record) {
      const wallet = walletOf(address);
      wallet.records.push(record);
      if (wallet.records.length > RECORDS_MAX) {
        const old = wallet.records.splice(0, RECORDS_MAX / 2);
        wallet.before = afterRecords(wallet.before, old);
      }
      wallets.set(address.toLowerCase(), wallet);
      see(address, record);
    },
    recordsUntil(address, untilMs) {
      return read(address).records.filter(({ atMs }) => atMs <= untilMs);
    },
    holdingsAt: (address, atMs) => holdingsOf(read(address), atMs),
    recordedAt: (address, atMs) => holdingsOf(walletOf(address), atMs),
    watch: (by) => void (see = by),
    tendBy: (by) => void (tend = by),
  };
}
