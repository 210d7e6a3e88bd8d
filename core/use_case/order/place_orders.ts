/**
 * Places several orders of one wallet in one call of the venue.
 *
 * Each is placed as `place_order.ts` places one: at most once, under a key of its own, whatever
 * becomes of the others. Only the sending is shared.
 *
 * @module
 */
import { Effect } from "effect";
import { OrderVenue } from "../../port/order_venue.ts";
import { placeOrder } from "./place_order.ts";
import type { PlaceOrderCommand } from "./send_order.ts";

/** Returns what became of each order, in the order of the commands. */
export const placeOrders = Effect.fnUntraced(function* (
  commands: ReadonlyArray<Omit<PlaceOrderCommand, "send">>,
) {
  const [first] = commands;
  if (first === undefined) return [];
  const { walletId } = first;
  const { send, leave } = yield* (yield* OrderVenue).batch({ count: commands.length, walletId });
  return yield* Effect.forEach(commands, (command, place) => {
    let isSent = false;
    const sendOnce: OrderVenue["Service"]["send"] = (order, holder) =>
      Effect.suspend(() => {
        isSent = true;
        return send(order, holder, place);
      });
    return placeOrder({ ...command, send: sendOnce }).pipe(
      Effect.ensuring(Effect.suspend(() => isSent ? Effect.void : leave)),
      Effect.result,
    );
  }, { concurrency: "unbounded" });
});
