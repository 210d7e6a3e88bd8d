/**
 * The order handling of a publishing server: the same for our own and for the reference.
 *
 * @module
 */
import { takeOrders } from "../ordered_process.ts";
import type {
  Happening,
  MemoryUse,
  PublishedFrame,
  PublisherAnswer,
  PublisherOrder,
} from "./publisher_order.ts";
import { sharedNowUs } from "./shared_clock.ts";

/** A server with subscribers. */
export interface Publisher {
  /** Listens, and returns its address. */
  readonly start: (startSec: number) => Promise<string>;
  readonly leadUp: (frames: ReadonlyArray<PublishedFrame>) => Promise<void>;
  /** Prepares an event; the returned function triggers it, and is what is timed. */
  readonly ready: (happening: Happening, frames: ReadonlyArray<PublishedFrame>) => () => void;
}

/** The answer to an order must be sent before the event, as its sending is not measured. */
const SOON_MS = 4;
/** New sockets need some time to become idle. */
const SETTLE_MS = 500;

/** Accepts orders for a server, and times its work. */
export function servePublisher(publisher: Publisher): void {
  let happening = Promise.resolve({ atUs: 0, cpuBefore: process.cpuUsage() });
  takeOrders<PublisherOrder, PublisherAnswer>(async (order) => {
    switch (order.kind) {
      case "start":
        return { url: await publisher.start(order.startSec) };
      case "lead_up":
        await publisher.leadUp(order.frames);
        return null;
      case "publish": {
        const happen = publisher.ready(order.happening, order.frames);
        happening = Bun.sleep(SOON_MS).then(() => {
          const cpuBefore = process.cpuUsage();
          const atUs = sharedNowUs();
          happen();
          return { atUs, cpuBefore };
        });
        return null;
      }
      case "published": {
        const { atUs, cpuBefore } = await happening;
        const { user, system } = process.cpuUsage(cpuBefore);
        return { atUs, cpuUs: user + system };
      }
      case "memory":
        return await memoryUse();
    }
  });
}

async function memoryUse(): Promise<MemoryUse> {
  await Bun.sleep(SETTLE_MS);
  Bun.gc(true);
  await Bun.sleep(SETTLE_MS);
  Bun.gc(true);
  const { rss, heapUsed } = process.memoryUsage();
  return { residentBytes: rss, heapBytes: heapUsed };
}
