/**
 * A process of many WebSocket clients that only count frames.
 *
 * Bare sockets: thousands of clients share two processors with the server that they measure, so a
 * frame must cost them little more than the system's read.
 *
 * @module
 */
import type { Socket } from "bun";
import { sharedNowMs, takeOrders } from "../ordered_process.ts";
import { handshake, PONG, textFrame } from "../../stage/client_bytes.ts";
import { FrameReader } from "./frame_reader.ts";

/** Each is answered. */
export type CrowdOrder =
  /** Connects a crowd that sends a subscription, which is answered with `subscribed` in a text. */
  | {
    readonly kind: "connect";
    readonly crowd: string;
    readonly url: string;
    readonly clients: number;
    readonly subscribe: string;
  }
  /** Announces the text frames that each client of this crowd will receive. */
  | { readonly kind: "expect"; readonly crowd: string; readonly frames: number }
  /** Answered when all have arrived; fails after a timeout. */
  | { readonly kind: "receive" };

/** The frames that every client of a crowd received. */
export interface Receipt {
  /** When the last one came to the last client. */
  readonly lastAtMs: number;
  /** The same for every client, in this order. */
  readonly texts: ReadonlyArray<string>;
}

/** One client. */
interface Client {
  readonly crowd: string;
  /** The frame it sends after the handshake. */
  readonly message: Buffer;
  readonly joined: () => void;
  /** Undefined until the handshake is answered. */
  reader: FrameReader | undefined;
  isSubscribed: boolean;
}

type ClientSocket = Socket<Client>;
type ConnectOrder = Extract<CrowdOrder, { kind: "connect" }>;

/** Below the limit of one address; the rest of the address is counted up. */
const CLIENTS_OF_ADDRESS = 20;
/** Handshakes in flight at a time. */
const CONNECTING_MAX = 100;
/** How long to wait for unexpected frames after the last expected one. */
const SURPLUS_WAIT_MS = 15;
const TIMEOUT_MS = 20_000;

const crowds = new Map<string, ReadonlyArray<ClientSocket>>();
let clientsEver = 0;
let crowd = "";
let expected = 0;
let left = 0;
/** Of the crowd that is to receive frames: when its last frame has come. */
let done = Promise.withResolvers<number>();

const handlers = {
  data(socket: ClientSocket, piece: Buffer) {
    const client = socket.data;
    if (client.reader === undefined) return enter(socket, piece);
    const texts = client.reader.take(piece);
    if (!client.isSubscribed) return subscribed(client);
    if (client.crowd !== crowd) return;
    left -= texts;
    if (left <= 0) done.resolve(sharedNowMs());
  },
  error: (_: ClientSocket, error: Error) => done.reject(error),
  close: (socket: ClientSocket) =>
    done.reject(new Error(`the server of ${socket.data.crowd} closed a connection`)),
};

/** The handshake's answer, perhaps with frames behind it. */
function enter(socket: ClientSocket, piece: Buffer): void {
  const end = piece.indexOf("\r\n\r\n");
  if (end < 0 || !piece.toString("latin1", 0, 12).endsWith("101")) {
    return done.reject(new Error(`no handshake: ${piece.toString("latin1", 0, 300)}`));
  }
  socket.data.reader = new FrameReader(() => void socket.write(PONG));
  socket.write(socket.data.message);
  if (piece.length > end + 4) handlers.data(socket, piece.subarray(end + 4));
}

function subscribed(client: Client): void {
  if (!client.reader?.texts().some((text) => text.includes("subscribed"))) return;
  client.isSubscribed = true;
  client.joined();
}

async function connect({ crowd, url, clients, subscribe }: ConnectOrder): Promise<void> {
  const { hostname, port, host } = new URL(url);
  const message = textFrame(subscribe);
  const sockets: Array<ClientSocket> = [];
  const join = async () => {
    const joined = Promise.withResolvers<void>();
    const data: Client = {
      crowd,
      message,
      joined: joined.resolve,
      reader: undefined,
      isSubscribed: false,
    };
    const socket = await Bun.connect<Client>({
      hostname,
      port: Number(port),
      data,
      socket: handlers,
    });
    sockets.push(socket);
    const caller = Math.floor(clientsEver++ / CLIENTS_OF_ADDRESS);
    socket.write(handshake(host, `10.0.${caller >> 8}.${caller & 255}`));
    await joined.promise;
  };
  for (let first = 0; first < clients; first += CONNECTING_MAX) {
    const count = Math.min(CONNECTING_MAX, clients - first);
    const joining = Promise.all(Array.from({ length: count }, join));
    await withTimeout(Promise.race([joining, done.promise]), `connecting to ${url}`);
  }
  crowds.set(crowd, sockets);
}

function expectFrames({ crowd: name, frames }: Extract<CrowdOrder, { kind: "expect" }>): void {
  const sockets = crowds.get(name) ?? [];
  for (const { data } of sockets) data.reader?.kept.splice(0);
  crowd = name;
  expected = frames;
  left = sockets.length * frames;
  done = Promise.withResolvers();
}

async function receive(): Promise<Receipt> {
  const lastAtMs = await withTimeout(done.promise, `frames, ${left} of which are missing`);
  done = Promise.withResolvers();
  await Bun.sleep(SURPLUS_WAIT_MS);
  const received = (crowds.get(crowd) ?? []).map(({ data }) => data.reader?.texts() ?? []);
  const [first = []] = received;
  const isSame = received.every((texts) =>
    texts.length === expected && texts.every((text, at) => text.equals(first[at] as Buffer))
  );
  if (!isSame) throw new Error(`clients of ${crowd} did not all receive the same`);
  return { lastAtMs, texts: first.map(String) };
}

async function withTimeout<A>(awaited: Promise<A>, what: string): Promise<A> {
  const timeout = Bun.sleep(TIMEOUT_MS).then(() => {
    throw new Error(`Cannot wait any longer for ${what}`);
  });
  return await Promise.race([awaited, timeout]);
}

takeOrders<CrowdOrder, Receipt | null>(async (order) => {
  if (order.kind === "receive") return receive();
  if (order.kind === "expect") expectFrames(order);
  else await connect(order);
  return null;
});
