/**
 * The wallets that a client of the stream follows, each as long as its key is valid.
 *
 * @module
 */
import { Effect, Exit, Redacted } from "effect";
import type { StoreFailed } from "../../../core/port/store_failure.ts";
import { ordersTopic, type Topic } from "../../../core/stream/mod.ts";
import type { WalletClaims } from "../../../core/use_case/live/mod.ts";
import type { WalletForbidden } from "../../../core/use_case/order/mod.ts";
import { refusalOfCause } from "../edge/answer/failure.ts";

/** Follows wallets of an account, each until the function that it returns for it is called. */
export type WatchWallets = (claims: WalletClaims) => Watching | Promise<Watching>;

type Watching = Exit.Exit<ReadonlyMap<string, () => void>, WalletForbidden | StoreFailed>;

/** A wallet that is followed. */
interface Watched {
  readonly key: Redacted.Redacted;
  readonly leave: () => void;
}

/** The wallets of one connection. */
export class WatchedWallets {
  readonly #watch: WatchWallets;
  readonly #watched = new Map<Topic, Watched>();
  #isClosed = false;

  constructor(watch: WatchWallets) {
    this.#watch = watch;
  }

  /** Follows wallets, all or none; those that are followed already stay so. */
  readonly add = Effect.fnUntraced(function* (
    this: WatchedWallets,
    { walletIds, accountId, key }: WalletClaims & { readonly key: Redacted.Redacted },
  ) {
    const exit = yield* Effect.promise(async () => await this.#watch({ walletIds, accountId }));
    if (Exit.isFailure(exit)) {
      return refusalOfCause(exit.cause) ?? { ...FAILED, why: exit.cause };
    }
    for (const [walletId, leave] of exit.value) {
      const topic = ordersTopic(walletId);
      this.#watched.get(topic)?.leave();
      this.#watched.set(topic, { key, leave });
    }
    if (this.#isClosed) this.close();
    return undefined;
  });

  /** The keys that wallets are followed with. */
  get keys(): ReadonlyArray<Redacted.Redacted> {
    const byText = new Map(
      [...this.#watched.values()].map(({ key }) => [Redacted.value(key), key] as const),
    );
    return [...byText.values()];
  }

  /** The topics of the wallets that are followed with a key. */
  topicsOf(key: Redacted.Redacted): ReadonlyArray<Topic> {
    return [...this.#watched].flatMap(([topic, watched]) =>
      Redacted.value(watched.key) === Redacted.value(key) ? [topic] : []
    );
  }

  /** Follows a wallet no more, if it was followed. */
  remove(topic: Topic): void {
    this.#watched.get(topic)?.leave();
    this.#watched.delete(topic);
  }

  close(): void {
    this.#isClosed = true;
    for (const topic of [...this.#watched.keys()]) this.remove(topic);
  }
}

const FAILED = { status: 500, error: "Cannot follow the wallets", hint: "Try again shortly" };
