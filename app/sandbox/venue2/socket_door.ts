/**
 * Where WebSockets come in, `/ws`, and what one address may do on all of them.
 *
 * @module
 */
import { type SimulatedProvider } from "../simulator.ts";
import { failureOfStatus } from "./failure.ts";
import { CONNECTIONS_PER_MINUTE, makeMinuteMeter, MESSAGES_PER_MINUTE } from "./minute_meter.ts";
import { makeVenueBeat } from "./venue_beat.ts";
import { makeVenueSession, type SocketSurroundings } from "./venue_socket.ts";

const PATH = "/ws";
/** What one address may have. Source: the venue's documentation, "rate limits". */
const CONNECTIONS_MAX = 10;
const SUBSCRIPTIONS_MAX = 1_000;
const TOO_MANY = 429;

/** Makes the provider's `upgrade`. How the venue turns away is not documented: here with 429. */
export function makeSocketDoor(
  { clock, desk, ask }: Omit<SocketSurroundings, "beat">,
): NonNullable<SimulatedProvider["upgrade"]> {
  const beat = makeVenueBeat({ clock, desk });
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
      const session = makeVenueSession(socket, { clock, desk, beat, ask, limits });
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
