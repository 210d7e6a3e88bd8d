/** A raw client of the simulated relay, for its tests. @module */
import { type ApiKey, makeApiKeys } from "../../../../app/simulator/polymarket/clob/api_keys.ts";
import { connect, type SocketClient } from "../../kit/socket_client.ts";

/** A value of a second. */
interface Point {
  readonly timestamp: number;
  readonly value: number;
  readonly full_accuracy_value: string;
}

/** A frame of the relay, before a test says what it expects in it. */
export interface RelayFrame {
  readonly op?: string;
  readonly code?: string;
  readonly rid?: unknown;
  readonly seq?: number;
  readonly snapshot?: boolean;
  readonly payload: Point & { readonly symbol: string; readonly data: ReadonlyArray<Point> };
}

/** An open socket of the relay. */
export interface RelayClient extends Pick<SocketClient, "closed" | "send"> {
  all(): ReadonlyArray<RelayFrame>;
  /** Sends an object as JSON. */
  sendFrame(frame: object): void;
  /** Sends a frame with a unique `rid`, and waits for its answer. */
  ask(frame: object): Promise<RelayFrame>;
  /** Waits until the frames are what the test wants. */
  untilAll(isEnough: (frames: ReadonlyArray<RelayFrame>) => boolean): Promise<void>;
  /** Updates so far, without snapshots. */
  updates(): ReadonlyArray<RelayFrame>;
  /** Seconds of the updates so far of a symbol. */
  seconds(symbol: string): ReadonlyArray<number>;
}

/** The channel of the averages. */
export const TWAP = "price.crypto.twap";

/** The credentials of an address at the venue of seed 1. */
export function trioOf(address: string): ApiKey {
  const key = makeApiKeys(1).of(address);
  if (key === undefined) throw new Error("An address always has a key at first");
  return key;
}

/** Credentials that are good at the venue of seed 1. */
export const TRIO = trioOf("0x00000000000000000000000000000000000000a1");

/** Opens an unauthenticated socket. */
export async function openRelay(relay: { readonly url: string }): Promise<RelayClient> {
  const socket = await connect(`${relay.url}/ws`);
  const all = () => socket.frames.map((text) => JSON.parse(text) as RelayFrame);
  let asked = 0;
  const sendFrame = (frame: object) => socket.send(JSON.stringify(frame));
  const untilAll = (isEnough: (frames: ReadonlyArray<RelayFrame>) => boolean) =>
    socket.until(() => isEnough(all()));
  const updates = () => all().filter(({ seq, snapshot }) => seq !== undefined && !snapshot);
  return {
    ...socket,
    all,
    sendFrame,
    untilAll,
    updates,
    seconds: (symbol) =>
      updates().filter(({ payload }) => payload.symbol === symbol)
        .map(({ payload }) => payload.timestamp / 1_000),
    async ask(frame) {
      const rid = `q${++asked}`;
      sendFrame({ rid, ...frame });
      const isAnswer = (each: RelayFrame) => each.rid === rid;
      await untilAll((frames) => frames.some(isAnswer));
      return all().find(isAnswer) ?? await Promise.reject(new Error("It was there before"));
    },
  };
}

/** The item that asks for an average. */
export function averageOf(symbol: string, windowSec = 60) {
  return { channel: TWAP, filter: { symbol, window_seconds: windowSec } };
}

/** Opens a socket, authenticated and subscribed to averages. Waits for the snapshots. */
export async function openAverages(
  relay: { readonly url: string },
  symbols: ReadonlyArray<string>,
): Promise<RelayClient> {
  const client = await openRelay(relay);
  await client.ask({ op: "auth", auth: TRIO });
  client.sendFrame({ op: "subscribe", subscriptions: symbols.map((symbol) => averageOf(symbol)) });
  await client.untilAll((frames) => frames.filter(isSnapshot).length === symbols.length);
  return client;
}

/** Whether a frame is a snapshot. */
export function isSnapshot({ snapshot }: RelayFrame): boolean {
  return snapshot === true;
}
