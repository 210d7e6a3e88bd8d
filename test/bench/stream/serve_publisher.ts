/**
 * The order handling of a publishing server: the same for our own and for the reference.
 *
 * @module
 */
import { sharedNowMs, takeOrders } from "../ordered_process.ts";

/** A text frame and the topic it is published under. */
export interface PublishedFrame {
  readonly topic: string;
  readonly text: string;
}

/** An event: a window that opens, or 35 windows together, or other prices of one window. */
export type Happening = "target" | "midnight" | "quote";

/** An order to a server that publishes frames. Each is answered. */
export type PublisherOrder =
  /** Listens; answered with the address. */
  | { readonly kind: "start"; readonly startSec: number }
  /** Publishes the 35 windows that end at the next midnight; the reference these frames instead. */
  | { readonly kind: "lead_up"; readonly frames: ReadonlyArray<PublishedFrame> }
  /** Triggers the event; the reference publishes these frames instead. Answered with its time. */
  | {
    readonly kind: "publish";
    readonly happening: Happening;
    readonly frames: ReadonlyArray<PublishedFrame>;
  };

/** A server with subscribers. */
export interface Publisher {
  /** Listens, and returns its address. */
  readonly start: (startSec: number) => Promise<string>;
  readonly leadUp: (frames: ReadonlyArray<PublishedFrame>) => Promise<void>;
  /** Prepares an event; the returned function triggers it, and is what is timed. */
  readonly ready: (happening: Happening, frames: ReadonlyArray<PublishedFrame>) => () => void;
}

/** Accepts orders for a server. */
export function servePublisher(publisher: Publisher): void {
  takeOrders<PublisherOrder, string | number | null>(async (order) => {
    switch (order.kind) {
      case "start":
        return await publisher.start(order.startSec);
      case "lead_up":
        await publisher.leadUp(order.frames);
        return null;
      case "publish": {
        const happen = publisher.ready(order.happening, order.frames);
        const atMs = sharedNowMs();
        happen();
        return atMs;
      }
    }
  });
}
