/**
 * One socket of `/ws/market`: books and trades of the client's tokens.
 *
 * @module
 */
import { type SimulatorSocket, type SocketConversation } from "../../kit/simulator.ts";
import { type BookWatch } from "./book_watch.ts";
import { type MarketFrame } from "./market_frame.ts";
import { startSocketPulse } from "./socket_pulse.ts";
import { INVALID_OPERATION, readSubscription } from "./subscription.ts";

/** The parts that all these sockets share. */
export interface MarketContext {
  readonly watch: BookWatch;
}

/** Makes a conversation without tokens. */
export function makeMarketConversation(
  socket: SimulatorSocket,
  { watch }: MarketContext,
): SocketConversation {
  const tokenIds = new Set<string>();
  let isCustom = false;
  const pulse = startSocketPulse(socket);
  const listener = {
    isCustom: () => isCustom,
    publish: (frame: MarketFrame) => socket.send(JSON.stringify(frame)),
  };
  return {
    message(text) {
      if (pulse.answers(text)) return;
      const asked = readSubscription("market", text);
      if (asked === undefined) return socket.send(INVALID_OPERATION);
      isCustom = asked.isCustom ?? isCustom;
      if (!asked.isOn) {
        for (const id of asked.ids) tokenIds.delete(id);
        return watch.leave(listener, asked.ids);
      }
      for (const id of asked.ids) tokenIds.add(id);
      const books = watch.join(listener, asked.ids);
      // Always a list, even of one book or none; later frames are single objects.
      socket.send(JSON.stringify(books));
    },
    closed() {
      pulse.stop();
      watch.leave(listener, tokenIds);
    },
  };
}
