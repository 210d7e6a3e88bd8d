/**
 * Follows wallets for those who wait for orders. All who wait for one wallet share a loop, so that
 * a bot with many orders needs one connection.
 *
 * @module
 */
import type { OrdersEvent } from "./frame.ts";
import type { Subscription } from "./subscription.ts";

/** A place among those who watch a wallet. */
export interface OrderWatch {
  /** Whether every change of the wallet arrives; otherwise it must be asked for. */
  readonly isLive: () => boolean;
  /** Leaves. The last one ends the loop. */
  readonly leave: () => void;
}

/** Watches a wallet: `take` gets its events, and is called without one when the loop has ended. */
export type WatchOrders = (
  walletId: string,
  take: (event?: OrdersEvent) => void,
) => OrderWatch;

/** Returns what watches wallets. `begin` begins a loop over the orders of one, from now on. */
export function makeWatchOrders(begin: (walletId: string) => Subscription): WatchOrders {
  type Loop = readonly [subscription: Subscription, takers: Set<(event?: OrdersEvent) => void>];
  const loops = new Map<string, Loop>();

  const forget = (walletId: string, loop: Loop) => {
    if (loops.get(walletId) === loop) loops.delete(walletId);
  };

  function beginLoop(walletId: string): Loop {
    const loop: Loop = [begin(walletId), new Set()];
    const [{ events }, takers] = loop;
    loops.set(walletId, loop);
    const pass = async () => {
      for await (const event of events) for (const take of takers) take(event as OrdersEvent);
    };
    const over = () => {
      forget(walletId, loop);
      for (const take of takers) take();
    };
    // Whoever waits asks instead, and is told of a refusal then.
    pass().then(over, over);
    return loop;
  }

  return (walletId, take) => {
    const loop = loops.get(walletId) ?? beginLoop(walletId);
    const [subscription, takers] = loop;
    takers.add(take);
    return {
      isLive: () => subscription.isLive,
      leave: () => {
        takers.delete(take);
        if (takers.size > 0) return;
        forget(walletId, loop);
        subscription.end();
      },
    };
  };
}
