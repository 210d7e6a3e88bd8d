/**
 * Both providers as a midnight needs them: their sockets, and no answers to requests.
 *
 * @module
 */
import { takeOrders } from "../ordered_process.ts";
import { sharedNowUs } from "../stream/shared_clock.ts";
import type { Listener, ProviderAnswer, ProviderOrder } from "./boundary_order.ts";
import type { Door, PriceFrame, Sighting } from "./price_frame.ts";

type Socket = Bun.ServerWebSocket<Door>;

/** Each listener has its own sockets. */
class Stage {
  readonly #sockets = new Map<Door, Set<Socket>>();
  readonly #server: Bun.Server<Door>;
  opened = 0;

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
          const known = this.#sockets.get(socket.data) ?? new Set();
          this.#sockets.set(socket.data, known.add(socket));
          this.opened++;
        },
        close: (socket) => void this.#sockets.get(socket.data)?.delete(socket),
        message: () => {},
      },
    });
  }

  get origin(): string {
    return this.#server.url.origin;
  }

  send(frames: ReadonlyArray<PriceFrame>): ReadonlyArray<Sighting> {
    return frames.map(({ door, key, text }) => {
      const atUs = sharedNowUs();
      for (const socket of this.#sockets.get(door) ?? []) socket.send(text);
      return { key, atUs };
    });
  }
}

const DOORS: ReadonlyMap<string, Door> = new Map([
  ["/api/v1/ws", "oracle"],
  ["/stream", "spot"],
  ["/market/stream", "futures"],
]);

/** The answer to an order must be sent before the frames. */
const SOON_MS = 4;

const stages: Readonly<Record<Listener, Stage>> = { ours: new Stage(), reference: new Stage() };
let sending: Promise<ReadonlyArray<Sighting>> = Promise.resolve([]);

takeOrders<ProviderOrder, ProviderAnswer>(async (order) => {
  switch (order.kind) {
    case "start":
      return { ours: stages.ours.origin, reference: stages.reference.origin };
    case "connected":
      while (stages[order.listener].opened < order.count) await Bun.sleep(2);
      return null;
    case "send":
      sending = Bun.sleep(SOON_MS).then(() => stages[order.listener].send(order.frames));
      return null;
    case "sent":
      return await sending;
  }
});
