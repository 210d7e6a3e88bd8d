/** A stream server on a socket that sends what a test scripts. @module */
import type { OrderedEvent } from "../../../../../app/client/typescript/stream/frame.ts";
import { until } from "../../../../until.ts";
import { valueFrame } from "./fake_stream.ts";

/** A frame in either direction. */
export type WireFrame = Readonly<Record<string, unknown>>;

/** One connection, seen from the service. */
export interface Peer {
  readonly received: Array<WireFrame>;
  /** What was received with this `op`. */
  readonly ops: (op: string) => ReadonlyArray<WireFrame>;
  readonly send: (frame: WireFrame | string) => void;
  readonly close: (code?: number, reason?: string) => void;
  isClosed: boolean;
}

/** Overrides of the server's default behaviour. */
export interface Script {
  readonly hello?: (peer: Peer) => void;
  /** Returns whether it handled the frame. */
  readonly message?: (peer: Peer, frame: WireFrame) => boolean;
  /** The HTTP status with which handshakes are refused. */
  readonly refusal?: () => number | undefined;
}

/** The greeting. */
export const HELLO = { type: "hello", protocol: 1, serverTime: "2026-01-01T00:00:00.000Z" };
/** The same in unix seconds. */
export const HELLO_SEC = 1_767_225_600;
const ASSETS = ["btc", "eth", "sol", "xrp", "hype", "doge", "bnb"];

/** The topics that a request covers. */
export function topicsOf(
  { channel, assets = ASSETS, intervals, windows }: WireFrame,
): ReadonlyArray<string> {
  if (channel === "spot") return (assets as string[]).map((asset) => `spot:${asset}`);
  const spans = (intervals ?? windows ?? []) as ReadonlyArray<unknown>;
  return (assets as string[]).flatMap((asset) =>
    spans.map((span) => `${channel}:${asset}:${span}`)
  );
}

/** A target or an average. */
export function value(topic: string, seq: number): WireFrame {
  return valueFrame({ topic, seq, endSec: seq + 300, isMissing: false }, seq);
}

/** The seq of each value, and the ends of each gap. */
export function seqsOf(events: ReadonlyArray<{ readonly type: string }>): ReadonlyArray<unknown> {
  return (events as ReadonlyArray<OrderedEvent>).map((event) =>
    event.type === "gap" ? [event.fromSeq, event.toSeq] : event.seq
  );
}

/** Starts it on a free port. By default it sends hello, and answers subscriptions and pings. */
export function startScripted(script: Script = {}) {
  const peers: Array<Peer> = [];
  const server = Bun.serve<{ peer: Peer | undefined }>({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request, server) => {
      const status = script.refusal?.();
      if (status !== undefined) return new Response("{}", { status });
      const isUpgraded = server.upgrade(request, { data: { peer: undefined } });
      return isUpgraded ? undefined : new Response("", { status: 426 });
    },
    websocket: {
      open: (socket) => {
        const received: Array<WireFrame> = [];
        const peer: Peer = {
          received,
          ops: (op) => received.filter((frame) => frame["op"] === op),
          send: (frame) =>
            void socket.send(typeof frame === "string" ? frame : JSON.stringify(frame)),
          close: (code, reason) =>
            code === undefined ? socket.terminate() : socket.close(code, reason),
          isClosed: false,
        };
        socket.data.peer = peer;
        peers.push(peer);
        if (script.hello === undefined) peer.send(HELLO);
        else script.hello(peer);
      },
      message: (socket, text) => {
        const { peer } = socket.data;
        const frame = JSON.parse(String(text)) as WireFrame;
        peer?.received.push(frame);
        if (peer === undefined || script.message?.(peer, frame) === true) return;
        const { op, id, channel } = frame;
        if (op === "ping") return peer.send({ type: "pong", id });
        peer.send({ type: `${op}d`, id, channel, topics: topicsOf(frame) });
      },
      close: ({ data: { peer } }) => {
        if (peer !== undefined) peer.isClosed = true;
      },
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    peers,
    /** The connection with this index, once it has subscribed; 0 is the first. */
    subscribed: async (index: number): Promise<Peer> => {
      await until(
        () => (peers[index]?.ops("subscribe").length ?? 0) > 0,
        `a subscription on connection ${index}`,
      );
      return peers[index] as Peer;
    },
    stop: () => server.stop(true),
  };
}

/** Runs a loop to its end, and keeps its events. */
export function collect<Event>(events: AsyncIterable<Event>) {
  const received: Array<Event> = [];
  let error: unknown;
  const over = (async () => {
    try {
      for await (const event of events) received.push(event);
    } catch (caught) {
      error = caught;
    }
  })();
  return { received, over, error: () => error };
}
