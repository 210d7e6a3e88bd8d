/**
 * The end of a socket on which nothing is sent: the venue closes it.
 *
 * @module
 */
import { type SimulatorSocket } from "../simulator.ts";

/** The silence of one socket. */
export interface SilenceLimit {
  /** Something is sent. */
  broken(): void;
  stop(): void;
}

/** Milliseconds of the machine without a frame of the venue. Source: its documentation. */
const SILENCE_MS_MAX = 60_000;
/** With which code it closes is not documented. */
const NORMAL = 1000;

/** Begins to wait. Clients send a ping, for its answer, where they subscribe to little. */
export function startSilenceLimit(socket: Pick<SimulatorSocket, "close">): SilenceLimit {
  const closeLater = () => setTimeout(() => socket.close(NORMAL, "Inactive"), SILENCE_MS_MAX);
  let closing = closeLater();
  return {
    broken() {
      clearTimeout(closing);
      closing = closeLater();
    },
    stop: () => clearTimeout(closing),
  };
}
