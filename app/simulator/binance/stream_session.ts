/**
 * One WebSocket of a client: its subscriptions, requests and limits.
 *
 * @module
 */
import { Result } from "effect";
import { type ExchangeMarket } from "../../../core/price/mod.ts";
import { type SandboxClock } from "../kit/clock.ts";
import { type SimulatorSocket, type SocketSession } from "../kit/simulator.ts";
import { readCommand, type StreamCommand } from "./stream_command.ts";
import { type StreamFrame, type StreamPump } from "./stream_pump.ts";
import { startPulse } from "./stream_pulse.ts";

/** How a socket was opened. */
export interface StreamRequest {
  readonly names: ReadonlyArray<string>;
  /** Whether events are wrapped as `{"stream", "data"}`. */
  readonly isCombined: boolean;
  /**
   * Whether the socket acknowledges commands but sends no events, because its streams have moved.
   */
  readonly isQuiet: boolean;
}

/** The parts that all sockets of a simulator share. */
export interface StreamContext {
  readonly market: ExchangeMarket;
  readonly clock: SandboxClock;
  readonly pump: StreamPump;
}

/** A session that can announce the exchange's shutdown. */
export interface StreamSession extends SocketSession {
  /** Announces the shutdown, and closes the socket after the given real milliseconds. */
  shutDown(afterMs: number): void;
}

/** Streams per connection. A connection that exceeds this is closed. */
export const STREAMS_MAX = 1_024;
/** Client messages per real second. A connection that exceeds this is closed. */
const MESSAGES_MAX: Readonly<Record<ExchangeMarket, number>> = { spot: 5, futures: 10 };
const SECOND_MS = 1_000;
/** Lifetime of a connection on the sandbox's clock; a little longer on fast clocks. */
const LIFE_MS = 86_400_000;
const LIFE_REAL_MS_MIN = 20_000;
const TIMER_MS_MAX = 2 ** 31 - 1;

const POLICY = 1008;
const GOING_AWAY = 1001;

/** Makes a session, subscribed to the streams of the address. */
export function makeStreamSession(
  socket: SimulatorSocket,
  request: StreamRequest,
  { market, clock, pump }: StreamContext,
): StreamSession {
  const subscribed = new Set(request.names);
  let { isCombined } = request;
  const read = ({ raw, wrapped }: StreamFrame) => socket.send(isCombined ? wrapped : raw);
  const closeAfter = (waitMs: number) =>
    setTimeout(() => socket.close(GOING_AWAY, ""), Math.min(waitMs, TIMER_MS_MAX));
  let end = closeAfter(Math.max(LIFE_REAL_MS_MIN, clock.realMs(LIFE_MS)));
  const subscribe = (names: Iterable<string>) => {
    if (!request.isQuiet) pump.subscribe(names, read);
  };

  /** Returns the value of an answer; undefined if the socket was closed. */
  const obey = (command: StreamCommand): unknown => {
    switch (command.method) {
      case "SUBSCRIBE":
        if (subscribed.union(new Set(command.names)).size > STREAMS_MAX) return undefined;
        for (const name of command.names) subscribed.add(name);
        subscribe(command.names);
        return null;
      case "UNSUBSCRIBE":
        for (const name of command.names) subscribed.delete(name);
        pump.unsubscribe(command.names, read);
        return null;
      case "LIST_SUBSCRIPTIONS":
        return [...subscribed];
      case "GET_PROPERTY":
        return isCombined;
      case "SET_PROPERTY":
        isCombined = command.isCombined;
        return null;
    }
  };

  const pulse = startPulse(socket, market);
  const isTooFast = makeMessageMeter(MESSAGES_MAX[market]);
  const send = (body: object) => socket.send(JSON.stringify(body));
  subscribe(subscribed);
  return {
    message(text) {
      if (isTooFast()) return socket.close(POLICY, "Too many requests");
      const command = readCommand(text, market);
      if (Result.isFailure(command)) return send(command.failure);
      const { id } = command.success;
      const result = obey(command.success);
      if (result !== undefined) return send({ result, id });
      send({ error: { code: 4, msg: "Too many subscriptions" }, id });
      socket.close(POLICY, "Invalid request");
    },
    ponged: pulse.ponged,
    closed() {
      pulse.stop();
      clearTimeout(end);
      pump.unsubscribe(subscribed, read);
    },
    shutDown(afterMs) {
      clearTimeout(end);
      end = closeAfter(afterMs);
      const data = { e: "serverShutdown", E: clock.nowMs() };
      send(isCombined ? { stream: "!serverShutdown", data } : data);
    },
  };
}

/** Returns, at each message, whether more than the limit arrived within a real second. */
function makeMessageMeter(max: number): () => boolean {
  let recent: ReadonlyArray<number> = [];
  return () => {
    const nowMs = performance.now();
    recent = [...recent.filter((atMs) => atMs > nowMs - SECOND_MS), nowMs];
    return recent.length > max;
  };
}
