/**
 * What a server with subscribers is told, and what it reports.
 *
 * @module
 */

/** A text frame and the topic it is published under. */
export interface PublishedFrame {
  readonly topic: string;
  readonly text: string;
}

/** What happens at the providers: an average, a window that opens, or 35 windows at once. */
export type Happening = "twap" | "target" | "midnight";

/** To a server that publishes frames. Each is answered. */
export type PublisherOrder =
  /** Listens; answered with the address. */
  | { readonly kind: "start"; readonly startSec: number }
  /** Tells the 35 windows that end at the next midnight; the reference these frames instead. */
  | { readonly kind: "lead_up"; readonly frames: ReadonlyArray<PublishedFrame> }
  /** It happens soon; the reference publishes these frames instead. Answered before. */
  | {
    readonly kind: "publish";
    readonly happening: Happening;
    readonly frames: ReadonlyArray<PublishedFrame>;
  }
  /** Answered with when it happened. */
  | { readonly kind: "published" }
  | { readonly kind: "memory" };

/** When it happened, on the shared clock, and the processor time since. */
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
