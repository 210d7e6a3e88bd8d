/**
 * The WebSocket entry at `/ws`, and the limits per client address over all its sockets.
 *
 * @module
 */
import { type SimulatedProvider } from "../kit/simulator.ts";
import { failureOfStatus } from "./failure.ts";
import { CONNECTIONS_PER_MINUTE, makeMinuteMeter, MESSAGES_PER_MINUTE } from "./minute_meter.ts";
import { makeVenuePublisher } from "./venue_publisher.ts";
import { makeVenueSession, type SocketContext } from "./venue_socket.ts";

const PATH = "/ws";
/** Limits per client address. Source: the venue's documentation, "rate limits". */
const CONNECTIONS_MAX = 10;
const SUBSCRIPTIONS_MAX = 1_000;
const TOO_MANY = 429;

/** Makes the provider's `upgrade`. The venue's refusal is not documented: this one is a 429. */
export function makeSocketUpgrade(
  { clock, state, ask }: Omit<SocketContext, "publisher">,
): NonNullable<SimulatedProvider["upgrade"]> {
  const publisher = makeVenuePublisher({ clock, state });
  const opened = makeMinuteMeter(CONNECTIONS_PER_MINUTE);
  const messages = makeMinuteMeter(MESSAGES_PER_MINUTE);
  const sockets = new Map<string, number>();
  const subscriptions = new Map<string, number>();
  const add = (counts: Map<string, number>, client: string, count: number) =>
    void counts.set(client, (counts.get(client) ?? 0) + count);
  return ({ path, client }) => {
    if (path !== PATH) return undefined;
    const isFull = (sockets.get(client) ?? 0) >= CONNECTIONS_MAX;
    if (isFull || !opened.charge(client, 1, clock.nowMs())) return failureOfStatus(TOO_MANY);
    const limits = {
      client,
      mayTalk: () => messages.charge(client, 1, clock.nowMs()),
      maySubscribe() {
        if ((subscriptions.get(client) ?? 0) >= SUBSCRIPTIONS_MAX) return false;
        add(subscriptions, client, 1);
        return true;
      },
      unsubscribed: (count: number) => add(subscriptions, client, -count),
    };
    return (socket) => {
      add(sockets, client, 1);
      const session = makeVenueSession(socket, { clock, state, publisher, ask, limits });
      return {
        ...session,
        closed() {
          add(sockets, client, -1);
          session.closed();
        },
      };
    };
  };
}
