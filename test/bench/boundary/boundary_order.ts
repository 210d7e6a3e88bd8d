/**
 * What the processes of a midnight are told, and what they report.
 *
 * @module
 */
import type { PriceFrame, Sighting } from "./price_frame.ts";

/** Who listens to the providers: our service, or the reference. */
export type Listener = "ours" | "reference";

/** To the process that stands for all providers. */
export type ProviderOrder =
  /** Answered with an origin for each listener. */
  | { readonly kind: "start" }
  /** Answered once so many sockets of a listener have been opened in all. */
  | { readonly kind: "connected"; readonly listener: Listener; readonly count: number }
  /** Sends soon, all at once. Answered before. */
  | {
    readonly kind: "send";
    readonly listener: Listener;
    readonly frames: ReadonlyArray<PriceFrame>;
  }
  /** Answered with when each was sent. */
  | { readonly kind: "sent" };

/** An origin for each listener: `http` for questions, and `ws` at the same place. */
export type ProviderOrigins = Readonly<Record<Listener, string>>;

/** An answer of the providers. */
export type ProviderAnswer = ProviderOrigins | ReadonlyArray<Sighting> | null;

/** To a process that listens to the providers and tells its clients. */
export type ListenerOrder =
  /** Answered with its address. */
  | {
    readonly kind: "start";
    readonly origin: string;
    readonly startSec: number;
    /** Where the embedded store lies. */
    readonly folder: string;
    /** A server is used in its place, in a schema that is removed. */
    readonly databaseUrl?: string | undefined;
  }
  /** Tells the 35 windows that are open, and connects anew. */
  | { readonly kind: "lead_up" }
  /** From here on, it is this time or later, and what is seen is noted anew. */
  | { readonly kind: "forward"; readonly toSec: number }
  /** Answered with what was seen since. */
  | { readonly kind: "collect" }
  | { readonly kind: "stop" };

/** What a listener saw, each in order. */
export interface Seen {
  /** A provider's frame came out of its socket. */
  readonly heard: ReadonlyArray<Sighting>;
  /** A frame for clients was published. */
  readonly told: ReadonlyArray<Sighting>;
}

/** An answer of a listener. */
export type ListenerAnswer = { readonly url: string } | Seen | null;
