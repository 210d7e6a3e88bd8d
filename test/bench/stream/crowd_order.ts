/**
 * What a crowd of WebSocket clients is told, and what it reports.
 *
 * @module
 */

/** Connects a crowd that follows what these frames subscribe to, or has it receive something. */
export type CrowdOrder =
  | {
    readonly kind: "connect";
    readonly crowd: string;
    readonly url: string;
    readonly clients: number;
    /** Each is answered by a text frame with the word `subscribed` in it. */
    readonly subscribe: ReadonlyArray<string>;
  }
  /** From now on this crowd will receive so many text frames a client. Answered at once. */
  | { readonly kind: "expect"; readonly crowd: string; readonly frames: number }
  /** Answered when all have come, or too long after. */
  | { readonly kind: "receive" };

/** What every client of a crowd has received. */
export interface Receipt {
  /** When the first and the last frame came, on the shared clock. */
  readonly firstAtUs: number;
  readonly lastAtUs: number;
  /** The same for every client, in this order. */
  readonly texts: ReadonlyArray<string>;
  /** When each came to one of the clients. */
  readonly arrivalsUs: ReadonlyArray<number>;
  /** Processor time of the crowd's process. */
  readonly cpuUs: number;
}

/** An answer to either order. */
export type CrowdAnswer = Receipt | null;
