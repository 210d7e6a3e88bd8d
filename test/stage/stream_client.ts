/**
 * The client of the stream over a real WebSocket: it keeps what it is sent, in order, and holds it
 * against the document.
 *
 * It waits for frames, the pong to its ping and the end of the connection, never for a time.
 *
 * @module
 */
import { checkFrame } from "../http/stream/frame_schema.ts";

/** A frame as a client reads it. */
export type Frame = Readonly<Record<string, unknown>> & { readonly type: string };

/** How a connection ended; 1006: without a word. */
export interface StreamEnd {
  readonly code: number;
  readonly reason: string;
}

/** How a client connects. */
export interface StreamOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Takes each frame instead: none is kept then, and none held against the document. */
  readonly onFrame?: (text: string) => void;
}

/** Who waits: asked at each frame, and at the end. */
interface Waiter {
  readonly isThere: () => boolean;
  readonly resolve: () => void;
  readonly reject: (reason: Error) => void;
  readonly what: string;
}

/** How many of the last frames a failed wait quotes. */
const QUOTED_MAX = 5;

/** One connection. */
export class StreamClient {
  /** Every frame so far, and its text. */
  readonly frames: Array<Frame> = [];
  readonly raw: Array<string> = [];
  /** Whether it was let in, once that is known. */
  readonly opened: Promise<boolean>;
  readonly ended: Promise<StreamEnd>;
  readonly #socket: WebSocket;
  readonly #undocumented: Array<string> = [];
  #end: StreamEnd | undefined;
  #waiters: Array<Waiter> = [];
  #pings = 0;

  /** Begins to connect to the service at this address. */
  constructor(url: string, { headers = {}, onFrame }: StreamOptions = {}) {
    const address = `${url.replace("http", "ws")}/api/v1/stream`;
    const socket = new WebSocket(address, { headers } as never);
    const opened = Promise.withResolvers<boolean>();
    const ended = Promise.withResolvers<StreamEnd>();
    const end = (how: StreamEnd) => {
      this.#end ??= how;
      opened.resolve(false);
      ended.resolve(this.#end);
      this.#look();
    };
    socket.onopen = () => opened.resolve(true);
    socket.onclose = ({ code, reason }) => end({ code, reason });
    socket.onerror = () => end({ code: 1006, reason: "" });
    socket.onmessage = ({ data }) => onFrame ? onFrame(String(data)) : this.#keep(String(data));
    this.#socket = socket;
    this.opened = opened.promise;
    this.ended = ended.promise;
  }

  /** Whether messages can be sent. */
  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  /** How it ended, or undefined while it has not. */
  get end(): StreamEnd | undefined {
    return this.#end;
  }

  /** Sends text and bytes as they are, everything else as JSON. */
  send(message: unknown): void {
    const isRaw = typeof message === "string" || message instanceof Uint8Array;
    this.#socket.send((isRaw ? message : JSON.stringify(message)) as string);
  }

  /** Waits until it is so, which frames and the end alone can bring about. */
  async until(isThere: () => boolean, what = String(isThere)): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiters.push({ isThere, resolve, reject, what });
    this.#look();
    await promise;
    if (this.#undocumented.length > 0) throw new Error(this.#undocumented.join("\n"));
  }

  /** The frame of this type with this number, counted from 1, once it is there. */
  async next(type: string, count = 1): Promise<Frame> {
    const found = () => this.frames.filter((frame) => frame.type === type);
    await this.until(() => found().length >= count, `${count} ${type}`);
    return found()[count - 1] as Frame;
  }

  /** Sends a ping and waits for its pong: everything that was sent before is answered by then. */
  async roundTrip(): Promise<void> {
    const id = `round trip ${this.#pings++}`;
    this.send({ op: "ping", id });
    await this.until(() => this.frames.some((frame) => frame["id"] === id), `the pong to ${id}`);
  }

  /** How it ended, once it has. */
  async closed(): Promise<StreamEnd> {
    await this.until(() => this.#end !== undefined, "the end");
    return await this.ended;
  }

  /** The frames of a topic so far. */
  of(topic: string): ReadonlyArray<Frame> {
    return this.frames.filter((frame) => frame["topic"] === topic);
  }

  /** Takes its leave. */
  close(): void {
    this.#socket.close();
  }

  /** Is gone without a word. */
  terminate(): void {
    this.#socket.terminate();
  }

  #keep(text: string): void {
    this.raw.push(text);
    this.#undocumented.push(...checkFrame(text).map((error) => `${text}: ${error}`));
    this.frames.push(JSON.parse(text) as Frame);
    this.#look();
  }

  #look(): void {
    const [waiters, end] = [this.#waiters, this.#end];
    this.#waiters = [];
    for (const waiter of waiters) {
      if (waiter.isThere()) waiter.resolve();
      else if (end === undefined) this.#waiters.push(waiter);
      else waiter.reject(new Error(this.#quote(`${end.code} ${end.reason}`, waiter.what)));
    }
  }

  #quote(end: string, what: string): string {
    return `Ended with ${end} before ${what}: ${this.raw.slice(-QUOTED_MAX).join("\n")}`;
  }
}

/** Connects, and waits for the first frame or the end. */
export async function connectStream(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<StreamClient> {
  const client = new StreamClient(url, { headers });
  await client.until(() => client.frames.length > 0 || client.end !== undefined, "the first frame");
  return client;
}
