/**
 * The exchange's pings: a client that does not answer them is disconnected.
 *
 * @module
 */
import { type ExchangeMarket } from "../../../core/price/mod.ts";
import { type SimulatorSocket } from "../kit/simulator.ts";

/** The ping interval of a market and its timeout, in real time. */
interface Pulse {
  readonly everyMs: number;
  readonly waitMs: number;
}

const PULSE: Readonly<Record<ExchangeMarket, Pulse>> = {
  spot: { everyMs: 20_000, waitMs: 60_000 },
  futures: { everyMs: 180_000, waitMs: 600_000 },
};
const POLICY = 1008;

/** The pings of one socket. */
export interface StreamPulse {
  readonly ponged: () => void;
  readonly stop: () => void;
}

/** Starts to ping. Closes a socket that has not answered for too long. */
export function startPulse(
  socket: Pick<SimulatorSocket, "ping" | "close">,
  market: ExchangeMarket,
): StreamPulse {
  const { everyMs, waitMs } = PULSE[market];
  const closeLater = () => setTimeout(() => socket.close(POLICY, "Pong timeout"), waitMs);
  /** Runs from the first unanswered ping. */
  let closing: ReturnType<typeof setTimeout> | undefined;
  const pinging = setInterval(() => {
    closing ??= closeLater();
    socket.ping();
  }, everyMs);
  const ponged = () => {
    clearTimeout(closing);
    closing = undefined;
  };
  return {
    ponged,
    stop: () => {
      clearInterval(pinging);
      ponged();
    },
  };
}
