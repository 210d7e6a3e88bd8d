/**
 * The pings of the venue's clients, which are text: whoever sends none is sent away.
 *
 * @module
 */
import { type SimulatorSocket } from "../simulator.ts";

/** The pulse of one socket. */
export interface SocketPulse {
  /** Answers a ping; false for any other text. */
  answers(text: string): boolean;
  stop(): void;
}

/**
 * Milliseconds of the machine without a ping. Clients are told to send one every 10 s; how long the
 * venue is patient, and with which code it closes, is not documented.
 */
const PATIENCE_MS = 20_000;
const POLICY = 1008;

/** Begins to wait for the first one. */
export function startSocketPulse(socket: Pick<SimulatorSocket, "send" | "close">): SocketPulse {
  const closeLater = () => setTimeout(() => socket.close(POLICY, ""), PATIENCE_MS);
  let closing = closeLater();
  return {
    answers(text) {
      if (text !== "PING") return false;
      clearTimeout(closing);
      closing = closeLater();
      socket.send("PONG");
      return true;
    },
    stop: () => clearTimeout(closing),
  };
}
