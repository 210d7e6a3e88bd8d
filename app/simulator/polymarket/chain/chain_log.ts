/**
 * The simulated chain's log of what was done to each wallet, from which the venue's index is made.
 *
 * @module
 */
import { type KeptMaps, UNKEPT } from "../../kit/kept_maps.ts";
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
  /** Counts the records that are not kept, which come before. */
  gone: number;
  /** What those left. */
  before: Holdings;
}

/** Makes a log, empty but for what was kept. */
export function makeChainLog(kept: KeptMaps = UNKEPT): ChainLog {
  const wallets = new Map<string, WalletLog>();
  const keptRecords = kept.map<ChainRecord>("chain records", Infinity);
  const keptBefore = kept.map<Holdings>("chain holdings", Infinity);
  let tend = () => {};
  let see = (_address: string, _record: ChainRecord) => {};
  const newLog = (address: string): WalletLog => ({
    records: [],
    gone: 0,
    before: keptBefore.get(address) ?? new Map(),
  });
  const keyOf = (address: string, number: number) => `${address} ${number}`;
  for (const [key, record] of keptRecords) {
    const [address = "", number] = key.split(" ");
    const wallet = wallets.get(address) ?? { ...newLog(address), gone: Number(number) };
    wallet.records.push(record);
    wallets.set(address, wallet);
  }
  /** Takes a wallet's oldest records. */
  const take = (address: string, wallet: WalletLog, count: number) => {
    const taken = wallet.records.splice(0, count);
    for (const _ of taken) keptRecords.delete(keyOf(address, wallet.gone++));
    return taken;
  };
  const forgetOldest = () => {
    const [oldest] = wallets;
    if (oldest === undefined) return;
    const [address, wallet] = oldest;
    take(address, wallet, wallet.records.length);
    keptBefore.delete(address);
    wallets.delete(address);
  };
  const walletOf = (address: string): WalletLog =>
    wallets.get(address.toLowerCase()) ?? newLog(address.toLowerCase());
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
      const name = address.toLowerCase();
      const wallet = walletOf(name);
      if (!wallets.has(name) && wallets.size >= WALLETS_MAX) forgetOldest();
      wallets.set(name, wallet);
      wallet.records.push(record);
      keptRecords.set(keyOf(name, wallet.gone + wallet.records.length - 1), record);
      if (wallet.records.length > RECORDS_MAX) {
        wallet.before = afterRecords(wallet.before, take(name, wallet, RECORDS_MAX / 2));
        keptBefore.set(name, wallet.before);
      }
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
