/**
 * The orders to a server with subscribers, and its reports.
 *
 * @module
 */

/** A text frame and the topic it is published under. */
export interface PublishedFrame {
  readonly topic: string;
  readonly text: string;
}

/** An event at the providers: an average, a window that opens, or 35 windows together. */
export type Happening = "twap" | "target" | "midnight";

/** An order to a server that publishes frames. Each is answered. */
export type PublisherOrder =
  /** Listens; answered with the address. */
  | { readonly kind: "start"; readonly startSec: number }
  /** Publishes the 35 windows that end at the next midnight; the reference these frames instead. */
  | { readonly kind: "lead_up"; readonly frames: ReadonlyArray<PublishedFrame> }
  /** Triggers the event soon; the reference publishes these frames instead. Answered before. */
  | {
    readonly kind: "publish";
    readonly happening: Happening;
    readonly frames: ReadonlyArray<PublishedFrame>;
  }
  /** Answered with its time. */
  | { readonly kind: "published" }
  | { readonly kind: "memory" };

/** The time of the event, on the shared clock, and the processor time since. */
export interface Published {
  readonly atUs: number;
  readonly cpuUs: number;
}

/** Memory after a full collection. */
export interface MemoryUse {
  readonly residentBytes: number;
  readonly heapBytes: number;
}

/** An answer to an order. */
export type PublisherAnswer = Published | MemoryUse | { readonly url: string } | null;
