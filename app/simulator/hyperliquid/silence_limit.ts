/**
 * Closes an idle socket, as the venue does.
 *
 * @module
 */
import { type SimulatorSocket } from "../kit/simulator.ts";

/** The idle timer of one socket. */
export interface SilenceLimit {
  /** Restarts the timer, because a frame was sent. */
  restart(): void;
  stop(): void;
}

/** Real milliseconds without a frame from the venue. Source: its documentation. */
const SILENCE_MS_MAX = 60_000;
/** The close code is not documented. */
const NORMAL = 1000;

/** Starts the timer. A client with few subscriptions sends pings, whose answers count as frames. */
export function startSilenceLimit(socket: Pick<SimulatorSocket, "close">): SilenceLimit {
  const closeLater = () => setTimeout(() => socket.close(NORMAL, "Inactive"), SILENCE_MS_MAX);
  let closing = closeLater();
  return {
    restart() {
      clearTimeout(closing);
      closing = closeLater();
    },
    stop: () => clearTimeout(closing),
  };
}
