/**
 * Random order requests, some sent twice concurrently, with another's key, or without one.
 *
 * @module
 */
import type { Wallet } from "../../core/order/mod.ts";
import type { Chance } from "./chance.ts";
import type { ClientOrder } from "./order_client.ts";
import { SLUGS } from "./staged_ground.ts";

/** Clients begin within this many milliseconds from the start. */
const START_MS_MAX = 40_000;

/** Returns all requests under one key: usually one. */
export function drawOrders(
  { key, owner }: { readonly key: string; readonly owner: Wallet },
  chance: Chance,
): ReadonlyArray<ClientOrder> {
  const order: ClientOrder = {
    accountId: owner.accountId,
    walletId: owner.id,
    key: chance.is(0.9) ? key : undefined,
    slug: chance.pick(SLUGS),
    side: chance.is(0.7) ? "BUY" : "SELL",
    amountE2: chance.within(100, 1_000),
    orderType: chance.is(0.7) ? "FOK" : "FAK",
    startMs: chance.within(0, START_MS_MAX),
  };
  if (order.key === undefined || chance.is(0.5)) return [order];
  // Soon enough to overlap with the first one, at another replica or the same.
  const again = {
    ...order,
    startMs: order.startMs + chance.within(0, chance.pick([3, 300, 3_000])),
  };
  return chance.is(0.6) ? [order, again] : [order, { ...again, amountE2: again.amountE2 + 1 }];
}
