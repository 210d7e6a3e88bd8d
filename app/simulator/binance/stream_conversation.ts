/**
 * One WebSocket of a client: the streams of its address, until it closes.
 *
 * @module
 */
import { type ExchangeMarket } from "../../../core/price/mod.ts";
import { type SandboxClock } from "../kit/clock.ts";
import { type SimulatorSocket, type SocketConversation } from "../kit/simulator.ts";
import { type StreamPump } from "./stream_pump.ts";
import { startPulse } from "./stream_pulse.ts";

/** The parts that all sockets of a simulator share. */
export interface StreamContext {
  readonly market: ExchangeMarket;
  readonly clock: SandboxClock;
  readonly pump: StreamPump;
}

/** Lifetime of a connection on the sandbox's clock; a little longer on fast clocks. */
const LIFE_MS = 86_400_000;
const LIFE_REAL_MS_MIN = 20_000;
const TIMER_MS_MAX = 2 ** 31 - 1;

const GOING_AWAY = 1001;

/** Makes a conversation, subscribed to some streams. What the client sends is not read. */
export function makeStreamConversation(
  socket: SimulatorSocket,
  names: ReadonlyArray<string>,
  { market, clock, pump }: StreamContext,
): SocketConversation {
  const lifeMs = Math.max(LIFE_REAL_MS_MIN, clock.realMs(LIFE_MS));
  const end = setTimeout(() => socket.close(GOING_AWAY, ""), Math.min(lifeMs, TIMER_MS_MAX));
  const pulse = startPulse(socket, market);
  pump.subscribe(names, socket.send);
  return {
    ponged: pulse.ponged,
    closed() {
      pulse.stop();
      clearTimeout(end);
      pump.unsubscribe(names, socket.send);
    },
  };
}
