/**
 * The text pings of the venue's clients: a client that sends none is disconnected.
 *
 * @module
 */
import { type SimulatorSocket } from "../../kit/simulator.ts";

/** The ping timer of one socket. */
export interface SocketPulse {
  /** Answers a ping; returns false for any other text. */
  answers(text: string): boolean;
  stop(): void;
}

/**
 * Real milliseconds without a ping. The venue asks clients to send one every 10 s; its timeout and
 * close code are not documented.
 */
const PATIENCE_MS = 20_000;
const POLICY = 1008;

/** Starts to wait for the first ping. */
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
