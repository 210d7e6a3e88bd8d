/**
 * The orders to the processes of a midnight, and their answers.
 *
 * @module
 */
import type { PriceFrame, Sighting } from "./price_frame.ts";

/** The listener to the providers: our service, or the reference. */
export type Listener = "ours" | "reference";

/** An order to the process that simulates all providers. */
export type ProviderOrder =
  /** Answered with an origin for each listener. */
  | { readonly kind: "start" }
  /** Answered once this many sockets of a listener have been opened in all. */
  | { readonly kind: "connected"; readonly listener: Listener; readonly count: number }
  /** Sends soon, all together. Answered before. */
  | {
    readonly kind: "send";
    readonly listener: Listener;
    readonly frames: ReadonlyArray<PriceFrame>;
  }
  /** Answered with the time of each send. */
  | { readonly kind: "sent" };

/** An origin per listener: `http` for requests, and `ws` at the same address. */
export type ProviderOrigins = Readonly<Record<Listener, string>>;

/** An answer of the providers. */
export type ProviderAnswer = ProviderOrigins | ReadonlyArray<Sighting> | null;

/** An order to a process that listens to the providers and publishes to its clients. */
export type ListenerOrder =
  /** Answered with its address. */
  | {
    readonly kind: "start";
    readonly origin: string;
    readonly startSec: number;
    /** The folder of the embedded store. */
    readonly folder: string;
    /** Uses a server instead, in a schema that is removed. */
    readonly databaseUrl?: string | undefined;
  }
  /** Publishes the 35 open windows, and reconnects. */
  | { readonly kind: "lead_up" }
  /** Sets the time to this or later, and starts a new record of what is seen. */
  | { readonly kind: "forward"; readonly toSec: number }
  /** Answered with everything seen since. */
  | { readonly kind: "collect" }
  | { readonly kind: "stop" };

/** Everything a listener saw, each in order. */
export interface Seen {
  /** A provider's frame came out of its socket. */
  readonly received: ReadonlyArray<Sighting>;
  /** A frame for clients was published. */
  readonly published: ReadonlyArray<Sighting>;
}

/** An answer of a listener. */
export type ListenerAnswer = { readonly url: string } | Seen | null;
