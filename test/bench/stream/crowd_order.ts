/**
 * The orders to a crowd of WebSocket clients, and its reports.
 *
 * @module
 */

/** Connects a crowd that sends these subscription frames, or makes it receive frames. */
export type CrowdOrder =
  | {
    readonly kind: "connect";
    readonly crowd: string;
    readonly url: string;
    readonly clients: number;
    /** Each is answered by a text frame with the word `subscribed` in it. */
    readonly subscribe: ReadonlyArray<string>;
  }
  /**
   * Announces the text frames that each client of this crowd will receive. Answered immediately.
   */
  | { readonly kind: "expect"; readonly crowd: string; readonly frames: number }
  /** Answered when all have arrived, or after a timeout. */
  | { readonly kind: "receive" };

/** The frames that every client of a crowd received. */
export interface Receipt {
  /** When the first and the last frame came, on the shared clock. */
  readonly firstAtUs: number;
  readonly lastAtUs: number;
  /** The same for every client, in this order. */
  readonly texts: ReadonlyArray<string>;
  /** The arrival of each at one of the clients. */
  readonly arrivalsUs: ReadonlyArray<number>;
  /** Processor time of the crowd's process. */
  readonly cpuUs: number;
}

/** An answer to either order. */
export type CrowdAnswer = Receipt | null;
