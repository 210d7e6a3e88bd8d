/** A client of HTTP/1.1 that sends the bytes it is given, and reads what comes back. @module */
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import type { Socket } from "bun";

/** An answer as it came. `body` is undefined where an answer has none. */
export interface WireAnswer {
  readonly status: number;
  /** By name, in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  readonly tookMs: number;
}

/** Why there is no answer. */
export type WireTrouble = "closed" | "late" | "unreadable";

/** A connection that asks one request after another. */
export class WireConnection {
  readonly #socket: Socket<undefined>;
  #received = Buffer.alloc(0);
  #isClosed = false;
  #wake: () => void = () => {};

  private constructor(socket: Socket<undefined>) {
    this.#socket = socket;
  }

  /** Opens a connection. */
  static async open(hostname: string, port: number): Promise<WireConnection> {
    const opened = Promise.withResolvers<WireConnection>();
    const of = (use: (connection: WireConnection) => void) => () => void opened.promise.then(use);
    const ended = of((connection) => connection.#end());
    const socket = await Bun.connect({
      hostname,
      port,
      socket: {
        data: (_, bytes) => void opened.promise.then((connection) => connection.#take(bytes)),
        end: ended,
        close: ended,
        error: ended,
        drain: of((connection) => connection.#wake()),
      },
    });
    const connection = new WireConnection(socket);
    opened.resolve(connection);
    return connection;
  }

  /** Whether the service has closed it. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Writes bytes, as far as the service takes them. */
  async write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length && !this.#isClosed;) {
      const written = this.#socket.write(bytes, at);
      if (written < 0) return;
      at += written;
      if (at < bytes.length) await this.#event(1_000);
    }
  }

  /** Reads one answer; `hasBody`: false for one to HEAD. */
  async read(
    { deadlineMs, hasBody = true }: { readonly deadlineMs: number; readonly hasBody?: boolean },
  ): Promise<WireAnswer | WireTrouble> {
    const startedMs = performance.now();
    for (;;) {
      const read = takeAnswer(this.#received, { hasBody, isClosed: this.#isClosed });
      if (read === "unreadable") return read;
      if (read !== undefined) {
        this.#received = this.#received.subarray(read.length);
        return { ...read, tookMs: performance.now() - startedMs };
      }
      if (this.#isClosed) return "closed";
      const leftMs = deadlineMs - (performance.now() - startedMs);
      if (leftMs <= 0) return "late";
      await this.#event(leftMs);
    }
  }

  /** Gives the connection up. */
  close(): void {
    this.#isClosed = true;
    this.#socket.terminate();
  }

  #take(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes]);
    this.#wake();
  }

  #end(): void {
    this.#isClosed = true;
    this.#wake();
  }

  /** Waits until something happens, at most so long. */
  #event(waitMsMax: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, waitMsMax);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

type Taken = Omit<WireAnswer, "tookMs"> & { readonly length: number };

/** Takes the first answer from what was received. Undefined: it is not all there. */
function takeAnswer(
  received: Buffer,
  { hasBody, isClosed }: { readonly hasBody: boolean; readonly isClosed: boolean },
): Taken | "unreadable" | undefined {
  const end = received.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [statusLine = "", ...lines] = received.toString("latin1", 0, end).split("\r\n");
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(statusLine)?.[1]);
  if (Number.isNaN(status)) return "unreadable";
  const headers = new Map(
    lines.map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const;
    }),
  );
  const start = end + 4;
  const bare = (body: string, length: number) => ({ status, headers, body, length });
  if (!hasBody || status < 200 || status === 204 || status === 304) return bare("", start);
  if (headers.get("transfer-encoding") === "chunked") return takeChunks(received, start, bare);
  const declared = headers.get("content-length");
  // Without a length the body ends with the connection.
  const length = declared === undefined ? received.length - start : Number(declared);
  if (declared === undefined && !isClosed) return undefined;
  if (received.length < start + length) return undefined;
  const sent = received.subarray(start, start + length);
  const plain = UNDO.get(headers.get("content-encoding") ?? "")?.(sent) ?? sent;
  return bare(Buffer.from(plain).toString(), start + length);
}

/** What undoes the codings that an odd `Accept-Encoding` may ask for. */
const UNDO: ReadonlyMap<string, (bytes: Buffer) => Uint8Array> = new Map<
  string,
  (bytes: Buffer) => Uint8Array
>([
  ["gzip", gunzipSync],
  ["br", brotliDecompressSync],
  ["zstd", zstdDecompressSync],
]);

function takeChunks(
  received: Buffer,
  start: number,
  bare: (body: string, length: number) => Taken,
): Taken | "unreadable" | undefined {
  const parts: Array<Buffer> = [];
  for (let at = start;;) {
    const end = received.indexOf("\r\n", at);
    if (end < 0) return undefined;
    const size = Number.parseInt(received.toString("latin1", at, end), 16);
    if (Number.isNaN(size)) return "unreadable";
    const from = end + 2;
    if (received.length < from + size + 2) return undefined;
    if (size === 0) return bare(Buffer.concat(parts).toString(), from + 2);
    parts.push(received.subarray(from, from + size));
    at = from + size + 2;
  }
}
