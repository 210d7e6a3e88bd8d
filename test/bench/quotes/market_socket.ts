/** The venue's market socket as a benchmark needs it: a book a token, changed by order. @module */
import { bookFrame, changeFrame } from "../../adapters/polymarket/book/book_frames.ts";

/** Both tokens of a market. */
export type TokenPair = readonly [up: string, down: string];

/** One socket's server. */
export class MarketSocket {
  readonly #server: Bun.Server<undefined>;
  readonly #sockets = new Set<Bun.ServerWebSocket<undefined>>();
  readonly #tokenIds = new Set<string>();
  /** Called when somebody has connected or subscribed. */
  #look = () => {};
  #atMs = Date.now();

  constructor() {
    this.#server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: (request, server) =>
        server.upgrade(request) ? undefined : new Response("{}", { status: 404 }),
      websocket: {
        perMessageDeflate: false,
        open: (socket) => {
          this.#sockets.add(socket);
          this.#look();
        },
        close: (socket) => void this.#sockets.delete(socket),
        message: (socket, text) => this.#take(socket, String(text)),
      },
    });
  }

  get origin(): string {
    return this.#server.url.origin;
  }

  /** Resolves once somebody is connected who follows these tokens. */
  async followed(tokenIds: ReadonlyArray<string>): Promise<void> {
    const isThere = () =>
      this.#sockets.size > 0 && tokenIds.every((tokenId) => this.#tokenIds.has(tokenId));
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#look = () => isThere() && resolve();
    this.#look();
    await promise;
  }

  /** Sends everybody another size of the best bid of the first token, and when it did. */
  change([up, down]: TokenPair, size: number): number {
    const best = ["0.4", "0.6"] as const;
    const text = JSON.stringify(changeFrame([
      { tokenId: up, side: "BUY", level: ["0.4", String(size)], best },
      { tokenId: down, side: "SELL", level: ["0.6", String(size)], best },
    ], { timestampMs: this.#nextMs() }));
    const sentMs = performance.now();
    for (const socket of this.#sockets) socket.send(text);
    return sentMs;
  }

  async stop(): Promise<void> {
    await this.#server.stop(true);
  }

  #take(socket: Bun.ServerWebSocket<undefined>, text: string): void {
    if (text === "PING") return void socket.send("PONG");
    const { assets_ids: tokenIds, operation } = JSON.parse(text) as {
      readonly assets_ids: ReadonlyArray<string>;
      readonly operation?: string;
    };
    if (operation === "unsubscribe") return;
    const timestampMs = this.#nextMs();
    socket.send(JSON.stringify(tokenIds.map((tokenId) => bookFrame({ tokenId, timestampMs }))));
    for (const tokenId of tokenIds) this.#tokenIds.add(tokenId);
    this.#look();
  }

  #nextMs(): number {
    this.#atMs = Math.max(this.#atMs + 1, Date.now());
    return this.#atMs;
  }
}
