/**
 * The wallets that a client of the stream follows, each as long as its key is valid.
 *
 * @module
 */
import { Effect, Exit, Redacted } from "effect";
import type { StoreFailed } from "../../../core/port/store_failure.ts";
import { type OrdersTopic, ordersTopic } from "../../../core/stream/mod.ts";
import type { WalletClaim, WalletForbidden } from "../../../core/use_case/order/mod.ts";
import { refusalOfCause } from "../edge/answer/failure.ts";

/** Follows a wallet of an account until the function that it returns is called. */
export type WatchWallet = (claim: WalletClaim) => Watching | Promise<Watching>;

type Watching = Exit.Exit<() => void, WalletForbidden | StoreFailed>;

/** A wallet that is followed. */
interface Watched {
  readonly key: Redacted.Redacted;
  readonly leave: () => void;
}

/** The wallets of one connection. */
export class WatchedWallets {
  readonly #watch: WatchWallet;
  readonly #watched = new Map<string, Watched>();
  #isClosed = false;

  constructor(watch: WatchWallet) {
    this.#watch = watch;
  }

  /** Follows wallets, all or none; those that are followed already stay so. */
  readonly add = Effect.fnUntraced(function* (
    this: WatchedWallets,
    { walletIds, accountId, key }: {
      readonly walletIds: ReadonlyArray<string>;
      readonly accountId: string;
      readonly key: Redacted.Redacted;
    },
  ) {
    const added: Array<[topic: OrdersTopic, watched: Watched]> = [];
    for (const walletId of walletIds) {
      const exit = yield* Effect.promise(async () => await this.#watch({ walletId, accountId }));
      if (Exit.isFailure(exit)) {
        for (const [, { leave }] of added) leave();
        return refusalOfCause(exit.cause) ?? { ...FAILED, why: exit.cause };
      }
      added.push([ordersTopic(walletId), { key, leave: exit.value }]);
    }
    for (const [topic, watched] of added) {
      this.#watched.get(topic)?.leave();
      this.#watched.set(topic, watched);
    }
    if (this.#isClosed) this.close();
    return undefined;
  });

  /** The keys that wallets are followed with, and the topics of each. */
  byKey(): ReadonlyArray<{ readonly key: Redacted.Redacted; readonly topics: OrdersTopic[] }> {
    const grouped = Map.groupBy(this.#watched, ([, { key }]) => Redacted.value(key));
    return [...grouped.values()].flatMap((watched) => {
      const key = watched[0]?.[1].key;
      return key === undefined
        ? []
        : [{ key, topics: watched.map(([topic]) => topic as OrdersTopic) }];
    });
  }

  /** Follows a wallet no more, if it was followed. */
  remove(topic: string): void {
    this.#watched.get(topic)?.leave();
    this.#watched.delete(topic);
  }

  close(): void {
    this.#isClosed = true;
    for (const topic of [...this.#watched.keys()]) this.remove(topic);
  }
}

const FAILED = { status: 500, error: "Cannot follow the wallet", hint: "Try again shortly" };
