/** Both providers as a midnight needs them: their sockets, and no answers to requests. @module */
import type { Door, PriceFrame } from "./price_frame.ts";

type Socket = Bun.ServerWebSocket<Door>;

const DOORS: ReadonlyMap<string, Door> = new Map([
  ["/api/v1/ws", "oracle"],
  ["/stream", "spot"],
  ["/market/stream", "futures"],
]);

/** Those of one listener. */
export class Provider {
  readonly #sockets = new Map<Socket, Door>();
  readonly #server: Bun.Server<Door>;
  /** Sockets so far, also those that are closed. */
  #opened = 0;
  /** Sockets that have yet to say that they read everything. */
  readonly #reading = new Set<Socket>();

  constructor() {
    this.#server = Bun.serve<Door>({
      hostname: "127.0.0.1",
      port: 0,
      fetch: (request, server) => {
        const { pathname } = new URL(request.url);
        // The oracle's two origins send everything twice, each over a separate connection.
        if (pathname === "/") {
          return new Response(null, { headers: { "x-cll-available-origins": "001,002" } });
        }
        const data = DOORS.get(pathname);
        const isUpgraded = data !== undefined && server.upgrade(request, { data });
        return isUpgraded ? undefined : new Response("{}", { status: 404 });
      },
      websocket: {
        perMessageDeflate: false,
        open: (socket) => {
          this.#sockets.set(socket, socket.data);
          this.#opened++;
        },
        close: (socket) => {
          this.#sockets.delete(socket);
          this.#reading.delete(socket);
        },
        pong: (socket) => void this.#reading.delete(socket),
        message: () => {},
      },
    });
  }

  get origin(): string {
    return this.#server.url.origin;
  }

  /** Waits until this many sockets have been opened in all. */
  async opened(count: number): Promise<void> {
    while (this.#opened < count) await Bun.sleep(2);
  }

  /** Sends frames, and returns when each went out. */
  send(frames: ReadonlyArray<PriceFrame>): ReadonlyMap<PriceFrame["key"], number> {
    return new Map(frames.map(({ door, key, text }) => {
      const atMs = performance.now();
      for (const [socket, at] of this.#sockets) if (at === door) socket.send(text);
      return [key, atMs];
    }));
  }

  /** Waits until every socket has read what was sent: it answers a ping after it. */
  async isRead(): Promise<void> {
    for (const socket of this.#sockets.keys()) {
      this.#reading.add(socket);
      socket.ping();
    }
    while (this.#reading.size > 0) await Bun.sleep(2);
  }

  async stop(): Promise<void> {
    await this.#server.stop(true);
  }
}
