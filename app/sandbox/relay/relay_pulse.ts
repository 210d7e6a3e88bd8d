/**
 * The relay's pings: it sends away a client that leaves two of them unanswered.
 *
 * @module
 */
import { type SimulatorSocket } from "../simulator.ts";

/** The pings of one socket. */
export interface RelayPulse {
  readonly ponged: () => void;
  readonly stop: () => void;
}

/** In milliseconds of the machine: a network does not run faster with the sandbox's clock. */
const PING_EVERY_MS = 25_000;
const MISSED_MAX = 2;
/** A client that does not answer, or does not read. */
export const TOO_SLOW = 4002;

/** Begins to ping. The second ping without an answer closes when a third would be sent. */
export function startRelayPulse(socket: Pick<SimulatorSocket, "ping" | "close">): RelayPulse {
  let missed = 0;
  const pinging = setInterval(() => {
    if (missed === MISSED_MAX) return socket.close(TOO_SLOW, "missed pongs");
    missed++;
    socket.ping();
  }, PING_EVERY_MS);
  return {
    ponged: () => void (missed = 0),
    stop: () => clearInterval(pinging),
  };
}
