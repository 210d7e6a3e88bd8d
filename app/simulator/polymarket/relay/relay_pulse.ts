/**
 * The relay's pings: a client that leaves two unanswered is disconnected.
 *
 * @module
 */
import { type SimulatorSocket } from "../../kit/simulator.ts";

/** The ping timer of one socket. */
export interface RelayPulse {
  readonly ponged: () => void;
  readonly stop: () => void;
}

/** In real milliseconds: a network does not run faster with the sandbox's clock. */
const PING_EVERY_MS = 25_000;
const MISSED_MAX = 2;
/** Of a client that does not answer, or does not read. */
export const TOO_SLOW = 4002;

/** Starts to ping. After two unanswered pings it closes at the time of the third. */
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
