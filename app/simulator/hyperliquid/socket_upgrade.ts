/**
 * The WebSocket entry at `/ws`, and the limits per client address over all its sockets.
 *
 * @module
 */
import { makeFixedWindow } from "../kit/rate_limit.ts";
import { type SimulatedProvider } from "../kit/simulator.ts";
import { failureOfStatus } from "./failure.ts";
import { makeVenuePublisher } from "./venue_publisher.ts";
import { makeVenueConversation, type SocketContext } from "./venue_socket.ts";

const PATH = "/ws";
/** Limits per client address. Source: the venue's documentation, "rate limits". */
const CONNECTIONS_MAX = 10;
const CONNECTIONS_PER_MINUTE = 30;
const MESSAGES_PER_MINUTE = 2_000;
const TOO_MANY = 429;

/** Makes the provider's `upgrade`. The venue's refusal is not documented: this one is a 429. */
export function makeSocketUpgrade(
  { clock, state }: Pick<SocketContext, "clock" | "state">,
): NonNullable<SimulatedProvider["upgrade"]> {
  const publisher = makeVenuePublisher({ clock, state });
  const opened = makeFixedWindow(CONNECTIONS_PER_MINUTE, 60_000);
  const messages = makeFixedWindow(MESSAGES_PER_MINUTE, 60_000);
  const sockets = new Map<string, number>();
  const add = (client: string, count: number) =>
    void sockets.set(client, (sockets.get(client) ?? 0) + count);
  return ({ path, client }) => {
    if (path !== PATH) return undefined;
    const isFull = (sockets.get(client) ?? 0) >= CONNECTIONS_MAX;
    if (isFull || opened.take(client, clock.nowMs()) !== undefined) {
      return failureOfStatus(TOO_MANY);
    }
    const mayTalk = () => messages.take(client, clock.nowMs()) === undefined;
    return (socket) => {
      add(client, 1);
      const conversation = makeVenueConversation(socket, { clock, state, publisher, mayTalk });
      return {
        ...conversation,
        closed() {
          add(client, -1);
          conversation.closed();
        },
      };
    };
  };
}
