/**
 * The exchange's pings: it sends away whoever does not answer them.
 *
 * @module
 */
import { type ExchangeMarket } from "../../../core/price/mod.ts";
import { type SimulatorSocket } from "../simulator.ts";

/** How often a market pings, and how long it waits for an answer, in a network's own time. */
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

/** Begins to ping. A socket without an answer for too long is closed. */
export function startPulse(
  socket: Pick<SimulatorSocket, "ping" | "close">,
  market: ExchangeMarket,
): StreamPulse {
  const { everyMs, waitMs } = PULSE[market];
  const closeLater = () => setTimeout(() => socket.close(POLICY, "Pong timeout"), waitMs);
  /** Runs from the first ping that has no answer yet. */
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
